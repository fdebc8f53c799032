"""The key that an arena and its agents share: a file with 256 random bits, from which everything else follows.

The certificate of both ends of a link is made from the key, always the same one, and each end accepts only that one. So
who does not have the file gets no further than the handshake of TLS, and the key itself is never sent. On top of that
both ends prove that they know it: each sends a number drawn for this link, and the answer is an HMAC over both numbers
and over what was said. So no answer is good for another link. Nobody can sit between both ends and pass on what they
say, since either end speaks to this certificate only; so the proof names no value of the TLS connection. (TLS 1.3 does
not define `tls-unique`, and Python has no other.)
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
import ssl
import stat
import sys
import tempfile
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

import trio

from arena.errors import UserError
from arena.tournament.values import pack

BYTES = 32
"""How many bytes a key and a nonce have."""
HEAD = "trickarena-key-1"
"""The first word of a key file."""
STDIN = "-"
"""Stands for standard input in the place of a key file."""
CLUSTER = "pip install cryptography, or install the arena with its extra `cluster`"
NAME = "arena"
"""Whom the certificate is for; both ends expect this name, whatever the machines are called."""
FIRST, LAST = datetime(2000, 1, 1), datetime(9999, 12, 31)  # noqa: DTZ001 - as the library wants them
"""When the certificate is valid: always, so that no clock has to be right."""
Role: TypeAlias = Literal["arena", "agent"]
"""Which end of a link somebody is."""


class Key:
    """A key.

    Args:
        secret: its bytes.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._contexts: dict[Role, ssl.SSLContext] = {}

    def _derived(self, use: str) -> bytes:
        """Return 256 bits for one use; nothing about the key or other uses follows from them."""
        return hmac.digest(self._secret, f"{HEAD} {use}".encode(), sha256)

    def context(self, role: Role) -> ssl.SSLContext:
        """Return the settings of TLS for one end of a link: version 1.3, and no certificate but our own.

        They are made once, since that takes ms and a file, and callers may be strangers.

        Raises:
            UserError: the library for certificates is not installed.
        """
        if role not in self._contexts:
            self._contexts[role] = self._new_context(role)
        return self._contexts[role]

    def _new_context(self, role: Role) -> ssl.SSLContext:
        certificate, private = self._certificate()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if role == "arena" else ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cadata=certificate.decode())
        with tempfile.NamedTemporaryFile() as file:  # only we may read it, and it is gone at once
            file.write(certificate + private)
            file.flush()
            context.load_cert_chain(file.name)
        return context

    def stream(self, plain: trio.abc.Stream, role: Role) -> trio.SSLStream[trio.abc.Stream]:
        """Return a stream with TLS over one without."""
        context, server = self.context(role), role == "arena"
        return trio.SSLStream(plain, context, server_hostname=None if server else NAME, server_side=server)

    def _certificate(self) -> tuple[bytes, bytes]:
        """Return the certificate and its private key as PEM; they are always the same."""
        try:
            from cryptography import x509  # noqa: PLC0415 - an extra
            from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
            from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415
        except ImportError as error:
            text = "other machines can only call in with cryptography, which is not installed"
            raise UserError(text, CLUSTER, os.EX_UNAVAILABLE) from error
        private = ed25519.Ed25519PrivateKey.from_private_bytes(self._derived("certificate"))
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
        made = (
            x509.CertificateBuilder(name, name, private.public_key(), 1, FIRST, LAST)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
            .sign(private, None)
        )
        pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        return made.public_bytes(pem), private.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)

    def proof(self, role: Role, *said: object) -> bytes:
        """Return the proof that one end of a link knows the key.

        Args:
            role: which end.
            said: what was said on it, with the numbers that both ends have drawn.
        """
        return hmac.digest(self._derived(f"proof {role}"), pack(said), sha256)


def is_proof(shown: object, wanted: bytes) -> bool:
    """Return whether somebody has shown the proof that was wanted."""
    return isinstance(shown, bytes) and hmac.compare_digest(shown, wanted)


def new_key() -> str:
    """Return the text of a new key file."""
    return f"{HEAD} {base64.b64encode(secrets.token_bytes(BYTES)).decode()}\n"


def read_key(path: str) -> Key:
    """Return the key in a file.

    Args:
        path: the file; `-` for standard input.

    Raises:
        UserError: there is none, it cannot be read, or others can read it.
    """
    try:
        if path == STDIN:
            return _key(sys.stdin.readline(), "standard input")
        with Path(path).open() as file:
            mode = os.fstat(file.fileno()).st_mode
            if stat.S_ISREG(mode) and mode & (stat.S_IRWXG | stat.S_IRWXO):
                text = f"{path}: other users can read this key, or change it"
                raise UserError(text, f"chmod 600 {path}", os.EX_NOPERM)
            return _key(file.readline(), path)
    except OSError as error:
        hint = "the arena makes this file (`arena help clusters`); copy it to this machine"
        raise UserError(f"{path}: {error.strerror}", hint, os.EX_NOINPUT) from error
    except UnicodeDecodeError as error:
        raise _no_key(path) from error


def read_or_make_key(path: str) -> Key:
    """Return the key in a file; if there is no such file, it is made.

    Raises:
        UserError: it cannot be made or read, or others can read it.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return read_key(path)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", "name another file: --key-file", os.EX_CANTCREAT) from error
    with os.fdopen(descriptor, "w") as file:
        file.write(new_key())
    return read_key(path)


def _key(line: str, where: str) -> Key:
    head, _, text = line.strip().partition(" ")
    try:
        secret = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise _no_key(where) from error
    if head != HEAD or len(secret) != BYTES:
        raise _no_key(where)
    return Key(secret)


def _no_key(where: str) -> UserError:
    return UserError(f"{where}: this is no key of an arena", "copy the key file of the arena", os.EX_DATAERR)
