#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Encrypts messages as a push server does (RFC 8291), by python3-cryptography and without code of this library.

usage: encrypt.py JSON    a list of {"publicKey", "auth", "text"} in base64url; "text" is what is encrypted, with its
delimiter and padding. Also "recordSize", and "leadingZero": the common secret begins with a zero.

Prints each message in base64url, on a line of its own.
"""

import base64
import json
import os
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)


def encrypt(request: dict) -> bytes:
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(request["publicKey"]))
    while True:
        sender = ec.generate_private_key(ec.SECP256R1())
        secret = sender.exchange(ec.ECDH(), receiver)
        if secret[0] == 0 or not request.get("leadingZero"):
            break
    point = sender.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    ikm = derive(read(request["auth"]), secret, b"WebPush: info\0" + read(request["publicKey"]) + point, 32)
    salt = os.urandom(16)
    key = derive(salt, ikm, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, ikm, b"Content-Encoding: nonce\0", 12)
    record_size = request.get("recordSize", 4096).to_bytes(4, "big")
    return salt + record_size + bytes([65]) + point + AESGCM(key).encrypt(nonce, read(request["text"]), None)


for each in json.loads(sys.argv[1]):
    print(base64.urlsafe_b64encode(encrypt(each)).decode().rstrip("="))
