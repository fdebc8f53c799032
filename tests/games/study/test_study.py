"""Deals that are set up from outside, and deals in progress that are written down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from arena.games import ecarte, kaiser, scotch_whist, tribello
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Chance, Game, Note, Result, Rules, Say, Show, Talk, seated, spelled
from arena.games.kernel.options import Options, option, variations
from arena.games.kernel.position import Position, in_deal, play_game
from arena.games.parts.cards import give, pack, plan, rounds, show_hands
from arena.games.parts.redeals import Standing
from arena.games.study import Study, StudyError, read_study, set_up, study_of
from tests.games.situations import asked, said, shuffles
from tests.pages import code, written

HERE = {game.name: game for game in (kaiser.GAME, ecarte.GAME, scotch_whist.GAME, tribello.GAME)}
"""Games for the examples."""


def holds(study: Study, seat: int) -> str:
    """What a seat was dealt, as it was shown."""
    found = [e for e in study.position.log if isinstance(e, Show) and (e.kind, e.owner) == ("hand", seat)]
    return " ".join(found[0].cards)


def problems(**study: Any) -> list[str]:
    """What is wrong with a study; of Kaiser unless it names another game."""
    with pytest.raises(StudyError) as caught:
        set_up({"game": "kaiser", **study}, {**HERE, "odd": ODD})
    assert str(caught.value) == "; ".join(caught.value.problems)
    return list(caught.value.problems)


# Every game


def random_moment(game: AnyGame, preset: str, seed: int) -> tuple[Position[Any], Chance]:
    """A moment of a random game in which a deal has begun, and the draws of the deal."""
    rng, chance = Random(f"{game.name} {preset} {seed}"), shuffles(seed)
    position = play_game(game, game.presets[preset], chance)
    left = rng.randrange(300)
    while position.ask is not None and (left > 0 or position.view(0).standing is None):
        position.play(rng.choice(position.ask.legal))
        left -= 1
    return position, in_deal(chance, position.this_deal()[0].number)


@pytest.mark.broad
@pytest.mark.parametrize("name", GAMES)
def test_a_moment_of_every_preset_is_read_back_as_it_was(name: str) -> None:
    game = GAMES[name]
    for preset, options in game.presets.items():
        position, chance = random_moment(game, preset, 1)
        text = study_of(game, preset, position, chance)
        again = read_study(text, "text")

        assert again.position.ask == position.ask
        assert again.position.this_deal()[0].standing == position.this_deal()[0].standing
        assert again.position.this_deal()[1] == position.this_deal()[1]
        for seat in game.seating(options).players:
            assert again.position.view(seat) == position.view(seat)
        assert study_of(game, preset, again.position, again.chance) == text


def test_a_text_shows_what_a_person_would_write() -> None:
    study = set_up({"game": "kaiser", "options": {"target": 60}, "dealer": 2, "play": "AS"} | SPADES)
    assert study_of(kaiser.GAME, "standard", study.position, study.chance) == (
        "# seat 0 is asked play and may say 9S\n"
        'game = "kaiser:standard"\n'
        "options = { target = 60 }\n"
        "dealer = 2\n"
        "scores = [0, 0]\n"
        "finished = 0\n"
        "thrown = 0\n"
        'words = "pass pass 7 pass H"\n'
        'play = "AS"\n'
        "\n"
        "[hands]\n"
        '0 = "9S AH JH 5H JD 8D AC TC"\n'
        '1 = "KH QH TH 9H AD KD KC 8C"\n'
        '2 = "JS TS 8S 3S TD 7D JC 9C"\n'
        '3 = "AS KS QS 8H QD 9D QC 7C"\n'
    )


SPADES = {"hands": {3: "AS KS QS", "0": "9S", "P2": "3S"}, "contract": {"seat": 1, "bid": "7", "trump": "H"}}


# Cards


def test_cards_that_are_not_given_are_dealt_from_the_rest_as_the_seed_has_it() -> None:
    one, same, other = (set_up({"game": "kaiser", "dealer": 0, "seed": seed} | SPADES) for seed in (1, 1, "two"))

    assert {"AS", "KS", "QS"} < set(holds(one, 3).split())
    assert "9S" in holds(other, 0)
    assert [holds(one, seat) for seat in range(4)] == [holds(same, seat) for seat in range(4)]
    assert holds(one, 1) != holds(other, 1)
    assert len(set(" ".join(holds(one, seat) for seat in range(4)).split())) == 32


def test_places_of_the_table_are_given_by_name_the_top_card_of_a_stock_first() -> None:
    study = {"game": "ecarte", "dealer": 1, "turn-up": "7D", "stock": "KS QS", "hands": {0: "7S 8S 9S TS AS"}}
    deal = set_up(study | {"words": "propose accept 7S 8S done"}).position

    assert Show((0, 1), "turn-up", None, ("7D",)) in deal.log
    assert Show((0,), "drawn", 0, ("KS", "QS")) in deal.log


def test_a_hand_is_written_as_it_is_dealt_where_that_matters() -> None:
    deal = set_up({"game": "scotch-whist", "dealer": 1, "hands": {1: "6S 7S 8S 9S TS AS 6H 7H AH", 2: "6C QS"}})
    text = study_of(deal.game, deal.preset, deal.position, deal.chance)

    assert Note("trump", ("H",)) in deal.position.log, "the last card of the dealer is turned up"
    assert '1 = "6S 7S 8S 9S TS AS 6H 7H AH"\n' in text
    assert '2 = "6C ' not in text, "the other hands are written as they are read"
    assert read_study(text, "text").position.log == deal.position.log


# What was said


def test_without_a_word_a_deal_stands_at_its_first_question() -> None:
    deal = set_up({"game": "kaiser:forced-dealer", "dealer": 3, "scores": [10, -20], "finished": 4}).position
    assert asked(deal) == (0, "bid")
    assert deal.this_deal()[0].standing == Standing(3, (10, -20), 4)


def test_the_first_dealer_is_drawn_if_none_is_named() -> None:
    dealers = {set_up({"game": "kaiser", "seed": n}).position.this_deal()[0].standing.dealer for n in range(20)}
    assert dealers == {0, 1, 2, 3}


def test_everybody_else_passes_till_the_contract_is_reached_and_play_begins() -> None:
    deal = set_up({"game": "kaiser", "dealer": 2} | SPADES).position

    assert deal.answers == ["pass", "pass", "7", "pass", "H"]
    assert asked(deal) == (3, "play")


def test_it_stands_at_a_question_that_is_not_answered() -> None:
    study = {"game": "kaiser", "dealer": 2, "contract": {"seat": 1, "bid": "7"}}
    assert asked(set_up(study).position) == (1, "trump")
    assert asked(set_up(study | {"says": {"trump": "S"}}).position) == (3, "play")
    assert asked(set_up(study | {"contract": {"seat": "P1", "bid": "7no"}}).position) == (3, "play")


def test_a_hand_that_may_be_thrown_in_is_played_unless_somebody_says_otherwise() -> None:
    study = {"game": "kaiser", "dealer": 2, "hands": {3: "TS 9S TH 9H 8H TD 9D TC"}, "contract": SPADES["contract"]}

    assert set_up(study).position.answers[:2] == ["play", "pass"]
    assert asked(set_up({k: v for k, v in study.items() if k != "contract"}).position) == (3, "misdeal")
    thrown = problems(**study, says={"misdeal": "misdeal"})
    assert thrown == ["contract: seat 1 was not asked for a bid; the deal is over"]


def test_answers_are_given_by_kind_or_by_seat_and_kind_the_last_again_and_again() -> None:
    deal = set_up({"game": "kaiser", "dealer": 2, "says": {"bid": "6 pass", "1 bid": ["8"], "trump": "S"}}).position

    assert deal.answers == ["6", "pass", "8", "pass", "S"]
    assert asked(deal) == (3, "play")


def test_an_auction_without_a_contract_goes_as_far_as_it_is_said() -> None:
    assert asked(set_up({"game": "kaiser", "dealer": 2, "says": {"3 bid": "6"}}).position) == (0, "bid")


def test_questions_between_two_cards_are_answered_too() -> None:
    study = {"game": "ecarte", "dealer": 1, "turn-up": "7S", "hands": {0: "KD QD 8H 8C 8D", 1: "KS 9D 7H 7C TC"}}
    hidden = set_up(study | {"play": "KD 9D"}).position
    marked = set_up(study | {"says": {"king": "mark"}, "play": "KD 9D"}).position
    first = set_up(study | {"play": "KD"}).position

    assert hidden.answers == ["play", "KD", "hide", "9D"]
    assert marked.answers == ["play", "KD", "mark", "9D"]
    assert asked(first) == (1, "king"), "after the last card nothing more is said"


def test_words_are_said_as_they_stand() -> None:
    deal = set_up({"game": "kaiser", "dealer": 2, "words": ["6", "pass", "pass", "6", "D"], "play": ""}).position
    assert said(deal, "bid") == [3, 0, 1, 2]
    assert Note("contract", (2, "6")) in deal.log


def test_a_deal_may_stand_at_its_end() -> None:
    deal = set_up({"game": "kaiser", "dealer": 2, "words": "pass pass pass pass"}).position
    assert deal.result == Standing(3, (0, 0), 1, 1)


def test_a_forced_dealer_bids_what_he_must() -> None:
    study = {"game": "kaiser:forced-dealer", "dealer": 2}
    assert set_up(study | {"contract": {"seat": 2, "bid": "5"}, "options": {"min_bid": 5}}).position.answers[3] == "5"
    assert problems(**study, contract={"seat": 2, "bid": "5"}) == [
        "contract.bid: 5 is not legal; seat 2 is asked bid and may say 6 6no 7 7no 8 8no 9 9no 10 10no 11 11no 12 12no"
    ]


# What is wrong

LEGAL = "6 6no 7 7no 8 8no 9 9no 10 10no 11 11no 12 12no"
CARDS = "S AKQJT983, H AKQJT985, D AKQJT987, C AKQJT987"


@pytest.mark.parametrize(
    ("study", "problem"),
    [
        ({"game": 7}, 'game: needs the name of a game in quotes, such as "kaiser"'),
        ({"game": "kayser"}, "game: there is no game 'kayser'; did you mean 'kaiser'?"),
        ({"game": "kaiser:penalty"}, "game: kaiser has no preset 'penalty'; did you mean 'bid-penalty'?"),
        ({"options": {"targit": 40}}, "options.targit: there is no such option; did you mean 'target'?"),
        ({"options": {"min_bid": 9}}, "options.min_bid: '9' is not possible; take 5 to 8"),
        ({"options": "target"}, "options: needs a table, such as options = { target = 40 }"),
        ({"seed": []}, "seed: needs a whole number or a text, not []"),
        ({"dealr": 2}, "dealr: there is no such key; did you mean 'dealer'?"),
        ({"dealer": 4}, "dealer: there is no seat 4; take 0 to 3"),
        ({"dealer": "2"}, "dealer: needs a whole number, not '2'"),
        ({"dealer": True}, "dealer: needs a whole number, not True"),
        ({"scores": 7}, "scores: needs a list, not 7"),
        ({"scores": [1, 2, 3]}, "scores: needs 2 values, not 3"),
        ({"scores": [1, "2"]}, "scores: needs a whole number, not '2'"),
        ({"scores": [60, 2]}, "dealer, scores: the game is over with these (reason: target); no deal follows"),
        ({"hands": "AS"}, 'hands: needs a table, such as hands = { 0 = "AS KS" }'),
        ({"hands": {4: "AS"}}, "hands.4: no cards are dealt there; there are 0, 1, 2, 3"),
        ({"hands": {"0": "AS", "P0": "KS"}}, "hands.P0: is there twice"),
        ({"hands": {0: ["AS", 7]}}, "hands.0: needs words in quotes with spaces between them, not ['AS', 7]"),
        ({"hands": {0: "2S"}}, f"hands.0: 2S is not in the pack, which has {CARDS}"),
        ({"hands": {0: "AS", 1: "AS"}}, "hands.1: AS is in hands.0 already; leave it out of one of them"),
        ({"hands": {0: "AS AS"}}, "hands.0: AS is in hands.0 already; leave it out of one of them"),
        ({"hands": {0: "AS KS QS JS TS 9S 8S 3S AH"}}, "hands.0: 9 cards are too many; 8 go there"),
        ({"game": "ecarte", "dealer": 1, "turn-up": "AS KS"}, "turn-up: 2 cards are too many; 1 go there"),
        ({"draws": "4H"}, 'draws: needs a table, such as draws = { cut = "4H" }'),
        ({"draws": {"cut": "4H"}}, "draws.cut: this deal has no such draw; it has none"),
        ({"game": "tribello", "draws": {"cutt": "4H"}}, "draws.cutt: this deal has no such draw; it has cut"),
        ({"game": "tribello", "draws": {"cut": "4H 4H"}}, "draws.cut: 4H is there twice"),
        ({"game": "tribello", "draws": {"cut": "1H"}}, "draws.cut: 1H is not among the cards drawn from"),
        ({"contract": 7}, 'contract: needs a table, such as contract = { seat = 1, bid = "7" }'),
        ({"contract": {"bid": "7"}}, "contract.seat: needs the seat of the contractor, 0 to 3"),
        ({"contract": {"seat": 4, "bid": "7"}}, "contract.seat: needs the seat of the contractor, 0 to 3"),
        ({"contract": {"seat": 1}}, "contract.bid: needs the word of the bid in quotes"),
        ({"contract": {"seat": 1, "bid": 7}}, "contract.bid: needs the word of the bid in quotes"),
        ({"contract": {"seat": 1, "bid": "7", "trump": 1}}, "contract.trump: needs words in quotes with spaces be"),
        ({"says": {"trump": ""}}, "says.trump: needs a word"),
        ({"says": "trump"}, 'says: needs a table, such as says = { misdeal = "play" }'),
        ({"words": 7}, "words: needs words in quotes with spaces between them, not 7"),
        ({"words": "pass", "says": {}}, "words: replaces says; leave out one of them"),
        (
            {"contract": {"seat": 1, "bid": "13"}},
            f"contract.bid: 13 is not legal; seat 1 is asked bid and may say pass {LEGAL}",
        ),
        (
            {"contract": {"seat": 3, "bid": "7"}, "says": {"1 bid": "8"}},
            "contract: seat 3 said 7, but the contract became 1 8",
        ),
        (
            {"contract": {"seat": 3, "bid": "7", "trumps": "H"}},
            "contract.trumps: answers no question; asked: bid, trump; seat 3 is asked trump and may say S H D C",
        ),
        ({"says": {"bid": "5"}}, f"says.bid: 5 is not legal; seat 3 is asked bid and may say pass {LEGAL}"),
        ({"words": "pass 13"}, f"words: word 2: 13 is not legal; seat 0 is asked bid and may say pass {LEGAL}"),
        (
            {"words": "pass pass pass pass S"},
            "words: word 5: the deal is over before S; leave it out, and what follows",
        ),
        (
            {"play": "AS"},
            f"play: before AS seat 3 is asked bid and may say pass {LEGAL}; say it in says.bid, or with words",
        ),
        (SPADES | {"play": "9S"}, "play: card 1: 9S is not legal; seat 3 is asked play and may say AS KS QS "),
        (SPADES | {"play": "AS AH"}, "play: card 2: AH is not legal; seat 0 is asked play and may say 9S"),
        (
            {"words": "pass pass pass pass", "play": "AS"},
            "play: card 1: the deal is over before AS; leave it out, and what follows",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_key_and_what_would_do(study: dict[str, Any], problem: str) -> None:
    (found,) = problems(**{"dealer": 2} | study)
    assert found.startswith(problem)


def test_after_the_last_deal_no_plan_is_asked_for_another() -> None:
    assert set_up({"game": "back-alley", "finished": 25}, GAMES).position.ask is not None
    with pytest.raises(StudyError) as caught:
        set_up({"game": "back-alley", "finished": 26}, GAMES)
    assert caught.value.problems == ("finished: the game is over with these (reason: deals); no deal follows",)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    wrong = {"options": {"min_bid": 9}, "scores": [1], "hands": {0: "AS AS"}, "contract": {"seat": 9}, "kitty": "AS"}
    assert [problem.split()[0] for problem in problems(**wrong)] == [
        "options.min_bid:",
        "scores:",
        "kitty:",
        "contract.seat:",
        "contract.bid:",
        "hands.0:",
    ]


def test_a_text_is_named_in_what_is_wrong_with_it() -> None:
    for text, problem in [
        ("game = ", "a.toml: Invalid value (at end of document)"),
        ('game = "kaiser"\nscores = 1', "a.toml: scores: needs a list, not 1"),
        (f"game = {'[' * 5000}", "a.toml: is nested too deeply"),
    ]:
        with pytest.raises(StudyError) as caught:
            read_study(text, "a.toml")
        assert caught.value.problems == (problem,)


# A standing of every kind of value, and what cannot be written


class Sheet(NamedTuple):
    below: tuple[int, ...] = (0, 0)
    games: int = 0


class OddStanding(NamedTuple):
    dealer: int
    sheet: Sheet = Sheet()
    out: frozenset[int] = frozenset()
    last: tuple[int, ...] = ()
    silent: int | None = None
    open: bool = False
    stage: str = "first"

    def words(self) -> tuple[str, ...]:
        return spelled(dealer=self.dealer, below=self.sheet.below)


@variations
@dataclass(frozen=True)
class OddOptions(Options):
    again: bool = option(False, (), "Whether another card is drawn.", "OD-1")


PACK = pack("AK")


def odd_start(_: OddOptions, chance: Chance) -> Rules[OddStanding]:
    chosen = yield Ask(0, "dealer", ("0", "1"))
    return OddStanding(int(chosen) + chance("none", (0,))[0])


def other_start(_: OddOptions, __: Chance) -> Rules[OddStanding]:
    yield from ()
    return OddStanding(0, silent=0)


def odd_deal(o: OddOptions, standing: OddStanding, chance: Chance) -> Rules[OddStanding]:
    hands = give(chance("pack", PACK), plan(rounds((0, 1), (2, 2))), PACK, 2).hands
    yield from show_hands(hands)
    if o.again:
        yield Note("drawn", chance("another", PACK)[:1])
    yield Ask(0, "bid", ("0", "1"))
    yield Ask(1, "call", ("S", "H"), talk=Talk((0, 1)))
    return standing


def odd_result(_: OddOptions, standing: OddStanding) -> Result | None:
    return Result((1, 1), (0, 0), "end") if (1, 2)[standing.silent or 0] == 2 else None


ODD: AnyGame = Game(
    name="odd",
    title="Odd",
    clauses="OD",
    options=OddOptions,
    presets={"standard": OddOptions()},
    seating=lambda _: seated((0, 1)),
    pack=lambda _: PACK,
    dealing=lambda _, standing: plan(rounds((standing.dealer, 1 - standing.dealer), (2, 2))),
    start=odd_start,
    deal=odd_deal,
    result=odd_result,
    hidden=lambda _: pytest.fail("nobody draws worlds here"),
    words=lambda _: (),
)
odd = partial(set_up, games={"odd": ODD})


def test_every_kind_of_value_of_a_standing_is_read_and_written() -> None:
    fields = {"sheet": {"below": [30, 0]}, "out": [1], "last": [3, [4]], "silent": 0, "open": True, "stage": "last"}
    study = odd({"game": "odd", "dealer": 0, **fields})
    standing = study.position.this_deal()[0].standing
    text = study_of(ODD, "standard", study.position, study.chance)

    assert standing == OddStanding(0, Sheet((30, 0)), frozenset({1}), (3, (4,)), 0, True, "last")  # type: ignore[arg-type]
    assert "sheet = { below = [30, 0] }\nout = [1]\nlast = [3, [4]]\nsilent = 0\nopen = true\n" in text
    assert read_study(text, "text", {"odd": ODD}).position.log == study.position.log


@pytest.mark.parametrize(
    ("study", "problem"),
    [
        ({"sheet": 7}, "sheet: needs a table of below, games, not 7"),
        ({"sheet": {"above": 7}}, "sheet: has no 'above'; there are: below, games"),
        ({"open": 1}, "open: needs true or false, not 1"),
        ({"stage": 1}, "stage: needs a text, not 1"),
        ({"silent": 7}, "silent: odd cannot deal with these; copy the values from a `note deal`"),
    ],
)
def test_other_kinds_of_value_are_refused(study: dict[str, Any], problem: str) -> None:
    assert problems(game="odd", **study) == [problem]


def test_a_card_is_not_called_unless_the_study_does() -> None:
    study = {"game": "odd", "contract": {"seat": 0, "bid": "1"}}
    assert asked(odd(study).position) == (1, "call")
    assert odd(study | {"says": {"call": "S"}}).position.answers == ["1", "S"]
    assert odd(study | {"contract": {"seat": 1, "bid": "H"}}).position.answers == ["0", "H"]


def test_table_talk_is_not_written_down() -> None:
    study = odd({"game": "odd"})
    study.position.play("1")
    study.position.play("S", "I have nothing")
    again = read_study(study_of(ODD, "standard", study.position, study.chance), "text", {"odd": ODD})

    assert again.position.answers == ["1", "S"]
    assert [event for event in study.position.log if not isinstance(event, Say)] == again.position.log


def test_what_a_study_cannot_say_is_not_written_down() -> None:
    study = odd({"game": "odd", "options": {"again": True}, "seed": 2})
    with pytest.raises(StudyError, match="depends on more than its cards and answers"):
        study_of(ODD, "standard", study.position, study.chance)

    before = play_game(ODD, OddOptions(), shuffles(1))
    with pytest.raises(StudyError, match="no deal has begun yet"):
        study_of(ODD, "standard", before, shuffles(1))

    study = odd({"game": "odd"})
    with pytest.raises(StudyError, match="None cannot be written as TOML"):
        study_of(replace(ODD, start=other_start), "standard", study.position, study.chance)


# The page


def test_the_example_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written("arena/games/README.md", tmp_path, "study.toml"))
    names: dict[str, Any] = {}
    exec(compile(code("arena/games/README.md")["study"], "README.md", "exec"), names)

    assert names["study"].position.answers[-3:] == ["AH", "5H", "QH"]
    assert read_study(names["text"], "text").position.log == names["study"].position.log
