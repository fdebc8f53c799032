"""Remarks about single opponents: a table does not contradict the direct evidence without saying so."""

import numpy as np

from arena.ratings import Game, Ladder, Results, duel, fit, rows
from arena.ratings.direct import upsets

WEAK = [duel("A", "C", float(deal % 20 > 0), ("weak", deal)) for deal in range(60)]
"""A beats the weak C in 57 of 60 games."""
EVEN = [duel("B", "C", float(deal % 5 > 1), ("even", deal)) for deal in range(60)]
"""B beats C in 36 of 60 games."""


def remarks(games: list[Game]) -> dict[str, str]:
    return {row.name: row.note for row in rows(fit(Results.of(games)))}


def against(ladder: Ladder) -> dict[str, list[tuple[str, str]]]:
    found = upsets(ladder)
    return {ladder.names[i]: [(ladder.names[upset.other], upset.score) for upset in found[i]] for i in found}


def test_one_that_stands_below_and_won_all_games_is_named() -> None:
    found = remarks([*WEAK, *EVEN, *(duel("B", "A", 1.0, deal) for deal in range(3) for _ in range(2))])
    assert found == {"A": "lost 0-6 to B", "B": "", "C": ""}


def test_a_single_deal_is_no_direct_evidence() -> None:
    assert set(remarks([*WEAK, *EVEN, *(duel("B", "A", 1.0, 0) for _ in range(6))]).values()) == {""}


def test_of_two_on_the_same_rank_the_one_that_won_stands_above() -> None:
    won = [duel("zoe", "ann", 1.0, 0), duel("ann", "zoe", 0.0, 0)]
    ladder = fit(Results.of(won))
    assert [ladder.names[entrant] for entrant in ladder.order] == ["zoe", "ann"]
    assert len({rank.place for rank in ladder.ranks if rank is not None}) == 1


def test_what_chance_explains_is_not_told_and_what_it_does_not_explain_is() -> None:
    def met(*scores: float) -> list[Game]:
        return [duel("B", "A", score, deal) for deal, score in enumerate(scores)]

    assert remarks([*WEAK, *EVEN, *met(1, 1, 0, 1, 0)])["A"] == ""
    assert remarks([*WEAK, *EVEN, *met(1, 1, 1, 1, 0, 0.5, 1, 1, 1, 1)])["A"] == "lost 1-1-8 to B"


def test_the_deal_is_the_unit_of_direct_evidence() -> None:
    """Nine of eleven games are not beyond chance if they are six and three of two deals."""
    games = [(deal, room, float(room < wins)) for deal, wins, rooms in ((0, 6, 6), (1, 3, 5)) for room in range(rooms)]
    few = [duel("B", "A", score, deal) for deal, _, score in games]
    many = [duel("B", "A", score, (deal, room)) for deal, room, score in games]
    assert remarks([*WEAK, *EVEN, *few])["A"] == ""
    assert remarks([*WEAK, *EVEN, *many])["A"] == "lost 2-9 to B"


def test_only_two_are_named_the_clearest_first() -> None:
    games = [duel("A", "C", 1.0, ("weak", deal)) for deal in range(400)] + [duel("C", "A", 1.0, ("weak", -1))]
    for name, wins in (("P", 2), ("Q", 5), ("R", 3)):
        games += [duel(name, "A", 1.0, (name, deal)) for deal in range(wins)]
        games += [duel(name, "C", float(deal % 2), (name, "C", deal)) for deal in range(40)]
    ladder = fit(Results.of(games))
    assert against(ladder) == {"A": [("Q", "0-5"), ("R", "0-3"), ("P", "0-2")]}
    assert rows(ladder)[0].note == "lost 0-5 to Q, 0-3 to R and 1 more"


def test_in_a_large_ladder_only_the_clearest_are_told() -> None:
    """Of 1000 bots, 978 would have a remark: with so many pairs, two lost deals are nothing special."""
    rng = np.random.default_rng(1)
    first, second = np.triu_indices(40, 1)
    first, second = np.repeat(first, 2), np.repeat(second, 2)
    score = (rng.random(first.size) < 0.5 + (second - first) / 100.0).astype(float)
    found = upsets(fit(Results.of_duels([f"b{i}" for i in range(40)], first, second, score, np.arange(first.size))))
    assert sum(map(len, found.values())) == 50


def test_in_an_order_that_all_games_agree_with_there_is_nothing_to_say() -> None:
    i, j = np.triu_indices(6, 1)
    ladder = fit(Results.of_duels([f"b{k}" for k in range(6)], i, j, np.ones(i.size), np.arange(i.size)))
    assert upsets(ladder) == {}
    assert upsets(fit(Results.of([]))) == {}


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
