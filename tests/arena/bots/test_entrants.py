from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.entrants import FUNCTION, Entrant, numbered, refuse_same_names, who_is_who
from arena.errors import UserError
from arena.settings.names import NAME_LENGTH


def test_two_entrants_of_one_name_are_refused_with_the_way_out() -> None:
    mine = Entrant("mine", "mine", "", ("./bot",), Path("mine"), "1f")
    refuse_same_names([mine, replace(mine, name="other", given="other")])
    with pytest.raises(UserError) as caught:
        refuse_same_names([mine, replace(mine, name="other"), replace(mine, given="./copy")])
    assert str(caught.value) == "two bots are called 'mine': mine and ./copy"
    assert caught.value.hint == 'give one another name: { bot = "./copy", name = "mine-2" }'


def test_a_function_gets_another_name_in_its_program() -> None:
    mine = Entrant(FUNCTION, "mine", "", ("./bot",), Path("mine"), "1f")
    with pytest.raises(UserError) as caught:
        refuse_same_names([mine, replace(mine, digest="2f")])
    assert caught.value.hint == 'define a function with another name, or set its __name__ = "mine_2"'


@pytest.mark.parametrize(
    ("names", "distinct"),
    [
        (["owl", "jay"], ["owl", "jay"]),
        (["owl", "owl", "owl"], ["owl", "owl-2", "owl-3"]),
        (["owl", "owl-2", "owl"], ["owl", "owl-2", "owl-3"]),
        (["owl", "owl", "owl-2", "owl-2"], ["owl", "owl-3", "owl-2", "owl-2-2"]),
        (["x" * NAME_LENGTH] * 2, ["x" * NAME_LENGTH, "x" * (NAME_LENGTH - 2) + "-2"]),
    ],
)
def test_bots_of_one_name_get_numbers_that_are_nobody_elses_name(names: list[str], distinct: list[str]) -> None:
    bots = [Entrant(f"./{at}", name, "", ("./bot",), Path("mine"), "1f") for at, name in enumerate(names)]
    assert [bot.name for bot in numbered(bots)] == distinct


def test_who_is_who_names_those_that_share_a_name_and_no_others() -> None:
    bots = [
        Entrant(given, name, "", ("./bot",), Path("mine"), "1f")
        for given, name in (("a/bot", "owl"), ("b", "jay"), ("c/bot", "owl"))
    ]
    assert who_is_who(bots, numbered(bots)) == ["owl is a/bot", "owl-2 is c/bot"]
