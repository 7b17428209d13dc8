"""Who tells a digest: the words of a language, and what everybody is called."""

from dataclasses import dataclass

from arena.league.digest.model import Bout
from arena.league.digest.naming import Names
from arena.league.digest.page import Name, Sentence, Table
from arena.league.digest.words import Words

WON, DRAWN = "1 : 0", "½ : ½"


@dataclass(frozen=True)
class Speaker:
    """Words and names."""

    words: Words
    names: Names

    def hero(self, id_: int) -> Name:
        """A hero's name."""
        return Name(self.names.heroes[id_])

    def heroes(self, ids: tuple[int, ...], count: int) -> Sentence:
        """The names of heroes, and how many more than these there are."""
        listed = self.words.listed((self.hero(id_),) for id_ in ids)
        more = count - len(ids)
        return listed + self.words.say("and-more", count=self.words.number(more)) if more > 0 else listed

    def bout(self, bout: Bout) -> tuple[Sentence, ...]:
        """A battle's cells: the winner, the score, the other, the turns."""
        first, second = (bout.b, bout.a) if bout.winner == 1 else (bout.a, bout.b)
        score = DRAWN if bout.winner == -1 else WON
        return (self.hero(first),), (score,), (self.hero(second),), (self.words.number(bout.turns),)

    def table(self, *columns: str, rows: tuple[tuple[Sentence, ...], ...], numbers: set[int]) -> Table:
        """A table, its columns by the keys of their headers."""
        header = tuple(self.words.text(f"column.{name}") for name in columns)
        return Table(header, rows, frozenset(numbers))

    def upset(self, bout: Bout) -> Sentence:
        """The biggest upset: who beat whom, and both ratings."""
        weak, strong = (bout.b, bout.a) if bout.winner == 1 else (bout.a, bout.b)
        low, high = sorted((bout.rating_a, bout.rating_b))
        return self.words.say(
            "story.upset",
            winner=self.hero(weak),
            loser=self.hero(strong),
            low=self.words.rating(low),
            high=self.words.rating(high),
        )

    def longest(self, bout: Bout) -> Sentence:
        """The longest battle."""
        turns = self.words.number(bout.turns)
        key = "story.longest-draw" if bout.winner == -1 else "story.longest"
        first, second = (bout.b, bout.a) if bout.winner == 1 else (bout.a, bout.b)
        return self.words.say(key, winner=self.hero(first), loser=self.hero(second), turns=turns)
