#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The driver of Python for the scenarios of contract/scenarios: the host, as their page describes it.

usage: driver.py     with the library in $NOWPLAYING_LIBRARY
"""
import contextlib
import logging
import sys
import time
from concurrent.futures import Future
from datetime import date
from pathlib import Path
from urllib.parse import quote, unquote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
import nowplaying as np

KINDS = {"music": np.Music, "podcast": np.Podcast, "book": np.Book, "movie": np.Movie, "tv-show": np.TVShow,
         "radio": np.Radio, "home-media": np.HomeMedia, "generic": np.Generic}
ITEM = {"artwork", "picture", "form", "chapters", "extra", "tags"}
ARGUMENTS = {"seek-to-position": "position", "skip-forward": "interval", "skip-backward": "interval",
             "seek-forward": "phase", "seek-backward": "phase", "change-rate": "rate", "change-repeat-mode": "mode",
             "change-shuffle-mode": "mode", "feedback": "mode", "set-rating": "rating", "mute": "on"}
MODES = {"change-repeat-mode": np.RepeatMode, "change-shuffle-mode": np.ShuffleMode, "feedback": np.Feedback}


def say(verb, **values):
    """Prints a line. Handlers run on another thread, so it is written at once."""
    pairs = (f"{key}={quote(str(value), safe='.')}" for key, value in values.items())
    sys.stdout.write(" ".join([verb, *pairs]) + "\n")
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


def duration(text):
    return {"live": np.Duration.LIVE, "continuous": np.Duration.CONTINUOUS}.get(text) or float(text)


def text_of(value):
    """Returns a value of an event as it is written."""
    if isinstance(value, bool):
        return str(value).lower()
    return value.name.lower() if hasattr(value, "name") else value


def made(form, picture):
    """Returns a picture in the form in which a host has it."""
    return {"file": Path, "data": lambda path: Path(path).read_bytes(), "address": np.Artwork.url}[form](picture)


FIELDS = {  # How the text of a field is read; other fields are text.
    "duration": duration, "media_type": lambda text: word(np.MediaType, text),
    **dict.fromkeys(("artists", "album_artists", "composers", "lyricists", "genres", "comments",
                     *(f"musicbrainz_{each}_ids" for each in ("track", "album", "artist", "album_artist"))), texts),
    **dict.fromkeys(("track_number", "disc_number", "beats_per_minute", "play_count", "chapter", "chapter_count",
                     "season", "episode"), int),
    **dict.fromkeys(("explicit", "excluded_from_suggestions", "advertisement"), lambda text: text == "true"),
    **dict.fromkeys(("user_rating", "auto_rating"), float)}


class Driver:
    """Does the steps, and answers the handlers as a step has said."""

    def __init__(self):
        self.app = self.session = self.position = None
        self.answers, self.waiting, self.staged, self.changes = {}, {}, {}, []

    def answer(self, word, **given):
        """Tells that a handler was called, and answers as a step has said."""
        kind, _, text = self.answers.get(word, "ok").partition(":")
        answer = self.waiting[word] = Future() if kind == "later" else None
        say(word, **{key.replace("_", "-"): text_of(value) for key, value in given.items()})
        if kind == "failed":
            raise np.NowPlayingError(unquote(text))
        return answer

    def do_app(self, can="", name="", idle="", **options):
        can = texts(can)
        handlers = {
            "raise": ("on_raise", lambda: self.answer("raise")),
            "quit": ("on_quit", lambda: self.answer("quit")),
            "fullscreen": ("on_fullscreen", lambda wanted: self.answer("fullscreen", on=wanted)),
            "playlists": ("on_activate_playlist", lambda id: self.answer("activate-playlist", id=id)),
            "uris": ("on_open_uri", lambda uri: self.answer("open-uri", uri=uri))}
        given = dict(handlers[each] for each in can)
        given |= {key.replace("-", "_"): texts(value) if key == "mime-types" else value
                  for key, value in options.items()}
        if "uris" in can:
            given["uri_schemes"] = ["file", "https"]
        self.app = np.App("org.example.Scenario", display_name=name, show_idle=idle == "true", **given)

    def do_looks(self, name=None, fullscreen=None):
        if name is not None:
            self.app.display_name = name
        if fullscreen is not None:
            self.app.fullscreen = fullscreen == "true"

    def do_session(self, can="", id="", remote=""):
        handlers = {
            "volume": ("on_volume", lambda volume: self.answer("volume", volume=volume)),
            "go-to": ("on_queue_go_to", lambda entry: self.answer("go-to", id=entry, row=entry.row)),
            "add": ("on_queue_add", lambda uri, after, now: self.answer(
                "add", uri=uri, after=after or "", row="" if after is None else after.row, now=now)),
            "remove": ("on_queue_remove", lambda entry: self.answer("remove", id=entry, row=entry.row)),
            "tracks": ("on_select_track", lambda kind, id: self.answer("select-track", kind=kind, id=id or "")),
            "position": ("on_position", lambda: self.position),
            "primary": ("on_primary_changed", lambda primary: say("primary", ways=",".join(
                each.name.lower() for each in (np.Primary.APPLICATION, np.Primary.SYSTEM) if each in primary))),
            "device-volume": ("on_device_volume", lambda id, volume: self.answer("device-volume", id=id,
                                                                                 volume=volume)),
            "device-step": ("on_device_step", lambda id, step: self.answer("device-step", id=id, step=step))}
        cls = np.RemoteSession if remote == "true" else np.Session
        self.session = cls(self.app, id, **dict(handlers[each] for each in texts(can)))

    def artwork(self, id, form, picture):
        """Returns a picture whose function is asked for it; without one, a picture that comes later."""
        def load(_width, _height):
            self.answer("artwork", id=id)
            return made(form, picture)

        return np.Artwork(id, load) if picture else np.Artwork.later(id)

    def do_content(self, kind, **values):
        given = {key.replace("-", "_"): value for key, value in values.items()}
        form, picture = given.get("form", "file"), given.get("picture")
        fields = {key: FIELDS.get(key, str)(value) for key, value in given.items() if key not in ITEM}
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

    def do_snapshot(self, state, position=None, rate="1", text="", kind="other", **others):
        at = None if position is None else float(position)
        if state == "none":
            self.staged["snapshot"] = None
            return
        if state == "failed":
            self.staged["snapshot"] = np.Snapshot.failed(text, word(np.ErrorKind, kind), at)
            return
        options = {key.replace("-", "_"): float(others[key]) for key in ("default-rate", "buffered") if key in others}
        if "seekable" in others:
            options["seekable"] = numbers(others["seekable"])
        if "ago" in others:
            options["timestamp"] = time.monotonic() - float(others["ago"])
        self.staged["snapshot"] = np.Snapshot(
            np.PlaybackState[state.upper()], at, float(rate), at_live_edge="live-edge" in others, **options)

    def do_commands(self, **given):
        """The commands that there are from now on, each with its value."""
        self.staged["commands"] = [self.command(word, value) for word, value in given.items()]

    def command(self, kind, value, **options):
        def handler(*given):
            return self.answer(kind, **{ARGUMENTS[kind]: given[0]} if given else {"id": options["id"]}
                               if kind == "custom" else {})

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
        options = {key.replace("-", "_"): {"slot": lambda text: word(np.Slot, text), "steps": int,
                                           "active": lambda text: text == "true"}.get(key, str)(text)
                   for key, text in looks.items()}
        made = self.command(command, value, **options)
        self.changes.append(lambda session: session.set_command(made))

    def do_change(self, command, id="", **what):
        """Changes one property of a command."""
        flags = {key: value == "true" for key, value in what.items() if key != "mode"}
        change = {
            "change-repeat-mode": lambda session: session.set_repeat_mode(word(np.RepeatMode, what["mode"])),
            "change-shuffle-mode": lambda session: session.set_shuffle_mode(word(np.ShuffleMode, what["mode"])),
            "feedback": lambda session: session.set_feedback(word(np.Feedback, what["mode"])),
            "custom": lambda session: session.set_custom_command(id, **flags)}
        self.changes.append(change.get(command, lambda session: session.set_command_enabled(
            word(np.CommandKind, command), flags["enabled"])))

    def do_volume(self, volume=None, maximum=None, muted=None):
        if volume is not None:
            self.staged["volume"] = None if volume == "none" else float(volume)
        if maximum is not None:
            self.staged["volume_maximum"] = float(maximum)
        if muted is not None:
            self.staged["muted"] = muted == "true"

    def do_queue(self, ids="", row=None):
        self.staged["queue"] = [np.Music(f"Title of {id}", id=id) for id in texts(ids)]
        if row is not None:
            self.do_row(row)

    def do_row(self, row=None):
        self.staged["queue_row"] = None if row is None else int(row)

    def do_playlists(self, ids="", active=None, **dates):
        columns = {key.replace("-", "_"): texts(value) for key, value in dates.items()}
        self.app.playlists = [
            np.Playlist(id, f"Name of {id}", **{
                key: column[row] or None if key == "icon_url" else date.fromisoformat(column[row])
                for key, column in columns.items()})
            for row, id in enumerate(texts(ids))]
        self.app.active_playlist = active

    def do_tracks(self, rows=""):
        of = np.TrackCharacteristics
        names = {"default": of.IS_DEFAULT, "forced": of.IS_FORCED, "commentary": of.IS_COMMENTARY,
                 "describes-video": of.DESCRIBES_VIDEO}
        self.staged["tracks"] = [
            np.Track(id, word(np.TrackKind, kind), language, title, of(sum(names[each] for each in traits.split())),
                     selected == "true") for kind, id, language, title, selected, traits in table(rows, 6)]

    def do_devices(self, rows=""):
        self.staged["devices"] = [
            np.Device(id, name, word(np.DeviceType, kind), volume=float(volume) if volume else None,
                      can_step=can_step == "true") for id, name, kind, volume, can_step in table(rows, 5)]

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

    def do_primary(self, which="application"):
        getattr(self.session, f"request_{which}_primary")()

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
                say("failed", text=error)
            else:
                say("ok")
        with contextlib.ExitStack() as stack:
            for each in self.app, self.session:
                if each:
                    stack.callback(each.close)


class Complaints(logging.Handler):
    def emit(self, record):
        if record.getMessage().startswith(("client bug", "library bug")):
            say("complaint", text=record.getMessage())


if __name__ == "__main__":
    logging.getLogger("nowplaying").addHandler(Complaints())
    Driver().run()
