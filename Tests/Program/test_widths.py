# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that terminals of any width show whole lines: words are broken at blanks, and no line is too wide."""

import json
import re
import unicodedata

import pytest
from lab.running import Runner
from testkit.fakes import Plain, song
from testkit.wire import Variant

WIDTHS = 20, 40, 80, 200
COLOR = re.compile(r"\x1b\[\d*m")
RED = "\x1b[31m"
SENTENCE = "It wraps what it does at blanks, and a reader of any language goes on below the first word. " * 2
COMBINED = "e\u0301" * 130
HEBREW = "שלום לכולם, זהו שיר ארוך מאוד שיש לו שם ארוך. " * 3
JAPANESE = "日本語の題は空白がないので、どこでも行を変えることができます。" * 4
FAMILY = "👨\u200d👩\u200d👧" * 60
TEXTS = {"english": SENTENCE, "combined": COMBINED, "hebrew": HEBREW, "japanese": JAPANESE, "family": FAMILY,
         "one word": "x" * 250}


def width(text):
    return sum(0 if unicodedata.category(each) in ("Mn", "Me", "Cf") else
               2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def lines(text):
    return COLOR.sub("", text).split("\n")[:-1]


@pytest.fixture
def wordy(bus, run):
    """Shows a player with long texts under the given values."""
    def show(text, name="plain", **values):
        metadata = song("One", **{"xesam:title": Variant("s", text), "xesam:comment": Variant("as", ["So: " + text]),
                                  "a-rather-long-key-of-the-player:itself": Variant("s", text)})
        player = Plain(bus, name, Metadata=("a{sv}", metadata), **values).appear()
        run.fakes.append(player)
        return player
    return show


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("text", TEXTS)
def test_no_line_is_too_wide(run, wordy, text, columns):
    wordy(TEXTS[text], "plain.with-a-name-of-many-words")
    for words in ("list", "show"):
        shown = lines(run(words, columns=columns).out)
        assert shown and [line for line in shown if width(line) > columns] == []
    whole = run.good("show").split("\n")
    assert whole[0] == TEXTS[text].rstrip() or whole[0] == TEXTS[text]
    together = "".join(shown).replace(" ", "")
    assert TEXTS[text].replace(" ", "") in together, "nothing is lost at the ends of lines"
    # Combining characters stay with the one before them, and what is joined stays together.
    assert not [line for line in shown if unicodedata.category((line.lstrip() or "x")[0]) == "Mn"]
    assert not [line for line in shown if line.endswith("\u200d")]


@pytest.mark.parametrize("columns", WIDTHS)
def test_words_are_broken_at_blanks(run, wordy, columns):
    wordy(SENTENCE)
    words = set(SENTENCE.split())
    shown = lines(run("show", columns=columns).out)
    title = shown[:next(index for index, line in enumerate(shown) if line.startswith("Somebody"))]
    assert set(" ".join(title).split()) == words and " ".join(title) == SENTENCE.strip()
    start = next(index for index, line in enumerate(shown) if line.startswith("comments"))
    indent = len(shown[start]) - len(shown[start].removeprefix("comments").lstrip())
    further = []
    for line in shown[start + 1:]:
        if not line.startswith(" " * indent):
            break
        further.append(line)
    text = " ".join([shown[start][indent:], *(line[indent:] for line in further)])
    assert text == "So: " + SENTENCE.strip() and all(line[indent] != " " for line in further)


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_bar_takes_what_is_left(run, reference, columns):
    state = next(line for line in lines(run("show", columns=columns).out) if line.startswith("state"))
    assert width(state) <= columns and ("━" in state or "─" in state) == (columns >= 80)


def test_titles_have_room_beside_long_names(run, wordy):
    wordy("A title of eight words is here now")
    wordy("Another one", "a-name-that-is-longer-than-all-the-others")
    assert all("A title of ei" in run("list", columns=columns).out for columns in (40, 80, 200))
    assert "a-name-that-…" in run("list", columns=40).out
    assert "a-name-that-is-longer-than-all-the-others" in run("list", columns=200).out
    assert "a-name-that-is-longer-than-all-the-others" in run.good("list")


def test_a_narrow_terminal_has_whole_words(run, wordy):
    """A word that has no room beside its label is below it."""
    wordy("A title", Shuffle=("b", True))
    for columns in (24, 30):
        shown = lines(run("show", columns=columns).out)
        # Among the commands, and as the label of what it takes.
        assert " ".join(shown).split().count("change-shuffle-mode") == 2
        assert [each for each in shown if width(each) > columns] == []


def test_the_doctor_breaks_at_blanks(run, wordy):
    wordy("One")
    found = [line for line in lines(run("doctor", "plain", columns=40).out) if line.startswith("    ")]
    assert [line for line in found if width(line) > 40] == [] and any(line.startswith(" " * 6) for line in found)


def test_errors_are_red(run, reference):
    run.good("-p", "studio", "send", "custom", "trouble")
    assert f"{RED}error" in run("list", columns=80).out
    assert run("-p", "studio", "show", columns=80).out.count(RED) == 2


def test_without_colours_the_same_is_shown(bus, reference, run):
    for words in ("list", "show", "devices"):
        coloured = run(words, columns=80).out
        for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            plain = Runner(bus, **variables)(words, columns=80).out
            assert "\x1b" not in plain and plain.replace("(", "").replace(")", "").split() == COLOR.sub(
                "", coloured).replace("(", "").replace(")", "").split()


def test_a_session_is_told_by_its_title(run, reference):
    """On a terminal a session that MPRIS does not show has the name of its player, and its title names it."""
    assert "trial-player/side" in run.good("list")
    shown = lines(run("list", columns=200).out)
    assert not [line for line in shown if "/side" in line]
    title = next(json.loads(line)["item"]["title"] for line in run.good("list", "--json").splitlines()
                 if json.loads(line)["session"] == "side")
    assert run.good("-p", title, "show").split("\n")[0] == title


def test_devices_have_columns(run, reference):
    shown = lines(run("devices", columns=100).out)
    names = [json.loads(line)["name"] for line in run.good("devices", "--json").splitlines()]
    assert len({line.rindex(name) for line, name in zip(shown, names)}) == 1
    assert '"' not in "".join(shown) and '"' in run.good("devices")
    assert [line for line in lines(run("devices", columns=40).out) if width(line) > 40] == []


def test_follow_is_for_people_on_a_terminal(run, wordy):
    player = wordy("A title", PlaybackStatus=("s", "Paused"))
    program = run.start("follow", columns=80)
    program.wait(lambda: program.lines, "a line")
    assert lines(program.texts["out"].decode()) == lines(run("list", columns=80).out)
    player.change(PlaybackStatus=("s", "Playing"))
    program.wait(lambda: len(program.lines) > 1, "the change")
    assert lines(program.texts["out"].decode())[1] == "plain  playing  A title – Somebody"
    program.close()
    for words, columns in (("follow", 0), ("follow --json", 80)):
        program = run.start(*words.split(), columns=columns)
        program.wait(lambda program=program: program.lines, "a line")
        program.close()
        assert json.loads(program.lines[0])["item"]["title"] == "A title"
