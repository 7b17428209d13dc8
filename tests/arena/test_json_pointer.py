"""The place of a fault as a JSON pointer."""

import pytest

from arena.json_pointer import pointer, tokens


@pytest.mark.parametrize(
    ("names", "path"),
    [
        ((), ""),
        (("rules", 0), "/rules/0"),
        (("sprite", "pixels", 31), "/sprite/pixels/31"),
        (("",), "/"),
        (("a/b", "~", "~1"), "/a~1b/~0/~01"),
    ],
)
def test_a_pointer_is_read_as_it_was_written(names, path):
    assert pointer(names) == path
    assert tokens(path) == tuple(map(str, names))


def test_a_name_that_cannot_be_shown_is_escaped_and_a_long_one_is_cut():
    assert pointer(("a\x1b[31m", "x" * 100)) == f"/a\\u001b[31m/{'x' * 80}…"
