"""From a trained network to a folder with a bot that enters a ladder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from arena.env import exported
from arena.env.games import Encoder
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
) -> Path:
    """Write a trained network as the folder of a bot, which needs nothing of what trained it.

    It uses numpy where the sandbox has one; without it, it is slower by about a millisecond for each answer. Weights
    are kept as 16-bit floats.

    Args:
        model: layers as `(weights, bias)` or `(weights, bias, activation)`, the weights with a row for
            each input, `relu` between layers if nothing else is said; a torch `Sequential` of `Linear`, `ReLU` and
            `Tanh`; or a model of stable-baselines3 or sb3-contrib that was trained with `MlpPolicy`.
        folder: where to write; made if it is not there. Files of an earlier export are replaced.
        env: the environment that it was trained in, or its `Encoder`; a model of stable-baselines3 knows it.
        name: the name of the bot; empty for that of the folder.
        version: its version.
        over: how much is added to the value of what `sensible` would say, so that the network only has to learn where
            something else is better; 0 for a network that plays alone.

    Returns:
        The folder.

    Raises:
        UserError: the model has another form, or does not fit the environment.
    """
    encoder = _encoder(model, env)
    layers = [*_layers(model)]
    _fits(layers, encoder)
    place = Path(folder)
    name = name or name_of(place.name)
    about = {
        "name": name,
        "bot_version": version,
        "game": encoder.label,
        "version": encoder.version,
        "sizes": [encoder.size, *(weights.shape[1] for weights, _, _ in layers)],
        "over": over,
        "activations": [activation for _, _, activation in layers],
    }
    place.mkdir(parents=True, exist_ok=True)
    numbers = [np.vstack([weights, bias]).astype("<f2").tobytes() for weights, bias, _ in layers]
    (place / "weights.bin").write_bytes(b"\n".join([json.dumps(about).encode(), b"".join(numbers)]))
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


def _layers(model: Any) -> Iterator[tuple[Any, Any, str]]:
    """Yield the layers of a model.

    Raises:
        UserError: it is none of the kinds that are known.
    """
    policy: Any = getattr(model, "policy", None)
    if hasattr(policy, "mlp_extractor") and hasattr(policy, "action_net"):
        yield from _of_modules([*policy.mlp_extractor.policy_net, policy.action_net])
    elif hasattr(model, "parameters") and hasattr(model, "__iter__"):
        yield from _of_modules([*model])
    elif isinstance(model, list | tuple) and model and all(isinstance(layer, list | tuple) for layer in model):
        for number, (weights, bias, *activation) in enumerate(model):
            usual = "none" if number == len(model) - 1 else "relu"
            yield np.asarray(weights), np.asarray(bias), activation[0] if activation else usual
    else:
        hint = "give it a torch Sequential, which has an order, or layers: [(weights, bias), ...]"
        raise UserError(f"export cannot read a {type(model).__name__}", hint)


def _of_modules(modules: Iterable[Any]) -> Iterator[tuple[Any, Any, str]]:
    """Yield the layers of modules of torch, without importing it.

    Raises:
        UserError: there is another kind of module among them.
    """
    found = [*modules, None]
    for module, after in pairwise(found):
        kind = type(module).__name__
        if kind == "Linear":
            activation = ACTIVATIONS.get(type(after).__name__, "none")
            yield module.weight.detach().cpu().numpy().T, module.bias.detach().cpu().numpy(), activation
        elif kind not in ACTIVATIONS:
            raise UserError(
                f"export knows no layer {kind}", f"use Linear and {', '.join(ACTIVATIONS)}, or give it layers"
            )


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
