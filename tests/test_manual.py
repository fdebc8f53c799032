"""The manual as a site: every page is in its navigation, and links hold where the pages stand then."""

from tests.manual import navigation, of_site
from tests.tree import files

NO_PAGES = {"arena/kit/templates/README.md"}
"""Files that only look like pages: what `arena new` puts into the folder of a bot."""


def test_every_page_is_in_the_navigation_once() -> None:
    assert sorted(navigation()) == sorted({*files(".md")} - NO_PAGES)


def test_links_to_pages_and_files_stay_and_folders_lead_to_the_repository() -> None:
    text, beside = of_site("docs/api.md", "https://home.example")

    assert "](examples/ladder.ipynb)" in text
    assert "docs/examples/ladder.ipynb" in beside
    assert "](https://home.example/blob/main/docs/examples/games)" in text
