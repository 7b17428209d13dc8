"""The public heroes: four dummies to train against and the sample heroes, one JSON file each.

A hero's id is its file's name. Their designs, rules too, are anybody's to read and to learn from.
"""

from functools import cache
from importlib.resources import files

from arena.errors import ArenaError, refuse
from arena.excerpt import printable
from arena.hero import Hero, check_hero, load_hero, name_key
from arena.likeness import nearest

DUMMY_IDS = ("golem", "ninja", "witch", "pm")


@cache
def sample_ids() -> tuple[str, ...]:
    """The sample heroes' ids, in alphabetical order."""
    entries = (entry.name for entry in files(__package__).joinpath("samples").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in entries if name.endswith(".json")))


def names() -> tuple[str, ...]:
    """The ids of the whole roster, the dummies first."""
    return DUMMY_IDS + sample_ids()


def dummies() -> dict[str, Hero]:
    """The training dummies by id, in the order in which the rules list them."""
    return {id_: _read(id_) for id_ in DUMMY_IDS}


def samples() -> dict[str, Hero]:
    """The sample heroes by id."""
    return {id_: _read(id_) for id_ in sample_ids()}


def load(given: str) -> Hero:
    """The hero with this id or this name, in any case. Raises `ArenaError` `unknown-hero`, which names one
    that is like it, if there is one, and all."""
    return _read(find(given))


def find(given: str) -> str:
    """The id that `load` would read."""
    known = names()
    ids = {id_.casefold(): id_ for id_ in known} | {name_key(_read(id_).name): id_ for id_ in known}
    for key in (given.casefold(), name_key(given)):
        if key in ids:
            return ids[key]
    raise _unknown(given)


def _unknown(given: str) -> ArenaError:
    words = {"given": printable(given), "known": ", ".join(names())}
    ids = {id_: id_ for id_ in names()} | {_read(id_).name: id_ for id_ in names()}
    alike = nearest(given, ids)
    if alike is None:
        return refuse("unknown-hero", **words)
    return refuse("unknown-hero", reason="near", nearest=ids[alike], **words)


def level(id_: str) -> int:
    """The lowest level at which this hero could stand."""
    needed = check_hero(load(id_)).needs_level
    if needed is None:
        raise LookupError(f"{id_} has more slots than any level")
    return needed


def document(id_: str) -> bytes:
    """The hero's file as it is, unchecked: its JSON."""
    folder = files(__package__)
    file = folder.joinpath(f"{id_}.json") if id_ in DUMMY_IDS else folder.joinpath("samples", f"{id_}.json")
    return file.read_bytes()


@cache
def _read(id_: str) -> Hero:
    return load_hero(document(id_))
