"""`arena render`: the file that was asked for, where it was asked for, and nothing overwritten."""

import errno
import io
import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import render
import render.compiling
from arena import roster
from arena.battle import fight
from mcp_server.cli import new_file
from mcp_server.cli.commands.render.hero import HeroCommand
from mcp_server.cli.commands.render.kinds import FILMS, HERO_FILES
from mcp_server.cli.commands.render.output import own_name
from render.compiling import compile_drawing
from render.turntable import FRAMES


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """What draws, so that no command has to tell that it compiles it."""
    compile_drawing()


BOX = {"palette": ["#46607d"], "pixels": ["." * 4 + "0" * 24 + "." * 4] * 32}
"""Nothing on it is a limb."""


def test_each_kind_is_a_file_with_the_heros_name_in_the_current_folder(arena, tmp_path):
    golem = roster.load("golem")
    wanted = {
        "glb": render.figure_glb(golem),
        "vox": render.figure_vox(golem),
        "png": render.picture_png(golem),
        "gif": render.turntable_gif(golem),
        "webp": render.turntable_webp(golem),
        "obj": render.figure_obj(golem),
        "stl": render.figure_stl(golem),
    }
    assert list(HERO_FILES) == list(wanted)
    for kind, content in wanted.items():
        result = arena("render", "hero", "golem", "--as", kind)
        assert (result.code, result.err) == (0, "")
        assert result.out == f"Written: golem.{kind}; bytes: {len(content):,}.\n"
        assert (tmp_path / f"golem.{kind}").read_bytes() == content


def test_a_file_s_figure_is_named_like_it_and_a_roster_hero_by_its_id(arena, hero_file, tmp_path):
    (tmp_path / "heroes").mkdir()
    hero_file("heroes/my hero.json")
    assert arena("render", "hero", "heroes/my hero.json", "--as", "vox").code == 0
    assert arena("render", "hero", "Ниндзя прода", "--as", "vox").code == 0
    assert sorted(path.name for path in tmp_path.glob("*.vox")) == ["my hero.vox", "ninja.vox"]


def test_a_hero_from_stdin_makes_hero(arena, hero_file, tmp_path, monkeypatch):
    content = (tmp_path / hero_file("x.json")).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(BytesIO(content)))
    assert arena("render", "hero", "-", "--as", "vox").code == 0
    assert (tmp_path / "hero.vox").exists()


def test_a_film_without_a_name_is_called_after_both_heroes_and_the_seed():
    assert own_name(["-", "heroes/my hero.json"], "webp", 7) == "hero-my hero-7.webp"


@pytest.mark.parametrize("output", ["a.vox", "A.VOX", "./of.png.vox"])
def test_the_ending_of_the_output_says_what_to_make(arena, tmp_path, output):
    assert arena("render", "hero", "golem", "-o", output).code == 0
    assert (tmp_path / output).read_bytes() == render.figure_vox(roster.load("golem"))


@pytest.mark.parametrize("output", ["golem", "golem.v2", "golem.PNG"])
def test_an_output_whose_ending_says_nothing_else_is_written_as_it_is_named(arena, tmp_path, output):
    assert arena("render", "hero", "golem", "--as", "png", "-o", output).code == 0
    assert (tmp_path / output).read_bytes() == render.picture_png(roster.load("golem"))


def test_size_yaw_and_small_do_what_they_say(arena, tmp_path):
    golem = roster.load("golem")
    for arguments, wanted in (
        (["--as", "png", "--size", "64", "--yaw", "-90"], render.picture_png(golem, 64, -90)),
        (["--as", "gif", "--size", "32"], render.turntable_gif(golem, 32)),
        (["--as", "webp", "--size", "32"], render.turntable_webp(golem, 32)),
        (["--as", "glb", "--small"], render.figure_glb(golem, small=True)),
    ):
        assert arena("render", "hero", "golem", *arguments).code == 0
        assert (tmp_path / f"golem.{arguments[1]}").read_bytes() == wanted


def test_a_hyphen_as_output_gives_the_bytes_and_nothing_else(capfdbinary):
    from mcp_server.cli.program import run

    assert run(["render", "hero", "golem", "--as", "png", "-o", "-"]) == 0
    told = capfdbinary.readouterr()
    assert (told.out, told.err) == (render.picture_png(roster.load("golem")), b"")


@pytest.mark.parametrize(
    "command", [["hero", "golem", "-o", "a.vox"], ["battle", "teapot", "teapot", "--seed", "140"]]
)
def test_the_first_compile_of_what_draws_is_announced_beside_the_json(arena, monkeypatch, command):
    fight(roster.load("golem"), roster.load("golem"), 0)  # the kernel is announced by itself
    monkeypatch.setattr(render.compiling, "drawing_is_kept", lambda: False)
    result = arena("render", *command, "--json")
    assert result.err == "Compiling the renderer: once, a few seconds…\n"
    assert result.data["file"]


def test_where_nothing_is_compiled_nothing_is_told_of_it(arena, monkeypatch):
    monkeypatch.setattr(render.compiling, "drawing_is_kept", lambda: False)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    result = arena("render", "hero", "golem", "--as", "vox")
    assert (result.code, result.err) == (0, "")


def test_json_tells_what_was_written_with_stable_keys(arena, tmp_path):
    result = arena("render", "hero", "golem", "--as", "png", "-o", "a.png", "--json")
    assert (result.code, result.err) == (0, "")
    assert result.data == {
        "hero": "golem",
        "name": "Легаси-голем",
        "as": "png",
        "file": "a.png",
        "bytes": (tmp_path / "a.png").stat().st_size,
        "rig_given": True,
        "has_limbs": True,
        "strike_rig_given": True,
        "strike_has_limbs": True,
    }


@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_whoever_gave_no_rig_and_got_no_limbs_is_told_on_stderr_to_send_one(arena, hero_file, locale):
    arguments = ("render", "hero", hero_file(sprite=BOX), "--as", "vox", "--lang", locale)
    result = arena(*arguments)
    assert result.code == 0
    assert "`rig`" in result.err
    assert "`rig`" not in result.out
    data = arena(*arguments, "-o", "again.vox", "--json").data
    assert (data["rig_given"], data["has_limbs"]) == (False, False)


@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_limbs_that_are_missing_in_the_strike_frame_alone_are_told(arena, hero_file, locale):
    golem = roster.load("golem").sprite.model_dump(mode="json", exclude_none=True)
    sprite = {**golem, "strike": BOX["pixels"]}
    del sprite["strike_rig"]
    arguments = ("render", "hero", hero_file(sprite=sprite), "--as", "vox", "--lang", locale)
    result = arena(*arguments)
    assert result.code == 0
    assert "`strike_rig`" in result.err
    assert len(result.err.splitlines()) == 1
    data = arena(*arguments, "-o", "again.vox", "--json").data
    assert (data["rig_given"], data["has_limbs"]) == (True, True)
    assert (data["strike_rig_given"], data["strike_has_limbs"]) == (False, False)


def test_of_a_strike_frame_that_is_not_there_nothing_is_told(arena, hero_file):
    data = arena("render", "hero", hero_file(sprite=BOX), "--as", "vox", "--json").data
    assert (data["strike_rig_given"], data["strike_has_limbs"]) == (None, None)


def test_whoever_gave_a_rig_without_limbs_meant_it(arena, hero_file):
    rig = [row.replace("0", "t") for row in BOX["pixels"]]
    assert arena("render", "hero", hero_file(sprite={**BOX, "rig": rig}), "--as", "vox").err == ""


def test_a_turntable_shows_a_bar_on_a_terminal_only(arena, terminal):
    assert arena("render", "hero", "golem", "--as", "gif", "--size", "32").err == ""
    result = terminal(80, "render", "hero", "golem", "--as", "webp", "--size", "32")
    assert "Drawing" in result.err
    assert "100%" in result.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--as is missing. It is one of: glb, vox, png, gif, webp, obj, stl"),
        (["-o", "-"], "--as is missing. It is one of: glb, vox, png, gif, webp, obj, stl"),
        (["-o", "golem"], "--as is missing. It is one of: glb, vox, png, gif, webp, obj, stl"),
        (
            ["-o", "a.jpg"],
            "a.jpg does not show which format is wanted: add --as with one of glb, vox, png, gif, webp",
        ),
        (["--as", "png", "-o", "x.webp"], "ends in .webp. Write -o x.png, or --as webp"),
        (["--as", "glb", "-o", "my hero.STL"], "ends in .stl. Write -o 'my hero.glb', or --as stl"),
        (["-o", "a.glb", "--yaw", "10"], "--yaw and --as glb do not go together"),
        (["--as", "exe"], "--as must be one of: glb, vox, png, gif, webp, obj, stl"),
        (["--as", "glb", "--yaw", "10"], "--yaw and --as glb do not go together"),
        (["--as", "gif", "--yaw", "0"], "--yaw and --as gif do not go together"),
        (["--as", "obj", "--size", "64"], "--size and --as obj do not go together"),
        (["--as", "png", "--small"], "--small and --as png do not go together"),
        (["--as", "png", "--size", "15"], "--size must be a whole number from 16 to 1024"),
        (["--as", "png", "--size", "1025"], "--size must be a whole number from 16 to 1024"),
        (["--as", "png", "--yaw", "361"], "--yaw must be a whole number from -360 to 360"),
        (["--as", "png", "--yaw", "nan"], "--yaw must be a whole number from -360 to 360"),
        (["--as", "png", "-o", ""], "-o needs a value"),
        (["--output="], "-o needs a value"),
        (["--as", "png", "-o", "-", "--json"], "--json and -o - do not go together"),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(arena, tmp_path, arguments, told):
    before = sorted(tmp_path.iterdir())
    result = arena("render", "hero", "golem", *arguments)
    if "--json" in arguments:
        assert (result.code, result.data["faults"][0]["code"]) == (2, "usage-together")
        assert told in result.data["faults"][0]["message"]
    else:
        assert (result.code, result.out) == (2, "")
        assert told in result.err
    assert sorted(tmp_path.iterdir()) == before


def test_a_hero_with_faults_is_told_as_fight_tells_it_and_makes_nothing(arena, hero_file, tmp_path):
    file = hero_file(rules=["self.hp < 35 -> shield"])
    result = arena("render", "hero", file, "--as", "png")
    assert (result.code, result.out) == (1, "")
    assert result.err == arena("fight", file, "golem").err
    assert arena("render", "hero", "nobody", "--as", "png").code == 1
    assert not list(tmp_path.glob("*.png"))


def test_what_is_there_is_never_overwritten(arena, tmp_path):
    (tmp_path / "golem.png").write_text("mine")
    (tmp_path / "link.png").symlink_to(tmp_path / "nowhere")
    for output in ([], ["-o", "link.png"]):
        result = arena("render", "hero", "golem", "--as", "png", *output)
        assert (result.code, result.out) == (1, "")
        assert "There is already a file" in result.err
    assert (tmp_path / "golem.png").read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("output", "code", "told"),
    [
        ("no/golem.png", "output-folder", "no"),
        (".", "file-folder", "folder"),
        ("x.txt/golem.png", "output-folder", "x.txt"),
        ("n" * 300, "output-unwritable", "too long"),
        ("nul\0.png", "output-unwritable", "null"),
    ],
)
def test_where_nothing_can_be_written_is_told_by_name(arena, tmp_path, output, code, told):
    (tmp_path / "x.txt").write_text("a file")
    result = arena("render", "hero", "golem", "--as", "png", "-o", output, "--json")
    (fault,) = result.data["faults"]
    assert (result.code, fault["code"]) == (1, code)
    assert told in fault["message"]
    assert fault["hint"]
    assert not list(tmp_path.glob("*.png"))


@pytest.mark.parametrize(
    ("arguments", "example"),
    [
        (["hero", "golem", "--as", "png"], "golem.png"),
        (["hero", "duck", "--as", "glb"], "duck.glb"),
        (["battle", "golem", "ninja", "--seed", "7"], "golem-ninja-7.webp"),
    ],
)
@pytest.mark.parametrize("folder", [".", "films/"])
def test_a_folder_is_told_with_a_file_of_that_kind_in_it(arena, tmp_path, arguments, example, folder):
    (tmp_path / "films").mkdir()
    result = arena("render", *arguments, "-o", folder)
    assert (result.code, result.out) == (1, "")
    assert f"such as {os.path.join(folder, example)}." in result.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_without_permission_says_so(arena, tmp_path):
    (tmp_path / "locked").mkdir(0o500)
    assert "Permission denied" in arena("render", "hero", "golem", "--as", "png", "-o", "locked/a.png").err


class _FullDisk(BytesIO):
    def write(self, content: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_fills_up_leaves_no_half_of_a_file(arena, tmp_path, monkeypatch):
    def opened(self: Path, mode: str) -> BytesIO:
        self.touch()
        return _FullDisk()

    monkeypatch.setattr(new_file.Path, "open", opened)
    result = arena("render", "hero", "golem", "--as", "png")
    assert (result.code, result.out) == (1, "")
    assert "No space left on device" in result.err
    assert not (tmp_path / "golem.png").exists()


def test_a_name_with_control_characters_is_shown_and_not_obeyed(arena):
    result = arena("render", "hero", "golem", "--as", "png", "-o", "[red]\x1b[31m.png")
    assert result.out.startswith("Written: [red]\\u001b[31m.png; bytes: ")


@pytest.mark.parametrize("arguments", [[], ["hero", "--help"]])
def test_help_shows_the_way(arena, arguments):
    result = arena("render", *arguments)
    assert result.code == 0
    assert "arena render hero golem --as" in result.out


@pytest.mark.parametrize(
    ("locale", "size", "yaw"),
    [("ru", "1\u00a0256", "30,5"), ("en", "1,256", "30.5"), ("es", "1.256", "30,5")],
)
def test_help_tells_what_is_usual_as_the_reader_s_language_writes_numbers(
    arena, monkeypatch, locale, size, yaw
):
    monkeypatch.setattr(
        HeroCommand, "fillings", {**HeroCommand.fillings, "picture": 1256, "turntable": 7, "yaw": 30.5}
    )
    told = arena("render", "hero", "--help", "--lang", locale).out
    assert size in told
    assert yaw in told


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
@pytest.mark.parametrize(("command", "kinds"), [("hero", HERO_FILES), ("battle", FILMS)])
def test_help_tells_the_kinds_of_files(arena, command, kinds, locale):
    told = arena("render", command, "--help", "--lang", locale).out
    assert f": {', '.join(kinds)}." in " ".join(told.split())


def test_a_picture_that_was_written_opens(arena, tmp_path):
    arena("render", "hero", "golem", "--as", "webp", "--size", "40")
    with Image.open(tmp_path / "golem.webp") as film:
        assert (film.size, film.n_frames) == ((40, 40), FRAMES)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"pixels": ["." * 32] * 32}, "too-few-pixels"),
        ({"pixels": ["7" * 32] * 32}, "pixel-unknown"),
        ({"rig": ["h" * 32] * 32}, "rig-excess"),
    ],
)
@pytest.mark.parametrize("kind", ["glb", "png"])
def test_a_look_with_faults_is_refused_with_its_own_code_and_makes_no_file(
    arena, hero_file, tmp_path, change, code, kind
):
    file = hero_file(sprite=BOX | change)
    result = arena("render", "hero", file, "--as", kind, "--json")
    assert result.code == 1
    assert code in [fault["code"] for fault in result.data["faults"]]
    assert not list(tmp_path.glob(f"*.{kind}"))


@pytest.mark.medium
@pytest.mark.parametrize(("kind", "film"), [("webp", render.film_webp), ("gif", render.film_gif)])
def test_a_battle_is_filmed_with_its_heroes_and_seed_in_the_file_s_name(arena, tmp_path, kind, film):
    a, b = roster.load("ninja"), roster.load("golem")
    content = film(a, b, fight(a, b, 7), "en")  # before: the command would say that it compiles the kernel
    result = arena("render", "battle", "ninja", "golem", "--seed", "7", "--as", kind)
    assert (result.code, result.err) == (0, "")
    assert (tmp_path / f"ninja-golem-7.{kind}").read_bytes() == content
    assert result.out == f"Written: ninja-golem-7.{kind}; bytes: {len(content):,}.\n"


@pytest.mark.medium
def test_a_film_is_of_the_kind_that_the_output_s_ending_says(arena, tmp_path):
    data = arena("render", "battle", "ninja", "golem", "--seed", "7", "-o", "film.gif", "--json").data
    with Image.open(tmp_path / "film.gif") as film:
        assert (data["as"], film.format) == ("gif", "GIF")


@pytest.mark.medium
def test_json_of_a_film_tells_how_the_battle_ended(arena, tmp_path):
    data = arena("render", "battle", "ninja", "golem", "--seed", "7", "-o", "film.webp", "--json").data
    fought = fight(roster.load("ninja"), roster.load("golem"), 7)
    assert list(data) == ["ruleset", "seed", "a", "b", "winner", "turns", "as", "file", "bytes"]
    assert (data["seed"], data["winner"], data["turns"]) == ("7", fought.winner, fought.turns)
    assert data["a"] == {"hero": "ninja", "name": roster.load("ninja").name}
    assert (tmp_path / "film.webp").stat().st_size == data["bytes"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--as", "mp4"], "webp, gif"),
        (["-o", "film.mp4"], "film.mp4 does not show which format is wanted: add --as with one of webp, gif"),
        (["-o", "film.png"], "film.png does not show which format is wanted: add --as with one of webp, gif"),
        (["--as", "gif", "-o", "a.webp"], "ends in .webp. Write -o a.gif, or --as webp"),
        (["--as", "webp", "-o", "a.png"], "ends in .png. Write -o a.webp."),
        (["--seed", "x"], "seed"),
        (["-o", "-", "--json"], "--json"),
    ],
)
def test_a_film_that_cannot_be_is_wrong_usage(arena, tmp_path, arguments, told):
    result = arena("render", "battle", "ninja", "golem", *arguments)
    assert result.code == 2
    assert told in result.err + result.out
    assert [file for file in tmp_path.iterdir() if file.is_file()] == []


def test_a_film_does_not_overwrite_another_file(arena, tmp_path):
    (tmp_path / "ninja-golem-7.webp").write_text("mine")
    result = arena("render", "battle", "ninja", "golem", "--seed", "7")
    assert result.code == 1
    assert (tmp_path / "ninja-golem-7.webp").read_text() == "mine"
