# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests chapters, tracks, lyrics, the player's own buttons, and errors: what is printed, and what the player is
sent."""

import json
import re

import pytest
from lab.running import Runner
from testkit.bus import PLAYER
from testkit.fakes import SESSION, TRACKS, Plain, Whole, command, content, path, playback, song, track, variants
from testkit.surface import now_us, plain
from testkit.wire import Variant
from test_terminal import EVIL

SECOND = 1_000_000


def at(seconds, state="paused", **others):
    """Returns a Playback that is at a position now."""
    return playback(state, float(state == "playing"), elapsed=Variant("x", int(seconds * SECOND)),
                    timestamp=Variant("x", now_us()), **others)


def lyrics(title, text):
    return content(title, lyrics=Variant("s", text))


@pytest.fixture
def film(bus, run):
    player = Whole(bus, "film")
    chapters = [(0, "One", ""), (20 * SECOND, "", "cover"), (90 * SECOND, "a\x1bb", "")]
    commands = [command("seek-to-position"), command("custom", id=("s", "a b"), title=("s", "A")), command("mute"),
                command("set-rating"), command("bookmark"), command("next-chapter")]
    player.session("1", Content=content(chapters=Variant("a(xss)", chapters)), Playback=at(25),
                   Commands=("aa{sv}", commands))[TRACKS] = variants(Tracks=("aa{sv}", [
                       track("1", selected=("b", True), title=("s", EVIL)),
                       track("none", "captions"),
                       track("de", "subtitles", language=("s", "de"))]))
    player.answers[TRACKS, "SelectTrack"] = lambda call: ("", [])
    run.fakes.append(player.appear())
    return player


def sent(player):
    """Returns the last command that the player was sent, without the item."""
    word, arguments = player.called("SendCommand", SESSION)[-1]
    return word, {key: value for key, value in plain(arguments).items() if key != "item"}


def test_a_button_that_is_not_on_may_be_no_switch(film, run):
    rows = dict(re.findall(r"^(custom|bookmark) +(\S.*)$", run.good("show"), re.M))
    assert rows == {"custom": "a b:  A", "bookmark": "off, icon bookmark"}


def test_chapters(film, run):
    assert run.good("chapters") == "  1  0:00  One\n* 2  0:20\n  3  1:30  a\ufffdb\n"
    assert [json.loads(line) for line in run.good("chapters", "--json").splitlines()] == [
        {"number": 1, "present": False, "start": 0, "title": "One", "end": 20 * SECOND},
        {"number": 2, "present": True, "start": 20 * SECOND, "artwork": "cover", "end": 90 * SECOND},
        {"number": 3, "present": False, "start": 90 * SECOND, "title": "a\x1bb", "end": 100 * SECOND}]
    assert "\x1b[1m* 2" in run.good("chapters", columns=80)
    run.good("go-to-chapter", "3")
    assert sent(film) == ("seek-to-position", {"position": 90 * SECOND})
    for wrong in "0", "4", "x", "-1", "01":
        assert run.advised("go-to-chapter", "--", wrong) == (
            "There is no chapter " + wrong, "'nowplaying chapters' lists them with their numbers.")
    assert run.bad("go-to-chapter") == "go-to-chapter takes the number of a chapter"
    assert run.bad("go-to-chapter", "1", "2") == "go-to-chapter takes no '2'"


def test_tracks(film, run):
    clean = EVIL.replace("\n", "\ufffd").replace("\t", "\ufffd")
    lines = run.good("tracks").split("\n")
    assert lines[0].startswith("* audio      1     ") and not set(lines[0]) & {"\x1b", "\u202e"} and clean
    assert lines[1:] == ["  captions   none", "  subtitles  de    de", ""]
    assert json.loads(run.good("tracks", "--json").splitlines()[2]) == {
        "player": "film", "session": "1", "id": "de", "kind": "subtitles", "selected": False, "language": "de"}
    for words in ("audio 1", "subtitles de", "subtitles none", "captions none"):
        run.good("tracks", *words.split())
    # An id goes before the word.
    assert film.called("SelectTrack") == [["audio", "1"], ["subtitles", "de"], ["subtitles", ""], ["captions", "none"]]
    assert run.bad("tracks", "audio", "none") == "There is no track audio none"
    assert run.bad("tracks", "audio", "2") == "There is no track audio 2"
    assert run.bad("tracks", "audio") == "tracks audio takes the id of a track"
    assert run.bad("tracks", "subtitles") == "tracks subtitles takes the id of a track, or none"
    kinds = "it takes audio, subtitles, captions; -p names a player"
    assert run.bad("tracks", "smell", "1") == f"tracks takes no 'smell'; {kinds}"
    assert run.bad("tracks", "subtitle", "2") == "tracks takes no 'subtitle'. Did you mean 'subtitles'?"


def test_show_is_clean_and_coloured(film, run):
    """A terminal gets the program's own styles, and no control characters of the player."""
    text = run.good("show")
    assert re.search(r"^chapters +2 of 3$", text, re.M) and not set(text) & {"\x1b", "\u202e", "\r"}
    film.objects[path("1")][SESSION]["Playback"] = Variant(*at(95))
    assert re.search(r"^chapters +3 of 3:  a\ufffdb$", run.good("show"), re.M)
    film.objects[path("1")][SESSION]["Playback"] = Variant(*playback("paused"))
    assert re.search(r"^chapters +3$", run.good("show"), re.M)
    film.objects[path("1")][SESSION]["Playback"] = Variant(*at(5, "playing"))
    coloured = run.good("show", columns=80)
    assert "\x1b[32mplaying\x1b[0m  0:0" in coloured and "\ufffd[" not in coloured.split("chapters")[0]


def test_send(film, run):
    for words, wanted in (("custom|a b", ("custom", {"id": "a b"})), ("mute|on", ("mute", {"muted": True})),
                          ("mute|off", ("mute", {"muted": False})), ("mute", ("mute", {})),
                          ("set-rating|0.8", ("set-rating", {"rating": 0.8})),
                          ("bookmark", ("bookmark", {})), ("next-chapter", ("next-chapter", {}))):
        run.good("send", *words.split("|"))
        assert sent(film) == wanted
    for words, said in (("custom", "custom needs the id of a button"),
                        ("mute loud", "mute needs one of: on, off"), ("bookmark x", "bookmark takes no 'x'"),
                        ("set-rating", "set-rating needs a number from 0 to 1, as in 'set-rating 0.8'"),
                        ("set-rating 1.1", "set-rating needs a number from 0 to 1, as in 'set-rating 0.8'"),
                        ("custom a b", "custom takes no 'b'")):
        assert run.bad("send", *words.split()) == said


def test_what_is_wrong(film, run):
    film.objects[path("1")][SESSION]["Playback"] = Variant(*at(5, "error", **variants(
        **{"error": ("s", "Log in\x1b"), "error-kind": ("s", "sign-in")})))
    line = json.loads(run.good("show", "--json"))
    assert (line["state"], line["error"], line["error-kind"]) == ("error", "Log in\x1b", "sign-in")
    assert re.search(r"^state +error  0:05 of 1:40\nerror +sign-in:  Log in\ufffd$", run.good("show"), re.M)
    assert re.match(r"film  error  Song\n", run.good("list"))


def test_there_is_none(bus, run):
    run.fakes.append(Plain(bus, "plain").appear())
    for words in ["chapters"], ["go-to-chapter", "1"], ["tracks"], ["tracks", "audio", "1"], ["lyrics"]:
        thing = {"go-to-chapter": "chapters"}.get(words[0], words[0])
        assert run.bad(*words) == f"plain tells no {thing}" and run.bad("-s", *words) == ""
        assert run.bad("-p", "nobody", *words) == "No players found: -p names none of those that are there: plain"


# ------------------------------------------------------------------------------------------------- Lyrics -----------

WORDS = "[00:10]one\n[00:20]two \x1b[31m\n[00:30]\n[00:40]one\n[00:50]one"


def test_lyrics(bus, run):
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{"xesam:asText": Variant("s", WORDS)})))
    run.fakes.append(player.appear())
    assert run.good("lyrics") == WORDS.replace("\x1b", "\ufffd") + "\n"


def test_lyrics_follow_the_position(bus, folder):
    """Each line of lyrics is printed once, also if it is sung twice; the last one is printed at its time, without
    polling."""
    player = Whole(bus, "singer")
    player.session("1", Content=lyrics("Song", WORDS), Playback=at(11))
    run, trace = Runner(bus, player.appear()), folder / "trace"
    program = run.start("-D", "-o", str(trace), "-e", "trace=ppoll", str(run.program), "lyrics", "--follow",
                        tool="strace")
    program.wait(lambda: program.lines == ["one"], "the line at which it is")
    seen = ["one"]
    for seconds, line in ((21, "two \ufffd[31m"), (31, ""), (41, "one"), (51, "one"), (12, "one"), (5, ""),
                          (22, "two \ufffd[31m")):
        player.change("1", Playback=at(seconds))
        seen.append(line)
        program.wait(lambda: len(program.lines) == len(seen), seen)
        assert program.lines == seen
    # A pause or another volume prints no line, and neither does a song whose lyrics have no times.
    player.change("1", Volume=("d", 0.5))
    player.change("1", Content=lyrics("Other", "no times"))
    program.wait(lambda: len(program.lines) == len(seen) + 1, "an empty line")
    player.change("1", Content=lyrics("Third", "[00:10]first\n[00:10.3]last"), Playback=at(10))
    program.wait(lambda: program.lines[-1] == "first", "the next song")
    begun, started = trace.stat().st_size, now_us()
    player.change("1", Playback=at(10, "playing"))
    program.wait(lambda: program.lines[-1] == "last", "the line")
    assert now_us() - started >= 300_000 and program.lines[len(seen):] == ["", "first", "last"]
    waits = [line for line in trace.read_text()[begun:].split("\n")[1:] if "events=0}], 2, " in line]
    assert 0 < len(waits) < 20
    program.close()


def test_a_line_behind_the_end_is_not_waited_for(bus, folder):
    player = Whole(bus, "singer")
    player.session("1", Content=lyrics("Song", "[01:30]one\n[01:40.000001]two"), Playback=at(100, "playing"))
    run, trace = Runner(bus, player.appear()), folder / "trace"
    program = run.start("-D", "-o", str(trace), "-e", "trace=ppoll", str(run.program), "lyrics", "--follow",
                        tool="strace")
    program.wait(lambda: program.lines == ["one"], "the line")
    player.change("1", Content=content("Song"))
    program.wait(lambda: program.lines == ["one", ""], "its end")
    waits = re.findall(r"events=0\}\], 2, \{tv_sec=(\d+)", trace.read_text())
    assert waits and all(int(seconds) > 10**6 for seconds in waits)
    program.close()


def test_lyrics_follow_players_of_mpris(bus, run):
    text = {"xesam:asText": Variant("s", "[00:01]one\n[00:05.4]two")}
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **text))).appear()
    program = Runner(bus, player).start("lyrics", "-F")
    program.wait(lambda: program.lines[-1:] == ["two"], "a line at its time")
    player.faces[PLAYER]["Position"] = Variant("x", 0)
    player.change(Metadata=("a{sv}", song("Two")))
    program.wait(lambda: program.lines[-1] == "", "no lyrics")
    program.close()


def test_a_translation_is_on_the_line_of_its_original(bus, run):
    text = {"xesam:asText": Variant("s", "\ufeff[00:00]one\n[00:00]eins\n[99:00]two")}
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **text))).appear()
    program = Runner(bus, player).start("lyrics", "-F")
    program.wait(lambda: program.lines == ["one / eins"], "both")
    program.close()


def test_lyrics_end_when_nobody_reads(bus):
    """The program ends at once when its reader has gone, also while it waits for the next line."""
    player = Whole(bus, "singer")
    player.session("1", Content=lyrics("Song", "[00:10]one\n[99:00]two"), Playback=at(10, "playing"))
    program = Runner(bus, player.appear()).start("lyrics", "--follow")
    program.wait(lambda: program.lines == ["one"], "a line")
    del program.files["out"]
    program.process.stdout.close()
    done = program.finish()
    assert (done.code, done.err) == (1, "")
