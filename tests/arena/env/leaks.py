"""Does a row betray anything? In every world that agrees with what a seat was told, its row must be the same.

python -m tests.arena.env.leaks                      # 1,000 positions of every preset, 20 worlds each
python -m tests.arena.env.leaks kaiser truc          # of some games
"""

import sys
from random import Random
from typing import Any

from arena.client.feature_rows import FeatureRows, legal_bits
from arena.client.features import Features
from arena.client.history import History
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.kernel.position import Position, deals_of
from arena.games.laws import Shuffles
from arena.games.laws.suite import drawn


def seen(features: Features, position: Position[Any]) -> FeatureRows:
    """What all seats have seen of the last deal, from its whole log: the sight alone decides who learns what."""
    sight = FeatureRows(features)
    begun, events = position.this_deal()
    sight.begin(begun.standing.words())
    for event in events:
        sight.hear(event)
    return sight


def leaks(game: AnyGame, preset: str, positions: int, worlds: int, seed: str = "leaks") -> int:
    """Compare the row, the sequence and the mask of the seat that is asked in worlds that agree with its view.

    Returns:
        The number of worlds that were compared.

    Raises:
        AssertionError: in one of them something differs.
    """
    options = game.presets[preset]
    features = Features(game, options)
    history = History(features)
    rng, compared, number, done = Random(f"{seed} {preset}"), 0, 0, 0
    while done < positions:
        chance = Shuffles(f"{seed} {preset} {number}")
        number += 1
        position = Position(options, lambda chance=chance: deals_of(game, options, chance, 3), game=game)  # type: ignore[misc]
        while position.ask is not None and done < positions:
            ask = position.ask
            view = position.view(ask.seat)
            if view.standing is not None and rng.random() < 0.3:
                at = features.players.index(ask.seat)
                row, numbers = seen(features, position).rows[at], history.sequence(view)
                for _ in range(worlds):
                    other = drawn(game, view, rng)
                    there = seen(features, other).rows[at]
                    assert there == row, f"{game.name}:{preset}: {different(features, row, there)} of {view}"
                    assert history.sequence(other.view(ask.seat)) == numbers
                    assert other.ask is not None
                    assert legal_bits(features, other.ask) == legal_bits(features, ask)
                    compared += 1
                done += 1
            position.play(rng.choice(ask.legal))
    return compared


def different(features: Features, row: int, other: int) -> set[str]:
    """The names of the blocks in which two rows differ."""
    found = row ^ other
    return {block.name for block in features.blocks.values() if found >> block.begin & (1 << block.width) - 1}


def main(names: list[str]) -> None:
    for name in names or GAMES:
        for preset in GAMES[name].presets:
            sys.stdout.write(f"{name}:{preset} {leaks(GAMES[name], preset, 1000, 20)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
