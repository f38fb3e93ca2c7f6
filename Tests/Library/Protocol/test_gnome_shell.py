# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The extension of GNOME Shell has the words and the limits of the protocol's page."""

import re

from lab import ROOT
from testkit import page

FOLDER = ROOT / "plugins/gnome-shell/nowplaying"
WORDS = "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("words.js", "icons.js"))
VALUES = (FOLDER / "values.js").read_text(encoding="utf-8")
OWN = {path.name.removeprefix("nowplaying-").removesuffix("-symbolic.svg")
       for path in (FOLDER.parent / "icons").glob("*.svg")}


def words(name):
    """Returns the constant `name` of the extension: a list of texts, or a dictionary of an object's keys and values."""
    body = re.search(rf"export const {name} = ([\[{{].*?[\]}}]);", WORDS, re.DOTALL)[1]
    if body.startswith("["):
        return re.findall(r"'([^']*)'", body)
    return dict(re.findall(r"'([^']*)': '([^']*)'", body))


def limit(name):
    """Returns a limit of the extension, which values.js writes as a number, or as a number shifted to the left."""
    number, shift = re.search(rf"\b{name}: (\d+)(?: << (\d+))?,", VALUES).groups()
    return int(number) << int(shift or 0)


def test_3_words_of_the_extension():
    _, modes = page.commands()
    assert words("KINDS") == page.KINDS and set(words("DURATION_KINDS")) == page.durations()
    assert set(words("STATES")) == page.states() and set(words("ERROR_KINDS")) == set(page.error_kinds())
    assert sorted(words("COMMANDS")) == sorted(page.commands()[0])
    assert [words(f"{name}_MODES") for name in ("REPEAT", "SHUFFLE", "FEEDBACK")] == [
        modes[name] for name in ("change-repeat-mode", "change-shuffle-mode", "feedback")]
    assert set(words("SLOTS")) == set(page.slots()) and set(words("DEVICES")) == page.devices()


def test_3_icons_of_the_extension():
    assert words("ICONS") == page.icons()
    assert set(words("OWN_ICONS")) == OWN <= set(page.icons())


def test_8_limits_of_the_extension():
    text = page.PAGE[page.PAGE.index("## 8. Limits"):].partition("\n- ")[0].replace("\n", " ").replace(",", "")
    wanted = {"id": r"Ids names: 1 to (\d+) bytes", "text": r"Texts: (\d+)", "list": r"devices: (\d+)",
              "chapters": r"Chapters: (\d+)", "sessions": r"Sessions of a connection: (\d+)"}
    for name, pattern in wanted.items():
        assert limit(name) == int(re.search(pattern, text)[1]), name
    assert limit("picture") == int(re.search(r"Picture: (\d+) MiB", text)[1]) << 20
    assert limit("property") == 8 << 20 and "At most 8 MiB" in page.PAGE
