"""The results of a ladder: one SQLite database, a journal to check it against, and one arena that writes.

- rows: what goes in and comes out
- tables: the tables, and how older ones become these
- errors: what goes wrong, in words for people
- disk: a local folder with room, one arena at a time
- database: one SQLite file, opened without harm to what is there
- journal: a line for everything that was committed
- times: what seats used, as bytes
- columns: all results at once
- reader, store: asking, and writing
- rebuild: comparing database and journal, and making the database anew
"""

from arena.store.columns import Coded, Columns
from arena.store.errors import TryAgain
from arena.store.reader import Reader
from arena.store.rebuild import Comparison, Rebuilt, rebuild
from arena.store.rows import Counts, ListedGame, PlayedGame, Run, StoredEntrant
from arena.store.store import Store, is_results
from arena.store.times import SeatColumns

__all__ = [
    "Coded",
    "Columns",
    "Comparison",
    "Counts",
    "ListedGame",
    "PlayedGame",
    "Reader",
    "Rebuilt",
    "Run",
    "SeatColumns",
    "Store",
    "StoredEntrant",
    "TryAgain",
    "is_results",
    "rebuild",
]
