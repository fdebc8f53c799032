"""Print what bots compute in each family: `python -m tests.games.computed`; it must be the same in every process."""

from __future__ import annotations

import sys
from hashlib import sha256
from random import Random

from arena.chance import keyed
from arena.client.policies import Heard
from arena.client.search import Search
from arena.games.catalogue import GAMES
from arena.games.kernel.position import play_game

DECISIONS = 40
"""So many answers with a choice are given in each family."""
MORE = {"jo-jotte": 600}
"""How many in others: here few deals have melds of which several come to the same words."""
APART = 8
"""After so many of them in a game, worlds are searched once."""
GAME = 100
"""After so many answers the next game begins."""


def computed(name: str) -> str:
    """Return a digest of the decisions of `sensible` in a family, and of searches in some of its positions."""
    digest, number, made = sha256(), 0, 0
    presets = list(GAMES[name].presets.values())
    while made < MORE.get(name, DECISIONS):
        position = play_game(GAMES[name], presets[number % len(presets)], keyed("computed", f"{name} {number}"))
        rng, heard = Random(f"{name} {number}"), dict[int, Heard]()
        for turn in range(GAME):
            if position.ask is None:
                break
            ask, view = position.ask, position.view(position.ask.seat)
            mine = heard.get(ask.seat)
            if mine is None or not mine.goes_on_in(view):
                mine = heard[ask.seat] = Heard(view)
            word = mine.answer(ask, view)
            if len(ask.legal) > 1:
                made += 1
                digest.update(f"{ask.seat} {ask.kind} {word} {' '.join(ask.legal)}\n".encode())
                if turn % APART == APART // 3 and view.standing is not None:
                    search = Search(view, seed=turn)
                    digest.update(repr(search.simulate(2, "greedy")).encode())
                    digest.update(repr(search.compare(word, 4, "sensible", infer="sensible")).encode())
            position.play(rng.choice(ask.legal) if rng.random() < 0.15 else word)
        number += 1
    return digest.hexdigest()


if __name__ == "__main__":
    for family in GAMES:
        sys.stdout.write(f"{family} {computed(family)}\n")
