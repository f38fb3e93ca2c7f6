# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The types of MPRIS, from its specification."""

import re

from .wire import OBJECT_PATH

ROOT = "org.mpris.MediaPlayer2"
PLAYER, TRACK_LIST, PLAYLISTS = ROOT + ".Player", ROOT + ".TrackList", ROOT + ".Playlists"
PATH = "/org/mpris/MediaPlayer2"
PROPERTIES = "org.freedesktop.DBus.Properties"

ROOT_PROPERTIES = {"CanQuit": "b", "CanRaise": "b", "HasTrackList": "b", "Identity": "s", "DesktopEntry": "s",
                   "SupportedUriSchemes": "as", "SupportedMimeTypes": "as", "Fullscreen": "b", "CanSetFullscreen": "b"}
PLAYER_PROPERTIES = {"PlaybackStatus": "s", "LoopStatus": "s", "Rate": "d", "Shuffle": "b", "Metadata": "a{sv}",
                     "Volume": "d", "Position": "x", "MinimumRate": "d", "MaximumRate": "d", "CanGoNext": "b",
                     "CanGoPrevious": "b", "CanPlay": "b", "CanPause": "b", "CanSeek": "b", "CanControl": "b"}
TRACK_LIST_PROPERTIES = {"Tracks": "ao", "CanEditTracks": "b"}
PLAYLISTS_PROPERTIES = {"PlaylistCount": "u", "Orderings": "as", "ActivePlaylist": "(b(oss))"}
SPECIFIED = {ROOT: ROOT_PROPERTIES, PLAYER: PLAYER_PROPERTIES, TRACK_LIST: TRACK_LIST_PROPERTIES,
             PLAYLISTS: PLAYLISTS_PROPERTIES}
# Properties that GetAll leaves out for a session without a command that sets them.
OPTIONAL = {"LoopStatus", "Shuffle"}
# The methods, with their result types.
METHODS = {ROOT: dict.fromkeys(("Raise", "Quit"), ""),
           PLAYER: dict.fromkeys(("Play", "Pause", "PlayPause", "Stop", "Next", "Previous", "Seek", "SetPosition",
                                  "OpenUri"), ""),
           TRACK_LIST: {"GetTracksMetadata": "aa{sv}", "AddTrack": "", "RemoveTrack": "", "GoTo": ""},
           PLAYLISTS: {"ActivatePlaylist": "", "GetPlaylists": "a(oss)"}}
SIGNALS = {(PLAYER, "Seeked"): "x", (TRACK_LIST, "TrackListReplaced"): "aoo", (TRACK_LIST, "TrackAdded"): "a{sv}o",
           (TRACK_LIST, "TrackRemoved"): "o", (TRACK_LIST, "TrackMetadataChanged"): "oa{sv}",
           (PLAYLISTS, "PlaylistChanged"): "(oss)"}
# The properties that are emitted without values, as the specification says.
INVALIDATED = {TRACK_LIST: {"Tracks"}}
ORDERINGS = {"Alphabetical", "Created", "Modified", "Played", "User"}
NO_TRACK = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
INTERFACES = {*SPECIFIED, "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable",
              "org.freedesktop.DBus.Peer"}
# The keys that a player may add to its metadata.
OWN_KEY = re.compile(r"(?!(?:mpris|xesam|nowplaying):)[A-Za-z0-9_-]+(?::[!-~]+)?")
MOST_OWN_KEY = 64
WORDS = {"PlaybackStatus": {"Playing", "Paused", "Stopped"}, "LoopStatus": {"None", "Track", "Playlist"}}

METADATA = {"mpris:trackid": "o", "mpris:length": "x", "mpris:artUrl": "s", "xesam:album": "s",
            "xesam:albumArtist": "as", "xesam:artist": "as", "xesam:asText": "s", "xesam:audioBPM": "i",
            "xesam:autoRating": "d", "xesam:musicBrainzTrackID": "as",
            "xesam:musicBrainzAlbumID": "as", "xesam:musicBrainzArtistID": "as", "xesam:musicBrainzAlbumArtistID": "as",
            "xesam:comment": "as", "xesam:composer": "as", "xesam:contentCreated": "s",
            "xesam:discNumber": "i", "xesam:firstUsed": "s", "xesam:genre": "as", "xesam:lastUsed": "s",
            "xesam:lyricist": "as", "xesam:title": "s", "xesam:trackNumber": "i", "xesam:url": "s",
            "xesam:useCount": "i", "xesam:userRating": "d"}
FILE_URI = re.compile(r"file:///(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+")
WEB_URI = re.compile(r"https?://[!-~]+")
DATE = re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)")


def is_own_key(key):
    """Returns whether a key is one that players may add."""
    return OWN_KEY.fullmatch(key) is not None and len(key) <= MOST_OWN_KEY


def is_file_name(entry):
    """Returns whether a DesktopEntry is the whole name of a file. "org.example.desktop" is an id of three parts."""
    rest = entry.removesuffix(".desktop")
    return rest != entry and rest.count(".") != 1


def check_property(interface, name, variant):
    """Returns the problems of a property, as sentences."""
    types = SPECIFIED[interface]
    if name not in types:
        return [f"rule 6: {interface} has no {name}"]
    if variant.signature != types[name]:
        return [f"rule 5: {name} is {types[name]}, not {variant.signature}"]
    value = variant.value
    if name == "Metadata":
        return check_metadata(value)
    if name in WORDS and value not in WORDS[name]:
        return [f"{name} is one of {sorted(WORDS[name])}, not {value!r}"]
    if name == "Position" and value < 0:
        return ["Position is negative"]
    if name == "Volume" and not 0 <= value <= 100:
        return [f"Volume is {value}"]
    if name == "Rate" and (value == 0 or value != value or abs(value) == float("inf")):
        return [f"Rate is {value}"]
    if name == "CanControl" and value is not True:
        return ["rule 11: CanControl is true, always"]
    if name == "Identity" and not value.strip():
        return ["rule 10: Identity is empty"]
    if name == "Tracks" and (not all(map(OBJECT_PATH.fullmatch, value)) or len(set(value)) < len(value)
                             or len(value) > 100):
        return [f"rule 4: Tracks are {value}"]
    if name == "Orderings" and (not value or not set(value) <= ORDERINGS):
        return [f"Orderings are {value}"]
    if name == "DesktopEntry" and is_file_name(value):
        return [f"rule 10: DesktopEntry is {value!r}"]
    return []


def type_of_own(key, value):
    """Returns the type of a key of the player's own: a process is a number, as KDE's programs send it."""
    is_process = isinstance(value, int) or re.fullmatch(r"[1-9]\d{0,8}", str(value))
    return "i" if key == "kde:pid" and is_process else "s"


def check_metadata(metadata):
    """Rules 4, 5 and 9, for one map."""
    if not metadata:
        return []
    problems = []
    if "mpris:trackid" not in metadata:
        problems.append("rule 4: metadata without mpris:trackid")
    for key, (signature, value) in metadata.items():
        wanted = type_of_own(key, value) if is_own_key(key) else METADATA.get(key)
        if wanted is None:
            problems.append(f"rule 5: {key} is not a key that we write")
        elif signature != wanted:
            problems.append(f"rule 5: {key} is {wanted}, not {signature}")
        elif signature == "o" and (not OBJECT_PATH.fullmatch(value) or value == "/" or value.startswith("/org/mpris")):
            problems.append(f"rule 4: {key} is {value!r}")
        elif (key, value) == ("xesam:artist", [""]):
            pass  # no artist: GNOME writes "Unknown artist" where there is no key, and BlueZ refuses an empty list
        elif signature == "as" and (not value or not all(value)):
            problems.append(f"rule 5: {key} is a list of nothing: {value}")
        elif signature == "s" and not value:
            problems.append(f"rule 5: {key} is empty and should be left out")
        elif key == "mpris:length" and value <= 0:
            problems.append(f"rule 5: {key} is {value}")
        elif key == "mpris:artUrl" and not (FILE_URI.fullmatch(value) or WEB_URI.fullmatch(value)):
            problems.append(f"rule 9: {key} is {value!r}")
        elif key in ("xesam:userRating", "xesam:autoRating") and not 0 <= value <= 1:
            problems.append(f"rule 5: {key} is {value}")
        elif key in ("xesam:contentCreated", "xesam:firstUsed", "xesam:lastUsed") and not DATE.fullmatch(value):
            problems.append(f"rule 5: {key} is not a date: {value!r}")
        elif signature == "i" and value < 0:
            problems.append(f"rule 5: {key} is {value}")
    return problems
