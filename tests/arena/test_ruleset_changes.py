"""What a ruleset changed, found by comparing it with another."""

from arena.rulesets import Ruleset, load_ruleset
from arena.rulesets.changes import changes
from arena.rulesets.ruleset import Ability


def price(ability: Ability) -> str:
    return f"{ability.cost}/{ability.cooldown}"


def test_changes_are_found_by_comparing():
    found = {each.id: each for each in changes(load_ruleset("v0"), load_ruleset("v1"), "en", price)}
    assert set(found) == {
        "spd", "combo", "drain", "poison", "rage", "shield", "heal", "dodge", "counter", "stun", "review",
    }  # fmt: skip
    assert found["spd"].before.endswith("30 + spd")
    assert found["spd"].now.endswith("40 + 0.6·spd")
    assert found["stun"].before.startswith("50/4")
    assert found["stun"].now.startswith("45/4")
    assert "/" not in found["combo"].now


def test_a_changed_number_of_the_battle_is_found_too():
    before = load_ruleset("v1")
    crit = before.crit.model_copy(update={"percent": 20})
    now = before.model_copy(update={"crit": crit})
    assert isinstance(now, Ruleset)
    (found,) = changes(before, now, "en", price)
    assert (found.id, found.before, found.now) == ("crit.percent", "10", "20")


def test_nothing_is_new_against_itself():
    assert changes(load_ruleset("v1"), load_ruleset("v1"), "en", price) == []
