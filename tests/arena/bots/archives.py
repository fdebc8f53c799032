"""Archives for tests: honest ones, and those that nobody may unpack."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from typing import Any

WHEN = (2026, 11, 25, 23, 58, 2)


def zipped(files: Mapping[str, Any], mode: int = 0o644) -> bytes:
    """Return a zip of texts or bytes: name -> content."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, WHEN)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return made.getvalue()


def tarred(*members: tarfile.TarInfo, content: bytes = b"", mode: str = "w:gz") -> bytes:
    """Return a tar in which each file has the same content."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:  # type: ignore[call-overload]
        for member in members:
            member.size = len(content) if member.isreg() else 0
            archive.addfile(member, io.BytesIO(content))
    return made.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, **more: object) -> tarfile.TarInfo:
    """Return a member of a tar."""
    info = tarfile.TarInfo(name)
    info.type = kind
    for key, value in more.items():
        setattr(info, key, value)
    return info


def patched(local: int, central: int, value: int) -> bytes:
    """Return a zip of one file with another byte in its header and in its directory."""
    data = bytearray(zipped({"bot.py": "x"}))
    data[local] = value
    data[data.index(b"PK\1\2") + central] = value
    return bytes(data)


def lying() -> bytes:
    """Return a zip whose directory says that a file is small."""
    data = bytearray(zipped({"bot.py": b"\0" * (3 << 20)}))
    at = data.index(b"PK\1\2")
    data[at + 24 : at + 28] = (5).to_bytes(4, "little")
    return bytes(data)


def raw(name: str, kind: bytes, content: bytes) -> bytes:
    """Return an entry of a tar as it is told, whatever its content means."""
    info = member(name, kind, size=len(content))
    return info.tobuf(tarfile.GNU_FORMAT) + content + bytes(-len(content) % tarfile.BLOCKSIZE)


def pax(content: bytes) -> bytes:
    """Return a tar whose header in the manner of pax is this text."""
    return raw("x", tarfile.XHDTYPE, content) + raw("bot.py", tarfile.REGTYPE, b"x") + bytes(1024)


BIG = b"\0" * (3 << 20)
HOSTILE: Mapping[str, tuple[bytes, str]] = {
    "a zip bomb": (zipped({"bot.py": BIG}), "holds more than 1 MiB"),
    "a bomb in many files": (zipped({f"{at}": b"\0" * 200_000 for at in range(9)}), "holds more than 1 MiB"),
    "a zip that lies about a size": (lying(), "damaged"),
    "too many files": (zipped({f"{at}": "" for at in range(50)}), "more than 9 files and folders"),
    "too many entries": (zipped({f"__MACOSX/{at}": "" for at in range(200)}), "lists more than 9 files"),
    "folders without end": (zipped({"/".join("abcdefgh"): ""}), "nested deeper than 5 folders"),
    "a deep folder": (zipped({"a/" * 8: ""}), "nested deeper than 5 folders"),
    "an absolute name": (zipped({"/etc/passwd": ""}), "leads out of the archive"),
    "a way up": (zipped({"a/../../b": ""}), "leads out of the archive"),
    "a way up as on Windows": (zipped({"..\\b": ""}), "leads out of the archive"),
    "a drive": (zipped({"C:\\b": ""}), "leads out of the archive"),
    "a NUL": (zipped({"a": ""}).replace(b"a", b"\0"), "cannot be printed"),
    "an escape": (zipped({"\x1b[2J": ""}), "cannot be printed"),
    "a long name": (zipped({"n" * 300: ""}), "too long"),
    "a link": (zipped({"bot.py": "/etc/passwd"}, 0o120777), "is a link"),
    "a pipe": (zipped({"bot.py": ""}, 0o010644), "is a pipe"),
    "a device": (zipped({"bot.py": ""}, 0o020644), "is a device"),
    "the same file twice": (zipped({"a": "1", "b": "2"}).replace(b"b", b"a"), "is there twice"),
    "a file that is a folder": (zipped({"a": "1", "a/b": "2"}), "is there twice"),
    "an encrypted zip": (patched(6, 8, 1), "is encrypted"),
    "half a zip": (zipped({"bot.py": "x" * 1000})[:80], "damaged"),
    "half a zip that ends in a whole one": (zipped({"a": ""})[:31] + zipped({"bot.py": "x"}), "damaged"),
    "a zip that is none": (b"PK\3\4" + b"x" * 100, "damaged"),
    "an unknown way of packing": (patched(8, 10, 99), "damaged"),
    "a tar bomb": (tarred(member("bot.py"), content=BIG), "holds more than 1 MiB"),
    "a tar with a bomb for a header": (
        tarred(member("bot.py", pax_headers={"comment": "x" * (8 << 20)}), mode="w:xz"),
        "holds more than 1 MiB",
    ),
    "a tar with a link": (tarred(member("a", tarfile.SYMTYPE, linkname="/etc")), "is a link"),
    "a tar with a hard link": (tarred(member("a", tarfile.LNKTYPE, linkname="/etc/passwd")), "is a link"),
    "a tar with a device": (tarred(member("a", tarfile.CHRTYPE)), "is a link or a device"),
    "a tar with a pipe": (tarred(member("a", tarfile.FIFOTYPE)), "is a link or a device"),
    "a tar with a way up": (tarred(member("../a")), "leads out of the archive"),
    "a tar with an absolute name": (tarred(member("/a"), mode="w:bz2"), "leads out of the archive"),
    "a tar with a header that takes hours to search": (pax(b"1" * 400_000 + b"\n"), "a header of more than 64 KiB"),
    "a tar with a number that is too long": (pax(b"1" * 9000 + b" hdrcharset=x\n"), "damaged"),
    "a tar with a size that is none": (pax(b"11 size=-5\n"), "damaged"),
    "a tar with a record without an end": (pax(b"99 path=a\n"), "damaged"),
    "a tar with a record of no length": (pax(b"0 path=a\n"), "damaged"),
    "a tar with headers without end": (raw("x", tarfile.XHDTYPE, b"") * 100, "lists more than 9 files"),
    "a tar with names without end": (raw("x", tarfile.GNUTYPE_LONGNAME, b"a\0") * 100, "lists more than 9 files"),
    "a tar with a sparse file": (pax(b"22 GNU.sparse.major=1\n"), "is a sparse file"),
    "a tar with a sparse file as GNU had them": (raw("bot.py", tarfile.GNUTYPE_SPARSE, b"x"), "is a sparse file"),
    "a tar that ends in a header": (raw("bot.py", tarfile.REGTYPE, b"x")[:300], "damaged"),
    "half a tar": (tarred(member("bot.py"), content=bytes(range(256)) * 99)[:120], "damaged"),
    "a gzip that is no tar": (b"\x1f\x8b" + b"x" * 50, "damaged"),
    "a file too large to look at": (b"PK\3\4" + BIG, "holds more than 1 MiB"),
    "a 7z archive": (b"7z\xbc\xaf\x27\x1c", "is a 7z archive: hand in a zip"),
    "a RAR archive": (b"Rar!\x1a\x07\x01\x00", "is a RAR archive: hand in a zip"),
}
"""What is handed in -> the archive, and what is said about it."""
