# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Describes the item that Kodi plays for the desktop."""
import os
from urllib.parse import quote

import xbmcvfs
from nowplaying import Artwork, Content, Duration, MediaType, Radio

from parts import make_chapters
from rpc import ask, from_time, is_so

#: The tags that are read from an item, with the library's names where Kodi's differ.
TAGS = {name: name for name in (
    "artist", "album", "albumartist", "genre", "track", "disc", "comment", "lyrics", "playcount", "lastplayed",
    "releasedate", "year", "season", "episode", "bpm", "musicbrainztrackid", "musicbrainzalbumid",
    "musicbrainzartistid", "musicbrainzalbumartistid")} | {
    "premiered": "date", "firstaired": "date", "showtitle": "show", "displaycomposer": "composer",
    "displaylyricist": "lyricist"}
#: The numbers of MP4's "media_type" for Kodi's types.
MEDIA_TYPES = {"movie": 9, "episode": 10}
#: The properties that are requested of an item; Kodi leaves out those that it does not have.
PROPERTIES = [*TAGS, "title", "file", "art", "thumbnail", "channel", "channeltype", "userrating", "director",
              "mediapath"]
#: The pictures of an item that are used, best first; the others are backgrounds and logos.
PICTURES = ["thumb", "poster", "album.thumb", "tvshow.poster", "season.poster", "artist.thumb", "icon"]
#: Picture files beside a media file, in the order in which Kodi looks for them.
BESIDE = ["poster.jpg", "folder.jpg", "cover.jpg", "folder.png", "cover.png"]


def make_content(item, playing, entry, pictures):
    """Returns the content of an item.

    item, playing: what Player.GetItem and Player.GetProperties answer. entry: names the entry of the queue.
    pictures: the executor that reads pictures.
    """
    # Player.HasVideo tells whether it is a film: a film that an add-on plays from the music queue has the audio player.
    film = is_so("Player.HasVideo")
    live = playing["live"] or item["type"] == "channel"
    length = from_time(playing["totaltime"])
    path = item.get("file") or item.get("mediapath") or ""
    fields = {
        "id": entry,
        "title": item.get("title") or item.get("label"),
        "url": url_of(path),
        "artwork": picture_of(item, film, pictures),
        "user_rating": item["userrating"] / 10 if item.get("userrating") else None,
        "media_type": MediaType.VIDEO if film else MediaType.AUDIO,
    }
    tags = {word: item[name] for name, word in TAGS.items() if item.get(name)}
    passes = is_passing(path, length, playing["canseek"])
    # A track of an album has an end, also where a server makes it while it sends it.
    is_track = item.get("album") and item.get("track", 0) > 0
    if live or passes and not is_track:
        return radio(item, tags, fields)
    fields["duration"] = Duration.UNKNOWN if passes or not length else length
    fields["chapters"] = make_chapters(length) if film else []
    tags["media_type"] = MEDIA_TYPES.get(item["type"])
    return Content.from_tags(tags, **fields, artists=item.get("director") if item["type"] == "movie" else None)


def radio(item, tags, fields):
    """Returns the fields of a radio station: a channel of Kodi, or a stream."""
    station, title = item.get("channel"), fields["title"]
    if item["type"] != "channel":
        answer = ask("XBMC.GetInfoLabels", labels=["MusicPlayer.StationName", "Player.Title"])
        title = answer["Player.Title"] or title
        station = answer["MusicPlayer.StationName"] or item.get("album")
    # A channel without a program guide has its name as title.
    program = title if title and title != station else None
    fields["title"] = title or station
    tags.pop("album", None)  # the station once more
    return Radio.from_tags(tags, **fields, station_name=station, program_name=program)


def is_passing(path, length, can_seek):
    """Returns whether the item is played as it comes, as a broadcast is: files on the network are seekable. For streams
    Kodi guesses a length of about a second."""
    scheme = path.partition("://")[0].lower()
    return not (length and can_seek) and scheme in {"http", "https", "mms", "rtsp", "rtmp", "udp", "rtp"}


def url_of(path):
    """Returns the path or URL of the item; None for one that only Kodi can open, such as "pvr://" of a recording."""
    known = path.startswith(("/", "http://", "https://", "ftp://", "smb://", "nfs://", "rtsp://"))
    return path if known else None


def picture_of(item, film, pictures):
    """Returns the picture of an item, which is read only when the desktop asks."""
    art, path = item.get("art", {}), item.get("file") or ""
    address = next((art[name] for name in PICTURES if art.get(name)), item.get("thumbnail"))
    # "image://DefaultAudio.png/" is an icon of the skin: Kodi looks for a picture only later.
    if not address or address.startswith("image://Default"):
        if not path.startswith("/"):
            return None
        beside = [f"{os.path.splitext(path)[0]}-poster.jpg"] if film else []
        beside += [os.path.join(os.path.dirname(path), name) for name in BESIDE]
        # The picture that is embedded in the audio file.
        address = find(beside) or (None if film else f"image://music@{quote(path, safe='')}/")
    return address and Artwork(address, lambda width, height: pictures.submit(read_picture, address))


def find(paths):
    """Returns the first file that exists. Names are passed as bytes: see `open_uri` in player.py."""
    return next((path for path in paths if os.path.isfile(path.encode())), None)


def read_picture(address):
    """Returns the bytes of a picture that Kodi has, finds in a file, or fetches; None when there is none."""
    with xbmcvfs.File(address) as file:
        return bytes(file.readBytes()) or None
