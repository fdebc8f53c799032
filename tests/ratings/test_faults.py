import pytest

from arena.ratings import Game, Results, duel, fault_shifts, fit


def pool(faults: int) -> list[Game]:
    """A, B and C are equally strong over 60 deals each; then A loses to B by some faults."""
    games = [
        duel(a, b, float((deal + room) % 2 if deal % 5 else deal % 2), (a, b, deal))
        for a, b in ("AB", "BC", "CA")
        for deal in range(60)
        for room in range(2)
    ]
    return games + [duel("A", "B", 0.0, ("fault", deal), fault=True) for deal in range(faults)]


def test_many_faults_move_a_bot_by_more_than_its_interval() -> None:
    shifts = fault_shifts(fit(Results.of(pool(40))))
    assert shifts[0] is not None
    assert shifts[0].elo < -20
    assert shifts[0].decisive
    assert shifts[1] is not None
    assert shifts[1].elo > 0
    assert sum(shift.elo for shift in shifts if shift is not None) == pytest.approx(0.0, abs=1e-9)


def test_few_faults_do_not() -> None:
    shifts = fault_shifts(fit(Results.of(pool(1))))
    assert shifts[0] is not None
    assert -5 < shifts[0].elo < 0
    assert not shifts[0].decisive


def test_without_faults_there_is_no_shift() -> None:
    assert fault_shifts(fit(Results.of(pool(0)))) == (None, None, None)


def test_who_is_rated_by_deals_with_faults_only_has_no_shift() -> None:
    late = [duel("D", "A", float(deal % 2), ("late", deal), fault=True) for deal in range(6)]
    shifts = fault_shifts(fit(Results.of(pool(0) + late)))
    assert shifts[3] is None
    assert shifts[0] is not None


def test_where_nobody_is_left_nothing_is_said() -> None:
    games = [duel("A", "B", float(deal % 2), deal, fault=True) for deal in range(6)]
    assert fault_shifts(fit(Results.of(games))) == (None, None)


def test_faults_can_be_left_out_of_a_fit() -> None:
    with_, without = fit(Results.of(pool(40))), fit(Results.of(pool(40)), exclude_faults=True)
    assert without.core.elo == pytest.approx(fit(Results.of(pool(0))).core.elo)
    assert with_.tallies[0].faults == 40
    assert (without.tallies[0].faults, without.tallies[0].games) == (0, 240)
