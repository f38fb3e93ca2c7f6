# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks a received descriptor as a strict surface does: seals, size, bytes."""

import fcntl
import json
import os
import stat
import struct
import subprocess
import zlib

F_GET_SEALS = 1034
SEALS = 0xF  # SEAL, SHRINK, GROW, WRITE
MOST_BYTES = 32 << 20


def bytes_of(descriptor):
    """Returns all bytes without using the offset, which two receivers may share."""
    size = os.fstat(descriptor).st_size
    data = os.pread(descriptor, size + 1, 0)
    assert len(data) == size
    return data


def sealed_bytes(descriptor, most=MOST_BYTES):
    """Returns the bytes of a memory file, which must be sealed."""
    assert stat.S_ISREG(os.fstat(descriptor).st_mode), "not a memfd"
    assert os.readlink(f"/proc/self/fd/{descriptor}").startswith("/memfd:"), "not a memfd"
    assert fcntl.fcntl(descriptor, F_GET_SEALS) & SEALS == SEALS, "a seal is missing"
    data = bytes_of(descriptor)
    assert 1 <= len(data) <= most
    return data


def png_size(data):
    """Returns the width and the height of a PNG; it must be whole, with nothing behind it."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
    at, names, pixels, size = 8, [], b"", (0, 0)
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        part = data[at + 8:at + 8 + length]
        assert zlib.crc32(name + part) == struct.unpack_from(">I", data, at + 8 + length)[0], f"the CRC of {name}"
        names.append(name)
        if name == b"IHDR":
            size = struct.unpack_from(">II", part)
        elif name == b"IDAT":
            pixels += part
        at += 12 + length
        if name == b"IEND":
            break
    assert at == len(data) and names[0] == b"IHDR" and names[-1] == b"IEND", f"{len(data) - at} bytes, {names}"
    assert zlib.decompress(pixels), "no pixels"
    return size


def picture(message):
    """Returns the size of the PNG in a reply to GetArtwork or GetPreview; it must equal the size in the reply."""
    _, mime, width, height = message.body
    assert len(message.descriptors) == 1
    data = sealed_bytes(message.descriptors[0])
    assert mime == "image/png"
    assert png_size(data) == (width, height), "the returned size is not that of the bytes"
    return width, height


def video(message):
    """Returns the streams that ffprobe finds in a reply to GetVideo; it must be able to read the first frame."""
    assert len(message.descriptors) == 1
    descriptor, mime = message.descriptors[0], message.body[1]
    command = ["ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", "-i", "pipe:0"]
    done = subprocess.run(command, input=sealed_bytes(descriptor, 8 * MOST_BYTES), capture_output=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    found = json.loads(done.stdout)
    names = {"video/mp4": "mp4", "video/quicktime": "mov", "video/webm": "webm"}
    assert names[mime] in found["format"]["format_name"].split(",")
    return found["streams"]
