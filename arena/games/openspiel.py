"""The games of OpenSpiel: board games, card games, dice and matrices, each by the string that OpenSpiel loads it by.

`openspiel:hearts` is one of them, and so is `openspiel:leduc_poker(players=3)`. `arena help openspiel` lists them.

- **OS-1** A game is one play of the game of OpenSpiel. If its players move at the same time, they are asked in turn,
  and learn of the others' moves when all have chosen.
- **OS-2** All questions are of the kind `move`. Their words are the names that OpenSpiel gives to the moves. `_` is a
  space; `%` and two hexadecimal digits are a byte of UTF-8, as in addresses on the web. If two moves have the same
  name, or one has a very long name, all words of the question end in `~` and the number of their move.
- **OS-3** A seat is told what OpenSpiel tells it, whenever that changes: `show text` has the first line, and each
  `show line` another one. It is the seat's information state in a game with hidden information, and its observation in
  all others, or where there is no information state. A single space separates words, any other is `_`, and `%` stands
  for a byte as above. A word that ends in `%` goes on in the next one. Colors are left out. If everybody sees
  everything and all texts are the same, they are told as those of the table.
- **OS-4** Where nothing is hidden, everybody hears every move. Elsewhere a seat hears its own moves only.
- **OS-5** Partners are a side, and so are all players of a game in which all get the same.
- **OS-6** The scores are the returns of OpenSpiel as whole numbers, in some games in units of a tenth to a
  ten-thousandth. `returns` in the result has them as they are. Places follow from them.
- **OS-7** Draws of OpenSpiel are made from those of the arena, so that the same seed gives the same game.
"""

# Not compiled: options are a frozen dataclass.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from math import factorial
from typing import Any, NamedTuple
from urllib.parse import unquote

from arena.games.kernel import Ask, Chance, Game, Measure, Result, Rules, Sampler, Seating, Show, View, Words, seated
from arena.games.kernel.game import WINS, NoWords, no_worlds, nothing_hidden, places
from arena.games.kernel.options import ANY_WORD, OptionError, WrongOption, option, variations
from arena.games.kernel.options import Options as BaseOptions

try:
    import pyspiel
except ModuleNotFoundError:
    raise ImportError("OpenSpiel is not installed; type: pip install 'trickarena[openspiel]'") from None

_FROM_FILE = "it is read from a file, and without that file no result could be checked"
REFUSED = {
    "add_noise": "what it returns depends on what was played before",
    "crossword": "its moves have no numbers",
    "efg_game": _FROM_FILE,
    "nfg_game": _FROM_FILE,
    "trickarena": "it is the arena",
}
"""Games that are not played, and why."""
FIRST = "leduc_poker"
"""The game that is meant if none is named."""
PARTNERS = {"bridge", "euchre", "spades", "tiny_bridge_4p"}
"""Games of two partnerships."""
UNITS = {"coop_box_pushing": 10, "deep_sea": 1000, "pathfinding": 100, "skat": 10_000, "tiny_bridge_2p": 1000}
"""How many units of the score are a point of OpenSpiel's, where these come in fractions."""
PARTS = {1: "points", 10: "tenths", 100: "hundredths", 1000: "thousandths", 10_000: "ten-thousandths"}
"""What a unit of the score is called."""
POTS = {"leduc_poker", "repeated_leduc_poker", "repeated_poker", "universal_poker"}
"""Games in which more than two players may share a pot: there, a score counts thousandths."""
LONGEST = 64
"""The most characters of a word."""
MOST = 900
"""The most words of a `show` line; with the longest words, more would be too many for a line of the protocol."""
OUTCOMES = range(13)
"""A shuffle of these is one of 13! = 6,227,020,800, from which a chance node draws."""
_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_UNSAFE = re.compile("[^!-~]|[%@_]")
_BREAK = re.compile("(?<=[^ ]) (?=[^ ])")


def of_version(version: str) -> Game[Options, Standing]:
    """Return the game, if OpenSpiel is of this version here.

    Raises:
        ImportError: it is of another one.
    """
    if version != VERSION:
        raise ImportError(f"OpenSpiel {version} is needed, and here is {VERSION}")
    return GAME


def safe(text: str) -> str:
    """Return a text in visible ASCII.

    >>> safe("a_b ♠")
    'a%5Fb_%E2%99%A0'
    """
    return _UNSAFE.sub(
        lambda c: "_" if c[0] == " " else "".join(f"%{byte:02X}" for byte in c[0].encode(errors="surrogatepass")), text
    )


def plain(text: str) -> str:
    """Return the text that `safe` made safe."""
    return unquote(text.replace("_", " "), errors="surrogatepass")


def moves(texts: Sequence[str], actions: Sequence[int]) -> list[str]:
    """Return a word for each action, no two of them the same (OS-2).

    Args:
        texts: the names of the actions.
        actions: their numbers.
    """
    words = [{"-": "%2D", "bot": "%62ot"}.get(word, word) for word in map(safe, texts)]
    if len(set(words)) == len(words) and all(0 < len(word) <= LONGEST for word in words):
        return words
    return [f"{word[: LONGEST - 12]}~{action}" for word, action in zip(words, actions, strict=True)]


def told(text: str) -> list[list[str]]:
    """Return the words of each line of a text (OS-3).

    >>> told("Round 1  X")
    [['Round', '1__X']]
    """
    return [words for line in _COLOR.sub("", text).rstrip("\n").split("\n") for words in _line(line)]


@lru_cache(maxsize=10_000)
def _line(line: str) -> list[list[str]]:
    """Return the words of a line, cut where they are too many. Texts grow by lines, so most were seen before."""
    words = [piece for word in _BREAK.split(line) for piece in _pieces(safe(word))]
    return [words[i : i + MOST] for i in range(0, len(words) or 1, MOST)]


def _pieces(word: str) -> Iterator[str]:
    """Yield the parts of a word that is too long for the protocol."""
    while len(word) > LONGEST:
        yield word[: LONGEST - 1] + "%"
        word = word[LONGEST - 1 :]
    if word:
        yield word


def text_of(lines: Sequence[Sequence[str]]) -> str:
    """Return the text that `told` made into words, without its colors."""
    return "\n".join([plain(" ".join(words).replace("% ", "")) for words in lines])


class Loaded(NamedTuple):
    """A game of OpenSpiel.

    Args:
        game: the game, in which players move in turn.
        type: its type, or that of the game in which they move at the same time.
        open: whether everybody sees everything.
        unit: how many units of the score are a point.
    """

    game: Any
    type: Any
    open: bool
    unit: int

    @property
    def chancy(self) -> bool:
        """Whether anything is drawn."""
        return bool(self.type.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC)


@cache
def names() -> tuple[str, ...]:
    """Return the names of the games that OpenSpiel can load by name alone, and that have players."""
    return tuple(
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.default_loadable
        and kind.dynamics != pyspiel.GameType.Dynamics.MEAN_FIELD
        and kind.short_name not in REFUSED
    )


@cache
def loaded(text: str) -> Loaded:
    """Return a game of OpenSpiel.

    Args:
        text: the string it is loaded by; `%20` is a space.

    Raises:
        OptionError: there is none, or it cannot be played here.
    """
    if re.fullmatch("[!-~]{1,512}", text) is None:
        raise _refused(text, "at most 512 characters of visible ASCII can be used; write a space as %20")
    name = text.partition("(")[0]
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in known:
        raise _refused(text, "OpenSpiel has no game of this name")
    if name in REFUSED:
        raise _refused(text, REFUSED[name])
    if known[name].dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise _refused(text, "a mean-field game has no seats")
    try:
        given = pyspiel.game_parameters_from_string(unquote(text)).keys() - {"name"}
        if unknown := sorted(given - known[name].parameter_specification.keys()):
            having = ", ".join(sorted(known[name].parameter_specification)) or "none"
            raise _refused(text, f"{name} has no parameter {unknown[0]}; it has: {having}")
        game = pyspiel.load_game(unquote(text))
        kind = game.get_type()
        together = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        if together:
            game = pyspiel.convert_to_turn_based(game)
        if game.num_players() > kind.max_num_players:
            raise _refused(text, f"it is for at most {kind.max_num_players} players")
    except (pyspiel.SpielError, IndexError, ValueError) as error:
        if isinstance(error, OptionError):
            raise
        raise _refused(text, " ".join(str(error).split())) from error
    is_open = not together and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    unit = 1000 if name in POTS and game.num_players() > 2 else UNITS.get(name, 1)
    return Loaded(game, kind, is_open, unit)


def _refused(text: str, why: str) -> OptionError:
    return OptionError([WrongOption(("game",), f"{text!r} is not possible: {why}")])


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """Which game it is."""

    game: str = option(FIRST, (ANY_WORD,), "The game, as OpenSpiel loads it.", "OS-1")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a sentence if there is no such game."""
        if self.game not in names():
            try:
                loaded(self.game)
            except OptionError as error:
                yield from error.problems


class Presets(Mapping[str, Options]):
    """A preset for each string that OpenSpiel can load; the listed ones are names alone."""

    def __getitem__(self, name: str) -> Options:
        if name.partition("(")[0] not in pyspiel.registered_names():
            raise KeyError(name)
        return Options(name)

    def __iter__(self) -> Iterator[str]:
        yield from sorted(names(), key=lambda name: (name != FIRST, name))

    def __len__(self) -> int:
        return len(names())


class Standing(NamedTuple):
    """What OpenSpiel returned to each seat; empty before the game."""

    returns: tuple[float, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return nothing: there is one deal, and nothing before it."""
        return ()


def seating(o: Options) -> Seating:
    """Return who sits where (OS-5)."""
    spiel = loaded(o.game)
    players = range(spiel.game.num_players())
    if spiel.type.utility == pyspiel.GameType.Utility.IDENTICAL:
        return seated([0 for _ in players])
    return seated([seat % 2 if spiel.type.short_name in PARTNERS else seat for seat in players])


def start(_: Options, __: Chance) -> Rules[Standing]:
    """Begin with nothing."""
    yield from ()
    return Standing()


def deal(o: Options, _: Standing, chance: Chance) -> Rules[Standing]:
    """Play one game of OpenSpiel."""
    spiel = loaded(o.game)
    state = with_own_seed(spiel, chance).new_initial_state()
    texts, draws = [""] * spiel.game.num_players(), 0
    while True:
        while state.is_chance_node():
            state.apply_action(drawn(state.chance_outcomes(), uniform(chance, f"chance {draws}")))
            draws += 1
        yield from news(spiel, state, texts)
        if state.is_terminal():
            return Standing(tuple(state.returns()))
        seat, actions = state.current_player(), state.legal_actions()
        words = moves([state.action_to_string(seat, action) for action in actions], actions)
        word = yield Ask(seat, "move", words, "all" if spiel.open else "nobody")
        state.apply_action(actions[words.index(word)])


def with_own_seed(spiel: Loaded, chance: Chance) -> Any:
    """Return the game itself, or a new one with a drawn seed, if it makes its draws itself."""
    if spiel.type.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        return spiel.game
    parameters = spiel.game.get_parameters()
    if "rng_seed" in parameters:
        parameters["rng_seed"] = int(uniform(chance, "rng_seed") * 2**31)
    return pyspiel.load_game(spiel.type.short_name, parameters)


def uniform(chance: Chance, name: str) -> float:
    """Return a number from 0 up to 1: the place of a shuffle among all shuffles, by a draw with this name."""
    order, rank = chance(name, OUTCOMES), 0
    for i, item in enumerate(order):
        rank += sum(later < item for later in order[i + 1 :]) * factorial(len(order) - 1 - i)
    return rank / factorial(len(order))


def drawn(outcomes: Sequence[tuple[int, float]], at: float) -> int:
    """Return the action of a chance node.

    Args:
        outcomes: each action, and how likely it is.
        at: a number from 0 up to 1.
    """
    below = accumulate([likely for _, likely in outcomes])
    possible = [action for action, likely in outcomes if likely]
    return next((action for (action, _), bound in zip(outcomes, below, strict=True) if at < bound), possible[-1])


def news(spiel: Loaded, state: Any, texts: list[str]) -> Iterator[Show]:
    """Yield what the seats are told now, where it is new (OS-3).

    Args:
        spiel: the game.
        state: its state.
        texts: what each seat was told last; it is kept up to date.
    """
    of_state = spiel.type.provides_information_state_string
    as_state = of_state and not (spiel.open and spiel.type.provides_observation_string)
    now = [state.information_state_string(s) if as_state else state.observation_string(s) for s in range(len(texts))]
    for_all = spiel.open and len(set(now)) == 1
    for seat, text in enumerate(now):
        if text != texts[seat] and not (for_all and seat):
            seats = tuple(range(len(now))) if for_all else (seat,)
            for number, words in enumerate(told(text)):
                yield Show(seats, "line" if number else "text", None if for_all else seat, tuple(words))
    texts[:] = now


def result(o: Options, standing: Standing) -> Result | None:
    """End the game after one play (OS-6)."""
    if not standing.returns:
        return None
    seats = seating(o)
    returns = [standing.returns[seats.sides.index(side)] for side in range(seats.number_of_sides)]
    exact = ("returns", ",".join(repr(value).removesuffix(".0") for value in standing.returns))
    marks = [round(value * 1_000_000) for value in returns]
    return Result(places(marks), tuple([round(value * loaded(o.game).unit) for value in returns]), "end", (exact,))


def lead(o: Options) -> int:
    """Return how far apart two sides can end."""
    spiel = loaded(o.game)
    return int(min(spiel.game.max_utility() - spiel.game.min_utility(), 1e6) * spiel.unit)


def measure(o: Options) -> Measure:
    """Return what the game is played for: its points, if they say more than who wins."""
    spiel = loaded(o.game)
    return WINS if spiel.unit == 1 and spiel.game.max_utility() <= 1 else Measure("points", PARTS[spiel.unit])


def hidden(view: View) -> Sampler:
    """Return the sampler of a game without hidden information and draws."""
    spiel = loaded(view.options.game)
    return nothing_hidden(view) if spiel.open and not spiel.chancy else no_worlds(view)


def words(o: Options) -> Words:
    """Return nothing: OpenSpiel names a move in the position it is made in.

    Raises:
        NoWords: always.
    """
    raise NoWords(f"openspiel:{o.game} does not list its words; environments of it are in OpenSpiel itself")


def about(o: Options) -> str:
    """Return the name that OpenSpiel gives the game, and its string if that says more."""
    spiel = loaded(o.game)
    return f"{spiel.type.long_name}, from OpenSpiel" + (f": {unquote(o.game)}" if "(" in o.game else "")


VERSION: str = pyspiel.__version__
GAME: Game[Options, Standing] = Game(
    name="openspiel",
    title="the games of OpenSpiel, such as openspiel:hearts or openspiel:leduc_poker(players=3)",
    clauses="OS",
    options=Options,
    presets=Presets(),
    seating=seating,
    start=start,
    deal=deal,
    result=result,
    words=words,
    about=about,
    hidden=hidden,
    lead=lead,
    measure=measure,
    scores=lambda _: (),
)
