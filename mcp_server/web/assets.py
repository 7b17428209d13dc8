"""What pages load: the style sheet, the script, the icon. Their addresses hold a hash of what is in them, so
that browsers may keep them for ever.
"""

import hashlib
from functools import cache, partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = Path(__file__).parent / "static"
MEDIA_TYPES = {"style.css": "text/css", "sign_in.js": "text/javascript", "icon.svg": "image/svg+xml"}
HEADERS = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}


def asset_path(name: str) -> str:
    """The path of an asset. Raises `KeyError` if there is none of that name."""
    return f"/static/{hashlib.sha256(_content(name)).hexdigest()[:16]}/{name}"


def asset_routes() -> list[Route]:
    """The addresses of the assets."""
    return [Route(asset_path(name), partial(_asset, name)) for name in MEDIA_TYPES]


async def _asset(name: str, request: Request) -> Response:
    return Response(_content(name), media_type=MEDIA_TYPES[name], headers=HEADERS)


@cache
def _content(name: str) -> bytes:
    if name not in MEDIA_TYPES:
        raise KeyError(name)
    return (FOLDER / name).read_bytes()
