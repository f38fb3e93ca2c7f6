#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The driver of Python for the scenarios of contract/scenarios: the host, as their page describes it.

usage: driver.py     with the library in $NOWPLAYING_LIBRARY
"""
import contextlib
import logging
import sys
from concurrent.futures import Future
from pathlib import Path
from urllib.parse import quote, unquote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
import nowplaying as np

KINDS = {"music": np.Music, "podcast": np.Podcast, "book": np.Book, "movie": np.Movie, "tv-show": np.TVShow,
         "radio": np.Radio, "home-media": np.HomeMedia, "generic": np.Generic}
LISTS = {"artists", "album_artists", "composers", "lyricists", "genres", "comments", "musicbrainz_track_ids",
         "musicbrainz_album_ids", "musicbrainz_artist_ids", "musicbrainz_album_artist_ids"}
INTEGERS = {"track_number", "disc_number", "beats_per_minute", "play_count", "chapter", "chapter_count", "season",
            "episode"}
FLAGS = {"explicit", "excluded_from_suggestions", "advertisement"}
RATINGS = {"user_rating", "auto_rating"}
ITEM = {"kind", "media_type", "duration", "artwork", "picture"}


def say(verb, **values):
    print(" ".join([verb, *(f"{key}={quote(str(value), safe='.')}" for key, value in values.items())]), flush=True)


def texts(value):
    return [unquote(each) for each in value.split(",")] if value else []


def numbers(value):
    return [float(each) for each in value.split(",")]


def content(values):
    """Returns the item of a step."""
    given = {key.replace("-", "_"): value for key, value in values.items()}
    duration, artwork = given.get("duration"), given.get("artwork")
    fields = {key: texts(value) if key in LISTS else int(value) if key in INTEGERS else value == "true" if key in FLAGS
              else float(value) if key in RATINGS else value for key, value in given.items() if key not in ITEM}
    if duration:
        fields["duration"] = {"live": np.Duration.LIVE, "continuous": np.Duration.CONTINUOUS}.get(duration) or \
            float(duration)
    if "media_type" in given:
        fields["media_type"] = np.MediaType[given["media_type"].upper()]
    if artwork:
        fields["artwork"] = np.Artwork(artwork, lambda width, height: Path(given["picture"]))
    return KINDS[given["kind"]](**fields)


class Driver:
    """Does the steps, and answers the handlers as a step has said."""

    def __init__(self):
        self.app = self.session = None
        self.answers, self.waiting, self.staged, self.commands, self.volume = {}, {}, {}, {}, None

    def answer(self, word, **given):
        """Tells that a handler was called, and answers as a step has said."""
        say(word, **{key: str(value).lower() if isinstance(value, bool) else value for key, value in given.items()})
        kind, _, text = self.answers.get(word, "ok").partition(":")
        if kind == "failed":
            raise np.NowPlayingError(unquote(text))
        if kind == "later":
            self.waiting[word] = Future()
            return self.waiting[word]
        return None

    def do_app(self, can="", name="", **options):
        can = set(texts(can))
        handlers = {
            "raise": ("on_raise", lambda: self.answer("raise")),
            "quit": ("on_quit", lambda: self.answer("quit")),
            "fullscreen": ("on_fullscreen", lambda wanted: self.answer("fullscreen", on=wanted)),
            "playlists": ("on_activate_playlist", lambda id: self.answer("activate-playlist", id=id)),
            "uris": ("on_open_uri", lambda uri: self.answer("open-uri", uri=uri))}
        given = dict(handlers[each] for each in can)
        if "uris" in can:
            given["uri_schemes"] = ["file", "https"]
        self.app = np.App("org.example.Scenario", display_name=name, show_idle=options.get("idle") == "true", **given)

    def do_session(self, can="", **options):
        handlers = {
            "volume": ("on_volume", lambda volume: self.answer("volume", volume=volume)),
            "go-to": ("on_queue_go_to", lambda entry: self.answer("go-to", id=entry)),
            "add": ("on_queue_add", lambda uri, after, now: self.answer("add", uri=uri, after=after or "", now=now)),
            "remove": ("on_queue_remove", lambda entry: self.answer("remove", id=entry)),
            "tracks": ("on_select_track", lambda kind, id: self.answer("select-track", kind=kind.name.lower(),
                                                                       id=id or ""))}
        self.session = np.Session(self.app, options.get("id", ""), **dict(handlers[each] for each in texts(can)))

    def do_content(self, **values):
        self.staged["content"] = content(values)

    def do_nothing(self):
        self.staged["content"] = None

    def do_snapshot(self, state, position=None, rate="1", text="", **others):
        options = {key.replace("-", "_"): float(value) for key, value in others.items() if key != "kind"}
        at = None if position is None else float(position)
        if state == "failed":
            self.staged["snapshot"] = np.Snapshot.failed(text, np.ErrorKind[others["kind"].upper()], at)
        else:
            self.staged["snapshot"] = np.Snapshot(np.PlaybackState[state.upper()], at, float(rate), **options)

    def do_commands(self, **given):
        """The commands that there are from now on, each with its value."""
        self.commands = {word: self.command(word, value) for word, value in given.items()}
        self.staged["commands"] = list(self.commands.values())

    def command(self, word, value):
        kind = np.CommandKind[word.replace("-", "_").upper()]

        def handler(*given):
            name = {"seek-to-position": "position", "skip-forward": "interval", "skip-backward": "interval",
                    "change-rate": "rate", "change-repeat-mode": "mode", "change-shuffle-mode": "mode",
                    "feedback": "mode", "set-rating": "rating", "mute": "on", "bookmark": "on"}.get(word)
            return self.answer(word, **{name: given[0].name.lower() if name == "mode" else given[0]} if name else {})

        options = {"enabled": value != "false"}
        if word.startswith("skip-") and "," in value + ",":
            options["intervals"] = numbers(value) if value not in ("true", "false") else (10.0,)
        elif ".." in value:
            options["rate_range"] = tuple(float(each) for each in value.split(".."))
        elif word == "change-rate":
            options["rates"] = numbers(value)
        elif word.endswith("-mode") or word == "feedback":
            modes = {"change-repeat-mode": np.RepeatMode, "change-shuffle-mode": np.ShuffleMode,
                     "feedback": np.Feedback}[word]
            current, *supported = [modes[each.upper()] for each in value.split(",")]
            options |= {"current": current, "supported": supported}
        return np.Command(kind, handler, **options)

    def do_volume(self, volume):
        self.staged["volume"] = float(volume)

    def do_queue(self, ids="", row=None):
        self.staged["queue"] = [np.Music(f"Title of {id}", id=id) for id in texts(ids)]
        if row is not None:
            self.staged["queue_row"] = int(row)

    def do_playlists(self, ids="", active=None):
        self.app.playlists = [np.Playlist(id, f"Name of {id}") for id in texts(ids)]
        self.app.active_playlist = active

    def do_commit(self):
        with self.session.update():
            for name, value in self.staged.items():
                setattr(self.session, name, value)
        self.staged = {}

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

    def do_close(self):
        self.session.close()

    def run(self):
        for text in sys.stdin:
            verb, *pairs = text.split()
            values = {key: unquote(value) for key, _, value in (pair.partition("=") for pair in pairs)}
            try:
                getattr(self, f"do_{verb}")(**values)
            except (np.NowPlayingError, TypeError, ValueError) as error:
                self.staged = {}
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
