"""What a look is called by."""

from arena.hero import Hero, look_key
from arena.hero.sample import SAMPLE

SPRITE = Hero.model_validate(SAMPLE).sprite


WHOLE = SPRITE.model_copy(update={"strike": SPRITE.pixels, "rig": SPRITE.pixels, "strike_rig": SPRITE.pixels})


def test_a_key_is_the_same_for_ever() -> None:
    assert look_key(WHOLE) == "1e4758c6724ca4c7061a659e"
    assert look_key(SPRITE) == "eb8e1ac29b5a90d46190b248"


def test_every_part_of_a_look_counts() -> None:
    other = ("#000000", *SPRITE.palette[1:]), SPRITE.pixels[::-1]
    looks = [
        SPRITE,
        SPRITE.model_copy(update={"palette": other[0]}),
        SPRITE.model_copy(update={"pixels": other[1]}),
        SPRITE.model_copy(update={"strike": SPRITE.pixels}),
        SPRITE.model_copy(update={"rig": SPRITE.pixels}),
        SPRITE.model_copy(update={"strike": SPRITE.pixels, "strike_rig": SPRITE.pixels}),
    ]
    assert len({look_key(each) for each in looks}) == len(looks)
