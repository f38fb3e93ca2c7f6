# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The corpus, and what its readers have of it."""
from collections import Counter

import corpus

# The words of readers that are no tags, but tell of the sound.
OF_THE_SOUND = {"encoder", "ENCODER", "DURATION", "container-format", "bitrate", "audio-codec", "Last-Modified",
                "Format", "Time", "duration"}
# Files of which a reader has no tag at all.
NOTHING = {
    "mpv": ["ape.mp3"],
    "vlc": [],
    "ffmpeg": ["ape.mp3"],
    "gstreamer": ["not-utf-8.flac", "id3.wav"],
    "mpd": [],
    "mutagen": ["v24-not-utf-8.mp3", "ape.mp3", "ffmpeg.mka", "matroska.mka", "several.mka", "ffmpeg.wav"],
}


def test_the_corpus(files):
    """There are enough files of each kind."""
    kinds = Counter(path.suffix for path in files)
    assert len(files) >= 100 and min(kinds[kind] for kind in (".mp3", ".flac", ".ogg", ".opus", ".m4a", ".wma", ".wv",
                                                             ".mka")) >= 3, kinds
    fields = Counter(field for _, said in corpus.FILES.values() for field in said)
    assert len(fields) == 19 and min(fields.values()) >= 2, fields


def test_each_file_is_read(pairs, reader):
    """Each reader has tags of all files but of those that it is known not to read."""
    found = [name for name, tags in pairs.items() if not {name for name, _ in tags} - OF_THE_SOUND]
    assert sorted(found) == sorted(NOTHING[reader])
