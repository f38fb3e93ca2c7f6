# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 10: a surface of a later version is served, as far as possible."""

import pytest

from testkit.passive import PROPERTIES
from testkit.protocol import ANIMATED, APP_PATH, SESSION, SURFACES
from testkit.wire import Variant
from test_surfaces import wait_ratios

# Values under keys that this version does not know, also of types that it does not use.
LATER = {"colour": Variant("u", 7), "shape": Variant("(dd)", (1.0, 2.0)), "shades": Variant("a(si)", [("deep", 1)]),
         "inner": Variant("a{sv}", {"aspect-ratios": Variant("as", ["1:1"])}), "path": Variant("o", "/x"),
         "nested": Variant("v", Variant("aay", [[1, 2], []])), "": Variant("b", True)}


def register(surface, declaration):
    return surface.call(surface.local.owner, APP_PATH, SURFACES, "Register", "a{sv}", declaration)


@pytest.mark.parametrize("declaration", [
    {}, {"name": Variant("s", "Panel")}, LATER, {"Aspect-Ratios": Variant("u", 1)}])
def test_10_a_surface_without_ratios_shows_no_animated_artwork(surface, declaration):
    """A surface without ratios is registered nevertheless, and that replaces its earlier registration."""
    surface.local.register("3:4")
    wait_ratios(surface, "3:4")
    register(surface, declaration)
    wait_ratios(surface)
    surface.local.unregister()


def test_10_later_arguments_are_ignored(main):
    main.send("pause", **LATER).wait_playback(state="paused")
    main.send("seek-to-position", position=50_000_000, **LATER).wait(lambda it: it.position() == 50_000_000, "it moves")
    main.send("feedback", mode="positive", item="music", **LATER)
    main.wait(lambda it: it.command("feedback", 0)["current"] == "positive", "it is liked")


def test_10_later_interfaces_and_members(surface, main):
    later = {"org.freedesktop.DBus.Error." + name for name in ("UnknownMethod", "UnknownInterface")}
    for interface, member in ((SESSION, "GetLyrics"), ("org.nowplaying.Session2", "SendCommand"),
                              (ANIMATED, "GetLoop"), ("org.nowplaying.Queue1", "Add")):
        assert surface.error(main.start_raw(member, interface=interface)).name in later
    for interface in ("org.nowplaying.Session2", "org.nowplaying.Queue1"):
        call = surface.start(main.copy.owner, main.path, PROPERTIES, "Get", "ss", interface, "Content")
        assert surface.error(call).name.startswith("org.freedesktop.DBus.Error.Unknown")
    main.send("next").wait_item("podcast")
