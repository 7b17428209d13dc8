"""The league that a command works on, as the settings describe it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arena.desk.desk import Desk
from arena.desk.installation import refuse_local
from arena.desk.opening import open_desk
from arena.logs import set_up_logs
from arena.settings import load_settings
from arena.store.tables import Run
from mcp_server.cli.failures import write_down
from mcp_server.public_addresses import PublicAddresses
from scheduler.housekeeping import Housekeeping
from scheduler.sending import AppriseSender
from scheduler.work import Tools, told_nobody


@contextmanager
def league_desk(*, local: bool = False, of_many: bool = False) -> Iterator[Desk]:
    """Open the league, and close it at the end; a fresh database is made, for one person if `local`. With
    `of_many` it may be no arena of one person.

    Raises `ArenaError`: what `load_settings` and `open_desk` raise, `league-local`.
    """
    settings = load_settings()
    set_up_logs(settings.log, write_down)
    desk = open_desk(
        settings.database_url,
        settings.tz,
        notify_urls=settings.notify_urls,
        alert_urls=settings.alert_urls,
        lang=settings.notify_lang,
        local=local,
        lock_timeout=settings.database_timeout,
    )
    try:
        if of_many:
            refuse_local(desk)
        yield desk
    finally:
        desk.store.close()


def public_addresses() -> PublicAddresses | None:
    """Where everybody finds pictures and films; None if nobody has said where people reach the league.
    Raises `ArenaError` as `load_settings` does."""
    settings = load_settings()
    return PublicAddresses(settings.public_url) if settings.is_public else None


def league_tools(told: Callable[[Run, float], object] = told_nobody) -> Tools:
    """How the league's runs are worked; `told` hears of their progress."""
    settings = load_settings()
    housekeeping = Housekeeping(settings.backup_dir, settings.keep_battles)
    return Tools(
        told=told,
        housekeeping=housekeeping,
        send=AppriseSender(settings.mail_url),
        addresses=public_addresses(),
    )
