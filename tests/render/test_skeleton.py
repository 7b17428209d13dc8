"""Skeletons: where the joints of a body are."""

import pytest

from render.model import model_of
from render.pixels import Frame
from tests.render.looks import ALL, look


@pytest.mark.parametrize("frame", ["pixels", "strike"])
@pytest.mark.parametrize("name", ALL)
def test_a_joint_is_as_deep_in_the_figure_as_the_part_that_turns_there(name: str, frame: Frame) -> None:
    model = model_of(look(name).sprite, frame)
    for part, (_, _, z) in model.skeleton.joints.items():
        depths = model.meshes[part].corners[..., 2]
        assert depths.min() <= z <= depths.max()
