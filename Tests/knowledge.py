# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds knowledge of the library outside of it: a part of Tests/lint."""

import re
from pathlib import Path
from typing import NamedTuple

COMMENT = re.compile(r"\s*(?://|/?\*|#|\"\"\")")
MADE_TO_HERE = re.compile("Made by .*, to here")


class Knowledge(NamedTuple):
    """A pattern of words that no file below `places` may have, except files below `others`."""

    words: re.Pattern
    places: tuple
    others: tuple
    advice: str
    least: int  # files that are looked at


KNOWLEDGE = [
    # Names of tags, and MPRIS's names for the same values: the library has them in one table. Only these other files
    # may have them: the parts for clients of MPRIS, documents, comments and tests.
    Knowledge(re.compile(r"\b(?:TIT2|TPE[1-4]|TALB|TCON|TRCK|USLT|SYLT|(?:UN)?SYNCEDLYRICS)\b|\bxesam:|\bWM/[A-Z]"),
              ("plugins/", "bindings/"), ("plugins/playerctl/", "plugins/phosh/"),
              "hand the tag over, by nowplaying_content_set_tag()", 100),
    # Signs of an item's kind: the library decides the kind of a content that is made from tags. Home Assistant's names
    # for its types of media are no signs: home.c writes them for an item whose kind is known.
    Knowledge(re.compile(r"""["'](?:podcast|audiobook|narrator|imdb|tmdb|stik|icy-\w+)["']"""),
              ("plugins/", "bindings/"), ("plugins/gnome-shell/", "plugins/mqtt/home.c"),
              "have the tags decide, by nowplaying_content_new_by_tags()", 100),
    # Reading what a player names as its picture, and finding out what it is: the library does so for all surfaces. The
    # extension of GNOME Shell, which has no library, reads what it is handed; and a video is played by its descriptor.
    Knowledge(re.compile(r"""\bO_PATH\b|filename_from_uri|toLocalFile|unquote_to_bytes|["'`](?:file|data):|image/svg"""
                         r"""|x89PNG"""),
              ("Sources/Program/Surface/", "bindings/glib/src/", "bindings/python/src/nowplaying/surface/",
               "bindings/qt/", "bindings/rust/nowplaying-surface/src/", "examples/lockscreen/",
               "examples/python-surface/", "examples/rust-surface/", "examples/surface-list/", "plugins/gnome-shell/",
               "plugins/plasma/"),
              ("plugins/gnome-shell/nowplaying/picture.js",
               "bindings/qt/src/animatedartwork.cpp"),
              "have the library read it, by nowplaying_surface_get_artwork()", 80),
    # Names of icons, and tags within lyrics: a surface gets the icon of each command and the lines of the lyrics from
    # the library.
    Knowledge(re.compile(r"\bmedia-(?:playback|skip|seek|playlist)-|\[offset:", re.I),
              ("plugins/", "bindings/", "Sources/Program/"), ("plugins/playerctl/", "plugins/phosh/"),
              "take the icon of the command, and the line of the lyrics", 100),
]


def by_hand(lines: list):
    """Yields the numbers and the texts of the lines outside of the parts that a generator makes."""
    is_made = False
    for number, line in enumerate(lines, 1):
        is_made = "from here: do not edit" in line or is_made and not MADE_TO_HERE.search(line)
        if not is_made:
            yield number, line


def check_knowledge(root: Path, files: list, commented: set) -> list:
    """Returns a sentence for each line that has a forbidden word outside of comments. commented: the suffixes of files
    that can have comments."""
    findings = []
    for knowledge in KNOWLEDGE:
        seen = 0
        for name in files:
            if (Path(name).suffix not in commented or "/tests/" in name or not name.startswith(knowledge.places)
                    or name.startswith(knowledge.others)):
                continue
            lines = (root / name).read_text().splitlines()
            if any("do not edit" in line.lower() for line in lines[:5]):
                continue
            seen += 1
            findings += [f"{name}:{number}: {knowledge.advice}" for number, line in by_hand(lines)
                         if knowledge.words.search(line) and not COMMENT.match(line)]
        if seen < knowledge.least:
            findings.append(f"only {seen} files are looked at: {knowledge.advice}")
    return findings
