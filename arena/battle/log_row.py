"""A turn in the log of a battle, as the kernel writes it and `log` reads it: 32 bytes."""

import numpy as np

from arena.hero.record import NO_ACTION

ROW = np.dtype(
    [
        ("tick", "<u2"),
        ("turn", "<u2"),
        ("rule_action", "u1"),  # four bits each: NO_RULE or the rule, STUNNED or the action
        ("side_outcomes", "u1"),  # three hits of two bits (0 none, 1 miss, 2 hit, 3 crit), then the side
        ("first_loss", "<u2"),
        ("hp_seen", "<u2", (2,)),  # seen: when the action was picked; all pairs are side A, side B
        ("knowledge_seen", "<u2", (2,)),
        ("hp", "<u2", (2,)),
        ("knowledge", "<u2", (2,)),
        ("energy_seen", "u1", (2,)),
        ("second_loss", "<u2"),  # the third is what is left of the health that went
        ("effects", "<u4"),  # six bits each: seen A, seen B, after A, after B
    ]
)
LOG_WORDS = ROW.itemsize // 4

NO_RULE = 15
STUNNED = NO_ACTION
