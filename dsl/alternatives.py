"""Which rules a faulty one stands for, where it has an "or" or parentheses around several conditions.

The language only joins conditions by `and`. What is written otherwise can be said by several rules with the
same action: here it is worked out which conditions belong to which of them, by their numbers.
"""

from collections.abc import Collection, Mapping
from itertools import product

Choices = tuple[tuple[int, ...], ...]
"""For a group in parentheses the sets of its conditions that each make a rule, numbered within the group."""


def negated(blocks: Choices) -> Choices:
    """What `not (...)` stands for (De Morgan): each choice of one opposite from every block.

    `blocks` are the parts between two "or"; each condition of the group is read as its opposite.
    """
    return tuple(product(*blocks))


def rules_meant(count: int, ors: Collection[int], groups: Mapping[int, Choices]) -> list[tuple[int, ...]]:
    """The rules that `count` conditions stand for, each as the numbers of its conditions.

    Behind each condition of `ors` stands an "or"; `groups` has the groups by their first condition.
    """
    rules: list[tuple[int, ...]] = []
    present: list[tuple[int, ...]] = [()]
    number = 0
    while number < count:
        choices = groups.get(number, ((0,),))
        present = [
            (*rule, *(number + place for place in choice if number + place < count))
            for rule in present
            for choice in choices
        ]
        number += 1 + max(max(choice) for choice in choices)
        if number - 1 in ors and number < count:
            rules += present
            present = [()]
    return rules + present
