# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying doctor --strict`: each rule has a player that breaks it alone, and players that keep all are clean."""

import os
import pathlib
import re
import runpy
import select
import subprocess
import time

import pytest
from bad_players import BAD, metadata
from daemoned import player
from lab import TESTS
from lab.running import Runner
from testkit.bus import PATH, PLAYER, ROOT
from testkit.fakes import song, variants
from testkit.wire import Variant
from strictly import LENGTH, Good, Report, Whole, judge

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/strict.md"
CHUNK = 12


@pytest.mark.parametrize("chunk", range(0, len(BAD), CHUNK))
def test_each_rule_is_seen_to_be_broken(bus, chunk):
    """The doctor finds exactly the rule that a player breaks."""
    made = [bad(bus, "p" + bad.broken_rule.replace("-", "_")) for bad in BAD[chunk:chunk + CHUNK]]
    found = {each.broken_rule: report.broken for each, report in zip(made, judge(bus, *made))}
    assert {rule: sorted(broken) for rule, broken in found.items()} == {rule: [rule] for rule in found}, found


def test_every_rule_has_a_player_that_breaks_it(bus):
    good, by_both_wires = judge(bus, Good(bus), Whole(bus))
    assert sorted(good.rules) == sorted(bad.broken_rule for bad in BAD)
    assert good.broken == by_both_wires.broken == {} and set(by_both_wires.unseen) == {"unoffered"}
    assert {name for name in good.unseen if not name.startswith("np-")} == {"unoffered"}
    assert good.json["left"] == by_both_wires.json["left"] == []


class Stale(Good):
    """The position of an item without a length begins again every 16 ms: nearly the same value is read each time."""

    def position(self):
        return self.anchor[0] + int(time.monotonic() * 1e6) % 16_000


class Ended(Good):
    """The player says that it plays after the end of its item."""

    def position(self):
        return min(super().position(), LENGTH)


def test_a_position_that_is_none_is_seen(bus):
    stale, ended = Stale(bus, "stale"), Ended(bus, "ended")
    metadata(stale, **{"mpris:length": None})
    ended.say(PlaybackStatus=("s", "Playing"))
    ended.anchor = LENGTH, time.monotonic()
    moved, over = judge(bus, stale, ended)
    assert set(moved.broken) == set(over.broken) == {"position"}, (moved.broken, over.broken)
    assert "Position moved by " in moved.broken["position"]
    assert "is at the end of its item" in over.broken["position"]


class Clock(Good):
    """The player tells whole seconds."""

    def position(self):
        return super().position() // self.step * self.step

    step = 1_000_000


class HalfSeconds(Clock):
    step = 500_000


class KeyFrames(Good):
    """The player seeks to the key frame before the requested position."""

    def jump(self, position):
        super().jump(position // 8_000_000 * 8_000_000)


class FarKeyFrames(Good):
    """The player seeks to a place farther before the requested position than key frames are apart."""

    def jump(self, position):
        super().jump(position - 15_000_000)


class CrossingKeyFrames(KeyFrames):
    """The player seeks to the key frame before, and also emits Seeked with the requested position."""

    def jump(self, position):
        super().jump(position)
        self.tell(PATH, PLAYER, "Seeked", "x", position)


def test_habits_break_no_rule(bus):
    *right, far, wrong = judge(bus, Clock(bus, "clock"), HalfSeconds(bus, "half"), KeyFrames(bus, "frames"),
                               FarKeyFrames(bus, "far"), CrossingKeyFrames(bus, "crossing"))
    assert [report.broken for report in right] == [{}, {}, {}]
    assert set(far.broken) == {"seek", "set-position"} and list(wrong.broken) == ["seeked"]


# For each rule, the text that reports a number of ms, and the bounds of this number.
PLACES = {"position-rest": ("Position has moved by (.*) ms while it was paused", 200, 100_000),
          "seek": ("Seek by 50000 ms has led to (.*) ms", 5_000, 60_000),
          "set-position": ("SetPosition to 100000 ms has led to (.*) ms", 55_000, 99_000),
          "stale-track": ("SetPosition with another track id has moved it to (.*) ms, or to another item",
                          50_000, 50_000),
          "beyond-end": ("SetPosition beyond the end has moved it to (.*) ms, or to another item", 200_000, 200_000)}


def test_a_fault_is_told_with_where_it_led(bus):
    made = [bad(bus, "p" + bad.broken_rule.replace("-", "_")) for bad in BAD if bad.broken_rule in PLACES]
    for report in judge(bus, *made):
        (rule, text), = report.broken.items()
        words, least, most = PLACES[rule]
        assert least <= int(re.fullmatch(words, text)[1]) <= most, text


def test_a_session_without_an_item(bus):
    idle = Whole(bus, "idle")
    idle.item_said = "a{sv}", {}
    report, = judge(bus, idle)
    assert report.rules["np-content"]["result"] == "kept"


def test_lines_and_icons(bus):
    lines, icon = Whole(bus, "lines"), Whole(bus, "icon")
    lines.item_said[1].update(kind=Variant("s", "podcast"), **{"show-name": Variant("s", "Show")})
    del icon.commands[0]["icon"]
    assert [set(report.broken) for report in judge(bus, lines, icon)] == [{"np-content"}, {"np-commands"}]


def test_our_own_players_are_clean(bus, reference):
    for name in reference.local, reference.kitchen:
        report = Report(Runner(bus)("doctor", "--strict", "--json", "--yes", name))
        assert report.broken == {} and report.json["left"] == [], report.broken


def test_what_it_finds_it_puts_back(bus):
    found = Good(bus)
    found.be("Playing")
    found.say(Volume=("d", 0.4), LoopStatus=("s", "Track"), Shuffle=("b", True))
    before = time.monotonic()
    report, = judge(bus, found)
    assert report.broken == {} and report.json["left"] == []
    face = {name: value.value for name, value in found.faces[PLAYER].items()}
    assert (face["PlaybackStatus"], face["Volume"]) == ("Playing", 0.4)
    assert (face["LoopStatus"], face["Shuffle"]) == ("Track", True)
    assert found.item == 0 and 5_000_000 <= found.position() <= 5_000_000 + (time.monotonic() - before + 1) * 1e6


def test_what_cannot_be_put_back_is_reported(bus):
    found = Good(bus)
    found.volume = lambda wanted: wanted if wanted == 0.25 else 0.0
    report, = judge(bus, found)
    assert report.json["left"] == ["Volume"]


def test_a_text_for_people(bus):
    bad = BAD[0](bus, "shared").appear()
    done = Runner(bus, bad)("doctor", "--strict", "--yes", "shared")
    assert done.code == 1 and done.err == ""
    lines = done.out.splitlines()
    assert lines[0].startswith("It presses Play, Pause, PlayPause, Next and Previous of shared, seeks")
    assert lines[1].startswith("WRONG  connection  its connection has the name of shared_too as well")
    assert [line.split()[0] for line in lines[2:5]] == ["rule", "suffers", "→"]
    assert re.fullmatch(r"1 broken, \d+ kept, \d+ not seen", lines[5])
    bad.close()


def test_a_rule_that_cannot_be_seen_is_a_word_in_a_line(bus):
    """All rules of org.nowplaying have the same reason in the report, and so share a line."""
    one = Good(bus, "one").appear()
    lines = Runner(bus, one).good("doctor", "--strict", "--yes", "one").splitlines()
    one.close()
    whole = ", ".join(bad.broken_rule for bad in BAD if bad.broken_rule.startswith("np-"))
    assert [line for line in lines if "np-" in line] == [f"  not seen: {whole} (it does not speak org.nowplaying)"]
    assert lines[1].endswith(f"{len(whole.split()) + 1} not seen")


def test_unrestored_settings_are_reported(bus):
    """The player cannot go back to the item that it had before the test. The report names this item and the present
    one."""
    one = Good(bus, "one")
    one.ITEMS = 3
    one.answers[PLAYER, "Previous"] = lambda call: ("", [])
    one.appear()
    done = Runner(bus, one)("doctor", "--strict", "--yes", "one")
    one.close()
    assert done.out.splitlines()[-1] == 'Could not be put back: item (it was "Song 0", and is "Song 1")', done.out


SECRETS = ["https://me:SECRET@example.org/a", "https://example.org/a?token=SECRET&size=2",
           "https://example.org/rest/getCoverArt?id=1&t=SECRET", "https://example.org/a#access_token=SECRET",
           "/covers/a.png?jwt=SECRET", "https://example.org/" + "x" * 60 + "?size=1000&key=SECRET",
           "https://" + "x" * 80 + ":SECRET@example.org", "data:x?token=SECRET", "file:///nowhere?token=SECRET"]


@pytest.mark.parametrize("address", [*SECRETS[:2], *(pytest.param(each, marks=pytest.mark.long) for each in
                                                    SECRETS[2:])])
def test_no_secret_is_printed(bus, address):
    """Users paste the doctor's output into reports."""
    made = []
    for number, keys in enumerate((["mpris:artUrl"], ["xesam:url", "xesam:title"])):
        made.append(Good(bus, f"one{number}"))
        metadata(made[-1], **{key: ("s", address) for key in keys})
        made[-1].appear()
    run = Runner(bus, *made)
    for each in made:
        assert "SECRET" not in run("doctor", each.wanted_name).out
        assert "SECRET" not in run("doctor", "--strict", "--yes", each.wanted_name).out
        report = Report(run("doctor", "--strict", "--yes", "--json", each.wanted_name))
        assert "***" in report.broken["secret"] and "SECRET" not in str(report.json)
    assert "SECRET" not in run("doctor").out
    for each in made:
        each.close()


def test_nothing_is_pressed_unasked(bus):
    """Without --yes nothing is pressed where nobody can be asked; that, a missing player and a silent one end with code
    2."""
    one = player(bus, "one").appear()
    run = Runner(bus, one)
    assert run.bad("doctor", "--strict", "one", code=2) == \
        "doctor --strict presses buttons: it needs --yes if nobody can be asked"
    assert run.bad("doctor", "--strict", "--yes", "nobody", code=2) == "There is no player nobody"
    assert Runner(bus).bad("doctor", "--strict", "--yes", "--junit=x", "one", code=2) == "Unknown option --junit=x"
    assert run.bad("doctor", "--strict", "--yes", code=2) == "doctor --strict takes the name of one player"
    assert run.bad("doctor", "--json", "one") == "doctor without --strict takes no --json"
    assert not [call for call in one.calls if call.interface == PLAYER or call.member == "Set"]
    one.answers["org.freedesktop.DBus.Properties", "GetAll"] = lambda call: None
    assert run.bad("doctor", "--strict", "--yes", "one", code=2) == "one does not answer"
    one.close()


@pytest.mark.parametrize("answer, code", [(b"n\n", 2), (b"\n", 2), (b"", 2), (b"y\n", 0)])
def test_a_terminal_is_asked(bus, answer, code):
    one = Good(bus, "one").appear()
    run = Runner(bus, one)
    master, slave = os.openpty()
    process = subprocess.Popen([str(Runner.program), "doctor", "--strict", "one"], env=run.environment, stdin=slave,
                               stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    said = b""
    while b"Go on? [y/N]" not in said:
        one.serve()
        if select.select([master], [], [], 0.01)[0]:
            said += os.read(master, 65536)
    os.write(master, answer or b"\x04")
    while process.poll() is None:
        one.serve()
        select.select([one.socket], [], [], 0.01)
    assert process.returncode == code, process.stdout.read()
    assert bool(one.called("Pause")) == (code == 0)
    process.stdout.close()
    os.close(master)
    one.close()


def test_a_player_that_goes_meanwhile(bus):
    """The rules that were not checked when the player went are not broken, and the program ends."""
    one = Good(bus, "one")
    answer = one.answer
    one.gone = False

    def leave(call):
        if call.member == "Pause":
            one.gone = True
        else:
            answer(call)
    one.answer = leave
    one.appear()
    program = Runner(bus).start("doctor", "--strict", "--yes", "--json", "one")
    while program.files:
        if one.gone is True:
            one.close()
            one.gone = None
        elif one.gone is False:
            one.serve()
        program.pump(0.01)
    done = program.finish()
    assert (done.code, done.out, done.err) == (2, "", "one has gone while it was driven\n")


def test_the_page(bus, request):
    """The page has the table of the program, word by word."""
    report, = judge(bus, Good(bus))
    table = "| Id | Rule | A fault is | Players should | Who suffers | What to do |\n|---|---|---|---|---|---|\n"
    for name, each in report.rules.items():
        number = f"{each['rule']} | {each['severity']}"
        table += f"| `{name}` | {number} | {each['sentence']} | {each['client']} | {each['advice']} |\n"
    text = PAGE.read_text()
    whole = re.sub(r"^\| Id .*\n(?:\|.*\n)+", lambda found: table, text, flags=re.M)
    if request.config.getoption("--update"):
        PAGE.write_text(whole)
    assert table in whole and whole == text, "the table is of another time: run this test with --update"


def test_every_rule_of_mpris_has_a_line_that_shows_it(bus):
    """The scoreboard has a shell line for each rule except the one about two players. The line shows that a player
    breaks the rule."""
    report, = judge(bus, Good(bus))
    rules = {name for name in report.rules if not name.startswith("np-")} - {"same-identity"}
    lines = runpy.run_path(str(TESTS / "Field/Scoreboard/reproductions.py"))["LINES"]
    assert {rule for rule, *_ in lines} == rules


def test_a_desktop_file_by_its_path(bus):
    one = Good(bus, "one")
    one.faces[ROOT] |= variants(DesktopEntry=("s", "/usr/share/applications/one"))
    report, = judge(bus, one)
    assert report.broken == {"desktop-entry": 'DesktopEntry is "/usr/share/applications/one"'}


def test_an_id_whose_last_part_is_desktop(bus):
    one = Good(bus, "one")
    one.faces[ROOT] |= variants(DesktopEntry=("s", "org.example.desktop"))
    report, = judge(bus, one)
    assert report.broken == {}


def test_a_length_in_seconds(bus):
    """A length of 200 in seconds is not taken for a short song: the report says that lengths are in µs, and that the
    position is beyond the end."""
    short = Good(bus, "short")
    kind, values = short.metadata()
    short.metadata = lambda: (kind, values | {"mpris:length": Variant("x", 200)})
    short.say(Metadata=short.metadata())
    report, = judge(bus, short)
    assert list(report.broken) == ["position"] and report.broken["position"].endswith("200: both are in µs")
    assert report.unseen["seek"] == "its item is shorter than 10 s, by mpris:length, which is in µs"


def test_a_song_without_an_end(bus):
    """A song without a length cannot be sought, and Pause may stop it."""
    live = Good(bus, "live")
    live.metadata = lambda: ("a{sv}", {key: value for key, value in song("Live").items() if key != "mpris:length"})
    live.say(Metadata=live.metadata(), CanSeek=("b", False), CanGoNext=("b", False))
    live.be("Playing")
    obey = live.obey
    live.answers[PLAYER, "Pause"] = lambda call: live.be("Stopped") or ("", [])
    live.answers[PLAYER, "PlayPause"] = lambda call: (
        live.be("Stopped") or ("", [])) if live.status == "Playing" else obey(call)
    report, = judge(bus, live)
    assert report.broken == {} and "seek" in report.unseen, report.broken
