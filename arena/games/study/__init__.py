"""Studies: deals set up by hand, and deals in progress written down in the same form.

A study is TOML text, or a mapping with the same keys. README.md of the games shows one, and `set_up` lists its keys.
"""

# Not compiled: setting up a deal need not be fast.

from arena.games.study.problems import StudyError
from arena.games.study.reading import Study, read_study, set_up
from arena.games.study.writing import study_of

__all__ = ["Study", "StudyError", "read_study", "set_up", "study_of"]
