"""Archives of strangers, unpacked within limits: no path leaves the folder, no link is made, no bomb goes off.

What comes out is counted as it is written, whatever the archive says of itself. What is left of an archive that is
refused lies in the folder, which the caller removes.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple, cast

from arena.bots.trees import CHUNK, IGNORED, PATH_BYTES, TreeError, special
from arena.settings.limits import TreeLimits

ZIP, GZIP, BZIP, XZ = b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"
OTHERS = {b"7z\xbc\xaf": "a 7z archive", b"Rar!": "a RAR archive"}
"""Archives that Python cannot read."""
NAME_BYTES = 255
"""So many bytes may a name have on a disk."""
HEADERS = 8
"""So many times as many entries as files are allowed may be listed: folders and junk count too."""
SAYING = {
    *(tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE),
    *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
}
"""The kinds of headers in a tar that only say something of the entry after them, or of all."""
SAID = 1 << 16
"""The most bytes of such a header."""
DIGITS = 20
"""The most digits of a number in it."""
EXTENDED = 0x5455
"""The extra field of a zip that has the time in UTC."""
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    tarfile.TarError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
    MemoryError,
)
"""What the readers raise for archives that are damaged, encrypted, or packed in a way that they do not know, or with a
dictionary of some GB, which makes no archive smaller of those that are small enough for us."""


class Entry(NamedTuple):
    """What an archive says of something in it.

    Args:
        path: its path in the archive.
        kind: `file`, `folder`, or what else it is.
        program: whether its owner may execute it.
        when: when it was changed last, in seconds; 0 if that is not known.
    """

    path: str
    kind: str
    program: bool
    when: float


def is_archive(path: Path) -> bool:
    """Return whether a file begins as an archive does, whatever it is called."""
    with path.open("rb") as file:
        head = file.read(tarfile.BLOCKSIZE)
    if head.startswith((ZIP + b"\3\4", ZIP + b"\5\6", GZIP, BZIP, XZ, *OTHERS)):
        return True
    with suppress(*DAMAGED):
        _header(io.BytesIO(head), first=True)
        return True
    return False


def unpack(archive: Path, into: Path, limits: TreeLimits, *, of_many: bool = False) -> None:
    """Unpack a zip or a tar, packed or not; junk that systems leave behind is dropped.

    Args:
        archive: the file.
        into: an empty folder.
        limits: how much it may hold; the archive itself may not be larger either.
        of_many: whether many people's files are in it. Then a name that cannot be printed does not stop it, since whose
            it is is told later, and one that is too long for a disk is cut in its middle.

    Raises:
        TreeError: it holds too much, something other than files and folders, or a path that leaves the folder; it is
            damaged, or no archive that can be read.
        OSError: the disk cannot be written.
    """
    if archive.stat().st_size > limits.megabytes << 20:
        raise _too_big(limits)
    with archive.open("rb") as file:
        head = file.read(8)
        file.seek(0)
        if other := next((said for start, said in OTHERS.items() if head.startswith(start)), ""):
            raise TreeError("", f"is {other}", "hand in a zip")
        entries = _zipped(file, limits) if head.startswith(ZIP) else _tarred(file, head, limits)
        write(entries, into, limits, of_many=of_many)


def write(
    entries: Iterator[tuple[Entry, IO[bytes] | None]], into: Path, limits: TreeLimits, *, of_many: bool = False
) -> None:
    """Write the entries of an archive, or of what was sent in another way.

    Args:
        entries: the entries, each with its open content; None for a folder.
        into: an empty folder.
        limits: how much it may hold.
        of_many: as for `unpack`.

    Raises:
        TreeError: as for `unpack`.
        OSError: the disk cannot be written.
    """
    left, number = limits.megabytes << 20, 0
    made: set[str] = set()
    for entry, content in _readable(entries):
        parts = _parts(entry.path, of_many=of_many)
        if not parts or not IGNORED.isdisjoint(parts) or parts[-1].startswith("._"):
            continue
        path = "/".join(parts)
        if entry.kind not in {"file", "folder"}:
            raise TreeError(path, f"is {entry.kind}, not a file", "replace it with a copy, and pack again")
        if len(parts) - 1 > limits.depth:
            raise TreeError(path, f"is nested deeper than {limits.depth} folders", "pack less")
        new = {"/".join(parts[:end]) for end in range(1, len(parts) + (entry.kind == "folder"))} - made
        made |= new
        number += len(new) + (entry.kind == "file")
        if number > limits.files:
            raise TreeError("", f"holds more than {limits.files} files and folders", "pack less")
        with _told(path):
            (into / path if entry.kind == "folder" else (into / path).parent).mkdir(parents=True, exist_ok=True)
            if content is None:
                continue
            with (into / path).open("xb") as target:
                for chunk in _chunks(content):
                    left -= len(chunk)
                    if left < 0:
                        raise _too_big(limits)
                    target.write(chunk)
                os.fchmod(target.fileno(), 0o755 if entry.program else 0o644)
            if entry.when > 0:
                with suppress(OSError, OverflowError):
                    os.utime(into / path, (entry.when, entry.when))


class _told:  # noqa: N801 - reads as a function
    """Says which path of an archive is there twice, as a file and as a folder, or cannot be a path."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        if isinstance(error, (FileExistsError, NotADirectoryError, IsADirectoryError)):
            raise TreeError(self._path, "is there twice", "pack again") from error


def _readable(entries: Iterator[tuple[Entry, IO[bytes] | None]]) -> Iterator[tuple[Entry, IO[bytes] | None]]:
    """Yield entries; an archive that cannot be read is refused."""
    while True:
        try:
            found = next(entries, None)
        except TreeError:
            raise
        except DAMAGED as error:
            raise _damaged(error) from error
        if found is None:
            return
        yield found


def _chunks(content: IO[bytes]) -> Iterable[bytes]:
    while True:
        try:
            chunk = content.read(CHUNK)
        except TreeError:
            raise
        except DAMAGED as error:
            raise _damaged(error) from error
        if not chunk:
            return
        yield chunk


def _damaged(error: BaseException) -> TreeError:
    if "encrypted" in str(error):
        return TreeError("", "is encrypted", "pack again, without a password")
    return TreeError("", f"is damaged, or no zip and no tar ({type(error).__name__})", "pack again, as a zip")


def _too_big(limits: TreeLimits) -> TreeError:
    return TreeError("", f"holds more than {limits.megabytes} MiB", "pack less")


def _parts(path: str, *, of_many: bool) -> list[str]:
    """Return the parts of a path in an archive; Windows writes backslashes.

    Raises:
        TreeError: it leaves the folder, or cannot be a path here.
    """
    plain = path.replace("\\", "/")
    parts = [part for part in plain.split("/") if part not in {"", "."}]
    if plain.startswith("/") or ".." in parts or re.match(r"[A-Za-z]:", plain):
        raise TreeError(path, "leads out of the archive", "pack the folder itself, with names inside of it")
    if "\0" in plain or not (of_many or plain.isprintable()) or len(os.fsencode(plain)) > PATH_BYTES:
        raise TreeError(path, "has a name that is too long or cannot be printed", "rename it")
    if of_many:
        parts = [*map(_cut, parts)]
    if any(len(os.fsencode(part)) > NAME_BYTES for part in parts):
        raise TreeError(path, "has a name that is too long", "rename it")
    return parts


def _cut(name: str) -> str:
    """Return a name that a disk takes; a platform writes whose it is before it, and its ending says what it is."""
    data = os.fsencode(name)
    return name if len(data) <= NAME_BYTES else f"{data[:150].decode(errors='ignore')}-{name[-20:]}"


def _zipped(file: BinaryIO, limits: TreeLimits) -> Iterator[tuple[Entry, IO[bytes] | None]]:
    """Yield the entries of a zip, each with its open content."""
    listed, tail = 0, b""
    while chunk := file.read(CHUNK):
        listed += (tail + chunk).count(b"PK\1\2")
        tail = chunk[-3:]
        if listed > HEADERS * limits.files + HEADERS:
            raise TreeError("", f"lists more than {limits.files} files and folders", "pack less")
    with zipfile.ZipFile(file) as archive:
        if min((info.header_offset for info in archive.infolist()), default=0) > 0:
            # The reader takes the last list that it finds, which may be that of an archive within a half of another.
            raise zipfile.BadZipFile
        for info in archive.infolist():
            mode = info.external_attr >> 16
            odd = stat.S_IFMT(mode) not in {0, stat.S_IFREG, stat.S_IFDIR}
            name = _zip_name(info)
            folder = name.endswith(("/", "\\"))
            kind = "a link" if stat.S_ISLNK(mode) else special(mode) if odd else "folder" if folder else "file"
            if kind != "file":
                yield Entry(name, kind, program=False, when=0.0), None
                continue
            with archive.open(info) as content:
                yield Entry(name, kind, bool(mode & stat.S_IXUSR), _zip_time(info)), content


def _zip_name(info: zipfile.ZipInfo) -> str:
    """Return a name; some programs write UTF-8 without saying so."""
    if not info.flag_bits & 0x800:
        with suppress(UnicodeError):
            return info.orig_filename.encode("cp437").decode("utf-8")
    return info.orig_filename


def _zip_time(info: zipfile.ZipInfo) -> float:
    """Return a time of a zip: in UTC where it says so, else local time."""
    extra = info.extra
    while len(extra) >= 4:
        kind, size = int.from_bytes(extra[:2], "little"), int.from_bytes(extra[2:4], "little")
        if kind == EXTENDED and size >= 5 and extra[4] & 1:
            return float(int.from_bytes(extra[5:9], "little"))
        extra = extra[4 + size :]
    with suppress(ValueError, OverflowError, OSError):
        return datetime(*info.date_time).timestamp()  # noqa: DTZ001 - a zip has local times
    return 0.0


class _Bounded(io.RawIOBase):
    """The unpacked bytes of a tar, and no more than are allowed, headers included."""

    def __init__(self, source: IO[bytes], most: int, limits: TreeLimits) -> None:
        self._source, self._left, self._limits = source, most, limits

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        found = self._source.read(min(size, CHUNK) if size >= 0 else CHUNK)
        self._left -= len(found)
        if self._left < 0:
            raise _too_big(self._limits)
        return found


class _Content(io.RawIOBase):
    """The content of one entry of a tar."""

    def __init__(self, source: IO[bytes], size: int) -> None:
        self._source, self._left = source, size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        found = self._source.read(self._left if size < 0 else min(size, self._left)) if self._left else b""
        if self._left and not found:
            raise EOFError
        self._left -= len(found)
        return found


def _tarred(file: BinaryIO, head: bytes, limits: TreeLimits) -> Iterator[tuple[Entry, IO[bytes] | None]]:
    """Yield the entries of a tar, each with its open content.

    Of Python's `tarfile`, only what reads a plain header is used. The rest can be made to work for hours at 400 KB
    (CVE-2024-6232), to take any memory (maps of sparse files), and to raise any error.
    """
    unpacked: IO[bytes] = file
    for start, opened in ((GZIP, gzip.open), (BZIP, bz2.open), (XZ, lzma.open)):
        if head.startswith(start):
            unpacked = cast("IO[bytes]", opened(file, "rb"))
    most = (limits.megabytes << 20) + 4096 * (HEADERS * limits.files + HEADERS)
    source, listed = cast("IO[bytes]", _Bounded(unpacked, most, limits)), 0
    said: dict[str, bytes] = {}
    while (info := _header(source, first=not listed)) is not None:
        listed += 1
        if listed > HEADERS * limits.files:
            raise TreeError("", f"lists more than {limits.files} files and folders", "pack less")
        if info.type in SAYING:
            said |= _said(info, _whole(source, info.size, limits))
            continue
        size = _number(said["size"]) if "size" in said else info.size
        has_content = info.isreg() or info.type not in tarfile.SUPPORTED_TYPES
        content = cast("IO[bytes]", _Content(source, size if has_content else 0))
        kind = "file" if info.isreg() else "folder" if info.isdir() else "a link or a device"
        if info.type == tarfile.GNUTYPE_SPARSE or any(key.startswith("GNU.sparse") for key in said):
            kind = "a sparse file"
        when = float(said.get("mtime", info.mtime))
        name = os.fsdecode(said["path"]) if "path" in said else info.name
        yield Entry(name, kind, bool(info.mode & stat.S_IXUSR), when), content if kind == "file" else None
        while content.read(CHUNK):
            pass
        _exactly(source, -size % tarfile.BLOCKSIZE if has_content else 0)
        said = {}


def _header(source: IO[bytes], *, first: bool) -> tarfile.TarInfo | None:
    """Return the next header of a tar; None at its end, which may be missing."""
    block = source.read(tarfile.BLOCKSIZE)
    if not block and not first:
        return None
    block += _exactly(source, tarfile.BLOCKSIZE - len(block))
    if not any(block):
        return None
    info = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    if info.size < 0:
        raise tarfile.TarError
    return info


def _whole(source: IO[bytes], size: int, limits: TreeLimits) -> bytes:
    """Return what a header says that is longer than others."""
    if size > limits.megabytes << 20:
        raise _too_big(limits)
    if size > SAID:
        raise TreeError("", f"has a header of more than {SAID >> 10} KiB", "pack again, as a zip")
    return _exactly(source, size + -size % tarfile.BLOCKSIZE)[:size]


def _exactly(source: IO[bytes], size: int) -> bytes:
    found = b""
    while len(found) < size:
        more = source.read(size - len(found))
        if not more:
            raise EOFError
        found += more
    return found


def _said(info: tarfile.TarInfo, text: bytes) -> dict[str, bytes]:
    """Return what a header says of the entry after it, by the names that pax has for that."""
    if info.type == tarfile.GNUTYPE_LONGNAME:
        return {"path": text.partition(b"\0")[0]}
    if info.type not in {tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE}:
        return {}
    found, at = {}, 0
    while at < len(text) and text[at]:
        length, _, _ = text[at : at + DIGITS].partition(b" ")
        end = at + _number(length)
        begin = at + len(length) + 1
        key, equals, value = text[begin : end - 1].partition(b"=")
        if not equals or not begin < end <= len(text):
            raise tarfile.TarError
        found[key.decode(errors="replace")] = value
        at = end
    return found


def _number(digits: bytes) -> int:
    if not re.fullmatch(rb"[0-9]{1,%d}" % DIGITS, digits):
        raise tarfile.TarError
    return int(digits)
