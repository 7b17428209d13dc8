"""What is sent."""

from dataclasses import dataclass
from typing import Literal

Urgency = Literal["info", "warning", "failure"]
"""How a service that knows of such things may mark a letter, in Apprise's words."""


@dataclass(frozen=True)
class Letter:
    """A message as its recipient reads it. An alert is plain text alone."""

    title: str
    plain: str
    markdown: str | None = None
    html: str | None = None
    urgency: Urgency = "info"
