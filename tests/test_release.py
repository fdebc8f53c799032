"""What a release needs says the same everywhere, and the page that the index shows leads somewhere."""

import re
import tomllib

import pytest
import yaml

from hatch_build import with_absolute_links
from tests.tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION = PROJECT["version"]


def test_the_newest_section_of_the_changelog_is_of_this_version() -> None:
    [first, *_] = re.findall(
        r"^## (\S+) \((?:not released|\d{4}-\d\d-\d\d)\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert first == VERSION


def test_the_citation_is_of_this_version_and_address() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (cited["version"], cited["repository-code"]) == (VERSION, PROJECT["urls"]["Homepage"])


def test_the_example_workflows_install_this_version() -> None:
    texts = [path.read_text() for path in (ROOT / "docs/examples").glob("*.yml")]
    assert {*re.findall(r"trickarena-([\d.]+)-", "".join(texts))} == {VERSION}


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("see [a](docs/a.md#b), [c](docs)", "see [a](H/blob/main/docs/a.md#b), [c](H/blob/main/docs)"),
        ("![A game](docs/g.png)", "![A game](H/raw/main/docs/g.png)"),
        ("[b](https://b.example/x) [c](#c)", "[b](https://b.example/x) [c](#c)"),
    ],
)
def test_links_lead_to_the_repository(text: str, absolute: str) -> None:
    assert with_absolute_links(text, "H") == absolute


def test_all_links_of_the_readme_are_changed() -> None:
    page = with_absolute_links((ROOT / "README.md").read_text(), PROJECT["urls"]["Homepage"])
    assert [target for target in re.findall(r"\]\(([^)]*)\)", page) if not target.startswith(("https://", "#"))] == []
