"""What the tests have to know of each game and cannot find out: its examples, and what is special about its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from arena.games.kernel import AnyGame
from tests.games.laws.trials import IMPOSSIBLE, ONE_WORLD, UNEVEN, Trial


class About(NamedTuple):
    """What the tests have to know of a game.

    Args:
        examples: the number of worked examples in its rules.
        more_examples: examples whose number is no plain number.
        trials: how a broken sampler is found out, where that takes more than usual; None where there is nothing to
            break.
        draws: preset -> how many draws at how many moments, where many deals agree with every view.
        open: presets in which nothing is hidden.
        not_listed: presets in which there are always too many deals to list.
        starts: preset -> what its golden transcript changes in the first standing.
    """

    examples: int
    more_examples: tuple[str, ...] = ()
    trials: Mapping[str, Trial | None] = {}
    draws: Mapping[str, tuple[int, int]] = {}
    open: frozenset[str] = frozenset()
    not_listed: frozenset[str] = frozenset()
    starts: Mapping[str, Mapping[str, Any]] = {}


def about(game: AnyGame) -> About:
    """Return what the tests have to know of a game.

    Raises:
        KeyError: nothing was written of it.
    """
    return ABOUT[game.name]


LARGE = 10
"""A family with more presets is looked at in part where that takes long."""


def some_presets(game: AnyGame) -> list[str]:
    """Return the presets that `make test` looks at where each takes long, every other one of a large family.

    Sweeps take all.
    """
    return [*game.presets][:: 2 if len(game.presets) > LARGE else 1]


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def after(finished: int, *scores: int, **others: Any) -> Mapping[str, Any]:
    """Return the standing of Two Hundred after so many deals; a side with a score of zero has never scored."""
    moved = frozenset(side for side, score in enumerate(scores) if score)
    return {"finished": finished, "scores": scores, "moved": moved, **others}


ABOUT: Mapping[str, About] = {
    "kaiser": About(
        19,
    ),
    "two-hundred": About(
        53,
        more_examples=("2a",),
        trials={"discards never drawn": Trial(deals=400, preset="kitty")},
        starts={
            "standard": after(3, 120, 105),
            "bloutte-100": after(1, 45, 40),
            "target-300": after(5, 180, 200),
            "target-500": after(11, 430, 395),
            "target-500-hole-300": after(9, -250, 230),
            "must-bid-60": after(3, 110, 115),
            "higher-score-wins": after(4, 155, 180),
            "win-by-bid": after(5, 150, 215),
            "skunk-hole": after(4, 150, -70),
            "skunk-shutout": after(1, 100, 0),
            "within-50": after(4, 160, 155),
            "six-three-teams": after(5, -150, 40, -10),
            "pot": after(14, 430, 465, 450, pot=1000, money=(-150, -150, -200, -150, -150, -200)),
        },
    ),
    "five-hundred": About(
        49,
        trials={"discards never drawn": Trial(deals=220, preset="two-player-short")},
        draws={"two-player-short": (10_010, 1)},  # any four of fourteen cards may have been the widow
        starts={
            "standard": {"finished": 9, "scores": (440, 480, 430)},
            "one-thousand": {"finished": 9, "scores": (770, 740, 790)},
            "fifteen-hundred": {"finished": 11, "scores": (980, 960, 940)},
            "australian-rounds": {"finished": 9, "scores": (480, 470)},
        },
    ),
    "american-five-hundred": About(
        19,
        trials={
            "discards never drawn": Trial(deals=330),
            # No hand of sorted cards is one that may be announced, so no deal is found.
            "without shuffles": Trial(complaint=IMPOSSIBLE, deals=40),
        },
        starts={"st-paul-capped": {"finished": 9, "scores": (470, 470)}},
    ),
    "scotch-whist": About(
        15,
        open=words("two"),  # two players hold all cards
        starts={"standard": {"scores": (36, 30, 37, 33)}, "six": {"scores": (35, 36, 35, 0, 8, 4)}},
    ),
    "nine-card-don": About(15, starts={"standard": {"scores": (113, 109)}}),
    "ecarte": About(
        23,
        trials={
            # Only what is laid aside in a second exchange can have been drawn.
            "discards never drawn": Trial(deals=1000, often=("propose", "accept", "done")),
            # Two seats, eight cards of a suit: sorted, everything lies in one place.
            "without shuffles": Trial(complaint=f"{ONE_WORLD}|{UNEVEN}", deals=80),
        },
        starts={"casino": {"dealer": 1}, "strict": {"dealer": 1}},
    ),
    "homme-d-auvergne": About(20, starts={"six-player": {"scores": (6, 6, 6, 6, 6, 6)}}),
    "triomphe": About(19),
    "tribello": About(15, starts={"late-trump": {"finished": 3}}),
    "twenty-five": About(24, starts={"single-points": {"scores": (4, 4, 3, 4, 4)}}),
    "bester-bube": About(
        21,
        # Only what is laid aside in the second round, or for the turn-up, can have been drawn.
        trials={"discards never drawn": Trial(deals=1200, often=("done",))},
        draws={"free-turn-up": (1000, 1)},  # a dealer who may leave the turn-up can hold more hands
        starts={"share": {"pool": 20}, "tournament": {"pool": 40}},
    ),
    "malilla": About(
        19,
        not_listed=words("table-rules"),  # at random somebody fouls long before few enough deals are left to list
        starts={"standard": {"scores": (31, 31)}},
    ),
    "back-alley": About(
        19,
        starts={
            "standard": {"finished": 5},
            "short": {"finished": 6},
            "solo": {"finished": 11},
            "board-only-all": {"finished": 12},
        },
    ),
    "truc": About(
        21,
        trials={
            # All unseen cards may lie in the same places: sorted, they always lie in the same ones.
            "without shuffles": Trial(complaint=f"{ONE_WORLD}|{UNEVEN}", deals=60),
            "without voids": None,
        },
        # If one card is unseen, it is one of 29 or more, since most of the pack is not dealt.
        draws={
            "standard": (1000, 2),
            "silent": (1000, 2),
            "talkative": (1000, 1),
            "long-hands": (1000, 1),
            "quick-stop": (1000, 1),
        },
    ),
    "bridgette": About(
        21,
        trials={"discards never drawn": Trial(deals=310)},
        not_listed=words("standard strict-jumps open-upcard"),  # fourteen cards or more remain in the stock
    ),
    "jo-jotte": About(
        21,
        # A hand of sorted cards has not the melds that were told, so without a nullo no deal is found.
        trials={"without shuffles": Trial(complaint=ONE_WORLD, deals=20, often=("nullo",))},
        # Any three of nine cards may have been the last three dealt: 84 deals agree even with the end of a hand.
        draws={"standard": (1000, 1), "fast": (1000, 1)},
        starts={"fast": {"dealer": 1}},
    ),
    "bridge-solitaire": About(
        20,
        # Hidden are a hand's worth of cards as one and the order of the stock: without shuffles there is one world.
        trials={"without shuffles": Trial(complaint=ONE_WORLD, deals=20), "without voids": None},
        starts={"short-session": {"finished": 3, "games": (1, 0), "scores": (120, 0)}},
    ),
}
