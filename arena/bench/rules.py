"""Contenders for `arena.bench.figures.best` that measure the rules: random play, rollouts, worlds and forks.

Each function returns contenders: name -> a function that does some work and returns how much it did. If OpenSpiel is
installed, its games are contenders too. The same short loop drives both: get the legal answers, draw a random number,
give an answer. A decision is a question to a player with its answer, even if only one answer is legal. Dealing counts
in the time of both but is no decision, and it draws from the same random numbers. (The packs of a ladder are hashed
from a name, which takes about 5 microseconds more for each deal.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count, cycle
from random import Random
from typing import Any

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.hidden.filling import shuffled
from arena.games.kernel import AnyGame, Show, View
from arena.games.kernel.position import Position, play_deal, play_game
from arena.games.parts.kitty import KITTY
from arena.games.parts.trick_rules import Unknown
from arena.games.search.bits import Play
from arena.games.search.enter import enter

REFERENCES = ("euchre", "hearts")
"""The games of OpenSpiel that ours are compared with."""
DECISIONS = 4000
"""About how many decisions of random play a round has: enough to warm up caches."""
MOMENTS = 24
"""How many positions in the middle of deals a round uses."""
HIDDEN = {"five-hundred": "four-player", "two-hundred": "kitty", "american-five-hundred": "st-paul"}
"""The presets for worlds: in all of them the declarer takes the kitty and exchanges cards."""


def rules_contenders(decisions: int = DECISIONS) -> dict[str, Callable[[], int]]:
    """Return random play of whole games, of ours (with everything told and logged) and of the references.

    Args:
        decisions: about how many decisions a round has; games are played to their end.
    """
    ours: dict[str, Callable[[], int]] = {name: partial(_games, game, decisions) for name, game in GAMES.items()}
    return ours | references(decisions)


def search_contenders(rollouts: int = 10) -> dict[str, Callable[[], int]]:
    """Return random rollouts of the play of a hand (`arena.games.search`) from the middle of deals, and the references.

    A rollout copies the position, plays all cards that are left, and counts tricks and points.

    Args:
        rollouts: how many rollouts start from each position in a round.
    """
    ours: dict[str, Callable[[], int]] = {}
    for name, game in GAMES.items():
        if game.trick_rules is None:
            continue
        plays = [enter(game, position) for position in moments(game, next(iter(game.presets)))]
        ours[name] = partial(_rollouts, plays, rollouts)
    return ours | references(DECISIONS)


def worlds_contenders(draws: int = 20) -> dict[str, Callable[[], int]]:
    """Return draws of worlds in the middle of deals, where a seat has shown out of a suit and the kitty is unseen.

    Args:
        draws: how many worlds are drawn from each view in a round. The view is read once; the contenders called
            `read anew` read it for every world.
    """
    found: dict[str, Callable[[], int]] = {}
    for name, preset in HIDDEN.items():
        game = GAMES[name]
        views = [view for position in moments(game, preset, number=4 * MOMENTS) if (view := blind(position))][:MOMENTS]
        found[f"{name}:{preset}"] = partial(_worlds, game, views, draws)
        found[f"{name}:{preset}, read anew"] = partial(_worlds_anew, game, views)
    return found


def fork_contenders() -> dict[str, Callable[[], int]]:
    """Return forks of positions at random moments: of a single deal, and of a game of many deals."""
    found: dict[str, Callable[[], int]] = {}
    for name, game in GAMES.items():
        found[f"{name}, one deal"] = partial(_forks, _somewhere_in_deals(game))
        found[f"{name}, whole game"] = partial(_forks, _somewhere_in_games(game))
    return found


def bare_shuffle(shuffles: int = 500) -> dict[str, Callable[[], int]]:
    """Return the reference for worlds: the standard library shuffles a pack of 43 cards."""
    return {"bare shuffle": partial(_shuffles, shuffles)}


def clones(number: int = 2000) -> dict[str, Callable[[], int]]:
    """Return the reference for forks: clones of OpenSpiel's positions. Without OpenSpiel there is none."""
    try:
        import pyspiel  # noqa: PLC0415 - optional: only this comparison needs it
    except ImportError:
        return {}
    draw = Random("clones").random
    return {f"OpenSpiel {name}": partial(_clones, pyspiel.load_game(name), draw, number) for name in REFERENCES}


def references(decisions: int) -> dict[str, Callable[[], int]]:
    """Return random play of OpenSpiel's games, dealt through their chance nodes. Without OpenSpiel there is none."""
    try:
        import pyspiel  # noqa: PLC0415 - optional: only these comparisons need it
    except ImportError:
        return {}
    return {f"OpenSpiel {name}": partial(_spiel_games, pyspiel.load_game(name), decisions) for name in REFERENCES}


def _games(game: AnyGame, decisions: int) -> int:
    """Play games with random answers until there are `decisions` of them; return how many there were."""
    draw = Random("bench").random
    options = next(iter(game.presets.values()))
    made = 0
    while made < decisions:
        position = play_game(game, options, lambda _, items: tuple(shuffled(items, draw)))
        while position.ask is not None:
            legal = position.ask.legal
            position.play(legal[int(draw() * len(legal))])
        made += len(position.answers)
    return made


def _spiel_games(game: Any, decisions: int) -> int:
    """Play random games of OpenSpiel until the players have made `decisions`; return how many they made."""
    draw = Random("bench").random
    made = 0
    while made < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
                made += 1
            state.apply_action(actions[int(draw() * len(actions))])
    return made


def _shuffles(number: int) -> int:
    rng, cards = Random("bare"), list(range(43))
    for _ in range(number):
        rng.shuffle(cards)
    return number


def _clones(game: Any, draw: Callable[[], float], number: int) -> int:
    """Clone a position in the middle of a game of OpenSpiel `number` times; return `number`."""
    state = game.new_initial_state()
    while state.move_number() < game.max_game_length() // 2 and not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
    for _ in range(number):
        state.clone()
    return number


def moments(game: AnyGame, preset: str, number: int = MOMENTS) -> list[Position[Any]]:
    """Return positions of random play in which a seat is to play a card, and a seat has shown out of a suit."""
    found = (_first_void(game, preset, i) for i in count())
    return [position for position, _ in zip(filter(None, found), range(number), strict=False)]


def _first_void(game: AnyGame, preset: str, number: int) -> Position[Any] | None:
    """Play a game at random until a few cards after a seat could not follow suit; None if that never happens."""
    rng = Random(f"{preset} {number}")
    position = play_game(game, game.presets[preset], keyed("moments", f"{preset} {number}"))
    more: int | None = None
    while position.ask is not None:
        if position.ask.kind != "play":
            more = None
        elif more == 0:
            return position
        elif more is not None:
            more -= 1
        elif _does_not_follow(game, position):
            more = rng.randrange(8)
        position.play(rng.choice(position.ask.legal))
    return None


def _does_not_follow(game: AnyGame, position: Position[Any]) -> bool:
    """Return whether the seat to play cannot follow suit; False if the fast form of the play does not know."""
    try:
        play = enter(game, position)
    except Unknown:
        return False
    return play.trick != 0 and not play.hands[play.turn] & play.follow


def blind(position: Position[Any]) -> View | None:
    """Return the view of the seat to play, or None if it has seen the kitty."""
    assert position.ask is not None
    view = position.view(position.ask.seat)
    return None if any(isinstance(event, Show) and event.kind == KITTY for event in view.events) else view


def _rollouts(plays: list[Play], rollouts: int) -> int:
    draw = Random("rollouts").random
    return sum(play.copy().play_out(draw) for play in plays for _ in range(rollouts))


def _worlds(game: AnyGame, views: list[View], draws: int) -> int:
    rng = Random("worlds")
    for view in views:
        for _ in range(draws):
            game.worlds(view, rng)
    return draws * len(views)


def _worlds_anew(game: AnyGame, views: list[View]) -> int:
    rng = Random("worlds")
    for view in views:
        game.sampler(view)(rng)
    return len(views)


def _somewhere_in_deals(game: AnyGame) -> list[Position[Any]]:
    """Return deals stopped after a random number of answers, each number equally likely."""
    found = []
    for i in range(MOMENTS):
        rng = Random(f"deal {i}")
        o = next(iter(game.presets.values()))
        begin: Position[Any] = Position(o, partial(game.start, o, keyed("forks", f"start {i}")))
        whole = play_deal(game, o, begin.result, keyed("forks", f"deal {i}"))
        while whole.ask is not None:
            whole.play(rng.choice(whole.ask.legal))
        found.append(_left(whole, rng))
    return found


def _somewhere_in_games(game: AnyGame) -> list[Position[Any]]:
    """Return games stopped after a random number of answers, each number equally likely."""
    found = []
    for i in range(MOMENTS):
        rng = Random(f"game {i}")
        o = next(iter(game.presets.values()))
        whole = play_game(game, o, keyed("forks", f"game {i}"))
        while whole.ask is not None:
            whole.play(rng.choice(whole.ask.legal))
        found.append(_left(whole, rng))
    return found


def _left(whole: Position[Any], rng: Random) -> Position[Any]:
    """Return a new position with a random number of the answers of a finished one."""
    position = Position(whole.options, whole.rules, whole.resume)
    for word in whole.answers[: rng.randrange(len(whole.answers))]:
        position.play(word)
    return position


def _forks(positions: list[Position[Any]], number: int = 2 * MOMENTS) -> int:
    for position, _ in zip(cycle(positions), range(number), strict=False):
        position.fork()
    return number
