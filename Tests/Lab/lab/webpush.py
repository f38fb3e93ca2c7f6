# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Encrypts messages as a push server does: RFC 8291 on RFC 8188, content coding aes128gcm.

Written from the RFCs, on Debian's python3-cryptography, and independent of the library's own code. Every part of a
message may be chosen, so that wrong ones can be made too.
"""

import base64
import json
import os
import struct
from dataclasses import dataclass, field

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

MOST_BYTES = 4096
HEADER = 86
TAG = 16
MOST_PLAINTEXT = MOST_BYTES - HEADER - TAG - 1


def to_base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private_key(text):
    """Returns a private key from its 32 bytes in base64url."""
    return ec.derive_private_key(int.from_bytes(from_base64url(text), "big"), ec.SECP256R1())


def public_bytes(private):
    """Returns the uncompressed point, 65 bytes."""
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True)
class Subscription:
    """The receiver's address and keys, from a token."""
    endpoint: str
    public: bytes
    auth: bytes

    @classmethod
    def parse(cls, token):
        """Parses a token: a PushSubscription in JSON."""
        given = json.loads(token)
        return cls(given["endpoint"], from_base64url(given["keys"]["p256dh"]), from_base64url(given["keys"]["auth"]))


@dataclass(frozen=True)
class Form:
    """The form of a message. The defaults follow the RFCs."""
    salt: bytes = field(default_factory=lambda: os.urandom(16))
    sender: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    record_size: int = MOST_BYTES
    delimiter: bytes = b"\x02"
    padding: int = 0
    info: bytes = b"WebPush: info\0"
    key_info: bytes = b"Content-Encoding: aes128gcm\0"
    nonce_info: bytes = b"Content-Encoding: nonce\0"
    sender_first: bool = False  # whether the sender's key precedes the receiver's in the key's info
    sequence: int = 0  # the number of the record
    extra: bytes = b""  # additional data of the AEAD


def hkdf(salt, secret, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def keys(subscription, form):
    """Returns the key and the nonce of a record."""
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), subscription.public)
    secret = form.sender.exchange(ec.ECDH(), receiver)
    pair = [subscription.public, public_bytes(form.sender)]
    if form.sender_first:
        pair.reverse()
    material = hkdf(subscription.auth, secret, form.info + b"".join(pair), 32)
    nonce = int.from_bytes(hkdf(form.salt, material, form.nonce_info, 12), "big") ^ form.sequence
    return hkdf(form.salt, material, form.key_info, 16), nonce.to_bytes(12, "big")


def header(form):
    public = public_bytes(form.sender)
    return form.salt + struct.pack(">IB", form.record_size, len(public)) + public


def encrypt(subscription, plaintext, form=None):
    """Returns a whole message: the header and one record."""
    form = form or Form()
    key, nonce = keys(subscription, form)
    text = plaintext + form.delimiter + bytes(form.padding)
    return header(form) + AESGCM(key).encrypt(nonce, text, form.extra or None)
