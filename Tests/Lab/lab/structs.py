# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The structs and callbacks of surface.h for ctypes."""

from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, \
    c_void_p, sizeof


class Struct(Structure):
    def __init__(self, **values):
        super().__init__(struct_size=sizeof(self), **values)


class Options(Struct):
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p), ("bus_address", c_char_p), ("bus_fd", c_int32),
                ("loop", c_int32), ("twins", c_int32), ("reserved", c_int32)]


class Result(Struct):
    _fields_ = [("struct_size", c_size_t), ("action", c_uint64), ("message", c_char_p), ("data", c_void_p),
                ("size", c_size_t), ("mime_type", c_char_p), ("status", c_int32), ("fd", c_int32), ("width", c_int32),
                ("height", c_int32), ("orientation", c_int32), ("reserved", c_int32)]


NOTIFIED = CFUNCTYPE(None, c_void_p, c_void_p)
SAID = CFUNCTYPE(None, c_void_p, c_int32, c_char_p, c_void_p)
STATE = CFUNCTYPE(None, c_void_p, c_int32, c_void_p)
ENTRY = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
CHANGED = CFUNCTYPE(None, c_void_p, c_void_p, c_uint32, c_void_p)
DONE = CFUNCTYPE(None, c_void_p, POINTER(Result), c_void_p)


class Callbacks(Struct):
    _fields_ = [("struct_size", c_size_t), ("user_data", c_void_p), ("destroy", c_void_p), ("log", SAID),
                ("bus_state", STATE), ("listed", NOTIFIED), ("added", ENTRY), ("changed", CHANGED), ("removed", ENTRY),
                ("ordered", NOTIFIED), ("wakeup", c_void_p)]


class Info(Struct):
    _fields_ = [("struct_size", c_size_t)] + [(name, c_char_p) for name in (
        "key", "session_id", "bus_name", "application_id", "display_name", "desktop_entry")] + [
            ("volume", c_double), ("primary", c_uint32), ("abilities", c_uint32), ("process_id", c_int32),
            ("reserved", c_int32), ("twin_key", c_char_p)]


class Item(Struct):
    _fields_ = [("struct_size", c_size_t)] + [(name, c_char_p) for name in (
        "id", "first_line", "second_line", "third_line", "artwork_id", "artwork_url", "animated_square_id",
        "animated_tall_id")] + [("duration_us", c_int64), ("kind", c_int32), ("media_type", c_int32),
                                ("duration_kind", c_int32), ("reserved", c_int32)]


class Snapshot(Struct):
    _fields_ = [("struct_size", c_size_t), ("elapsed_us", c_int64), ("timestamp_us", c_int64), ("rate", c_double),
                ("default_rate", c_double), ("state", c_int32), ("reserved", c_int32), ("seekable_start_us", c_int64),
                ("seekable_end_us", c_int64), ("buffered_us", c_int64), ("error", c_char_p), ("error_kind", c_int32),
                ("is_at_live_edge", c_int32)]


class Command(Struct):
    _fields_ = [("struct_size", c_size_t), ("kind", c_int32), ("enabled", c_int32), ("tag", c_uint64),
                ("intervals_us", POINTER(c_int64)), ("interval_count", c_size_t), ("rates", POINTER(c_double)),
                ("rate_count", c_size_t), ("current", c_int32), ("supported", c_uint32), ("title", c_char_p),
                ("short_title", c_char_p), ("rate_minimum", c_double), ("rate_maximum", c_double), ("id", c_char_p),
                ("icon", c_char_p), ("slot", c_int32), ("active", c_int32), ("steps", c_int32), ("reserved", c_int32)]


class Control(Struct):
    _fields_ = [("struct_size", c_size_t), ("kind", c_int32), ("mode", c_int32), ("tag", c_uint64),
                ("time_us", c_int64), ("rating", c_double), ("id", c_char_p), ("toggle", c_int32), ("row", c_int32),
                ("slot", c_int32), ("enabled", c_int32), ("is_switch", c_int32), ("active", c_int32),
                ("is_held", c_int32), ("busy", c_int32), ("icon", c_char_p), ("title", c_char_p),
                ("short_title", c_char_p), ("name", c_char_p), ("name_plural", c_char_p), ("number", c_double),
                ("rates", POINTER(c_double)), ("rate_count", c_size_t)]


class Chapter(Struct):
    _fields_ = [("struct_size", c_size_t), ("start_us", c_int64), ("title", c_char_p), ("artwork_id", c_char_p)]


class Track(Struct):
    _fields_ = [("struct_size", c_size_t), ("id", c_char_p), ("language", c_char_p), ("title", c_char_p),
                ("kind", c_int32), ("characteristics", c_uint32), ("selected", c_int32), ("reserved", c_int32)]


class Device(Struct):
    _fields_ = [("struct_size", c_size_t), ("id", c_char_p), ("name", c_char_p), ("volume", c_double),
                ("type", c_int32), ("can_step", c_int32)]


class Queue(Struct):
    _fields_ = [("struct_size", c_size_t), ("count", c_size_t), ("total", c_size_t), ("present", c_int64),
                ("can_edit", c_int32), ("reserved", c_int32)]


class QueueEntry(Struct):
    _fields_ = [("struct_size", c_size_t)] + [(name, c_char_p) for name in (
        "id", "title", "artists", "album", "url", "artwork_url")] + [("duration_us", c_int64)]


class Playlists(Struct):
    _fields_ = [("struct_size", c_size_t), ("count", c_size_t), ("active", c_int64), ("orders", c_uint32),
                ("reserved", c_int32)]


class Playlist(Struct):
    _fields_ = [("struct_size", c_size_t), ("id", c_char_p), ("name", c_char_p), ("icon_url", c_char_p)]


class Event(Struct):
    _fields_ = [("struct_size", c_size_t), ("kind", c_int32), ("phase", c_int32), ("tag", c_uint64),
                ("time_us", c_int64), ("rate", c_double), ("mode", c_int32), ("toggle", c_int32),
                ("id", c_char_p), ("rating", c_double)]
