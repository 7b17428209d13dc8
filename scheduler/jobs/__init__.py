"""The jobs: the steps of each, in their order. What a step does is a use case of the desk."""

from collections.abc import Callable

from arena.league.calendar import Job
from scheduler.jobs.daily import run_daily
from scheduler.jobs.nightly import run_nightly
from scheduler.jobs.results import run_results
from scheduler.jobs.tournament import run_tournament
from scheduler.work import Work

JOBS: dict[Job, Callable[[Work], None]] = {
    Job.DAILY: run_daily,
    Job.TOURNAMENT: run_tournament,
    Job.RESULTS: run_results,
    Job.NIGHTLY: run_nightly,
}

__all__ = ["JOBS"]
