"""Golden transcripts: one deal of every preset, as the record of a spectator, short enough to be read."""

from __future__ import annotations

from pathlib import Path
from random import Random

from arena.chance import keyed
from arena.games.kernel import AnyGame, Did, Position, in_deal, play_deal
from arena.record import message
from protocol import LINE

FOLDER = Path(__file__).parent / "golden"


def path(game: AnyGame, preset: str) -> Path:
    return FOLDER / game.name / f"{preset}.txt"


def transcript(game: AnyGame, preset: str) -> str:
    """Return a deal between players who bid little and play at random, from the first standing of a game."""
    options = game.presets[preset]
    for number in range(1, 200):
        chance = keyed("golden", f"{game.name}:{preset} {number}")
        standing = _first_standing(game, preset, number)
        position = play_deal(game, options, standing, in_deal(chance, 1))
        _play(position, Random(f"{game.name} {preset} {number}"))
        if any(isinstance(event, Did) and event.kind == "play" for event in position.log):
            break
    lines = [LINE.encode(message(event), None).decode() for event in position.log]
    return "".join([f"# {game.name}:{preset}, seed golden, deal {number}\n", *lines])


def _first_standing(game: AnyGame, preset: str, number: int) -> object:
    start = game.start(game.presets[preset], keyed("golden", f"{game.name}:{preset} {number}"))
    try:
        while True:
            next(start)
    except StopIteration as end:
        return end.value


def _play(position: Position[object], rng: Random) -> None:
    """Answer everything: calls from the lower half of what is open, everything else at random."""
    while (ask := position.ask) is not None:
        low = ask.legal[: max(1, len(ask.legal) // 4 + 1)] if ask.kind == "bid" else ask.legal
        position.play(rng.choice(low))
