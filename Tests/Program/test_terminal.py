# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the output on a terminal: colours, progress, and no control characters of a player."""

import json
import os
import pty
import re
import subprocess

import pytest
from lab.running import Runner
from testkit.fakes import Plain, song
from testkit.wire import Variant

EVIL = "\x1b]0;owned\x07\x1b[31mred\x9b2J\x7f\u202e\u2066\u2028\r\b\nforged\tend"
COLOR = re.compile(r"\x1b\[(?:\d*)m")
# Control characters of C0 and C1 except tabs and line ends, and characters that change the direction of writing.
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
# A line of a player that looks like one of the program; and a tab, which moves the cursor within a line.
FORGED = re.compile("(?m)^forged|\t")
# Marks of direction, joiners, selectors of forms and marks that forbid a line break are invisible, and are kept.
MARKED = "שלום\u200f! A\u200eB م\u061c1 نیم\u200cفاصله 👨\u200d👩\u200d👧 ❤\ufe0f a\u2060b"
# Soft hyphens and byte order marks are meant to be invisible too, but some terminals show them, so that they are left
# out.
UNSEEN = "\ufeffhyphen\u00ada\ufefftion"


@pytest.fixture
def evil(bus):
    metadata = song("One", **{"xesam:title": Variant("s", EVIL), "xesam:artist": Variant("as", [EVIL]),
                              "xesam:album": Variant("s", EVIL), "mpris:artUrl": Variant("s", "file:///" + EVIL),
                              EVIL: Variant("s", EVIL)})
    player = Plain(bus, "evil", Metadata=("a{sv}", metadata), PlaybackStatus=("s", "Paused"))
    player.faces["org.mpris.MediaPlayer2"].update({"Identity": Variant("s", EVIL), "DesktopEntry": Variant("s", EVIL)})
    player.answers["org.mpris.MediaPlayer2.Player", "Play"] = lambda call: ("error", "org.example.Error.No", EVIL)
    return player.appear()


@pytest.mark.parametrize("words", ["list", "show", "metadata", "metadata title", "metadata --format {{title}}",
                                   "status", "doctor", "artwork -o x", "play", "send play", "follow", "queue",
                                   "playlists", "lyrics", "devices", "doctor --strict --yes evil"])
def test_hostile_text_is_never_raw(bus, evil, words):
    program = Runner(bus, evil).start(*words.split(), columns=100)
    if words == "follow":
        program.wait(lambda: program.lines, "a line")
        program.close()
        text = program.texts["out"].decode()
    else:
        done = program.finish()
        text = done.out
        if words == "doctor":
            assert done.err == ""
    text = COLOR.sub("", text)
    assert not FORBIDDEN.search(text) and not FORGED.search(text), repr(text)


def test_hostile_text_in_complaints(bus, evil):
    """Stderr is a separate terminal."""
    run = Runner(bus, evil)
    master, slave = pty.openpty()
    process = subprocess.Popen([str(run.program), "play"], env=run.environment, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    text = b""
    bus.wait_for(lambda: evil.serve() or process.poll() is not None, "the end")
    try:
        while data := os.read(master, 4096):
            text += data
    except OSError:
        pass
    os.close(master)
    said = text.decode().replace("\r\n", "\n")
    assert "owned" in said and not FORBIDDEN.search(said) and not FORGED.search(said), repr(said)
    # It is one line in a script, too.
    assert run("play").err.count("\n") == 1


def test_a_file_gets_what_the_player_says(bus, evil):
    run = Runner(bus, evil)
    assert run.good("metadata", "title") == EVIL + "\n"
    # The program's own output is safe in a file as well.
    for words in ("list", "show"):
        assert not FORBIDDEN.search(run.good(words))
    program = run.start("follow")
    program.wait(lambda: program.lines, "a line")
    program.close()
    text = program.texts["out"].decode()
    assert json.loads(text)["item"]["title"] == EVIL and not FORBIDDEN.search(text)


@pytest.mark.parametrize("override", ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068",
                                      "\u2069"])
def test_marks_are_no_overrides(bus, run, override):
    """Marks that override the direction are replaced in each output except that of playerctl's commands, which print
    the player's texts unchanged."""
    title, shown = MARKED + UNSEEN + override, MARKED + "hyphenation" + "\ufffd"
    metadata = song("One", **{"xesam:title": Variant("s", title), "xesam:artist": Variant("as", [title]),
                              "xesam:asText": Variant("s", f"[00:00.00]{title}")})
    player = Plain(bus, "plain", Metadata=("a{sv}", metadata), PlaybackStatus=("s", "Paused")).appear()
    run.fakes.append(player)
    assert run.good("list") == f"plain  paused  {shown} – {shown}\n"
    assert COLOR.sub("", run("list", columns=200).out) == run.good("list")
    assert [shown] * 2 == re.findall(f"(?m){shown}$", run.good("show"))[:2]
    assert run.good("lyrics") == f"[00:00.00]{shown}\n"
    assert run("metadata", "title", columns=200).out == shown + "\n"
    assert run.good("metadata", "title") == title + "\n"
    for words, key in (("follow --waybar", "text"), ("follow", "title")):
        program = run.start(*words.split())
        program.wait(lambda program=program: program.lines, "a line")
        program.close()
        text = program.texts["out"].decode().splitlines()[0]
        assert shown in text if key == "text" else MARKED in text and f"\\u{ord(override):04x}" in text.lower()


def test_marks_take_no_room(bus, run):
    """Lines are cut as if invisible marks were not there."""
    for title in ("a\u200f" * 60, "\ufeffa\u00ad" * 60):
        player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{"xesam:title": Variant("s", title)}))).appear()
        run.fakes.append(player)
        cut = COLOR.sub("", run("list", columns=40).out)
        assert cut.count("a") == len("plain") - 4 + len("playing") - 6 + 40 - len("plain  playing  …")
        run.fakes.remove(player)
        player.close()
        bus.wait_name(player.name, present=False)


def test_colour_and_progress(bus, reference, run):
    shown = run("show", columns=100).out
    assert COLOR.search(shown) and "━" in shown and "─" in shown
    assert COLOR.search(run("list", columns=100).out)
    assert not COLOR.search(run.good("show")) and "━" not in run.good("show")
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert not COLOR.search(Runner(bus, **variables)("show", columns=100).out)
    assert COLOR.search(Runner(bus, NO_COLOR="")("show", columns=100).out)
    # A width of 40 columns is too narrow for a bar.
    assert "━" not in run("show", columns=40).out


@pytest.mark.parametrize("words", ["list", "-l", "status", "help", "--version", "doctor", "follow"])
def test_what_cannot_be_written_is_said(bus, reference, run, words):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([run.program, *words.split()], env=run.environment, stdout=full, stderr=subprocess.PIPE,
                              text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, "Cannot write to standard output: No space left on device\n")


def test_a_verdict_that_cannot_be_written_is_none(bus, reference, run):
    """The exit status is 2, and not 1 as for a player that breaks a rule."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run([run.program, "doctor", "--strict", "--yes", "trial-player"], env=run.environment,
                              stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (2, "Cannot write to standard output: No space left on device\n")


def test_without_a_bus_nothing_is_followed(bus):
    run = Runner(bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
    for words in ("follow", "list", "-F status"):
        assert run.bad(*words.split()) == "There is no session bus"


def test_lines_are_cut_to_the_width(bus, run):
    """Lines of list are cut on a terminal, and whole in a file."""
    title = "A rather long title 日本語の題"
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{"xesam:title": Variant("s", title)}))).appear()
    run.fakes.append(player)
    whole = f"plain  playing  {title} – Somebody"

    def shown(columns):
        return COLOR.sub("", run("list", columns=columns).out).rstrip("\n")
    assert run.good("list") == whole + "\n" and shown(80) == whole
    assert shown(40) == "plain  playing  A rather long title 日…"
    # The next character has two columns.
    assert shown(39) == shown(40) and shown(41) == "plain  playing  A rather long title 日本…"
    # Where a few columns are left for the title, it is below the name.
    assert shown(24) == "plain  playing  A rathe…" and shown(23) == "plain\n  playing\n  A rather long title …"
    assert shown(10) == "plain\n  playing\n  A rathe…"
