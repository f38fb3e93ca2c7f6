#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The driver of Python for the scenarios of contract/scenarios: the host, as their page describes it.

usage: driver.py     with the library in $NOWPLAYING_LIBRARY
"""
import functools
import logging
import sys
import time
from concurrent.futures import Future
from datetime import date
from enum import Enum
from pathlib import Path
from urllib.parse import quote, unquote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
import nowplaying as np

KINDS = {"music": np.Music, "podcast": np.Podcast, "book": np.Book, "movie": np.Movie, "tv-show": np.TVShow,
         "radio": np.Radio, "home-media": np.HomeMedia, "generic": np.Generic}
CONTENT = {"artwork", "picture", "form", "chapters", "extra", "tags"}  # what is read apart from the fields
MODES = {"change-repeat-mode": np.RepeatMode, "change-shuffle-mode": np.ShuffleMode, "feedback": np.Feedback}


def say(verb, *given, **values):
    """Prints a line. Handlers run on another thread, so it is written at once."""
    words = [quote(text_of(value), safe=".") for value in given]
    words += [f"{key}={quote(str(value), safe='.')}" for key, value in values.items()]
    sys.stdout.write(" ".join([verb, *words]) + "\n")
    sys.stdout.flush()


def decoded(line):
    """Returns the verb and the pairs of a line."""
    verb, *pairs = line.split()
    return verb, {key: unquote(value) for key, _, value in (pair.partition("=") for pair in pairs)}


def texts(value):
    return [unquote(each) for each in value.split(",")] if value else []


def table(value, width):
    """Returns the rows of a table, which is given as the list of its cells."""
    cells = texts(value)
    return [cells[start:start + width] for start in range(0, len(cells), width)]


def numbers(value):
    return [float(each) for each in value.split(",")]


def word(enumeration, text):
    return enumeration[text.replace("-", "_").upper()]


def truth(text):
    return text == "true"


def duration(text):
    return {"live": np.Duration.LIVE, "continuous": np.Duration.CONTINUOUS}.get(text) or float(text)


def text_of(value):
    """Returns an argument of a handler as it is written."""
    if isinstance(value, (bool, Enum)):
        return str(value).lower().replace("|", ",")
    return "" if value is None else str(value)


def made(form, picture):
    """Returns a picture in the form in which a host has it."""
    return {"file": Path, "data": lambda path: Path(path).read_bytes(), "address": np.Artwork.url}[form](picture)


READERS = {  # How the text of a value is read; others are text.
    "duration": duration, "seekable": numbers,
    **dict.fromkeys(("artists", "album_artists", "composers", "lyricists", "genres", "comments", "uri_schemes",
                     "mime_types", *(f"musicbrainz_{each}_ids" for each in (
                         "track", "album", "artist", "album_artist"))), texts),
    **dict.fromkeys(("track_number", "disc_number", "beats_per_minute", "play_count", "chapter", "chapter_count",
                     "season", "episode", "steps", "row"), int),
    **dict.fromkeys(("explicit", "excluded_from_suggestions", "advertisement", "enabled", "active", "at_live_edge",
                     "show_idle", "fullscreen", "muted"), truth),
    **dict.fromkeys(("user_rating", "auto_rating", "position", "rate", "default_rate", "buffered", "volume",
                     "volume_maximum"), lambda text: None if text == "none" else float(text)),
    **{key: functools.partial(word, enumeration) for key, enumeration in {
        "media_type": np.MediaType, "state": np.PlaybackState, "error_kind": np.ErrorKind, "slot": np.Slot}.items()}}


def read(values):
    """Returns the values of a step as the names and the types of the binding."""
    names = {key.replace("-", "_"): value for key, value in values.items()}
    return {name: READERS.get(name, str)(value) for name, value in names.items()}


class Driver:
    """Does the steps, and answers the handlers as a step has said."""

    def __init__(self):
        self.app = self.session = self.position = None
        self.answers, self.waiting, self.staged, self.changes = {}, {}, {}, []

    def answer(self, word, *given):
        """Tells that a handler was called, and answers as a step has said."""
        kind, _, text = self.answers.get(word, "ok").partition(":")
        answer = self.waiting[word] = Future() if kind == "later" else None
        rows = [each.row for each in given if isinstance(each, np.QueueEntry)] or [None]
        say(word, *given, *(rows if word.startswith("queue_") else []))
        if kind == "failed":
            raise np.NowPlayingError(text)
        return answer

    def handlers(self, can):
        found = {f"on_{name}": functools.partial(self.answer, name) for name in texts(can)}
        return {**found, "on_position": lambda: self.position} if "on_position" in found else found

    def do_app(self, can="", **options):
        self.app = np.App("org.example.Scenario", **self.handlers(can), **read(options))

    def do_looks(self, **looks):
        for name, value in read(looks).items():
            setattr(self.app, name, value)

    def do_session(self, can="", id="", remote=""):
        kind = np.RemoteSession if truth(remote) else np.Session
        self.session = kind(self.app, id, **self.handlers(can))

    def artwork(self, id, form, picture):
        """Returns a picture whose function is asked for it; without one, a picture that comes later."""
        def load(_width, _height):
            self.answer("artwork", id)
            return made(form, picture)

        return np.Artwork(id, load) if picture else np.Artwork.later(id)

    def do_content(self, kind, **given):
        form, picture = given.get("form", "file"), given.get("picture")
        fields = read({key: value for key, value in given.items() if key not in CONTENT})
        if "artwork" in given:
            fields["artwork"] = self.artwork(given["artwork"], form, picture)
        if "chapters" in given:
            fields["chapters"] = [np.Chapter(float(start), title, self.artwork(id, form, picture) if id else None)
                                  for start, title, id in table(given["chapters"], 3)]
        if "extra" in given:
            fields["extra"] = dict(table(given["extra"], 2))
        make = np.Content if kind == "tagged" else KINDS[kind]
        self.staged["content"] = (
            make.from_tags([tuple(row) for row in table(given["tags"], 2)], **fields) if "tags" in given
            else make(**fields))

    def do_nothing(self):
        self.staged["content"] = None

    def do_provide(self, id, form="file", picture=None):
        self.session.provide_artwork(id, picture and made(form, picture))

    def do_snapshot(self, state, ago=None, **others):
        if state == "none":
            self.staged["snapshot"] = None
            return
        options = {} if ago is None else {"timestamp": time.monotonic() - float(ago)}
        self.staged["snapshot"] = np.Snapshot(**read({"state": state, **others}), **options)

    def do_commands(self, **given):
        """The commands that there are from now on, each with its value."""
        self.staged["commands"] = [self.command(word, value) for word, value in given.items()]

    def command(self, kind, value, **options):
        def handler(*given):
            return self.answer(kind, *([options["id"]] if kind == "custom" else given))

        options["enabled"] = value != "false"
        if kind.startswith("skip-"):
            options["intervals"] = numbers(value) if value not in ("true", "false") else (10.0,)
        elif ".." in value:
            options["rate_range"] = tuple(float(each) for each in value.split(".."))
        elif kind == "change-rate":
            options["rates"] = numbers(value)
        elif kind in MODES:
            options["current"], *options["supported"] = [word(MODES[kind], each) for each in value.split(",")]
        return np.Command(word(np.CommandKind, kind), handler, **options)

    def do_button(self, command, value="true", **looks):
        made = self.command(command, value, **read(looks))
        self.changes.append(lambda session: session.set_command(made))

    def do_change(self, command, id="", **what):
        """Changes one property of a command."""
        flags = read({key: value for key, value in what.items() if key != "mode"})
        change = {
            "change-repeat-mode": lambda session: session.set_repeat_mode(word(np.RepeatMode, what["mode"])),
            "change-shuffle-mode": lambda session: session.set_shuffle_mode(word(np.ShuffleMode, what["mode"])),
            "feedback": lambda session: session.set_feedback(word(np.Feedback, what["mode"])),
            "custom": lambda session: session.set_custom_command(id, **flags)}
        self.changes.append(change.get(command, lambda session: session.set_command_enabled(
            word(np.CommandKind, command), flags["enabled"])))

    def do_volume(self, **given):
        self.staged.update(read(given))

    def do_queue(self, ids=""):
        self.staged["queue"] = [np.Music(f"Title of {id}", id=id) for id in texts(ids)]

    def do_row(self, row=None):
        self.staged["queue_row"] = None if row is None else int(row)

    def do_playlists(self, rows="", active=None):
        self.app.playlists = [
            np.Playlist(id, name, icon or None, *[date.fromisoformat(each) if each else None for each in dates])
            for id, name, icon, *dates in table(rows, 6)]
        self.app.active_playlist = active

    def do_tracks(self, rows=""):
        of = np.TrackCharacteristics
        names = {"default": of.IS_DEFAULT, "forced": of.IS_FORCED, "commentary": of.IS_COMMENTARY,
                 "describes-video": of.DESCRIBES_VIDEO}
        self.staged["tracks"] = [
            np.Track(id, word(np.TrackKind, kind), language, title, of(sum(names[each] for each in traits.split())),
                     truth(selected)) for kind, id, language, title, selected, traits in table(rows, 6)]

    def do_devices(self, rows=""):
        self.staged["devices"] = [
            np.Device(id, name, word(np.DeviceType, kind), volume=float(volume) if volume else None,
                      can_step=truth(can_step)) for id, name, kind, volume, can_step in table(rows, 5)]

    def do_engine(self, position=None):
        self.position = None if position is None else float(position)

    def do_commit(self):
        staged, changes, self.staged, self.changes = self.staged, self.changes, {}, []
        with self.session.update():
            for name, value in staged.items():
                setattr(self.session, name, value)
            for change in changes:
                change(self.session)

    def do_answers(self, **given):
        self.answers.update(given)

    def do_finish(self, command, failed=None):
        waiting = self.waiting.pop(command)
        if failed is None:
            waiting.set_result(None)
        else:
            waiting.set_exception(np.NowPlayingError(failed))

    def do_primary(self):
        self.session.request_application_primary()

    def do_system(self):
        self.session.request_system_primary()

    def do_resign(self):
        self.session.resign_system_primary()

    def do_close(self):
        self.session.close()

    def run(self):
        for line in sys.stdin:
            verb, values = decoded(line)
            try:
                getattr(self, f"do_{verb}")(**values)
            except (np.NowPlayingError, TypeError, ValueError) as error:
                self.staged, self.changes = {}, []
                say("failed", error)
            else:
                say("ok")
        for each in self.session, self.app:
            if each:
                each.close()


class Complaints(logging.Handler):
    def emit(self, record):
        if record.getMessage().startswith(("client bug", "library bug")):
            say("complaint", record.getMessage())


if __name__ == "__main__":
    logging.getLogger("nowplaying").addHandler(Complaints())
    Driver().run()
