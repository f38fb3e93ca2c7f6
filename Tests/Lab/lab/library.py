# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Calls libnowplaying-surface by ctypes in this process: a surface whose loop runs only when the test says so."""

import ctypes
import os
import re
import select
import time
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p

from lab.structs import DONE, Callbacks, Chapter, Command, Device, Event, Info, Item, Options, Playlist, Playlists, \
    Queue, QueueEntry, Snapshot, Track
from testkit.surface import now_us

UNKNOWN = -2**63
LIBRARY = None  # set by conftest.py


def numbers(headers, prefix):
    """Returns the constants of the headers with a prefix, by their names without it."""
    text = "".join(header.read_text() for header in headers)
    found = re.findall(rf"^#define NOWPLAYING_{prefix}_(\w+) \(?(-?\d+)u?\)?$", text, re.MULTILINE)
    return {name: int(number) for name, number in found}


def load(build, headers):
    """Loads the library that CMake has built."""
    global LIBRARY, STATUS, FIELD, COMMAND, KIND
    LIBRARY = ctypes.CDLL(str(build / "libnowplaying-surface.so"))
    for name in ("ref", "unref", "get_text", "get_extra", "get_extra_key"):
        getattr(LIBRARY, "nowplaying_surface_session_" + name).restype = c_char_p if "get" in name else c_void_p
    for name in ("last_error", "icon_name", "error_sentence"):
        getattr(LIBRARY, "nowplaying_surface_" + name).restype = c_char_p
    STATUS = {number: name for name, number in numbers(headers, "ERROR").items()} | {0: "OK"}
    FIELD, COMMAND, KIND = (numbers(headers, prefix) for prefix in ("FIELD", "COMMAND", "CONTENT"))


def ok(status):
    assert status == 0, LIBRARY.nowplaying_surface_last_error()


def structs(function, make, handle):
    """Returns the structs that a function gives for each index, from 0 on."""
    found = []
    while True:
        place = make()
        if function(c_void_p(handle), c_size_t(len(found)), ctypes.byref(place)) != 0:
            return found
        found.append(place)


class View:
    """A snapshot of an entry."""

    def __init__(self, handle):
        self.handle = LIBRARY.nowplaying_surface_session_ref(c_void_p(handle))
        info = Info()
        ok(LIBRARY.nowplaying_surface_session_get_info(c_void_p(handle), ctypes.byref(info)))
        for name, kind in Info._fields_[1:]:
            value = getattr(info, name)
            setattr(self, name, value.decode() if kind is c_char_p else value)
        item = Item()
        self.item = None
        if LIBRARY.nowplaying_surface_session_get_item(c_void_p(handle), ctypes.byref(item)) == 0:
            self.item = {name: value.decode() if isinstance(value := getattr(item, name), bytes) else value
                         for name, _ in Item._fields_[1:-1]}
            self.lines = [self.item[name + "_line"] for name in ("first", "second", "third")]
        self.commands = structs(LIBRARY.nowplaying_surface_session_get_command, Command, handle)
        self.devices = structs(LIBRARY.nowplaying_surface_session_get_device, Device, handle)
        queue = Queue()
        is_there = LIBRARY.nowplaying_surface_session_get_queue(c_void_p(handle), ctypes.byref(queue)) == 0
        self.queue = queue if is_there else None
        self.entries = structs(LIBRARY.nowplaying_surface_session_get_queue_entry, QueueEntry, handle)
        assert len(self.entries) == (queue.count if is_there else 0)
        lists = Playlists()
        is_there = LIBRARY.nowplaying_surface_session_get_playlists(c_void_p(handle), ctypes.byref(lists)) == 0
        self.playlists = lists if is_there else None
        self.lists = structs(LIBRARY.nowplaying_surface_session_get_playlist, Playlist, handle)
        assert len(self.lists) == (lists.count if is_there else 0)

    def __del__(self):
        LIBRARY.nowplaying_surface_session_unref(c_void_p(self.handle))

    def texts(self, field):
        found = []
        while (text := LIBRARY.nowplaying_surface_session_get_text(c_void_p(self.handle), FIELD[field],
                                                                    c_size_t(len(found)))) is not None:
            found.append(text.decode())
        return found

    def own(self, key):
        """Returns the text under a key that the player has added; None when there is none."""
        text = LIBRARY.nowplaying_surface_session_get_extra(c_void_p(self.handle), key and key.encode())
        return None if text is None else text.decode()

    @property
    def extra(self):
        """Returns the texts under keys that the player has added, in the order of the keys."""
        found = {}
        while (key := LIBRARY.nowplaying_surface_session_get_extra_key(c_void_p(self.handle),
                                                                        c_size_t(len(found)))) is not None:
            found[key.decode()] = self.own(key.decode())
        return found

    def number(self, field):
        """Returns the value of a field that is an integer or another number; None if the item does not have the
        field."""
        is_real = FIELD[field] >= 300
        place = (c_double if is_real else c_int64)()
        function = getattr(LIBRARY, "nowplaying_surface_session_get_" + ("number" if is_real else "integer"))
        return place.value if function(c_void_p(self.handle), FIELD[field], ctypes.byref(place)) == 0 else None

    def fields(self):
        """Returns all fields that the item has."""
        values = {name: self.texts(name) if number < 200 else self.number(name) for name, number in FIELD.items()}
        return {name: value[0] if isinstance(value, list) and FIELD[name] < 100 else value
                for name, value in values.items() if value not in ([], None)}

    def snapshot(self, at=None):
        place = Snapshot()
        time_us = c_int64(UNKNOWN if at is None else at)  # NOWPLAYING_TIME_NOW is the same number
        ok(LIBRARY.nowplaying_surface_session_get_snapshot(c_void_p(self.handle), time_us, ctypes.byref(place)))
        return place

    @property
    def state(self):
        return ("stopped", "playing", "paused", "buffering", "interrupted", "error")[self.snapshot().state]

    def position(self, at=None):
        """Returns the position in seconds; None when it is not known."""
        elapsed = self.snapshot(at).elapsed_us
        return None if elapsed == UNKNOWN else elapsed / 1e6

    @property
    def chapters(self):
        """Returns for each chapter its start in µs, its title and the id of its picture."""
        found = structs(LIBRARY.nowplaying_surface_session_get_chapter, Chapter, self.handle)
        return [(each.start_us, each.title.decode(), each.artwork_id.decode()) for each in found]

    @property
    def tracks(self):
        return structs(LIBRARY.nowplaying_surface_session_get_track, Track, self.handle)

    def at(self, name, kind, position):
        """Returns what a function of the library gives for a position: a value, and a time in µs; or the name of its
        error."""
        value, time_us = kind(), c_int64(-1)
        function = getattr(LIBRARY, "nowplaying_surface_session_get_" + name)
        status = function(c_void_p(self.handle), c_int64(position), ctypes.byref(value), ctypes.byref(time_us))
        return (value.value, time_us.value) if status == 0 else STATUS[status]

    def chapter_at(self, position):
        """Returns the index of the chapter at a position, and where the chapter ends."""
        return self.at("chapter_at", c_size_t, position)

    def line_at(self, position):
        """Returns the line of the lyrics, and where the next begins."""
        found = self.at("lyrics_at", c_char_p, position)
        return found if isinstance(found, str) else (found[0].decode(), found[1])

    @property
    def titles(self):
        """Returns the titles in the queue; None without a queue."""
        return [entry.title.decode() for entry in self.entries] if self.queue else None

    @property
    def list_names(self):
        """Returns the names of the playlists; None without any."""
        return [each.name.decode() for each in self.lists] if self.playlists else None

    @property
    def present(self):
        """Returns the title of the queue's present entry."""
        return None if self.queue.present < 0 else self.titles[self.queue.present]

    def command(self, name, derived=0):
        return next((command for command in self.commands
                     if command.kind == COMMAND[name] and command.derived == derived), None)

    def offered(self):
        """Returns the names of the enabled commands, in order."""
        names = {number: name for name, number in COMMAND.items()}
        return [names[command.kind] for command in self.commands if command.enabled]


class Outcome:
    """The result of an action."""

    def __init__(self, shown):
        self.shown, self.calls, self.status, self.action = shown, 0, None, c_uint64()
        self.message = self.data = self.mime = None
        self.descriptor, self.size = -1, 0
        self.function = DONE(self.tell)

    def tell(self, _surface, result, _user_data):
        result = result.contents
        self.calls += 1
        self.status, self.message = STATUS[result.status], result.message.decode()
        self.data = ctypes.string_at(result.data, result.size) if result.data else None
        self.pixels, self.orientation = (result.width, result.height), result.orientation
        self.mime = result.mime_type.decode() if result.mime_type else None
        self.descriptor = os.dup(result.fd) if result.fd >= 0 else -1

    def wait(self, timeout=60):
        self.shown.wait(lambda: self.calls, "an answer", timeout)
        assert self.calls == 1
        return self

    def close(self):
        """Closes the received file."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = -1

    __del__ = close


class Shown:
    """A surface. `entries` are the present ones by their keys, `events` all that it was called with."""

    def __init__(self, address, *others, loop=1, socket=-1, twins=0):
        self.entries, self.events, self.log, self.outcomes, self.others = {}, [], [], [], list(others)
        self.listed, self.bus_state = 0, None
        self.callbacks = Callbacks(
            log=lambda _surface, _level, line, _data: self.log.append(line.decode()),
            bus_state=self.on_bus_state, listed=self.on_listed, added=self.on_added,
            changed=self.on_changed, removed=self.on_removed,
            ordered=lambda _surface, _data: self.events.append(("ordered", None)))
        options = Options(name=b"tests", bus_address=address.encode(), bus_fd=socket, loop=loop, twins=twins)
        self.handle, descriptor = c_void_p(), c_int32()
        ok(LIBRARY.nowplaying_surface_new(ctypes.byref(options), ctypes.byref(self.callbacks),
                                          ctypes.byref(self.handle)))
        ok(LIBRARY.nowplaying_surface_get_fd(self.handle, ctypes.byref(descriptor)))
        self.descriptor = descriptor.value

    def on_bus_state(self, _surface, state, _data):
        self.bus_state = state

    def on_listed(self, _surface, _data):
        self.listed += 1

    def on_added(self, _surface, session, _data):
        view = View(session)
        assert view.key not in self.entries
        self.entries[view.key] = view
        self.events.append(("added", view))

    def on_changed(self, _surface, session, changes, _data):
        view = View(session)
        assert view.key in self.entries and changes
        view.changes = changes
        self.entries[view.key] = view
        self.events.append(("changed", view))

    def on_removed(self, _surface, session, _data):
        view = View(session)
        assert self.entries.pop(view.key).handle == view.handle
        self.events.append(("removed", view))

    def turn(self):
        ok(LIBRARY.nowplaying_surface_dispatch(self.handle))

    def wait(self, condition, what, timeout=60):
        """Turns the loop, and lets the fake players answer, until a condition holds."""
        deadline = time.monotonic() + timeout
        while True:
            self.pump()
            if found := condition():
                return found
            left = deadline - time.monotonic()
            assert left > 0, f"{what} did not come within {timeout} s"
            sockets = [self.descriptor, *(other.socket for other in self.others)]
            select.select(sockets, [], [], left)

    def pump(self):
        for other in self.others:
            other.serve()
        if select.select([self.descriptor], [], [], 0)[0]:
            self.turn()

    def settle(self, other):
        """Waits until the surface has seen all that a fake player has sent, and the player all that it was asked."""
        surface = other.calls[0].sender
        for _ in range(3):  # covers a call, its reply, and a further call because of that
            ping = other.start(surface, "/", "org.freedesktop.DBus.Peer", "Ping")
            self.wait(lambda ping=ping: other.answered(ping), "an answer of the surface")

    def find(self, **wanted):
        """Waits for the entry with these attributes, and returns it."""
        def found():
            return next((view for view in self.entries.values()
                         if all(getattr(view, name) == value for name, value in wanted.items())), None)
        return self.wait(found, f"an entry with {wanted}")

    def again(self, view):
        """Returns the entry as it is now."""
        return self.entries[view.key]

    def wait_for(self, view, condition, what="a change"):
        """Waits until a condition holds for an entry, and returns the entry."""
        return self.wait(lambda: view.key in self.entries and condition(self.again(view)) and self.again(view), what)

    def order(self):
        """Returns the present entries, the most important first."""
        count = c_size_t()
        ok(LIBRARY.nowplaying_surface_get_sessions(self.handle, None, c_size_t(0), ctypes.byref(count)))
        handles = (c_void_p * (count.value or 1))()
        ok(LIBRARY.nowplaying_surface_get_sessions(self.handle, handles, count, ctypes.byref(count)))
        views = [View(handle) for handle in handles[:count.value]]
        for handle in handles[:count.value]:
            LIBRARY.nowplaying_surface_session_unref(c_void_p(handle))
        return views

    def act(self, name, view, *arguments):
        """Begins an action, by the name of its function."""
        outcome = Outcome(self)
        self.outcomes.append(outcome)  # the library calls it also when the test has failed
        function = getattr(LIBRARY, "nowplaying_surface_" + name)
        ok(function(self.handle, c_void_p(view.handle), *arguments, outcome.function, None,
                    ctypes.byref(outcome.action)))
        return outcome

    def send(self, view, name, **arguments):
        return self.act("send_command", view, ctypes.byref(Event(kind=COMMAND[name], **arguments)))

    def set_volume(self, view, level, device=None):
        return self.act("set_volume", view, device.encode() if device else None, c_double(level))

    def step(self, view, device, step):
        return self.act("step_volume", view, device.encode(), step)

    def artwork(self, view, width=0, height=0):
        return self.act("get_artwork", view, width, height)

    def chapter_artwork(self, view, index, width=0, height=0):
        return self.act("get_chapter_artwork", view, c_size_t(index), width, height)

    def select(self, view, kind, track):
        return self.act("select_track", view, kind, track and track.encode())

    def preview(self, view, ratio, width=0, height=0):
        return self.act("get_preview", view, ratio, width, height)

    def video(self, view, ratio, width=0, height=0):
        return self.act("get_video", view, ratio, width, height)

    def follow_queue(self, view, follow=1):
        return self.act("follow_queue", view, follow)

    def with_queue(self, view):
        """Follows the queue of an entry from now on; returns the entry with its queue."""
        assert self.follow_queue(view).wait().status == "OK"
        return self.again(view)

    def follow_playlists(self, view, follow=1, order=0, reverse=0):
        return self.act("follow_playlists", view, follow, order, reverse)

    def with_playlists(self, view, order=0, reverse=0):
        assert self.follow_playlists(view, 1, order, reverse).wait().status == "OK"
        return self.again(view)

    def go_to(self, view, track):
        return self.act("queue_go_to", view, track.encode())

    def add(self, view, uri, after=None, play=0):
        return self.act("queue_add", view, uri.encode(), after and after.encode(), play)

    def remove(self, view, track):
        return self.act("queue_remove", view, track.encode())

    def activate(self, view, playlist):
        return self.act("activate_playlist", view, playlist.encode())

    def cancel(self, outcome):
        ok(LIBRARY.nowplaying_surface_cancel(self.handle, outcome.action))

    def show(self, ratios):
        ok(LIBRARY.nowplaying_surface_set_aspect_ratios(self.handle, ratios))
        self.turn()

    def close(self):
        if self.handle:
            LIBRARY.nowplaying_surface_free(self.handle)
        self.handle = None
        assert not [line for line in self.log if "library bug" in line], self.log


__all__ = ["Shown", "View", "load", "now_us"]
