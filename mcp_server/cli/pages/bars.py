"""Bars of health and of shares, to an eighth of a cell."""

FULL = "█"
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
EMPTY = "░"


def bar(value: float, most: float, cells: int) -> str:
    """`value` of `most` as a bar of `cells`; what is above 0 never looks like nothing."""
    eighths = round(8 * cells * min(max(value / most, 0.0), 1.0)) if most else 0
    if value > 0:
        eighths = max(eighths, 1)
    filled = FULL * (eighths // 8) + EIGHTHS[eighths % 8]
    return filled + EMPTY * (cells - len(filled))


def health_style(hp: int, max_hp: int) -> str:
    """The colour of a health bar: green above a half, yellow above a quarter, else red."""
    if 2 * hp > max_hp:
        return "green"
    return "yellow" if 4 * hp > max_hp else "red"
