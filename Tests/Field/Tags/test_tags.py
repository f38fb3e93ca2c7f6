# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the corpus, and what the library makes of the readers' tags."""
import importlib
import os
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path

import differences
import field
import library
import mutagen
import pytest
from field.tagged import corpus

# Names that readers print besides those of tags, and that describe the sound.
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
    """Each reader gives tags of all files, except those that it is known not to read."""
    found = [name for name, tags in pairs.items() if not {name for name, _ in tags} - OF_THE_SOUND]
    assert sorted(found) == sorted(NOTHING[reader])


@pytest.fixture(scope="session")
def tags(request):
    return library.Library(request.config.getoption("--build"))


@pytest.fixture(scope="session")
def python(request):
    """Python's package, on the library that was built."""
    os.environ["NOWPLAYING_LIBRARY"] = str(field.library(request.config.getoption("--build")))
    return importlib.import_module("nowplaying")


def check(rules, content_of):
    """Checks that each content is what the file says, changed by the rules, and that each rule is needed."""
    unused, wrong = list(rules), []
    for name, (_, said) in corpus.FILES.items():
        found, expected = content_of(name), dict(said)
        for rule in rules:
            if rule.apply(name, expected, found) and rule in unused:
                unused.remove(rule)
        expected = corpus.whole(expected)
        wrong += [f"{name}: {field} is {found.get(field)!r}, not {expected.get(field)!r}"
                  for field in sorted(found.keys() | expected.keys()) if found.get(field) != expected.get(field)]
    assert not wrong, "\n".join(line[:300] for line in wrong)
    assert not unused, f"no file is different in that {unused}"


def test_the_same_content_from_each(pairs, reader, tags):
    """The library makes of a reader's tags what the file says, if the reader gives it."""
    check(differences.DIFFERENCES[reader], lambda name: tags.content_of(pairs[name]))


def test_mutagen_in_python(files, python):
    """The Python package makes the same content of mutagen's own objects."""
    paths = {path.name: path for path in files}

    def content_of(name):
        music = python.Music.from_tags(mutagen.File(paths[name]))
        found = {field: getattr(music, field, None) for field in library.FIELDS}
        return {field: plain(value) for field, value in found.items() if value is not None}
    check(differences.OBJECTS, content_of)


def plain(value):
    if isinstance(value, tuple):
        return list(value)
    return value.replace(tzinfo=None).isoformat() if isinstance(value, datetime) else value
