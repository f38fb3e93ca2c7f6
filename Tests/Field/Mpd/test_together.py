# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests two real servers side by side: what each shows, and how each obeys commands."""

from contextlib import ExitStack

from field import servers
from run import Run, artwork, picture_size


def test_two_servers(folder):
    """The kitchen plays, the bath's queue is empty."""
    with ExitStack() as stack:
        kitchen, bath = servers.kitchen(folder), servers.bath(folder)
        for server in kitchen, bath:
            stack.callback(server.close)
            server.start()
        kitchen.play()
        bath.mpc("--wait", "update")
        run = stack.enter_context(Run(f"Kitchen=localhost:{kitchen.port}", f"Bath=127.0.0.1:{bath.port}"))
        shows(run, bath)
        covers(run)
        is_driven(run, kitchen)
        knows_its_place(run, kitchen)
        follows(run, kitchen)
        has_devices(run, kitchen)
        large_cover(run, kitchen, bath)
        dies(run, kitchen)
        bus_restarts(run)


def shows(run, bath):
    run.wait_until("the server with an empty queue has no player", lambda: run.places() == ["Kitchen"])
    bath.mpc("add", "none/Yak.flac")
    run.wait_until("with a song it has one", lambda: run.places() == ["Bath", "Kitchen"])
    run.wait_until("and shows what would play", lambda: run.title("Bath") == "Yak")
    assert run.ask("Bath", "status") == "Stopped"
    run.ctl("Bath", "play")
    run.wait_until("it plays", lambda: run.ask("Bath", "status") == "Playing")
    wanted = {"xesam:title": "Moth", "xesam:artist": "The Oscillators", "xesam:album": "The Album of The Oscillators",
              "xesam:trackNumber": "3", "xesam:genre": "Tones", "xesam:contentCreated": "2006-05-01T00:00:00Z",
              "mpris:length": "90000000"}
    found = {key: run.ask("Kitchen", "metadata", key) for key in wanted}
    assert found == wanted, found


def covers(run):
    run.wait_until("the embedded cover shows", lambda: run.cover("Kitchen"))
    assert picture_size(run.cover("Kitchen")) == (512, 512), "it is larger than the library asks"
    session = run.session("Kitchen")
    for wanted, size in ((64, 64), (64, 64)), ((300, 100), (100, 100)), ((0, 0), (512, 512)), ((2000, 900), (600, 600)):
        mime, said, data = artwork(session, *wanted)
        assert (mime, said, picture_size(data)) == ("image/jpeg" if size != (600, 600) else "image/png", size, size), (
            f"asked for {wanted} it gives {mime} of {said}")
    assert run.cover("Bath") == b"", "a song without a cover has one"


def is_driven(run, kitchen):
    def position():
        return float(run.ask("Kitchen", "position") or -1)

    def status(key):
        return kitchen.status().get(key)
    run.ctl("Kitchen", "pause")
    run.wait_until("pause", lambda: run.ask("Kitchen", "status") == "Paused" and status("state") == "pause")
    run.ctl("Kitchen", "play-pause")
    run.wait_until("play-pause", lambda: run.ask("Kitchen", "status") == "Playing" and status("state") == "play")
    run.ctl("Kitchen", "position", "40")
    run.wait_until("a position", lambda: 40 <= position() < 50 and 40 <= float(status("elapsed")) < 50)
    run.ctl("Kitchen", "position", "20-")
    run.wait_until("a relative seek", lambda: 20 <= position() < 40 and 20 <= float(status("elapsed")) < 40)
    run.session("Kitchen").send("skip-forward")
    run.wait_until("a skip of a surface", lambda: 30 <= position() < 50)
    run.ctl("Kitchen", "next")
    run.wait_until("next", lambda: run.title("Kitchen") == "Newt" and status("song") == "1")
    run.ctl("Kitchen", "previous")
    run.wait_until("previous", lambda: run.title("Kitchen") == "Moth" and status("song") == "0")
    run.ctl("Kitchen", "volume", "0.4")
    run.wait_until("volume", lambda: run.ask("Kitchen", "volume") == "0.400000" and status("volume") == "40")
    run.ctl("Kitchen", "shuffle", "On")
    run.wait_until("shuffle", lambda: run.ask("Kitchen", "shuffle") == "On" and status("random") == "1")
    run.ctl("Kitchen", "shuffle", "Off")
    for mode, flags in (("Track", "11"), ("Playlist", "10"), ("None", "00")):
        run.ctl("Kitchen", "loop", mode)
        run.wait_until(f"loop {mode}", lambda: run.ask("Kitchen", "loop") == mode
                       and status("repeat") + status("single") == flags)
    run.ctl("Kitchen", "stop")
    run.wait_until("stop", lambda: run.ask("Kitchen", "status") == "Stopped" and status("state") == "stop")
    assert run.title("Kitchen") == "Moth", "what was stopped is not shown any more"
    # Each command is answered when its effect is shown, so that the next one can be given at once.
    run.ctl("Kitchen", "play-pause")
    assert run.ask("Kitchen", "status") == "Playing", "play-pause after a stop is answered too early"
    run.ctl("Kitchen", "next")
    assert run.title("Kitchen") == "Newt", "next is answered too early"
    run.ctl("Kitchen", "position", "33")
    assert 33 <= position() < 43, "a position is answered too early"


def knows_its_place(run, kitchen):
    """The session has its position in the queue, and the number of songs."""
    def can():
        session = run.session("Kitchen")
        return session.command("previous")["enabled"], session.command("next")["enabled"]
    for place, wanted in ("1", (False, True)), ("2", (True, True)), ("3", (True, False)):
        kitchen.mpc("play", place)
        run.wait_until(f"song {place}: previous {wanted[0]}, next {wanted[1]}", lambda: can() == wanted)
    kitchen.mpc("repeat", "on")
    run.wait_until("a queue that is repeated has both everywhere", lambda: can() == (True, True))
    kitchen.mpc("repeat", "off")
    kitchen.mpc("play", "1")


def follows(run, kitchen):
    """Changes by MPD's other clients are shown."""
    kitchen.mpc("play", "2")
    run.wait_until("mpc's song shows", lambda: run.title("Kitchen") == "Newt")
    start = run.bus.mark()
    kitchen.mpc("seek", "50")
    seeked = run.bus.wait_seeked(start)
    assert abs(seeked.body[0] - 50_000_000) < 2_000_000, seeked
    kitchen.mpc("volume", "70")
    run.wait_until("mpc's volume shows", lambda: run.ask("Kitchen", "volume") == "0.700000")
    kitchen.mpc("random", "on")
    run.wait_until("mpc's random shows", lambda: run.ask("Kitchen", "shuffle") == "On")
    kitchen.mpc("random", "off")
    kitchen.mpc("repeat", "on")
    run.wait_until("mpc's repeat shows", lambda: run.ask("Kitchen", "loop") == "Playlist")
    kitchen.mpc("single", "on")
    run.wait_until("mpc's single shows", lambda: run.ask("Kitchen", "loop") == "Track")
    kitchen.mpc("repeat", "off")
    run.wait_until("single without repeat is no loop", lambda: run.ask("Kitchen", "loop") == "None")
    kitchen.mpc("single", "off")
    kitchen.mpc("pause")
    run.wait_until("mpc's pause shows", lambda: run.ask("Kitchen", "status") == "Paused")
    kitchen.mpc("play")
    run.wait_until("mpc's play shows", lambda: run.ask("Kitchen", "status") == "Playing")
    assert run.ask("Bath", "status") == "Playing" and run.title("Bath") == "Yak", "the other server has changed"


def has_devices(run, kitchen):
    session = run.session("Kitchen")
    (device,) = session.devices
    assert (device["name"], device["type"], device["volume"]) == ("Kitchen", "speaker", 0.7), device
    session.call("SetDeviceVolume", "sd", device["id"], 0.25, interface="org.nowplaying.Remote1")
    session.wait(lambda session: session.devices[0]["volume"] == 0.25 == session.volume, "the device's volume is 0.25")
    assert kitchen.status()["volume"] == "25"
    kitchen.mpc("enable", "2")
    session.wait(lambda session: [found["name"] for found in session.devices] == ["Kitchen", "Headphones"],
                 "the second output is a device")
    run.wait_until("and the player's name says so", lambda: run.places() == ["Bath", "Kitchen + 1"])
    assert "volume" not in session.devices[1], "it has a volume of its own"
    kitchen.mpc("disable", "2")
    run.wait_until("without it there is one device", lambda: run.places() == ["Bath", "Kitchen"])


def large_cover(run, kitchen, bath):
    """While a large cover is fetched, both servers can be driven."""
    bath.mpc("add", "large/Wren.flac")
    bath.mpc("play", "2")
    run.wait_until("the cover of 10 MB shows", lambda: run.title("Bath") == "Wren" and run.cover("Bath"))
    assert picture_size(run.cover("Bath")) == (512, 512)
    session = run.session("Bath")
    serial = session.start_artwork(session.content["artwork"], 128, 128)
    session.set_volume(0.5)
    session.send("pause")
    other = run.session("Kitchen")
    other.set_volume(0.5)
    reply = session.surface.reply(serial)
    assert tuple(reply.body[2:4]) == (128, 128), reply
    assert bath.status()["state"] == "pause" and kitchen.status()["volume"] == "50"
    run.surfaces[-1].drain()


def dies(run, kitchen):
    name = run.name("Kitchen")
    kitchen.kill()
    run.wait_until("the player of a killed server is gone", lambda: run.places() == ["Bath"])
    run.expect("Kitchen: it has closed the connection")
    run.ctl("Bath", "play")
    run.wait_until("the other one is driven", lambda: run.ask("Bath", "status") == "Playing")
    kitchen.start().play()
    run.wait_until("it is back, under the same name", lambda: run.name("Kitchen") == name)
    kitchen.mpc("play", "3")
    run.wait_until("and follows", lambda: run.title("Kitchen") == "Owl")


def bus_restarts(run):
    before = run.identities()
    run.bus.kill()
    run.bus.start()
    run.wait_until("after a restart of the bus all is back", lambda: run.identities() == before)
    run.ctl("Kitchen", "previous")
    run.ctl("Bath", "pause")
    run.wait_until("and is driven", lambda: run.ask("Bath", "status") == "Paused")
