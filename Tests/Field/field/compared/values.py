# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Judges for each property and each entry of the metadata whether it is true and of the right type."""

import re
import urllib.parse
from pathlib import Path

from field.adapters import media
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT, TRACK_LIST
from testkit.mpris_types import SPECIFIED, check_metadata, check_property
from testkit.wire import DBusError

from .contenders import TITLES
from .judging import becomes, wrong

SECONDS = 30
# The first file has every tag, the others only title and artist.
TAGS = {"title": "First", "artist": "Earth, Wind & Fire;Others", "album": "All", "album_artist": "Various",
        "composer": "Somebody", "genre": "Pop;Soul", "track": "3/12", "disc": "2", "date": "2006-05-31", "bpm": "120",
        "comment": "Fine", "lyricist": "L", "musicbrainz_trackid": "f7e6", "musicbrainz_albumid": "a1b2"}
WANTED = {"xesam:title": "First", "xesam:artist": ["Earth, Wind & Fire", "Others"], "xesam:album": "All",
          "xesam:albumArtist": ["Various"], "xesam:composer": ["Somebody"], "xesam:genre": ["Pop", "Soul"],
          "xesam:trackNumber": 3, "xesam:discNumber": 2, "xesam:audioBPM": 120, "xesam:comment": ["Fine"],
          "xesam:lyricist": ["L"], "xesam:musicBrainzTrackID": ["f7e6"], "xesam:musicBrainzAlbumID": ["a1b2"],
          "mpris:length": SECONDS * 10**6}


def make_queue(folder):
    """Makes the files: three to play, the first with a picture, and one to be opened."""
    queue = folder / "queue"
    queue.mkdir()
    cover = media.picture(queue / "embedded.png", "teal")
    files = [media.with_cover(queue / "1 #é.flac", cover, SECONDS, **TAGS)]
    files += [media.sound(queue / f"{number}.flac", SECONDS, title=title, artist="Somebody", album="All")
              for number, title in ((2, "Second"), (3, "Third"), (4, "Opened"))]
    return files


def interfaces(one):
    """Returns the names of the introspection: {interface: [properties, methods]}."""
    text = one.mpris.call(one.bus_name, PATH, "org.freedesktop.DBus.Introspectable", "Introspect")[0]
    found = {}
    for name, body in re.findall(r'<interface name="(org\.mpris[^"]*)">(.*?)</interface>', text, re.S):
        found[name] = [re.findall(rf'<{kind}\s[^>]*?name="([^"]+)"', body) for kind in ("property", "method")]
    return found


def all_values(one):
    """Returns {(interface, property): Variant}."""
    found = {}
    for interface, (properties, _) in interfaces(one).items():
        values = one.mpris.get_all(interface)
        for name in set(properties) - values.keys():
            try:
                (values[name],) = one.mpris.call(one.bus_name, PATH, PROPERTIES, "Get", "ss", interface, name)
            except DBusError:
                continue  # it is named, and not there
        found |= {(interface, name): variant for name, variant in values.items()}
    return found


def truths(one, place, state, found):
    """Returns {(interface, property): truth}: the right value, a set that the value must contain, or a function that
    judges it."""
    root = {"CanQuit": True, "CanRaise": False, "Fullscreen": False, "CanSetFullscreen": one.fullscreen_can_be_set,
            "HasTrackList": any(interface == TRACK_LIST for interface, _ in found), "DesktopEntry": one.name,
            "Identity": lambda name: one.called.lower() in name.lower(),
            "SupportedUriSchemes": {"file", "http", "https"}, "SupportedMimeTypes": {"audio/mpeg", "audio/ogg"}}
    slowest, fastest = one.rates
    player = {"PlaybackStatus": state, "LoopStatus": "None", "Shuffle": False, "Rate": 1.0, "CanPlay": True,
              "CanPause": True, "CanSeek": True, "CanControl": True, "CanGoNext": place < 2, "CanGoPrevious": place > 0,
              "Volume": lambda level: abs(level - one.volume()) < 0.01,
              "MinimumRate": lambda rate: abs(rate - slowest) < 0.01,
              "MaximumRate": lambda rate: abs(rate / fastest - 1) < 0.05,
              "Position": lambda now: abs(now / 1e6 - one.seconds()) < one.clock}
    track_list = {"Tracks": lambda tracks: len(set(tracks)) == 3 and tracks[place] == found[
        PLAYER, "Metadata"].value["mpris:trackid"].value}
    return {(interface, name): value for interface, values in (
        (ROOT, root), (PLAYER, player), (TRACK_LIST, track_list)) for name, value in values.items()}


def judge_property(interface, name, variant, truth):
    """Returns "right", or what is wrong."""
    if interface not in SPECIFIED or name not in SPECIFIED[interface]:
        return wrong("not of MPRIS")
    if check_property(interface, name, variant):
        return wrong(variant.value if variant.signature == SPECIFIED[interface][name] else "its type")
    if isinstance(truth, set):
        lacks = truth - set(variant.value)
        return wrong(f"lacks {', '.join(sorted(lacks))}") if lacks else "right"
    is_right = truth(variant.value) if callable(truth) else truth is None or variant.value == truth
    return "right" if is_right else wrong(variant.value)


def judge_key(key, variant, path, date):
    """Judges an entry of the metadata of the first file in the same way."""
    if not key.startswith(("mpris:", "xesam:")):
        return "of its own"
    if [text for text in check_metadata({key: variant}) if "without mpris:trackid" not in text]:
        return wrong(variant.value)
    if key == "mpris:artUrl":
        picture = Path(urllib.parse.unquote(variant.value.removeprefix("file://")))
        is_right = picture.exists() and picture.read_bytes() == (path.parent / "embedded.png").read_bytes()
    elif key == "xesam:url":
        is_right = urllib.parse.unquote(variant.value) == f"file://{path}"
    elif key == "xesam:contentCreated":
        is_right = variant.value == date + "T00:00:00Z"
    else:
        is_right = key == "mpris:trackid" or variant.value == WANTED.get(key)
    return "right" if is_right else wrong(variant.value)


def has_begun(one, title, state):
    """Returns whether the player plays and reports it."""
    return title in one.plays() and one.state() == state and one.title() == title


def judge(one, files):
    """Returns {row: "right" or what is wrong}, judged at the beginning, in the middle, and at the end of the queue."""
    cells, identifiers = {}, []
    for place, state in ((0, "Playing"), (1, "Paused"), (2, "Playing")):
        one.order("jump", place)
        one.order("play")
        becomes(lambda place=place: has_begun(one, TITLES[place], "Playing"))
        if state == "Paused":
            one.order("pause")
            becomes(lambda place=place: has_begun(one, TITLES[place], "Paused"))
        if not place:
            becomes(lambda: "mpris:artUrl" in one.metadata(), 2)
            becomes(lambda: one.get("Tracks", TRACK_LIST), 2)
        judged = {}

        def judge_all(place=place, state=state, judged=judged):
            """Waits until the player's latest change has reached the bus."""
            found = all_values(one)
            truth = truths(one, place, state, found)
            judged |= {(interface, name): judge_property(interface, name, variant, truth.get((interface, name)))
                       for (interface, name), variant in found.items() if name != "Metadata"}
            return all(cell == "right" for cell in judged.values())
        becomes(judge_all, 1)
        for row, cell in judged.items():
            if cells.get(row, "right") == "right":
                cells[row] = cell
        metadata = one.mpris.get("Metadata")
        identifiers.append(metadata["mpris:trackid"].value if "mpris:trackid" in metadata else "")
        if not place:
            cells |= {("Metadata", key): judge_key(key, variant, files[0], one.date)
                      for key, variant in metadata.items()}
    if len(set(identifiers)) < 3 and cells.get(("Metadata", "mpris:trackid")) == "right":
        cells["Metadata", "mpris:trackid"] = wrong("one for several")
    return cells
