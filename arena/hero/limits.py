"""Sizes of a hero's parts, each once. Stats' bounds are the ruleset's, slots are the levels'.

Source: the section «Герой» of the rules.
"""

DOCUMENT_BYTES = 16 * 1024
"""The largest hero JSON; a larger one is refused before it is parsed."""

DOCUMENT_DEPTH = 16
"""The deepest nesting of lists and objects that is read at all; a hero needs three."""

NAME_LENGTH = (2, 24)
MOTTO_LENGTH = 80
"""Code points, after NFC and trimming."""

GRID = 32
"""Rows of a picture, and characters of a row."""

PALETTE_SIZE = (1, 8)
MIN_OPAQUE = 32
TRANSPARENT = "."

RIG_PARTS = {"h": "head", "t": "torso", "a": "back arm", "A": "front arm", "l": "back leg", "L": "front leg"}
"""Letters of a rig. The front is the right side, which faces the enemy."""
