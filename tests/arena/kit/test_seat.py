"""What the seat of a kit knows agrees with the rules, in every game: its cards, and those on the table."""

import re
from types import ModuleType
from typing import Any

import pytest

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import play_game
from arena.kit.folders import languages
from arena.protocol import write_line
from arena.settings.clock import ClockSettings
from arena.table import record

CARD = re.compile(r"[0-9A-Z]\S*")
ANSWERS = 120


@pytest.fixture(scope="module")
def seat_type() -> Any:
    [source] = (file for file in languages()["python"].files() if file.name == "seat.py")
    module = ModuleType("seat")
    exec(compile(source.read_text(), str(source), "exec"), module.__dict__)
    return module.Seat


@pytest.mark.parametrize("name", GAMES)
def test_the_seat_has_the_cards_that_it_may_play(name: str, seat_type: Any) -> None:
    game = GAMES[name]
    options = next(iter(game.presets.values()))
    seating, chance = game.seating(options), keyed("kit", name)
    position = play_game(game, options, chance)
    seats = {at: seat_type() for at in seating.players}

    def hear(at: int, line: str) -> None:
        verb, *words = line.split()
        seats[at].hear(verb, words)

    for at in seats:
        hear(at, write_line(record.opening("G1", game, "p", options, ClockSettings(), seat=at)))
    told = 0
    while (ask := position.ask) is not None and len(position.answers) < ANSWERS:
        for at, event in ((at, event) for event in position.log[told:] for at in seats):
            if (learnt := tell(event, at)) is not None:
                hear(at, record.line(learnt))
        told, seat = len(position.log), seats[ask.seat]
        if ask.kind == "play" and ask.hand is None:
            assert {word for word in ask.legal if CARD.fullmatch(word)} <= {*seat.hand}
            assert len(seat.table) < max(seating.seats, 2)
            assert not [card for _, card in seat.table if card[0].islower()]
        position.play(chance(f"answer {len(position.answers)}", ask.legal)[0])
    assert {(seat.game, seat.ms) for seat in seats.values()} == {(name, 1000)}
