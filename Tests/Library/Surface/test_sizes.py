# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests programs that were compiled with another surface.h: their structs are shorter or longer than the library's."""

import ctypes
import mmap
import re
from ctypes import c_int64, c_size_t, c_ubyte, c_void_p

from abi import headers
from lab import library
import pytest
from lab import structs
from lab.library import COMMAND, LIBRARY, STATUS
from testkit.fakes import (
    REMOTE, TRACKS, Listing, Playlisting, Whole, command, content, device, playback, track, variants)
from testkit.wire import Variant

LARGEST, PAGE, UNTOUCHED = 4096, mmap.PAGESIZE, 0xAA
FIRST = {name: int(size) for name, size in re.findall(
    r"NP_IS\(NP_FIRST_(\w+), (\d+)\)",
    (headers.HEADER.parents[2] / "Sources/Library/Platform/include/first_sizes.h").read_text())}
LIBC = ctypes.CDLL(None, use_errno=True)
# Arguments between the session and the place for the result.
NOW, INDEX = [c_int64(0)], [c_size_t(0)]
# The function, the struct, its first size, and the arguments.
RESULTS = [("get_info", structs.Info, "SURFACE_INFO", []), ("get_item", structs.Item, "SURFACE_ITEM", []),
           ("get_snapshot", structs.Snapshot, "SNAPSHOT", NOW), ("get_command", structs.Command, "COMMAND", INDEX),
           ("get_control", structs.Control, "SURFACE_CONTROL", INDEX),
           ("get_chapter", structs.Chapter, "CHAPTER", INDEX), ("get_track", structs.Track, "TRACK", INDEX),
           ("get_device", structs.Device, "DEVICE", INDEX), ("get_queue", structs.Queue, "SURFACE_QUEUE", []),
           ("get_queue_entry", structs.QueueEntry, "SURFACE_QUEUE_ENTRY", INDEX),
           ("get_playlists", structs.Playlists, "SURFACE_PLAYLISTS", []),
           ("get_playlist", structs.Playlist, "SURFACE_PLAYLIST", INDEX)]


class Edge:
    """Memory that ends at a forbidden page."""

    def __init__(self):
        self.memory = mmap.mmap(-1, 3 * PAGE)
        self.start = ctypes.addressof(c_ubyte.from_buffer(self.memory))
        self.end = self.start + 2 * PAGE
        assert LIBC.mprotect(c_void_p(self.end), c_size_t(PAGE), 0) == 0

    def place(self, size, begin=b""):
        """Returns the address of a struct of this size, with the size in it, that ends where the memory ends."""
        ctypes.memset(self.start, UNTOUCHED, 2 * PAGE)
        address = self.end - max(size, 8)
        ctypes.memmove(address, begin, min(len(begin), size))
        c_size_t.from_address(address).value = size
        return address


@pytest.fixture(scope="module")
def edge():
    return Edge()


def sizes(step=1):
    return [*range(8 if step > 1 else 0, 300, step), *range(512, LARGEST + 17, 512), LARGEST - 8, LARGEST + 8]


@pytest.fixture
def view(bus, make_shown, request):
    """Makes a session from which the function of the parameter can return something."""
    name = request.param
    if "queue" in name or "playlist" in name:
        player = Listing(bus, "lists", "One") if "queue" in name else Playlisting(bus, "lists", "One")
        shown = make_shown(player.appear())
        view = shown.find(bus_name="org.mpris.MediaPlayer2.lists")
        return (shown.with_queue if "queue" in name else shown.with_playlists)(view)
    player = Whole(bus, "whole")
    interfaces = player.session(
        "a", Content=content(chapters=Variant("a(xss)", [(5, "One", "picture")])),
        Playback=playback("error", **variants(**{"error": ("s", "No"), "error-kind": ("s", "region")})),
        Commands=("aa{sv}", [command("custom", id=("s", "x"), title=("s", "X"), icon=("s", "star"))]))
    interfaces[TRACKS] = variants(Tracks=("aa{sv}", [track("1")]))
    interfaces[REMOTE] = variants(Devices=("aa{sv}", [device("1", "One")]))
    return make_shown(player.appear()).find(session_id="a")


@pytest.mark.parametrize("view, struct, first, between", RESULTS, indirect=["view"], ids=[row[0] for row in RESULTS])
def test_a_result_fits_into_the_struct_of_any_header(edge, view, struct, first, between, request):
    """A struct of an older header is filled as far as it goes; in one of a newer header unknown members stay
    unchanged."""
    function = getattr(LIBRARY, "nowplaying_surface_session_" + request.node.callspec.id)
    known, whole = ctypes.sizeof(struct), struct()
    assert function(c_void_p(view.handle), *between, ctypes.byref(whole)) == 0
    whole = bytes(whole)
    assert FIRST[first] <= known and whole[8:] != bytes(known - 8)
    for size in sizes():
        place = (c_ubyte * (LARGEST + 64))(*[UNTOUCHED] * (LARGEST + 64))
        c_size_t.from_buffer(place).value = size
        before = bytes(place)
        status = function(c_void_p(view.handle), *between, ctypes.byref(place))
        if not FIRST[first] <= size <= LARGEST:
            assert STATUS[status] == "INVALID_ARGUMENT" and bytes(place) == before, size
            continue
        filled = min(size, known)
        assert status == 0 and bytes(place) == before[:8] + whole[8:filled] + before[filled:], size
    for size in sizes(8):
        status = function(c_void_p(view.handle), *between, c_void_p(edge.place(size)))
        assert (status == 0) == (FIRST[first] <= size <= LARGEST), size


def test_each_struct_that_is_filled_is_tried():
    """Compares the header's list of functions with the library's list of first sizes."""
    text = re.sub(r"/\*.*?\*/", "", headers.SURFACE.read_text(), flags=re.DOTALL)
    found = re.findall(r"nowplaying_surface_session_(get_\w+)\([^;]*?(nowplaying_\w+) \*ret_", text)
    filled = {name: struct for name, struct in found if struct.removeprefix("nowplaying_") in {
        first.lower() for first in FIRST}}
    assert filled.keys() == {row[0] for row in RESULTS}
    assert all(struct == "nowplaying_" + first.lower() for name, struct in filled.items()
               for row, _, first, _ in RESULTS if row == name)


def test_a_command_of_any_header_is_read_as_far_as_it_goes(bus, make_shown, edge):
    player = Whole(bus, "whole")
    player.session("a")
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    event = bytes(structs.Event(kind=COMMAND["PLAY"]))
    for size in sizes(8):
        outcome = library.Outcome(shown)
        shown.outcomes.append(outcome)
        status = LIBRARY.nowplaying_surface_send_command(shown.handle, c_void_p(view.handle), c_void_p(
            edge.place(size, event)), outcome.function, None, None)
        is_legal = FIRST["COMMAND_EVENT"] <= size <= LARGEST
        assert STATUS[status] == ("OK" if is_legal else "INVALID_ARGUMENT"), size
        if is_legal:
            assert outcome.wait().status == "OK"


@pytest.mark.parametrize("which, first", [(0, "SURFACE_OPTIONS"), (1, "SURFACE_CALLBACKS")])
def test_options_and_callbacks_of_any_header(bus, edge, which, first):
    options = structs.Options(name=b"tests", bus_address=bus.address.encode(), bus_fd=-1, loop=1)
    given = [options, structs.Callbacks()]
    begin = bytes(given[which])
    for size in sizes(8):
        handle = c_void_p()
        given[which] = c_void_p(edge.place(size, begin))
        if size > len(begin):  # a newer header has zeros there
            ctypes.memset(given[which].value + len(begin), 0, size - len(begin))
        pointers = [each if isinstance(each, c_void_p) else ctypes.byref(each) for each in given]
        status = LIBRARY.nowplaying_surface_new(*pointers, ctypes.byref(handle))
        is_legal = FIRST[first] <= size <= LARGEST
        assert STATUS[status] == ("OK" if is_legal else "INVALID_ARGUMENT") and bool(handle.value) == is_legal, size
        LIBRARY.nowplaying_surface_free(handle)


def test_a_result_of_an_action_has_the_size_of_its_struct(bus, make_shown):
    """The size tells a program with a newer header which members are not there."""
    player = Whole(bus, "whole")
    player.session("a")
    shown = make_shown(player.appear())
    sizes = []
    done = library.DONE(lambda _surface, result, _data: sizes.append(result.contents.struct_size))
    event = structs.Event(kind=COMMAND["PLAY"])
    view = shown.find(session_id="a")
    assert LIBRARY.nowplaying_surface_send_command(
        shown.handle, c_void_p(view.handle), ctypes.byref(event), done, None, None) == 0
    shown.wait(lambda: sizes, "the answer")
    assert sizes == [ctypes.sizeof(structs.Result)]
