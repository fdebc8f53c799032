from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.entrants import Entrant, name_of, refuse_same_names
from arena.errors import UserError


@pytest.mark.parametrize(
    ("text", "name"),
    [("my bot@2", "my-bot-2"), ("Zoë Ångström", "Zoe-Angstrom"), ("日本", "--"), ("x" * 40, "x" * 32), ("a,b", "a-b")],
)
def test_names_are_made_of_visible_ascii(text: str, name: str) -> None:
    assert name_of(text) == name


def test_two_entrants_of_one_name_are_refused_with_the_way_out() -> None:
    mine = Entrant("mine", "mine", "", ("./bot",), Path("mine"), "1f")
    refuse_same_names([mine, replace(mine, name="other", given="other")])
    with pytest.raises(UserError) as caught:
        refuse_same_names([mine, replace(mine, name="other"), replace(mine, given="./copy")])
    assert str(caught.value) == "two bots are called 'mine': mine and ./copy"
    assert caught.value.hint == 'give one another name: { bot = "./copy", name = "..." }'
