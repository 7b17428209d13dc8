"""The grammar and the vocabulary name the same words, and no terminal is left without a name."""

from dsl.grammar import kind_by_text, lex, text_by_kind
from dsl.recovery_point import actions, effects, fighters, gauges, properties, signs
from dsl.vocabulary import ACTIONS, EFFECTS, FIGHTERS, GAUGES, PROPERTIES, SIGNS

CONNECTING = {"turn", "and", "not", ".", "(", ")", "%", "->"}


def test_the_grammar_has_the_words_of_the_vocabulary_and_no_others():
    assert set(kind_by_text()) == {*FIGHTERS, *PROPERTIES, *CONNECTING, *ACTIONS, *EFFECTS, *SIGNS}


def test_every_terminal_is_named_as_people_would_name_it():
    assert not [kind for kind in text_by_kind() if kind.startswith("_")]


def test_groups_of_terminals_cover_their_part_of_the_vocabulary():
    groups = {
        fighters(): FIGHTERS,
        properties(): PROPERTIES,
        gauges(): GAUGES,
        effects(): EFFECTS,
        actions(): ACTIONS,
        signs(): SIGNS,
    }
    for terminals, texts in groups.items():
        assert sorted(text_by_kind()[kind] for kind in terminals) == sorted(texts)


def test_a_word_ends_only_at_what_is_no_letter():
    assert [piece.kind for piece in lex("notself not self self.hp")] == [
        "WORD",
        "NOT",
        "SELF",
        "SELF",
        "DOT",
        "HP",
    ]


def test_the_lexer_reads_any_text_to_its_end():
    text = "\x00\ud800 é🔥\u202e#~$\\ \n self"
    pieces = lex(text)
    assert pieces[-1].text == "self"
    assert all(text[piece.start : piece.end] == piece.text for piece in pieces)
