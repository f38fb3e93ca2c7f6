# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 3: Commands, Volume, Devices and what the app says, as they are from the start."""

from harness.protocol import APP, SESSION
from harness.surface import SECOND
from harness.wire import Variant


def entry(command, enabled=True, **more):
    return {"command": Variant("s", command), "enabled": Variant("b", enabled),
            **{key.replace("_", "-"): value for key, value in more.items()}}


def modes(command, current, *supported, **more):
    return entry(command, current=Variant("s", current), supported=Variant("as", list(supported)), **more)


def skip(command, *seconds):
    return entry(command, intervals=Variant("ax", [second * SECOND for second in seconds]))


def feedback(button, mode, title, short):
    return modes("feedback", "neutral", "neutral", mode, button=Variant("u", button), title=Variant("s", title),
                 short_title=Variant("s", short))


MAIN = [*map(entry, ("play", "pause", "stop", "toggle-play-pause", "next", "previous", "seek-to-position")),
        skip("skip-forward", 15, 30), skip("skip-backward", 15), entry("seek-forward"), entry("seek-backward"),
        entry("change-rate", rates=Variant("ad", [0.5, 1.0, 1.5, 2.0])),
        modes("change-repeat-mode", "off", "off", "one", "all"), modes("change-shuffle-mode", "off", "off", "items"),
        feedback(0, "positive", "Like this song", "Like"), feedback(1, "negative", "Dislike this song", "Dislike")]
SIDE = [*map(entry, ("play", "pause", "stop", "toggle-play-pause")), entry("next", False), entry("previous"),
        skip("skip-forward", 30)]


def typed(session, name):
    return session.copy.objects[session.path][SESSION][name]


def test_3_commands_of_main(main):
    assert typed(main, "Commands") == Variant("aa{sv}", MAIN)


def test_3_commands_of_main_stay_with_each_item(main):
    for _ in range(8):
        main.send("next")
        assert main.get("Commands") == Variant("aa{sv}", MAIN)


def test_3_commands_of_side(side):
    assert typed(side, "Commands") == Variant("aa{sv}", SIDE)


def test_3_commands_of_guest(surface, side):
    side.send("toggle-play-pause")
    assert typed(surface.local["guest"], "Commands") == Variant("aa{sv}", [entry("play")])


def test_3_commands_of_kitchen(kitchen):
    assert typed(kitchen, "Commands") == Variant("aa{sv}", list(map(entry, ("play", "pause", "stop"))))


def test_3_volumes(main, side, kitchen):
    assert typed(main, "Volume") == Variant("d", 0.5) and main.can_set_volume is True
    assert typed(side, "Volume") == Variant("d", -1.0) and side.can_set_volume is False
    assert kitchen.volume == -1.0 or 0 <= kitchen.volume <= 1
    assert kitchen.volume >= 0 or not kitchen.can_set_volume


def test_3_devices(kitchen):
    def device(identifier, name, kind, step, **more):
        return {"id": Variant("s", identifier), "name": Variant("s", name), "type": Variant("s", kind),
                "can-step": Variant("b", step), **more}
    found = kitchen.get("Devices", "org.nowplaying.Remote1")
    assert found == Variant("aa{sv}", [
        device("speaker", "Kitchen Speaker", "speaker", False, volume=Variant("d", 0.4)),
        device("tv", "Living Room TV", "tv", True), device("fixed", "Car", "car", False)])


def test_3_surfaces(surface):
    for copy in surface.local, surface.kitchen:
        assert copy.app("AspectRatios") == []
        assert copy.app("PreviewOnly") == []
        assert copy.app("DesktopEntry", APP) == "trial-player"
