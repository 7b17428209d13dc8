"""The rounds of a tournament in which a hero rested, as `Placing.byes` keeps them: a bit each, the lowest for
the first round."""


def bit_of(round_: int) -> int:
    """The bit of a round, which counts from 1."""
    return 1 << (round_ - 1)


def rounds_in(bits: int) -> tuple[int, ...]:
    """The rounds of `Placing.byes`, in their order."""
    return tuple(round_ for round_ in range(1, bits.bit_length() + 1) if bits & bit_of(round_))
