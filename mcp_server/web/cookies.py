"""The cookie by which a browser is known.

Its name begins with `__Host-`: browsers then take it only over HTTPS (or from loopback), for this host and no
other, so that no page of a neighbouring host can plant one. Scripts cannot read it.
"""

from typing import Literal, TypedDict

from starlette.responses import Response

from arena.desk.players.sessions import longest_session

SESSION = "__Host-arena_session"


class _Kept(TypedDict):
    path: str
    secure: bool
    httponly: bool
    samesite: Literal["lax"]


KEPT: _Kept = {"path": "/", "secure": True, "httponly": True, "samesite": "lax"}


def keep_session(response: Response, token: str) -> None:
    """Have the browser keep a session's token for as long as a session may last."""
    response.set_cookie(SESSION, token, max_age=int(longest_session().total_seconds()), **KEPT)


def drop_session(response: Response) -> None:
    """Have the browser forget its session."""
    response.delete_cookie(SESSION, **KEPT)
