"""A bot at several tables: `tablebot.py 8` asks for 8 and answers the last legal word, everything it has read at once.

`tablebot.py 8 exit 3` ends at the third batch of questions.
"""

import os
import sys

tables = int(sys.argv[1])
last = int(sys.argv[3]) if len(sys.argv) > 2 else 0
os.write(1, f"bot tables 1 tables={tables}\n".encode())
held = b""
batches = 0
while data := os.read(0, 65536):
    *lines, held = (held + data).split(b"\n")
    asks = [words for words in (line.split() for line in lines) if b"ask" in words[:2]]
    batches += bool(asks)
    if asks and batches == last:
        sys.exit(7)
    ids = [words[0] + b" " if words[0][:1] == b"@" else b"" for words in asks]
    os.write(1, b"".join(table + words[-1] + b"\n" for table, words in zip(ids, asks, strict=True)))
