"""What measurements are held against."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """What a figure is held against: it may be at most `bound` or, with `is_least`, must be at least that."""

    name: str
    figure: float
    bound: float
    is_least: bool = False

    @property
    def is_met(self) -> bool:
        return self.figure >= self.bound if self.is_least else self.figure <= self.bound

    @property
    def data(self) -> dict[str, object]:
        """As JSON."""
        return {"name": self.name, "figure": self.figure, "bound": self.bound, "met": self.is_met}
