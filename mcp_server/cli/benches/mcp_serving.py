"""The server that `arena bench mcp` measures, as a process of its own, over a database that is its argument.

It tells its address on a line of stdout. A line on stdin has it play a daily run, as the scheduler of a
server would, and it tells on a line how many seconds that took.
"""

import sys
import time
import tomllib
from dataclasses import replace
from importlib.resources import files
from threading import Thread

from arena.desk.desk import Desk
from arena.desk.opening import open_desk
from arena.league.calendar import Job
from arena.league.settings import league
from arena.logs import set_up_logs
from mcp_server.answers import Answer
from mcp_server.caller import Caller
from mcp_server.request_settings import request_settings
from mcp_server.serving import Options, serve
from mcp_server.toolbox import Offer
from mcp_server.tools import OFFERS
from scheduler.apart import work_due_apart
from scheduler.orders import order_now
from scheduler.work import Tools


def do_nothing(caller: Caller, number: int) -> Answer:
    """Do nothing: what a tool costs that has no work of its own."""
    return Answer(summary=f"{number}", next_steps=[])


def main(database: str) -> None:
    """Serve until the process is ended."""
    set_up_logs("error")  # a note that is left out while a run writes is what is measured, and no news
    own = tomllib.loads(files(__package__).joinpath("league.toml").read_text(encoding="utf-8"))
    limits = league().limits.model_copy(update=own["limits"])
    requests = request_settings().model_copy(update=own["requests"])
    desk = replace(open_desk(database, league().calendar.zone), limits=limits)
    offers = (*OFFERS, Offer(do_nothing, "Do nothing"))
    options = Options(port=0, scheduler=False, offers=offers, requests=requests)

    def told(address: str) -> None:
        Thread(target=_play_when_told, args=(desk,), daemon=True).start()
        print(address, flush=True)

    serve(desk, options, told)


def _play_when_told(desk: Desk) -> None:
    for _ in sys.stdin:
        order_now(desk, Job.DAILY)
        begun = time.perf_counter()
        work_due_apart(desk, Tools())
        print(time.perf_counter() - begun, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
