# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes all files of the corpus: see `FILES` in its three modules."""
import hashlib
import shutil
import tempfile
from pathlib import Path

from . import corpus_id3, corpus_other, corpus_vorbis, makers

FILES = corpus_id3.FILES | corpus_vorbis.FILES | corpus_other.FILES
PICTURES = {"cover.png": "red", "cover.jpg": "red", "back.png": "blue"}
#: The files with a picture of the front, which is red, and perhaps others.
COVERS = ["v23-ffmpeg.mp3", "v24-pictures.mp3", "v24-jpeg.mp3", "ffmpeg.flac", "pictures.flac", "jpeg.flac",
          "opusenc.opus", "ffmpeg.m4a", "atomicparsley.m4a", "pictures.m4a"]
SOURCES = [corpus_id3, corpus_vorbis, corpus_other, makers]


def whole(said):
    """Returns the content of a file, with dates in the library's form."""
    date = said.get("release_date", "T")
    return said if "T" in date else said | {"release_date": f"{date}{'0000-01-01'[len(date):]}T00:00:00"}


def make(build, seconds=1):
    """Returns the folder with the files of this length, below a build folder. They are kept until their makers
    change."""
    digest = hashlib.sha256(b"".join(Path(source.__file__).read_bytes() for source in SOURCES)).hexdigest()
    folder = Path(build).resolve() / "tags" / f"{digest[:16]}-{seconds}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(dir=folder.parent))
        new.chmod(0o755)  # players of another user read it, too
        write(new, seconds)
        try:
            new.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(new)
    return folder


def write(folder, seconds):
    for name, color in PICTURES.items():
        makers.picture(folder / name, color)
    sounds = {}
    for name, (writer, _) in FILES.items():
        path = folder / name
        if path.suffix not in sounds:
            sounds[path.suffix] = makers.sound(path, seconds)
        path.write_bytes(sounds[path.suffix])
        writer(path)
    # A picture beside music is its cover.
    for name in PICTURES:
        (folder / name).unlink()
