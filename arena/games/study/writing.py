"""Writes a deal in progress as a study."""

# Not compiled: setting up a deal need not be fast.

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from arena.games.kernel import AnyGame, Ask, Card, Chance, Did, Place, Plan, Say, Show
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.games.parts.cards import IGNORED, TURNED
from arena.games.study.cards import PACK, dealt_to, other_places, written_cards
from arena.games.study.problems import StudyError, stands
from arena.games.study.reading import set_up, shuffles
from arena.games.study.script import PLAY
from arena.games.study.standing import first_standing, written_standing

Cards: TypeAlias = Mapping[Place, Sequence[Card]]


def study_of(game: AnyGame, preset: str, position: Position[Any], chance: Chance) -> str:
    """Return the last deal of a position as a study in TOML, from which `read_study` sets it up again.

    Table talk is left out.

    Args:
        game: the game.
        preset: the preset on which the options are based.
        position: the position.
        chance: the random draws of the deal; use `in_deal` to get them from those of a game.

    Raises:
        StudyError: no deal has begun, or the deal depends on more than a study can say.
    """
    if position.view(0).standing is None:
        raise StudyError(["no deal has begun yet"])
    begun, events = position.this_deal()
    options, standing = position.options, begun.standing
    study: dict[str, Any] = {"game": f"{game.name}:{preset}"}
    if changed := _changed(options, game.presets[preset]):
        study["options"] = changed
    study |= written_standing(standing, first_standing(game, options, shuffles()))
    study |= _said(position)
    shows = [event for event in events if isinstance(event, Show)]
    if draws := _draws(shows, game.dealing(options, standing)):
        study["draws"] = draws
    _written(study)  # raises if it cannot be written

    def same(cards: Cards) -> bool:
        try:
            again = set_up(study | written_cards(cards), {game.name: game})
        except StudyError:  # with these cards some answers are not legal
            return False
        return _story(again.position) == _story(position)

    cards = dealt_to(chance(PACK, game.pack(options)), game.dealing(options, standing))
    cards |= _as_read(cards, shows, same)
    if not same(cards):
        raise StudyError(["this deal depends on more than its cards and answers"])
    return _toml(stands(position), study | written_cards(cards))


def _changed(options: Options, base: Options) -> dict[str, Any]:
    return {name: value for name in base.words() if (value := getattr(options, name)) != getattr(base, name)}


def _said(position: Position[Any]) -> dict[str, Any]:
    """Return the answers of the last deal; from the first card on as `play`, if only cards were asked for after it."""
    asked = [event.kind for event in position.this_deal()[1] if isinstance(event, Did)]
    answers = position.answers[len(position.answers) - len(asked) :]
    cards = asked.index(PLAY) if PLAY in asked else len(asked)
    if set(asked[cards:]) - {PLAY}:
        cards = len(asked)
    parts = {"words": answers[:cards], "play": answers[cards:]}
    return {key: " ".join(words) for key, words in parts.items() if words}


def _draws(shows: Sequence[Show], where: Plan) -> dict[str, str]:
    """Return the cards that were drawn apart from the deal, such as a cut (`arena.games.hidden.whereabouts`)."""
    places = {*other_places(where), TURNED, IGNORED}
    return {show.kind: " ".join(show.cards) for show in shows if show.owner is None and show.kind not in places}


def _story(position: Position[Any]) -> tuple[Any, list[Any], Ask | None]:
    """Return what identifies a deal: its standing, its events without table talk, and the open question."""
    begun, events = position.this_deal()
    return begun.standing, [event for event in events if not isinstance(event, Say)], position.ask


def _as_read(cards: Cards, shows: Sequence[Show], same: Callable[[Cards], bool]) -> dict[Place, Sequence[Card]]:
    """Return the hands that can be written in sorted order rather than as dealt, without changing the deal."""
    read: dict[Place, Sequence[Card]] = {}
    for _, _, owner, shown in shows:
        if owner is not None and sorted(shown) == sorted(cards.get(owner, ())):
            read.setdefault(owner, shown)
    if same({**cards, **read}):
        return read
    kept: dict[Place, Sequence[Card]] = {}
    for place, hand in read.items():
        if same({**cards, **kept, place: hand}):
            kept[place] = hand
    return kept


def _toml(comment: str, study: Mapping[str, Any]) -> str:
    """Return a study as TOML text, with the hands at the end."""
    lines = [f"{key} = {_written(value)}" for key, value in study.items() if key != "hands"]
    hands = [f"{seat} = {_written(cards)}" for seat, cards in study["hands"].items()]
    return "\n".join((f"# {comment}", *lines, "", "[hands]", *hands, ""))


def _written(value: Any) -> str:
    """Return a value as TOML text."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_written(its)}' for key, its in value.items())} }}"
    if isinstance(value, tuple | list | frozenset):
        return f"[{', '.join(map(_written, sorted(value) if isinstance(value, frozenset) else value))}]"
    if isinstance(value, bool | int | str):
        return json.dumps(value)
    raise StudyError([f"{value!r} cannot be written as TOML"])
