"""The version of what a battle's result depends on beside its ruleset: the order of draws and turns.

It goes up when the same records, seed and ruleset would fight another battle. Every stored battle names the
one it was fought with, and a replay asks for it.
"""

KERNEL_VERSION = 1
