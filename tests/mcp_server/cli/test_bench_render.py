"""`arena bench render`: what is measured adds up. Speed itself is not tested."""

from statistics import median

import pytest

import render.compiling
from arena import roster
from arena.battle import fight
from mcp_server.cli import compiling
from mcp_server.cli.benches import render as bench
from mcp_server.cli.benches import render_speed
from mcp_server.cli.benches.film_speed import FilmSpeed
from mcp_server.cli.benches.hostile_looks import HOSTILE
from mcp_server.cli.benches.render_speed import HeroSpeed, LookSpeed, RenderSpeed, Size, size_of
from render import figure_glb
from render.compiling import compile_drawing
from render.model import model_of

IDS = ("golem", "ninja", "teapot")
BRIEF = ("teapot", "teapot", 140)
"""A battle of a few turns."""
FIGURES = ["picture_ms", "figure_ms", "figure", "small"]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """What draws and fights, so that the bench has not to tell that it compiles it."""
    compile_drawing()
    fight(roster.load("golem"), roster.load("golem"), 0)


@pytest.fixture(autouse=True)
def _fewer_heroes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.roster, "names", lambda: IDS)
    monkeypatch.setattr(render_speed, "ROUNDS", 2)
    monkeypatch.setattr(render_speed, "FILMED", (BRIEF,))


@pytest.mark.medium
def test_json_has_every_measurement_with_stable_keys(arena):
    result = arena("bench", "render", "--json")
    assert result.err == ""
    assert list(result.data) == ["rounds", "picture_size", "heroes", "median", "hostile", "films", "targets"]
    heroes, middle = result.data["heroes"], result.data["median"]
    assert [each["hero"] for each in heroes] == list(IDS)
    for each in heroes:
        assert list(each) == ["hero", *FIGURES]
        assert each["picture_ms"] > 0
        assert each["figure"]["bytes"] == len(figure_glb(roster.load(each["hero"])))
        assert each["small"]["bytes"] == len(figure_glb(roster.load(each["hero"]), small=True))
    assert list(middle) == FIGURES
    assert middle["figure_ms"] == median(each["figure_ms"] for each in heroes)
    assert middle["small"]["bytes"] == median(each["small"]["bytes"] for each in heroes)
    hostile = result.data["hostile"]
    assert [each["look"] for each in hostile] == list(HOSTILE)
    assert all(list(each) == ["look", "picture_ms", "figure_ms"] for each in hostile)
    (film,) = result.data["films"]
    assert (film["a"], film["b"], film["seed"]) == BRIEF
    assert 0 < film["frames"] / film["frames_per_second"] < film["seconds"]
    targets = result.data["targets"]
    assert {each["name"]: each["measured"] for each in targets} == {
        "picture_ms": middle["picture_ms"],
        "figure_ms": middle["figure_ms"],
        "hostile_picture_ratio": max(each["picture_ms"] for each in hostile) / middle["picture_ms"],
        "hostile_figure_ratio": max(each["figure_ms"] for each in hostile) / middle["figure_ms"],
        "film_seconds": film["seconds"],
        "frames_per_second": film["frames_per_second"],
    }
    assert [each["bound"] for each in targets] == [20, 60, 2, 2, 20, 30]
    assert result.code == (0 if all(each["met"] for each in targets) else 1)


@pytest.mark.medium
def test_what_has_to_be_compiled_first_is_announced(arena, monkeypatch):
    monkeypatch.setattr(render.compiling, "drawing_is_kept", lambda: False)
    monkeypatch.setattr(compiling, "kernel_is_kept", lambda: False)
    assert [line.partition(":")[0] for line in arena("bench", "render").err.splitlines()] == [
        "Compiling the battle engine",
        "Compiling the renderer",
    ]


@pytest.mark.parametrize(
    ("figures", "missed"),
    [
        ((20.0, 60.0, 40.0, 120.0, 20.0, 30.0), 0),
        ((20.1, 60.0, 40.0, 120.0, 20.0, 30.0), 1),
        ((20.0, 60.1, 40.0, 120.0, 20.0, 30.0), 1),
        ((20.0, 60.0, 40.1, 120.0, 20.0, 30.0), 1),
        ((20.0, 60.0, 40.0, 120.1, 20.0, 30.0), 1),
        ((20.0, 60.0, 40.0, 120.0, 20.1, 30.0), 1),
        ((20.0, 60.0, 40.0, 120.0, 20.0, 29.9), 1),
    ],
)
@pytest.mark.parametrize(
    ("locale", "told"), [("ru", "НЕ ВЫПОЛНЕНО"), ("en", "MISSED"), ("es", "NO CUMPLIDO")]
)
def test_a_missed_target_fails_and_is_told(arena, monkeypatch, figures, missed, locale, told):
    picture, figure, hostile_picture, hostile_figure, seconds, frames = figures
    speed = RenderSpeed(
        (HeroSpeed("golem", picture, figure, Size(10, 1000), Size(5, 100)),),
        (LookSpeed("full square", 1.0, 1.0), LookSpeed("checkerboard", hostile_picture, hostile_figure)),
        (FilmSpeed("golem", "duck", 7, 300, seconds, frames),),
    )
    monkeypatch.setattr(bench, "measure_render", lambda ids, measured: speed)
    result = arena("bench", "render", "--lang", locale)
    assert (result.code, result.out.count(told)) == (missed, missed)


def test_one_film_that_is_too_slow_misses_both_targets_of_films():
    fast, slow = FilmSpeed("golem", "duck", 7, 300, 5.0, 90.0), FilmSpeed("golem", "duck", 8, 300, 60.0, 6.0)
    look = LookSpeed("full square", 1.0, 1.0)
    hero = HeroSpeed("golem", 1.0, 1.0, Size(10, 1000), Size(5, 100))
    targets = {each.name: each for each in RenderSpeed((hero,), (look,), (fast, slow, fast)).targets}
    assert (targets["film_seconds"].measured, targets["frames_per_second"].measured) == (60.0, 6.0)
    assert [each.name for each in targets.values() if not each.is_met] == [
        "film_seconds",
        "frames_per_second",
    ]


@pytest.mark.medium
@pytest.mark.parametrize(
    ("locale", "told"), [("ru", "Картинка, мс"), ("en", "Picture, ms"), ("es", "Imagen, ms")]
)
def test_the_table_names_every_hero_in_the_reader_s_language(arena, locale, told):
    result = arena("bench", "render", "--lang", locale)
    assert told in result.out
    for id_ in IDS:
        assert f"\n{id_} " in result.out


def test_triangles_are_those_of_both_frames():
    golem = roster.load("golem")
    frames = (model_of(golem.sprite), model_of(golem.sprite, "strike"))
    triangles = sum(2 * len(mesh.sides) for frame in frames for mesh in frame.meshes.values())
    glb = figure_glb(golem)
    assert size_of(glb) == Size(triangles, len(glb))
