# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the tests' own encryption against published vectors."""

from lab.webpush import Form, Subscription, encrypt, from_base64url, private_key, public_bytes, to_base64url

AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"


def subscription():
    return Subscription("", public_bytes(private_key(RECEIVER)), from_base64url(AUTH))


def test_the_vector_of_rfc_8291():
    form = Form(salt=from_base64url("DGv6ra1nlYgDCS1FRnbzlw"), sender=private_key(SENDER))
    message = encrypt(subscription(), b"When I grow up, I want to be a watermelon", form)
    assert to_base64url(message) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")


def test_the_vector_with_padding():
    form = Form(salt=bytes(range(16)), sender=private_key(SENDER), padding=4)
    message = encrypt(
        subscription(), b'{"aps":{"event":"end","timestamp":1773907847,"attributes":{"id":"kitchen"}}}', form)
    assert to_base64url(message) == (
        "AAECAwQFBgcICQoLDA0ODwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A9NTcXPzZn-qv_TmamK6j9TnNUPRX6fT46rVqL2OF2UPgflgDUfoyh0aTbjTkXbApJ8SjaYcFaHUFXAP87lckqRo6vqJXRT5ufZMYibSCcy"
        "vDx9rGo9fQN1W9rpHtKpKmS2")
