# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The words of buttons in the user's language."""
import json
from pathlib import Path

import pytest
from testkit.catalogues import Catalogues
from test_plan import CASES, command

DOMAIN = "nowplaying@libnowplaying"
CATALOGUES = Catalogues(Path(__file__).resolve().parents[2] / "common/po")


@pytest.fixture
def names(plan, tmp_path):
    """Returns a function that returns, for each button that the extension makes of commands, its visible words and its
    name for screen readers."""
    return lambda language, *commands: plan([{"commands": commands}], language, tmp_path / "locale")[0]["said"]


def test_no_word_of_the_protocol_is_shown(plan, tmp_path):
    """All words on the buttons of all cases come from the catalogue, or from the player, which has "X" and others."""
    CATALOGUES.compile_to(tmp_path / "locale", DOMAIN, "de", CATALOGUES.bracketed(tmp_path))
    cases = json.loads(CASES.read_text())
    own = {each.get("title") for case in cases for each in case["commands"]} - {None}
    found = [said for made in plan(cases, "de", tmp_path / "locale") for said in made["said"]]
    assert len(found) > 70
    for words, name in found:
        assert name in own or name.startswith("[") and name.endswith("]"), (words, name)
        assert words in own or words.startswith("["), (words, name)


def test_numbers_have_their_forms(names, tmp_path):
    skips = command("skip-forward", intervals=[1_000_000, 2_000_000, 5_000_000, 30_000_000])
    for language in "de", "ar":
        CATALOGUES.compile_to(tmp_path / "locale", DOMAIN, language)
    assert names("de", skips) == [["+1 s", "1 Sekunde vor"], ["+2 s", "2 Sekunden vor"], ["+5 s", "5 Sekunden vor"],
                                  ["+30 s", "30 Sekunden vor"]]
    assert [name for _, name in names("ar", skips)] == [
        "تقديم ثانية واحدة", "تقديم ثانيتين", "تقديم 5 ثوانٍ", "تقديم 30 ثانية"]
    # The sign is drawn behind the digits.
    assert names("ar", command("change-rate", rates=[0.5, 1.0]))[0][0] == "\u200e1×"


def test_a_language_without_a_catalogue(names):
    skip = command("skip-forward", intervals=[100_000_000])
    assert names("eo", command("previous"), skip) == [["Previous", "Previous"], ["+1:40", "Forward by 100 seconds"]]


def test_what_a_player_says_is_no_pattern(names):
    assert names("de", command("custom", title="%1 of %2", id="x")) == [["%1 of %2", "%1 of %2"]]
