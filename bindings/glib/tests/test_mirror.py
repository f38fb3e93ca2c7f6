# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that the GObject library has everything that surface.h declares. Compares it with nowplaying.abi.json, and uses
nothing of the generator."""
import json
import os
import pathlib
import re

import pytest
from gi.repository import GObject
from gi.repository import NowPlayingGLib as NP

TOP = pathlib.Path(__file__).resolve().parents[3]
HEADERS = json.loads((TOP / "include/nowplaying/nowplaying.abi.json").read_text())["headers"]
CONSTANTS = {entry["name"]: entry for header in HEADERS for entry in header["constants"]}
TYPES = {entry["name"]: entry for header in HEADERS for entry in header["types"]}
# The enumeration for each type, and the beginning of its constants' names.
ENUMERATIONS = {
    "Error": "ERROR_(?!KIND_)", "LogLevel": "LOG_", "BusState": "BUS_", "ContentKind": "CONTENT_",
    "MediaType": "MEDIA_", "DurationKind": "DURATION_", "Field": "FIELD_", "AspectRatio": "ASPECT_RATIO_",
    "AspectRatios": "ASPECT_RATIOS_", "PlaybackState": "STATE_", "ErrorKind": "ERROR_KIND_",
    "CommandKind": "COMMAND_", "Slot": "SLOT_", "RepeatMode": "REPEAT_", "ShuffleMode": "SHUFFLE_",
    "Feedback": "FEEDBACK_", "Phase": "PHASE_", "DeviceType": "DEVICE_", "TrackKind": "TRACK_(?!IS_|DESCRIBES_)",
    "TrackCharacteristics": "TRACK_(?=IS_|DESCRIBES_)", "PrimaryFlags": "PRIMARY_", "Changes": "SURFACE_CHANGED_",
    "Abilities": "SURFACE_(?=SPEAKS_|IS_|CAN_|MAY_)", "Order": "SURFACE_ORDER_", "ControlRow": "SURFACE_ROW_"}
# Constants of nowplaying.h that only players use.
OTHERS = "APP_", "INTERRUPTION_", "LOOP_", "VERSION", "MAX_", "SURFACE_MAX_", "SURFACE_NEXT_", "TIME_", "OK", "PENDING"
CLASSES = {
    "nowplaying_snapshot": NP.Snapshot, "nowplaying_command": NP.Command, "nowplaying_command_event": NP.CommandEvent,
    "nowplaying_chapter": NP.Chapter, "nowplaying_track": NP.Track, "nowplaying_device": NP.Device,
    "nowplaying_surface_info": NP.Session, "nowplaying_surface_item": NP.Item, "nowplaying_surface_queue": NP.Queue,
    "nowplaying_surface_queue_entry": NP.QueueEntry, "nowplaying_surface_playlists": NP.Playlists,
    "nowplaying_surface_playlist": NP.Playlist, "nowplaying_surface_control": NP.Control,
    "nowplaying_surface_result": NP.Media}
# Struct members that are not properties of the same name, and where they are instead.
ELSEWHERE = {
    "struct_size": None, "reserved": None, "tag": None, "intervals_us": "get_intervals_us",
    "interval_count": "get_intervals_us", "rates": "get_rates", "rate_count": "get_rates", "type": "get_device_type"}
OF_RESULTS = {"action": None, "message": None, "status": None, "size": "get_data", "fd": "open"}


def test_every_constant_is_a_member():
    left = {name for name in CONSTANTS if not name[len("NOWPLAYING_"):].startswith(OTHERS)}
    for enumeration, begin in ENUMERATIONS.items():
        for name in list(CONSTANTS):
            if found := re.match(f"NOWPLAYING_{begin}", name):
                member = getattr(getattr(NP, enumeration), name[found.end():])
                assert int(member) == CONSTANTS[name]["value"], name
                left.discard(name)
    assert not left


@pytest.mark.parametrize("struct", CLASSES)
def test_every_field_is_a_property(struct):
    kind = CLASSES[struct]
    names = {spec.name for spec in GObject.list_properties(kind)}
    elsewhere = {**ELSEWHERE, **(OF_RESULTS if kind is NP.Media else {})}
    for field in TYPES[struct]["fields"]:
        name = field["name"]
        if name in elsewhere:
            assert elsewhere[name] is None or hasattr(kind, elsewhere[name]), name
        else:
            assert name.replace("_", "-") in names and hasattr(kind, "get_" + name), name


def test_no_struct_is_left_out():
    read = {name for name, entry in TYPES.items() if entry["is"] == "struct" and name.startswith("nowplaying_surface_")}
    assert read - CLASSES.keys() == {"nowplaying_surface_options", "nowplaying_surface_callbacks"}


def test_every_field_of_an_item_is_a_property():
    names = {spec.name for spec in GObject.list_properties(NP.Item)}
    fields = [name[len("NOWPLAYING_FIELD_"):].lower() for name in CONSTANTS if name.startswith("NOWPLAYING_FIELD_")]
    assert not [name for name in fields if name.replace("_", "-") not in names or not hasattr(NP.Item, "get_" + name)]


def test_every_function_is_called():
    sources = [*(TOP / "bindings/glib/src").glob("*.c"), pathlib.Path(os.environ["NOWPLAYING_GLIB"], "npg-values.c")]
    text = "\n".join(path.read_text() for path in sources)
    names = {entry["name"] for entry in HEADERS[1]["functions"]}
    # Three functions are not needed: the state of the bus comes by a callback, each error brings its own sentence, and
    # the names of players that are not listed yet are for command lines.
    assert {name for name in names if not re.search(rf"\b{name}\b", text)} == {
        "nowplaying_surface_get_bus_state", "nowplaying_surface_get_names", "nowplaying_surface_strerror"}
    for name in names:
        if any(argument["name"] == "ret_action" for argument in next(
                entry for entry in HEADERS[1]["functions"] if entry["name"] == name)["arguments"]):
            plain = name[len("nowplaying_surface_"):]
            assert hasattr(NP.Session, plain + "_async") and hasattr(NP.Session, plain + "_finish"), name


def test_every_callback_is_a_signal_or_a_property():
    names = {spec.name for spec in GObject.list_properties(NP.Surface)} | set(GObject.signal_list_names(NP.Surface))
    as_seen = {"added": "session-added", "changed": "session-changed", "removed": "session-removed"}
    not_seen = {"struct_size", "user_data", "destroy", "wakeup"}
    for field in TYPES["nowplaying_surface_callbacks"]["fields"]:
        name = field["name"]
        assert name in not_seen or as_seen.get(name, name.replace("_", "-")) in names, name
