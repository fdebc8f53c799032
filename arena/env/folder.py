"""From a trained network to a folder with a bot that enters a ladder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from arena.client.history import LENGTH
from arena.env import exported
from arena.env.games import Encoder
from arena.env.modules import as_onnx
from arena.errors import UserError
from arena.settings.names import name_of

BOT = """\
name = {name}
version = {version}
command = ["python3", "bot.py"]
needs = ["python3"]
games = [{game}]
tables = 64
library = true # `arena.client` reads the lines, and makes the rows that the network was trained with
about = {about}
"""
ACTIVATIONS = {"ReLU": "relu", "Tanh": "tanh", "Identity": "none"}
"""The names of torch's activations, and ours."""


def export(
    model: Any,
    folder: str | os.PathLike[str],
    env: Any = None,
    *,
    name: str = "",
    version: str = "1",
    over: float = 0.0,
    sampling: bool = False,
) -> Path:
    """Write a trained network as the folder of a bot, which needs nothing of what trained it.

    Plain layers need no package: the bot uses numpy where the sandbox has one, and is slower by about a millisecond
    for each answer without it; weights are kept as 16-bit floats. Any other module of torch is written as ONNX: that
    needs `onnxscript` here, and `onnxruntime` where the bot plays.

    Args:
        model: layers as `(weights, bias)` or `(weights, bias, activation)`, the weights with a row for
            each input, `relu` between layers if nothing else is said; a torch `Sequential` of `Linear`, `ReLU` and
            `Tanh`; a model of stable-baselines3 or sb3-contrib; or any torch module: it is given rows as 32-bit
            floats, and with `history` the sequences as 64-bit whole numbers, and returns the values of all actions,
            or a tuple that begins with them.
        folder: where to write; made if it is not there. Files of an earlier export are replaced.
        env: the environment that it was trained in, or its `Encoder`; a model of stable-baselines3 knows it.
        name: the name of the bot; empty for that of the folder.
        version: its version.
        over: how much is added to the value of what `sensible` would say, so that the network only has to learn where
            something else is better; 0 for a network that plays alone.
        sampling: whether the bot draws its answer from the softmax of the values of the legal ones, by the seed of the
            game; else it says the one of the highest value.

    Returns:
        The folder.

    Raises:
        UserError: the model has another form, or does not fit the environment.
    """
    encoder = _encoder(model, env)
    layers, sizes = _layers(model), [encoder.size, encoder.actions]
    if layers is None:
        weights = as_onnx(model, encoder)
    else:
        _fits(layers, encoder)
        sizes = [encoder.size, *(matrix.shape[1] for matrix, _, _ in layers)]
        weights = b"".join([np.vstack([matrix, bias]).astype("<f2").tobytes() for matrix, bias, _ in layers])
    place = Path(folder)
    name = name or name_of(place.name)
    about = {
        "name": name,
        "bot_version": version,
        "game": encoder.label,
        "version": encoder.version,
        "sizes": sizes,
        "over": over,
        "sampling": sampling,
        "onnx": layers is None,
        "history": LENGTH if layers is None and encoder.has_history else 0,
        "activations": [activation for _, _, activation in layers or ()],
    }
    place.mkdir(parents=True, exist_ok=True)
    (place / "weights.bin").write_bytes(json.dumps(about).encode() + b"\n" + weights)
    (place / "bot.py").write_text(Path(exported.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    game, text = encoder.features.game.name, f"A network trained in an environment, for {encoder.label}."
    said = {"name": name, "version": version, "game": game, "about": text}
    (place / "bot.toml").write_text(
        BOT.format(**{key: json.dumps(word, ensure_ascii=False) for key, word in said.items()}), "utf-8"
    )
    return place


def _encoder(model: Any, env: Any) -> Encoder:
    """Return the encoder of an environment, or of that of a model."""
    if env is None and hasattr(model, "get_env") and model.get_env() is not None:
        [found, *_] = model.get_env().get_attr("encoder")
    else:
        found = env if isinstance(env, Encoder) else getattr(getattr(env, "unwrapped", env), "encoder", None)
    if not isinstance(found, Encoder):
        raise UserError(
            "export does not know which environment the model was trained in", "give it: export(model, DIR, env)"
        )
    return found


def _layers(model: Any) -> list[tuple[Any, Any, str]] | None:
    """Return the layers of a model; None if it is a module of another form.

    Raises:
        UserError: it is nothing that is known.
    """
    policy: Any = getattr(model, "policy", None)
    if type(getattr(policy, "features_extractor", None)).__name__ == "FlattenExtractor":
        return _of_modules([*policy.mlp_extractor.policy_net, policy.action_net])
    if isinstance(model, list | tuple) and model and all(isinstance(layer, list | tuple) for layer in model):
        usual = ["relu"] * (len(model) - 1) + ["none"]
        return [
            (np.asarray(weights), np.asarray(bias), activation[0] if activation else other)
            for (weights, bias, *activation), other in zip(model, usual, strict=True)
        ]
    if not hasattr(model, "parameters") and not hasattr(policy, "get_distribution"):
        hint = "give it a torch module, a model of stable-baselines3, or layers: [(weights, bias), ...]"
        raise UserError(f"export cannot read a {type(model).__name__}", hint)
    return _of_modules(model) if type(model).__name__ == "Sequential" else None


def _of_modules(modules: Iterable[Any]) -> list[tuple[Any, Any, str]] | None:
    """Return the layers of modules of torch, without importing it; None if there is another kind among them."""
    found: list[tuple[Any, Any, str]] = []
    before = ""
    for module in modules:
        kind = type(module).__name__
        if kind == "Linear" and module.bias is not None:
            found.append((module.weight.detach().cpu().numpy().T, module.bias.detach().cpu().numpy(), "none"))
        elif kind in ACTIVATIONS and before == "Linear":
            found[-1] = (*found[-1][:2], ACTIVATIONS[kind])
        else:
            return None
        before = kind
    return found


def _fits(layers: list[tuple[Any, Any, str]], encoder: Encoder) -> None:
    """Check that a network takes the rows of an environment and has a value for each action.

    Raises:
        UserError: it does not.
    """
    sizes = [weights.shape for weights, _, _ in layers]
    wanted = f"{encoder.size} numbers in and {encoder.actions} out"
    chained = all(before[1] == after[0] for before, after in pairwise(sizes))
    if not sizes or sizes[0][0] != encoder.size or sizes[-1][1] != encoder.actions or not chained:
        shapes = ", ".join(f"{rows} x {columns}" for rows, columns in sizes)
        raise UserError(f"the layers are {shapes}; {encoder.version} takes {wanted}", "train it in that environment")
    for _, _, activation in layers:
        if activation not in ACTIVATIONS.values():
            raise UserError(f"export knows no activation {activation!r}", f"use {', '.join(ACTIVATIONS.values())}")
