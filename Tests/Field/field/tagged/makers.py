# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Functions that write tags. Each returns a function that writes the tags into a file, which is a second of silence
without tags."""
import struct
import subprocess

import mutagen
import mutagen.apev2
import mutagen.flac
import mutagen.id3
import mutagen.mp4

import taglib

LATIN_1, UTF_16, UTF_16_BE, UTF_8 = range(4)  # the encodings of ID3
CODECS = ["latin-1", "utf-16", "utf-16-be", "utf-8"]
SOUNDS = {
    "mp3": ["-id3v2_version", "0", "-write_id3v1", "0", "-write_xing", "0"], "flac": [], "ogg": ["-c:a", "libvorbis"],
    "opus": ["-c:a", "libopus"], "m4a": ["-c:a", "aac"], "wma": ["-c:a", "wmav2"], "mka": ["-c:a", "libvorbis"],
    "wv": ["-c:a", "wavpack"], "wav": [], "aiff": [],
}


def run(*words):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, errors="replace")
    assert done.returncode == 0, f"{' '.join(map(str, words))[:500]}: {done.stdout}"


def ffmpeg(*words):
    run("ffmpeg", "-nostdin", "-v", "error", "-y", *words)


def sound(path, seconds):
    """Returns the bytes of silence without tags, in the format of the file name."""
    ffmpeg("-f", "lavfi", "-i", "anullsrc=r=44100:cl=mono", "-t", seconds, "-map_metadata", -1, "-fflags", "+bitexact",
           "-flags:a", "+bitexact", *SOUNDS[path.suffix[1:]], path)
    return path.read_bytes()


def picture(path, color):
    ffmpeg("-f", "lavfi", "-i", f"color={color}:s=64x64", "-frames:v", 1, path)


def both(*makers):
    """Runs several makers one after the other."""
    def make(path):
        for each in makers:
            each(path)
    return make


def by_ffmpeg(*options, cover=None, **tags):
    def make(path):
        words = [word for key, value in tags.items() for word in ("-metadata", f"{key}={value}")]
        pictures = ["-i", path.parent / cover, "-map", 1, "-disposition:v", "attached_pic"] if cover else []
        new = path.with_name("new-" + path.name)
        ffmpeg("-i", path, *pictures, "-map", "0:a", *words, "-c", "copy", *options, new)
        new.replace(path)
    return make


def by_program(*words):
    """Runs a program with a file as its last word, or in the place of a word "{}"; "{folder}" has pictures."""
    def make(path):
        given = [word.replace("{}", str(path)).replace("{folder}", str(path.parent)) for word in words]
        run(*given, *([] if any("{}" in word for word in words) else [path]))
    return make


def by_metaflac(*tags, pictures=()):
    return by_program("metaflac", *(f"--set-tag={tag}" for tag in tags),
                      *(f"--import-picture-from={picture}" for picture in pictures))


def by_opusenc(*words):
    def make(path):
        wave = path.with_name("opusenc.wav")
        ffmpeg("-i", path, "-map_metadata", -1, "-fflags", "+bitexact", "-flags:a", "+bitexact", wave)
        run("opusenc", "--quiet", *(word.replace("{folder}", str(path.parent)) for word in words), wave, path)
        wave.unlink()
    return make


def by_taglib(**tags):
    """Writes tags by TagLib's own names, which TagLib turns into those of the file's format."""
    def make(path):
        file = taglib.File(str(path))
        for name, values in tags.items():
            file.tags[name] = values if isinstance(values, list) else [values]
        file.save()
    return make


def by_mutagen(**tags):
    """Writes tags by the names of the format. Characters that a keyword cannot have are written "_": see `NAMES`."""
    def make(path):
        file = mutagen.File(path)
        if file.tags is None:
            file.add_tags()
        for name, value in tags.items():
            file.tags[NAMES.get(name, name)] = value
        file.save()
    return make


NAMES = {"nam": "\xa9nam", "ART": "\xa9ART", "alb": "\xa9alb", "wrt": "\xa9wrt", "gen": "\xa9gen", "day": "\xa9day",
         "cmt": "\xa9cmt", "lyr": "\xa9lyr", "album_artist": "Album Artist"}


def itunes(name, *values):
    """Returns an iTunes tag of MP4 as a keyword for `by_mutagen`."""
    return {f"----:com.apple.iTunes:{name}": [mutagen.mp4.MP4FreeForm(value.encode()) for value in values]}


def with_pictures(*types, of="png"):
    """Adds a picture for each of the types, in FLAC, in ID3, or as a cover of MP4."""
    def make(path):
        data = (path.parent / f"cover.{of}").read_bytes()
        mime = {"png": "image/png", "jpg": "image/jpeg"}[of]
        file = mutagen.File(path)
        if file.tags is None:
            file.add_tags()
        if isinstance(file, mutagen.flac.FLAC):
            for kind in types:
                each = mutagen.flac.Picture()
                each.type, each.mime, each.data = kind, mime, data
                file.add_picture(each)
        elif isinstance(file.tags, mutagen.id3.ID3):
            for kind in types:
                file.tags.add(mutagen.id3.APIC(LATIN_1, mime, kind, f"Picture {kind}", data))
        else:
            form = {"png": mutagen.mp4.MP4Cover.FORMAT_PNG, "jpg": mutagen.mp4.MP4Cover.FORMAT_JPEG}[of]
            file.tags["covr"] = [mutagen.mp4.MP4Cover(data, form) for _ in types]
        file.save()
    return make


def by_mutagen_id3(*frames, version=4, separator="/"):
    def make(path):
        file = mutagen.File(path)
        if file.tags is None:
            file.add_tags()
        for frame in frames:
            file.tags.add(frame)
        if version == 3:
            file.tags.update_to_v23()
        file.save(v2_version=version, **({"v23_sep": separator} if version == 3 else {}))
    return make


def by_mutagen_ape(**tags):
    """Appends APE tags to a file of another format."""
    def make(path):
        file = mutagen.apev2.APEv2()
        for name, value in tags.items():
            file[NAMES.get(name, name)] = value
        file.save(path)
    return make


# ------------------------------------------------------------------------------------------- ID3 by its bytes --------

def text(name, value, encoding=UTF_8):
    """Returns a text frame; bytes are written as they are."""
    return name, bytes([encoding]) + (value if isinstance(value, bytes) else value.encode(CODECS[encoding]))


def described(name, description, value, encoding=UTF_8, language="eng"):
    """Returns a frame with a language and a description: COMM and USLT, or in ID3v2.2 COM and ULT."""
    parts = [part if isinstance(part, bytes) else part.encode(CODECS[encoding]) for part in (description, value)]
    end = b"\0\0" if encoding in (UTF_16, UTF_16_BE) else b"\0"
    return name, bytes([encoding]) + language.encode() + parts[0] + end + parts[1]


def named(name, value, encoding=UTF_8, frame="TXXX"):
    """Returns a frame with a name."""
    end = b"\0\0" if encoding in (UTF_16, UTF_16_BE) else b"\0"
    return frame, bytes([encoding]) + name.encode(CODECS[encoding]) + end + value.encode(CODECS[encoding])


def by_bytes(version, *frames):
    """Writes an ID3v2 tag before the sound."""
    def make(path):
        body = b"".join(written(version, name.encode(), data) for name, data in frames)
        head = b"ID3" + bytes([version, 0, 0]) + synchsafe(len(body) + 16)
        path.write_bytes(head + body + bytes(16) + path.read_bytes())
    return make


def written(version, name, data):
    if version == 2:
        return name + struct.pack(">I", len(data))[1:] + data
    return name + (synchsafe(len(data)) if version == 4 else struct.pack(">I", len(data))) + b"\0\0" + data


def synchsafe(size):
    return bytes((size >> shift) & 127 for shift in (21, 14, 7, 0))


def id3v1(title, artist, album, year, comment, track, genre):
    """Appends the 128 bytes of ID3v1 in Latin-1."""
    def make(path):
        fields = [(title, 30), (artist, 30), (album, 30), (year, 4), (comment, 28)]
        data = b"".join(value.encode("latin-1")[:size].ljust(size, b"\0") for value, size in fields)
        path.write_bytes(path.read_bytes() + b"TAG" + data + bytes([0, track, genre]))
    return make


def replaced(old, new):
    """Replaces some bytes of a file by others of the same length. No checksum of the file may cover them."""
    def make(path):
        data = path.read_bytes()
        assert len(old) == len(new) and data.count(old) == 1, f"{path}: {old!r} is there {data.count(old)} times"
        path.write_bytes(data.replace(old, new))
    return make
