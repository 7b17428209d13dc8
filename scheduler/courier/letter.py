"""What is sent."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Letter:
    """A message as its recipient reads it. An alert is plain text alone."""

    title: str
    plain: str
    markdown: str | None = None
    html: str | None = None
