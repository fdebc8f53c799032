"""The worked examples of every sheet, held by the engine and by the second opinion."""

from __future__ import annotations

import pytest

from tests.games.second_opinion.compare import oracle_of
from tests.games.second_opinion.examples import FAMILIES, Example, examples_of, missing, play
from tests.games.second_opinion.oracle import difference
from tests.games.test_clauses import ids_of_examples, ids_of_page

EXAMPLES = [
    pytest.param(example, id=f"{example.ids[0]} {at}", marks=pytest.mark.rule(*example.ids))
    for family in FAMILIES
    for at, example in enumerate(examples_of(family))
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_engine_and_second_opinion_do_what_the_example_says(example: Example) -> None:
    game = play(example)
    assert missing(example, game) is None
    assert difference(oracle_of(example.game.name), game) is None


@pytest.mark.parametrize("family", FAMILIES)
def test_no_example_names_what_the_sheet_does_not_have(family: str) -> None:
    examples = [*examples_of(family)]
    game = examples[0].game.name
    assert {name for example in examples for name in example.ids} <= ids_of_page(game) | ids_of_examples(game)
