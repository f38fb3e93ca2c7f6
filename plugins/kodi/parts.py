# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The chapters, and the audio and subtitle tracks of the item that Kodi plays."""
from nowplaying import Chapter, Track, TrackCharacteristics, TrackKind

from rpc import ask

#: The properties that are requested of a player.
STREAMS = ["audiostreams", "currentaudiostream", "subtitles", "currentsubtitle", "subtitleenabled"]
NATURE = {"isdefault": TrackCharacteristics.IS_DEFAULT, "isforced": TrackCharacteristics.IS_FORCED}


def make_chapters(length):
    """Returns the chapters of a film, which begin at whole seconds, as Kodi has them. They have no titles: Kodi tells
    only the title of the present chapter, and does not notify when another chapter begins.

    length: of the film, in seconds.
    """
    answer = ask("XBMC.GetInfoLabels", labels=["Player.ChapterCount", "Player.Chapters"])
    count = int(answer["Player.ChapterCount"] or 0)
    # "Player.Chapters" lists the start and the end of each chapter but the last, in percent of the length. A chapter
    # starts at the end of the one before. If the first one starts late, the part before it is listed like a chapter.
    marks = [float(mark) for mark in answer["Player.Chapters"].split(",") if mark]
    ends = marks[1::2]
    starts = ends if len(ends) == count else [0.0, *ends]
    return [Chapter(float(round(start * length / 100))) for start in starts] if count > 1 else []


def make_tracks(playing):
    """The tracks of a player. playing: what Player.GetProperties answers."""
    # A song has no subtitle stream.
    audio, words = ((playing[key] or {}).get("index") for key in ("currentaudiostream", "currentsubtitle"))
    if not playing["subtitleenabled"]:
        words = None
    return [
        *(make_track(each, TrackKind.AUDIO, each["index"] == audio) for each in playing["audiostreams"] or []),
        *(make_track(each, TrackKind.CAPTIONS if each.get("isimpaired") else TrackKind.SUBTITLES,
                     each["index"] == words) for each in playing["subtitles"] or [])]


def make_track(stream, kind, selected):
    nature = TrackCharacteristics.NONE
    for key, bit in NATURE.items():
        if stream.get(key):
            nature |= bit
    title = stream["name"]
    if kind == TrackKind.AUDIO:
        if stream.get("isimpaired"):
            nature |= TrackCharacteristics.DESCRIBES_VIDEO
        # Kodi appends codec and channels to the title.
        title = title.rpartition(" - ")[0]
    return Track(str(stream["index"]), kind, stream["language"], title, nature, selected)


def select_track(player, kind, identifier):
    """identifier: None for no words."""
    if kind == TrackKind.AUDIO:
        ask("Player.SetAudioStream", playerid=player, stream=int(identifier))
    elif identifier is None:
        ask("Player.SetSubtitle", playerid=player, subtitle="off")
    else:
        ask("Player.SetSubtitle", playerid=player, subtitle=int(identifier), enable=True)
