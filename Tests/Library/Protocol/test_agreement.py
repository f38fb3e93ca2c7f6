# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sections 3 and 6.7: when all is quiet, MPRIS and the application primary say the same."""

import contextlib

from testkit.bus import PATH, PLAYER
from testkit.line import position
from testkit.surface import SECOND, now_us, plain
from testkit.wire import DBusError

STATES = {"playing": "Playing", "stopped": "Stopped"}
LOOPS = {"off": "None", "one": "Track", "all": "Playlist"}


def lines(content):
    """Returns the three lines as the table has them: MPRIS's title, artists and album."""
    kind, get = content["kind"], content.get
    first, second, third = get("title"), None, None
    if kind in ("podcast", "tv-show"):
        second = third = get("show-name")
    elif kind == "book":
        second = get("author")
    elif kind == "radio":
        first = first or get("program-name") or get("station-name")
        second, third = get("station-name"), get("station-name")
        second = None if second == first else second
    elif kind == "home-media":
        first = first or get("description") or get("source-name")
        second = None if get("source-name") == first else get("source-name")
    elif kind not in ("music", "movie"):
        second = None if get("subtitle") == first else get("subtitle")
    artists = get("artists") or ([second] if second else None if get("album-artists") else [""])
    album = get("album") or third
    is_repeated = kind in ("podcast", "tv-show", "radio") and artists == [album]
    return first, artists, None if is_repeated else album


def is_offered(session, command):
    return any(entry["command"] == command and entry["enabled"] for entry in session.commands)


def differences(session, mpris, now):
    """Returns the values in which MPRIS differs from the session."""
    content, playback = session.content, session.playback
    said = plain(mpris["Metadata"])
    current = {entry["command"]: entry.get("current") for entry in session.commands}
    wanted = {
        "lines": lines(content), "length": content.get("duration"), "state": STATES.get(playback["state"], "Paused"),
        "rate": playback["rate"] or playback["default-rate"],
        "volume": session.volume if session.volume >= 0 else plain(mpris["Volume"]),
        "loop": LOOPS[current["change-repeat-mode"]] if "change-repeat-mode" in current else None,
        "shuffle": current["change-shuffle-mode"] != "off" if "change-shuffle-mode" in current else None,
        "next": is_offered(session, "next"), "previous": is_offered(session, "previous")}
    found = {
        "lines": (said.get("xesam:title"), said.get("xesam:artist"), said.get("xesam:album")),
        "length": said.get("mpris:length"), "state": plain(mpris["PlaybackStatus"]), "rate": plain(mpris["Rate"]),
        "volume": plain(mpris["Volume"]), "loop": plain(mpris.get("LoopStatus")),
        "shuffle": plain(mpris.get("Shuffle")),
        "next": plain(mpris["CanGoNext"]), "previous": plain(mpris["CanGoPrevious"])}
    wrong = {key: (wanted[key], found[key]) for key in wanted if wanted[key] != found[key]}
    at = position({key: v for key, v in session.copy.objects[session.path]["org.nowplaying.Session1"][
        "Playback"].value.items()}, now, content.get("duration"))
    if at is not None and abs(at - plain(mpris["Position"])) > 200_000:
        wrong["position"] = (at, plain(mpris["Position"]))
    return wrong


def agrees(reference, session, name=None):
    """Checks that MPRIS and the session have the same values when nothing is pending. Differences are read again, up to
    ten times, if the machine was too slow to read both at one moment."""
    wrong = {}
    for _ in range(10):
        session.surface.settle()
        before = now_us()
        mpris = reference.mpris_all(name)
        after = now_us()
        wrong = differences(session, mpris, (before + after) // 2)
        if not wrong or after - before < 50_000:
            break
    assert not wrong, f"the session and MPRIS: {wrong}"


def test_6_7_another_primary(reference, main, side):
    side.send("play").wait(lambda it: it.application_primary, "it is primary")
    agrees(reference, side)
    side.send("stop")
    agrees(reference, side)
    side.send("pause")
    main.wait(lambda it: it.application_primary, "it is primary")
    agrees(reference, main)


def test_6_7_the_remote_session(reference, kitchen):
    agrees(reference, kitchen, reference.kitchen)
    kitchen.send("play").wait_playback(state="playing")
    agrees(reference, kitchen, reference.kitchen)
    kitchen.send("pause").wait_playback(state="paused")
    agrees(reference, kitchen, reference.kitchen)


def test_6_7_what_mpris_does_is_sent_here(reference, main):
    """A surface of either protocol sees the effect of the other."""
    for key, value, sent in (("Volume", 0.3, lambda it: it.volume == 0.3),
                             ("LoopStatus", "Track", lambda it: it.command("change-repeat-mode")["current"] == "one"),
                             ("Shuffle", True, lambda it: it.command("change-shuffle-mode")["current"] == "items"),
                             ("Rate", 1.5, lambda it: it.playback["rate"] == 1.5)):
        reference.mpris_set(key, value)
        main.wait(sent, f"{key} is {value}")
        agrees(reference, main)
    for member, sent in (("Pause", lambda it: it.state == "paused"), ("PlayPause", lambda it: it.state == "playing"),
                         ("Stop", lambda it: it.state == "stopped"), ("Play", lambda it: it.state == "playing"),
                         ("Next", lambda it: it.item == "podcast"), ("Previous", lambda it: it.item == "music")):
        reference.mpris_do(member)
        main.wait(sent, f"{member} is done")
        agrees(reference, main)
    reference.mpris_do("Pause")
    main.wait_playback(state="paused")
    before = main.position()
    reference.mpris_do("Seek", "x", 20 * SECOND)
    main.wait(lambda it: it.position() == before + 20 * SECOND, "it is 20 s further")
    agrees(reference, main)


def test_6_7_after_a_storm(reference, main, side):
    for number in range(40):
        main.set_volume(number / 100)
        main.send(("next", "pause", "play")[number % 3])
        with contextlib.suppress(DBusError):  # of live items
            main.send("seek-to-position", position=number * SECOND)
        if number % 10 == 0:
            side.send(("play", "pause")[number // 10 % 2])
    surface = main.surface
    surface.settle()
    name = next(name for name in ("main", "side") if surface.local[name].application_primary)
    agrees(reference, surface.local[name])


def test_6_7_mpris_alone_loses_nothing(bus, reference):
    """playerctl does not know this protocol."""
    player = reference.local.removeprefix("org.mpris.MediaPlayer2.")
    assert bus.playerctl("-p", player, "metadata", "xesam:title") == "Trial Song"
    bus.playerctl("-p", player, "next")
    bus.wait_for(lambda: bus.playerctl("-p", player, "metadata", "xesam:title") == "Episode 7", "the next item")
    assert reference.bus.pinger.call(reference.local, PATH, "org.freedesktop.DBus.Properties", "Get", "ss", PLAYER,
                                 "CanGoNext")[0].value is True
