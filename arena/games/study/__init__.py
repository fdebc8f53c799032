"""Deals from outside: a deal that somebody sets up to study it, and a deal in progress written down so.

A study is a mapping, or the same as TOML text; README.md of the games shows one, and `set_up` tells what it may say.
"""

# Not compiled: a deal is set up once, by hand.

from arena.games.study.problems import StudyError
from arena.games.study.reading import Study, read_study, set_up
from arena.games.study.writing import study_of

__all__ = ["Study", "StudyError", "read_study", "set_up", "study_of"]
