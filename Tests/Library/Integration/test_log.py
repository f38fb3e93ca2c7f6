# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Messages of the library: to stderr where NOWPLAYING_LOG is set, and to the host's log."""

import re
import socket
import time
import unicodedata

import pytest

from testkit.bus import NAME, ROOT
from testkit.host import C, SECOND, now_us
from testkit.protocol import APP_PATH, SURFACES
from testkit.wire import Variant

LEVELS = ["error", "warning", "info", "debug"]
LINE = re.compile(r"nowplaying\[org\.example\.Tester\] (error|warning|info|debug): (\S.*)")
UNSHOWN = ("client bug: a session has content, but no session of this app has asked to be the application primary, "
           "so nothing is shown")
# The log reports a shown session without content, because its host may have forgotten to commit.
EMPTY = "No content is committed to the session "
# Forbids one name, so that a line of each level is logged.
RULES = [("deny", NAME)]


def life(bus, *options, log=None):
    """Runs a host that causes lines of each level until it ends. Returns the lines of its log callback, and those that
    it printed, as pairs."""
    host = bus.host(*options, environment={"NOWPLAYING_LOG": log} if log else {})
    host.may_print = True
    host.publish(art="cover")
    host.ask("complete", host.wait("artwork")["request"], C.ERROR_COMMAND_FAILED, "gone")
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    for level in range(1 + min([int(option[6:]) for option in options if option.startswith("--log=")], default=3)):
        host.wait("log", level=level)
    host.close()
    sent = [(LEVELS[event["level"]], event["message"]) for event in host.events if event["event"] == "log"]
    lines = host.printed.splitlines()
    assert all(LINE.fullmatch(line) for line in lines), host.printed
    return sent, [LINE.fullmatch(line).groups() for line in lines]


def up_to(level, lines):
    return [line for line in lines if LEVELS.index(line[0]) <= LEVELS.index(level)]


OLD = ("client bug: a session was given its old position as the present one, though it has played on: read the "
       "position for each snapshot, or set none if only something else has changed")
LENGTH = 200 * SECOND


def logged(host):
    return [event["message"] for event in host.seen("log") if "client bug" in event["message"]]


def repeats(host, before="PLAYING", seconds_ago=5, elapsed=7 * SECOND, after="PLAYING"):
    """Commits a snapshot with an earlier time, and then one with the present time, which may still have the old
    position."""
    host.snapshot(before, 7 * SECOND, at=now_us() - seconds_ago * SECOND)
    host.ask_all([("snapshot", "main", getattr(C, f"STATE_{after}"), elapsed, C.TIME_NOW, 1.0, 1.0),
                  ("commit", "main")])


def test_an_old_snapshot_of_now_is_a_client_bug(bus):
    """Players that commit their old state at each press of a button make this mistake."""
    host = bus.host()
    host.publish(commands=("PLAY", "CHANGE_SHUFFLE_MODE"))
    bus.wait_name(NAME)
    client = bus.client(NAME)
    host.ask("answer", "command", C.PENDING, "-")
    client.start_set("Shuffle", Variant("b", True))
    host.wait("command")
    host.expected_bugs.append(OLD)
    for bugs in [], [OLD], [OLD]:
        repeats(host)
        bus.wait_for(lambda wanted=bugs: logged(host) == wanted, bugs)


def test_an_old_snapshot_in_the_callback_of_pause(bus):
    """The commonest place of the mistake: the snapshot of the start, of which only the state was changed."""
    host = bus.host()
    host.publish(commands=("PLAY", "PAUSE"))
    host.expected_bugs.append(OLD)
    bus.wait_name(NAME)
    host.ask("answer", "command", C.PENDING, "-")
    repeats(host)
    bus.client(NAME).start_do("Pause")
    host.wait("command")
    repeats(host, after="PAUSED")
    bus.wait_for(lambda: logged(host) == [OLD], OLD)


def test_an_old_snapshot_that_is_committed_at_short_intervals(bus):
    """Each of them moves the position by less than a second, and all by more."""
    host = bus.host()
    host.publish()
    host.expected_bugs.append(OLD)
    host.snapshot("PLAYING", 7 * SECOND, at=C.TIME_NOW)
    until = time.monotonic() + 10
    while not logged(host) and time.monotonic() < until:
        host.ask_all([("snapshot", "main", C.STATE_PLAYING, 7 * SECOND, C.TIME_NOW, 1.0, 1.0), ("commit", "main")])
    assert logged(host) == [OLD]


def test_an_old_snapshot_of_now_without_a_command(bus):
    """An old snapshot is reported only when it is repeated, because the user may have gone back with the player's own
    buttons."""
    host = bus.host()
    host.publish()
    host.expected_bugs.append(OLD)
    # The first occurrence is no repetition.
    for bugs in [], [], [], [OLD], [OLD]:
        repeats(host)
        bus.wait_for(lambda wanted=bugs: logged(host) == wanted, bugs)


@pytest.mark.parametrize("what, given", [
    ("moment", {"seconds_ago": 0}), ("end", {"seconds_ago": 200}), ("paused", {"before": "PAUSED"}),
    ("other", {"elapsed": 8 * SECOND}), ("endless", {}), ("item", {}), ("seek", {})])
def test_what_begins_anew_is_no_client_bug(bus, what, given):
    host = bus.host()
    host.publish(commands=("PLAY", "SEEK_TO_POSITION"), length=None if what == "endless" else LENGTH)
    bus.wait_name(NAME)
    if what == "seek":
        host.ask("answer", "command", C.PENDING, "-")
        client = bus.client(NAME)
        client.start_do("SetPosition", "ox", client.metadata()["mpris:trackid"], 7 * SECOND)
        host.wait("command")
    for number in range(9):
        if what == "item":
            host.content(identifier=f"item {number}", title="Title", commit=False)
        repeats(host, **given)
    assert logged(host) == []


@pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])
@pytest.mark.parametrize("word, level", [*zip(LEVELS, LEVELS), ("loud", "debug"), ("DEBUG", "debug")])
def test_the_variable_chooses_what_is_printed(make_bus, loop, word, level):
    sent, printed = life(make_bus(RULES).start(), *loop, log=word)
    assert {line[0] for line in sent} == set(LEVELS)
    assert printed[:len(up_to(level, sent))] == up_to(level, sent)
    # Messages while the app ends are printed only.
    assert {line[0] for line in printed} == set(LEVELS[:LEVELS.index(level) + 1])


@pytest.mark.parametrize("log", [None, ""])
def test_nothing_is_printed_unless_asked_for(make_bus, log):
    bus = make_bus(RULES).start()
    if log is not None:
        bus.environment["NOWPLAYING_LOG"] = log
    sent, printed = life(bus)
    assert sent and printed == []


def test_the_host_has_a_level_of_its_own(make_bus):
    sent, printed = life(make_bus(RULES).start(), "--log=0", log="debug")
    assert {line[0] for line in sent} == {"error"}
    assert {line[0] for line in printed} == set(LEVELS)
    sent, printed = life(make_bus(RULES).start(), "--log=3", log="error")
    assert {line[0] for line in sent} == set(LEVELS)
    assert {line[0] for line in printed} == {"error"}


def test_a_terminal_obeys_no_title(bus):
    """Titles, ids and the words of errors come from files and stations: each line of the log stays one line without
    control characters."""
    evil = "\x1b]0;title\x07\x1b[31m\u009b2J\r\nnowplaying: forged"
    host = bus.host(environment={"NOWPLAYING_LOG": "debug"})
    host.may_print = True
    host.publish(title="T" + evil, art="A" + evil)
    host.ask("complete", host.wait("artwork")["request"], C.ERROR_COMMAND_FAILED, "E" + evil)
    host.wait("log", level=C.LOG_WARNING)
    host.close()
    sent = [event["message"] for event in host.events if event["event"] == "log"]
    assert any("forged" in message for message in sent) and "forged" in host.printed
    for line in [*sent, *host.printed.removesuffix("\n").split("\n")]:
        assert not any(unicodedata.category(character) == "Cc" for character in line), line
        assert not line.startswith("nowplaying: forged")


def test_decisions_are_logged(bus):
    """Why something is shown or not can be read from the log."""
    host = bus.player("--schemes=https", title="Shown here", art="cover")
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    host.ask("complete", host.wait("artwork")["request"], C.ERROR_COMMAND_FAILED, "no such cover")
    start = bus.mark()
    host.volume(0.25)
    bus.wait_changed(start, "Volume")
    host.ask("display_name", "Renamed")
    host.wait("log", message="Tells clients: Identity")
    start = bus.mark()
    host.snapshot("PLAYING", 90 * SECOND)
    bus.wait_seeked(start)
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    host.commands("PLAY", "PAUSE")
    bus.wait_changed(start, "CanGoNext")
    bus.client(NAME).do("Next")
    bus.client(NAME).set("Shuffle", Variant("b", True))
    host.nothing()
    bus.wait_name(NAME, present=False)
    said = [event["message"] for event in host.seen("log")]
    for part in ["Connects to the bus", "The bus has greeted", "Shows the session ", 'something to show: "Shown here"',
                 "Asks the bus for the name " + NAME, "The desktop sees this program as " + NAME,
                 "Tells clients: Volume", "Tells clients that the position is 90", "No artwork \"cover\"",
                 "drives the whole desktop", "Shuffle asks for nothing",
                 "Next asks for nothing, and succeeds: the session offers no command for it", NAME + " is released"]:
        assert any(part in message for message in said), f"{part}: {said}"


@pytest.mark.parametrize("status, level", [("NO_SUCH_CONTENT", "DEBUG"), ("COMMAND_FAILED", "WARNING")])
def test_no_artwork_is_logged_as_important_as_it_is(bus, status, level):
    """A player that has no picture after all has made no mistake."""
    host = bus.host()
    host.publish(art="cover")
    host.ask("complete", host.wait("artwork")["request"], getattr(C, "ERROR_" + status), "no cover")
    said(host, level, 'No artwork "cover": no cover')


@pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])
def test_a_picture_that_cannot_be_read_is_logged_with_the_reason(bus, late):
    """The host gives a file that does not exist, in the callback or later; the log has the reason why it cannot be
    read."""
    host = bus.host()
    if not late:
        host.ask("answer", "artwork", C.OK, "/nonexistent/cover.png")
    host.publish(art="cover")
    if late:
        request = host.wait("artwork")["request"]
        host.ask("art_file", request, "/nonexistent/cover.png", expect=C.ERROR_IO)
        host.ask("complete", request, C.ERROR_IO, "-")
    said(host, "WARNING", 'No artwork "cover": No such file or directory')


def said(host, level, message):
    assert host.wait("log", message=message)["level"] == getattr(C, "LOG_" + level)


def test_a_bus_that_lets_nobody_in(make_bus):
    """A bus of another user refuses the connection: this is logged once, and not at each attempt."""
    bus = make_bus()
    there_is_none = "There is no session bus yet: it ends the connection, as the bus of another user does"
    with socket.socket(socket.AF_UNIX) as refusing:
        refusing.bind(bus.socket)
        refusing.listen()
        host = bus.host()
        host.publish()
        for _ in range(4):
            refusing.accept()[0].close()
    said(host, "INFO", there_is_none)
    assert len(host.seen("log", message=there_is_none)) == 1


@pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])
def test_what_befalls_it_is_sent(make_bus, loop):
    """The log says which program has taken the name or the primary role, and what is missing, each with its level."""
    bus = make_bus()
    host = bus.host(*loop)
    host.may_lose_bus = True
    host.publish()
    said(host, "DEBUG", "Looks for the bus at " + bus.address)
    there_is_none = "There is no session bus yet: No such file or directory"
    said(host, "INFO", there_is_none)
    bus.start()
    said(host, "DEBUG", "Connects to the bus")
    said(host, "INFO", "The desktop sees this program as " + NAME)
    host.ask("primary", "main", "system")
    said(host, "INFO", "This program drives the whole desktop: it has org.nowplaying.SystemPrimary")
    other = bus.host(*loop, "--id=org.other.Tester")
    other.publish()
    said(other, "INFO", "Another process owns " + NAME)
    other.ask("primary", "main", "system")
    said(host, "INFO", "Another program has taken org.nowplaying.SystemPrimary")
    other.close()
    bus.kill()
    said(host, "INFO", "The connection to the bus is lost")
    in_descriptor_mode = "Waits for the host to dispatch"
    assert len(host.seen("log", level=C.LOG_DEBUG, message=in_descriptor_mode)) == len(loop)
    # A missing bus at each attempt is logged once.
    assert len(host.seen("log", level=C.LOG_INFO, message=there_is_none)) == 1


def test_sessions_are_called_by_their_ids(bus):
    host = bus.host()
    for name, identifier in (("named", "queue 7"), ("null", "-"), ("empty", "")):
        host.session(name, identifier)
        host.ask("primary", name, "application")
        host.wait("primary_result", session=name)
    # The lines of a turn of the loop are delivered at its end, or in the next.
    def names():
        lines = [event["message"] for event in host.events if event["event"] == "log"]
        return [line.removeprefix(EMPTY) for line in lines if line.startswith(EMPTY)]
    with host.condition:
        assert host.condition.wait_for(lambda: len(names()) == 3, 10), names()
    first, second, third = names()
    assert first == "queue 7" and second != third
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in (second, third))


def test_mistakes_about_the_bus_are_logged(make_bus):
    bus = make_bus([("deny", "org.nowplaying.SystemPrimary")]).start()
    host = bus.host("--id=org.example.Bad Name", "--fd-loop")
    host.publish()
    said(host, "WARNING", "The application id is changed for its name on the bus: " + ROOT + ".Bad_Name")
    second = bus.host("--instance=in the office")
    second.publish()
    said(second, "WARNING", "The application id is changed for its name on the bus: " + NAME + ".in_the_office")
    third = bus.host("--id=Third", "--instance=office")
    third.publish()
    bus.wait_name(ROOT + ".Third.office")
    assert not any("no good name" in event["message"] for event in third.seen("log"))
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_NOT_PERMITTED)
    assert any("The bus does not let this program own org.nowplaying.SystemPrimary: " in event["message"]
               and event["message"].endswith(".AccessDenied") for event in host.seen("log", level=C.LOG_WARNING))
    host = bus.host("--address=unix:")
    host.may_lose_bus = True
    said(host, "ERROR", "The address of the bus is malformed, so the desktop cannot see this program")
    host = bus.host(environment={"NOWPLAYING_BUS": "none"})
    said(host, "INFO", "NOWPLAYING_BUS is none: this program stays off the bus")


@pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])
def test_nobody_reads_stderr_any_more(bus, loop):
    """stderr is a pipe without a reader: there must be no SIGPIPE, and everything goes on."""
    host = bus.host(*loop, environment={"NOWPLAYING_LOG": "debug"})
    host.process.stderr.close()
    host.publish()
    bus.wait_name(NAME)
    start = bus.mark()
    host.volume(0.25)
    bus.wait_changed(start, "Volume")


def test_the_name_of_a_surface_is_printable(bus):
    """The name is foreign: it must not control a terminal, or begin a line."""
    host = bus.host()
    host.publish()
    bus.wait_name(NAME)
    surface = bus.client(NAME)
    surface.call(NAME, APP_PATH, SURFACES, "Register", "a{sv}",
                 {"aspect-ratios": Variant("as", ["1:1"]), "name": Variant("s", "A\x1b[31m\n\x7fB")})
    host.wait("log", message=f"A surface has registered: {surface.name} A?[31m??B")


def test_content_that_nobody_asked_to_show(bus):
    """The log tells a host once when it has forgotten the call without which nothing is shown; other hosts do not get
    the line."""
    hosts = [bus.host(f"--id=org.example.Silent{number}", *["--fd-loop"] * (number % 2)) for number in range(6)]
    forgot, asked, asked_for_all, empty = hosts[:2], hosts[2:4], hosts[4], hosts[5]
    for host in hosts:
        host.session()
        host.snapshot()
        if host is not empty:
            host.content(title="Unseen")
    for host in asked:
        host.ask("primary", "main", "application")
    asked_for_all.ask("primary", "main", "system")
    for host in forgot:
        host.expected_bugs = [UNSHOWN]
        assert host.wait("log", message=UNSHOWN)["level"] == C.LOG_WARNING
    assert [len(host.seen("log", message=UNSHOWN)) for host in hosts] == [1, 1, 0, 0, 0, 0]


def test_what_is_set_in_vain(bus):
    """Commands and tracks that are set without the callback for them are logged once for each session, and not for a
    host that has both callbacks."""
    whole = bus.player("--choice")
    whole.ask("tracks", "main", C.TRACK_AUDIO, "1", "-", "-", 0, 0)
    host = bus.host("--id=org.example.Vain", "--without=command")
    for name in "main", "second":
        host.session(name)
        host.commands(name=name)
        for number in range(3):
            host.commands("PAUSE" if number else "NEXT", "PLAY", name=name)
            host.ask("tracks", name, C.TRACK_AUDIO, number, "-", "-", 0, 0)
    commands = "Nobody is offered next: there is no callback command"
    tracks = "Nobody is offered tracks: there is no callback select_track"
    with host.condition:
        assert host.condition.wait_for(lambda: len(host.seen("log", message=tracks)) == 2, 10)
    said = [(event["level"], event["message"]) for event in host.seen("log") if "Nobody is" in event["message"]]
    assert said == [(C.LOG_WARNING, commands), (C.LOG_WARNING, tracks)] * 2
    assert not any("Nobody is" in event["message"] for event in whole.seen("log"))
