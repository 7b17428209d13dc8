"""What organisers are told at once: runs that went wrong or came late, a disk that fills up, messages that
did not arrive. Each is told once, in the transaction in which it happens."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.moments import told_moment
from arena.desk.outbox.recipients import message_text, recipient_to_keep
from arena.desk.outbox.writing import ALERT, send_alert
from arena.desk.reasons import reason_code, reason_text
from arena.messages import TEXTS
from arena.store.tables import Message, Run, RunState
from scheduler.disk import Disk

MEGABYTE = 1_000_000


def alert_ended(session: Session, desk: Desk, run: Run, now: datetime) -> None:
    """Tell of a run that has failed or was skipped; one that was tried again and failed is told again."""
    if run.state == RunState.FAILED:
        reason = reason_text(run.error, desk.lang)
        _tell(session, desk, f"failed:{run.id}:{run.fence}", "alert.run-failed", now, run, reason=reason)
    elif run.state == RunState.SKIPPED:
        key = f"alert.run-skipped.{reason_code(run.error)}"
        _tell(session, desk, f"skipped:{run.id}:{run.fence}", key, now, run)


def alert_missed(session: Session, desk: Desk, runs: Sequence[Run], now: datetime) -> None:
    """Tell of runs of one job that are found too late, in their order: after months off there may be many."""
    if len(runs) == 1:
        alert_ended(session, desk, runs[0], now)
    elif runs:
        first, last = runs[0], runs[-1]
        what = f"missed:{first.job}:{first.local_date}:{last.local_date}"
        days = {"first": first.local_date.isoformat(), "last": last.local_date.isoformat()}
        _tell(session, desk, what, "alert.runs-missed", now, first, count=len(runs), **days)


def alert_late(session: Session, desk: Desk, run: Run, now: datetime) -> None:
    """Tell of a run of the calendar that starts late after its moment; with those of its job that wait as
    long, for after days off each of them is late."""
    if not run.by_calendar or now - run.scheduled_for <= desk.calendar.late_after:
        return
    started = told_moment(desk.calendar, now)["local"]
    late = col(Run.job) == run.job, col(Run.by_calendar), col(Run.started_at).is_(None)
    waiting = select(col(Run.local_date)).where(
        *late, col(Run.state) == RunState.DUE, col(Run.scheduled_for) < now - desk.calendar.late_after
    )
    days = sorted({run.local_date, *session.scalars(waiting)})
    what = f"late:{run.job}:{desk.calendar.local_date(now)}"
    if len(days) == 1:
        _tell(session, desk, what, "alert.run-late", now, run, started=started)
        return
    told = {"first": days[0].isoformat(), "last": days[-1].isoformat(), "count": len(days)}
    _tell(session, desk, what, "alert.runs-late", now, run, started=started, **told)


def alert_disk(session: Session, desk: Desk, disk: Disk, now: datetime) -> None:
    """Tell of a disk that is nearly full, once a day."""
    day = desk.calendar.local_date(now)
    sizes = {"free": disk.free, "total": disk.total, "database": disk.database}
    megabytes = {name: size // MEGABYTE for name, size in sizes.items()}
    body = TEXTS.text("alert.disk", desk.lang, folder=str(disk.folder), **megabytes)
    send_alert(session, desk, f"disk:{disk.folder}:{day}", body, now)


def alert_unsent(session: Session, desk: Desk, message: Message, now: datetime) -> None:
    """Tell of a message that has failed or is of unknown fate: the first of its day and state, for there may
    be thousands. An alert itself is not told: the same might become of it."""
    if message.kind == ALERT:
        return
    what = f"message-{message.state}:{desk.calendar.local_date(now)}"
    params = {
        "id": message.id,
        "what": message_text(message.kind, message.digest_key, desk.lang),
        "recipient": recipient_to_keep(desk, message),
        "reason": reason_text(message.error, desk.lang),
    }
    send_alert(session, desk, what, TEXTS.text(f"alert.message-{message.state}", desk.lang, **params), now)


def _tell(
    session: Session, desk: Desk, what: str, key: str, now: datetime, run: Run, **params: object
) -> None:
    moment = told_moment(desk.calendar, run.scheduled_for)
    job = TEXTS.text(f"job.{run.job}", desk.lang)
    filled = {"id": run.id, "job": job, "moment": moment["local"], "zone": moment["zone"], **params}
    send_alert(session, desk, what, TEXTS.text(key, desk.lang, **filled), now)
