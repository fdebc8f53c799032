"""What all pages share: the templates, the style sheet and scripts, the policy of a page, and data inside it.

A page is made from a template in `templates/` that extends `base.html.j2`. Everything that goes into a page is escaped
by Jinja; only two things are not: data as JSON (`{{ value|json }}`, inside a script that no browser runs), and our own
style and scripts in a page that is one file. A page may load our own files and nothing else, and runs no script but
ours: its policy says so to the browser.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from arena import __version__
from arena.errors import UserError
from arena.escapes import one_line

try:
    import jinja2
except ImportError as error:
    raise UserError(
        "pages need jinja2, which is not installed", "pip install jinja2, or install the arena with its extra `web`"
    ) from error

HERE = Path(__file__).parent
STYLE = "arena.css"
"""The style sheet of all pages."""
LONGEST = 48
"""The most characters of a name: those of an entrant with the longest name, with the beginning of its digest."""
_UTC = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC")
_HARMLESS = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}
"""What could end a script or be a line break in one, as escapes of JSON."""


class Asset(NamedTuple):
    """A file beside the pages.

    Args:
        path: where it lies, from the root of the site; the name holds a part of its SHA-256, so it never changes.
        data: its bytes.
    """

    path: str
    data: bytes


class Verbatim:
    """A text that is HTML already. Nothing that a stranger wrote goes in here unless it is escaped.

    Args:
        html: the text.
    """

    def __init__(self, html: str) -> None:
        self._html = html

    def __html__(self) -> str:
        """Return the text; Jinja asks for it."""
        return self._html

    def __str__(self) -> str:
        return self._html


@cache
def asset(name: str) -> Asset:
    """Return a file of `assets/`.

    Args:
        name: its name there, such as `arena.css`.
    """
    data = (HERE / "assets" / name).read_bytes()
    stem, _, kind = name.rpartition(".")
    return Asset(f"assets/{stem}.{sha256(data).hexdigest()[:10]}.{kind}", data)


@cache
def code() -> bytes:
    """Return a digest of what makes pages: this room and that of the replays, and the version of the arena."""
    found = sha256(__version__.encode())
    for folder in (HERE, HERE.parent / "replay"):
        for file in sorted(folder.rglob("*")):
            if file.suffix in {".py", ".j2", ".js", ".css"}:
                found.update(file.read_bytes())
    return found.digest()


def json_data(value: object) -> Verbatim:
    """Return data as JSON for `<script type="application/json">`.

    Args:
        value: dictionaries, lists, texts, finite numbers, booleans, None.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Verbatim(text.translate(_HARMLESS))


def name(text: str) -> str:
    """Return a name that a stranger chose, for a page: one line, at most `LONGEST` characters, marks as escapes."""
    found = one_line(text)
    return found if len(found) <= LONGEST else f"{found[: LONGEST - 1]}…"


def utc(text: str) -> str:
    """Return a time by ISO 8601 in UTC for people: date, hour and minute."""
    return f"{text[:16].replace('T', ' ')} UTC"


def time_text(text: str) -> Verbatim:
    """Return a time for a page, which a script shows in the reader's own zone.

    Args:
        text: the time by ISO 8601, in UTC.
    """
    return Verbatim(f'<time datetime="{escape(text)}">{escape(utc(text))}</time>')


def timed(text: str) -> Verbatim:
    """Return a sentence for a page; times in it that look like those of `utc` are shown as those of `time_text`."""
    found = _UTC.sub(lambda when: str(time_text(f"{when[1]}T{when[2]}+00:00")), escape(text))
    return Verbatim(found)


@lru_cache(10_000)
def bot_link(file: str, called: str, up: str) -> Verbatim:
    """Return the link to the page of a bot. It is cached: the same few bots stand in all games of a site.

    Args:
        file: the name of its file, without the suffix.
        called: what the bot is called.
        up: the way from the page with the link to the root of the site.
    """
    return Verbatim(f'<a href="{escape(up)}bot/{escape(quote(file))}.html"><bdi>{escape(name(called))}</bdi></a>')


def policy(scripts: Sequence[bytes] = (), styles: Sequence[bytes] = (), *, whole: bool = False) -> str:
    """Return the content security policy of a page.

    Args:
        scripts: the scripts that stand in the page itself.
        styles: the style sheets that stand in it.
        whole: whether the page is one file, and loads nothing at all.
    """
    own = [] if whole else ["'self'"]
    allowed = {
        "default-src": ["'none'"],
        "script-src": [*own, *map(_hashed, scripts)],
        "style-src": [*own, *map(_hashed, styles)],
        "img-src": [*own, "data:"],
        "connect-src": own,
        "base-uri": ["'none'"],
        "form-action": own,
    }
    return "; ".join(f"{what} {' '.join(sources or [_NONE])}" for what, sources in allowed.items())


_NONE = "'none'"


def _hashed(data: bytes) -> str:
    return f"'sha256-{b64encode(sha256(data).digest()).decode()}'"


HEADERS = {
    "Content-Security-Policy": f"{policy()}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""What a server sends with every page that is not one file."""


@cache
def environment() -> jinja2.Environment:
    """Return the environment of the templates: everything is escaped, and a name that is not there is an error."""
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["json"] = json_data
    found.filters["drawn"] = lambda plot: Verbatim(plot.svg())  # its texts are escaped
    found.filters["name"] = name
    found.filters["line"] = one_line
    found.filters["time"] = time_text
    found.filters["timed"] = timed
    found.globals["bot_link"] = bot_link
    return found


class Link(NamedTuple):
    """A link of the navigation.

    Args:
        path: from the root of the site.
        text: what it says.
        here: whether the page is the one that it leads to, or belongs to it.
    """

    path: str
    text: str
    here: bool = False


class Header(NamedTuple):
    """What stands on top of every page of a site.

    Args:
        links: the navigation.
        home: what the site is called.
    """

    links: Sequence[Link] = ()
    home: str = "Trick Arena"


PLAIN = Header()
"""That of a page that stands alone: nothing is seen of it."""


def page(
    template: str,
    *,
    title: str,
    up: str = "",
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
    whole: bool = False,
    header: Header = PLAIN,
    address: str = "",
    **values: object,
) -> str:
    """Return a page.

    Args:
        template: its template, such as `index.html.j2`; it extends `base.html.j2`.
        title: what the page is called.
        up: the way from the page to the root of the site: empty, `../` or `/`.
        scripts: the names of its scripts in `assets/`.
        styles: the names of its own style sheets there, besides that of all pages.
        whole: whether the page is one file, with style and scripts inside.
        header: what stands on top of it.
        address: where the page will be found, if that is known; other addresses then count as copies of it.
        values: what else the template uses.
    """
    looks, code = [asset(style) for style in (STYLE, *styles)], [asset(script) for script in scripts]
    inside = policy([each.data for each in code], [each.data for each in looks], whole=True) if whole else policy()
    return (
        environment()
        .get_template(template)
        .render(
            title=title,
            up=up,
            whole=whole,
            links=header.links,
            home=header.home,
            address=address,
            policy=inside,
            styles=[_inside(each) if whole else each.path for each in looks],
            scripts=[_inside(each) if whole else each.path for each in code],
            **values,
        )
    )


def _inside(file: Asset) -> Verbatim:
    """Return one of our own files, to stand in a page."""
    text = file.data.decode()
    assert "</" not in text, f"{file.path} would end its own element"
    return Verbatim(text)
