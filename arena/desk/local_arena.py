"""An arena for one person, in a file of its own, peopled by the sample heroes."""

from sqlmodel import col, select

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.peopling import people
from arena.desk.installation import installation
from arena.desk.players.keys import KeyOwner
from arena.errors import refuse
from arena.hero import name_key
from arena.store.address import place
from arena.store.tables import Player


def settle(desk: Desk, name: str, lang: str) -> KeyOwner:
    """The person whose local arena this is, and who speaks `lang` from now on. A fresh arena gets the person,
    under this name, and the sample heroes, all at once; several programs may do so at the same time.

    Raises `ArenaError` `league-not-local` for a league of many.
    """
    samples = list(roster.samples().values())
    with desk.write() as (session, now):
        if not installation(session).local:
            raise refuse("league-not-local", database=place(desk.store.url))
        player = session.exec(select(Player).order_by(col(Player.id)).limit(1)).first()  # the first to come
        if player is None:
            player = Player(name=name, name_key=name_key(name), lang=lang, created_at=now)
            session.add(player)
            session.flush()
            people(session, now, [hero.name for hero in samples], samples)
        player.lang = lang
        session.add(player)
        assert player.id is not None, "it was stored"
        return KeyOwner(player.id, player.name, player.organiser, lang)
