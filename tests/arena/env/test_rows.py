"""What the numbers of a row say."""

import json
from pathlib import Path
from random import Random

import pytest

from arena.client.feature_rows import FeatureRows, legal_bits, row_of
from arena.client.features import LEVELS, Features, level_bits
from arena.client.history import LENGTH, History
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Did, Note, Show, View
from arena.games.kernel.position import Position, deals_of
from arena.games.laws import Shuffles
from arena.games.parts.redeals import Standing

PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in GAMES.values() for preset in game.presets]
KAISER = Features(GAMES["kaiser"], GAMES["kaiser"].presets["standard"])
VERSIONS = Path(__file__).with_name("versions.json")


def said(features: Features, row: int, block: str) -> set[int]:
    """Which numbers of a block are 1."""
    _, begin, width = features.blocks[block]
    return {at for at in range(width) if row >> begin + at & 1}


def cards(features: Features, row: int, block: str) -> list[tuple[int, str]]:
    """The cards of a block of planes, each with the number of its plane."""
    size = len(features.pack)
    return [(at // size, features.pack[at % size]) for at in sorted(said(features, row, block))]


def play(seat: int, card: str) -> Did:
    return Did(seat, "play", card, "all", seat)


EVENTS = (
    Show((1,), "hand", 1, ("AS", "KS", "5H")),
    Did(3, "bid", "7", "all", 3),
    Did(0, "bid", "pass", "all", 0),
    Note("contract", (3, "7")),
    Note("trump", ("H",)),
    play(0, "9S"),
    play(1, "KS"),
    play(2, "QS"),
    play(3, "3S"),
    Note("trick", (1, -2)),
    play(1, "AS"),
)
VIEW = View(1, KAISER.options, Standing(2, (10, -5), 3), EVENTS)


def test_a_row_says_what_a_seat_knows() -> None:
    row = row_of(KAISER, VIEW, "play")
    assert cards(KAISER, row, "mine") == [(0, "5H")]
    assert sorted(cards(KAISER, row, "played")) == [(0, "AS"), (0, "KS"), (1, "QS"), (2, "3S"), (3, "9S")]
    assert cards(KAISER, row, "when") == [(0, "KS"), (0, "QS"), (0, "9S"), (0, "3S"), (1, "AS")] or sorted(
        cards(KAISER, row, "when")
    ) == [(0, "3S"), (0, "9S"), (0, "KS"), (0, "QS"), (1, "AS")]
    assert cards(KAISER, row, "trick") == [(0, "AS")]
    assert said(KAISER, row, "won") == {0}
    assert said(KAISER, row, "trump") == {1}
    assert said(KAISER, row, "contract seat") == {2}
    assert said(KAISER, row, "contract") == {KAISER.contract_words["7"]}
    assert said(KAISER, row, "asked") == {KAISER.kinds.index("play")}
    assert said(KAISER, row, "standing dealer") == {1}


def test_numbers_are_ladders_of_levels_with_the_own_side_first() -> None:
    row = row_of(KAISER, VIEW)
    wide = 1 + len(LEVELS)
    assert said(KAISER, row, "standing scores") == {0, *range(1, 6), *range(wide + 1, wide + 11)}
    assert said(KAISER, row, "taken") == {0, 1, 2}
    assert not said(KAISER, row, "asked")
    assert [level_bits(value) for value in (0, 1, 2, -2)] == [0b0, 0b10, 0b110, 0b111]


def test_a_sequence_has_every_event_in_its_order() -> None:
    history = History(KAISER)
    numbers = history.sequence(VIEW)
    assert 0 not in numbers
    assert max(numbers) < history.size
    others = [
        VIEW._replace(events=(*EVENTS[:-1], play(1, "5H"))),
        VIEW._replace(events=(*EVENTS[:5], play(0, "9S"), play(2, "QS"), play(1, "KS"), *EVENTS[8:])),
        VIEW._replace(standing=Standing(2, (10, -6), 3)),
        VIEW._replace(seat=3),
    ]
    assert all(history.sequence(other) != numbers for other in others)
    talk = VIEW._replace(events=tuple(Note("unheard-of", ("x" * 60,)) for _ in range(20)))
    assert len(history.sequence(talk)) == LENGTH


@pytest.mark.broad
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_rows_of_a_table_are_those_of_the_views(game: AnyGame, preset: str) -> None:
    options = game.presets[preset]
    features, rng = Features(game, options), Random(preset)
    table, chance = FeatureRows(features), Shuffles(preset)
    position = Position(options, lambda: deals_of(game, options, chance, 2), game=game)
    heard = 0
    while position.ask is not None:
        for event in position.log[heard:]:
            table.hear(event)
        heard = len(position.log)
        assert legal_bits(features, position.ask).bit_count() == len(position.ask.legal)
        if rng.random() < 0.1:
            at = rng.randrange(len(features.players))
            assert row_of(features, position.view(features.players[at])) == table.rows[at]
        position.play(rng.choice(position.ask.legal))


def test_another_form_of_the_rows_has_another_version() -> None:
    """Weights fit one form. If a list of words or the rows have changed on purpose, write the file again:

    python -c "from tests.arena.env.test_rows import *; VERSIONS.write_text(now())"
    """
    assert VERSIONS.read_text() == now(), "words or rows have changed: nets that were trained before do not fit"
    assert Features(GAMES["kaiser"], GAMES["kaiser"].presets["standard"]).version.startswith("kaiser-v1-")


def now() -> str:
    """The versions of all presets."""
    found = {f"{g.name}:{preset}": Features(g, o).version for g in GAMES.values() for preset, o in g.presets.items()}
    return json.dumps(found, indent=1) + "\n"
