# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The protocol org.nowplaying as data, from its page and its XML: interfaces, keys, words, limits.

Numbers such as "6.4" are sections of the protocol, with the rule's number where a section has some.
"""

import math
import re

from .mpris_types import is_file_name, is_own_key
from .wire import Variant

from . import page

ROOT = "/org/nowplaying"
APP_PATH = ROOT + "/app"
SESSION_PATH = re.compile(r"/org/nowplaying/session/[A-Za-z0-9_]+")
MANAGER = "org.freedesktop.DBus.ObjectManager"
STANDARD = {"org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Properties",
            MANAGER}
APP, SURFACES = "org.nowplaying.App1", "org.nowplaying.Surfaces1"
SESSION, ANIMATED, REMOTE = "org.nowplaying.Session1", "org.nowplaying.AnimatedArtwork1", "org.nowplaying.Remote1"
TRACKS = "org.nowplaying.Tracks1"
TOKEN = "org.nowplaying.SystemPrimary"

PROPERTIES = {
    APP: {"Id": "s", "Name": "s", "DesktopEntry": "s", "MprisName": "s"},
    SURFACES: {"AspectRatios": "as", "PreviewOnly": "as"},
    SESSION: {"Id": "s", "ApplicationPrimary": "b", "SystemPrimary": "b", "Content": "a{sv}", "Playback": "a{sv}",
              "Commands": "aa{sv}", "Volume": "d", "CanSetVolume": "b", "QueueLength": "u"},
    ANIMATED: {},
    TRACKS: {"Tracks": "aa{sv}"},
    REMOTE: {"Devices": "aa{sv}"},
}
CONSTANT = {(APP, "Id"), (SESSION, "Id")}

# The methods: {name: (arguments, results)}.
PICTURE = [("image", "h"), ("mime_type", "s"), ("pixel_width", "u"), ("pixel_height", "u")]
SIZE = [("width", "u"), ("height", "u")]
METHODS = {
    APP: {},
    SURFACES: {"Register": ([("declaration", "a{sv}")], []), "Unregister": ([], [])},
    SESSION: {"SendCommand": ([("command", "s"), ("arguments", "a{sv}")], []), "SetVolume": ([("level", "d")], []),
              "GetArtwork": ([("id", "s"), *SIZE], PICTURE)},
    ANIMATED: {"GetPreview": ([("id", "s"), ("aspect_ratio", "s"), *SIZE], PICTURE),
               "GetVideo": ([("id", "s"), ("aspect_ratio", "s"), *SIZE], [("video", "h"), ("mime_type", "s")])},
    TRACKS: {"SelectTrack": ([("kind", "s"), ("id", "s")], [])},
    REMOTE: {"SetDeviceVolume": ([("id", "s"), ("level", "d")], []),
             "StepDeviceVolume": ([("id", "s"), ("step", "i")], [])},
    MANAGER: {"GetManagedObjects": ([], [("objects", "a{oa{sa{sv}}}")])},
}

MOST_ID, MOST_TEXT, MOST_LYRICS, MOST_ITEMS = 1024, 4096, 65536, 64
MOST_OWN_KEYS = 32
MOST_CHAPTERS, MOST_CHAPTER_TITLE, MOST_TRACKS = 1024, 256, 256
MOST_OF_LONG_VALUES = 4 << 20
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
ICON = re.compile(r"[A-Za-z0-9._-]+")
RATIOS = ["1:1", "3:4"]
PICTURES = {"image/png", "image/jpeg", "image/webp", "image/gif"}
VIDEOS = {"video/mp4", "video/quicktime", "video/webm"}
# The tables of the page.
STATES, DURATIONS, DEVICES, REASONS, ERRORS = (
    page.states(), page.durations(), page.devices(), page.reasons(), page.errors())
CONTENT, ALWAYS = page.content()
COUNTED = page.counted()
PLAYBACK, PLAYBACK_ALWAYS = page.playback()
COMMANDS, MODES = page.commands()
LEAVING = page.leaving()
SLOTS, TRACK_KINDS, CHARACTERISTICS, ERROR_KINDS = (
    page.slots(), page.track_kinds(), page.characteristics(), page.error_kinds())
# Keys that may be absent from a listed command.
MAYBE = page.maybe()
# Commands that always have an icon, because they have a usual one. toggle-play-pause is left out: its icon follows the
# state.
WITH_ICON = {name for name, icons in page.own_icons().items() if icons} - {"toggle-play-pause"}
# Commands that may be listed more than once.
BUTTONS = {"feedback", "custom"}


def is_text(value, most):
    return 1 <= len(value.encode()) <= most


def types(dictionary, always, possible, what):
    """Returns the problems of an a{sv}: unknown keys, wrong types, and missing keys that must be present."""
    problems = [f"3: {what} without {key}" for key in always if key not in dictionary]
    for key, (signature, value) in dictionary.items():
        if key not in possible:
            problems.append(f"3: {what} has the key {key}")
        elif signature != possible[key]:
            problems.append(f"3: {key} of {what} is {possible[key]}, not {signature}")
        elif signature in ("as", "ax", "ad", "a{ss}") and not value:
            problems.append(f"3: {key} of {what} is an empty list")
        elif signature in ("as", "ax", "ad") and len(value) > MOST_ITEMS:
            problems.append(f"8: {key} of {what} has {len(value)} elements")
        elif signature == "as" and key != "lines" and not all(is_text(text, MOST_TEXT) for text in value):
            problems.append(f"3: {key} of {what} has an empty or too long text")
        elif signature == "s" and not is_text(value, MOST_LYRICS if key == "lyrics" else MOST_TEXT):
            problems.append(f"3: {key} of {what} is empty or too long")
        elif signature == "d" and not math.isfinite(value):
            problems.append(f"3: {key} of {what} is {value}")
    return problems


def check_content(content):
    """Returns the problems of a Content, by section 3."""
    if not content:
        return []
    kind = content["kind"].value if "kind" in content else ""
    problems = types(content, ALWAYS, CONTENT.get(kind, CONTENT["generic"]), f"Content of kind {kind!r}")
    if problems:
        return problems
    value = {key: variant.value for key, variant in content.items()}
    if kind not in CONTENT:
        problems.append(f"3: the kind {kind!r}")
    if value["media-type"] not in ("audio", "video"):
        problems.append(f"3: the media-type {value['media-type']!r}")
    if kind in ("movie", "tv-show") and value["media-type"] != "video":
        problems.append("3: movies and TV shows are video")
    if value["duration-kind"] not in DURATIONS:
        problems.append(f"3: the duration-kind {value['duration-kind']!r}")
    if ("duration" in value) != (value["duration-kind"] == "finite"):
        problems.append(f"3: duration is there exactly if finite, not for {value['duration-kind']}")
    if value.get("duration", 1) <= 0:
        problems.append("3: duration is not > 0")
    for key in ("id", "artwork", "collection-id", "service-id"):
        if key in value and not is_text(value[key], MOST_ID):
            problems.append(f"8: {key} is longer than {MOST_ID} bytes")
    for ratio, identifier in value.get("animated-artwork", {}).items():
        if ratio not in RATIOS or not is_text(identifier, MOST_ID):
            problems.append(f"3: animated-artwork has {ratio!r}: {identifier!r}")
    extra = value.get("extra", {})
    problems += [f"3: extra has {key!r}: {text!r}" for key, text in extra.items()
                 if not is_own_key(key) or not is_text(text, MOST_TEXT)]
    if len(extra) > MOST_OWN_KEYS:
        problems.append(f"8: extra has {len(extra)} keys")
    for key in ("user-rating", "auto-rating"):
        if not 0 <= value.get(key, 0) <= 1:
            problems.append(f"3: {key} is {value[key]}")
    problems += check_chapters(value.get("chapters"))
    if value.get("lines", []) != lines(value):
        problems.append(f"3: lines are {value.get('lines')}, not {lines(value)}")
    problems += [f"3: {key} is {value[key]}, and counts from 1" for key in COUNTED if value.get(key, 1) < 1]
    return problems


def lines(value):
    """Returns the lines of an item, as the table defines them."""
    kind, first, second = value["kind"], value.get("title"), None
    if kind in ("podcast", "tv-show"):
        second = value.get("show-name")
    elif kind == "book":
        second = value.get("author")
    elif kind == "radio":
        first = first or value.get("program-name") or value.get("station-name")
        second = value.get("station-name")
    elif kind == "home-media":
        first = first or value.get("description") or value.get("source-name")
        second = value.get("source-name")
    elif kind == "generic":
        second = value.get("subtitle")
    if kind in ("radio", "home-media", "generic") and second == first:
        second = None
    second = ", ".join(value.get("artists", [])) or second or ""
    second = second.encode()[:MOST_TEXT].decode(errors="ignore")
    found = [first or "", second, value.get("album", "")]
    while found and not found[-1]:
        found.pop()
    return found


def check_chapters(chapters):
    if chapters is None:
        return []
    starts = [start for start, _, _ in chapters]
    problems = [f"3: a chapter has {chapter}" for chapter in chapters
                if len(chapter[1].encode()) > MOST_CHAPTER_TITLE or len(chapter[2].encode()) > MOST_ID]
    if not chapters or min(starts) < 0 or starts != sorted(starts) or len(chapters) > MOST_CHAPTERS:
        problems.append(f"3: the chapters begin at {starts}")
    return problems


def check_playback(playback, now=None):
    """Section 3, "Playback"; now: microseconds of CLOCK_MONOTONIC after the publisher has sent it."""
    problems = types(playback, PLAYBACK_ALWAYS, PLAYBACK, "Playback")
    if problems:
        return problems
    value = {key: variant.value for key, variant in playback.items()}
    if value["state"] not in STATES:
        problems.append(f"3: the state {value['state']!r}")
    if (value["state"] == "playing") != (value["rate"] != 0):
        problems.append(f"3: the rate is {value['rate']} while {value['state']}")
    if value["default-rate"] <= 0:
        problems.append(f"3: default-rate is {value['default-rate']}")
    if ("elapsed" in value) != ("timestamp" in value):
        problems.append("3: elapsed and timestamp are both there or neither is")
    if value.get("elapsed", 0) < 0:
        problems.append("3: elapsed is negative")
    problems += [f"3: {key} is false, and not absent" for key in ("live-edge", "muted") if value.get(key) is False]
    if "seekable" in value and ("elapsed" not in value or not 0 <= value["seekable"][0] <= value["seekable"][1]):
        problems.append(f"3: seekable is {value['seekable']}")
    if value.get("buffered", 0) < 0:
        problems.append(f"3: buffered is {value['buffered']}")
    if ("error-kind" in value) != (value["state"] == "error") or "error" in value and "error-kind" not in value:
        problems.append(f"3: an error in the state {value['state']}")
    if value.get("error-kind", "other") not in ERROR_KINDS:
        problems.append(f"3: error-kind is {value['error-kind']!r}")
    if now is not None and value.get("timestamp", now) > now:
        problems.append(f"3: timestamp is {value['timestamp'] - now} µs in the future")
    return problems


def check_commands(commands):
    """Section 3, "Commands"."""
    problems, buttons, seen, own = [], [], set(), []
    if len(commands) > MOST_ITEMS:
        problems.append(f"8: {len(commands)} commands")
    for entry in commands:
        name = entry["command"].value if "command" in entry else ""
        if name not in COMMANDS:
            problems.append(f"3: the command {name!r}")
            continue
        wrong = types(entry, COMMANDS[name].keys() - MAYBE, COMMANDS[name], name)
        problems += wrong or check_command(name, {key: variant.value for key, variant in entry.items()})
        if name == "feedback" and not wrong:
            buttons.append(entry["button"].value)
        elif name == "custom" and not wrong:
            own.append(entry["id"].value)
        elif name in seen - BUTTONS:
            problems.append(f"3: {name} is listed more than once")
        seen.add(name)
    if len(set(own)) != len(own) or not all(is_text(identifier, MOST_ID) for identifier in own):
        problems.append(f"3: the ids of custom are {own}")
    if buttons != list(range(len(buttons))):
        problems.append(f"3: the buttons of feedback count from 0, not {buttons}")
    return problems


def check_command(name, value):
    problems = []
    if name in MODES:
        if len(set(value["supported"])) != len(value["supported"]) or set(value["supported"]) - set(MODES[name]):
            problems.append(f"3: {name} supports {value['supported']}")
        if value["current"] not in MODES[name]:
            problems.append(f"3: current of {name} is {value['current']!r}")
    if min(value.get("intervals", [1])) <= 0:
        problems.append(f"3: intervals of {name} are {value['intervals']}")
    if not all(math.isfinite(rate) and rate for rate in value.get("rates", [])):
        problems.append(f"3: rates of {name} are {value['rates']}")
    if name in WITH_ICON and "icon" not in value:
        problems.append(f"3: {name} has no icon")
    if not ICON.fullmatch(value.get("icon", "x")) or value.get("slot", SLOTS[0]) not in SLOTS:
        problems.append(f"3: {name} has the icon {value.get('icon')!r} and the slot {value.get('slot')!r}")
    if not 1 <= value.get("steps", 1) <= 100:
        problems.append(f"3: steps of {name} are {value['steps']}")
    low, high = value.get("range", (1, 1))
    if not (0 < low <= high and math.isfinite(high)):
        problems.append(f"3: range of {name} is {value['range']}")
    return problems


def check_devices(devices):
    """Section 3, "Remote1.Devices"."""
    problems = [f"8: {len(devices)} devices"] if len(devices) > MOST_ITEMS else []
    always = {"id": "s", "name": "s", "type": "s", "can-step": "b"}
    for device in devices:
        wrong = types(device, always, always | {"volume": "d"}, "a device")
        problems += wrong
        if wrong:
            continue
        if device["type"].value not in DEVICES:
            problems.append(f"3: the device's type {device['type'].value!r}")
        if "volume" in device and not 0 <= device["volume"].value <= 1:
            problems.append(f"3: the device's volume is {device['volume'].value}")
        problems += [f"8: a device's {key} is longer than {MOST_ID} bytes" for key in ("id", "name")
                     if not is_text(device[key].value, MOST_ID)]
    identifiers = [device["id"].value for device in devices if "id" in device]
    if len(set(identifiers)) != len(identifiers):
        problems.append(f"3: two devices have one id: {identifiers}")
    return problems


def check_tracks(tracks):
    """Section 3, "Tracks1.Tracks"."""
    problems = [f"8: {len(tracks)} tracks"] if len(tracks) > MOST_TRACKS else []
    always = {"id": "s", "kind": "s", "selected": "b"}
    for track in tracks:
        wrong = types(track, always, always | {"language": "s", "title": "s", "characteristics": "as"}, "a track")
        problems += wrong
        if wrong:
            continue
        if track["kind"].value not in TRACK_KINDS:
            problems.append(f"3: the track's kind {track['kind'].value!r}")
        words = track["characteristics"].value if "characteristics" in track else []
        if set(words) - set(CHARACTERISTICS) or len(set(words)) != len(words):
            problems.append(f"3: the track's characteristics {words}")
        if not is_text(track["id"].value, MOST_ID):
            problems.append(f"8: a track's id is longer than {MOST_ID} bytes")
        if "language" in track and not LANGUAGE.fullmatch(track["language"].value):
            problems.append(f"3: the track's language {track['language'].value!r}")
    names = [(track["kind"].value, track["id"].value) for track in tracks if {"kind", "id"} <= track.keys()]
    chosen = [track["kind"].value for track in tracks if "selected" in track and track["selected"].value]
    if len(set(names)) != len(names) or len(set(chosen)) != len(chosen):
        problems.append(f"3: the tracks {names}, of which {chosen} are selected")
    return problems


def check_session(properties):
    """Returns the problems of a session in which item and commands do not fit together, by section 3. Takes the known
    properties of Session1."""
    if "Content" not in properties or "Commands" not in properties:
        return []
    content = properties["Content"].value
    enabled = {entry["command"].value for entry in properties["Commands"].value
               if {"command", "enabled"} <= entry.keys() and entry["enabled"].value}
    problems = []
    if content.get("advertisement", Variant("b", False)).value is True:
        problems = [f"3: {name} is enabled for an advertisement" for name in sorted(enabled & LEAVING)]
    if "seek-to-position" in enabled and "Playback" in properties and "seekable" not in properties["Playback"].value:
        if content.get("duration-kind", Variant("s", "")).value == "live":
            problems.append("3: seek-to-position is enabled for a live item without seekable")
    return problems


def long_values(interfaces):
    """Returns how many bytes of a session's Content count towards the limit for all sessions."""
    content = interfaces.get(SESSION, {}).get("Content", Variant("a{sv}", {})).value
    lyrics = content.get("lyrics", Variant("s", "")).value
    chapters = content.get("chapters", Variant("a(xss)", [])).value
    extra = content.get("extra", Variant("a{ss}", {})).value
    texts = [lyrics, *(text for chapter in chapters for text in chapter[1:]), *extra.keys(), *extra.values()]
    return sum(len(text.encode()) for text in texts)


def check_property(interface, name, variant, now=None):
    """Returns the problems of a property, as sentences."""
    if name not in PROPERTIES.get(interface, {}):
        return [f"3: {interface} has no property {name}"]
    wanted = PROPERTIES[interface][name]
    if variant.signature != wanted:
        return [f"3: {name} is {wanted}, not {variant.signature}"]
    value = variant.value
    if name in ("Id", "Name") and not is_text(value, MOST_ID):
        return [f"8: {name} is empty or too long"]
    if name == "MprisName" and value and not value.startswith("org.mpris.MediaPlayer2."):
        return [f"3: MprisName is {value!r}"]
    if name == "DesktopEntry" and is_file_name(value):
        return [f"3: DesktopEntry is {value!r}"]
    if name == "Volume" and not (0 <= value <= 100 or value == -1):
        return [f"3: Volume is {value}"]
    if name == "AspectRatios" and value != [ratio for ratio in RATIOS if ratio in value]:
        return [f"3: AspectRatios is {value}"]
    if name == "PreviewOnly" and (set(value) - REASONS or len(set(value)) != len(value)):
        return [f"3: PreviewOnly is {value}"]
    if name == "Playback":
        return check_playback(value, now)
    checks = {"Content": check_content, "Commands": check_commands, "Devices": check_devices, "Tracks": check_tracks}
    return checks[name](value) if name in checks else []


def check_object(path, interfaces, now=None):
    """Returns the problems of an object, from all its interfaces and properties."""
    ours = {name: found for name, found in interfaces.items() if name not in STANDARD}
    problems = [f"1: {path} has the interface {name}" for name in ours if name not in PROPERTIES or (
        name not in ((APP, SURFACES) if path == APP_PATH else (SESSION, ANIMATED, TRACKS, REMOTE)))]
    if path != APP_PATH and not SESSION_PATH.fullmatch(path):
        problems.append(f"1: there is an object at {path}")
    if (APP if path == APP_PATH else SESSION) not in ours:
        problems.append(f"1: {path} has only {sorted(ours)}")
    for name, found in ours.items():
        missing = PROPERTIES.get(name, {}).keys() - found.keys()
        problems += [f"6.5: {name} at {path} without {sorted(missing)}"] * bool(missing)
        for key, variant in found.items():
            problems += check_property(name, key, variant, now)
    return problems + check_session(ours.get(SESSION, {}))
