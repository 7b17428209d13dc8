"""Looks that are valid, and drawn by nobody who means well: a renderer must not take long for them."""

from arena.hero import Sprite
from arena.hero.limits import GRID


def _drawn(*rows: str, palette: tuple[str, ...] = ("#46607d",), letter: str | None = None) -> Sprite:
    rig = tuple("".join("." if pixel == "." else letter for pixel in row) for row in rows) if letter else None
    return Sprite(palette=palette, pixels=rows, rig=rig)


def _rows(row: str) -> tuple[str, ...]:
    return (row,) * GRID


_PILLAR = _rows("..........000000000000..........")

HOSTILE: dict[str, Sprite] = {
    "one pixel wide": _drawn(*_rows("0".center(GRID, "."))),
    "one pixel high": _drawn(*("." * GRID,) * (GRID - 1), "0" * GRID),
    "one dark colour": _drawn(*_rows("........0000000000000000........"), palette=("#000000",)),
    "full square": _drawn(*_rows("01234567" * 4), palette=tuple(f"#{i}0{i}0{i}0" for i in range(8))),
    "single pixels": _drawn(
        *("".join("0" if y % 4 == 0 and x % 8 == 3 else "." for x in range(GRID)) for y in range(GRID))
    ),
    "checkerboard": _drawn(*("0." * (GRID // 2) if y % 2 else ".0" * (GRID // 2) for y in range(GRID))),
    "head only": _drawn(*_PILLAR, letter="h"),
    "front arm only": _drawn(*_PILLAR, letter="A"),
    "back leg only": _drawn(*_PILLAR, letter="l"),
}
