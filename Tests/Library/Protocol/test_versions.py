# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 10: a surface of a later version is served, as far as possible."""

import pytest

from lab.harness.passive import PROPERTIES
from lab.harness.protocol import ANIMATED, APP_PATH, SESSION, SURFACES, TRACKS
from lab.harness.wire import Variant

# Values under keys that this version does not know, also of types that it does not use.
LATER = {"colour": Variant("u", 7), "shape": Variant("(dd)", (1.0, 2.0)), "shades": Variant("a(si)", [("deep", 1)]),
         "inner": Variant("a{sv}", {"aspect-ratios": Variant("as", ["1:1"])}), "path": Variant("o", "/x"),
         "nested": Variant("v", Variant("aay", [[1, 2], []])), "": Variant("b", True)}


def register(surface, declaration):
    return surface.call(surface.local.owner, APP_PATH, SURFACES, "Register", "a{sv}", declaration)


def wait_ratios(surface, *wanted):
    surface.wait(lambda: surface.local.app("AspectRatios") == list(wanted), f"the ratios are {wanted}")


@pytest.mark.parametrize("declaration", [
    {}, {"name": Variant("s", "Panel")}, LATER, {"Aspect-Ratios": Variant("u", 1)}])
def test_10_a_surface_without_ratios_shows_no_animated_artwork(surface, declaration):
    """A surface without ratios is registered nevertheless, and that replaces its earlier registration."""
    surface.local.register("3:4")
    wait_ratios(surface, "3:4")
    register(surface, declaration)
    wait_ratios(surface)
    surface.local.unregister()


def test_10_later_keys_of_a_registration_are_ignored(surface):
    register(surface, {**LATER, "aspect-ratios": Variant("as", ["16:9", "3:4", "circle"])})
    wait_ratios(surface, "3:4")


def test_10_later_arguments_are_ignored(main):
    main.send("pause", **LATER).wait_playback(state="paused")
    main.send("seek-to-position", position=50_000_000, **LATER).wait(lambda it: it.position() == 50_000_000, "it moves")
    main.send("feedback", mode="positive", item="music", **LATER)
    main.wait(lambda it: it.command("feedback", 0)["current"] == "positive", "it is liked")


@pytest.mark.parametrize("command, given, condition", [
    ("mute", {"muted": True}, lambda it: it.playback.get("muted")),
    ("set-rating", {"rating": 0.3}, lambda it: abs(it.content["user-rating"] - 0.3) < 1e-9),
    ("bookmark", {}, lambda it: it.command("bookmark")["active"]),
    ("custom", {"id": "favourite"}, lambda it: it.commands[11]["active"]),
    ("next-chapter", {}, lambda it: it.position() == 120_000_000),
    ("previous-chapter", {}, lambda it: it.position() == 0)])
def test_10_later_arguments_of_the_newest_commands_are_ignored(studio, command, given, condition):
    """This includes arguments of other commands, of any type."""
    others = {"position": Variant("s", "x"), "phase": Variant("u", 1), "button": Variant("as", [])}
    studio.send(command, item="concert", **given, **others, **LATER).wait(condition, f"{command} is done")


def test_10_an_argument_is_not_taken_for_another(surface, studio):
    """A key with an earlier name, with a capital letter, or inside another argument is unknown: the command counts as
    sent without the argument."""
    for command, given in (("custom", {"mode": "on"}), ("custom", {"Id": Variant("s", "favourite")}),
                           ("custom", {"name": Variant("s", "favourite")}),
                           ("custom", {"inner": Variant("a{sv}", {"id": Variant("s", "favourite")})}),
                           ("set-rating", {"user_rating": Variant("d", 0.5)})):
        surface.refused(studio.start(command, **given), "InvalidArgument")


def test_10_a_surface_that_knows_none_of_the_newest_rows(surface, studio):
    """A surface that knows only the older commands sends these, without naming the item. The player never calls it."""
    studio.send("play").wait_playback(state="playing")
    studio.send("next").wait_item("broadcast")
    studio.send("pause").wait_playback(state="paused")
    studio.send("seek-to-position", position=5_000_000).wait(lambda it: it.position() == 5_000_000, "it moves")
    studio.set_volume(0.2)
    studio.wait(lambda it: it.volume == 0.2, "the volume")


@pytest.mark.parametrize("declaration", [
    {"aspect-ratios": Variant("as", [])}, {"aspect-ratios": Variant("as", ["2:1", "9:16"]), "kinds": Variant("as", [])},
    {"aspect-ratios": Variant("as", ["1:1"] * 64)}, {"version": Variant("u", 2), "name": Variant("s", "Later")}])
def test_10_who_registers_with_what_is_not_known_is_registered(surface, other, declaration):
    """A registration with unknown words replaces the surface's earlier one; known words beside them count."""
    surface.local.register("1:1", "3:4")
    other.local.register("3:4")
    wait_ratios(surface, "1:1", "3:4")
    register(surface, declaration)
    known = "1:1" in declaration.get("aspect-ratios", Variant("as", [])).value
    wait_ratios(surface, *["1:1"] * known, "3:4")
    other.local.unregister()
    wait_ratios(surface, *["1:1"] * known)


def test_10_kinds_of_tracks_that_are_not_known(surface, studio):
    for kind in "scent", "video", "audio-description", "":
        for identifier in "en", "":
            call = studio.start_raw("SelectTrack", "ss", kind, identifier, interface=TRACKS)
            surface.refused(call, "NotOffered")


def test_10_what_is_not_known_is_refused_by_name(surface, main):
    for start in (main.start_preview, main.start_video):
        for ratio in ("16:9", "", "1:1 ", "4:3", "circle"):
            surface.refused(start("moving-1", ratio), "NotFound")
        surface.refused(start("moving-1", "16:9", 16385), "InvalidArgument")
    for word in "boost-bass", "seek-to-chapter", "mute-others", "custom-2", "set-rating ":
        surface.refused(main.start(word, **LATER), "NotOffered")
    surface.refused(main.start("change-repeat-mode", mode="album", **LATER), "InvalidArgument")
    surface.refused(main.start("seek-forward", phase="faster"), "InvalidArgument")


def test_10_later_interfaces_and_members(surface, main):
    later = {"org.freedesktop.DBus.Error." + name for name in ("UnknownMethod", "UnknownInterface")}
    for interface, member in ((SESSION, "GetLyrics"), ("org.nowplaying.Session2", "SendCommand"),
                              (ANIMATED, "GetLoop"), ("org.nowplaying.Queue1", "Add")):
        assert surface.error(main.start_raw(member, interface=interface)).name in later
    for interface in ("org.nowplaying.Session2", "org.nowplaying.Queue1"):
        call = surface.start(main.copy.owner, main.path, PROPERTIES, "Get", "ss", interface, "Content")
        assert surface.error(call).name.startswith("org.freedesktop.DBus.Error.Unknown")
    main.send("next").wait_item("podcast")
