"""Signing in by a link, and out.

A link's token is a fragment, which only the page's script sees; it is exchanged by a form, so that nobody who
merely opens links, as some mail programs do, uses it up.
"""

from collections.abc import Mapping

from starlette.responses import RedirectResponse, Response

from arena.desk.players.sessions import sign_out
from arena.desk.players.signing_in import NOT_SIGNING_IN, exchange_link
from arena.errors import ArenaError, Fault
from mcp_server.faults import door_fault
from mcp_server.web.cookies import drop_session, keep_session
from mcp_server.web.rendering import rendered, told
from mcp_server.web.visits import Visit


def ask(visit: Visit) -> Response:
    """The form."""
    if not visit.has_private_cookies:
        return _asked(visit, 403, door_fault("page-insecure"))
    return _asked(visit, 200, None)


def enter(visit: Visit) -> Response:
    """Sign in by the code of a link, or the whole link; a session that the browser had before ends."""
    if not visit.has_private_cookies:  # the link would be used up for nothing
        return _asked(visit, 403, door_fault("page-insecure"))
    code = visit.form.get("code", "").rpartition("#")[2].strip()
    try:
        signed_in = exchange_link(visit.site.desk, code, visit.session)
    except ArenaError as error:
        if error.code not in NOT_SIGNING_IN:
            raise
        too_many = visit.failed()
        if too_many is None:
            return _asked(visit, 403, error.faults[0])
        return _asked(visit, 429, too_many.fault, too_many.headers)
    response = _to_home(visit)
    keep_session(response, signed_in.token)
    return response


def leave(visit: Visit) -> Response:
    """Sign out of this browser."""
    sign_out(visit.site.desk, visit.session)
    response = _to_home(visit)
    drop_session(response)
    return response


def _asked(
    visit: Visit, status: int, fault: Fault | None, headers: Mapping[str, str] | None = None
) -> Response:
    page = rendered("sign_in.html", visit, status, fault=fault and told(fault, visit.locale))
    page.headers.update(headers or {})
    return page


def _to_home(visit: Visit) -> Response:
    return RedirectResponse(f"{visit.base}/", status_code=303)
