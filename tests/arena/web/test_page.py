"""What all pages share: nothing is run that is not ours, and nothing stands in a page unescaped."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path

import jinja2
import pytest

from arena.web import page as pages
from tests.arena.cli.test_hostile_texts import TEXTS

ROOMS = Path(pages.HERE)
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|\|\s*safe\b|Markup\(|autoescape\s+false"
)
"""What would let a text of a stranger become a part of a page."""


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    """A template of one line."""
    text = '{% extends "base.html.j2" %}{% block main %}<h1>{{ bot|name }}</h1>{{ data|json }}{% endblock %}'
    own = pages.environment.__wrapped__()
    assert own.loader is not None
    own.loader = jinja2.ChoiceLoader([jinja2.DictLoader({"t.j2": text}), own.loader])
    monkeypatch.setattr(pages, "environment", lambda: own)


def files() -> list[Path]:
    return [path for path in sorted(ROOMS.rglob("*")) if path.suffix in {".py", ".js", ".j2", ".css"}]


def test_no_page_has_a_way_around_the_escapes() -> None:
    assert len(files()) > 3
    assert {path.name: found for path in files() if (found := FORBIDDEN.findall(path.read_text()))} == {}


@pytest.mark.parametrize("text", ["x.innerHTML = y", "{{ x | safe }}", "Markup(x)", "{% autoescape false %}"])
def test_a_way_around_them_is_seen(text: str) -> None:
    assert FORBIDDEN.search(text)


@pytest.mark.parametrize("text", TEXTS)
def test_a_name_is_one_short_line_without_marks(text: str) -> None:
    found = pages.name(text)
    assert len(found) <= pages.LONGEST
    assert found.isprintable()


@pytest.mark.parametrize("text", [*TEXTS, "</script><script>alert(1)</script>", "<!--<script>", "a\u2028b&amp;"])
def test_data_in_a_page_ends_no_element_and_is_read_as_it_was(text: str) -> None:
    found = str(pages.json_data({text: [text, 1, None]}))
    assert not set(found) & set("<>&\u2028\u2029")
    assert json.loads(found) == {text: [text, 1, None]}


@pytest.mark.usefixtures("example")
def test_a_page_escapes_what_it_shows() -> None:
    found = pages.page(
        "t.j2", title="<b>", bot="<img src=x onerror=alert(1)>", data="</p>", header=pages.Header(home="<i>")
    )
    assert "<title>&lt;b&gt; · &lt;i&gt;</title>" in found
    assert "<h1>&lt;img src=x onerror=alert(1)&gt;</h1>" in found
    assert r'"\u003c/p\u003e"' in found


@pytest.mark.usefixtures("example")
def test_what_a_template_does_not_get_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError, match="bot"):
        pages.page("t.j2", title="x")


@pytest.mark.usefixtures("example")
def test_a_page_names_its_files_by_their_content() -> None:
    found = pages.page("t.j2", title="x", up="../", bot="b", data=0)
    [path] = re.findall(r'rel="stylesheet" href="\.\./(.+?)"', found)
    assert path == pages.asset("arena.css").path
    assert sha256(pages.asset("arena.css").data).hexdigest().startswith(path.split(".")[1])


@pytest.mark.usefixtures("example")
def test_a_page_that_is_one_file_loads_nothing_and_names_its_own_style() -> None:
    found = pages.page("t.j2", title="x", whole=True, bot="b", data=0)
    [rules] = re.findall(r'http-equiv="Content-Security-Policy" content="(.*?)"', found)
    [style] = re.findall(r"<style>(.*?)</style>", found, re.DOTALL)
    assert b64encode(sha256(style.encode()).digest()).decode() in unescape(rules)
    assert "self" not in rules
    assert '<link rel="stylesheet"' not in found


def test_no_rule_of_the_policy_lets_in_more_than_our_own() -> None:
    for whole in (False, True):
        rules = dict(rule.split(" ", 1) for rule in pages.policy([b"x"], [b"y"], whole=whole).split("; "))
        assert rules["default-src"] == rules["base-uri"] == "'none'"
        assert rules["form-action"] == ("'none'" if whole else "'self'"), "authors hand in with a form"
        words = {word for rule in rules.values() for word in rule.split()}
        assert {word for word in words if "sha256-" not in word} <= {"'none'", "'self'", "data:"}
