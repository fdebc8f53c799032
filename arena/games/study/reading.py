"""Sets up studies: from TOML text or a mapping to a position."""

# Not compiled: setting up a deal need not be fast.

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Card, Chance
from arena.games.kernel.options import OptionError, Options, choose
from arena.games.kernel.position import Position, play_deal
from arena.games.kernel.text import nearest
from arena.games.study.cards import PACK, other_places, read_cards, read_draws
from arena.games.study.problems import StudyError, table_of
from arena.games.study.script import Script
from arena.games.study.standing import first_standing, read_standing

T = TypeVar("T")
SEED: Final = 1
"""The seed of a study that names none."""
KEYS: Final = ("game", "options", "seed", "hands", "draws", "contract", "says", "words", "play")
"""The keys of every study; the places of the plan and the fields of the standing are keys too."""


class Study(NamedTuple):
    """A deal that was set up.

    Args:
        position: its position.
        game: its game.
        preset: the preset on which its options are based.
        chance: its random draws.
    """

    position: Position[Any]
    game: AnyGame
    preset: str
    chance: Chance


def read_study(text: str, name: str, games: Mapping[str, AnyGame] = GAMES) -> Study:
    """Set up the deal of a study in TOML.

    Args:
        text: the TOML text.
        name: the name of its file, for messages.
        games: all games by name.

    Raises:
        StudyError: it is not TOML, or the deal cannot be set up; all errors are listed.
    """
    try:
        return set_up(tomllib.loads(text), games)
    except StudyError as error:
        raise StudyError([f"{name}: {problem}" for problem in error.problems]) from error
    except tomllib.TOMLDecodeError as error:
        raise StudyError([f"{name}: {error}"]) from error
    except RecursionError as error:
        raise StudyError([f"{name}: is nested too deeply"]) from error


def set_up(study: Mapping[str, Any], games: Mapping[str, AnyGame] = GAMES) -> Study:
    """Set up a deal.

    By default it stops at its first question, or after the answers in `words`. With `contract`, `says` or `play`, it
    goes on to the first question for a card (or past the last card in `play`), or to a question that the study leaves
    open.

    Args:
        study: the study; every key but `game` may be missing. Words and cards are one text or a list.
            game: GAME or GAME:PRESET.
            options: name -> value, on top of the preset.
            seed: fixes all that the study does not give.
            dealer, scores, ...: fields of the standing; the others are as at the start of a game.
            hands: seat -> cards. Missing cards, here and in other places, are drawn from the rest of the pack.
            draws: name -> the first cards of a draw other than the pack, such as `cut`.
            kitty, stock, ...: the cards of other places in the order dealt: the top card of a stock first.
            contract: `seat` says `bid` as soon as that is legal, and all others pass (or say the first legal word).
                Every other key is a kind of question, such as `trump`, with the answer of this seat.
            says: kind of question, or seat and kind (`1 trump`) -> words, one per question; the last word is repeated.
                A question without an answer gets the first legal word of `Game.silent`, or its only legal word; in
                an auction this holds only if there is a contract.
            words: all answers from the start, in place of `contract` and `says`.
            play: the cards played after that.
        games: all games by name.

    Raises:
        StudyError: the deal cannot be set up.
    """
    problems: list[str] = []
    game, preset = _game(study, games)
    options = _options(study, game.presets[preset], problems)
    chance = shuffles(_seed(study, problems))
    first = first_standing(game, options, chance)
    standing = read_standing(game, options, study, first, problems)
    where = game.dealing(options, standing)
    known = (*KEYS, *other_places(where), *standing._fields)
    problems += [f"{key}: there is no such key{nearest(str(key), known)}" for key in study if key not in known]
    script = Script(study, game.seating(options).seats, game.silent, problems)
    first_drawn = read_draws(study, problems)
    cards = read_cards(study, game.pack(options), where, chance, problems)
    if problems:
        raise StudyError(problems)
    drawn: set[str] = set()
    draws = _with_cards(cards, first_drawn, chance, drawn)
    position = play_deal(game, options, standing, draws)
    script.follow(position)
    if unknown := [name for name in first_drawn if name not in drawn]:
        others = ", ".join(sorted(drawn - {PACK})) or "none"
        raise StudyError([f"draws.{name}: this deal has no such draw; it has {others}" for name in unknown])
    return Study(position, game, preset, draws)


def _game(study: Mapping[str, Any], games: Mapping[str, AnyGame]) -> tuple[AnyGame, str]:
    said = study.get("game")
    if not isinstance(said, str):
        raise StudyError([f'game: needs the name of a game in quotes, such as "{next(iter(games))}"'])
    name, _, preset = said.partition(":")
    if name not in games:
        raise StudyError([f"game: there is no game {name!r}{nearest(name, games)}"])
    game = games[name]
    preset = preset or next(iter(game.presets))
    if preset not in game.presets:
        raise StudyError([f"game: {name} has no preset {preset!r}{nearest(preset, game.presets)}"])
    return game, preset


def _options(study: Mapping[str, Any], base: Options, problems: list[str]) -> Options:
    try:
        return choose(base, table_of(study, "options", "target = 40", problems))
    except OptionError as error:
        problems += [f"options.{problem}" for problem in error.problems]
        return base


def _seed(study: Mapping[str, Any], problems: list[str]) -> int | str:
    seed = study.get("seed", SEED)
    if isinstance(seed, int | str):
        return seed
    problems.append(f"seed: needs a whole number or a text, not {seed!r}")
    return SEED


def shuffles(seed: int | str = SEED) -> Chance:
    """Return the randomness that a seed fixes."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(Random(f"{seed} {name}").sample(items, len(items)))

    return draw


def _with_cards(
    cards: tuple[Card, ...], first: Mapping[str, Sequence[Card]], others: Chance, drawn: set[str]
) -> Chance:
    """Return the randomness of a study.

    Args:
        cards: the pack that is dealt.
        first: the first cards of other draws, by name.
        others: draws the rest.
        drawn: the names of the draws that are made are added to it.
    """

    def draw(name: str, items: Sequence[Any]) -> tuple[Any, ...]:
        drawn.add(name)
        if name == PACK:
            return cards
        begun = first.get(name, ())
        for at, item in enumerate(begun):
            if item not in items or item in begun[:at]:
                why = "is there twice" if item in begun[:at] else "is not among the cards drawn from"
                raise StudyError([f"draws.{name}: {item} {why}"])
        return (*begun, *others(name, [item for item in items if item not in begun]))

    return draw
