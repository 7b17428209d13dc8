"""Where the database lies: a file, or a PostgreSQL server."""

import os

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from arena.errors import refuse
from arena.excerpt import shown

POSTGRESQL_DRIVERS = ("postgresql", "postgresql+psycopg", "postgresql+psycopg2", "postgres")
"""What people write; we always speak through psycopg 3."""


def store_url(address: str) -> URL:
    """The URL of a file's path, `sqlite:///file` or `postgresql://…`; a file's is absolute.

    Raises `ArenaError` `store-address`, which tells the scheme alone: an address may hold a password.
    """
    scheme, divider, _ = address.partition("://")
    if not divider:
        return _of_file(address)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise refuse("store-address", given=shown(f"{scheme}://…")) from error
    if url.get_backend_name() == "sqlite" and not url.query and url.host is None:
        return _of_file(url.database or "")
    if url.drivername in POSTGRESQL_DRIVERS:
        return _with_password_in_its_place(url.set(drivername="postgresql+psycopg"))
    raise refuse("store-address", given=shown(f"{scheme}://…"))


def place(url: URL) -> str:
    """A database as people know it: its file, or its address without the password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def _with_password_in_its_place(url: URL) -> URL:
    """libpq reads it from the query as well, where it would be shown."""
    password = url.query.get("password")
    if not isinstance(password, str):
        return url
    return url.difference_update_query(["password"]).set(password=password)


def _of_file(path: str) -> URL:
    if not path or "\0" in path or path == ":memory:":
        raise refuse("store-address", given=shown(path))
    return URL.create("sqlite", database=os.path.abspath(os.path.expanduser(path)))
