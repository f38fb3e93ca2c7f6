# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests pictures in the extension: they are whole, and turned as EXIF says."""
import json
import os
import struct
import subprocess

import gi
import pytest
from testkit.pictures import memory_file

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib  # noqa: E402

# A picture of 32 × 16 pixels, in quarters of 16 × 8: red, green; blue, white.
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def made(kind, *options):
    rows = [bytes(RED) * 16 + bytes(GREEN) * 16] * 8 + [bytes(BLUE) * 16 + bytes(WHITE) * 16] * 8
    pixels = GLib.Bytes.new(b"".join(rows))
    pixbuf = GdkPixbuf.Pixbuf.new_from_bytes(pixels, GdkPixbuf.Colorspace.RGB, False, 8, 32, 16, 96)
    return pixbuf.save_to_bufferv(kind, *zip(*options) if options else ([], []))[1]


JPEG = made("jpeg", ("quality", "100"))
PNG = made("png")


def tiff(number, order=">"):
    mark = b"MM\0*" if order == ">" else b"II*\0"
    return mark + struct.pack(order + "IHHHIHHHHIHHI", 8, 2, 0x010F, 2, 1, 7, 0, 0x0112, 3, 1, number, 0, 0)


def segment(marker, data):
    return bytes((255, marker)) + struct.pack(">H", len(data) + 2) + data


def turned(number, order=">"):
    exif = segment(0xE1, b"Exif\0\0" + tiff(number, order))
    return JPEG[:2] + segment(0xE1, b"http://ns.adobe.com/\0") + exif + JPEG[2:]


@pytest.fixture
def show(modules):
    def show(data):
        descriptor = memory_file(data)
        run = subprocess.run(["gjs", "-m", modules / "shown.js", str(descriptor)], pass_fds=[descriptor],
                             stdout=subprocess.PIPE, text=True, timeout=60, check=True)
        os.close(descriptor)
        found = json.loads(run.stdout)
        # JPEG does not keep a colour to the bit.
        return found and (*found[:2], tuple(255 if value > 127 else 0 for value in found[2]))
    return show


KINDS = {
    "plain": JPEG, "bytes between segments": JPEG[:20] + b"\0\0\x07\xff\0" + JPEG[20:],
    "fill bytes": JPEG[:20] + b"\xff" * 5 + JPEG[20:],
    "late frame": JPEG[:2] + segment(0xE2, bytes(60_000)) * 5 + JPEG[2:], "PNG": PNG}


@pytest.mark.parametrize("name", KINDS)
def test_jpegs_of_all_kinds(show, name):
    assert JPEG[2:4] == b"\xff\xe0" and JPEG[20] == 0xFF
    assert show(KINDS[name]) == (32, 16, RED)


@pytest.mark.parametrize("number, shown", [
    (1, (32, 16, RED)), (2, (32, 16, GREEN)), (3, (32, 16, WHITE)), (4, (32, 16, BLUE)), (5, (16, 32, RED)),
    (6, (16, 32, BLUE)), (7, (16, 32, WHITE)), (8, (16, 32, GREEN)), (0, (32, 16, RED)), (9, (32, 16, RED))])
def test_exif_turns_a_picture(show, number, shown):
    assert show(turned(number)) == show(turned(number, "<")) == shown
    exif = tiff(number)
    assert show(PNG[:33] + struct.pack(">I", len(exif)) + b"eXIf" + exif + bytes(4) + PNG[33:]) == shown


def test_what_is_no_picture(show):
    for data in (b"\xff\xd8" + bytes(100), b"\xff\xd8" + b"\xff" * (1 << 20), b"\xff\xd8" + b"\xff\0" * (1 << 19),
                 b"<svg/>" * 9, JPEG[:30]):
        assert show(data) is None
    # EXIF that is not whole, or leads nowhere.
    for exif in tiff(6)[:20], tiff(6)[:4] + b"\xff\xff\xff\xf0" + tiff(6)[8:], b"MM\0*", b"":
        assert show(JPEG[:2] + segment(0xE1, b"Exif\0\0" + exif) + JPEG[2:]) == (32, 16, RED)
