"""A study made into a position."""

# Not compiled: a deal is set up once, by hand.

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
from arena.games.study.cards import PACK, other_places, read_cards
from arena.games.study.problems import StudyError, table_of
from arena.games.study.script import Script
from arena.games.study.standing import first_standing, read_standing

T = TypeVar("T")
SEED: Final = 1
"""Fixes what a study does not say, where it names no other seed."""
KEYS: Final = ("game", "options", "seed", "hands", "contract", "says", "words", "play")
"""What any study may say; places and the fields of the standing come on top."""


class Study(NamedTuple):
    """A deal that was set up.

    Args:
        position: where it stands.
        game: which game it is of.
        preset: the preset that its options began with.
        chance: its draws.
    """

    position: Position[Any]
    game: AnyGame
    preset: str
    chance: Chance


def read_study(text: str, name: str, games: Mapping[str, AnyGame] = GAMES) -> Study:
    """Set up the deal of a TOML text.

    Args:
        text: the text.
        name: where it is from, for messages.
        games: the games there are.

    Raises:
        StudyError: it is not TOML, or the deal cannot be set up; all that is wrong is listed.
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

    It stands at its first question, or behind the answers in `words`. With any of `contract`, `says` and `play` the
    questions are answered up to the first card (or to the last in `play`), or to one that the study does not answer.

    Args:
        study: what is given; anything but the game may be missing. Words and cards are one text or a list.
            game: GAME or GAME:PRESET.
            options: name -> value, on top of the preset.
            seed: fixes all that is not given.
            dealer, scores, ...: fields of the standing; the others are as at the start of a game.
            hands: seat -> cards.
            kitty, stock, ...: the cards of other places, as they are dealt: the top card of a stock first. Where cards
                are missing they are drawn from the rest of the pack.
            contract: `seat` says `bid` as soon as that is legal, and all others pass (or say the first legal word);
                any other key is a kind of question, such as `trump`, and what this seat says then.
            says: kind of question, or seat and kind (`1 trump`) -> words, one for each question; the last is said
                again. Where nothing is said the first of `script.INNOCENT` that is legal is the answer, or the only
                word; in an auction only if there is a contract.
            words: all answers from the start, in place of `contract` and `says`.
            play: the cards that were played then.
        games: the games there are.

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
    script = Script(study, game.seating(options).seats, problems)
    draws = _with_pack(read_cards(study, game.pack(options), where, chance, problems), chance)
    if problems:
        raise StudyError(problems)
    position = play_deal(game, options, standing, draws)
    script.follow(position)
    return Study(position, game, preset, draws)


def _game(study: Mapping[str, Any], games: Mapping[str, AnyGame]) -> tuple[AnyGame, str]:
    """Return the game and the name of its preset."""
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
    """Return the options; those of the preset where they cannot be had."""
    try:
        return choose(base, table_of(study, "options", "target = 40", problems))
    except OptionError as error:
        problems += [f"options.{problem}" for problem in error.problems]
        return base


def _seed(study: Mapping[str, Any], problems: list[str]) -> int | str:
    """Return the seed."""
    seed = study.get("seed", SEED)
    if isinstance(seed, int | str):
        return seed
    problems.append(f"seed: needs a whole number or a text, not {seed!r}")
    return SEED


def shuffles(seed: int | str = SEED) -> Chance:
    """Return chance that a seed fixes."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(Random(f"{seed} {name}").sample(items, len(items)))

    return draw


def _with_pack(cards: tuple[Card, ...], others: Chance) -> Chance:
    """Return chance that deals this pack, and leaves other draws to another."""

    def draw(name: str, items: Sequence[Any]) -> tuple[Any, ...]:
        return cards if name == PACK else others(name, items)

    return draw
