#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The driver of GLib for the scenarios of contract/scenarios/surfaces: the surface, as their page describes it.

usage: surface_driver.py     with the folder that Meson built in as $NOWPLAYING_GLIB
"""
import functools
import json
import operator
import os
import sys

import gi
from testkit.driving import decoded, line

gi.require_version("GIRepository", "2.0")
from gi.repository import GIRepository

for prepend in GIRepository.Repository.prepend_search_path, GIRepository.Repository.prepend_library_path:
    prepend(os.environ["NOWPLAYING_GLIB"])
gi.require_version("NowPlayingGLib", "0")
from gi.repository import Gio, GLib, GObject
from gi.repository import NowPlayingGLib as NP

NAMES = {"device-type": "type", "elapsed": "position", "is-at-live-edge": "at-live-edge"}  # as the scenarios have them
LISTS = {"queue-entries": ("queue", "entries"), "playlist-entries": ("playlists", "lists")}
MODES = {"change-repeat-mode": NP.RepeatMode, "change-shuffle-mode": NP.ShuffleMode, "feedback": NP.Feedback}
# The function of each verb, and its arguments.
ACTIONS = {
    "send": "send_command", "press": "send_command", "set-volume": "set_volume device volume",
    "step-volume": "step_volume device step", "select-track": "select_track kind id", "raise": "raise", "quit": "quit",
    "artwork": "get_artwork width height", "chapter-artwork": "get_chapter_artwork chapter width height",
    "preview": "get_preview ratio width height", "follow-queue": "follow_queue follow", "go-to": "queue_go_to id",
    "add": "queue_add uri after play", "remove": "queue_remove id",
    "follow-playlists": "follow_playlists follow order reverse", "activate-playlist": "activate_playlist id"}
# Other numbers below 0 are those that are not there.
MAY_BE_NEGATIVE = {"mode", "rate", "default-rate", "release-date", "first-played", "last-played"}


def say(verb, **values):
    print(line(verb, values), flush=True)


def word(enumeration, text):
    return getattr(enumeration, text.replace("-", "_").upper())


READ = {  # How an argument is read; others are text.
    **dict.fromkeys(("position", "interval"), lambda text: round(float(text) * 1e6)),
    **dict.fromkeys(("volume", "rate", "rating"), float),
    **dict.fromkeys(("step", "width", "height", "chapter", "button"), lambda text: int(text or 0)),
    **dict.fromkeys(("on", "toggle", "play", "reverse"), "true".__eq__), "follow": "false".__ne__,
    "phase": lambda text: word(NP.Phase, text), "kind": lambda text: word(NP.TrackKind, text),
    "ratio": lambda text: word(NP.AspectRatio, text), "order": lambda text: word(NP.Order, text or "any")}
# The property of an event for each argument of a command.
EVENT = {"position": "time-us", "interval": "time-us", "on": "mode", **{
    key: key for key in ("rate", "rating", "phase", "mode", "button", "toggle", "id")}}


def plain(value):
    """Returns a value as JSON has it: an object by its properties, an enumeration by its words."""
    if isinstance(value, GObject.GFlags):
        return value.value_nicks
    if isinstance(value, GObject.GEnum):
        return value.value_nick
    if isinstance(value, GLib.DateTime):
        return value.to_unix()
    if isinstance(value, Gio.ListModel):
        return [plain(value.get_item(index)) for index in range(value.get_n_items())]
    if isinstance(value, GObject.Object):
        return fields(value)
    return value


def fields(value):
    """Returns the properties of an object, with times in seconds, under the names of the scenarios."""
    found = {}
    for spec in value.list_properties():
        each = plain(value.get_property(spec.name))
        name = spec.name[:-3] if spec.name.endswith("-us") else spec.name
        if isinstance(each, (int, float)) and each < 0 and spec.name not in MAY_BE_NEGATIVE:
            each = None
        elif spec.name.endswith("-us"):
            each /= 1e6
        found[NAMES.get(name, name)] = each
    made = MADE.get(type(value))
    return {**found, **(made(value, found) if made else {})}


def of_command(command, found):
    modes = MODES.get(found["kind"])
    low, high = command.get_property("rate-minimum"), command.get_property("rate-maximum")
    return {"intervals": [each / 1e6 for each in command.get_intervals_us()], "rates": command.get_rates(),
            "rate-range": [low, high] if high else None, "current": modes and modes(found["current"]).value_nick,
            "supported": modes and [modes(bit).value_nick for bit in range(3) if found["supported"] >> bit & 1]}


def of_item(item, found):
    ratios = {"square": found["animated-square-id"], "tall": found["animated-tall-id"]}
    ends = [each["start"] for each in found["chapters"][1:]] + [found["duration"] or None]
    return {"duration": found["duration"] or found["duration-kind"], "animated-artwork-ids": ratios,
            "lines": [found[f"{each}-line"] or "" for each in ("first", "second", "third")],
            "extra": {key: item.get_extra(key) for key in item.get_extra_keys()},
            "chapters": [{**each, "end": end} for each, end in zip(found["chapters"], ends)]}


def of_session(session, found):
    shown, item = found.pop("snapshot"), session.get_item()
    place = session.get_snapshot().get_elapsed_us()
    if item is not None and place >= 0:
        is_there, chapter, _ = item.get_chapter_at(place)
        line, end = item.get_lyrics_at(place)
        shown |= {"chapter": chapter if is_there else None}
        shown |= {"line": line, "line-end": None if end < 0 else end / 1e6} if line is not None else {}
    shown["seekable"] = None if shown["seekable-end"] is None else [shown["seekable-start"], shown["seekable-end"]]
    for name, (owner, lists) in LISTS.items():
        entries = found.pop(name)
        if found[owner] is not None:
            found[owner][lists] = entries
    if found["playlists"]:
        orders = found["playlists"]["orders"]
        found["playlists"]["orders"] = [NP.Order(bit).value_nick for bit in range(1, 6) if orders >> bit & 1]
    return {"playback": shown}


MADE = {NP.Command: of_command, NP.Item: of_item, NP.Session: of_session,
        NP.Control: lambda control, found: {"rates": control.get_rates(), "interval": found["time"]},
        NP.QueueEntry: lambda entry, found: {"duration": found["duration"] or None}}


class Driver:
    """Does the steps with a surface."""

    def __init__(self):
        self.surface = None

    def do_surface(self, twins="false"):
        address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
        self.surface = NP.Surface(name="scenario", bus_address=address, twins=twins == "true")
        self.surface.init()
        for name in "added", "changed", "removed":
            self.surface.connect(f"session-{name}", lambda _, session, *what, name=name: say(
                name, name=session.get_display_name(), **({"parts": ",".join(what[0].value_nicks)} if what else {})))
        self.surface.connect("ordered", lambda _: say("ordered"))
        self.surface.connect("notify::listed", lambda surface, _: surface.get_listed() and say("listed"))

    def do_ratios(self, ratios):
        wanted = [word(NP.AspectRatios, each) for each in ratios.split(",")]
        self.surface.set_aspect_ratios(functools.reduce(operator.or_, wanted))

    def do_look(self):
        return {"sessions": json.dumps([plain(session) for session in self.surface])}

    def ask(self, session, verb, given, done):
        name, *keys = ACTIONS[verb].split()
        arguments = [READ.get(key, str)(given.get(key, "")) if key in READ or key in given else None for key in keys]
        if name == "send_command":
            event = NP.CommandEvent(kind=word(NP.CommandKind, given["command"])) if verb == "send" else (
                NP.CommandEvent.new_for_control(session.get_controls().get_item(int(given["index"]))))
            for key in EVENT.keys() & given.keys():
                event.set_property(EVENT[key], word(MODES[given["command"]], given[key]) if key == "mode" else (
                    READ.get(key, str)(given[key])))
            arguments = [event]
        finish = getattr(session, name + "_finish")
        getattr(session, name + "_async")(*arguments, None, lambda _, result: done(finish, result))

    @staticmethod
    def ended(number, finish, result):
        try:
            media = finish(result)
        except GLib.Error as error:
            say("ended", number=number, status=NP.Error(error.code).value_nick, message=error.message)
            return
        values = {}
        if isinstance(media, NP.Media):
            values = {each: media.get_property(each) for each in ("width", "height", "orientation", "mime-type")}
        say("ended", number=number, status="ok", **values)

    def read(self, text):
        verb, values = decoded(text)
        if "number" not in values:
            say("ok", **(getattr(self, f"do_{verb}")(**values) or {}))
            return
        say("ok")
        number = values.pop("number")
        self.ask(self.surface.lookup(values.pop("key")), verb, values, lambda *what: self.ended(number, *what))


def main():
    driver, loop = Driver(), GLib.MainLoop()

    def heard(_channel, condition):
        text = sys.stdin.readline()
        if text:
            driver.read(text)
        else:
            loop.quit()
        return bool(text)

    GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP,
                      heard)
    loop.run()


if __name__ == "__main__":
    main()
