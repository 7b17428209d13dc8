"""Clips: what moves in them, and that they begin and end as they should."""

import numpy as np
import pytest
from numpy.typing import NDArray

from render.model import Model, model_of
from render.pixels import Frame, drawn_frames
from render.poses import ARMS, BLOW_SHARE, CLIPS, Clip
from render.rig import Part, rig_of
from render.skeleton import skeleton_of
from tests.render.looks import ALL, DOLLS, REAL, look

LIMBS = (Part.HEAD, Part.BACK_ARM, Part.FRONT_ARM, Part.BACK_LEG, Part.FRONT_LEG)
NAMES = ("idle", "walk", "strike", "cast", "guard", "hit", "stunned", "fall", "win")


def _pixels(points: NDArray[np.float64]) -> set[tuple[int, int]]:
    """Where points are seen from the front."""
    return {(x, y) for x, y in np.floor(points[:, :2]).astype(int).tolist()}


def _has_all_parts(name: str, frame: Frame) -> bool:
    return set(skeleton_of(rig_of(look(name).sprite, frame)).joints) == set(Part)


def _drawn(model: Model, clip: str, seconds: float, *parts: Part) -> NDArray[np.float64]:
    """(n, 3): the corners of some of a figure's parts, or of all, at a time of a clip."""
    places = model.placed(CLIPS[clip], seconds)
    return np.concatenate(
        [
            model.meshes[part].corners.reshape(-1, 3) @ places[part][:3, :3].T + places[part][:3, 3]
            for part in parts or model.meshes
        ]
    )


def test_there_are_the_clips_that_a_battle_is_told_with() -> None:
    assert tuple(CLIPS) == NAMES


@pytest.mark.parametrize(
    ("name", "frame"),
    [
        (name, frame)
        for name in ALL
        for frame in drawn_frames(look(name).sprite)
        if _has_all_parts(name, frame)
    ],
)
def test_the_head_and_every_limb_of_a_full_rig_turn_when_it_walks_strikes_and_is_hit(
    name: str, frame: Frame
) -> None:
    """However far its proportions let it swing its arms; in its second frame all turn less."""
    model, least = model_of(look(name).sprite, frame), 3 if frame == "pixels" else 3 * BLOW_SHARE
    for clip in ("walk", "strike", "hit"):
        keys = model.keys(CLIPS[clip])
        turned = {limb: np.ptp([pose.turns.get(limb, 0.0) for pose in keys]) for limb in LIMBS}
        assert {limb for limb, degrees in turned.items() if degrees < least} == set(), clip


@pytest.mark.parametrize("clip", CLIPS.values(), ids=CLIPS)
def test_the_body_as_a_whole_moves_so_that_a_figure_without_limbs_does_too(clip: Clip) -> None:
    assert len({(pose.move, pose.turn) for pose in clip.poses}) > 1


@pytest.mark.parametrize("clip", CLIPS.values(), ids=CLIPS)
def test_poses_are_in_order_from_the_first_moment_to_the_last(clip: Clip) -> None:
    moments = [pose.at for pose in clip.poses]
    assert moments[0] == 0
    assert moments[-1] == 1
    assert moments == sorted(set(moments))


@pytest.mark.parametrize("clip", [each for each in CLIPS.values() if each.loops])
def test_a_clip_that_loops_ends_as_it_begins(clip: Clip) -> None:
    first, *_, last = clip.poses
    assert (first.turns, first.move, first.turn) == (last.turns, last.move, last.turn)


@pytest.mark.parametrize("clip", CLIPS.values(), ids=CLIPS)
def test_nothing_jumps(clip: Clip) -> None:
    steps = np.linspace(0, clip.seconds, 200, endpoint=False)
    poses = [clip.pose_at(float(each)) for each in steps]
    for part in Part:
        turns = np.array([pose.turns.get(part, 0.0) for pose in poses])
        assert np.abs(np.diff(turns)).max() < 10


def test_the_second_frame_is_shown_in_the_blow_only() -> None:
    assert [name for name, clip in CLIPS.items() if clip.blow] == ["strike"]
    strike = CLIPS["strike"]
    assert [strike.shows_blow(share * strike.seconds) for share in (0.0, 0.3, 0.4, 0.6, 0.9)] == [
        False,
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("name", ALL)
def test_joints_are_within_a_pixel_of_the_parts_that_turn_there(name: str) -> None:
    rig = rig_of(look(name).sprite)
    for part, (x, y, _) in skeleton_of(rig).joints.items():
        rows, columns = np.nonzero(rig.shape(part))
        assert columns.min() - 1 <= x <= columns.max() + 2
        assert 31 - rows.max() - 1 <= y <= 31 - rows.min() + 2


@pytest.mark.parametrize("name", ["knight", "doll_015_mummy_f"])
def test_what_hangs_on_the_trunk_moves_with_it(name: str) -> None:
    skeleton = skeleton_of(rig_of(look(name).sprite))
    places = skeleton.placed(CLIPS["hit"].pose_at(0.1), (0.0, 0.0))
    for part in (Part.HEAD, Part.FRONT_ARM):
        joint = np.array([*skeleton.joints[part], 1.0])
        assert places[part] @ joint == pytest.approx(places[Part.TORSO] @ joint)


@pytest.mark.parametrize("name", [*DOLLS[:4], "golem", "duck", "dcss_mon_animals_hound", "full square"])
def test_who_falls_stays_on_the_ground_and_lies_where_it_stood(name: str) -> None:
    model, fall = model_of(look(name).sprite), CLIPS["fall"]
    for seconds in np.linspace(0, fall.seconds, 12):
        points = _drawn(model, "fall", float(seconds))
        assert points[:, 1].min() == pytest.approx(model.skeleton.feet[1], abs=1e-6)
    middle = (points[:, 0].min() + points[:, 0].max()) / 2
    assert abs(middle - model.skeleton.feet[0]) < 10


@pytest.mark.parametrize("name", ALL)
def test_who_has_fallen_lies_on_both_sides_of_the_middle_of_its_body(name: str) -> None:
    """Not on an edge from which it would tip over, nor on the tip of a limb, whatever its proportions."""
    model = model_of(look(name).sprite)
    points = _drawn(model, "fall", CLIPS["fall"].seconds)
    body = [part for part in model.meshes if part not in ARMS] or list(model.meshes)
    middle = _drawn(model, "fall", CLIPS["fall"].seconds, *body)[:, 0].mean()
    touching = points[points[:, 1] < model.skeleton.feet[1] + 2.0, 0]
    assert touching.min() - 1 <= middle <= touching.max() + 1


@pytest.mark.parametrize("name", ["pm", "golem", "doll_016_gnome_m", "doll_095_dwarf_f", "doll_127_gnome_f"])
def test_who_falls_on_short_legs_comes_to_lie_lower_than_it_stood(name: str) -> None:
    model = model_of(look(name).sprite)
    body = [part for part in model.meshes if part not in ARMS]
    stood, lies = (_drawn(model, "fall", at, *body)[:, 1].mean() for at in (0.0, CLIPS["fall"].seconds))
    assert lies - model.skeleton.feet[1] < 0.85 * (stood - model.skeleton.feet[1])


@pytest.mark.parametrize("clip", [name for name, clip in CLIPS.items() if clip.swing])
@pytest.mark.parametrize(
    "name", [name for name in REAL if Part.HEAD in skeleton_of(rig_of(look(name).sprite)).joints]
)
def test_who_swings_its_arms_covers_little_more_of_its_head_than_as_they_hang(name: str, clip: str) -> None:
    """At most a seventh of it; or a quarter as it draws back the arm with which it strikes."""
    model = model_of(look(name).sprite)
    arms = [part for part in ARMS if part in model.meshes]
    hung = _pixels(_drawn(model, "idle", 0.0, *arms)) & _pixels(_drawn(model, "idle", 0.0, Part.HEAD))
    for pose in CLIPS[clip].poses:
        seconds = pose.at * CLIPS[clip].seconds
        share = 1 / 4 if pose.turns.get(Part.FRONT_ARM, 0.0) < 0 else 1 / 7
        head = _pixels(_drawn(model, clip, seconds, Part.HEAD))
        for arm in arms:
            before = head & _pixels(_drawn(model, clip, seconds, arm))
            assert len(before) <= len(hung) + share * len(head)


@pytest.mark.parametrize("clip", ["strike", "cast", "guard"])
@pytest.mark.parametrize("name", ["ninja", "kerning", "doll_011_vampire_f"])
def test_what_is_held_upright_is_swung_to_the_enemy(name: str, clip: str) -> None:
    model, moving = model_of(look(name).sprite), CLIPS[clip]
    widest = max(moving.poses, key=lambda pose: abs(pose.turns.get(Part.FRONT_ARM, 0.0)))
    swung = _drawn(model, clip, widest.at * moving.seconds, Part.FRONT_ARM)
    hung = _drawn(model, "idle", 0.0, Part.FRONT_ARM)
    assert swung[:, 0].max() > hung[:, 0].max() + 1


@pytest.mark.parametrize("name", ["golem", "fox", "ninja", "dcss_mon_animals_hog"])
def test_between_the_keys_of_a_fall_nobody_sinks_in_a_file_either(name: str) -> None:
    model, fall = model_of(look(name).sprite), CLIPS["fall"]
    keys = model.keys(fall)
    heights = [model.moved(pose)[1] for pose in keys]
    for share in np.linspace(0, 1, 60):
        told = np.interp(share, [pose.at for pose in keys], heights)
        pose = model.pose_at(fall, float(share) * fall.seconds)
        assert told == pytest.approx(model.moved(pose)[1], abs=0.6)
