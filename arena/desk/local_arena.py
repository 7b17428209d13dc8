"""An arena for one person, in a file of its own, peopled by the sample heroes."""

import shlex
from collections.abc import Mapping

from sqlmodel import Session, col, select

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.peopling import people
from arena.desk.installation import installation, is_local
from arena.desk.players.keys import KeyOwner
from arena.errors import refuse
from arena.hero import name_key
from arena.settings import default_database, variable
from arena.store.address import place, store_url
from arena.store.tables import Player

DAY_NOW = "run daily --now"


def settle(desk: Desk, names: Mapping[str, str], lang: str) -> KeyOwner:
    """The person whose local arena this is, who speaks `lang` from now on and is called as `names` says for
    that language. A fresh arena gets the person and the sample heroes, all at once; several programs may do
    so at the same time.

    Raises `ArenaError` `league-not-local` for a league of many.
    """
    samples = list(roster.samples().values())
    with desk.write() as (session, now):
        if not installation(session).local:
            raise refuse("league-not-local", database=place(desk.store.url))
        player = _person(session)
        if player is None:
            player = Player(name=names[lang], name_key=name_key(names[lang]), lang=lang, created_at=now)
            session.add(player)
            session.flush()
            people(session, now, [hero.name for hero in samples], samples)
        if player.name in names.values():
            player.name, player.name_key = names[lang], name_key(names[lang])
        player.lang = lang
        session.add(player)
        assert player.id is not None, "it was stored"
        return KeyOwner(player.id, player.name, player.organiser, lang)


def person_of(desk: Desk) -> int | None:
    """Whose local arena this is, by id; None in a league, and where nobody has come yet."""
    with desk.read() as (session, _):
        person = _person(session) if installation(session).local else None
    return None if person is None else person.id


def _person(session: Session) -> Player | None:
    """The first to come who is no owner of a sample hero."""
    samples = [name_key(hero.name) for hero in roster.samples().values()]
    people = select(Player).where(col(Player.name_key).not_in(samples)).order_by(col(Player.id))
    return session.exec(people.limit(1)).first()


def day_command(desk: Desk, program: str) -> str | None:
    """What the person of a local arena types to play a day now; None in a league, which has its calendar.

    It begins with `program`, and names the arena's file where the command would not find it by itself.
    """
    if not is_local(desk):
        return None
    url = desk.store.url
    if url.get_backend_name() != "sqlite" or url == store_url(default_database()):
        return f"{program} {DAY_NOW}"
    return f"{variable('database_url')}={shlex.quote(place(url))} {program} {DAY_NOW}"
