"""The worked examples of every sheet, held by the engine and by the second opinion."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from tests.games.second_opinion.compare import oracle_of
from tests.games.second_opinion.examples import FAMILIES, Example, examples_of, missing, play
from tests.games.second_opinion.oracle import difference
from tests.games.second_opinion.records import WITH_CHECKER, as_record, differences
from tests.games.second_opinion.spoilt import spoilt
from tests.games.test_clauses import ids_of_examples, ids_of_page

EXAMPLES = [
    pytest.param(example, id=f"{example.ids[0]} {at}", marks=pytest.mark.rule(*example.ids))
    for family in FAMILIES
    for at, example in enumerate(examples_of(family))
]


def having(key: str) -> list[ParameterSet]:
    """Return the examples that have a line of this kind."""
    return [one for one in EXAMPLES if isinstance(one.values[0], Example) and key in one.values[0].lines]


@pytest.mark.broad
@pytest.mark.parametrize("example", EXAMPLES)
def test_engine_and_second_opinion_do_what_the_example_says(example: Example) -> None:
    game = play(example)
    assert missing(example, game) is None
    if example.game.name in WITH_CHECKER:
        assert differences(example.game.name, game) == []
    else:
        assert difference(oracle_of(example.game.name), game) is None


@pytest.mark.slow
@pytest.mark.parametrize("example", having("harmless"))
def test_every_change_of_a_record_that_makes_it_wrong_is_noticed(example: Example) -> None:
    """`harmless` are changes that do not: the sheet leaves open what is changed there."""
    record, check = as_record(example.game.name, play(example)), WITH_CHECKER[example.game.name].checker.check
    unnoticed = {line for line, changed in spoilt(record) if not check(changed)}
    assert unnoticed == {line for line in example.lines["harmless"].split("; ") if line != "none"}


@pytest.mark.slow
@pytest.mark.parametrize("example", having("other"))
def test_an_option_that_changes_the_result_is_noticed(example: Example) -> None:
    """`other` are options of which each would have led elsewhere."""
    game = play(example)
    for words in example.lines["other"].split("; "):
        other = dict(word.split("=") for word in words.split())
        assert differences(example.game.name, game._replace(options={**game.options, **other})), words


@pytest.mark.parametrize("family", FAMILIES)
def test_no_example_names_what_the_sheet_does_not_have(family: str) -> None:
    examples = [*examples_of(family)]
    game = examples[0].game.name
    assert {name for example in examples for name in example.ids} <= ids_of_page(game) | ids_of_examples(game)
