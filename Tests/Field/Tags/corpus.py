# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""All files, and how they are made: see `FILES` of the three modules of the corpus."""
import hashlib
import shutil
import tempfile
from pathlib import Path

import corpus_id3
import corpus_other
import corpus_vorbis
import makers

FILES = corpus_id3.FILES | corpus_vorbis.FILES | corpus_other.FILES
PICTURES = {"cover.png": "red", "cover.jpg": "red", "back.png": "blue"}
SOURCES = [corpus_id3, corpus_vorbis, corpus_other, makers]


def make(build):
    """The folder with the files, below a folder of builds; they are kept there until what makes them is another."""
    digest = hashlib.sha256(b"".join(Path(source.__file__).read_bytes() for source in SOURCES)).hexdigest()
    folder = Path(build).resolve() / "tags" / digest[:16]
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(dir=folder.parent))
        write(new)
        try:
            new.rename(folder)
        except OSError:  # somebody else was faster
            shutil.rmtree(new)
    return folder


def write(folder):
    for name, color in PICTURES.items():
        makers.picture(folder / name, color)
    sounds = {}
    for name, (writer, _) in FILES.items():
        path = folder / name
        if path.suffix not in sounds:
            sounds[path.suffix] = makers.sound(path)
        path.write_bytes(sounds[path.suffix])
        writer(path)
    # A picture beside music is its cover.
    for name in PICTURES:
        (folder / name).unlink()
