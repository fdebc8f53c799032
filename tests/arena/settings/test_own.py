"""What a ladder file says of one bot alone."""

from pathlib import Path

import pytest

from arena.errors import ConfigErrors, UserError
from arena.games.catalogue import GAMES
from arena.settings.clock import ClockSettings
from arena.settings.ladder import read_ladder
from arena.settings.own import Own
from tests.pages import code

HEAD = 'games = ["kaiser"]\nclock = { move_ms = 2000, grace_ms = 9 }\n'


def read(folder: Path, line: str) -> Own:
    (folder / "a.toml").write_text(f'{HEAD}bots = ["b", {{ bot = "a", {line} }}]')
    first, own = read_ladder(folder / "a.toml", GAMES).bots
    assert first.own == Own()
    return own.own


@pytest.mark.parametrize(
    ("line", "own", "about"),
    [
        ("clock = { move_ms = 90 }", Own(clock=ClockSettings(move_ms=90, grace_ms=9)), "move_ms=90, grace_ms=9"),
        ("limits = { cores = 2 }", Own(limits={"cores": 2}), "cores=2"),
        ('sandbox = "trusted"', Own(level="none"), "trusted"),
        ('sandbox = "basic"', Own(level="basic"), "sandbox basic"),
        ('env = { A = "$B", C = "d" }', Own(env={"A": "$B", "C": "d"}), "env A C"),
        ('network = ["x-y.org:443"]', Own(network=("x-y.org:443",)), "network x-y.org:443"),
        ('devices = ["/dev/nvidia*"]', Own(devices=("/dev/nvidia*",)), "devices /dev/nvidia*"),
    ],
)
def test_what_a_line_says_is_read_and_told_without_values(tmp_path: Path, line: str, own: Own, about: str) -> None:
    assert read(tmp_path, line) == own
    assert own.about() == about


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("clock = { pace = 5 }", "bots[1].clock.pace: there is no such key"),
        ("clock = { hard_ms = 5 }", "bots[1].clock.hard_ms: is the limit for late answers"),
        ('sandbox = "none"', "bots[1].sandbox: needs 'trusted', 'basic', 'standard' or 'strict'"),
        ('sandbox = "trusted", network = ["a:1"]', "network and devices open single ports"),
        ('network = ["http://a"]', 'needs HOST:PORT, such as "api.openai.com:443"'),
        ('network = ["a:65536"]', "needs HOST:PORT"),
        ('network = ["-a:1"]', "needs HOST:PORT"),
        ('devices = ["/etc/passwd"]', "needs paths of devices"),
        ('devices = ["/dev/../etc"]', "needs paths of devices"),
        ('env = { "A B" = "x" }', "'A B' is no name for a variable of a bot"),
        ('env = { ARENA_RUN = "x" }', "'ARENA_RUN' is no name"),
        ('env = { A = "$" }', "env.A: needs the name of a variable after $"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(ConfigErrors) as raised:
        read(tmp_path, line)
    assert problem in str(raised.value)


def test_variables_of_the_arena_are_looked_up_and_known_as_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_OF_MINE", "sk-12345")
    own = Own(env={"A": "$KEY_OF_MINE", "B": "plain"})
    assert own.looked_up("owl") == Own(env={"A": "sk-12345", "B": "plain"}, secrets=("sk-12345",))
    monkeypatch.setenv("KEY_OF_MINE", "pass")
    assert own.looked_up("owl") == Own(env={"A": "pass", "B": "plain"}), "it would spoil the words of the bot"
    monkeypatch.delenv("KEY_OF_MINE")
    with pytest.raises(UserError, match="owl is to get A = \\$KEY_OF_MINE, but KEY_OF_MINE is not set"):
        own.looked_up("owl")


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HEAD + code("docs/sandbox.md")["own"])
    (bot,) = read_ladder(tmp_path / "a.toml", GAMES).bots
    about = "move_ms=20000, grace_ms=9, memory_mb=4096, log_kb=4096, env API_KEY MODEL, network api.openai.com:443"
    assert bot.own.about() == about
