"""What the golden transcripts of Écarté show."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.ecarte import obligatory
from tests.games.laws.trials import ONE_WORLD, UNEVEN, Trial
from tests.games.specials import Players, Special, Story

EXAMPLES = tuple(str(number) for number in range(1, 24))
"""The worked examples of the sheet."""


def exchanges_and_marks(story: Story) -> bool:
    king = story.shown("king", 0) or story.shown("king", 1)
    return set(king) <= {*story.shown("drawn", 0), *story.shown("drawn", 1)} if king else False


def holds_jeu_de_regle(story: Story, seat: int) -> bool:
    return obligatory(story.shown("hand", seat), *story.noted("trump"))


def house_player_must_play(story: Story) -> bool:
    return story.said("propose")[:1] == [(0, "play")] and holds_jeu_de_regle(story, 0)


def dealer_must_refuse(story: Story) -> bool:
    return story.said("answer")[:1] == [(1, "refuse")] and holds_jeu_de_regle(story, 1)


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "EC-19",
        "Both exchange, somebody draws the king of trumps, and marks it.",
        exchanges_and_marks,
        players=Players(says=("accept", "mark")),
    ),
    "casino": Special(
        "EC-8",
        "Seat 0, the house player, is elder with a jeu de règle: `play` is the only word.",
        house_player_must_play,
        start={"dealer": 1},
        players=Players(says=("propose",)),
    ),
    "strict": Special(
        "EC-10",
        "Seat 1 deals and holds a jeu de règle; to the proposal of seat 0, `refuse` is the only word.",
        dealer_must_refuse,
        start={"dealer": 1},
        players=Players(says=("propose", "accept")),
    ),
}
TRIALS = {
    # Only what is laid aside in a second exchange can have been drawn.
    "discards never drawn": Trial(deals=1000, often=("propose", "accept", "done")),
    # Two seats, eight cards of a suit: sorted, everything lies in one place.
    "without shuffles": Trial(complaint=f"{ONE_WORLD}|{UNEVEN}", deals=80),
}
"""How broken samplers are found out, where that takes more than usual."""
