# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The declarations of surface.h as data. Made by generate-signatures: do not edit."""
from ctypes import CFUNCTYPE, POINTER, Structure
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, Tuple
from .._signatures import (nowplaying_chapter, nowplaying_command, nowplaying_command_event, nowplaying_device,
                           nowplaying_snapshot, nowplaying_track)

NOWPLAYING_SURFACE_CAN_QUIT = 16
NOWPLAYING_SURFACE_CAN_RAISE = 8
NOWPLAYING_SURFACE_CAN_SET_VOLUME = 4
NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN = 256
NOWPLAYING_SURFACE_CHANGED_COMMANDS = 8
NOWPLAYING_SURFACE_CHANGED_DEVICES = 16
NOWPLAYING_SURFACE_CHANGED_INFO = 1
NOWPLAYING_SURFACE_CHANGED_ITEM = 2
NOWPLAYING_SURFACE_CHANGED_PLAYBACK = 4
NOWPLAYING_SURFACE_CHANGED_PLAYLISTS = 64
NOWPLAYING_SURFACE_CHANGED_QUEUE = 32
NOWPLAYING_SURFACE_CHANGED_TRACKS = 128
NOWPLAYING_SURFACE_IS_BARE = 256
NOWPLAYING_SURFACE_IS_MUTED = 64
NOWPLAYING_SURFACE_IS_REMOTE = 2
NOWPLAYING_SURFACE_IS_TWIN = 128
NOWPLAYING_SURFACE_MAX_ACTIONS = 1024
NOWPLAYING_SURFACE_MAX_BESIDE = 4
NOWPLAYING_SURFACE_MAX_BYTES = 33554432
NOWPLAYING_SURFACE_MAX_CONTROLS = 128
NOWPLAYING_SURFACE_MAX_ITEM_BYTES = 262144
NOWPLAYING_SURFACE_MAX_MESSAGES = 2000
NOWPLAYING_SURFACE_MAX_MESSAGE_BYTES = 6000000
NOWPLAYING_SURFACE_MAX_PLAYERS = 256
NOWPLAYING_SURFACE_MAX_PLAYER_BYTES = 4194304
NOWPLAYING_SURFACE_MAX_PREVIEW_TIME_US = 3000000
NOWPLAYING_SURFACE_MAX_QUEUE = 1000
NOWPLAYING_SURFACE_MAX_QUEUE_READ = 262144
NOWPLAYING_SURFACE_MAX_REQUEST_TIME_US = 11000000
NOWPLAYING_SURFACE_MAX_SESSIONS = 64
NOWPLAYING_SURFACE_MAX_VIDEO_TIME_US = 31000000
NOWPLAYING_SURFACE_MAY_SHOW_VIDEO = 32
NOWPLAYING_SURFACE_NEXT_MODE = -1
NOWPLAYING_SURFACE_ORDER_ALPHABETICAL = 1
NOWPLAYING_SURFACE_ORDER_ANY = 0
NOWPLAYING_SURFACE_ORDER_CREATED = 2
NOWPLAYING_SURFACE_ORDER_MODIFIED = 3
NOWPLAYING_SURFACE_ORDER_PLAYED = 4
NOWPLAYING_SURFACE_ORDER_USER = 5
NOWPLAYING_SURFACE_ROW_BESIDE = 1
NOWPLAYING_SURFACE_ROW_CENTRAL = 0
NOWPLAYING_SURFACE_ROW_OVERFLOW = 2
NOWPLAYING_SURFACE_ROW_POSITION = 4
NOWPLAYING_SURFACE_ROW_STARS = 3
NOWPLAYING_SURFACE_ROW_VOLUME = 5
NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING = 1


class nowplaying_surface_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("bus_address", c_char_p),
        ("bus_fd", c_int32),
        ("loop", c_int32),
        ("twins", c_int32),
        ("reserved", c_int32),
    ]


class nowplaying_surface_callbacks(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("user_data", c_void_p),
        ("destroy", CFUNCTYPE(None, c_void_p)),
        ("log", CFUNCTYPE(None, c_void_p, c_int32, c_char_p, c_void_p)),
        ("bus_state", CFUNCTYPE(None, c_void_p, c_int32, c_void_p)),
        ("listed", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("added", CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)),
        ("changed", CFUNCTYPE(None, c_void_p, c_void_p, c_uint32, c_void_p)),
        ("removed", CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)),
        ("ordered", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("wakeup", CFUNCTYPE(None, c_void_p, c_void_p)),
    ]


class nowplaying_surface_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("key", c_char_p),
        ("session_id", c_char_p),
        ("bus_name", c_char_p),
        ("application_id", c_char_p),
        ("display_name", c_char_p),
        ("desktop_entry", c_char_p),
        ("volume", c_double),
        ("primary", c_uint32),
        ("abilities", c_uint32),
        ("process_id", c_int32),
        ("reserved", c_int32),
        ("twin_key", c_char_p),
    ]


class nowplaying_surface_item(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", c_char_p),
        ("first_line", c_char_p),
        ("second_line", c_char_p),
        ("third_line", c_char_p),
        ("artwork_id", c_char_p),
        ("artwork_url", c_char_p),
        ("animated_square_id", c_char_p),
        ("animated_tall_id", c_char_p),
        ("duration_us", c_int64),
        ("kind", c_int32),
        ("media_type", c_int32),
        ("duration_kind", c_int32),
        ("reserved", c_int32),
    ]


class nowplaying_surface_control(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("mode", c_int32),
        ("button", c_uint32),
        ("toggle", c_int32),
        ("time_us", c_int64),
        ("rating", c_double),
        ("id", c_char_p),
        ("row", c_int32),
        ("slot", c_int32),
        ("enabled", c_int32),
        ("is_switch", c_int32),
        ("active", c_int32),
        ("is_held", c_int32),
        ("busy", c_int32),
        ("reserved", c_int32),
        ("icon", c_char_p),
        ("title", c_char_p),
        ("short_title", c_char_p),
        ("name", c_char_p),
        ("name_plural", c_char_p),
        ("number", c_double),
        ("rates", POINTER(c_double)),
        ("rate_count", c_size_t),
    ]


class nowplaying_surface_queue(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("count", c_size_t),
        ("total", c_size_t),
        ("present", c_int64),
        ("can_edit", c_int32),
        ("reserved", c_int32),
    ]


class nowplaying_surface_queue_entry(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", c_char_p),
        ("title", c_char_p),
        ("artists", c_char_p),
        ("album", c_char_p),
        ("url", c_char_p),
        ("artwork_url", c_char_p),
        ("duration_us", c_int64),
    ]


class nowplaying_surface_playlists(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("count", c_size_t),
        ("active", c_int64),
        ("orders", c_uint32),
        ("reserved", c_int32),
    ]


class nowplaying_surface_playlist(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", c_char_p),
        ("name", c_char_p),
        ("icon_url", c_char_p),
    ]


class nowplaying_surface_result(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("action", c_uint64),
        ("message", c_char_p),
        ("data", c_void_p),
        ("size", c_size_t),
        ("mime_type", c_char_p),
        ("status", c_int32),
        ("fd", c_int32),
        ("width", c_int32),
        ("height", c_int32),
        ("orientation", c_int32),
        ("reserved", c_int32),
    ]


nowplaying_surface_done = CFUNCTYPE(None, c_void_p, POINTER(nowplaying_surface_result), c_void_p)


# Name: (type of the result, types of the arguments).
FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "nowplaying_surface_version": (c_uint32, ()),
    "nowplaying_surface_strerror": (c_char_p, (c_int32,)),
    "nowplaying_surface_last_error": (c_char_p, ()),
    "nowplaying_surface_new": (c_int32, (POINTER(nowplaying_surface_options), POINTER(nowplaying_surface_callbacks),
                                         POINTER(c_void_p))),
    "nowplaying_surface_free": (None, (c_void_p,)),
    "nowplaying_surface_get_fd": (c_int32, (c_void_p, POINTER(c_int32))),
    "nowplaying_surface_dispatch": (c_int32, (c_void_p,)),
    "nowplaying_surface_get_bus_state": (c_int32, (c_void_p, POINTER(c_int32))),
    "nowplaying_surface_get_sessions": (c_int32, (c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_size_t))),
    "nowplaying_surface_get_names": (c_int32, (c_void_p, c_char_p, c_size_t, POINTER(c_size_t))),
    "nowplaying_surface_set_aspect_ratios": (c_int32, (c_void_p, c_uint32)),
    "nowplaying_surface_session_ref": (c_void_p, (c_void_p,)),
    "nowplaying_surface_session_unref": (c_void_p, (c_void_p,)),
    "nowplaying_surface_session_get_info": (c_int32, (c_void_p, POINTER(nowplaying_surface_info))),
    "nowplaying_surface_session_get_item": (c_int32, (c_void_p, POINTER(nowplaying_surface_item))),
    "nowplaying_surface_session_get_text": (c_char_p, (c_void_p, c_int32, c_size_t)),
    "nowplaying_surface_session_get_extra": (c_char_p, (c_void_p, c_char_p)),
    "nowplaying_surface_session_get_extra_key": (c_char_p, (c_void_p, c_size_t)),
    "nowplaying_surface_session_get_integer": (c_int32, (c_void_p, c_int32, POINTER(c_int64))),
    "nowplaying_surface_session_get_number": (c_int32, (c_void_p, c_int32, POINTER(c_double))),
    "nowplaying_surface_session_get_snapshot": (c_int32, (c_void_p, c_int64, POINTER(nowplaying_snapshot))),
    "nowplaying_surface_session_get_command": (c_int32, (c_void_p, c_size_t, POINTER(nowplaying_command))),
    "nowplaying_surface_icon_name": (c_char_p, (c_char_p,)),
    "nowplaying_surface_session_get_control": (c_int32, (c_void_p, c_size_t, POINTER(nowplaying_surface_control))),
    "nowplaying_surface_error_sentence": (c_char_p, (c_int32,)),
    "nowplaying_surface_session_get_chapter": (c_int32, (c_void_p, c_size_t, POINTER(nowplaying_chapter))),
    "nowplaying_surface_session_get_chapter_at": (c_int32, (c_void_p, c_int64, POINTER(c_size_t), POINTER(c_int64))),
    "nowplaying_surface_session_get_lyrics_at": (c_int32, (c_void_p, c_int64, POINTER(c_char_p), POINTER(c_int64))),
    "nowplaying_surface_session_get_track": (c_int32, (c_void_p, c_size_t, POINTER(nowplaying_track))),
    "nowplaying_surface_session_get_device": (c_int32, (c_void_p, c_size_t, POINTER(nowplaying_device))),
    "nowplaying_surface_session_get_queue": (c_int32, (c_void_p, POINTER(nowplaying_surface_queue))),
    "nowplaying_surface_session_get_queue_entry": (c_int32, (c_void_p, c_size_t,
                                                             POINTER(nowplaying_surface_queue_entry))),
    "nowplaying_surface_session_get_playlists": (c_int32, (c_void_p, POINTER(nowplaying_surface_playlists))),
    "nowplaying_surface_session_get_playlist": (c_int32, (c_void_p, c_size_t, POINTER(nowplaying_surface_playlist))),
    "nowplaying_surface_send_command": (c_int32, (c_void_p, c_void_p, POINTER(nowplaying_command_event),
                                                  nowplaying_surface_done, c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_set_volume": (c_int32, (c_void_p, c_void_p, c_char_p, c_double, nowplaying_surface_done,
                                                c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_step_volume": (c_int32, (c_void_p, c_void_p, c_char_p, c_int32, nowplaying_surface_done,
                                                 c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_get_artwork": (c_int32, (c_void_p, c_void_p, c_int32, c_int32, nowplaying_surface_done,
                                                 c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_get_chapter_artwork": (c_int32, (c_void_p, c_void_p, c_size_t, c_int32, c_int32,
                                                         nowplaying_surface_done, c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_select_track": (c_int32, (c_void_p, c_void_p, c_int32, c_char_p, nowplaying_surface_done,
                                                  c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_get_preview": (c_int32, (c_void_p, c_void_p, c_int32, c_int32, c_int32, nowplaying_surface_done,
                                                 c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_get_video": (c_int32, (c_void_p, c_void_p, c_int32, c_int32, c_int32, nowplaying_surface_done,
                                               c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_raise": (c_int32, (c_void_p, c_void_p, nowplaying_surface_done, c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_quit": (c_int32, (c_void_p, c_void_p, nowplaying_surface_done, c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_follow_queue": (c_int32, (c_void_p, c_void_p, c_int32, nowplaying_surface_done, c_void_p,
                                                  POINTER(c_uint64))),
    "nowplaying_surface_queue_go_to": (c_int32, (c_void_p, c_void_p, c_char_p, nowplaying_surface_done, c_void_p,
                                                 POINTER(c_uint64))),
    "nowplaying_surface_queue_add": (c_int32, (c_void_p, c_void_p, c_char_p, c_char_p, c_int32, nowplaying_surface_done,
                                               c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_queue_remove": (c_int32, (c_void_p, c_void_p, c_char_p, nowplaying_surface_done, c_void_p,
                                                  POINTER(c_uint64))),
    "nowplaying_surface_follow_playlists": (c_int32, (c_void_p, c_void_p, c_int32, c_int32, c_int32,
                                                      nowplaying_surface_done, c_void_p, POINTER(c_uint64))),
    "nowplaying_surface_activate_playlist": (c_int32, (c_void_p, c_void_p, c_char_p, nowplaying_surface_done, c_void_p,
                                                       POINTER(c_uint64))),
    "nowplaying_surface_cancel": (c_int32, (c_void_p, c_uint64)),
}

# Functions that return a nowplaying_status: a negative one is an error.
CHECKED = frozenset({
    "nowplaying_surface_new",
    "nowplaying_surface_get_fd",
    "nowplaying_surface_dispatch",
    "nowplaying_surface_get_bus_state",
    "nowplaying_surface_get_sessions",
    "nowplaying_surface_get_names",
    "nowplaying_surface_set_aspect_ratios",
    "nowplaying_surface_session_get_info",
    "nowplaying_surface_session_get_item",
    "nowplaying_surface_session_get_integer",
    "nowplaying_surface_session_get_number",
    "nowplaying_surface_session_get_snapshot",
    "nowplaying_surface_session_get_command",
    "nowplaying_surface_session_get_control",
    "nowplaying_surface_session_get_chapter",
    "nowplaying_surface_session_get_chapter_at",
    "nowplaying_surface_session_get_lyrics_at",
    "nowplaying_surface_session_get_track",
    "nowplaying_surface_session_get_device",
    "nowplaying_surface_session_get_queue",
    "nowplaying_surface_session_get_queue_entry",
    "nowplaying_surface_session_get_playlists",
    "nowplaying_surface_session_get_playlist",
    "nowplaying_surface_send_command",
    "nowplaying_surface_set_volume",
    "nowplaying_surface_step_volume",
    "nowplaying_surface_get_artwork",
    "nowplaying_surface_get_chapter_artwork",
    "nowplaying_surface_select_track",
    "nowplaying_surface_get_preview",
    "nowplaying_surface_get_video",
    "nowplaying_surface_raise",
    "nowplaying_surface_quit",
    "nowplaying_surface_follow_queue",
    "nowplaying_surface_queue_go_to",
    "nowplaying_surface_queue_add",
    "nowplaying_surface_queue_remove",
    "nowplaying_surface_follow_playlists",
    "nowplaying_surface_activate_playlist",
    "nowplaying_surface_cancel",
})
