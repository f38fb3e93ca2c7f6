# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: facts.py ENGINE ADDRESS     plays an address, and prints what the engine knows of it, by the expressions that
the table in docs/engines.md has: a line of JSON each time that this changes
"""
import json
import sys
import threading
import time

import engines


def vlc(engine):
    player, media = engine.player, engine.media
    length, isSeekable = player.get_length(), bool(player.is_seekable())
    isLive = media.get_mrl().startswith("http") and length <= 0 and not isSeekable
    # Of libVLC's metadata, 12 is NowPlaying, 0 Title and 15 ArtworkURL.
    return {"length": length > 0, "live": isLive, "film": player.video_get_track_count() > 0, "seekable": isSeekable,
            "title": media.get_meta(12), "station": media.get_meta(0), "cover": bool(media.get_meta(15))}


def gstreamer(engine):
    gst, playbin, tags = engine.gst, engine.playbin, engine.tags
    known, nanoseconds = playbin.query_duration(gst.Format.TIME)
    hasLength, query = known and nanoseconds > 0, gst.Query.new_seeking(gst.Format.TIME)
    isSeekable = playbin.query(query) and query.parse_seeking()[1]
    isLive = engine.address.startswith("http") and not hasLength and not isSeekable
    return {"length": hasLength, "live": isLive, "film": playbin.get_property("n-video") > 0, "seekable": isSeekable,
            "title": tags.get("title"), "station": tags.get("organization"), "cover": "image" in tags}


def qt(engine):
    player, length = engine.player, engine.player.duration()
    return {"length": length > 0, "live": length == 0 and not player.isSeekable(), "film": player.isVideoAvailable(),
            "seekable": player.isSeekable(), "title": player.metaData("Title"),
            "station": player.metaData("Publisher"), "cover": player.metaData("CoverArtImage") is not None}


def qt6(engine):
    player, length, tags = engine.player, engine.player.duration(), engine.player.metaData()
    key = engine.multimedia.QMediaMetaData.Key
    return {"length": length > 0, "live": length == 0 and not player.isSeekable(), "film": player.hasVideo(),
            "seekable": player.isSeekable(), "title": tags.stringValue(key.Title) or None,
            "station": tags.stringValue(key.Publisher) or None, "cover": tags.value(key.CoverArtImage) is not None}


FACTS = {"vlc": vlc, "gstreamer": gstreamer, "qt": qt, "qt6": qt6, "qt6-ffmpeg": qt6}


def main(name, address):
    engine, said = engines.ENGINES[name](lambda: None, lambda: None), None

    def look():
        nonlocal said
        if said != (known := {"state": engine.state, **FACTS[name](engine)}):
            said = known
            print(json.dumps(known), flush=True)

    def run():
        while True:
            engine.call(look)
            time.sleep(0.2)  # sleeps: paces what is printed

    engine.address = address
    engine.play(address)
    threading.Thread(target=run, daemon=True).start()
    engine.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
