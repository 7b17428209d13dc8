"""The commands that texts name: they are there, with the options, and the same in every language."""

import re
from functools import cache
from typing import Any

import pytest
import typer

from dsl.catalogue import LOCALES
from mcp_server.cli.program import app
from mcp_server.program_name import PROGRAM
from tests.e2e.test_texts import ROOMS, TEXTS, told

CALL = re.compile(r"\barena((?: [a-z]+(?:-[a-z]+)*)+)([^.,;:!?»`)\n]*)")
"""`arena`, words that may be its commands, and what follows."""
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
GIVEN = re.compile(r"^ ([A-ZА-Я]{2,})\b", re.MULTILINE)
"""What stands for an argument right after a command: FILE."""


@cache
def commands() -> dict[str, frozenset[str]]:
    """All commands by their paths (`runs retry`), with their options."""
    root: Any = typer.main.get_command(app)
    found: dict[str, frozenset[str]] = {}

    def add(command: Any, path: tuple[str, ...], options: frozenset[str]) -> None:
        own = frozenset(opt for param in command.params for opt in param.opts if opt.startswith("--"))
        found[" ".join(path)] = options | own
        if hasattr(command, "list_commands"):
            context = typer.Context(command, info_name=PROGRAM)
            for name in command.list_commands(context):
                add(command.get_command(context, name), (*path, name), options if path else own)

    add(root, (), frozenset({"--help"}))
    return found


def called(text: str) -> set[tuple[str, str]]:
    """The calls in a text: the command's path, and what follows it. Words that are no command are prose."""
    calls = set()
    for words, rest in CALL.findall(text):
        names = words.split()
        for length in range(len(names), 0, -1):
            if " ".join(names[:length]) in commands():
                calls.add((" ".join(names[:length]), " ".join(names[length:]) + rest))
                break
    return calls


def commands_and_options(text: str) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(path for path, _ in called(text)), frozenset(OPTION.findall(text))


def given(text: str) -> frozenset[str]:
    """What stands for arguments right after its commands."""
    return frozenset(GIVEN.findall("\n".join(rest for _, rest in called(text))))


def test_the_commands_are_found() -> None:
    assert {"check", "runs retry", "bench battle", "restore"} <= set(commands())
    assert "--replace" in commands()["restore"]
    assert "--json" not in commands()["run"]


@pytest.mark.parametrize("room", ROOMS)
def test_a_text_names_the_same_commands_and_options_in_every_language(room: str) -> None:
    assert [key for key, texts in told(room) if len({*map(commands_and_options, texts)}) > 1] == []


@pytest.mark.parametrize("room", ROOMS)
def test_commands_and_options_in_texts_exist(room: str) -> None:
    known = frozenset().union(*commands().values())
    for locale in LOCALES:
        for text in TEXTS[room, locale].values():
            assert set(OPTION.findall(text)) <= known, text
            for path, rest in called(text):
                assert set(OPTION.findall(rest)) <= commands()[path], text


@pytest.mark.parametrize("room", ROOMS)
def test_whatever_follows_arena_in_a_russian_text_is_a_command(room: str) -> None:
    """There alone the word is nothing but the program's name."""
    for text in TEXTS[room, "ru"].values():
        for words, _ in CALL.findall(text):
            assert words.split()[0] in commands(), text


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_command_is_given_is_called_the_same_in_every_language(room: str) -> None:
    assert [key for key, texts in told(room) if len({*map(given, texts)}) > 1] == []
