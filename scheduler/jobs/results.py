"""The results' run: the tournament's experience, the vote's count, Friday's digest. One transaction."""

from arena.desk.digests import read_tournament
from arena.desk.digests.friday import tournament_before
from arena.desk.rounds.publishing import publish_friday
from scheduler.work import Work


def run_results(work: Work) -> None:
    """Work the results to their end. Raises `LostLeaseError` if another worker takes over."""
    desk, run = work.desk, work.run
    with desk.read() as (session, _):  # before: of a large tournament it takes a while
        played = read_tournament(session, desk.calendar, run.local_date, tournament_before(session, run))
    work.finish(lambda session, now, ended: publish_friday(session, desk, ended, now, played))
