"""What is said of a hero's rules, case by case."""

import pytest

from dsl import advise, parse_rule, unequipped
from dsl.catalogue import LOCALES
from dsl.domain import Domain
from tests.dsl.prices import PRICES
from tests.texts import texts_of


def advice(*texts, abilities=(), foc=5):
    """Everything that is said of rules; a text "?" is a rule that cannot be read."""
    rules = [None if text == "?" else parse_rule(text) for text in texts]
    return advise(rules, abilities=abilities, energy_per_turn=15 + foc, **PRICES)


def on_rules(*texts, **settings):
    """Rule, code and reason of what is said of single rules."""
    return [(a.rule, a.code, a.reason) for a in advice(*texts, **settings) if a.rule is not None]


def test_a_sound_hero_hears_nothing():
    assert advice(
        "self.knowledge >= 100 -> ultimate",
        "self.hp < 35% and not self.has(shield) -> shield",
        "self.energy >= 30 -> heavy",
        abilities=("shield", "heavy"),
    ) == []  # fmt: skip


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("turn > 3 and turn < 3 -> strike", "contradiction"),
        ("turn > 3 and turn < 4 -> strike", "contradiction"),
        ("self.hp < 35% and not self.hp <= 35% -> strike", "contradiction"),
        ("self.faster and enemy.faster -> strike", "contradiction"),
        ("enemy.last == heavy and enemy.last == combo -> strike", "contradiction"),
        ("enemy.has(rage) and not enemy.has(rage) -> strike", "contradiction"),
        ("self.has(dodge) -> strike", "own-dodge"),
        ("self.has(counter) and turn > 2 -> strike", "own-counter"),
        ("self.has(stun) -> strike", "own-stun"),
        ("self.has(shield) -> strike", "no-rule-brings"),
        ("enemy.has(poison) -> strike", "no-rule-brings"),
        ("enemy.has(stun) -> strike", "no-rule-brings"),
        ("self.last == heavy -> strike", "no-rule-brings"),
        ("self.energy < 20 -> strike", "too-low"),
        ("self.energy == 19 -> strike", "too-low"),
        ("self.knowledge < 2 -> strike", "too-low"),
        ("not self.knowledge >= 2 -> strike", "too-low"),
        ("self.hp <= 0% -> strike", "fallen"),
        ("enemy.hp == 0% -> strike", "fallen"),
        ("enemy.hp > 100% -> strike", "no-value"),
        ("turn < 1 -> strike", "no-value"),
        ("enemy.energy < 0 -> strike", "no-value"),
        ("not enemy.energy <= 100 -> strike", "no-value"),
        ("self.energy < 30 -> heavy", "never-enough"),
        ("self.energy > 20 and self.energy < 30 -> heavy", "never-enough"),
        ("self.knowledge < 100 -> ultimate", "never-full"),
    ],
)
def test_a_rule_whose_conditions_leave_no_case_never_fires(text, reason):
    assert on_rules(text) == [(0, "never-fires", reason)]


@pytest.mark.parametrize(
    "text",
    [
        "self.hp > 34% and self.hp < 35% -> strike",
        "not self.faster and not enemy.faster -> strike",
        "self.energy < 31 -> heavy",
        "self.energy == 20 -> strike",
        "self.knowledge == 2 -> strike",
        "self.last == strike -> strike",
        "self.last != strike -> strike",
        "enemy.last == stun -> strike",
        "self.has(poison) -> strike",
        "enemy.has(dodge) and enemy.has(counter) -> strike",
        "turn > 300 -> strike",
        "turn <= 300 -> strike",
        "self.has(shield) -> shield",
        "enemy.hp <= 1% -> strike",
    ],
)
def test_a_rule_that_can_fire_is_not_called_dead(text):
    assert on_rules(text) == []


def test_an_earlier_rule_that_always_takes_the_turn_is_named():
    first, second = "self.hp < 50% -> strike", "self.hp < 30% -> heavy"
    (found,) = [a for a in advice(first, second) if a.rule is not None]
    assert (found.rule, found.code, found.reason) == (1, "shadowed", "one")
    assert "rule 1 above it (`self.hp < 50% -> strike`)" in found.message
    assert (found.start, found.end) == (0, len(second))


def test_the_first_of_several_that_would_do_is_named():
    (found,) = [
        a for a in advice("turn > 1 -> strike", "turn > 2 -> strike", "turn > 3 -> heavy") if a.rule == 2
    ]
    assert found.params["other"] == 1


def test_rules_that_only_together_take_every_turn_are_all_named_and_no_others():
    found = advice(
        "self.hp < 50% -> strike", "enemy.faster -> heavy", "self.hp >= 50% -> strike", "turn < 3 -> heal"
    )
    (dead,) = [a for a in found if a.rule == 3]
    assert (dead.code, dead.reason, dead.params["others"]) == ("shadowed", "several", "1, 3")


def test_an_action_that_is_ready_less_often_does_not_shadow():
    assert on_rules("turn < 9 -> heal", "turn < 5 -> heavy") == []
    assert on_rules("turn < 9 -> heavy", "turn < 5 -> strike") == []


def test_a_cheaper_action_without_cooldown_shadows_a_dearer_one():
    assert on_rules("turn < 9 -> heavy", "turn < 5 -> combo") == [(1, "shadowed", "one")]


def test_rules_with_the_same_action_share_its_cooldown():
    assert on_rules("turn < 9 -> shield", "turn < 5 and self.faster -> shield") == [(1, "shadowed", "one")]


def test_an_action_that_a_turn_always_pays_for_shadows_whatever_follows():
    assert (1, "shadowed", "one") in on_rules("enemy.hp > 1% -> heavy", "enemy.hp > 2% -> strike", foc=15)
    assert on_rules("enemy.hp > 1% -> heavy", "enemy.hp > 2% -> strike", foc=14) == []


def test_ultimate_shadows_only_where_knowledge_is_full():
    assert on_rules("turn < 9 -> ultimate", "turn < 5 -> strike") == []
    dead = on_rules("turn < 9 -> ultimate", "turn < 5 and self.knowledge >= 100 -> strike")
    assert dead == [(1, "shadowed", "one")]


@pytest.mark.parametrize("second", ["self.faster and turn < 3 -> heavy", "turn < 3 and self.faster -> heavy"])
def test_equal_rules_are_told_whatever_the_order_of_their_conditions(second):
    assert on_rules("turn < 3 and self.faster -> heavy", second) == [(1, "equal-rules", None)]


@pytest.mark.parametrize(
    "condition",
    [
        "not turn < 1", "self.hp > 0%", "enemy.hp <= 100%", "self.energy >= 20",
        "self.knowledge > 1",
        "enemy.energy >= 0", "not self.has(dodge)", "not self.has(shield)", "self.last != heavy",
    ],
)  # fmt: skip
def test_a_condition_that_always_holds_is_told(condition):
    assert on_rules(f"{condition} -> strike") == [(0, "always-true", "alone")]
    assert on_rules(f"enemy.faster and {condition} -> strike") == [(0, "always-true", "beside")]


def test_the_condition_that_hints_propose_for_always_is_no_reason_for_advice():
    assert on_rules("turn >= 1 -> strike") == []
    assert on_rules("turn >= 1 -> strike", "turn < 3 -> heavy") == [(1, "shadowed", "one")]
    assert on_rules("turn >= 1 and self.faster -> strike") == [(0, "always-true", "beside")]


@pytest.mark.parametrize("locale", LOCALES)
def test_nobody_is_told_to_leave_out_the_only_condition_of_a_rule(locale):
    (alone,) = [a for a in advice("self.energy >= 30 -> heavy", foc=15) if a.rule is not None]
    (beside,) = [a for a in advice("self.faster and enemy.hp > 0% -> strike") if a.rule is not None]
    leave_out = {"en": "Leave it out", "ru": "Уберите", "es": "Quítala"}[locale]
    assert leave_out in beside.hint_in(locale)
    assert leave_out not in alone.hint_in(locale)
    assert "`turn >= 1 -> heavy`" in alone.hint_in(locale)


@pytest.mark.parametrize(("effect", "why"), [("dodge", "dodge"), ("counter", "counter"), ("stun", "stunned")])
def test_an_own_effect_that_is_over_is_explained_by_itself_alone(effect, why):
    (found,) = [a for a in advice(f"self.has({effect}) -> strike") if a.rule is not None]
    because = found.message.partition("because")[2]
    assert [word for word in ("dodge", "counter", "stunned") if word in because] == [why]


@pytest.mark.parametrize(
    ("text", "needless"),
    [
        ("turn > 3 and turn > 2 -> strike", "turn > 2"),
        ("turn > 2 and turn > 3 -> strike", "turn > 2"),
        ("self.faster and not enemy.faster -> strike", "not enemy.faster"),
        ("self.faster and self.faster -> strike", "self.faster"),
        ("enemy.last == heavy and enemy.last != combo -> strike", "enemy.last != combo"),
        ("self.knowledge >= 100 and self.hp < 50% -> ultimate", "self.knowledge >= 100"),
        ("self.hp < 50% and self.energy > 29 -> heavy", "self.energy > 29"),
    ],
)
def test_a_condition_that_follows_from_the_rest_is_told(text, needless):
    (found,) = [a for a in advice(text) if a.code == "needless-condition"]
    assert found.params["condition"] == needless
    assert text[found.start : found.end] == needless


def test_the_only_condition_is_not_called_needless_though_readiness_implies_it():
    assert on_rules("self.energy >= 30 -> heavy", "self.knowledge >= 100 -> ultimate") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("self.energy >= 29 -> heavy", "energy"),
        ("self.energy > 28 -> heavy", "energy"),
        ("not self.energy < 25 -> heavy", "energy"),
        ("self.knowledge >= 80 -> ultimate", "knowledge"),
    ],
)
def test_a_threshold_below_the_cost_is_told(text, reason):
    (found,) = [a for a in advice(text) if a.rule is not None]
    assert (found.code, found.reason) == ("threshold-below-cost", reason)
    assert f"`self.{reason} >= " in found.hint


def test_a_threshold_below_what_each_turn_brings_is_told_as_both():
    told = on_rules("self.energy >= 10 -> heavy")
    assert told == [(0, "always-true", "alone"), (0, "threshold-below-cost", "energy")]


def test_a_threshold_of_the_enemy_is_not_compared_with_the_cost():
    assert on_rules("enemy.energy >= 10 -> heavy") == []


def test_what_no_rule_uses_is_told_of_the_hero():
    found = advice("turn < 3 -> heavy", abilities=("heavy", "heal", "stun"))
    assert [(a.rule, a.code, a.params.get("ability")) for a in found] == [
        (None, "unused-ability", "heal"),
        (None, "unused-ability", "stun"),
        (None, "no-ultimate", None),
    ]


def test_a_hero_without_rules_hears_what_it_leaves_unused():
    assert [a.code for a in advice(abilities=("heal",))] == ["unused-ability", "no-ultimate"]


def test_of_a_rule_that_cannot_be_read_nothing_is_said_that_depends_on_it():
    assert advice("?", "self.has(shield) -> strike", "self.last == heal -> strike", abilities=("heal",)) == []


def test_beside_a_rule_that_cannot_be_read_what_is_certain_is_said():
    assert on_rules("turn < 9 -> strike", "?", "turn < 3 -> heavy", "turn < 1 -> strike") == [
        (2, "shadowed", "one"),
        (3, "never-fires", "no-value"),
    ]


def test_more_knowledge_a_turn_raises_what_is_always_there():
    rules = [parse_rule("self.knowledge >= 5 -> strike")]
    settings = {**PRICES, "abilities": (), "energy_per_turn": 20}
    assert "always-true" in [a.code for a in advise(rules, **{**settings, "knowledge_per_turn": 5})]
    assert "always-true" not in [a.code for a in advise(rules, **{**settings, "knowledge_per_turn": 4})]


QUOTED = {
    "never-fires.own-dodge": (["self.has(dodge) -> heavy"], ["self.has(dodge)"]),
    "never-fires.own-counter": (["self.has(counter) -> heavy"], ["self.has(counter)"]),
    "never-fires.own-stun": (["self.has(stun) -> heavy"], ["self.has(stun)"]),
    "never-fires.no-rule-brings": (["self.has(rage) -> heavy"], ["self.has(rage)", "-> rage"]),
    "never-fires.too-low": (["self.energy < 9 -> strike"], ["self.energy < 9", "self.energy", "20"]),
    "never-fires.fallen": (["enemy.hp <= 0% -> strike"], ["enemy.hp <= 0%"]),
    "never-fires.no-value": (["enemy.hp > 100% -> strike"], ["enemy.hp > 100%", "enemy.hp"]),
    "never-fires.contradiction": (["turn > 3 and turn < 3 -> strike"], ["turn > 3", "turn < 3"]),
    "never-fires.never-enough": (["self.energy < 25 -> heavy"], ["heavy", "30"]),
    "never-fires.never-full": (["self.knowledge < 99 -> ultimate"], ["self.knowledge >= 100 -> ultimate"]),
    "shadowed.one": (["turn < 9 -> strike", "turn < 5 -> heavy"], ["turn < 9 -> strike", "1"]),
    "shadowed.several": (
        ["turn < 9 -> strike", "turn > 8 -> strike", "enemy.faster -> heavy"],
        ["1, 2"],
    ),
    "equal-rules": (["turn < 9 -> heavy", "turn < 9 -> heavy"], ["turn < 9 -> heavy", "1"]),
    "always-true.alone": (["enemy.hp > 0% -> heavy"], ["enemy.hp > 0%", "turn >= 1 -> heavy"]),
    "always-true.beside": (["turn >= 1 and self.faster -> heavy"], ["turn >= 1"]),
    "needless-condition.implied": (["turn > 3 and turn > 2 -> heavy"], ["turn > 2", "turn > 3"]),
    "needless-condition.readiness": (
        ["self.faster and self.energy >= 30 -> heavy"],
        ["self.energy >= 30", "heavy"],
    ),
    "threshold-below-cost.energy": (["self.energy >= 25 -> heavy"], ["30", "self.energy >= 30"]),
    "threshold-below-cost.knowledge": (
        ["self.knowledge >= 80 -> ultimate"],
        ["100", "self.knowledge >= 100"],
    ),
    "unused-ability": ([], ["stun", "-> stun"]),
    "no-ultimate": ([], ["self.knowledge >= 100 -> ultimate"]),
}
"""For each kind of advice the rules that call for it, and what its texts have to quote."""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", QUOTED)
def test_advice_is_a_warning_that_quotes_what_it_is_about(key, locale):
    rules, quoted = QUOTED[key]
    (found,) = [
        a for a in advice(*rules, abilities=("stun",)) if key == ".".join(filter(None, (a.code, a.reason)))
    ]
    assert found.severity == "warning"
    assert all(text in found.text(locale) for text in quoted)


def test_every_kind_of_advice_is_known_here():
    hints = {key.removesuffix(".hint") for key in texts_of("dsl", "en") if key.endswith(".hint")}
    codes = {key.partition(".")[0] for key in QUOTED}
    assert {key for key in hints if key.partition(".")[0] in codes or "." in key} == set(QUOTED)


def test_an_ability_that_is_not_equipped_is_an_error_at_the_action():
    text = "self.hp < 35%  -> heal"
    fault = unequipped(parse_rule(text), ("shield", "heavy"))
    assert (fault.code, fault.severity, text[fault.start : fault.end]) == (
        "ability-not-equipped",
        "error",
        "heal",
    )
    assert fault.expected == ("strike", "ultimate", "shield", "heavy")
    assert "Put `heal` into the hero's `abilities`" in fault.hint
    assert "`strike`, `ultimate`, `shield`, `heavy`" in fault.hint


def test_what_is_equipped_twice_is_listed_once():
    fault = unequipped(parse_rule("turn < 3 -> heal"), ("shield", "shield"))
    assert fault.expected == ("strike", "ultimate", "shield")
    assert fault.hint.count("`shield`") == 1
    found = [a.params["ability"] for a in advice(abilities=("heal", "heal")) if a.code == "unused-ability"]
    assert found == ["heal"]


@pytest.mark.parametrize("action", ["strike", "ultimate", "heal"])
def test_what_every_hero_has_or_this_one_equipped_is_no_error(action):
    assert unequipped(parse_rule(f"turn < 3 -> {action}"), ("heal",)) is None


def test_the_condition_of_an_ability_that_is_not_equipped_is_no_error():
    assert unequipped(parse_rule("enemy.last == stun -> strike"), ()) is None


def test_a_hero_of_eight_tangled_rules_is_judged_in_few_steps(monkeypatch):
    rules = [
        "self.hp < 50% and enemy.hp < 50% -> heal", "self.energy >= 50 and enemy.energy > 20 -> shield",
        "self.knowledge > 50 and enemy.knowledge < 20 -> combo", "turn > 5 and enemy.last == heavy -> drain",
        "self.faster and enemy.has(shield) -> stun", "self.last == strike and enemy.has(rage) -> dodge",
        "enemy.has(poison) and not self.has(poison) -> poison", "self.hp < 20% and enemy.hp < 30% -> review",
    ]  # fmt: skip
    judged = []
    escapes = Domain.escapes

    def counted(*arguments):
        judged.append(arguments)
        return escapes(*arguments)

    monkeypatch.setattr(Domain, "escapes", counted)
    advice(*rules)
    assert 0 < len(judged) < 100


def test_an_ultimate_that_asks_for_less_is_judged_by_what_it_asks_for():
    rules = [parse_rule("self.knowledge <= 70 -> ultimate")]
    settings = {**PRICES, "abilities": (), "energy_per_turn": 20}
    assert "never-fires" in [found.code for found in advise(rules, **settings)]
    cheaper = advise(rules, **{**settings, "ultimate_knowledge": 65})
    assert "never-fires" not in [found.code for found in cheaper]


def test_the_rule_for_the_ultimate_that_is_proposed_asks_for_what_the_ultimate_asks_for():
    (found,) = advise([], abilities=(), energy_per_turn=20, **{**PRICES, "ultimate_knowledge": 65})
    assert "`self.knowledge >= 65 -> ultimate`" in found.hint
