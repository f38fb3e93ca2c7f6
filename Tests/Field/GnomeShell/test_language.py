# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The words of buttons in the user's language."""
import json
import os
import subprocess

import pytest
from lab import catalogues
from lab.harness import page
from test_plan import command

DOMAIN = "nowplaying@libnowplaying"
MODES = {"change-repeat-mode": ["off", "one", "all"], "change-shuffle-mode": ["off", "items", "collections"]}


@pytest.fixture
def names(modules, tmp_path):
    """Returns a function that returns, for each button that the extension makes of commands, its visible words and its
    name for screen readers."""
    def ask(language, *commands):
        made = subprocess.run(
            ["gjs", "-m", modules / "named.js", json.dumps(commands), tmp_path / "locale"], capture_output=True,
            text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": language})
        return json.loads(made.stdout)

    return ask


def test_no_word_of_the_protocol_is_shown(names, tmp_path):
    """All words on the button of each command, in each of its modes, come from the catalogue."""
    catalogues.compile_to(tmp_path / "locale", DOMAIN, "de", catalogues.bracketed(tmp_path))
    ours = [command(word, mode, title="its own" if word == "custom" else None, shortTitle=None, id="x",
                    supported=["positive", "negative"], rates=[1, 2], intervals=intervals)
            for word in page.commands()[0] for mode in MODES.get(word, ["neutral"])
            for intervals in ([], [2_500_000, 90_000_000])]
    found = names("de", *ours)
    assert len(found) > 30
    for words, name in found:
        assert name == "its own" or name.startswith("[") and name.endswith("]"), (words, name)
        assert words in ("1×", "its own", None) or words.startswith("["), (words, name)


def test_numbers_have_their_forms(names, tmp_path):
    skips = command("skip-forward", intervals=[1_000_000, 2_000_000, 5_000_000, 30_000_000])
    for language in "de", "ar":
        catalogues.compile_to(tmp_path / "locale", DOMAIN, language)
    assert names("de", skips) == [["+1 s", "1 Sekunde vor"], ["+2 s", "2 Sekunden vor"], ["+5 s", "5 Sekunden vor"],
                                  ["+30 s", "30 Sekunden vor"]]
    assert [name for _, name in names("ar", skips)] == [
        "تقديم ثانية واحدة", "تقديم ثانيتين", "تقديم 5 ثوانٍ", "تقديم 30 ثانية"]


def test_a_language_without_a_catalogue(names):
    assert names("eo", command("skip-backward"), command("skip-forward", intervals=[100_000_000])) == [
        [None, "Skip back"], ["+1:40", "Forward by 100 seconds"]]


def test_what_a_player_says_is_no_pattern(names):
    assert names("de", command("custom", title="%1 of %2", id="x")) == [["%1 of %2", "%1 of %2"]]
