"""Options: read from words, checked, described."""

from __future__ import annotations

from dataclasses import fields

import pytest

from arena.games.kernel.options import OptionError, Value, choose, option, spec, values_text
from arena.games.tribello import Options as TribelloOptions
from tests.games.toy import ToyOptions

OPTIONS = ToyOptions()
TRIBELLO = TribelloOptions()


class TestOptions:
    @pytest.mark.parametrize(
        ("name", "raw", "value"),
        [
            ("deals", "3", 3),
            ("deals", 3, 3),
            ("mood", "wild", "wild"),
            ("mood", "20", 20),
            ("loud", "on", True),
            ("loud", "off", False),
            ("loud", True, True),
        ],
    )
    def test_words_and_values_are_read(self, name: str, raw: object, value: Value) -> None:
        assert getattr(choose(OPTIONS, {name: raw}), name) == value

    @pytest.mark.parametrize(
        ("name", "raw", "complaint"),
        [
            ("deals", "ten", "deals: 'ten' is not possible; take 1 to 9"),
            ("deals", "-1", "deals: '-1' is not possible; take 1 to 9"),
            ("deals", True, "deals: 'on' is not possible; take 1 to 9"),
            ("deals", 2.5, "deals: '2.5' is not possible; take 1 to 9"),
            ("mood", "15", "mood: '15' is not possible; take calm, wild, 10 to 30 in steps of 10"),
            ("loud", "yes", "loud: 'yes' is not possible; take on, off"),
            ("loud", 1, "loud: '1' is not possible; take on, off"),
            ("deal", 3, "deal: there is no such option; did you mean 'deals'?"),
            ("xyz", 3, "xyz: there is no such option; there are: deals, mood, loud"),
        ],
    )
    def test_what_is_wrong_is_said_with_the_way_out(self, name: str, raw: object, complaint: str) -> None:
        with pytest.raises(OptionError) as caught:
            choose(OPTIONS, {name: raw})
        assert str(caught.value) == complaint

    def test_all_problems_are_said_at_once(self) -> None:
        with pytest.raises(OptionError) as caught:
            choose(OPTIONS, {"deals": 0, "moods": "calm", "loud": "maybe"})
        assert [problem.names for problem in caught.value.problems] == [("deals",), ("moods",), ("loud",)]
        assert str(caught.value) == "; ".join(map(str, caught.value.problems))

    def test_combinations_are_checked_however_the_options_are_made(self) -> None:
        complaint = "deals: 6 are too many with loud=on; take 5 at most"
        with pytest.raises(OptionError, match=complaint):
            ToyOptions(deals=6, loud=True)
        with pytest.raises(OptionError, match=complaint):
            choose(ToyOptions(deals=6), {"loud": "on"})

    def test_a_value_made_in_code_is_checked_too(self) -> None:
        with pytest.raises(OptionError, match="'nine' is not possible"):
            ToyOptions(deals="nine")  # type: ignore[arg-type] # the point of the test

    def test_options_are_told_as_words(self) -> None:
        assert ToyOptions(loud=True).words() == {"deals": "2", "mood": "calm", "loud": "on"}
        assert choose(OPTIONS, ToyOptions(4, 30, True).words()) == ToyOptions(4, 30, True)

    def test_what_is_in_force_are_the_words_unless_a_game_knows_better(self) -> None:
        assert ToyOptions(loud=True).in_force() == ToyOptions(loud=True).words()

    def test_a_list_is_read_in_any_order_and_with_spaces(self) -> None:
        assert choose(TRIBELLO, {"phases": "4, 2,1"}).in_force()["phases"] == "1,2,4"
        with pytest.raises(OptionError, match="phases: '1,1' is not possible; take 1; 2; 3; 4; 1,2; 1,3; "):
            choose(TRIBELLO, {"phases": "1,1"})

    def test_what_is_on_or_off_has_no_other_values(self) -> None:
        with pytest.raises(ValueError, match=r"on or off: its values are \(\)"):
            option(False, ("on", "off"), "Whether it is.", "X-1")

    def test_fields_describe_themselves(self) -> None:
        deals, mood, loud = fields(ToyOptions)
        assert [values_text(f) for f in (deals, mood, loud)] == [
            "1 to 9",
            "calm, wild, 10 to 30 in steps of 10",
            "on, off",
        ]
        assert (spec(mood).about, spec(mood).clauses) == ("A word or a number.", "TOY-2")
