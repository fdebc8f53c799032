"""Who plays the other seats while one seat learns: policies, functions, and bots behind pipes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from os import PathLike, fspath
from random import Random
from types import MethodType
from typing import Any, Final, TypeAlias

from arena.chance import bot_seeds
from arena.client import Turn
from arena.client.seat import Question
from arena.env.games import Encoder
from arena.env.tables import Answer
from arena.errors import UserError
from arena.games.kernel import Ask, Seat, Word

Other: TypeAlias = str | PathLike[str] | Callable[[Turn], Word]
"""Who answers for a seat: the name of a policy or a bot, or a function of a `Turn`."""
RANDOM: Final = "random"
POLICIES: Final[Mapping[str, Callable[[Turn], Word]]] = {"greedy": Turn.greedy, "sensible": Turn.sensible}


def answering(
    encoder: Encoder, mine: set[Seat], others: Other | Mapping[Seat, Other], opened: ExitStack
) -> dict[Seat, Answer]:
    """Return what answers for each seat; seats that answer at random are left out.

    Args:
        encoder: the game.
        mine: the seats of the learner.
        others: one for all other seats, or seat -> who answers for it.
        opened: where bots that are started are ended again.

    Raises:
        UserError: a seat is not there or the learner's own, or a bot cannot be started.
    """
    players = encoder.features.players
    free = [seat for seat in players if seat not in mine]
    chosen = dict(others) if isinstance(others, Mapping) else dict.fromkeys(free, others)
    for seat in chosen:
        if seat not in free:
            reason = "is the learner's" if seat in mine else "answers nothing"
            raise UserError(f"others: seat {seat} {reason}", f"name some of {', '.join(map(str, free)) or 'no seats'}")
    return {seat: _answer(encoder, seat, who, opened) for seat, who in chosen.items() if who != RANDOM}


def bots_among(answers: Mapping[Seat, Answer]) -> list[str]:
    """Return the names of the bots that were started."""
    return [getattr(answer.__self__, "bot", "") for answer in answers.values() if isinstance(answer, MethodType)]


def _answer(encoder: Encoder, seat: Seat, who: Other, opened: ExitStack) -> Answer:
    if isinstance(who, str) and who in POLICIES:
        return _by(POLICIES[who], lambda ask, _: ask)
    if isinstance(who, (str, PathLike)):
        from arena.env.bots import BotSeat  # noqa: PLC0415 - only who plays against bots starts processes

        return opened.enter_context(BotSeat(encoder, seat, fspath(who))).answer
    function: object = who  # what a program without types passes may be anything
    if not callable(function):
        hint = "name random, greedy, sensible or a bot, or pass a function of a Turn; for each seat, or one for all"
        raise UserError(f"others: {who!r} cannot answer for seat {seat}", hint)
    return _by(who, partial(_question, encoder))


def _question(encoder: Encoder, ask: Ask, table: Any) -> Question:
    """Return the question as a bot gets it, with the random numbers of its seat in the game, and what it keeps."""
    seat = ask.seat
    if seat not in table.kept:
        key, label = table.chance
        table.kept[seat] = Random(bot_seeds(key, label, encoder.features.seats)[seat]), {}
    rng, memory = table.kept[seat]
    return Question(seat, ask.kind, tuple(ask.legal), ask.hand, rng=rng, memory=memory)


def _by(policy: Callable[[Turn], Word], asked: Callable[[Ask, Any], Ask | Question]) -> Answer:
    def answer(ask: Ask, table: Any) -> Word:
        word = policy(Turn(table.position.view(ask.seat), asked(ask, table)))
        if word not in ask.legal:
            raise UserError(
                f"others: the policy of seat {ask.seat} answered {word!r} to `{ask.kind}`",
                f"it may answer {' '.join(ask.legal)}",
            )
        return word

    return answer
