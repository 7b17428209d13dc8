"""Who tells a digest: the words of a language, what everybody is called, and where it can be looked at."""

from dataclasses import dataclass

from arena.league.digest.model import Bout
from arena.league.digest.naming import Names
from arena.league.digest.page import Link, Name, Sentence, Table
from arena.league.digest.sights import NOTHING, Sights
from arena.league.digest.words import Words

WON, DRAWN = "1 : 0", "½ : ½"


@dataclass(frozen=True)
class Speaker:
    """Words, names and addresses."""

    words: Words
    names: Names
    sights: Sights = NOTHING

    def hero(self, id_: int) -> Name:
        """A hero's name."""
        return Name(self.names.heroes[id_], self.sights.pictures.get(id_))

    def heroes(self, ids: tuple[int, ...], count: int) -> Sentence:
        """The names of heroes, and how many more than these there are."""
        listed = self.words.listed((self.hero(id_),) for id_ in ids)
        more = count - len(ids)
        return listed + self.words.say("and-more", count=self.words.number(more)) if more > 0 else listed

    def bout(self, run: int | None, bout: Bout) -> tuple[Sentence, ...]:
        """The cells of a run's battle: the winner, the score, the other, the turns."""
        first, second = (bout.b, bout.a) if bout.winner == 1 else (bout.a, bout.b)
        score = DRAWN if bout.winner == -1 else WON
        film = self._film(run, bout, score)
        return (self.hero(first),), (film or score,), (self.hero(second),), (self.words.number(bout.turns),)

    def film(self, run: int | None, bout: Bout) -> Sentence:
        """A link to the film of a run's battle, to stand after what is told of it; empty if there is none."""
        film = self._film(run, bout, self.words.text("film"), spare=True)
        return () if film is None else (film,)

    def _film(self, run: int | None, bout: Bout, text: str, spare: bool = False) -> Link | None:
        address = None if run is None else self.sights.films.get((run, bout.number))
        title = f"{self.names.heroes[bout.a]} – {self.names.heroes[bout.b]}"
        return None if address is None else Link(text, address, title, spare)

    def table(self, *columns: str, rows: tuple[tuple[Sentence, ...], ...], numbers: set[int]) -> Table:
        """A table, its columns by the keys of their headers."""
        header = tuple(self.words.text(f"column.{name}") for name in columns)
        return Table(header, rows, frozenset(numbers))

    def upset(self, run: int | None, bout: Bout) -> Sentence:
        """A run's biggest upset: who beat whom, and both ratings."""
        weak, strong = (bout.b, bout.a) if bout.winner == 1 else (bout.a, bout.b)
        low, high = sorted((bout.rating_a, bout.rating_b))
        told = self.words.say(
            "story.upset",
            winner=self.hero(weak),
            loser=self.hero(strong),
            low=self.words.rating(low),
            high=self.words.rating(high),
        )
        return told + self.film(run, bout)

    def longest(self, run: int | None, bout: Bout) -> Sentence:
        """A run's longest battle."""
        turns = self.words.number(bout.turns)
        key = "story.longest-draw" if bout.winner == -1 else "story.longest"
        first, second = (bout.b, bout.a) if bout.winner == 1 else (bout.a, bout.b)
        told = self.words.say(key, winner=self.hero(first), loser=self.hero(second), turns=turns)
        return told + self.film(run, bout)
