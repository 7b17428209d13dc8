"""The tool that tells how a participant stands, as an agent calls it, at every moment of the week."""

import json
from datetime import date
from typing import Any

import pytest
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.players.limits import Limited, most, spend
from arena.desk.players.notices import tell, unread
from arena.hero.sample import SAMPLE
from arena.store.tables import HeroRow, HeroVersion, Player, Secret
from tests.leagues import PutClock
from tests.mcp_server.doors import MODES, Participant, answered, call, join, refused

TODAY = date(2026, 4, 20)
LOCALES = ("ru", "en", "es")


def joined_with_hero(desk: Desk, lang: str = "en") -> Participant:
    participant = join(desk, lang=lang)
    save_hero(desk, participant.id, SAMPLE)
    return participant


def change(desk: Desk, **values: object) -> None:
    """Change the row of the only hero."""
    with desk.write() as (session, _):
        hero = session.exec(select(HeroRow)).one()
        for name, value in values.items():
            setattr(hero, name, value)


def notify(desk: Desk, participant: Participant, *reasons: str) -> None:
    with desk.write() as (session, now):
        for reason in reasons:
            tell(session, now, "notice-hero-hidden", {"reason": reason}, player_id=participant.id)


def steps(told: dict[str, Any]) -> str:
    return "\n".join(told["next_steps"])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_somebody_new_is_told_slots_limits_and_how_to_begin(desk: Desk, locale: str, mode: str) -> None:
    told = answered(desk, join(desk, lang=locale), "get_status", mode=mode)
    assert (told["level"], told["ability_slots"], told["rule_slots"]) == (1, 2, 4)
    assert (told["xp"], told["xp_to_next"]) == (0, 100)
    left = [told[f"{kind.value}_left"] for kind in Limited]
    assert left == [most(desk, kind) for kind in Limited]
    assert "hero" not in told
    assert told["notices"] == []
    assert "get_rules" in told["next_steps"][0]


def test_what_comes_is_told_in_order_in_utc_and_in_the_league_s_time(desk: Desk) -> None:
    told = answered(desk, join(desk), "get_status")
    assert (told["now"], told["zone"]) == ("2026-04-20T09:00:00Z", "Europe/Moscow")
    assert [(each["event"], each["at"], each["local"]) for each in told["next_events"]] == [
        ("daily", "2026-04-20T18:00:00Z", "2026-04-20 21:00"),
        ("limits-renewed", "2026-04-20T21:00:00Z", "2026-04-21 00:00"),
        ("edits-close", "2026-04-23T21:00:00Z", "2026-04-24 00:00"),
        ("vote-closes", "2026-04-23T21:00:00Z", "2026-04-24 00:00"),
        ("tournament", "2026-04-24T09:00:00Z", "2026-04-24 12:00"),
        ("edits-open", "2026-04-24T11:00:00Z", "2026-04-24 14:00"),
        ("results", "2026-04-24T12:00:00Z", "2026-04-24 15:00"),
    ]
    assert "2026-04-20 21:00, Europe/Moscow" in told["summary"]


@pytest.mark.parametrize("mode", MODES)
def test_a_hero_is_told_with_version_place_and_a_rating_of_two_decimals(desk: Desk, mode: str) -> None:
    participant = joined_with_hero(desk)
    change(desk, rating=101_237, rated_battles=3)
    told = answered(desk, participant, "get_status", mode=mode)
    hero = told["hero"]
    assert (hero["name"], hero["version"], hero["active"]) == ("Pixel", 1, True)
    assert (hero["rating"], hero["place"], hero["worth_another_check"]) == (1012.37, 1, False)
    assert "1012.37" in told["summary"]
    assert "get_digest" in told["next_steps"][0]


def test_a_hero_that_has_not_fought_yet_is_not_sent_to_digests_of_before(desk: Desk) -> None:
    told = answered(desk, joined_with_hero(desk), "get_status")
    assert "has not fought yet" in told["next_steps"][0]


def test_a_withdrawn_hero_has_no_place_and_the_way_back(desk: Desk) -> None:
    participant = joined_with_hero(desk)
    withdraw_hero(desk, participant.id)
    told = answered(desk, participant, "get_status")
    assert told["hero"]["active"] is False
    assert "place" not in told["hero"]
    assert "return_hero" in told["next_steps"][0]


def test_in_the_freeze_it_is_told_when_edits_open_and_no_edit_is_proposed(
    desk: Desk, clock: PutClock
) -> None:
    participant = joined_with_hero(desk)
    withdraw_hero(desk, participant.id)
    clock.put(2026, 4, 24, 7)
    told = answered(desk, participant, "get_status")
    events = {each["event"]: each["at"] for each in told["next_events"]}
    assert told["edits_open"] is False
    assert events["edits-open"] == "2026-04-24T11:00:00Z"
    assert "edits-close" not in events
    assert "2026-04-24 14:00, Europe/Moscow" in told["summary"]
    assert "return_hero" not in steps(told)
    assert "2026-04-24 14:00" in told["next_steps"][0]


def test_the_next_freeze_is_told_once_this_one_is_over(desk: Desk, clock: PutClock) -> None:
    clock.put(2026, 4, 24, 11)
    told = answered(desk, join(desk), "get_status")
    events = {each["event"]: each["at"] for each in told["next_events"]}
    assert told["edits_open"] is True
    assert (events["edits-close"], events["edits-open"]) == ("2026-04-30T21:00:00Z", "2026-05-01T11:00:00Z")


def test_used_up_limits_are_told_with_their_renewal(desk: Desk) -> None:
    participant = joined_with_hero(desk)
    with desk.write() as (session, _):
        for _ in range(most(desk, Limited.HERO_TRAININGS)):
            spend(session.connection(), desk, participant.id, Limited.HERO_TRAININGS, TODAY)
    told = answered(desk, participant, "get_status")
    assert told["hero_trainings_left"] == 0
    assert "trainings against heroes. Renewed at 2026-04-21 00:00, Europe/Moscow" in steps(told)
    assert "checks" not in told["next_steps"][0].split(".")[0]


@pytest.mark.parametrize("mode", MODES)
def test_a_hero_of_older_rules_is_worth_another_check_with_what_changed(desk: Desk, mode: str) -> None:
    participant = joined_with_hero(desk)
    with desk.write() as (session, _):
        session.exec(select(HeroVersion)).one().ruleset = "v0"
    told = answered(desk, participant, "get_status", mode=mode)
    assert told["hero"]["worth_another_check"] is True
    assert [change.split(".")[0] for change in told["hero"]["changes"]] == ["Speed (spd)", "Backup (shield)"]
    assert "Absorbs 20 + def" in told["hero"]["changes"][1]
    assert "check_hero" in told["next_steps"][0]


def test_a_hidden_hero_is_told_with_the_reason(desk: Desk) -> None:
    participant = joined_with_hero(desk)
    change(desk, hidden_at=desk.clock(), hidden_reason="A rude motto")
    told = answered(desk, participant, "get_status")
    assert told["hero"]["hidden"] == "A rude motto"
    assert "hero.hidden" in told["next_steps"][0]


@pytest.mark.parametrize("locale", LOCALES)
def test_an_open_vote_is_told_for_people_and_never_with_a_link(desk: Desk, locale: str) -> None:
    told = answered(desk, join(desk, lang=locale), "get_status")
    assert told["votes_given"] == 0
    assert "2026-04-24 00:00" in told["next_steps"][-1]
    assert "://" not in json.dumps(told)


def test_between_two_votes_nobody_is_asked_to_vote(desk: Desk, clock: PutClock) -> None:
    clock.put(2026, 4, 24, 10)
    told = answered(desk, join(desk), "get_status")
    assert "votes_given" not in told
    assert "vote-closes" not in {each["event"] for each in told["next_events"]}
    assert "vote" not in steps(told)


def test_the_hashes_of_the_next_secrets_are_told_and_the_secrets_are_not(desk: Desk) -> None:
    told = answered(desk, join(desk), "get_status")
    with desk.read() as (session, _):
        rows = session.exec(select(Secret)).all()
    assert {each["job"]: each["sha256"] for each in told["promised"]} == {
        row.job: row.commitment for row in rows
    }
    assert not [row for row in rows if row.value.hex() in json.dumps(told)]
    assert [each["young"] for each in told["promised"]] == [True, False]


def test_notices_are_told_in_the_participant_s_language_and_only_once(desk: Desk) -> None:
    participant = join(desk, lang="es")
    notify(desk, participant, "grosero")
    (notice,) = answered(desk, participant, "get_status")["notices"]
    assert notice.startswith("2026-04-20 12:00: Un organizador")
    assert "grosero" in notice
    assert answered(desk, participant, "get_status")["notices"] == []


def test_more_notices_than_an_answer_holds_come_with_the_next(desk: Desk) -> None:
    participant = join(desk)
    notify(desk, participant, *(f"reason {number}." for number in range(13)))
    told = [answered(desk, participant, "get_status") for _ in range(4)]
    assert [len(each["notices"]) for each in told] == [5, 5, 3, 0]
    assert ["More notices" in each["next_steps"][0] for each in told] == [True, True, False, False]
    assert "reason 0." in told[0]["notices"][0]
    assert "reason 12." in told[2]["notices"][-1]


def test_a_notice_that_no_answer_told_is_still_unread(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    participant = join(desk)
    notify(desk, participant, "rude")

    def fail(*_: object) -> str:
        raise KeyError("private detail")

    with monkeypatch.context() as broken:
        broken.setattr("mcp_server.tools.status.summary", fail)
        text = refused(desk, participant, "get_status")
    assert "private detail" not in text
    with desk.read() as (session, _):
        assert len(unread(session, participant.id)) == 1
    assert len(answered(desk, participant, "get_status")["notices"]) == 1


def test_notices_of_others_are_neither_told_nor_marked(desk: Desk) -> None:
    participant, other = join(desk), join(desk, "Boris")
    notify(desk, other, "rude")
    assert answered(desk, participant, "get_status")["notices"] == []
    assert len(answered(desk, other, "get_status")["notices"]) == 1


def test_the_fullest_status_is_small(desk: Desk) -> None:
    participant = join(desk, lang="ru")
    with desk.write() as (session, _):
        player = session.get_one(Player, participant.id)
        player.xp = player.xp_peak = 850
    # The abilities of which the newer rules changed most.
    hero = {**SAMPLE, "name": "Щ" * 24, "abilities": ["stun", "poison", "counter", "dodge"], "rules": []}
    save_hero(desk, participant.id, hero)
    withdraw_hero(desk, participant.id)
    with desk.write() as (session, _):
        for kind in Limited:
            for _ in range(most(desk, kind)):
                spend(session.connection(), desk, participant.id, kind, TODAY)
        session.exec(select(HeroVersion)).one().ruleset = "v0"
    change(desk, hidden_at=desk.clock(), hidden_reason="ы" * 200)
    notify(desk, participant, *("ы" * 200 for _ in range(13)))
    result = call(desk, participant, "get_status")
    assert len(result.model_dump_json(by_alias=True, exclude_none=True).encode()) < 20_000


def test_it_takes_no_arguments(desk: Desk) -> None:
    assert "hero" in refused(desk, join(desk), "get_status", {"hero": "Pixel"})
