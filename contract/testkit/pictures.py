# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures in memory, as players send them, and at the addresses that players give."""

import base64
import fcntl
import os
import struct
import urllib.parse
import zlib

from . import images

SEALS = 0xF


# The beginning of a JPEG: its size is 3 × 2 pixels, and it must be turned clockwise.
TURNED = (b"\xff\xd8\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
          b"\xff\xc0\0\x0b\x08\0\2\0\3\1\1\x11\0")


def png(width=8, height=8, padding=0):
    """Returns the beginning of a PNG, which contains its size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", len(header)) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    return b"\x89PNG\r\n\x1a\n" + chunk + bytes(padding)


def memory_file(data, seals=SEALS):
    descriptor = os.memfd_create("picture", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC)
    os.write(descriptor, data)
    if seals:
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    return descriptor


def given(make, mime="image/png", width=8, height=8):
    """Returns a reply with a file, and with the given values. The file is closed when it was sent."""
    def answer(call):
        return "hsuu", [0, mime, width, height], [make()]
    return answer


def colour(number):
    """Returns the colour of a numbered picture."""
    return 224, 16, 16 * number


def numbered(number):
    """Returns a whole PNG of one colour, as wide as its number and 40 high."""
    return images.png(colour(number), number, 40)


def addressed(folder):
    """Writes numbered pictures into a folder. Returns pairs: the number of a picture, and an address at which it is
    found, in each of the forms that players write."""
    folder = str(folder)
    quoted = urllib.parse.quote(folder)
    files = {
        b"plain.png": [f"file://{quoted}/plain.png", f"file://localhost{quoted}/plain.png", f"file:{quoted}/plain.png",
                       f"{folder}/plain.png", f"FILE://LOCALHOST{quoted}/plain.png",
                       f"file://{quoted}/plain.png?t=1234", f"file://{quoted}/plain.png#2"],
        b"with space.png": [f"file://{quoted}/with%20space.png", f"file://{folder}/with space.png",
                            f"{folder}/with space.png", f"{folder}/with%20space.png"],
        b"100%.png": [f"file://{quoted}/100%25.png", f"file://{folder}/100%.png", f"{folder}/100%.png"],
        b"a%20b.png": [f"file://{quoted}/a%2520b.png", f"file://{folder}/a%20b.png", f"{folder}/a%20b.png"],
        b"hash#1.png": [f"file://{quoted}/hash%231.png", f"file://{folder}/hash#1.png", f"{folder}/hash#1.png"],
        b"what?.png": [f"file://{quoted}/what%3F.png", f"file://{folder}/what?.png", f"{folder}/what?.png"],
        "ü.png".encode(): [f"file://{quoted}/%C3%BC.png", f"file://{folder}/ü.png", f"{folder}/ü.png"],
        b"latin\xfc.png": [f"file://{quoted}/latin%FC.png", f"{folder}/latin%FC.png"],
        b"semi;colon+.png": [f"file://{quoted}/semi;colon+.png", f"file://{quoted}/semi%3Bcolon%2B.png"],
    }
    data = {
        "data:image/png;base64,": base64.b64encode, "data:;base64,": base64.urlsafe_b64encode,
        "DATA:image/png,": lambda picture: urllib.parse.quote(picture).encode()}
    found = []
    for number, (name, addresses) in enumerate(files.items(), 1):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(numbered(number))
        found += [(number, address) for address in addresses]
    for number, (start, encode) in enumerate(data.items(), len(files) + 1):
        found.append((number, start + encode(numbered(number)).decode().rstrip("=")))
    return found
