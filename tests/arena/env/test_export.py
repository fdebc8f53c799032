"""From a network to a bot on a ladder."""

import json
import subprocess
import sys
from itertools import pairwise
from math import exp
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.client.feature_rows import row_of
from arena.client.features import Features
from arena.env import export, exported
from arena.env.exported import Network, chosen, read
from arena.env.games import Encoder
from arena.env.gymnasium import SeatEnv
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.games.kernel.position import play_game
from arena.games.laws import Shuffles
from arena.testing import play

ECARTE = Encoder("ecarte")


def layers(encoder: Encoder, hidden: int = 8) -> list[tuple[Any, Any]]:
    rng = np.random.default_rng(1)
    sizes = (encoder.size, hidden, encoder.actions)
    return [(rng.normal(size=(a, b)), rng.normal(size=b)) for a, b in pairwise(sizes)]


@pytest.mark.slow
def test_a_folder_plays_legally_and_as_the_network_says(tmp_path: Path) -> None:
    folder = export(layers(ECARTE), tmp_path / "net", ECARTE, version="7")
    assert sorted(path.name for path in folder.iterdir()) == ["bot.py", "bot.toml", "weights.bin"]
    match = play("ecarte", str(folder), "sample:python/random", sets=1)
    assert not match.faults
    network = Network((folder / "weights.bin").read_bytes())
    assert network.about["version"] == ECARTE.version
    assert network.about["bot_version"] == "7"


@pytest.mark.slow
def test_on_top_of_sensible_a_network_of_zeros_plays_as_sensible_does(tmp_path: Path) -> None:
    zeros = [(np.zeros((ECARTE.size, ECARTE.actions)), np.zeros(ECARTE.actions))]
    match = play("ecarte", str(export(zeros, tmp_path / "net", ECARTE, over=0.5)), "sample:sensible", sets=2)
    assert [game.scores for game in match.games[::2]] == [game.scores for game in match.games[1::2]]  # seats changed


@pytest.mark.thorough
def test_the_folder_plays_a_match_in_the_sandbox(tmp_path: Path) -> None:
    """There `python3` is that of the system, which may have no numpy."""
    folder = export(layers(ECARTE), tmp_path / "net", ECARTE)
    command = [sys.executable, "-m", "arena.cli", "match", "ecarte", str(folder), "sample:random", "-n", "1", "-j", "1"]
    command += ["--seed", "net", "--save", str(tmp_path / "match.db"), "--move-ms", "3000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "games with a fault 0" in done.stdout, done.stdout + done.stderr


def test_numpy_and_plain_python_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = (export(layers(ECARTE), tmp_path / "net", ECARTE) / "weights.bin").read_bytes()
    position = play_game(GAMES["ecarte"], GAMES["ecarte"].presets["standard"], Shuffles(1))
    rows: list[int] = []
    while position.ask is not None and len(rows) < 8:
        rows.append(row_of(ECARTE.features, position.view(position.ask.seat), position.ask.kind))
        position.play(position.ask.legal[-1])
    found = Network(data).values(rows)
    monkeypatch.setattr(exported, "NUMPY", False)
    assert np.allclose(Network(data).values(rows), found, atol=1e-3)


def linear(rows: int, columns: int) -> Any:
    """A layer as torch has them."""
    rng = np.random.default_rng(rows)

    def tensor(values: Any) -> Any:
        return SimpleNamespace(detach=lambda: SimpleNamespace(cpu=lambda: SimpleNamespace(numpy=lambda: values)))

    return type("Linear", (), {"weight": tensor(rng.normal(size=(columns, rows))), "bias": tensor(np.zeros(columns))})()


def test_modules_of_torch_are_read_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tanh = type("Tanh", (), {})()
    net = [linear(ECARTE.size, 4), tanh]
    policy = SimpleNamespace(
        features_extractor=type("FlattenExtractor", (), {})(),
        mlp_extractor=SimpleNamespace(policy_net=net),
        action_net=linear(4, ECARTE.actions),
    )
    table = SeatEnv("ecarte")
    envs = SimpleNamespace(get_attr=lambda name: [getattr(table, name)])
    model = SimpleNamespace(policy=policy, get_env=lambda: envs)
    head, _, _ = (export(model, tmp_path / "net") / "weights.bin").read_bytes().partition(b"\n")
    about = json.loads(head)
    assert about["sizes"] == [ECARTE.size, 4, ECARTE.actions]
    assert about["activations"] == ["tanh", "none"]
    assert about["onnx"] is False
    monkeypatch.setitem(sys.modules, "onnxscript", None)
    for wrong in ([linear(ECARTE.size, 4), type("Dropout", (), {})()], [linear(ECARTE.size, 4), tanh, tanh]):
        policy.mlp_extractor.policy_net = wrong
        with pytest.raises(UserError, match="export needs onnxscript for a SimpleNamespace") as found:
            export(model, tmp_path / "net")
        assert "pip install torch onnxscript" in found.value.hint


def test_what_onnxruntime_is_given_and_that_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make ppo` plays with real ones (tests/learners.py)."""
    encoder = Encoder("ecarte", history=True)
    monkeypatch.setattr("arena.env.folder.as_onnx", lambda *_: b"a network")
    net = type("Net", (), {"parameters": list})()
    data = (export(net, tmp_path / "net", encoder, sampling=True) / "weights.bin").read_bytes()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(SystemExit, match=r'needs onnxruntime.*read = \["/opt/net"\]'):
        read(data)

    class Session:
        def __init__(self, model: bytes, *_: Any, **__: Any) -> None:
            assert model == b"a network"

        def get_inputs(self) -> list[SimpleNamespace]:
            return [SimpleNamespace(name="rows"), SimpleNamespace(name="history")]

        def run(self, _: None, given: dict[str, Any]) -> list[Any]:
            return [np.hstack([given["rows"][:, :2], given["history"][:, :3]])]

    fake = SimpleNamespace(InferenceSession=Session, SessionOptions=SimpleNamespace)
    monkeypatch.setitem(sys.modules, "onnxruntime", fake)
    network = read(data)
    assert network.about["sampling"] is True
    assert network.values([0b01, 0b10], [[5, 6, 7, 8], [9]]).tolist() == [[1, 0, 5, 6, 7], [0, 1, 9, 0, 0]]


def test_answers_are_the_best_ones_or_drawn_by_the_softmax() -> None:
    values = [(0.0, "a"), (2.0, "b"), (1.0, "c")]
    assert chosen(values, None) == "b"
    rng = Random(1)
    drawn = [chosen(values, rng) for _ in range(3000)]
    total = 1 + exp(1) + exp(2)
    assert [drawn.count(word) / 3000 for word in "abc"] == pytest.approx(
        [1 / total, exp(2) / total, exp(1) / total], abs=0.03
    )
    assert drawn != [chosen(values, rng) for _ in range(3000)]
    assert chosen([(1e9, "a"), (-1e9, "b")], rng) == "a"


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="which environment"):
        export(layers(ECARTE), tmp_path / "net")
    with pytest.raises(UserError, match=r"the layers are .*; kaiser-v1-\w+ takes"):
        export(layers(ECARTE), tmp_path / "net", Encoder("kaiser"))
    with pytest.raises(UserError, match="cannot read a str"):
        export("model", tmp_path / "net", ECARTE)
    wrong = [(*layer, "softmax") for layer in layers(ECARTE)]
    with pytest.raises(UserError, match="no activation 'softmax'"):
        export(wrong, tmp_path / "net", SeatEnv("ecarte"))
    assert Features(GAMES["ecarte"], GAMES["ecarte"].presets["standard"]).version == ECARTE.version
