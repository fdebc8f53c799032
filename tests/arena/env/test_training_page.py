"""docs/training.md is true: its programs run, and it names what there is."""

import re
from pathlib import Path

import pytest

from arena.env.games import Encoder
from arena.env.tables import REWARDS
from tests.pages import ROOT, code

PAGE = (ROOT / "docs/training.md").read_text()
PARTS = code("docs/training.md")
SAID = {
    "seat": r"kaiser-v1-\w{8} \(-?\d+, -?\d+\) -?\d+\.0\n",
    "named": "",
    "many": r"\(64, \d+\) \[[01]( [01]){3}\] \(64, 2\)\n",
    "pettingzoo": r"\(-?\d+, -?\d+\)\n",
    "openspiel": r"\[-?\d+\.0(, -?\d+\.0){3}\] \[512\] \[\d+\]\n",
    "ismcts": r"\[-?\d+\.0, -?\d+\.0\]\n",
    "export": "",
}


@pytest.mark.parametrize("name", SAID)
def test_the_programs_of_the_page_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(PARTS[name], name, "exec"), {})
    assert re.fullmatch(SAID[name], capsys.readouterr().out)


def test_the_page_names_what_there_is() -> None:
    assert set(PARTS) == set(SAID)
    for reward in REWARDS:
        assert f'`"{reward}"`' in PAGE
    blocks = Encoder("kaiser").features.blocks
    for name in {block.split()[0] for block in blocks if not block.startswith(("note", "standing", "face", "drawn"))}:
        assert f"`{name}" in PAGE
