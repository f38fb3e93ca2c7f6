#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The driver of Python for the scenarios of contract/scenarios/surfaces: the surface, as their page describes it.

usage: surface_driver.py     with the libraries in $NOWPLAYING_LIBRARY and $NOWPLAYING_SURFACE_LIBRARY
"""
import dataclasses
import enum
import json
import sys
from datetime import datetime

from driver import MODES, decoded, say, texts, word
from nowplaying import surface as np

INFO = ("bus_name", "application_id", "display_name", "desktop_entry", "process_id", "twin_key", "volume", "key",
        "primary", "abilities", "commands", "controls", "devices", "tracks", "queue", "playlists")
METHODS = {"lyrics_at", "chapter_at"}
NUMBERS = {"position": float, "interval": float, "rate": float, "rating": float,
           "phase": lambda text: word(np.Phase, text), "on": lambda text: text == "true"}


def name_of(member):
    return member.name.lower().replace("_", "-")


def plain(value):
    """Returns a value as JSON has it: a record by the names of its fields, an enumeration by its words."""
    if isinstance(value, enum.Flag):
        return [name_of(each) for each in type(value) if each.value and each in value]
    if isinstance(value, enum.Enum):
        return name_of(value)
    if isinstance(value, datetime):
        return value.timestamp()
    if dataclasses.is_dataclass(value):
        return {key.name.replace("_", "-"): plain(getattr(value, key.name)) for key in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {plain(key): plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, (tuple, list, frozenset)) else value


def playback(session):
    shown, item = session.snapshot(), session.item
    found = plain(shown)
    if item is not None and shown.position is not None:
        chapter, line = item.chapter_at(shown.position), item.lyrics_at(shown.position)
        found["chapter"] = chapter and chapter.index
        found["line"], found["line-end"] = (line.text, line.end) if line else (None, None)
    return found


def described(session):
    """Returns everything that a session says."""
    found = {name.replace("_", "-"): plain(getattr(session, name)) for name in INFO}
    if session.item is not None:
        found["item"] = {name.replace("_", "-"): plain(getattr(session.item, name)) for name in dir(session.item)
                         if name[0] != "_" and name not in METHODS}
    return {**found, "session-id": session.id, "playback": playback(session)}


class Driver:
    """Does the steps with a surface, and keeps the sessions as it has seen them last."""

    def __init__(self):
        self.surface, self.sessions = None, {}

    def do_surface(self, twins="false"):
        self.surface = np.Surface(
            "scenario", twins=twins == "true", on_listed=lambda: say("listed"), on_ordered=lambda: say("ordered"),
            on_added=lambda session: say("added", name=session.display_name),
            on_removed=lambda session: say("removed", name=session.display_name),
            on_changed=lambda session, what: say("changed", name=session.display_name, parts=",".join(plain(what))))

    def do_ratios(self, ratios):
        self.surface.aspect_ratios = [word(np.AspectRatio, each) for each in texts(ratios)]

    def do_look(self):
        sessions = self.surface.sessions
        self.sessions = {session.key: session for session in sessions}
        return {"sessions": json.dumps([described(session) for session in sessions])}

    def ask(self, session, verb, given):
        """Begins an action, and returns it."""
        size = int(given.get("width", 0)), int(given.get("height", 0))
        device = next((each for each in session.devices if each.id == given.get("device")), None)
        entry = np.QueueEntry(given.get("id", ""))
        if verb == "send":
            command = word(np.CommandKind, given["command"])
            values = [word(MODES[given["command"]], given[key]) if key == "mode" else NUMBERS[key](given[key])
                      for key in ("mode", *NUMBERS) if key in given]
            command = next((each for each in session.commands if each.kind == command and (
                each.id == given.get("id") or str(each.button) == given.get("button"))), command)
            return session.send(command, *values, toggle=given.get("toggle") == "true")
        if verb == "press":
            return session.press(session.controls[int(given["index"])], word(np.Phase, given.get("phase", "begin")))
        if verb == "select-track":
            kind, tracks = word(np.TrackKind, given["kind"]), session.tracks
            return session.select_track(next((each for each in tracks if each.id == given.get("id")), kind))
        return {
            "raise": session.raise_window, "quit": session.quit, "artwork": lambda: session.artwork(*size),
            "set-volume": lambda: session.set_volume(float(given["volume"]), device),
            "step-volume": lambda: session.step_volume(device, int(given["step"])),
            "chapter-artwork": lambda: session.chapter_artwork(session.item.chapters[int(given["chapter"])], *size),
            "preview": lambda: session.preview(word(np.AspectRatio, given["ratio"]), *size),
            "follow-queue": lambda: session.follow_queue(given.get("follow") != "false"),
            "go-to": lambda: session.go_to(entry), "remove": lambda: session.remove_from_queue(entry),
            "add": lambda: session.add_to_queue(given["uri"], given.get("after") and np.QueueEntry(given["after"]),
                                                given.get("play") == "true"),
            "follow-playlists": lambda: session.follow_playlists(
                given.get("follow") != "false", order=word(np.PlaylistOrder, given.get("order", "any")),
                reverse=given.get("reverse") == "true"),
            "activate-playlist": lambda: session.activate_playlist(np.ShownPlaylist(given["id"], "")),
        }[verb]()

    @staticmethod
    def ended(number, action):
        error = action.exception()
        if error is not None:
            say("ended", number=number, status=plain(error.status), message=error)
            return
        media = plain(action.result()) or {}
        media.pop("data", None)
        say("ended", number=number, status="ok", **media)

    def run(self):
        for line in sys.stdin:
            verb, values = decoded(line)
            if "number" not in values:
                say("ok", **(getattr(self, f"do_{verb}")(**values) or {}))
                continue
            say("ok")
            number = values.pop("number")
            try:
                action = self.ask(self.sessions[values.pop("key")], verb, values)
            except (ValueError, TypeError, np.NowPlayingError) as error:
                say("ended", number=number, status=plain(getattr(error, "status", np.Status.INVALID_ARGUMENT)),
                    message=error)
            else:
                action.add_done_callback(lambda action, number=number: self.ended(number, action))
        self.surface.close()


if __name__ == "__main__":
    Driver().run()
