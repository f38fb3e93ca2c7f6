# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Playerctl's words: both programs are run on the same players, and print, end and do the same.

What is compared is written into docs/playerctl.md, which these tests keep true.
"""

import shlex
import shutil

import pytest
from cases import CASES
from lab import ROOT
from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES
from testkit.fakes import Plain, song, variants
from testkit.templates import ADDITIONS, CORNERS, CORNER_METADATA, METADATA, OVERFLOWING, REFUSED_ADDITIONS
from testkit.wire import Variant

TABLE = ROOT / "docs/playerctl.md"
PLAYERCTL = shutil.which("playerctl")

@pytest.fixture(scope="module")
def players(shared_bus):
    """Starts five players: one has all values, one has another name, one can do nothing, one fails, and one has values
    of wrong types."""
    no = {can: ("b", False) for can in ("CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek", "CanControl")}
    common = {"PlaybackStatus": ("s", "Paused"), "LoopStatus": ("s", "Track"), "Shuffle": ("b", True),
              "Volume": ("d", 0.5)}
    made = [
        Plain(shared_bus, "alpha", Metadata=("a{sv}", METADATA), **common),
        Plain(shared_bus, "beta.instance7", **{**common, "PlaybackStatus": ("s", "Playing")}),
        Plain(shared_bus, "gamma", PlaybackStatus=("s", "Stopped"), Metadata=("a{sv}", {}), **no),
        Plain(shared_bus, "fails"),
        Plain(shared_bus, "untyped", PlaybackStatus=("i", 1), Volume=("i", 1), Metadata=("s", "x"), Position=("i", 5)),
    ]
    failing = made[3]
    failing.answers[PLAYER, "Play"] = lambda call: ("error", "org.example.Error.Broken", "It is broken")
    failing.answers[PROPERTIES, "Set"] = lambda call: (
        "error", "org.freedesktop.DBus.Error.PropertyReadOnly", "It is fixed")
    for fake in made:
        fake.answers[PLAYER, "OpenUri"] = lambda call: ("", [])
        fake.appear()
    yield made
    for fake in made:
        fake.close()


def asked(players):
    """Returns the calls that players got since the last time."""
    calls = [(player.wanted_name, call.member, call.body) for player in players for call in player.calls
             if call.interface == PLAYER or call.member == "Set"]
    for player in players:
        player.calls.clear()
    return repr(calls)


def outcome(run, players, words, tool):
    done = run(*words, tool=tool)
    # GLib's warnings do not count as playerctl's output.
    complaint = [line for line in done.err.splitlines() if line and "-WARNING **" not in line
                 and "-CRITICAL **" not in line]
    return {"output": done.out, "exit code": done.code, "complaint": complaint, "calls": asked(players)}


def compared(run, players, words):
    """Returns the differences, by name, with both values."""
    theirs, ours = (outcome(run, players, words, tool) for tool in (PLAYERCTL, None))
    return {name: (theirs[name], ours[name]) for name in theirs if theirs[name] != ours[name]}, theirs


def shown(words):
    """Returns the words as they are typed, for a cell of a table."""
    text = " ".join(word if len(word) < 100 else "x…x" for word in map(shlex.quote, words))
    return "`playerctl" + (" " + text if text else "") + "`"


HEAD = """# playerctl's commands

`nowplaying` takes the commands of playerctl 2.4.1. `Tests/Program/test_playerctl.py` writes this table. It runs both
programs on the same players, and compares what they print, the exit code, the errors, and what the players are asked to
do. "Same" means that all of these are the same.

These differences are not in the table:

- `--follow` prints one line for each change of a player; playerctl may print one for each property that has changed. It
  ends when its reader has gone, even while nothing changes.
- `-p playerctld` with `-i` means the first of playerctld's players that is not left out. playerctl ignores `-i` there.
- Beside `nowplaying daemon`, no other player gets a command that the first one cannot do for a moment, because it goes
  to its next item. Browsers take no command then, and a key that is pressed twice is not meant for another player.
- It does not look for players on the system bus, because there are none.
- On a terminal each text of a player is on one line, without control characters. An error is always one line, also
  where the output is no terminal.
- It ignores a value that has more than 8 MiB of text, 262,144 values or 4,096 entries of a dictionary in one answer.
"""


def test_table(shared_bus, players, folder, request):
    """Runs every case with both programs, and compares the results with the document."""
    run = Runner(shared_bus, *players)
    for name in ("a ü%#?&;=[x]~.ogg",):
        (folder / name).touch()
    text, wrong = HEAD, []
    for title, cases in CASES.items():
        text += f"\n## {title}\n\n| Words | Exit code | nowplaying |\n|---|--:|---|\n"
        for given, *reason in cases:
            words = [word.replace("{folder}", str(folder)) for word in given]
            differences, theirs = compared(run, players, words)
            if bool(differences) != bool(reason):
                wrong.append(f"{shlex.join(words)}: " + (f"{differences}" if differences else "no longer differs"))
            cell = shown(given).replace("|", "\\|")
            text += f"| {cell} | {theirs['exit code']} | {reason[0] if reason else 'same'} |\n"
    assert not wrong, "\n".join(wrong)
    if request.config.getoption("--update"):
        TABLE.write_text(text)
    assert TABLE.read_text() == text, "the table is of another time: run this test with --update"


@pytest.mark.parametrize("volume, level", [(("d", 0.02), 0.0), (("d", 0.0), 0.0), (("i", 1), 0.95), (("x", 1), 0.95)])
def test_a_volume_goes_down_to_silence(bus, run, volume, level):
    """Some players take a negative volume for the loudest one, and some send a volume that is an integer."""
    player = Plain(bus, "alpha", Volume=volume).appear()
    run.fakes.append(player)
    run.good("volume", "0.05-")
    assert [body[2] for body in player.called("Set")] == [Variant("d", level)]


def test_what_only_begins_with_a_number(bus, run):
    """playerctl takes "50%" for 50, the loudest volume, and "0:40" for the start."""
    player = Plain(bus, "alpha", Volume=("d", 0.5)).appear()
    run.fakes.append(player)
    for word in ("50%", "0,5", "2x", "5%+", "+0.1", "0.5 ", "inf", "+", "1:30"):
        said = run.bad("volume", word)
        assert said.startswith(f"Could not execute command: could not parse volume as a number: {word}")
        assert word == "+" or said.endswith("; write it as 0.5, 0.1+ or 0.1-")
    for word in ("10,5", "1:3", "1:60", "10s", "nan"):
        assert run.bad("position", word).endswith(f": {word}; write it as 90, 1:30, 10+ or 10-")
    assert not player.called("Set") and not player.called("SetPosition")
    for word in ("1:30", "1:02:03.5", "1:30-"):
        run.good("position", word)
    assert [body[1] for body in player.called("SetPosition")] == [90_000_000, 3_723_500_000]
    assert player.called("Seek") == [[-90_000_000]]
    player.close()


def test_templates(bus, run):
    """Templates for which the table has no room."""
    player = Plain(bus, "alpha", Metadata=("a{sv}", CORNER_METADATA), PlaybackStatus=("s", "Paused")).appear()
    run.fakes.append(player)
    wrong = {template: found for template in CORNERS
             if (found := compared(run, [player], ["metadata", "--format", template])[0])}
    assert not wrong
    for template in OVERFLOWING:
        assert "Numeric overflow detected" in run.bad("metadata", "--format", template)
    player.close()


def test_templates_of_nowplaying_alone(bus, run):
    """playerctl refuses all these templates, so that none that works with playerctl gets another meaning."""
    player = Plain(bus, "alpha", Metadata=("a{sv}", METADATA), Volume=("d", 0.5), Shuffle=("b", True)).appear()
    run.fakes.append(player)
    made = {template: run("metadata", "-f", template) for template in (*ADDITIONS, *REFUSED_ADDITIONS)}
    theirs = {template: run("metadata", "-f", template, tool=PLAYERCTL).code for template in made}
    assert {template: made[template].out.removesuffix("\n") for template in ADDITIONS} == ADDITIONS
    for template, error in REFUSED_ADDITIONS.items():
        assert (made[template].err, made[template].code) == (f"Could not execute command: {error}\n", 1)
    assert set(theirs.values()) == {1}
    player.close()


# --follow: each step is a change of a player, and the line that both programs print after it.
def tell(**values):
    return lambda players: players[0].change(**values)


def seek(position):
    return lambda players: players[0].tell(PATH, PLAYER, "Seeked", "x", position)


FOLLOWED = {
    ("metadata", "--format", "{{title}}"): [
        (tell(Metadata=("a{sv}", song("Two"))), "Two"),
        (lambda players: players[1].change(Metadata=("a{sv}", song("Other"))), "Other"),
        (tell(Metadata=("a{sv}", song("Three"))), "Three")],
    ("metadata", "title"): [(tell(Metadata=("a{sv}", song("Two"))), "Two"), (tell(Metadata=("a{sv}", {})), "One")],
    ("status",): [(tell(PlaybackStatus=("s", "Playing")), "Playing"), (tell(PlaybackStatus=("s", "Paused")), "Paused")],
    ("volume",): [(tell(Volume=("d", 0.25)), "0.250000"), (tell(Volume=("d", 1.0)), "1.000000")],
    ("loop",): [(tell(LoopStatus=("s", "Playlist")), "Playlist")],
    ("shuffle",): [(tell(Shuffle=("b", False)), "Off")],
    ("position",): [(seek(7_000_000), "7.000000")],
    ("-p", "one", "status"): [(tell(PlaybackStatus=("s", "Stopped")), "Stopped")],
    ("-p", "%any,one", "status"): [(lambda players: players[1].change(PlaybackStatus=("s", "Stopped")), "Stopped")],
    ("-i", "two", "status", "--format", "{{volume}} {{status}}"): [(tell(Volume=("d", 0.5)), "0.5 Paused")],
}


@pytest.mark.parametrize("tool", [PLAYERCTL, None], ids=["playerctl", "nowplaying"])
@pytest.mark.parametrize("words", FOLLOWED, ids=" ".join)
def test_follow(bus, words, tool):
    common = {"PlaybackStatus": ("s", "Paused"), "LoopStatus": ("s", "None"), "Shuffle": ("b", True),
              "Volume": ("d", 0.75), "Position": ("x", 1_000_000)}
    players = [Plain(bus, name, **common).appear() for name in ("one", "two")]
    program = Runner(bus, *players).start("--follow", *words, tool=tool)
    try:
        program.wait(lambda: program.lines, "the first line")
        for step, line in FOLLOWED[words]:
            before = len(program.lines)
            step(players)
            program.wait(lambda: len(program.lines) > before, f"{line!r}")
            assert program.lines[before:] == [line]
    finally:
        program.close()


def untagged(title, **others):
    return {"xesam:title": Variant("s", title), **{key: Variant("s", text) for key, text in others.items()}}


@pytest.mark.parametrize("change, at, line", [
    ({"Metadata": ("a{sv}", untagged("One"))}, 0, "One 0:00"),
    ({"Metadata": ("a{sv}", untagged("Two"))}, None, "Two 0:00"),
    ({"Metadata": ("a{sv}", untagged("One", **{"xesam:url": "file:///b"}))}, None, "One 0:00"),
    ({"PlaybackStatus": ("s", "Paused")}, 500_000_000, "One 8:20")])
def test_follow_asks_for_what_is_not_told(bus, change, at, line):
    """When a song begins again, when another begins without a track id, and at a pause, the program asks for the
    position."""
    player = Plain(bus, "one", Metadata=("a{sv}", untagged("One")), Position=("x", 100_500_000)).appear()
    program = Runner(bus, player).start("-F", "metadata", "-f", "{{title}} {{duration(position)}}")
    try:
        program.wait(lambda: program.lines, "the first line")
        player.faces[PLAYER].pop("Position")
        if at is not None:
            player.faces[PLAYER]["Position"] = Variant("x", at)
        player.change(**change)
        program.wait(lambda: line in program.lines, line)
    finally:
        program.close()


@pytest.mark.parametrize("signature", "xtd")
def test_follow_looks_again_after_a_seek(bus, signature):
    """Some players tell a seek before they have moved, and by a number of another type."""
    player = Plain(bus, "one", PlaybackStatus=("s", "Paused"), Position=("x", 0)).appear()
    program = Runner(bus, player).start("-F", "metadata", "-f", "{{position}}")
    try:
        program.wait(lambda: program.lines == ["0"], "the first line")
        player.tell(PATH, PLAYER, "Seeked", signature, 5)
        player.faces[PLAYER]["Position"] = Variant("x", 70_000_000)
        program.wait(lambda: len(program.lines) == 3, "the position")
        assert program.lines == ["0", "5", "70000000"]
    finally:
        program.close()


def test_follow_looks_again_after_a_song(bus):
    player = Plain(bus, "one", PlaybackStatus=("s", "Paused"), Position=("x", 50_000_000)).appear()
    program = Runner(bus, player).start("-F", "metadata", "-f", "{{title}} {{position}}")
    try:
        program.wait(lambda: program.lines, "the first line")
        player.change(Metadata=("a{sv}", song("Two")))
        program.wait(lambda: program.lines[-1] == "Two 50000000", "the song")
        player.faces[PLAYER]["Position"] = Variant("x", 0)
        program.wait(lambda: program.lines[-1] == "Two 0", "the position")
    finally:
        program.close()


def test_follow_looks_again_at_a_player_that_is_starting(bus):
    player = Plain(bus, "one", PlaybackStatus=("s", "Paused"), Position=("x", 0)).appear()
    program = Runner(bus, player).start("-F", "metadata", "-f", "{{position}}")
    try:
        program.wait(lambda: program.lines == ["0"], "the first line")
        player.faces[PLAYER]["Position"] = Variant("x", 70_000_000)
        program.wait(lambda: program.lines[-1] == "70000000", "the position")
    finally:
        program.close()


def test_follow_looks_again_at_a_player_that_waits_for_data(bus):
    """Its position stands still at first, although it plays."""
    player = Plain(bus, "one", Position=("x", 0)).appear()
    program = Runner(bus, player).start("-F", "metadata", "-f", "{{position}}")
    try:
        program.wait(lambda: int((program.lines or ["0"])[-1]) > 1_500_000, "two seconds")
        player.faces[PLAYER]["Position"] = Variant("x", 300_000)
        program.wait(lambda: int(program.lines[-1]) < 1_000_000, "the position")
    finally:
        program.close()


def test_follow_counts_where_a_player_says_that_its_speed_is_0(bus):
    player = Plain(bus, "one", Rate=("d", 0.0), Position=("x", 5_500_000)).appear()
    program = Runner(bus, player).start("-F", "metadata", "-f", "{{duration(position)}}")
    try:
        program.wait(lambda: program.lines[-1:] == ["0:07"], "two seconds")
    finally:
        program.close()


@pytest.mark.parametrize("rate", [float("inf"), float("-inf"), float("nan")])
def test_a_rate_that_is_no_speed_counts_as_the_normal_one(bus, rate):
    player = Plain(bus, "one", Rate=("d", rate), Position=("x", 5_200_000)).appear()
    assert Runner(bus, player).good("metadata", "-f", "{{duration(position)}}") == "0:05\n"


def test_follow_counts_by_the_rate(bus):
    player = Plain(bus, "one", Rate=("d", 60.0), Position=("x", 0)).appear()
    program = Runner(bus, player).start("-F", "metadata", "-f", "{{duration(position)}}")
    try:
        program.wait(lambda: any(line.startswith("2:") for line in program.lines), "two minutes")
    finally:
        program.close()


@pytest.mark.parametrize("tool", [PLAYERCTL, None], ids=["playerctl", "nowplaying"])
def test_follow_players_that_come_and_go(bus, tool):
    program = Runner(bus).start("-F", "metadata", "title", tool=tool)
    try:
        bus.wait_for(lambda: "NameOwnerChanged" in str([m.body for m in bus.records if m.member == "AddMatch"]),
                     "a match")
        player = Plain(bus, "late").appear()
        program.fakes.append(player)
        program.wait(lambda: program.lines == ["One"], "its title")
        player.close()
        program.fakes.remove(player)
        program.wait(lambda: program.lines == ["One", ""], "an empty line")
    finally:
        program.close()


@pytest.mark.parametrize("words", [["status"], ["metadata"], ["position"], ["-p", "playerctld", "status"]])
def test_a_follower_ends_with_its_reader(bus, words):
    """It ends although no player is there, and so never prints anything."""
    program = Runner(bus).start("-F", *words)
    del program.files["out"]
    program.process.stdout.close()
    done = program.finish()
    assert (done.code, done.err) == (1, "")
