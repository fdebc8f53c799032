"""The kitty, the discard, and what is shown of it."""

from random import Random

import pytest

from arena.games.kernel import Did, Note, Seat, Show
from arena.games.kernel.position import Position
from arena.games.parts.cards import SUITS
from arena.games.two_hundred.dealing import pack_for
from arena.games.two_hundred.kitty import discard_class
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import Standing
from tests.games.situations import asked, at_the_end, legal, notes, shown_to, shuffles
from tests.games.two_hundred.situations import EAST, STANDARD, WITH_KITTY, deal_after, dealt

NO_POINTS, NO_TRUMPS = PRESETS["kitty-no-points"], PRESETS["kitty-no-points-or-trumps"]
SHOWN, ANNOUNCED = PRESETS["kitty-trumps-shown"], PRESETS["kitty-points-announced"]
EAST_PLAYS = "50 pass pass pass"


def contractor_with(cards: str, o: Options, words: str = "") -> Position[Standing]:
    """East has won the auction and holds these thirteen cards, the last four of them from the kitty."""
    hand = cards.split()
    chance = dealt(o, {EAST: " ".join(hand[:9]), "kitty": " ".join(hand[9:])})
    return deal_after(f"{EAST_PLAYS} {words}", o=o, chance=chance)


def discarded(position: Position[Standing], seat: Seat) -> list[str | None]:
    return [e.word for e in position.told(seat) if isinstance(e, Did) and e.kind == "discard"]


@pytest.mark.rule("TH-30")
def test_contractor_takes_the_kitty_discards_names_trump_and_leads() -> None:
    position = deal_after(EAST_PLAYS, o=WITH_KITTY)
    kinds = []
    for _ in range(6):
        assert position.ask is not None and position.ask.seat == EAST
        kinds.append(position.ask.kind)
        position.play(position.ask.legal[0])
    assert kinds == ["discard", "discard", "discard", "discard", "trump", "play"]


@pytest.mark.rule("TH-30", "TH-31", "TH-35", "TH-36")
def test_everything_before_play_has_its_place() -> None:
    o = Options(
        kitty=4,
        announce_all_100=True,
        discard_points_announced=True,
        discard_trumps_shown=True,
    )
    position = deal_after(f"{EAST_PLAYS} take AS KS QS TH S", o=o)
    after_auction = position.log[position.log.index(Note("contract", (EAST, "50"))) + 1 :]
    kinds = [event.kind for event in after_auction if isinstance(event, Did | Note | Show)]
    assert kinds == ["all100", "kitty", *["discard"] * 4, "discard-points", "trump", "trump", "shown-discard"]
    assert asked(position) == (EAST, "play")


@pytest.mark.rule("TH-30", "TH-33", "TH-R11")
def test_trump_is_named_before_the_discard_where_trumps_may_not_be_discarded() -> None:
    position = deal_after(EAST_PLAYS, o=NO_TRUMPS)
    assert (asked(position), legal(position)) == ((EAST, "trump"), "S H D C")
    assert shown_to(position, EAST, "kitty")
    position.play("S")
    assert position.log[-1] == Note("trump", ("S",))
    assert asked(position) == (EAST, "discard")
    o = Options(kitty=4, discard_limits="no_points_or_trumps", no_trump="plain")
    assert legal(deal_after(EAST_PLAYS, o=o)) == "S H D C NT"


@pytest.mark.rule("TH-33", "TH-R11")
def test_19_of_40_cards_are_protected_and_at_no_trump_only_12() -> None:
    classes = [discard_class(NO_TRUMPS, card, "S") for card in pack_for(NO_TRUMPS)]
    assert [classes.count(each) for each in range(3)] == [21, 7, 12]
    at_no_trump = [discard_class(NO_TRUMPS, card, "NT") for card in pack_for(NO_TRUMPS)]
    assert [at_no_trump.count(each) for each in range(3)] == [28, 0, 12]
    assert {discard_class(WITH_KITTY, card, suit) for card in pack_for(WITH_KITTY) for suit in SUITS} == {0}


@pytest.mark.rule("TH-33", "TH-34", "TH-36", "TH-R10", "TH-X35")
def test_point_cards_are_discarded_only_when_nothing_else_is_left() -> None:
    position = contractor_with("AS KS QS JS TS 5S AH TH 5H AD TD 5D AC", NO_POINTS)
    assert legal(position) == "KS QS JS"
    position.play("QS")
    assert legal(position) == "KS JS"
    position.play("JS")
    position.play("KS")
    assert legal(position) == "AS TS 5S AH TH 5H AD TD 5D AC"
    position.play("5D")
    assert asked(position) == (EAST, "trump")
    assert shown_to(position, 0, "shown-discard") == []
    position.play("H")
    assert [shown_to(position, seat, "shown-discard") for seat in range(4)] == [["5D"]] * 4
    assert asked(position) == (EAST, "play")


@pytest.mark.rule("TH-34", "TH-X35")
def test_nine_point_cards_need_not_be_discarded() -> None:
    position = contractor_with("AS KS QS JS TS 5S AH TH 5H AD TD 5D 9C", NO_POINTS)
    for left in ("KS QS JS 9C", "QS JS 9C", "JS 9C", "9C"):
        assert legal(position) == left
        position.play(left.split()[0])
    position.play("S")
    assert shown_to(position, 0, "shown-discard") == []


@pytest.mark.rule("TH-33", "TH-34", "TH-36", "TH-R10", "TH-X36")
def test_trumps_without_points_go_before_point_cards_and_are_shown() -> None:
    position = contractor_with("AS KS QS JS TS 9S 8S 7S AH TH AD KD QC", NO_TRUMPS, "S")
    assert legal(position) == "KD QC"
    position.play("KD")
    assert legal(position) == "QC"
    position.play("QC")
    assert legal(position) == "KS QS JS 9S 8S 7S"
    position.play("9S")
    assert legal(position) == "KS QS JS 8S 7S"
    position.play("7S")
    assert [shown_to(position, seat, "shown-discard") for seat in range(4)] == [["9S 7S"]] * 4
    assert asked(position) == (EAST, "play")


@pytest.mark.rule("TH-34", "TH-36")
def test_irregular_discards_are_shown_after_the_card_that_fixes_trump() -> None:
    position = contractor_with("AS KS QS JS TS 5S AH TH 5H AD TD 5D AC", NO_POINTS, "KS QS JS 5D lead")
    assert shown_to(position, 0, "shown-discard") == []
    position.play("AC")
    assert position.log[-2:] == [Note("trump", ("C",)), Show((0, 1, 2, 3), "shown-discard", EAST, ("5D",))]


@pytest.mark.rule("TH-36", "TH-X37")
def test_discarded_trumps_are_shown_before_the_first_lead() -> None:
    hand = "AD KD QD 9D AS KS QS JS TS 6C 7D 8D KH"
    position = contractor_with(hand, SHOWN, "6C 7D 8D KH D")
    assert position.log[-2:] == [Note("trump", ("D",)), Show((0, 1, 2, 3), "shown-discard", EAST, ("8D", "7D"))]
    position = contractor_with(hand, SHOWN, "6C 7D 8D KH lead")
    assert isinstance(position.log[-1], Did)
    position.play("AD")
    assert position.log[-3:] == [
        Did(EAST, "play", "AD", "all", EAST),
        Note("trump", ("D",)),
        Show((0, 1, 2, 3), "shown-discard", EAST, ("8D", "7D")),
    ]


@pytest.mark.rule("TH-36")
@pytest.mark.parametrize(("o", "trump"), [(SHOWN, "S"), (WITH_KITTY, "D")], ids=["no trumps", "not played"])
def test_nothing_is_shown_where_nothing_has_to_be(o: Options, trump: str) -> None:
    position = contractor_with("AD KD QD 9D AS KS QS JS TS 6C 7D 8D KH", o, f"6C 7D 8D KH {trump}")
    assert position.log[-1] == Note("trump", (trump,))


@pytest.mark.rule("TH-35", "TH-X38")
@pytest.mark.parametrize(("discard", "said"), [("6C 7D 8D KH", "no"), ("6C 7D 5D KH", "yes")])
def test_points_in_the_discard_may_be_announced(discard: str, said: str) -> None:
    position = contractor_with("AD KD QD 9D AS KS 5D 8D JS 6C 7D TS KH", ANNOUNCED, discard)
    assert position.log[-1] == Note("discard-points", (said,))
    assert notes(contractor_with("AD KD QD 9D AS KS 5D 8D JS 6C 7D TS KH", WITH_KITTY, discard), "discard-points") == []


@pytest.mark.rule("TH-32", "TH-33")
def test_any_of_the_thirteen_cards_may_be_discarded() -> None:
    position = contractor_with("AS JS 9S 7S 6S JH 6H 5H AD JD 9D 7D 7C", WITH_KITTY)
    assert legal(position) == "AS JS 9S 7S 6S JH 6H 5H AD JD 9D 7D 7C"
    position.play("JS")
    position.play("AD")
    assert legal(position) == "AS 9S 7S 6S JH 6H 5H JD 9D 7D 7C"


@pytest.mark.rule("TH-32", "TH-82")
def test_only_the_contractor_sees_the_kitty() -> None:
    position = contractor_with("AS JS 9S 7S 6S JH 6H 5H AD JD 9D 7D 7C", WITH_KITTY)
    assert [shown_to(position, seat, "kitty") for seat in range(4)] == [[], ["JD 9D 7D 7C"], [], []]


@pytest.mark.rule("TH-37", "TH-82")
def test_others_learn_that_cards_were_discarded_but_not_which() -> None:
    words = "7C 5H 6H JH"
    position = contractor_with("AS JS 9S 7S 6S JH 6H 5H AD JD 9D 7D 7C", WITH_KITTY, words)
    assert [discarded(position, seat) for seat in range(4)] == [[None] * 4, words.split(), [None] * 4, [None] * 4]


@pytest.mark.rule("TH-37", "TH-84")
@pytest.mark.parametrize("preset", ["kitty", "kitty-first-trick", "kitty-for-contractor", "kitty-last-trick"])
def test_discard_is_opened_to_all_after_the_last_trick(preset: str) -> None:
    position = at_the_end(deal_after(EAST_PLAYS, o=PRESETS[preset], chance=shuffles(2)), Random(2))
    trick, discard, points, scores = position.log[-4:]
    assert [event.kind for event in (trick, points, scores) if isinstance(event, Note)] == ["trick", "points", "scores"]
    assert isinstance(discard, Show)
    assert (tuple(discard.seats), discard.kind, discard.owner) == ((0, 1, 2, 3), "discard", EAST)
    assert sorted(discard.cards) == sorted(map(str, discarded(position, EAST)))


@pytest.mark.rule("TH-84")
def test_no_discard_is_shown_where_there_was_no_kitty() -> None:
    position = at_the_end(deal_after(EAST_PLAYS, o=STANDARD), Random(1))
    assert {event.kind for event in position.log if isinstance(event, Show)} == {"hand"}


@pytest.mark.rule("TH-31", "TH-81")
@pytest.mark.parametrize("word", ["all100", "take"])
def test_announcement_is_made_in_public_before_the_kitty_is_seen(word: str) -> None:
    o = PRESETS["le-rough"]
    position = deal_after("70 pass pass pass", o=o)
    assert (asked(position), legal(position)) == ((EAST, "all100"), "all100 take")
    assert shown_to(position, EAST, "kitty") == []
    position.play(word)
    assert all(Did(EAST, "all100", word, "all", EAST) in position.told(seat) for seat in range(4))
    assert shown_to(position, EAST, "kitty")


@pytest.mark.rule("TH-31")
def test_100_may_be_announced_without_a_kitty_too() -> None:
    o = Options(announce_all_100=True)
    assert asked(deal_after(EAST_PLAYS, o=o)) == (EAST, "all100")
    assert asked(deal_after(f"{EAST_PLAYS} all100", o=o)) == (EAST, "trump")


@pytest.mark.rule("TH-33", "TH-34")
@pytest.mark.parametrize("preset", ["kitty-no-points", "kitty-no-points-or-trumps"])
@pytest.mark.parametrize("seed", range(5))
def test_protected_cards_are_discarded_only_in_need(preset: str, seed: int) -> None:
    o = PRESETS[preset]
    position = deal_after(EAST_PLAYS, o=o, chance=shuffles(seed))
    rng = Random(seed)
    while position.ask is not None and position.ask.kind != "play":
        if position.ask.kind == "discard":
            assert not any(worth([card]) for card in position.ask.legal)
        position.play(rng.choice(position.ask.legal))
