"""Remarks about single opponents: a table does not contradict the direct evidence without saying so."""

import numpy as np

from arena.ratings import Game, Results, duel, fit, rows

WEAK = [duel("A", "C", float(deal % 20 > 0), ("weak", deal)) for deal in range(60)]
"""A beats the weak C in 57 of 60 games."""
EVEN = [duel("B", "C", float(deal % 5 > 1), ("even", deal)) for deal in range(60)]
"""B beats C in 36 of 60 games."""


def remarks(games: list[Game]) -> dict[str, str]:
    return {row.name: row.note for row in rows(fit(Results.of(games)))}


def test_one_that_stands_below_and_is_proven_to_win_is_named() -> None:
    found = remarks([*WEAK, *EVEN, *(duel("B", "A", 1.0, deal) for deal in range(8) for _ in range(2))])
    assert found == {"A": "lost 0:16 to B", "B": "", "C": ""}


def test_a_few_deals_are_no_proof() -> None:
    assert set(remarks([*WEAK, *EVEN, *(duel("B", "A", 1.0, 0) for _ in range(6))]).values()) == {""}
    assert set(remarks([*WEAK, *EVEN, *(duel("B", "A", 1.0, deal) for deal in range(3))]).values()) == {""}


def test_of_two_on_the_same_rank_the_one_that_won_stands_above() -> None:
    won = [duel("zoe", "ann", 1.0, 0), duel("ann", "zoe", 0.0, 0)]
    ladder = fit(Results.of(won))
    assert [ladder.names[entrant] for entrant in ladder.order] == ["zoe", "ann"]
    assert len({rank.place for rank in ladder.ranks if rank is not None}) == 1


def test_the_deal_is_the_unit_of_direct_evidence() -> None:
    """Thirteen of fourteen games prove nothing if they are seven and six of two deals."""
    games = [(deal, room, float(room < wins)) for deal, wins, rooms in ((0, 7, 7), (1, 6, 7)) for room in range(rooms)]
    few = [duel("B", "A", score, deal) for deal, _, score in games]
    many = [duel("B", "A", score, (deal, room)) for deal, room, score in games]
    assert remarks([*WEAK, *EVEN, *few])["A"] == ""
    assert remarks([*WEAK, *EVEN, *many])["A"] == "lost 1:13 to B"


def test_only_two_are_named_the_surest_first() -> None:
    games = [duel("A", "C", 1.0, ("weak", deal)) for deal in range(400)] + [duel("C", "A", 1.0, ("weak", -1))]
    for name, wins in (("P", 10), ("Q", 14), ("R", 12)):
        games += [duel(name, "A", 1.0, (name, deal)) for deal in range(wins)]
        games += [duel(name, "C", float(deal % 2), (name, "C", deal)) for deal in range(40)]
    assert rows(fit(Results.of(games)))[0].note == "lost 0:14 to Q, 0:12 to R and 1 more"


def test_in_an_order_that_all_games_agree_with_there_is_nothing_to_say() -> None:
    i, j = np.triu_indices(6, 1)
    ladder = fit(Results.of_duels([f"b{k}" for k in range(6)], i, j, np.ones(i.size), np.arange(i.size)))
    assert ladder.against_order == []
    assert fit(Results.of([])).against_order == []


def test_copies_that_beat_each_other_are_undefeated_except_by_each_other() -> None:
    """33-0-9 stood beside "undefeated"."""
    copies = [duel("P", "Q", float(room), ("copies", deal)) for deal in range(3) for room in range(2)]
    field = [duel(name, weak, 1.0, (name, weak, deal)) for name in "PQ" for weak in "BC" for deal in range(3)]
    even = [duel("B", "C", float(deal % 2), ("even", deal)) for deal in range(9)]
    more = [duel("D", weak, 0.5, (weak, "D")) for weak in "BC"]
    found = remarks([*copies, *field, *even, *more])
    assert found["P"].startswith("undefeated except by Q; identical")
    lost = [duel(weak, name, 1.0, (name, weak, deal)) for name in "PQ" for weak in "BC" for deal in range(3)]
    assert remarks([*copies, *lost, *even, *more])["Q"].startswith("winless except against P; ")


def test_who_failed_where_the_other_failed_too_is_undefeated_except_for_that() -> None:
    even = [duel("B", "C", float(deal % 2), ("even", deal)) for deal in range(9)]
    won = [duel("A", "B", 1.0, deal) for deal in range(9)]
    both = Game("AB", (1, 1), "both", faults={0: "CRASH", 1: "CRASH"})
    assert remarks([*even, *won])["A"] == "undefeated"
    assert remarks([*even, *won, both])["A"] == "undefeated except for 1 game that did not count"
