# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying daemon`: clients that drive it, players that lie, flood, freeze and go, and a bus that does."""

import os
import pathlib
import select
import signal
import time

import pytest
from daemoned import FACE, NAME, OURS, Daemon, plain, player
from lab.doctor_output import Programs
from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.desktop import Daemon as ActivatingBus
from testkit.fakes import Fake, song, variants
from testkit.process import cost, descriptors, memory, wait_quiet
from testkit.mpris_types import SPECIFIED
from testkit.wire import Variant

TIMES = 10 if os.environ.get("LONG") else 1


@pytest.fixture
def programs(bus, pytestconfig):
    made = Programs(bus, pathlib.Path(pytestconfig.getoption("--build")).resolve())
    yield made
    made.close()


@pytest.fixture
def activating(folder, make_bus):
    """Returns a function that starts a bus with one service file, of a given name and text."""
    def start(name, text):
        services = folder / "services"
        services.mkdir()
        (services / name).write_text(text)
        bus = make_bus()
        bus.Daemon = lambda made: ActivatingBus(made.socket, environment=made.environment, service_folders=[services])
        return bus.start()
    return start


# ---- Clients ----

def test_debians_playerctl(bus, start):
    """Commands that name the daemon, and those that do not, drive the active player."""
    daemon = start()
    one, two = player(bus, "one"), player(bus, "two", "Playing")
    daemon.join(one, two)
    run = Runner(bus, one, two)
    for words, out in ((["-l"], "two\none\n"), (["-p", "playerctld", "status"], "Playing\n"), (["status"], "Playing\n"),
                       (["-p", "playerctld", "metadata", "title"], "One\n"), (["-p", "playerctld", "next"], "")):
        assert run.good(*words, tool="playerctl") == run.good(*words) == out, words
    assert len(two.called("Next")) == 2 and not one.called("Next")
    follower = run.start("-p", "playerctld", "-F", "status", tool="playerctl")
    follower.wait(lambda: follower.lines == ["Playing"], "its first line")
    run.good("daemon", "shift")
    follower.wait(lambda: follower.lines == ["Playing", "Paused"], "the other player's status")
    run.good("unshift", tool="playerctld")
    follower.wait(lambda: follower.lines[2:] == ["Playing"], "the first player's status")
    follower.close()


def test_a_panel_that_names_it(bus, start):
    """`follow` shows the player that the daemon stands for, also after a shift, for which no player emits a signal."""
    daemon = start()
    one, two = player(bus, "one"), player(bus, "two", "Playing")
    daemon.join(one, two)
    run = Runner(bus, one, two)
    panels = [run.start("-p", "playerctld", "follow", kind) for kind in ("--first", "--waybar")]
    panels.append(run.start("follow", "--waybar"))
    shown = [lambda name: f'"player":"{name}"', lambda name: f'"player-{name}"', lambda name: '"player-two"']
    for name, words in (("two", []), ("one", ["shift"]), ("two", ["unshift"])):
        if words:
            run.good("daemon", *words)
        for panel, mark in zip(panels, shown):
            panel.wait(lambda: panel.lines and mark(name) in panel.lines[-1], f"{name} in a panel")
    for panel in panels:
        panel.close()


def test_who_calls_it_starts_it(activating):
    """The bus starts the daemon by the installed service file, and the first call is answered rightly."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "Sources/Program/Shell/org.nowplaying.playerctld.service.in"
            ).read_text().replace("@CMAKE_INSTALL_FULL_BINDIR@", str(Runner.program.resolve().parent))
    bus = activating("org.nowplaying.playerctld.service", text.replace("SystemdService", "#SystemdService"))
    one = player(bus, "one", "Playing").appear()
    assert Runner(bus, one).good("-p", "playerctld", "metadata", "title", tool="playerctl") == "One\n"
    pid = bus.pinger.bus("GetConnectionUnixProcessID", "s", NAME)[0]
    os.kill(pid, signal.SIGTERM)
    bus.wait_name(NAME, present=False)
    # A daemon that the bus has started ends with the bus, so that nothing is left of a login.
    assert Runner(bus, one).good("-p", "playerctld", "metadata", "title", tool="playerctl") == "One\n"
    pid = bus.pinger.bus("GetConnectionUnixProcessID", "s", NAME)[0]
    end = os.pidfd_open(pid)
    one.close()
    bus.kill()
    assert select.select([end], [], [], 30)[0], "the daemon outlives its bus"
    os.close(end)


def test_shift_starts_no_daemon(folder, activating):
    """`shift` does not make the bus start a daemon: the bus might start playerctl's, and a new daemon has no order to
    shift."""
    run = Runner(activating("playerctld.service", f"[D-BUS Service]\nName={NAME}\nExec=/bin/touch {folder}/started\n"))
    assert run.bad("daemon", "shift") == run.bad("daemon", "unshift") == "No daemon runs: start 'nowplaying daemon'"
    assert not (folder / "started").exists()


@pytest.mark.parametrize("words", ["daemon status", "daemon status --json", "doctor"])
def test_questions_start_no_daemon(folder, activating, words):
    """If the daemon ends between two questions of a command, the bus starts no other one for the second question."""
    bus = activating("playerctld.service", f"[D-BUS Service]\nName={NAME}\nExec=/bin/touch {folder}/started\n")
    ending = Fake(bus)
    ending.own(NAME)

    def end(_call):
        ending.bus("ReleaseName", "s", NAME)
        return "a{sv}", [{}]

    ending.answers[PROPERTIES, "GetAll"] = end
    Runner(bus, ending)(*words.split())
    assert ending.calls and not (folder / "started").exists()
    ending.close()


def test_one_has_the_name(bus, start):
    start()
    assert Runner(bus).bad("daemon") == "nowplaying is running: the name of playerctld is taken"


def test_playerctld_has_the_name(bus):
    daemon = Daemon(bus, "playerctld")
    assert Runner(bus).bad("daemon") == "playerctld is running: the name of playerctld is taken"
    daemon.close()


def test_the_bus_of_the_command_line(bus, start):
    """The address given by --bus is also passed to the programs that the daemon starts."""
    daemon = start("--bus", bus.address, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
    one = player(bus, "one", "Playing")
    daemon.join(one)
    run = Runner(bus, one, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
    assert run.good("daemon", "shift", f"--bus={bus.address}") == ""


def test_a_bus_that_lets_nobody_in(bus, start, refusing):
    """In a list of addresses, the next one is tried."""
    daemon = start("--bus", f"{refusing};{bus.address}")
    daemon.join(player(bus, "one", "Playing"))


def test_words(bus):
    assert Runner(bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere").bad("daemon") == "There is no session bus"
    assert Runner(bus).bad("daemon", "--bus", "unix:path=/nowhere") == "There is no bus at unix:path=/nowhere"
    assert Runner(bus).bad("daemon", "--first") == "daemon takes no --first"
    assert Runner(bus).bad("daemon", "dance") == "daemon takes no 'dance'; it takes shift, unshift, status"
    assert Runner(bus).bad("daemon", "stauts") == "daemon takes no 'stauts'. Did you mean 'status'?"
    assert Runner(bus).bad("daemon", "shift", "--pause-others") == "daemon shift takes no --pause-others"
    for word in ("shift", "status"):
        assert Runner(bus).bad("daemon", word) == "No daemon runs: start 'nowplaying daemon'"
    assert Runner(bus).bad("daemon", "--json") == "daemon takes no --json"
    assert Runner(bus).bad("daemon", "status", "-i", "one") == "daemon status takes no --ignore-player"
    assert Runner(bus).bad("daemon", "--no-resume") == "--no-resume needs --pause-others"


def test_no_player_is_one_that_is_stopped(bus, start):
    """Bars take the daemon for a player and read all its properties; they read them anew when the last player has
    gone."""
    daemon = start()

    def faces():
        return [daemon.client.call(NAME, PATH, PROPERTIES, "GetAll", "s", face)[0] for face in (ROOT, PLAYER)]

    for face, values in zip((ROOT, PLAYER), faces()):
        assert {name: value.signature for name, value in values.items()} == SPECIFIED[face]
        assert all(daemon.get(name, face) == [plain(value)] for name, value in values.items())
    root, now = map(plain, faces())
    assert (root["Identity"], now["PlaybackStatus"], now["Metadata"]) == ("playerctld", "Stopped", {})
    assert [name for name in now if name.startswith("Can") and now[name]] == ["CanControl"]
    run = Runner(bus)
    assert run.good("-p", "playerctld", "status", tool="playerctl") == run.good("-p", "playerctld", "status")
    assert run.good("-p", "playerctld", "status", tool="playerctl") == "Stopped\n"
    assert run.bad("metadata", tool="playerctl") == run.bad("metadata") == "No players found"
    one = player(bus, "one", "Playing")
    daemon.join(one)
    daemon.signals()
    daemon.leave(one)
    sent = {body[0]: body[1] for name, body in daemon.signals() if name == "PropertiesChanged"}
    del now["Position"]
    assert (sent[PLAYER], sent[ROOT]) == (now, root)


# ---- Players ----

def test_nothing_moves_while_players_rest(bus, start):
    daemon = start("--pause-others", "--start-last")
    daemon.join(player(bus, "one", "Playing"), player(bus, "two", "Playing"), player(bus, "three"))
    wait_quiet(daemon.pid, seconds=1)
    before = cost(daemon.pid)
    time.sleep(1)  # sleeps: measures that nothing happens within it
    assert cost(daemon.pid) == before


def test_a_name_that_changes_hands(bus, start):
    """When a name passes directly to another program, clients are sent what that program plays."""
    daemon = start()
    first = player(bus, "one", "Playing")
    first.faces[PLAYER] |= variants(Metadata=("a{sv}", song("First")))
    daemon.fakes.append(first)
    assert first.request_name(ROOT + ".one", 1) == 1
    daemon.active("one")
    second = player(bus, "one", "Playing")
    second.faces[PLAYER] |= variants(Metadata=("a{sv}", song("Second")))
    daemon.fakes.append(second)
    daemon.signals()
    assert second.request_name(ROOT + ".one", 6) == 1
    sent = []
    daemon.until(lambda: sent.extend(daemon.signals()) or "Second" in str(sent), "the other program's title is sent")
    assert daemon.get("Metadata")[0]["xesam:title"] == "Second" and "First" not in str(sent)


def test_a_player_that_freezes(bus, start, programs):
    """A frozen player delays no other one, and the next player that plays takes its place."""
    daemon = start()
    frozen = programs.small("Frozen")
    daemon.active("Frozen")
    programs.freeze(frozen)
    waiting = daemon.client.start(NAME, PATH, PLAYER, "Next")
    other = player(bus, "other", "Playing")
    daemon.join(other)
    daemon.active("other")
    assert daemon.call(PLAYER, "Pause") == [] and other.called("Pause")
    assert not any(message.reply_serial == waiting for message in daemon.client.inbox)
    frozen.process.kill()
    daemon.until(lambda: daemon.names() == [ROOT + ".other"], "the dead player is gone")


def test_a_player_that_never_answers(bus, start):
    """A player that never answers is not listed, and the daemon does not wait for it at its start."""
    silent = player(bus, "silent")
    silent.answers[PROPERTIES, "GetAll"] = lambda call: None
    silent.appear()
    daemon = start()
    daemon.join(player(bus, "other"))
    assert daemon.names()[:1] == [ROOT + ".other"]
    silent.close()


def test_a_player_that_does_not_answer_is_behind(bus, start):
    """A player that does not answer comes after the others, even if it plays; when none answers, they are not asked in
    turn for ever."""
    daemon = start()
    one, two = player(bus, "one", "Playing"), player(bus, "two", "Playing")
    daemon.join(one, two)
    one.answers[PROPERTIES, "GetAll"] = lambda call: None
    two.change(PlaybackStatus=("s", "Paused"))
    daemon.until(lambda: daemon.names()[0] == ROOT + ".one", "the one that plays is the first")
    daemon.active("two")
    assert daemon.get("Identity", ROOT) == ["two"]
    two.answers[PROPERTIES, "GetAll"] = lambda call: None
    asked = len(two.called("GetAll"))
    daemon.call(FACE, "Shift")
    daemon.until(lambda: len(two.called("GetAll")) == asked + 2, "both were asked both questions")
    before = len(one.calls) + len(two.calls)
    time.sleep(3)  # sleeps: longer than a question waits for its answer
    daemon.settle()
    # Each is looked at once more, a second after it has emitted something.
    assert len(one.calls) + len(two.calls) <= before + 2 and daemon.names()[0] == ROOT + ".two"


def test_a_player_that_goes_while_it_is_asked(bus, start):
    daemon = start()
    one = player(bus, "one", "Playing")
    one.answers[PLAYER, "Play"] = lambda call: None
    daemon.join(one)
    serial = daemon.client.start(NAME, PATH, PLAYER, "Play")
    daemon.until(lambda: one.called("Play"), "it has been asked")
    daemon.leave(one)
    assert daemon.client.refused(serial).name == "org.freedesktop.DBus.Error.NoReply"


def test_errors_have_texts(bus, start):
    """Some clients crash at an error without a text, as playerctld does."""
    daemon = start()
    one = player(bus, "one", "Playing")
    one.answers[PLAYER, "Next"] = lambda call: "org.example.Error.No"
    daemon.join(one)
    assert daemon.call(PLAYER, "Next") == "org.example.Error.No: org.example.Error.No"


@pytest.mark.parametrize("answer", ["org.example.Error.No", ("", []), ("s", ["no"]), ("a{sv}", [{}]),
                                    ("a{sv}", [variants(Position=("s", "x"), Metadata=("x", 5))])])
def test_answers_that_cannot_be(bus, start, answer):
    """A player's first answers are right, so the daemon takes it for a player. Its later answers are wrong."""
    daemon = start()
    one, two = player(bus, "one"), player(bus, "two")
    daemon.join(one, two)
    two.answers[PROPERTIES, "GetAll"] = lambda call: answer
    daemon.call(FACE, "Shift")
    daemon.active(daemon.names()[0].removeprefix(ROOT + "."))
    assert daemon.call(PROPERTIES, "GetAll", "s", FACE)


def test_signals_that_cannot_be(bus, start):
    """Malformed signals are not passed on, and the daemon goes on."""
    daemon = start()
    one = player(bus, "one", "Playing")
    daemon.join(one)
    daemon.signals()
    one.tell(PATH, PROPERTIES, "PropertiesChanged", "s", "x")
    one.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", "org.example.Own", {}, [])
    one.tell(PATH, PROPERTIES, "PropertiesChanged")
    one.tell(PATH, PLAYER, "Seeked", "s", "x")
    one.tell(PATH, "org.example.Own", "Happened", "x", 5)
    stranger = Fake(bus)
    stranger.tell(PATH, PLAYER, "Seeked", "x", 5)
    stranger.close()
    daemon.get("CanPlay")
    assert daemon.signals() == []


@pytest.mark.parametrize("name", ["one", "two"])
def test_a_flood(bus, start, name):
    """While the active player or another one floods, memory stays flat; afterwards the last values are right."""
    daemon = start()
    one, two = player(bus, "one", "Playing"), player(bus, "two")
    daemon.join(one, two)
    daemon.client.bus("RemoveMatch", "s", f"type='signal',path='{PATH}'")
    flooding = {"one": one, "two": two}[name]

    def flood(count):
        for number in range(count):
            flooding.change(Volume=("d", number / count), Metadata=("a{sv}", song(f"Song{number}")))
            if number % 100 == 0:
                daemon.get("CanPlay")
    flood(500)
    before = memory(daemon.pid)
    flood(2000 * TIMES)
    flooding.change(Metadata=("a{sv}", song("Last", **{"xesam:album": Variant("s", "x" * (4 << 20))})))
    one.change(Metadata=("a{sv}", song("End")))
    daemon.until(lambda: daemon.get("Metadata")[0]["xesam:title"] == "End", "the last title is sent")
    assert memory(daemon.pid) - before < 24 << 10 and daemon.names()[0] == ROOT + ".one"


def test_more_calls_than_wait(bus, start):
    """When the active player answers nothing, a client with too many open calls is refused, and others are served."""
    daemon = start()
    one = player(bus, "one", "Playing")
    one.answers[PLAYER, "Next"] = lambda call: None
    daemon.join(one)
    before = descriptors(daemon.pid)
    serials = [daemon.client.start(NAME, PATH, PLAYER, "Next") for _ in range(1100)]
    assert daemon.client.refused(serials[-1]).name == "org.freedesktop.DBus.Error.LimitsExceeded"
    assert daemon.get("PlayerNames", FACE) == [[ROOT + ".one"]]
    assert descriptors(daemon.pid) == before
    daemon.leave(one)
    daemon.join(player(bus, "two"))
    assert daemon.call(PLAYER, "Next") == []


def test_a_bus_that_is_started_anew(bus, start):
    daemon = start()
    daemon.join(player(bus, "one", "Playing"))
    bus.kill()
    bus.start()
    daemon.fakes = [player(bus, "two", "Playing").appear()]
    daemon.until(daemon.owner, "it has its name again")
    daemon.client.close()
    daemon.client = bus.client(NAME)
    daemon.active("two")
    assert daemon.get("Identity", ROOT) == ["two"]
