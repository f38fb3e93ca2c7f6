# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the session's local part. The program prints the called functions, and traps if one is called outside the main
actor."""

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def local(desktop, binary):
    program = desktop.start(binary, PNG, NOWPLAYING_APPLICATION_ID="org.example.Local")
    program.expect("active true")
    desktop.wait_until("the player is there", lambda: desktop.players() == ["Local"])
    assert desktop.playerctl("metadata", "xesam:title") == "Rain"
    assert desktop.playerctl("metadata", "xesam:artist") == "On a tent"
    yield "playerctl sees the title and the second line"

    assert "mpris:length" not in desktop.metadata("Local")
    assert desktop.get("Local", "CanSeek") is False
    yield "a live stream has no length and no seeking"

    # The order of "active true" and this line is open: a picture is requested as soon as a client can show it.
    if "artwork 512x512" not in program.said:
        program.expect("artwork 512x512")
    desktop.wait_until("the artwork is there", lambda: "mpris:artUrl" in desktop.metadata("Local"))
    yield "artwork is asked for at a size, and arrives"

    desktop.playerctl("play")
    program.expect("play")
    desktop.wait_until("it plays", lambda: desktop.playerctl("status") == "Playing")
    yield "the button is pressed, and the nested player's change is observed"

    desktop.playerctl("next")
    program.expect("next")
    desktop.wait_until("the next is there", lambda: desktop.playerctl("metadata", "xesam:title") == "Sea")
    desktop.playerctl("previous")
    program.expect("previous")
    desktop.wait_until("the first is there", lambda: desktop.playerctl("metadata", "xesam:title") == "Rain")
    desktop.playerctl("pause")
    program.expect("pause")
    desktop.wait_until("it pauses", lambda: desktop.playerctl("status") == "Paused")
    yield "next, previous and pause change what playerctl sees"


def remote(desktop, binary):
    name, path = "org.example.Remote.RemoteMedia", "/org/example/Remote/RemoteMedia"
    program = desktop.start(binary, "--name", name, XDG_STATE_HOME=desktop.directory)
    desktop.wait_until("it serves", lambda: name in desktop.run("busctl", "--user", "--acquired", "list"))
    device = '{"id":"k","name":"Kitchen","volume":0.5}'
    state = ('{"sessionID":"1","sound":{"id":"rain","name":"Rain","description":"On a tent"},"isPlaying":true,'
             f'"devices":[{device}]}}')
    desktop.run("busctl", "--user", "call", name, path, "org.nowplaying.RemoteMedia1", "Start", "s", state)
    program.expect("connects for 1")
    player, = desktop.players()
    assert desktop.playerctl("metadata", "xesam:title") == "Rain"
    assert desktop.get(player, "Volume") == 0.5
    yield "the extension shows the session that it was given"

    desktop.playerctl("pause")
    program.expect("pause")
    yield "the button is pressed, and its closure runs on the main actor"
