# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The tables of characters in Sources/Program/C/unicode.h agree with Python's, as far as that knows the characters."""

import ctypes
import pathlib
import subprocess
import sys
import unicodedata

import pytest

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Program/C"


def known():
    """Yields the characters that Python's version of Unicode has."""
    return (code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in ("Cn", "Cs"))


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    file = tmp_path_factory.mktemp("unicode") / "unicode.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", f"-I{SOURCES / 'include'}", "-o", file, SOURCES / "unicode.c"],
                   check=True)
    loaded = ctypes.CDLL(str(file))
    loaded.tool_has_width.restype = loaded.tool_is_printed.restype = ctypes.c_bool
    loaded.tool_change_case.restype = ctypes.c_size_t
    return loaded


def test_marks_have_no_width(tables):
    wrong = [hex(code) for code in known()
             if tables.tool_has_width(code) == (unicodedata.category(chr(code)) in ("Mn", "Me", "Cf"))]
    # AHOM CONSONANT SIGN MEDIAL RA has a width since Unicode 16.
    assert set(wrong) <= {"0x1171e"}


def test_what_is_seen_is_printed(tables):
    wrong = [hex(code) for code in known()
             if tables.tool_is_printed(code) == (unicodedata.category(chr(code)) in ("Cc", "Cf"))]
    assert not wrong
    assert not any(tables.tool_is_printed(code) for code in (0xFDD0, 0xFFFF, 0x3FFFE, 0x70000, sys.maxunicode))


@pytest.mark.parametrize("up", [False, True])
def test_letters_change_case(tables, up):
    letters, wrong = (ctypes.c_uint32 * 3)(), {}
    for code in known():
        count = tables.tool_change_case(code, up, letters)
        text = "".join(map(chr, letters[:count]))
        # A later version of Unicode may have added the other case of a letter.
        is_known = all(unicodedata.category(letter) != "Cn" for letter in text)
        if is_known and text != (chr(code).upper() if up else chr(code).lower()):
            wrong[hex(code)] = text
    assert not wrong
