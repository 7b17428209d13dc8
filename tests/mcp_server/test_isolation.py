"""Nobody reads another's secrets: every tool, resource, prompt and completion is walked over HTTP as each
kind of caller, and the bytes of all that came back are searched for the secrets of everybody else."""

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, MCPError
from mcp.types import PromptReference, ResourceTemplateReference
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.players.changing import change_player
from arena.desk.players.keys import revoke_keys
from arena.desk.players.signing_in import exchange_link, issue_link
from arena.hero.sample import SAMPLE
from arena.league.calendar import Job
from arena.store.tables import Run
from mcp_server.answers import Answer
from mcp_server.caller import Caller
from mcp_server.completions import VALUES
from mcp_server.http.metrics import METHODS
from mcp_server.serving import Options
from mcp_server.toolbox import Offer
from mcp_server.tools import OFFERS
from tests.mcp_server.doors import Participant, allowing, get, join, over_http, served
from tests.mcp_server.weeks import (
    ANNAS_RULES,
    BORISS_RULES,
    FEW,
    FRIDAY_NOON,
    MOMENTS,
    STATS_OF_ANNA,
    STATS_OF_BORIS,
    Moment,
    Week,
    week_played,
)

FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")
NOT_YET = "The tournament of 2026-04-24 is not to be seen yet"
OUTCOME = re.compile(r"winner|points|fighters|place\b|Pixel|Voxel|Hero \d")
SERVED = Options(port=0, scheduler=False)
OF_A_TURN = {"hp"}
"""Stats whose name is also that of what changes in a battle: one's own log tells such numbers of oneself."""
Calls = Mapping[str, list[dict[str, Any]]]
READS: Calls = {
    "get_rules": [{"topic": "all"}],
    "get_status": [{}],
    "check_hero": [{"hero": SAMPLE}],
    "preview_look": [{"hero": SAMPLE}],
    "train": [
        {"hero": SAMPLE, "opponent": "Voxel", "detail": "why"},
        {"hero": SAMPLE, "opponent": "Pixel", "detail": "why"},
        {"hero": SAMPLE, "opponent": "golem", "detail": "why"},
    ],
    "save_hero": [{"hero": {**SAMPLE, "name": "Voxel"}, "expected_version": 99}],
    "get_my_hero": [{}, {"versions": True}],
    "withdraw_hero": [],
    "return_hero": [{}],
    "get_hero": [{"hero": "Voxel", "detail": "look"}, {"hero": "Pixel", "detail": "look"}],
    "list_heroes": [{"limit": 50}, {"search": "xel"}],
    "list_battles": [
        {"hero": "Voxel", "limit": 50},
        {"hero": "Pixel", "limit": 50},
        {"limit": 50},
        {"day": "2026-04-24"},
    ],
    "get_battle": [],
    "get_standings": [
        {},
        {"kind": "tournament"},
        {"kind": "tournament", "friday": "2026-04-24"},
        {"kind": "tournament", "why": "Voxel"},
        {"kind": "tournament", "why": "Pixel", "round": 1},
        {"why": "Voxel"},
        {"why": "Pixel"},
    ],
    "get_digest": [{}, {"mine": True}, {"key": "2026-04-23"}, {"key": "2026-04-24-friday"}],
}
"""What each tool is asked; battles are those that it turns out there are. Nothing is withdrawn: the walkers
share a hero's league."""


def _text(text: str) -> re.Pattern[str]:
    """Exactly this, but for spaces."""
    return re.compile(r"\s*".join(map(re.escape, text.replace(" ", ""))))


@dataclass(frozen=True)
class Secrets:
    """What only one participant may read, or what not even they are told again: each by what it is, with how
    it is found in bytes in which no sign is escaped."""

    of_hero: dict[str, re.Pattern[str]]
    of_account: dict[str, re.Pattern[str]]

    @classmethod
    def of(
        cls,
        desk: Desk,
        participant: Participant,
        rules: list[str] | None = None,
        stats: Mapping[str, int] | None = None,
    ) -> "Secrets":
        """With a link and a session that are made for it, and an address for the participant's own digest."""
        name = participant.owner.name
        address = f"{name.lower()}.in.secret@example.org"
        change_player(desk, participant.id, address=address)
        session = exchange_link(desk, issue_link(desk, participant.id).token).token
        link = issue_link(desk, participant.id).token
        numbers = {stat: value for stat, value in (stats or {}).items() if stat not in OF_A_TURN}
        whole = json.dumps(stats, separators=(",", ":"))
        return cls(
            {rule: _text(rule) for rule in rules or ()}
            | {
                stat: re.compile(rf'"?\b{stat}\b\W{{0,4}}{value}\b(?!\.\d)')
                for stat, value in numbers.items()
            }
            | ({"stats": _text(whole)} if stats else {}),
            {
                "key": _text(participant.key),
                "link": _text(link),
                "session": _text(session),
                "address": _text(address),
            },
        )

    @property
    def all(self) -> dict[str, re.Pattern[str]]:
        return self.of_hero | self.of_account

    def found_in(self, text: str) -> list[str]:
        plain = text.replace("\\", "")
        return [name for name, secret in self.all.items() if secret.search(plain)]


@dataclass(frozen=True)
class League:
    """A league that is served, with its participants and the secrets of each, by name."""

    week: Week
    address: str
    callers: dict[str, Participant]
    secrets: dict[str, Secrets]


@contextmanager
def _league(
    folder: Path, options: Options = SERVED, moments: tuple[Moment, ...] = MOMENTS, now: Moment = MOMENTS[-1]
) -> Iterator[League]:
    with week_played(folder, FEW, moments) as week:
        week.clock.put(*now)
        desk, olga = week.desk, join(week.desk, "Olga", organiser=True)
        secrets = {
            "Anna": Secrets.of(desk, week.anna, ANNAS_RULES, STATS_OF_ANNA),
            "Boris": Secrets.of(desk, week.boris, BORISS_RULES, STATS_OF_BORIS),
            "Clara": Secrets.of(desk, week.clara),
            "Olga": Secrets.of(desk, olga),
        }
        with served(desk, replace(options, requests=allowing(participant=10**6, address=10**6))) as address:
            callers = {each.owner.name: each for each in (week.anna, week.boris, week.clara, olga)}
            yield League(week, address, callers, secrets)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    with _league(tmp_path_factory.mktemp("isolation")) as league:
        yield league


WHO = {"Anna": "a participant", "Boris": "another", "Clara": "one without a hero", "Olga": "an organiser"}


async def _answers(client: Client, calls: Calls, run: int) -> AsyncIterator[str]:
    """The bytes of all that this caller can ask for; refusals too. `run` is one of whose battles may be
    hidden."""
    for tool in (await client.list_tools()).tools:
        for arguments in calls[tool.name]:
            yield (await client.call_tool(tool.name, arguments)).model_dump_json(by_alias=True)
    battles = [f"{run}-1", f"{run}-2"]
    for hero in ("Voxel", "Pixel"):
        listed = await client.call_tool("list_battles", {"hero": hero, "limit": 50})
        assert listed.structured_content is not None
        found = [line["battle"] for line in listed.structured_content["items"]]
        assert found
        battles += [battle for battle in found if battle not in battles]
    yield (await client.call_tool("list_battles", {"run": run})).model_dump_json(by_alias=True)
    for battle in battles:
        answer = await client.call_tool("get_battle", {"battle": battle, "detail": "why"})
        yield answer.model_dump_json(by_alias=True)
    for uri in await _resources(client, battles):
        yield await _told(partial(client.read_resource, uri))
    wishes = {
        "design_hero": [{}, {"theme": "Voxel", "style": "Pixel"}],
        "improve_hero": [{}, {"goal": "Voxel"}],
        "explain_loss": [{}, *({"battle": battle} for battle in battles)],
    }
    for prompt in (await client.list_prompts()).prompts:
        for arguments in wishes[prompt.name]:
            yield await _told(partial(client.get_prompt, prompt.name, arguments))
    for owner, name in VALUES:
        of = ResourceTemplateReference(uri=owner) if ":" in owner else PromptReference(name=owner)
        for typed in ("", "Vo", "Pi", "1", "2026", f"{run}-"):
            completed = await client.complete(of, {"name": name, "value": typed})
            yield completed.model_dump_json(by_alias=True)


async def _told(ask: Callable[[], Any]) -> str:
    try:
        told: str = (await ask()).model_dump_json(by_alias=True)
    except MCPError as error:
        return f"{error.error}"
    return told


async def _resources(client: Client, battles: list[str]) -> list[str]:
    static = [str(each.uri) for each in (await client.list_resources()).resources]
    heroes = ["arena://heroes/Voxel", "arena://heroes/1", "arena://heroes/2"]
    digests = ["arena://digests/2026-04-23", "arena://digests/2026-04-24-friday", "arena://digests/latest"]
    return [
        *static,
        *heroes,
        *(f"arena://battles/{battle}" for battle in battles),
        *digests,
        "arena://rulesets/v1",
    ]


def _walked(league: League, who: str, calls: Calls = READS, run: int = 1) -> list[str]:
    async def walk() -> list[str]:
        async with over_http(league.address, league.callers[who].key) as client:
            return [each.replace(league.address, "") async for each in _answers(client, calls, run)]

    return anyio.run(walk)


def test_all_that_is_offered_is_walked(league: League) -> None:
    async def offered() -> tuple[set[str], set[str]]:
        async with over_http(league.address, league.week.anna.key) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            templates = {
                each.uri_template for each in (await client.list_resource_templates()).resource_templates
            }
            return tools, templates

    tools, templates = anyio.run(offered)
    assert tools == set(READS)
    assert templates <= {owner for owner, _ in VALUES}


@pytest.mark.parametrize(
    "who",
    [
        pytest.param(who, id=is_, marks=() if who == "Boris" else pytest.mark.medium)
        for who, is_ in WHO.items()
    ],
)
def test_nobody_reads_the_rules_the_stats_or_the_account_of_another(league: League, who: str) -> None:
    """An owner reads the own hero whole, and no key again. The tournament of the week is shown by now."""
    (run,) = _tournaments(league.week.desk)
    answers = _walked(league, who, run=run)
    assert len(answers) > 100
    others = {name: secrets for name, secrets in league.secrets.items() if name != who}
    found = [
        (name, secret, answer[:200])
        for answer in answers
        for name, secrets in others.items()
        for secret in secrets.found_in(answer)
    ]
    assert found == []
    own = league.secrets[who]
    assert {secret for answer in answers for secret in own.found_in(answer)} == set(own.of_hero)
    shown = [answer for answer in answers if f'"battle":"{run}-1"' in answer.replace("\\", "")]
    assert any(OUTCOME.search(answer) for answer in shown)


class Leak(Answer):
    """Where a secret stands that should not."""

    leaked: Any


@pytest.mark.medium
def test_a_secret_of_any_kind_that_a_tool_told_would_be_found(tmp_path: Path) -> None:
    planted: list[str] = []

    def leak(caller: Caller) -> Leak:
        """Tell what nobody may."""
        return Leak(summary="", next_steps=[], leaked=planted)

    options = replace(SERVED, offers=(*OFFERS, Offer(leak, "Leak")))
    with _league(tmp_path, options) as league:
        boris = league.secrets["Boris"]
        account = [
            pattern.pattern.replace(r"\s*", "").replace("\\", "") for pattern in boris.of_account.values()
        ]
        singly = [json.dumps({stat: value}) for stat, value in STATS_OF_BORIS.items()]
        planted += [*account, *BORISS_RULES, *singly, json.dumps(STATS_OF_BORIS)]
        found = {
            each
            for answer in _walked(league, "Anna", {**READS, "leak": [{}]})
            for each in boris.found_in(answer)
        }
    assert found == set(boris.all)
    assert set(boris.of_hero) == {*BORISS_RULES, "stats", "atk", "def", "spd", "foc"}


@pytest.mark.medium
@pytest.mark.parametrize("who", ["Anna", "Olga"], ids=WHO.get)
def test_nothing_of_a_tournament_is_told_before_its_results(tmp_path: Path, who: str) -> None:
    """Whatever is asked is answered as if it had not been played yet, or by when it is shown."""
    with _before_results(tmp_path / "played", MOMENTS[:5]) as league:
        (run,) = _tournaments(league.week.desk)
        told = _told_of(league, who, run)
    with _before_results(tmp_path / "not played", MOMENTS[:4]) as league:
        assert _tournaments(league.week.desk) == []
        before = _told_of(league, who, run)
    new = [after for after, known in zip(told, before, strict=True) if after != known]
    assert [answer for answer in new if NOT_YET not in answer or OUTCOME.search(answer)] == []


def _told_of(league: League, who: str, run: int) -> list[str]:
    """What is answered, without trainings, whose seeds are made by chance, and without the fingerprint of the
    next tournament's secret, which is promised once the one before has been played."""
    answers = _walked(league, who, {**READS, "train": []}, run)
    return [FINGERPRINT.sub("", answer) for answer in answers]


@contextmanager
def _before_results(folder: Path, moments: tuple[Moment, ...]) -> Iterator[League]:
    folder.mkdir()
    with _league(folder, moments=moments, now=FRIDAY_NOON) as league:
        yield league


def _tournaments(desk: Desk) -> list[int]:
    with desk.read() as (session, _):
        found = session.exec(select(Run.id).where(Run.job == Job.TOURNAMENT))
        return [id_ for id_ in found if id_ is not None]


@pytest.mark.parametrize("method", sorted(METHODS))
def test_without_a_key_that_opens_nothing_is_read_at_all(league: League, method: str) -> None:
    gone = join(league.week.desk, f"Gone {method.replace('/', ' ')}")
    revoke_keys(league.week.desk, gone.id)
    params = {
        "name": "get_my_hero",
        "uri": "arena://heroes/Voxel",
        "arguments": {},
        "ref": {"type": "ref/resource", "uri": "arena://heroes/{id}"},
        "argument": {"name": "id", "value": "Vo"},
        "notifications": {"resourceSubscriptions": ["arena://digests/latest"]},
    }
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    for headers in ({}, {"Authorization": f"Bearer {gone.key}"}):
        answer: httpx2.Response = httpx2.post(
            f"{league.address}/mcp", json=asked, headers=headers, trust_env=False
        )
        assert answer.status_code == 401
        assert set(answer.json()) >= {"error", "code", "hint"}
        assert [secrets.found_in(answer.text) for secrets in league.secrets.values()] == [[]] * len(WHO)
        assert gone.key not in answer.text


@pytest.mark.parametrize("path", ["/", "/sign-in", "/healthz", "/readyz", "/metrics", "/robots.txt"])
def test_pages_tell_a_stranger_no_secret(league: League, path: str) -> None:
    told = get(league.address, path).text
    assert [secrets.found_in(told) for secrets in league.secrets.values()] == [[]] * len(WHO)
