"""What careful players keep of a deal under the names that cards count as."""

from arena.games.careful.bowers import shows_void, unseen
from arena.games.careful.seen import Seen


def five_hundred(*hand: str) -> Seen:
    """Return a table of Five Hundred after the deal, as seat 0 sees it."""
    table = Seen()
    table.hear("game", ["G1", "five-hundred", "seat=0", "sides=0,1,0,1"])
    table.hear("show", ["hand", "0", *hand])
    return table


def test_a_bower_shows_a_void_by_the_suit_that_it_counts_as() -> None:
    table = five_hundred("AH", "KS")
    for seat, card in enumerate(("AH", "QS", "JD", "TH")):
        table.hear("did", [str(seat), "play", card])
    assert table.voids_by(shows_void, ("H", "", "")) == {(1, "H")}
    table.hear("note", ["trick", "2", "1"])
    for seat, card in ((2, "9D"), (3, "8D"), (0, "KS"), (1, "JH")):
        table.hear("did", [str(seat), "play", card])
    assert table.voids_by(shows_void, ("H", "", "")) == {(1, "H"), (0, "D"), (1, "D")}
    assert table.voids_by(shows_void, ("S", "", "")) == {(1, "H"), (2, "H"), (0, "D"), (1, "D")}


def test_what_others_may_hold_is_kept_under_the_names_of_this_trump() -> None:
    table = five_hundred("AH", "KS")
    table.hear("note", ["trump", "H"])
    assert {"RH", "LH", "BH", "JS"} < {*unseen(table).cards()}
    table.hear("did", ["1", "play", "JD"])
    assert unseen(table) is table.others
    assert "LH" not in unseen(table).cards()
    table.hear("note", ["trump", "S"])
    assert {"RS", "LS", "BS", "JH"} < {*unseen(table).cards()}
    assert not {"JD", "AH", "KS"} & {*unseen(table).cards()}


def test_a_copy_hears_alone_and_a_draft_changes_nothing() -> None:
    table = five_hundred("AH", "KS")
    table.hear("did", ["3", "play", "9S"])
    unseen(table)
    table.voids_by(shows_void, ("", "", ""))
    other, draft = table.copy(), table.renamed({"KS": "AS"})
    other.hear("did", ["0", "play", "AH"])
    other.voids_by(shows_void, ("", "", ""))
    assert draft.hand == ["AH", "AS"]
    assert table.hand == ["AH", "KS"]
    assert table.judged is not None
    assert not table.judged.voids
    assert table.played == [(3, "9S", "9S")]
    assert other.judged is not None
    assert other.judged.voids == {(0, "S")}
    assert other.others is not table.others
