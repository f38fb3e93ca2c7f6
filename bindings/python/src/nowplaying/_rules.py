# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The checks of arguments, by the structs and objects that have them. Made by contract/generate: do not edit."""
from typing import Dict, Tuple

from . import _checks as check
from . import _tags as tag
from ._dates import optional_moment
from ._enums import DeviceType, ErrorKind, Phase, PlaybackState, Slot, TrackCharacteristics, TrackKind

Checks = Dict[str, check.Check]

APP_OPTIONS: Checks = {
    "application_id": check.some_text,
    "display_name": check.text,
    "desktop_entry": check.text,
    "bus_address": check.text,
    "uri_schemes": check.a_list(check.text, 64),
    "mime_types": check.a_list(check.text, 256),
    "instance": check.text,
    "track_path_prefix": check.ruled_text(most=1024),
    "bus_name": check.ruled_text(r'[A-Za-z_-][A-Za-z0-9_-]*(\.[A-Za-z_-][A-Za-z0-9_-]*)*',
        'elements of letters, digits, "-" and "_", none with a digit first, with dots between them, at most 100 bytes',
        most=100),
}

APP: Checks = {
    "display_name": check.text,
    "fullscreen": check.flag,
}

PLAYLIST: Checks = {
    "id": check.some_text,
    "name": check.some_text,
    "icon_url": check.optional(check.text),
    "created": optional_moment,
    "modified": optional_moment,
    "last_played": optional_moment,
}

CONTENT: Checks = {
    "duration": check.ruled(check.seconds, "0 or more", least=0),
    "number": check.ruled(check.number, "0.0 to 1.0", least=0.0, most=1.0),
}

CHAPTER: Checks = {
    "start": check.ruled(check.seconds, "0 or more", least=0),
    "title": tag.optional_text,
}

SNAPSHOT: Checks = {
    "position": check.ruled(check.seconds, "", least=0, clamped=True, none=True),
    "timestamp": check.ruled(check.seconds, "", none=True),
    "rate": check.ruled(check.number, "finite and not 0 while it plays", other=0.0),
    "default_rate": check.ruled(check.number, "greater than 0", above=0.0),
    "state": check.a_member(PlaybackState),
    "buffered": check.ruled(check.seconds, "", least=0, clamped=True, none=True),
    "error": check.text,
    "error_kind": check.a_member(ErrorKind),
    "at_live_edge": check.flag,
    "seekable": check.a_pair(check.ruled(check.seconds, "", least=0, clamped=True), none=True),
}

COMMAND: Checks = {
    "enabled": check.flag,
    "intervals": check.a_list(check.ruled(check.seconds, "greater than 0", above=0), 64),
    "rates": check.a_list(check.ruled(check.number, "finite and not 0", other=0.0), 64),
    "title": check.text,
    "short_title": check.text,
    "rate_range": check.a_pair(check.ruled(check.number, "greater than 0", above=0.0)),
    "id": check.text,
    "slot": check.a_member(Slot),
    "active": check.flag,
    "steps": check.ruled(check.integer, "0 to 100", least=0, most=100),
    "icon": check.ruled_text(r'[A-Za-z0-9._-]*', 'a name of letters A to Z and a to z, digits, "-", "_" and "."'),
}

SESSION: Checks = {
    "volume": check.ruled(check.number, "0.0 or more", least=0.0, none=True),
    "volume_maximum": check.ruled(check.number, "greater than 0", above=0.0),
    "muted": check.flag,
    "queue_row": check.ruled(check.integer, "0 or more", least=0, none=True),
}

TRACK: Checks = {
    "id": check.some_text,
    "language": tag.some_or_no_text,
    "title": tag.some_or_no_text,
    "kind": check.a_member(TrackKind),
    "characteristics": check.a_set(TrackCharacteristics),
    "selected": check.flag,
}

DEVICE: Checks = {
    "id": check.some_text,
    "name": check.some_text,
    "volume": check.ruled(check.number, "0.0 to 1.0", least=0.0, most=1.0, none=True),
    "type": check.a_member(DeviceType),
    "can_step": check.flag,
}

SURFACE_OPTIONS: Checks = {
    "name": check.text,
    "bus_address": check.text,
    "twins": check.flag,
}

SURFACE: Checks = {
    "volume": check.ruled(check.number, "0.0 to 1.0", least=0.0, most=1.0),
    "step": check.ruled(check.integer, "1 or -1", only=[1, -1]),
    "width": check.ruled(check.integer, "0 to 16384", least=0, most=16384),
    "height": check.ruled(check.integer, "0 to 16384", least=0, most=16384),
    "uri": check.ruled_text(most=65536, required=True),
    "play": check.flag,
}

SURFACE_SESSION: Checks = {
    "at": check.ruled(check.seconds, "", none=True),
    "position": check.ruled(check.seconds, "", least=0, clamped=True),
}

# For each form of a command's argument that has a rule: the member of the event, the check, and whether
# it must be given.
ARGUMENT: Dict[str, Tuple[str, check.Check, bool]] = {
    "position": ("time_us", check.ruled(check.seconds, "0 or more", least=0), True),
    "interval": ("time_us", check.ruled(check.seconds, "greater than 0", above=0), False),
    "phase": ("phase", check.a_member(Phase), True),
    "rate": ("rate", check.ruled(check.number, "finite and not 0", other=0.0), False),
    "fraction": ("rating", check.ruled(check.number, "0.0 to 1.0", least=0.0, most=1.0), True),
    "truth": ("mode", check.flag, False),
}
