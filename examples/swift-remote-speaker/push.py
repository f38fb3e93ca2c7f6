#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: push.py TOKEN EVENT ATTRIBUTES     prints the body of a push, encrypted for the holder of a token (RFC 8291)

TOKEN is what the app or the extension was given, EVENT start, update or end, ATTRIBUTES the JSON of a session's.
Needs the Debian package python3-cryptography. The package pywebpush of PyPI does the same in one call, and posts it.
"""
import base64
import json
import os
import struct
import sys
import time

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derive(salt, secret, info, length):
    return HKDF(SHA256(), length, salt, info).derive(secret)


def encrypt(keys, plaintext):
    auth, receiver = decode(keys["auth"]), decode(keys["p256dh"])
    key = ec.generate_private_key(ec.SECP256R1())
    sender = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver))
    secret = derive(auth, shared, b"WebPush: info\0" + receiver + sender, 32)
    salt = os.urandom(16)
    cipher = AESGCM(derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16))
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    return salt + struct.pack(">IB", 4096, len(sender)) + sender + cipher.encrypt(nonce, plaintext + b"\2", None)


if len(sys.argv) != 4:
    sys.exit(__doc__)
token, event, attributes = sys.argv[1:]
payload = {"aps": {"event": event, "timestamp": int(time.time()), "attributes": json.loads(attributes)}}
sys.stdout.buffer.write(encrypt(json.loads(token)["keys"], json.dumps(payload).encode()))
