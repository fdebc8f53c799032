"""How what a room reports is kept: reports and outcomes as the store has them."""

from __future__ import annotations

from collections.abc import Iterable

from arena.store import Fault, Finished, SeatFailure, SeatUse, Store
from arena.table.referee import Outcome
from arena.table.rooms import Failure
from arena.table.seat import Use
from arena.tournament.messages import GameBegun, GameBroken, GameEnded, GameVoided, Report

LAG = "lag_p99_ms"
"""The name among the conditions of a game of what 99 % of the looks at the arena's own lateness stayed below."""


def keep(store: Store, report: Report) -> None:
    """Store what a room says of a game."""
    match report:
        case GameBegun(game_id):
            store.begin(game_id)
        case GameEnded(game_id, outcome, failures):
            store.finish(finished(game_id, outcome, failures))
        case GameBroken(game_id, trace):
            store.void(game_id, "internal", trace)
        case GameVoided(game_id, reason):
            store.void(game_id, "void", reason)


def finished(game_id: str, outcome: Outcome, failures: Iterable[Failure]) -> Finished:
    """Return an outcome as the store keeps it."""
    result = outcome.result
    return Finished(
        game_id=game_id,
        places=result.places,
        scores=result.scores or None,
        reason=result.reason,
        extra=dict(result.extra),
        faults=tuple(Fault(*verdict) for verdict in outcome.verdicts),
        uses={seat: _use(use) for seat, use in outcome.uses.items()},
        record=outcome.record,
        failures=tuple(SeatFailure(*f.verdict, f.stderr, f.sent, f.received) for f in failures),
        conditions={} if outcome.lag_ms is None else {LAG: outcome.lag_ms},
    )


def _use(use: Use) -> SeatUse:
    """Return what a seat used, times to the microsecond."""
    life = use.life
    return SeatUse(
        use.decisions,
        round(use.total_ms, 3),
        round(use.worst_ms, 3),
        charged_ms=_rounded(use.charged_ms),
        bank_ms=_rounded(use.bank_ms),
        strikes=use.strikes or None,
        cpu_ms=_rounded(use.cpu_ms),
        worst_cpu_ms=_rounded(use.worst_cpu_ms),
        delay_ms=_rounded(life and life.delay_ms),
        memory=life and life.memory,
        processes=life and life.processes,
        sent=life and life.sent,
        received=life and life.received,
        stderr=(life and life.stderr) or None,
    )


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 3)
