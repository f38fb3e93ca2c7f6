# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The lines that the extension finds in lyrics, by the cases that judge the library, too."""
import json
import subprocess

import pytest
from testkit import HERE as TESTKIT

CASES = json.loads((TESTKIT / "cases/lyrics.json").read_text(encoding="utf-8"))
# Lyrics as long as the protocol allows, on which a reader that tries again and again would take minutes.
HOSTILE = ["[" * 65536, "[00:" * 16000, "[00:01" * 10000, "]" * 100, "[00:01]" * 9000 + "many",
           "[00:01.5" + "9" * 60000 + "]long", "[00:01]" + "<" * 60000, "[00:01:" + "1" * 65000, "\n" * 65536,
           "[" + " " * 65000, "[00:01]" + " " * 32000 + "x" + " " * 32000 + "y", *(
               "[00:01]x" + word * (65000 // len(word)) for word in ("<00:01>", "[00:01]", "<", "[", "<00:01> "))]
# How long the shell may compute for them, in ms.
MOST = 200


@pytest.fixture
def sung(modules, tmp_path):
    """Returns a function that returns the lines of lyrics, and the time that the slowest took in ms."""
    def read(*lyrics):
        (tmp_path / "lyrics.json").write_text(json.dumps(lyrics), encoding="utf-8")
        made = subprocess.run(["gjs", "-m", modules / "sung.js", tmp_path / "lyrics.json"], check=True,
                              stdout=subprocess.PIPE)
        return json.loads(made.stdout)
    return read


def test_each_case_has_its_lines(sung):
    found, _ = sung(*(case["lyrics"] for case in CASES))
    assert len(found) == len(CASES) > 60
    for case, lines in zip(CASES, found):
        # Of lines with the same start, the last one is shown.
        assert [list(line) for line in dict(lines).items()] == case["lines"], case["lyrics"]


def test_hostile_lyrics(sung):
    many = "".join(f"[{number // 60}:{number % 60:02}]{number}\n" for number in range(4000, 0, -1))
    # Lines that have many times each are bounded.
    times = "".join(f"[00:{second:02}]" for second in range(16))
    wide = "\n".join(times + str(number) * 4000 for number in range(8))
    found, slowest = sung(*HOSTILE, many, wide)
    assert slowest < MOST
    assert found[4] == [[1_000_000, "many"]]
    assert found[-2] == sorted(found[-2]) and len(found[-2]) == 2048 and found[-2][-1] == [4_000_000_000, "4000"]
    assert 0 < sum(len(text) for _, text in found[-1]) <= 4 * 65536
