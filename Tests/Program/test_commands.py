# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the commands that playerctl does not have, with the reference player, which uses all of org.nowplaying."""

import json
import pathlib
import re

import pytest
from lab.running import Runner
from testkit.bus import PROPERTIES, ROOT
from testkit.fakes import Plain, Whole, command, content, playback, song
from testkit.images import png
from testkit.wire import Variant

PROTOCOL = pathlib.Path(__file__).resolve().parents[2] / "docs/org.nowplaying.md"


@pytest.fixture
def paused(bus, host):
    """Pauses the player `host`: otherwise the position that `show` prints would differ between two runs."""
    host.snapshot("PAUSED")
    bus.wait_for(lambda: Runner(bus)("status").out == "Paused\n", "the pause")


def sessions(run, *words):
    """Returns what follow prints of the present sessions, by their ids."""
    program = run.start("follow", *words)
    program.wait(lambda: len(program.lines) >= 4, "four sessions")
    program.close()
    return {line["session"]: line for line in map(json.loads, program.lines[:4])}


def test_list(run, reference):
    lines = run.good("list").splitlines()
    assert [re.split(r" {2,}", line) for line in lines] == [
        ["trial-player", "playing", "Trial Song – Trial Artist, Second Artist"],
        ["Trial Player – Kitchen Speaker + 2", "interrupted", "Kitchen Song – Kitchen Band"],
        ["trial-player/studio", "paused", "Trial Concert – Trial Band"],
        ["trial-player/side", "paused", "Side Episode 1 – Side Show"]]
    assert run.good("list", "-p", "side").split()[0] == "trial-player/side"
    assert len(run.good("list", "-i", "main,side,studio").splitlines()) == 1


def test_show(run, reference):
    text = run.good("show")
    assert re.match(r"Trial Song\nTrial Artist, Second Artist\nTrial Album\nstate +playing  0:1\d of 3:00\n", text)
    assert re.search(r"^commands +play pause stop .* feedback feedback$", text, re.M)
    assert re.search(r"^volume +50 %$", text, re.M)
    assert re.search(r"^artwork +picture, video 1:1, video 3:4$", text, re.M)
    assert "(next)" in run.good("show", "-p", "side")
    assert run.good("-a", "show").count("\n\n") == 3


def test_every_word_of_the_protocol(run, reference):
    """The output of follow has the protocol's own keys, for everything that the reference player publishes."""
    keys = set()
    for _ in range(8):
        line = sessions(run)["main"]
        keys |= set(line["item"])
        run.good("send", "next")
    for _ in range(3):
        keys |= set(sessions(run)["studio"]["item"])
        run("-p", "studio", "send", "next")
    table = PROTOCOL.read_text().split("### Session1.Content")[1].split("What to show")[0]
    known = {key for row in re.findall(r"^\| (`.*?) \| ", table, re.M) for key in re.findall(r"`([a-z-]+)`", row)}
    ours = {"animated-square", "animated-tall"}
    assert keys - known == ours and len(known) > 30
    said = {"id", "kind", "media-type", "duration-kind", "duration", "artwork", "title", "album", "url", "lyrics",
            "collection-id", "service-id", "artists", "album-artists", "composers", "genres", "track-number",
            "disc-number", "release-date", "explicit", "excluded-from-suggestions", "user-rating", "isrc", "show-name",
            "author", "narrator", "chapter", "chapter-count", "station-name", "program-name", "source-name",
            "description", "subtitle", "chapters", "advertisement"}
    assert said <= keys


def test_follow_says_what_a_session_can(run, reference):
    main, kitchen = (sessions(run)[name] for name in ("main", "kitchen"))
    commands = {command["command"]: command for command in main["commands"]}
    assert commands["skip-forward"]["intervals"] == [15_000_000, 30_000_000]
    assert commands["change-rate"]["rates"] == [0.5, 1, 1.5, 2]
    assert (commands["change-repeat-mode"]["current"], commands["change-shuffle-mode"]["supported"]) == \
        ("off", ["off", "items"])
    assert [c["short-title"] for c in main["commands"] if c["command"] == "feedback"] == ["Like", "Dislike"]
    assert (main["state"], main["rate"], main["volume"]) == ("playing", 1, 0.5)
    assert main["speaks-nowplaying"] and not main["remote"]
    assert main["position"] >= 10_000_000 and main["item"]["duration"] == 180_000_000
    assert [device["id"] for device in kitchen["devices"]] == ["speaker", "tv", "fixed"] and kitchen["remote"]
    assert "derived" not in commands["toggle-play-pause"]
    assert {"command": "toggle-play-pause", "enabled": True, "derived": True,
            "icon": "pause" if kitchen["state"] == "playing" else "play"} in kitchen["commands"]


def test_send_toggles_who_has_no_toggle(run, reference):
    for state in ("playing", "paused", "playing"):
        assert run.good("-p", "kitchen", "send", "toggle-play-pause") == ""
        assert sessions(run)["kitchen"]["state"] == state


def test_follow_says_the_range_of_rates(bus):
    player = Whole(bus, "whole")
    player.session("a", Commands=("aa{sv}", [
        command("change-rate", rates=("ad", [1.0, 2.0]), range=("(dd)", (0.5, 3.0)))]))
    program = Runner(bus, player.appear()).start("follow")
    program.wait(lambda: program.lines, "the session")
    program.close()
    assert json.loads(program.lines[0])["commands"] == [
        {"command": "change-rate", "enabled": True, "rates": [1, 2], "range": [0.5, 3], "icon": "speed"}]


SENT = [
    (["pause"], lambda s: s["state"] == "paused"), (["play"], lambda s: s["state"] == "playing"),
    (["toggle-play-pause"], lambda s: s["state"] == "paused"),
    (["seek-to-position", "100"], lambda s: s["position"] == 100_000_000),
    (["skip-forward"], lambda s: s["position"] == 115_000_000),
    (["skip-forward", "30"], lambda s: s["position"] == 145_000_000),
    (["skip-backward", "15"], lambda s: s["position"] == 130_000_000),
    (["seek-to-position", "1:40"], lambda s: s["position"] == 100_000_000),
    (["seek-to-position", "0:02:03.5"], lambda s: s["position"] == 123_500_000),
    (["change-repeat-mode", "all"], lambda s: {"current": "all"}.items() <= s["commands"][12].items()),
    (["change-repeat-mode"], lambda s: s["commands"][12]["current"] == "off"),
    (["change-repeat-mode"], lambda s: s["commands"][12]["current"] == "one"),
    (["change-shuffle-mode", "items"], lambda s: s["commands"][13]["current"] == "items"),
    (["feedback", "negative", "1"], lambda s: s["commands"][15]["current"] == "negative"),
    (["feedback", "positive"], lambda s: s["commands"][14]["current"] == "positive"),
    (["feedback", "positive", "--toggle"], lambda s: s["commands"][14]["current"] == "neutral"),
    (["seek-forward", "0.01"], lambda s: s["state"] == "paused"), (["change-rate", "1.5"], lambda s: True),
    (["play"], lambda s: s["rate"] == 1.5), (["next"], lambda s: s["item"]["id"] == "podcast"),
    (["previous"], lambda s: s["item"]["id"] == "music"), (["stop"], lambda s: s["state"] == "stopped"),
]


def test_send_has_every_command(run, reference):
    for words, became in SENT:
        # The player is given by its name, because each run finds out anew who plays, and forgets who has played.
        assert run.good("-p", "main", "send", *words) == ""
        assert became(now := sessions(run)["main"]), (words, now)
    offered = {command["command"] for command in sessions(run)["main"]["commands"]}
    assert offered - {words[0] for words, _ in SENT} == {"seek-backward"}
    # The program gives advice only where the player's own error does not say all.
    assert run.advised("-p", "main", "send", "change-rate", "7") == (
        "7 is not a speed that it offers; it offers 0.5, 1, 1.5, 2", "'nowplaying show' tells what each command takes.")
    assert run.advised("send", "-p", "side", "previous") == ("There is no previous episode", "")
    assert "greys" in run.advised("send", "-p", "side", "next")[1]
    assert run.advised("send", "dance")[1].startswith("It is one of: play pause")
    assert run.bad("send", "pauze") == "There is no command pauze. Did you mean 'pause'?"
    assert run.bad("send", "next-chaptr") == "There is no command next-chaptr. Did you mean 'next-chapter'?"
    for words in (["seek-to-position"], ["seek-to-position", "1:60"], ["seek-to-position", "1:2"],
                  ["change-rate", "x"], ["change-rate", "0"], ["change-repeat-mode", "x"], ["feedback", "x"], []):
        assert run.bad("send", *words)


def test_send_to_a_player_of_mpris(bus):
    player = Plain(bus, "plain", CanGoNext=("b", True)).appear()
    run = Runner(bus, player)
    run.good("send", "next")
    run.good("send", "seek-to-position", "7")
    assert player.called("Next") == [[]] and player.called("SetPosition") == [["/track/One", 7_000_000]]


def test_devices(run, reference):
    name = reference.kitchen.removeprefix(ROOT + ".")
    assert run.good("devices").splitlines() == [
        f'{name}  speaker  "Kitchen Speaker"  speaker  40 %', f'{name}  tv  "Living Room TV"  tv  + -',
        f'{name}  fixed  "Car"  car']
    for words, level in (("speaker 0.9", "90 %"), ("speaker 0.2-", "70 %"), ("speaker 0.5+", "100 %")):
        run.good("volume", *words.split())
        assert run.good("devices").splitlines()[0].endswith(level)
    run.good("volume", "Kitchen Speaker", "0.1")
    run.good("volume", "tv", "+")
    assert run.advised("volume", "tv", "-") == ("The TV is off", "")
    assert run.advised("volume", "attic", "1")[1] == "'nowplaying devices' lists them."
    for word in ("loud", "50%", "+0.1", "0,5", "0.5++", "", "loud+"):
        assert "a number from 0.0 to 1.0" in run.bad("volume", "speaker", word)
    assert run.bad("-p", "side", "devices")


def test_no_picture(bus, folder):
    run = Runner(bus, Plain(bus, "plain", Metadata=("a{sv}", song("One"))).appear())
    assert run.bad("artwork", "-o", str(folder / "none")) == "plain has no picture"


def test_a_picture_that_mpris_names(bus, folder):
    cover = folder / "cover ü.png"
    cover.write_bytes(png(8, 8))
    uri = cover.as_uri()
    for url, found in ((uri, True), ("https://example.org/x.png", False), (uri + "x", False),
                       ("file:///etc/passwd", False)):
        player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", url)}))).appear()
        done = Runner(bus, player)("artwork", "-o", str(folder / "copy"))
        assert (done.code == 0) == found, done
        player.close()
        bus.wait_name(ROOT + ".plain", present=False)
    assert (folder / "copy").read_bytes() == cover.read_bytes()


def test_a_player_that_does_not_answer(bus, run, reference):
    """The program waits three seconds for a player that does not answer, and shows the others."""
    player = Plain(bus, "hangs")
    player.answers[PROPERTIES, "GetAll"] = lambda call: None
    player.answers["org.freedesktop.DBus.ObjectManager", "GetManagedObjects"] = lambda call: None
    player.appear()
    run.fakes.append(player)
    done = run("list")
    assert len(done.out.splitlines()) == 4 and done.err == "hangs has not answered within 3 seconds\n"
    assert run("-s", "list").err == ""
    # A player that is given by its name is used as soon as it has answered.
    for words in (["show"], ["list"], ["send", "pause"], ["show", "-a"], ["devices"]):
        assert run("-p", "trial-player", *words).err.count("answered") == 0, words
    assert run("-p", "trial-player", "list").out.count("\n") == 4
    assert run.advised("-p", "hangs", "show") == (
        "hangs has not answered within 3 seconds", "'nowplaying doctor hangs' looks at it.")


def test_nobody_and_no_bus(run, bus):
    for words in (["list"], ["show"], ["send", "play"], ["devices"], ["artwork", "-o", "x"], ["status"]):
        assert run.bad(*words) == "No players found" and not run.bad("-s", *words)
        there_is_none = Runner(bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
        assert there_is_none.bad(*words) == "There is no session bus", words
        assert Runner(bus, NOWPLAYING_BUS="none").bad(*words) == "There is no session bus"
    assert "Commands" not in run("help").err and run.good("help") == run.good("-h")
    assert run.advised("dance")[1] == "'nowplaying help' names the commands."


def test_the_bus_of_the_command_line(bus, paused):
    """Every command takes --bus in any place, and it overrides the environment."""
    run = Runner(bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
    for words in (["list"], ["show"], ["status"], ["--list-all"], ["doctor"], ["artwork", "-o", "/dev/null"]):
        expected = Runner(bus)(*words)
        assert expected == run("--bus", bus.address, *words) == run(*words, f"--bus={bus.address}"), words
        assert expected == run("--bus", "unix:path=/nowhere;" + bus.address, *words), words
    for words in (["list"], ["send", "play"], ["status"], ["follow"], ["doctor", "--strict", "--yes", "x"]):
        done = run("--bus", "unix:path=/nowhere", *words)
        assert (done.out, done.err) == ("", "There is no bus at unix:path=/nowhere\n") and done.code, words
    assert run.advised("--bus", "unix:path=/nowhere", "list")[1].endswith("See docs/headless.md.")
    program = run.start("--bus", bus.address, "follow")
    program.wait(lambda: program.lines, "a line")
    program.close()


def test_a_bus_that_lets_nobody_in(bus, paused, refusing):
    """A bus that refuses the program counts as one that does not answer; in a list of addresses the next one is
    tried."""
    run = Runner(bus)
    for words in (["list"], ["show"], ["status"], ["artwork", "-o", "/dev/null"]):
        assert run("--bus", f"{refusing};{bus.address}", *words) == run(*words), words
        assert run.bad("--bus", refusing, *words) == "No bus answers this program at " + refusing
    assert run.bad("--bus", refusing, "daemon") == "No bus answers this program at " + refusing


@pytest.mark.parametrize("word", ["", "/run/player/bus", "unix", "unix:", "session", ":path=x", ";", "unix:path=/x;y"])
def test_a_bus_that_is_no_address(run, word):
    text, advice = run.advised("--bus", word, "list")
    assert text == f"--bus takes an address of D-Bus, not '{word}'"
    assert advice.startswith("The address of a socket is unix:path=" + (word if word.startswith("/") else "/run"))


def test_follow_ends_with_the_bus_and_with_its_reader(make_bus):
    made = make_bus().start()
    program = Runner(made, Plain(made, "plain").appear()).start("follow")
    program.wait(lambda: program.lines, "a line")
    program.fakes.clear()
    made.kill()
    assert program.finish().err == "The session bus has gone\n"


def test_follow_ends_when_nobody_reads(bus):
    """The program ends as soon as its reader has gone, not at the next change, and says nothing."""
    for words in (["follow"], ["follow", "--first"], ["follow", "--waybar"]):
        program = Runner(bus, Plain(bus, "plain").appear()).start(*words)
        program.wait(lambda: program.lines, "a line")
        del program.files["out"]
        program.process.stdout.close()
        done = program.finish()
        assert (done.code, done.err) == (1, "")
        program.fakes[0].close()
        bus.wait_name(ROOT + ".plain", present=False)


def test_words_too_many(run, reference):
    for words in ("help list x", "send play x", "send seek-to-position 3 x", "send feedback positive 1 x"):
        assert run.bad(*words.split()).endswith(" takes no 'x'"), words
    for words in ("list x", "show x", "follow x", "devices x"):
        assert run.bad(*words.split()).endswith(" takes no 'x'; -p names a player"), words


# System calls that may wait, and the only forms allowed: the poll of the program's loop, and calls that do not wait.
WAITING = "poll,ppoll,select,pselect6,epoll_wait,epoll_pwait,epoll_pwait2,nanosleep,clock_nanosleep,futex"
HOW = re.compile(r"ppoll\(\[\{fd=\d+, events=POLLIN\}, \{fd=1, events=0\}\], 2, |"
                 r".*(, 0|\{tv_sec=0, tv_nsec=0\}(, NULL, \d+)?)\) += ")


def test_follow_has_each_last_state(bus, folder):
    """A player changes 1,000 times. The program waits for nothing but the surface's descriptor, and prints the last
    state, however many changes come in between."""
    player = Whole(bus, "many")
    player.session("1")
    player.appear()
    run, trace = Runner(bus, player), folder / "trace"
    program = run.start("-D", "-o", str(trace), "-e", f"trace={WAITING}", str(run.program), "follow", tool="strace")
    program.wait(lambda: program.lines, "the session")
    begun = trace.stat().st_size
    for number in range(1000):
        player.change("1", Content=content(f"Song {number}"), Playback=playback("playing", 1.0))
        player.serve()
    program.wait(lambda: json.loads(program.lines[-1])["item"]["title"] == "Song 999", "the last song")
    titles = [json.loads(line)["item"]["title"] for line in program.lines[1:]]
    assert titles == sorted(titles, key=lambda title: int(title.split()[1]))
    player.remove("1")
    program.wait(lambda: json.loads(program.lines[-1])["event"] == "removed", "the end")
    waits = trace.read_text()[begun:].split("\n")[1:-1]  # without the one that was being written, at either end
    assert waits and not [line for line in waits if not HOW.match(line)]
    program.close()


def test_the_words_of_the_help_are_commands(run):
    """Each command in the help is a command of the program."""
    text = run.good("help").split("What plays:")[1].split("Options:")[0]
    commands = set(re.findall(r"^  ([a-z-]+)\b", text, re.M))
    assert {"list", "show", "follow", "send", "volume", "doctor", "play", "metadata"} <= commands
    for command in commands - {"follow"}:
        assert "not recognized" not in run(command, "-p", "nobody").err, command
    assert run.good("--version").split()[0] == "nowplaying"
