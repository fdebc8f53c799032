"""What learning platforms give becomes a folder of submissions, and nothing of before is lost."""

from __future__ import annotations

import fcntl
import io
import json
import os
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.app.collect import Collected, collect
from arena.app.desk import Answer, answer_to
from arena.app.gradebooks import gradebooks
from arena.bots import versions
from arena.errors import UserError
from arena.settings.limits import TreeLimits
from arena.settings.people import NOBODY, People, Person, read_people
from tests.arena.bots.archives import HOSTILE, zipped
from tests.commands import arena

BOT = 'import sys\nfor line in sys.stdin:\n    print("pass")\n'
MANIFEST = 'command = ["python3", "bot.py"]\n'
LIMITS = TreeLimits(megabytes=1, files=20, depth=5)
CAME = "2026-11-25T23:58:02"


WHERE = "Zed_5_assignsubmission_file_/bot.py"


def cells(*code: str) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": [text]} for text in code]})


def collected(folder: Path, data: bytes | Path, roster: str = "") -> dict[str, Collected]:
    (folder / "roster.toml").write_text(roster)
    download = data
    if isinstance(data, bytes):
        download = folder / "download.zip"
        download.write_bytes(data)
    assert isinstance(download, Path)
    people = read_people(folder / "roster.toml") if roster else NOBODY
    _, found = collect(download, folder / "in", people, LIMITS)
    assert [path.name for path in (folder / "in").iterdir() if path.name.startswith(".new")] == []
    return {each.place: each for each in found}


MOODLE = {
    "Ann Abel_4711_assignsubmission_file_/ann.zip": zipped({"a/b/bot.toml": MANIFEST, "a/b/bot.py": BOT, "a/x": ""}),
    "山田 太郎_4713_assignsubmission_file_/main.py": BOT,
    "Иван Пётр_4714_assignsubmission_file/work.ipynb": cells("%pip install x\nN = 1", "import sys\nsys.stdin"),
    "Bob_1_assignsubmission_file_/bot.py": BOT,
    "Bob_2_assignsubmission_file_bot.py": BOT,
    "Zed_5_assignsubmission_file_/a.txt": "",
    "Zed_5_assignsubmission_onlinetext_/onlinetext.html": "",
}


def test_what_a_killed_one_left_is_removed_and_that_of_another_one_is_not(tmp_path: Path) -> None:
    into = tmp_path / "in"
    for name in (".new-killed", ".new-alive"):
        (into / name / "half").mkdir(parents=True)
        (into / f"{name}.in-use").touch()
    with (into / ".new-alive.in-use").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        collect(tmp_path, into, NOBODY, LIMITS)
    assert sorted(path.name for path in into.glob(".new-*")) == [".new-alive", ".new-alive.in-use"]


def test_moodle_names_ids_and_times_are_kept(tmp_path: Path) -> None:
    found = collected(tmp_path, zipped(MOODLE), '[people.ann]\nid = "4711"\n')

    assert {place: each.what for place, each in found.items()} == {
        **dict.fromkeys(["ann", "山田-太郎", "Иван-Пётр", "Bob", "Bob-2"], "new"),
        "Zed": "refused",
    }
    assert (tmp_path / "in/ann/bot.py").read_text() == BOT, "the inner folder is the bot"
    assert (tmp_path / "in/山田-太郎/bot.toml").read_text() == 'command = ["python3", "main.py"]\n'
    assert (tmp_path / "in/Иван-Пётр/work.py").read_text() == "# %pip install x\nN = 1\n\nimport sys\nsys.stdin\n"
    came = datetime.fromisoformat(versions.handed_in_at(tmp_path / "in/ann"))
    assert came == datetime.fromisoformat(CAME).astimezone(UTC)
    assert not (tmp_path / "in/Zed").exists()
    assert "it is not plain what to run (a.txt)" in found["Zed"].notes


def test_why_something_was_refused_is_kept_until_something_is_taken(tmp_path: Path) -> None:
    def answer(text: str) -> Answer | None:
        collected(tmp_path, zipped({"Zed_5_assignsubmission_file_/x.txt" if not text else WHERE: text}))
        return answer_to(tmp_path / "in/Zed")

    refused = answer("")
    assert refused
    [zed] = collected(tmp_path, zipped({"Zed_5_assignsubmission_file_/x.txt": ""}), "[people.ann]\n").values()
    assert zed.notes == f"{refused.said}; not in {tmp_path}/roster.toml"
    assert answer_to(tmp_path / "in/Zed") == refused, "what is said to the staff is not on her page"
    assert "it is not plain what to run" in refused.said
    [moodle, *_] = gradebooks("A", People(people={"Zed": Person()}, path=tmp_path), [], tmp_path / "in").values()
    assert "refused: " in moodle
    assert "it is not plain what to run" in moodle
    assert answer(BOT) is None


def test_what_is_older_than_an_answer_changes_nothing_of_it(tmp_path: Path) -> None:
    def again(text: str, day: int) -> str:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            archive.writestr(zipfile.ZipInfo(WHERE if text else WHERE[:-2] + "txt", (2026, 11, day, 0, 0, 0)), text)
        return collected(tmp_path, made.getvalue())["Zed"].what

    mine = tmp_path / "in/Zed"
    assert again(BOT, 20) == "new"
    assert again("", 24) == "refused"
    assert again(BOT, 20) == "unchanged"
    assert again(f"{BOT}# 1", 19) == "older than what is there"
    answer = answer_to(mine)
    assert answer, "what came last is still the one of the 24th"
    assert again("", 19) == "older than what is there"
    assert answer_to(mine) == answer
    assert again(BOT, 25) == "unchanged", "she has handed in the first one again"
    assert answer_to(mine) is None
    shutil.rmtree(mine)
    assert again(f"{BOT}# 1", 19) == "new", "there is nothing that is newer"


def test_a_roster_that_comes_later_moves_what_is_there_and_says_who_is_not_in_it(tmp_path: Path) -> None:
    collected(tmp_path, zipped(MOODLE))
    (tmp_path / "in/Ann-Abel/mine").touch()
    roster = '[people.ann]\nid = "4711"\n[people.taro]\nname = "山田 太郎"\n[people.r]\nid = "1"\nteam = "red"\n'
    found = collected(tmp_path, zipped(MOODLE), roster + '[people.s]\nid = "2"\nteam = "red"\n')

    assert (found["ann"].what, found["ann"].notes) == ("another version", "moved there from Ann-Abel")
    assert (found["taro"].what, found["taro"].notes) == ("unchanged", "moved there from 山田-太郎")
    assert found["red"].notes.endswith("Bob-2 is hers too: remove it")
    assert found["Иван-Пётр"].notes == f"not in {tmp_path}/roster.toml"
    assert sorted(path.name for path in (tmp_path / "in").iterdir()) == sorted(
        [".versions", "Bob-2", "ann", "red", "taro", "Иван-Пётр"]
    )
    [before] = versions.earlier(tmp_path / "in/ann")
    assert (before / "mine").exists()


def test_a_namesake_does_not_get_a_folder_whose_id_was_not_written_when_the_power_failed(tmp_path: Path) -> None:
    bobs = {name: f"{BOT}# {name}" for name in MOODLE if name.startswith("Bob_")}
    first = {name: text for name, text in bobs.items() if name.startswith("Bob_1")}
    assert collected(tmp_path, zipped(first))["Bob"].what == "new"
    (tmp_path / "in/.versions/Bob/id").unlink()
    assert {place: each.what for place, each in collected(tmp_path, zipped(bobs)).items()} == {
        "Bob": "unchanged",
        "Bob-2": "new",
    }


def test_a_folder_of_somebody_who_has_got_another_is_named(tmp_path: Path) -> None:
    bob = {name: files for name, files in MOODLE.items() if name.startswith("Bob_1")}
    assert "hers" not in collected(tmp_path, zipped(bob), '[people.bob]\nid = "1"\n')["bob"].notes
    note = f"bob may be hers too, and is nobody's in {tmp_path}/roster.toml"
    assert note in collected(tmp_path, zipped(bob), '[people.bo]\nid = "1"\nteam = "red"\n')["red"].notes


def test_of_two_with_one_name_nobody_gets_the_folder_of_the_other(tmp_path: Path) -> None:
    bobs = {name: files for name, files in MOODLE.items() if name.startswith("Bob_")}
    one = '[people.first]\nname = "Bob"\nid = "1"\n'
    found = collected(tmp_path, zipped(bobs), one)
    assert {place: each.what for place, each in found.items()} == {"first": "new", "Bob": "new"}
    assert found["Bob"].notes.endswith("roster.toml by id or address, and Bob is not one person alone")
    found = collected(tmp_path, zipped(bobs), f'[people.other]\nname = "Bob"\naddress = "b@x.org"\n{one}')
    assert {place: each.what for place, each in found.items()} == {"first": "unchanged", "Bob": "unchanged"}
    found = collected(tmp_path, zipped(bobs), f'[people.other]\nname = "Bob"\nid = "2"\n{one}')
    assert {place: each.notes for place, each in found.items()} == {"first": "", "other": "moved there from Bob"}


def test_earlier_versions_are_kept_and_what_is_unchanged_stays(tmp_path: Path) -> None:
    def again(text: str, day: int, who: str = "Bob_2") -> Collected:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            archive.writestr(zipfile.ZipInfo(f"{who}_assignsubmission_file_/bot.py", (2026, 11, day, 0, 0, 0)), text)
        [found] = collected(tmp_path, made.getvalue()).values()
        return found

    collected(tmp_path, zipped(MOODLE))
    assert again(BOT, 26).what == "unchanged"
    assert again(BOT + "# 2", 27)[1:3] == ("Bob-2", "another version")
    assert again(BOT + "# 3", 28).what == "another version"
    assert again(BOT + "# 2", 27).what == "older than what is there"
    mine = tmp_path / "in/Bob-2"
    assert [(one / "bot.py").read_text() for one in versions.earlier(mine)] == [BOT + "# 2", BOT]
    with pytest.raises(UserError, match="leads out of the archive"):
        again("", 29, "Mal_2/../../x")
    assert versions.take_back(mine)
    assert (mine / "bot.py").read_text() == BOT + "# 2"
    assert [(one / "bot.py").read_text() for one in versions.earlier(mine)] == [BOT]
    assert versions.take_back(mine)
    assert versions.take_back(mine)
    assert not versions.take_back(mine)
    assert versions.handed_in_at(mine) == ""


def test_a_version_that_was_moved_aside_when_the_power_failed_is_put_back(tmp_path: Path) -> None:
    collected(tmp_path, zipped(MOODLE))
    mine = tmp_path / "in/Bob-2"
    before = versions.handed_in_at(mine)
    mine.rename(tmp_path / "in/.versions/Bob-2/20261125T235802Z")
    versions.restored(mine)
    assert (mine / "bot.py").read_text() == BOT
    assert versions.handed_in_at(mine)[:10] == before[:10]


def test_canvas_gradescope_github_and_plain_folders_are_known(tmp_path: Path) -> None:
    canvas = {
        "abelann_101_9001_bot.py": BOT,
        "bellbob_LATE_102_9002_mine-1.zip": zipped({"bot.py": BOT}),
        "cole_103_9003_bot-2.py": BOT,
        "cole_103_9003_bot.toml": MANIFEST,
    }
    found = collected(tmp_path, zipped(canvas), '[people.ann]\nid = "101"\n')
    assert {place: each.what for place, each in found.items()} == dict.fromkeys(["ann", "bellbob", "cole"], "new")
    assert (tmp_path / "in/cole/bot.py").exists(), "its own name is back"
    assert "late, says Canvas" in found["bellbob"].notes
    assert versions.handed_in_at(tmp_path / "in/ann") == "", "Canvas does not say when"

    export = tmp_path / "assignment_1_export"
    (export / "submission_7").mkdir(parents=True)
    (export / "submission_7/bot.py").write_text(BOT + "# 7")
    (export / "submission_metadata.yml").write_text(
        "---\nsubmission_7:\n  :submitters:\n  - :name: Ann\n    :sid: '4'\n    :email: a@x.org\n"
        "  :created_at: 2026-11-25 23:59:01.123456789 Z\n  :results:\n    tests:\n    - name: other\n"
    )
    [ann] = collected(tmp_path, export, '[people.ann]\naddress = "A@x.org"\n').values()
    assert (ann.who, ann.place, ann.what) == ("Ann", "ann", "another version")
    assert ann.when == datetime(2026, 11, 25, 23, 59, 1, tzinfo=UTC)

    for user in ("ann-x", "bob"):
        (tmp_path / f"week-3-submissions/week-3-{user}/.git").mkdir(parents=True)
        (tmp_path / f"week-3-submissions/week-3-{user}/bot.py").write_text(BOT)
    assert collected(tmp_path, tmp_path / "week-3-submissions").keys() == {"ann-x", "bob"}
    shutil.rmtree(tmp_path / "week-3-submissions/week-3-bob")
    assert collected(tmp_path, tmp_path / "week-3-submissions").keys() == {"ann-x"}, "alone, too"

    plain = {"zoe/bot.py": BOT, "yan.zip": zipped({"bot.py": BOT}), "Thumbs.db": ""}
    found = collected(tmp_path, zipped(plain))
    assert {place: each.what for place, each in found.items()} == {"zoe": "new", "yan": "new"}


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"bot.py": "from arena.client import run", "cards.py": ""}, "python3 bot.py\nlibrary"),
        ({"a.js": ""}, "node a.js"),
        ({"x.c": "", "y.c": "", "h.h": ""}, "cc -O2 -o bot x.c y.c && ./bot"),
        ({"Cargo.toml": '[package]\nname = "owl"\n', "src/main.rs": ""}, "cargo build --release --offline"),
        ({"go.mod": "", "main.go": ""}, "go build -o bot . && ./bot"),
        ({"A.java": "", "B.java": "public static void main"}, "javac -d classes A.java B.java && java -cp classes B"),
        ({"Bot.toml": MANIFEST, "bot.py": BOT}, "Bot.toml renamed to bot.toml"),
        ({"a.py": "", "b.py": ""}, "it is not plain what to run (a.py, b.py)"),
        ({"README.txt": "", "bot.tar.gz": ""}, "bot.tar.gz: is an archive in what was handed in"),
        ({"n.ipynb": cells("print(1)")}, "no cells play"),
        ({"n.ipynb": cells("run(a)", "run(b)")}, "2 cells play"),
        ({"n.ipynb": cells("run(")}, "no program together"),
        ({"n.ipynb": "{"}, "cannot be read as a notebook"),
        ({}, "nothing"),
    ],
)
def test_a_bot_toml_is_written_where_it_is_plain_what_to_run(
    tmp_path: Path, files: dict[str, str], command: str
) -> None:
    (tmp_path / "all/zoe").mkdir(parents=True)
    (tmp_path / "all/other").mkdir()
    for name, text in files.items():
        (tmp_path / "all/zoe" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "all/zoe" / name).write_text(text)
    zoe = collected(tmp_path, tmp_path / "all")["zoe"]
    said, _, more = command.partition("\n")
    assert said in zoe.notes
    assert zoe.what == "refused" or more in (tmp_path / "in/zoe/bot.toml").read_text()


def test_one_hostile_submission_stops_nobody_else(tmp_path: Path) -> None:
    hostile = {f"m{at}.zip": data for at, (data, _) in enumerate(HOSTILE.values())}
    found = collected(tmp_path, zipped({**hostile, "zoe/bot.py": BOT}))
    assert found["zoe"].what == "new"
    assert {each.what for place, each in found.items() if place != "zoe"} == {"refused"}
    assert {path.name for path in (tmp_path / "in").iterdir()} == {"zoe", versions.KEPT}


def test_a_name_that_is_no_good_here_is_the_matter_of_one_person(tmp_path: Path) -> None:
    odd, long = "Screenshot at 3.04\u202fPM.png", f"{'文' * 200}.py"
    files = {"Ann_1": odd, "Bob_2": "bot.py", "Cyd_3": long, "Dee_4": "bot.py"}
    found = collected(tmp_path, zipped({f"{who}_assignsubmission_file_/{file}": BOT for who, file in files.items()}))
    assert {place: each.what for place, each in found.items()} == {
        "Ann": "refused",
        **dict.fromkeys(["Bob", "Cyd", "Dee"], "new"),
    }
    assert "unprintable" in found["Ann"].notes


def test_whoever_typed_only_a_text_is_told_so(tmp_path: Path) -> None:
    found = collected(tmp_path, zipped({"Olga_5_assignsubmission_onlinetext_/onlinetext.html": "", WHERE: BOT}))
    assert {place: each.what for place, each in found.items()} == {"Olga": "refused", "Zed": "new"}
    assert found["Olga"].notes.startswith("no file was handed in: ")


def test_files_that_canvas_may_have_numbered_do_not_replace_each_other(tmp_path: Path) -> None:
    files = {"weights-1.txt": "1", "weights-2.txt": "2", "bot-1.py": BOT, "a-1.txt": "", "a.txt": "whole"}
    found = collected(tmp_path, zipped({f"de_la_cruz_7_9_{name}": text for name, text in files.items()}))
    assert found.keys() == {"de_la_cruz"}
    kept = {path.name: path.read_text() for path in (tmp_path / "in/de_la_cruz").iterdir() if path.suffix == ".txt"}
    assert kept == {"weights-1.txt": "1", "weights-2.txt": "2", "a-1.txt": "", "a.txt": "whole"}
    assert (tmp_path / "in/de_la_cruz/bot.py").exists()


def test_a_folder_without_a_repository_among_clones_changes_no_time_of_others(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        more = {"GIT_COMMITTER_DATE": CAME + "Z", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        who = ("-c", "user.name=a", "-c", "user.email=a@x.org")
        subprocess.run(["git", *who, *words], check=True, capture_output=True, env=os.environ | more)

    clones = tmp_path / "week-3-submissions"
    for user in ("ann", "bob"):
        git("init", str(clones / f"week-3-{user}"))
        (clones / f"week-3-{user}/bot.py").write_text(BOT)
        git("-C", str(clones / f"week-3-{user}"), "add", ".")
        git("-C", str(clones / f"week-3-{user}"), "commit", "-m", "mine")
    (clones / "week-3-cyd").mkdir()
    (clones / "week-3-cyd/bot.py").write_text(BOT)
    shutil.copytree(clones / "week-3-ann/.git", tmp_path / ".git")  # the teacher's own
    found = collected(tmp_path, clones)
    came = datetime.fromisoformat(f"{CAME}+00:00")
    assert {place: each.when for place, each in found.items()} == {"ann": came, "bob": came, "cyd": None}


def test_the_command_says_a_line_for_each_and_an_error_where_nothing_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "d.zip").write_bytes(zipped(MOODLE))
    (tmp_path / "roster.toml").write_text('[people.ann]\nid = "4711"\n')
    out, err = arena("collect", "d.zip", "--into", "in", cwd=tmp_path, status=os.EX_DATAERR)
    assert "ann (Ann Abel): new, 2026-11-" in out
    assert len(out.splitlines()) == 6
    assert "Moodle: 5 new, 1 refused" in err
    with pytest.raises(UserError, match="there is no such file"):
        collect(tmp_path / "nothing.zip", tmp_path / "in")
    (tmp_path / "bad.zip").write_bytes(b"PK\3\4")
    _, err = arena("collect", "bad.zip", "--into", "in", cwd=tmp_path, status=os.EX_DATAERR)
    assert "bad.zip: is damaged" in err
