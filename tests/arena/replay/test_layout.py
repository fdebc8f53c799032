"""What lies where at a table, event by event."""

from collections.abc import Iterable, Mapping, Sequence

from arena.games.kernel import Card, Did, Event, Note, Place, Show
from arena.games.study import set_up
from arena.replay.layout import Layout, lying


def holdings(events: Iterable[Event], dealt: Mapping[Place, Sequence[Card]]) -> dict[Place, list[Card]]:
    layout = Layout((), dealt)
    for event in events:
        layout.take(event)
    return {place: cards for place, cards in layout.held.items() if cards}


def test_cards_are_followed_wherever_they_go() -> None:
    deal = set_up({"game": "ecarte", "dealer": 1, "turn-up": "7D", "stock": "KS QS JS", "hands": {0: "7S 8S 9S TS AS"}})
    deal.position.play("propose")
    for word in ("accept", "7S", "8S", "done"):
        deal.position.play(word)
    events = deal.position.this_deal()[1]
    held = holdings(events, {0: ["7S", "8S", "9S", "TS", "AS"], "stock": ["KS", "QS", "JS"]})

    assert held == {0: ["9S", "TS", "AS", "KS", "QS"], "stock": ["JS"], "turn-up": ["7D"], 1: held[1]}
    told = holdings(deal.position.told(0)[1:], {})
    assert (set(told), sorted(told[0])) == ({0, "turn-up"}, ["9S", "AS", "KS", "QS", "TS"])


def test_what_is_put_away_and_shown_again_is_held_by_nobody() -> None:
    events: list[Event] = [
        Show((1,), "hand", 1, ("AS", "KS")),
        Show((1,), "kitty", None, ("QS",)),
        Did(1, "discard", "KS", "fact", 1),
        Show((0, 1), "shown-discard", 1, ("KS",)),
        Did(0, "call", "JS", "all", 0),
        Did(0, "play", None, "fact", 0),
        Did(1, "play", "AS", "all", 1),
    ]
    assert holdings(events, {"kitty": ["QS"], 0: ["JS"]}) == {0: ["JS"], 1: ["QS"]}
    assert lying(events, ("AS", "QS")) == "0 face down, 1 AS"
    assert lying([*events, Note("trick", (1, 1)), Did(1, "play", "QS", "all", 1)], ("AS", "QS")) == "1 QS"


def test_a_bid_that_looks_like_a_card_leaves_the_hand_as_it_is_and_a_card_laid_face_up_is_held_by_nobody() -> None:
    events: list[Event] = [
        Show((0,), "hand", 0, ("8H", "AS", "KS")),
        Did(0, "bid", "8H", "all", 0),
        Show((0, 1), "laid", 0, ("KS",)),
    ]
    assert holdings(events, {}) == {0: ["8H", "AS"]}


def test_cards_turned_up_from_the_stock_are_held_by_nobody() -> None:
    face_up = "JS TS 7S 2S 9D AC KC TC 8C QH 8H 5H 4H"
    study = {
        "game": "bridge-solitaire",
        "hands": {0: face_up},
        "hole": "QC JC 7H 9S 4S 3D JK1",
        "stock": "3C 7D 5D 9C KS",
        "contract": {"seat": 0, "bid": "1C", "discard": "9D 5H 4H 2S 7S TS JS"},
        "play": "8C AC",
    }
    events = set_up(study).position.this_deal()[1]
    held = holdings(events, {0: face_up.split(), "stock": ["3C", "7D", "5D", "9C", "KS"]})

    assert {place: sorted(cards) for place, cards in held.items()} == {
        0: sorted(["KC", "TC", "QH", "8H", "QC", "JC", "7H", "9S", "4S", "3D", "JK1"]),
        "stock": ["KS"],
    }
    assert lying(events, ("8C",)) == ""
    assert lying(events[: events.index(Did(0, "play", "8C", "all", 0))], ("8C",)) == "3C"
