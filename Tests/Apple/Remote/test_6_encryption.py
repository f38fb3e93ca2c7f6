# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that every valid form of encryption is accepted, and that an invalid one changes nothing and is logged with its
reason."""

import os
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from lab.remote.attributes import attributes
from lab.webpush import (HEADER, MOST_BYTES, MOST_PLAINTEXT, TAG, Form, Subscription, encrypt, header, public_bytes)

ECDH = ec.ECDH()


def sender_where(accept):
    """Returns a private key for the sender that meets a rare condition; tries random ones until one does."""
    while True:
        sender = ec.generate_private_key(ec.SECP256R1())
        if accept(sender):
            return sender


def secret_begins_with_zero(subscription):
    """Returns a private key for which the shared secret begins with a zero byte; the secret must still have 32
    bytes."""
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), subscription.public)
    return sender_where(lambda sender: sender.exchange(ECDH, receiver)[0] == 0)


def point_has_zeros(_subscription):
    return sender_where(lambda sender: 0 in (public_bytes(sender)[1], public_bytes(sender)[33]))


RIGHT = {
    "as it is": lambda _, __: Form(),
    "one byte of padding": lambda _, __: Form(padding=1),
    "hundred bytes of padding": lambda _, __: Form(padding=100),
    "padded to the last byte": lambda _, size: Form(padding=MOST_PLAINTEXT - size),
    "a record of exactly its size": lambda _, size: Form(record_size=size + 1 + TAG),
    "padded, a record of exactly its size": lambda _, size: Form(record_size=size + 9 + TAG, padding=8),
    "records of 4097": lambda _, __: Form(record_size=4097),
    "records of 65536": lambda _, __: Form(record_size=65536),
    "the largest records": lambda _, __: Form(record_size=2**32 - 1),
    "a salt of zeros": lambda _, __: Form(salt=bytes(16)),
    "a salt of ones": lambda _, __: Form(salt=b"\xff" * 16),
    "a secret that begins with a zero": lambda whom, __: Form(sender=secret_begins_with_zero(whom)),
    "a point with a zero": lambda whom, __: Form(sender=point_has_zeros(whom)),
}


@pytest.mark.parametrize("what", RIGHT)
def test_6_right_forms(pushed, what):
    plaintext = pushed.plaintext(title=what)
    message = encrypt(pushed.subscription, plaintext, RIGHT[what](pushed.subscription, len(plaintext)))
    pushed.applies(message, what)


def test_6_the_longest_plaintext(pushed):
    plaintext = pushed.plaintext(title="the longest", size=MOST_PLAINTEXT)
    message = encrypt(pushed.subscription, plaintext)
    assert len(plaintext) == MOST_PLAINTEXT and len(message) == MOST_BYTES
    pushed.applies(message, "the longest")


def replaced(message, at, data):
    """Returns a message with other bytes at a place."""
    at %= len(message)
    return message[:at] + data + message[at + len(data):]


def flipped(message, at):
    at %= len(message)
    return replaced(message, at, bytes([message[at] ^ 1]))


def off_the_curve(message):
    return flipped(message, HEADER - 1)


def with_key(whom, text, key, length=None):
    """Returns a message whose header has another key."""
    made = encrypt(whom, text)
    return made[:20] + bytes([len(key) if length is None else length]) + key + made[HEADER:]


def two_records(whom, text):
    """Returns a message in two records, into which RFC 8188 divides long texts."""
    half = len(text) // 2
    form = Form(record_size=max(half, len(text) - half) + 1 + TAG)
    first = encrypt(whom, text[:half], replace(form, delimiter=b"\x01", padding=form.record_size - half - 1 - TAG))
    second = encrypt(whom, text[half:], replace(form, sequence=1))
    return first + second[HEADER:]


def compressed(whom, text):
    form = Form()
    public = public_bytes(form.sender)
    return with_key(whom, text, bytes([2 + public[-1] % 2]) + public[1:33])


def other_keys(whom):
    return Subscription("", public_bytes(Form().sender), whom.auth)


# Wrong messages, by name: the code of the refusal, and a function that makes the message from a receiver and a valid
# plaintext.
WRONG = {
    "nothing": ("size", lambda whom, text: b""),
    "a byte too much": ("size", lambda whom, text: encrypt(whom, text, Form(
        padding=MOST_PLAINTEXT + 1 - len(text), record_size=65536))),
    "64 KiB": ("size", lambda whom, text: os.urandom(65536)),
    "one byte": ("header", lambda whom, text: b"\0"),
    "half of the header": ("header", lambda whom, text: header(Form())[:40]),
    "all of the header but a byte": ("header", lambda whom, text: header(Form())[:-1]),
    "the header alone": (("header", "decrypt"), lambda whom, text: header(Form())),
    "less than a tag": (("header", "decrypt"), lambda whom, text: encrypt(whom, text)[:HEADER + 15]),
    "not encrypted": ("header", lambda whom, text: text),
    "not encrypted, in Base64": ("header", lambda whom, text: b"eyJhcHMiOnsi" * 20),
    "random bytes": ("header", lambda whom, text: b"\1" * 400),
    "no key": ("header", lambda whom, text: with_key(whom, text, b"")),
    "a key of 64 bytes": ("header", lambda whom, text: with_key(whom, text, public_bytes(Form().sender)[:64])),
    "a key of 66 bytes": ("header", lambda whom, text: with_key(whom, text, public_bytes(Form().sender) + b"\0")),
    "a key of 255 bytes": ("header", lambda whom, text: with_key(whom, text, b"\4" * 255)),
    "a key longer than the message": ("header", lambda whom, text: encrypt(whom, text)[:20] + b"\xff\4\4\4"),
    "a compressed point": ("header", lambda whom, text: compressed(whom, text)),
    "a point that begins with 0": ("header", lambda whom, text: replaced(encrypt(whom, text), 21, b"\0")),
    "a point that begins with 6": ("header", lambda whom, text: replaced(encrypt(whom, text), 21, b"\6")),
    "a point off the curve": ("header", lambda whom, text: off_the_curve(encrypt(whom, text))),
    "the point 0, 0": ("header", lambda whom, text: with_key(whom, text, b"\4" + bytes(64))),
    "coordinates beyond the field": ("header", lambda whom, text: with_key(whom, text, b"\4" + b"\xff" * 64)),
    "records of 0": ("header", lambda whom, text: encrypt(whom, text, Form(record_size=0))),
    "records of 17": ("header", lambda whom, text: encrypt(whom, text, Form(record_size=17))),
    "records of 18": ("header", lambda whom, text: encrypt(whom, text, Form(record_size=18))),
    "a byte more than a record": ("header", lambda whom, text: encrypt(whom, text, Form(record_size=len(text) + TAG))),
    "two records": ("header", lambda whom, text: two_records(whom, text)),
    "a flipped bit of the salt": ("decrypt", lambda whom, text: flipped(encrypt(whom, text), 0)),
    "a flipped bit of the first byte": ("decrypt", lambda whom, text: flipped(encrypt(whom, text), HEADER)),
    "a flipped bit of the tag": ("decrypt", lambda whom, text: flipped(encrypt(whom, text), -1)),
    "a byte is missing": ("decrypt", lambda whom, text: encrypt(whom, text)[:-1]),
    "a byte too many": ("decrypt", lambda whom, text: encrypt(whom, text) + b"\0"),
    "the tag alone": ("decrypt", lambda whom, text: encrypt(whom, text)[:HEADER] + bytes(TAG)),
    "another sender's key": ("decrypt", lambda whom, text: with_key(whom, text, public_bytes(Form().sender))),
    "for another's key": ("decrypt", lambda whom, text: encrypt(other_keys(whom), text)),
    "for another's auth": ("decrypt", lambda whom, text: encrypt(replace(whom, auth=bytes(16)), text)),
    # The first 15 bytes would not do: HMAC fills a short key with zeros, so that they could equal a key of 16 bytes.
    "an auth of 15 bytes": ("decrypt", lambda whom, text: encrypt(replace(whom, auth=whom.auth[1:]), text)),
    "the sender's key first": ("decrypt", lambda whom, text: encrypt(whom, text, Form(sender_first=True))),
    "without WebPush": ("decrypt", lambda whom, text: encrypt(whom, text, Form(info=b""))),
    "the older coding's key": ("decrypt", lambda whom, text: encrypt(whom, text, Form(
        key_info=b"Content-Encoding: aesgcm\0"))),
    "no zero after the coding": ("decrypt", lambda whom, text: encrypt(whom, text, Form(
        key_info=b"Content-Encoding: aes128gcm"))),
    "the nonce of a second record": ("decrypt", lambda whom, text: encrypt(whom, text, Form(sequence=1))),
    "with additional data": ("decrypt", lambda whom, text: encrypt(whom, text, Form(extra=b"x"))),
    "no delimiter": ("padding", lambda whom, text: encrypt(whom, text, Form(delimiter=b""))),
    "no delimiter, padded": ("padding", lambda whom, text: encrypt(whom, text, Form(delimiter=b"", padding=20))),
    "the delimiter of a record that is not the last": ("padding", lambda whom, text: encrypt(whom, text, Form(
        delimiter=b"\x01"))),
    "another delimiter": ("padding", lambda whom, text: encrypt(whom, text, Form(delimiter=b"\x03"))),
    "zeros alone": ("padding", lambda whom, text: encrypt(whom, b"", Form(delimiter=b"", padding=100))),
    "nothing at all": ("padding", lambda whom, text: encrypt(whom, b"", Form(delimiter=b""))),
    "padding before the delimiter": ("json", lambda whom, text: encrypt(whom, text + bytes(10))),
    "a plaintext of nothing": ("json", lambda whom, text: encrypt(whom, b"")),
}


@pytest.mark.parametrize("what", WRONG)
def test_6_wrong_forms(pushed, what):
    codes, make = WRONG[what]
    pushed.refuses(make(pushed.subscription, pushed.plaintext(title=what)), codes)


def test_6_for_another_token(pushed):
    """A message that is encrypted for the token of another session is refused."""
    pushed.extension.start(attributes("bath"))
    message = encrypt(pushed.subscription_of("bath"), pushed.plaintext(title="for bath"))
    pushed.refuses(message, "decrypt")
    pushed.extension.end("bath")


def test_6_a_copy(pushed):
    """A copy is known by its salt, even after a restart of the extension."""
    message = encrypt(pushed.subscription, pushed.plaintext(title="once"))
    pushed.applies(message, "once")
    pushed.refuses(message, "replay")
    pushed.extension.signal()
    pushed.extension.sessions()
    pushed.extension.wait_player()
    pushed.refuses(message, "replay")
