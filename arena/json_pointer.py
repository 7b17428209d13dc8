"""JSON pointers (RFC 6901): the place of a fault, written and read."""

from collections.abc import Iterable

from arena.excerpt import printable

LONGEST_NAME = 80
"""Characters of a field's name in a pointer."""


def pointer(names: Iterable[int | str]) -> str:
    """The pointer to what lies under these field names and list indices, outermost first; "" for none.

    Names that are long or not printable are cut and escaped: such a pointer is for reading only.
    """
    shown = (printable(str(name), LONGEST_NAME) for name in names)
    return "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in shown)


def tokens(path: str) -> tuple[str, ...]:
    """The names in a pointer. Whether one of digits is an index, only the document tells."""
    return tuple(name.replace("~1", "/").replace("~0", "~") for name in path.split("/")[1:])


def text_at(data: object, path: str) -> str | None:
    """The text in plain JSON data to which a pointer leads, None if there is none."""
    node: object = data
    for name in tokens(path):
        if isinstance(node, dict) and name in node:
            node = node[name]
        elif isinstance(node, list) and name.isdecimal() and int(name) < len(node):
            node = node[int(name)]
        else:
            return None
    return node if isinstance(node, str) else None
