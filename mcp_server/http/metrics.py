"""What Prometheus is told: requests as they come, the league's state as it is when somebody asks.

Every label has few values: methods and tools are those that there are, anything else is "other".
"""

import hmac
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import INTERNAL_ERROR, CallToolResult
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.desk.desk import Desk
from arena.desk.overview import workings
from arena.errors import ArenaError
from mcp_server.faults import door_fault
from mcp_server.http.problems import language_of, problem
from mcp_server.http.rate import Rates
from mcp_server.listeners import LISTEN, Listeners
from mcp_server.work import has_failed
from mcp_server.workers import Workers
from scheduler.service import Clock

METHODS = frozenset(
    {
        "initialize",
        "ping",
        "server/discover",
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        LISTEN,
    }
)
OTHER = "other"
SECONDS = 10.0
"""Within which the database is to answer a scrape."""
BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds: a check takes some milliseconds, a training may take some seconds."""


class Metrics:
    """The requests that came, counted, and everything else that can be asked of this server."""

    def __init__(self, tools: Collection[str]) -> None:
        self.registry = CollectorRegistry()
        self._tools = frozenset(tools)
        self._requests = Counter(
            "arena_requests",
            "Requests to the MCP server: refused is the client's doing, failed is ours.",
            ("method", "tool", "outcome"),
            registry=self.registry,
        )
        self._latency = Histogram(
            "arena_tool_seconds",
            "How long calls of tools took.",
            ("tool",),
            buckets=BUCKETS,
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Everything, in Prometheus's text format."""
        return generate_latest(self.registry)

    def counting(self) -> ServerMiddleware[Any]:
        """Counts requests and measures calls of tools."""

        async def count(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
            if ctx.request_id is None:
                return await call_next(ctx)
            begun, outcome = time.perf_counter(), "failed"
            try:
                result = await call_next(ctx)
                outcome = ("failed" if has_failed() else "refused") if _is_error(result) else "ok"
                return result
            except MCPError as error:
                outcome = "failed" if error.error.code == INTERNAL_ERROR else "refused"
                raise
            finally:
                self._note(ctx, outcome, time.perf_counter() - begun)

        return count

    def _note(self, ctx: ServerRequestContext[Any, Any], outcome: str, seconds: float) -> None:
        method, tool = ctx.method if ctx.method in METHODS else OTHER, ""
        if method == "tools/call":
            name = (ctx.params or {}).get("name")
            tool = name if isinstance(name, str) and name in self._tools else OTHER
            self._latency.labels(tool).observe(seconds)
        self._requests.labels(method, tool, outcome).inc()


def _is_error(result: HandlerResult) -> bool:
    if isinstance(result, dict):
        return bool(result.get("isError"))
    return isinstance(result, CallToolResult) and bool(result.is_error)


@dataclass(frozen=True)
class LeagueCollector(Collector):
    """The state of the league and of this server."""

    desk: Desk
    rates: Rates
    listeners: Listeners
    clock: Clock | None

    def collect(self) -> Iterator[Metric]:
        """Asked for at every scrape. Of a database that does not answer nothing is told but that."""
        yield from self._of_server()
        up = GaugeMetricFamily("arena_database_up", "Whether the database answers.", value=1)
        try:
            yield from _of_database(self.desk)
        except ArenaError:
            up = GaugeMetricFamily(up.name, up.documentation, value=0)
        yield up

    def _of_server(self) -> Iterator[Metric]:
        limited = CounterMetricFamily(
            "arena_requests_limited", "Requests that were too many, by what is limited.", labels=["by"]
        )
        for what, count in self.rates.refused.items():
            limited.add_metric([what], count)
        yield limited
        yield GaugeMetricFamily("arena_listeners", "Open streams of notices.", value=len(self.listeners))
        if self.clock is not None:
            last = self.clock.last_tick
            told = (
                "When a tick last ended, or a run at work came a step further, in seconds of the epoch; "
                "0 before the first."
            )
            yield GaugeMetricFamily(
                "arena_last_tick_timestamp_seconds", told, value=last.timestamp() if last else 0
            )


def _of_database(desk: Desk) -> list[Metric]:
    """Raises what `workings` raises."""
    done = GaugeMetricFamily(
        "arena_job_last_success_timestamp_seconds",
        "When a run of the job last ended well, in seconds of the epoch; 0 if none has.",
        labels=["job"],
    )
    outbox = GaugeMetricFamily("arena_outbox_messages", "Messages by their state.", labels=["state"])
    now = workings(desk)
    for job, ended in now.ended.items():
        done.add_metric([job], ended.timestamp() if ended else 0)
    for state, count in now.messages.items():
        outbox.add_metric([state], count)
    size = GaugeMetricFamily("arena_database_bytes", "Room that the database takes.", value=now.bytes)
    return [done, outbox, size]


def metrics_route(metrics: Metrics, token: str) -> Route:
    """`/metrics` for who shows the token."""

    workers = Workers(SECONDS, 1)

    async def tell(request: Request) -> Response:
        sent = request.headers.get("authorization", "")
        if not hmac.compare_digest(sent.encode(), f"Bearer {token}".encode()):
            headers = {"WWW-Authenticate": 'Bearer realm="metrics"'}
            return problem(401, door_fault("metrics-token"), language_of(request), headers=headers)
        text = await workers.work(metrics.text)
        return Response(text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4, "Cache-Control": "no-store"})

    return Route("/metrics", tell)
