"""How a ladder or a match stands: rows with intervals, as text, table, data and plots."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from typing import Any

from arena import ratings
from arena.app.ladder_layout import as_text
from arena.app.ladder_view import View, as_cells, ladder_csv, ladder_data, ladder_markdown, records
from arena.errors import UserError
from arena.escapes import json_text, printable
from arena.ratings import Row
from arena.ratings.plots import of_ladder


class Standings:
    """How a ladder or a match stands. It iterates over its rows, the best first.

    Args:
        view: the ladder, and what is known about its results.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        """The ladder, and what is known about its results."""

    @property
    def rows(self) -> Sequence[Row]:
        """The rows: rank, name, Elo with its 95 % interval, score (0 to 1), games, faults, time (ms) and so on."""
        return self.view.rows

    @property
    def ladder(self) -> ratings.Ladder:
        """The ratings, with their covariance."""
        return self.view.ladder

    @property
    def in_words(self) -> str:
        """What it shows, in a sentence or two."""
        return self.view.in_words

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, bot: str | int) -> Row:
        """Return the row of a bot, by its name or by its place from 0.

        Raises:
            KeyError: there is no bot of that name.
            IndexError: there are not so many.
        """
        if isinstance(bot, int):
            return self.rows[bot]
        for row in self.rows:
            if row.name == bot:
                return row
        raise KeyError(f"no bot {bot!r}; there are {', '.join(row.name for row in self.rows)}")

    def __str__(self) -> str:
        return as_text(self.view)

    def _repr_html_(self) -> str:
        heads, cells = as_cells(self.view)
        head = "".join(f"<th>{escape(text)}</th>" for text in heads)
        body = "".join(f"<tr>{''.join(f'<td>{escape(printable(text))}</td>' for text in line)}</tr>" for line in cells)
        words = f"<p>{escape(printable(self.in_words))}</p>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{words}"

    def to_markdown(self) -> str:
        """Return the table and its remarks in Markdown."""
        return ladder_markdown(self.view)

    def to_csv(self) -> str:
        """Return the rows in CSV, with a line of heads."""
        return ladder_csv(self.view)

    def to_json(self) -> str:
        """Return everything that is known as JSON, as `arena ladder --format json` prints it."""
        return json_text(ladder_data(self.view))

    def to_dict(self) -> dict[str, object]:
        """Return everything that is known as plain data."""
        found: dict[str, object] = json.loads(self.to_json())
        return found

    def to_dataframe(self) -> Any:
        """Return the rows as a data frame of pandas.

        Raises:
            UserError: pandas is not installed.
        """
        try:
            pandas = import_module("pandas")
        except ImportError as error:
            raise UserError("data frames need pandas", "pip install pandas") from error
        return pandas.DataFrame(records(self.view))

    def plot(self) -> Picture:
        """Return the ratings with their intervals as a picture, which a notebook shows."""
        return Picture(of_ladder(self.ladder)[0].file())


class Picture:
    """A picture.

    Args:
        svg: its SVG.
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg
        """Its SVG, as the content of a file."""

    def _repr_svg_(self) -> str:
        return self.svg
