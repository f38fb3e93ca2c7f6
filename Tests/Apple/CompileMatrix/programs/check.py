# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests whole programs: their end, a missing bus, a blocked main actor, and two programs that take turns with the audio
focus."""
import os
import time


def start(desktop, binary, *arguments, name="Player", **variables):
    return desktop.start(binary, *arguments, NOWPLAYING_APPLICATION_ID=f"org.example.{name}", **variables)


def picture(desktop):
    return desktop.metadata("Player").get("mpris:artUrl", "").removeprefix("file://")


def take(desktop, program, other):
    """Has a program take the focus from another one. On a busy machine the other one may not answer in time: then it is
    tried once more."""
    def paused():
        for order in ("give", "take"):
            program.order(order)
            program.expect("done")
        return desktop.get(other, "PlaybackStatus") == "Paused"
    desktop.wait_until(f"{other} is paused", paused)


def player(desktop, binary):
    for order in ("exit", "return"):
        program = start(desktop, binary)
        program.expect("shown")
        desktop.wait_until("it is there", lambda: desktop.players() == ["Player"])
        desktop.wait_until("it has a picture", lambda: picture(desktop))
        file = picture(desktop)
        assert os.path.exists(file), f"{file} is not there"
        program.order(order)
        program.expect("will terminate")
        assert program.end() == 0
        assert not os.path.exists(file), f"{file} is still there"
        yield f"after {order} no picture is left behind, and observers were told"

    program = start(desktop, binary, DBUS_SESSION_BUS_ADDRESS="unix:path=/does/not/exist")
    program.expect("there is no session bus", part=True)
    program.order("return")
    assert program.end() == 0
    yield "without a bus the request throws, and the program goes on"

    program = start(desktop, binary, "blocked", NOWPLAYING_LOG="warning")
    line = program.expect("The main actor has not been served for 2 seconds", part=True)
    assert "dispatchMain()" in line and "HostProgram.dispatchMainQueue()" in line, line
    yield "the log says what to call to who does not serve the main actor"
    time.sleep(1)  # sleeps: passes the time at which the session would be missed, which waits for the main actor too
    assert not [line for line in program.take() if "client bug" in line], program.said
    yield "nothing else is said to be wrong"
    program.stop()
    program = start(desktop, binary, "slow")
    assert program.expect("shown") and "served" not in " ".join(program.said), program.said
    yield "a loop that watches the descriptor may begin to turn late"
    program.stop()
    program = start(desktop, binary, "bare")
    program.expect("The main actor has not been served for 2 seconds", part=True)
    yield "the log says so also where no session can be made for that reason"
    program.stop()

    first, second = start(desktop, binary), start(desktop, binary, name="Other")
    for program in (first, second):
        program.expect("shown")
    desktop.wait_until("both are there", lambda: sorted(desktop.players()) == ["Other", "Player"])
    take(desktop, second, "Player")
    take(desktop, first, "Other")
    # The first player plays, and hands the focus back to the second one while the first one still plays.
    desktop.call("Player", "Play")
    first.expect("play")
    first.order("give")
    second.expect("play")
    first.expect("done")
    desktop.call("Other", "Pause")
    second.expect("pause")
    # Commands are carried out in their order: if the library had already paused the first player, that player would
    # have printed an earlier "pause".
    desktop.call("Player", "Pause")
    first.expect("pause")
    assert first.said[first.said.index("play"):].count("pause") == 1, first.said
    yield "who lets another play on is not paused for that"
    for program in (first, second):
        program.stop()

    program = start(desktop, binary, "idle", name="Idle")
    program.expect("shown")
    desktop.wait_until("it is shown", lambda: desktop.players() == ["Idle"])
    seen = [desktop.run("busctl", "--user", "get-property", "org.mpris.MediaPlayer2.Idle", "/org/mpris/MediaPlayer2",
                        "org.mpris.MediaPlayer2", name) for name in ("Identity", "Fullscreen")]
    assert seen == ['s "Idle player"', "b true"], seen
    yield "a player may be shown while it has nothing to play"
    program.stop()

    program = start(desktop, binary, NOWPLAYING_BUS="none")
    program.expect("there is no session bus", part=True)
    assert desktop.players() == []
    yield "NOWPLAYING_BUS=none shows nothing"


def extension(desktop, binary):
    name, path = "org.example.Remote.RemoteMedia", "/org/example/Remote/RemoteMedia"
    program = desktop.start(binary, XDG_STATE_HOME=desktop.directory, NOWPLAYING_EXTENSION_NAME=name,
                            NOWPLAYING_APPLICATION_ID="org.example.Ignored")
    desktop.wait_until("it serves", lambda: name in desktop.run("busctl", "--user", "--acquired", "list"))
    desktop.run("busctl", "--user", "call", name, path, "org.nowplaying.RemoteMedia1", "Start", "s",
                '{"id":"1","devices":["Kitchen","Bath"]}')
    player, = desktop.players()
    assert player.startswith("Remote.remote"), player
    bus_name = f"org.mpris.MediaPlayer2.{player}"

    def root(property_name):
        return desktop.run("busctl", "--user", "get-property", bus_name, "/org/mpris/MediaPlayer2",
                           "org.mpris.MediaPlayer2", property_name)

    assert root("Identity") == r's "Loud \342\200\223 Kitchen + 1"'
    assert root("DesktopEntry") == 's "org.example.Remote"'
    yield "its name on the bus says who the app is, and its initialiser what people call it"

    objects = desktop.run("busctl", "--user", "--list", "tree", bus_name).split()
    session = next(found for found in objects if found.startswith("/org/nowplaying/session/"))
    for step in (1, 1, -1):
        desktop.run("busctl", "--user", "call", "--", bus_name, session, "org.nowplaying.Remote1",
                    "StepDeviceVolume", "si", "Bath", str(step))
    desktop.wait_until("it has stepped", lambda: desktop.playerctl("metadata", "xesam:title") == "Steps: 1")
    yield "a device without a level is made louder and quieter"

    program.process.terminate()
    assert program.end() == 0 and desktop.players() == []
    yield "it ends by SIGTERM, and its player with it"


def elsewhere(desktop, binary):
    program = desktop.start(binary, "--name", "org.example.Remote.RemoteMedia")
    program.expect("com.apple.photo-editing is not known", part=True)
    assert program.end() == 2
    yield "an extension point that there is not is refused"

    program = desktop.start(binary, NOWPLAYING_EXTENSION_NAME="")
    program.expect("example is no bus name", part=True)
    assert program.end() == 2
    yield "without a name nothing is served"
