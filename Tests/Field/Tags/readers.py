# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Readers of tags. Each gives names and bytes from files, as a player that uses it gets them, and repairs nothing."""
import os
import socket
import subprocess
from pathlib import Path

import gi
import mutagen
import mutagen.id3

from field.adapters.mpv import BARE, Ipc
from field.servers import Server
from testkit.desktop import Program, wait_until

gi.require_version("Gst", "1.0")
gi.require_version("GstPbutils", "1.0")
from gi.repository import GLib, Gst, GstPbutils

HERE = Path(__file__).parent
PACKAGES = {"ffmpeg": ["libavformat", "libavutil"], "vlc": ["vlc-plugin"]}


def encoded(value):
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogateescape")


# ------------------------------------------------------------------------------------------------------- mpv ---------

def mpv(files, folder):
    """Reads mpv's property "metadata"."""
    path = str(folder / "mpv")
    process = Program([*BARE, "--idle", "--pause", "--no-terminal", f"--input-ipc-server={path}"], os.environ)
    try:
        ipc = Ipc(path)
        return {file: loaded(ipc, file) for file in files}
    finally:
        process.stop()


def loaded(ipc, file):
    ipc("loadfile", str(file))
    wait_until("mpv has loaded it", lambda: ipc.get("path") == str(file) and ipc.get("duration"))
    return [(name, encoded(value)) for name, value in ipc.get("metadata").items()]


# ----------------------------------------------------------------------------------------- VLC's and FFmpeg's --------

def program(name, folder):
    """Compiles one of the programs in C in this folder."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *PACKAGES[name]], stdout=subprocess.PIPE, text=True,
                           check=True).stdout.split()
    built = folder / f"read-{name}"
    subprocess.run(["cc", "-D_GNU_SOURCE", '-DMODULE_STRING="tags"', "-o", built, HERE / f"{name}.c", *flags],
                   check=True)
    return built


def printed(name, files, folder):
    """Returns the pairs that a program in C prints, by the files."""
    output = subprocess.run([program(name, folder), *files], stdout=subprocess.PIPE, check=True).stdout
    found, words = {}, iter(output.split(b"\0"))
    for file in files:
        found[file] = []
        while word := next(words):
            found[file].append((word.decode(errors="surrogateescape"), next(words)))
    return found


def vlc(files, folder):
    """Reads the tags of VLC's items."""
    return printed("vlc", files, folder)


def ffmpeg(files, folder):
    """Reads the dictionaries of FFmpeg's libavformat."""
    return printed("ffmpeg", files, folder)


# ------------------------------------------------------------------------------------------------- GStreamer ---------

def gstreamer(files, _):
    """Reads the tag lists of GStreamer's discoverer."""
    Gst.init(None)
    discoverer = GstPbutils.Discoverer.new(5 * Gst.SECOND)
    return {file: list(tags_of(discovered(discoverer, file).get_tags())) for file in files}


def discovered(discoverer, file):
    """Returns what the discoverer finds in a file. It is asked again if it fails: it sometimes misses the end of a
    short file."""
    def discover():
        found = discoverer.discover_uri(file.as_uri())
        return found if found.get_result() == GstPbutils.DiscovererResult.OK else None
    return wait_until(f"GStreamer has read {file.name}", discover)


def tags_of(tags):
    for number in range(tags.n_tags() if tags else 0):
        name = tags.nth_tag_name(number)
        for index in range(tags.get_tag_size(name)):
            written = as_value(tags.get_value_index(name, index), name)
            if written is not None:
                yield name, encoded(written)


def as_value(value, name):
    """Returns a value as a text, as g_value_transform() gives it, and a time as its own function gives it. Of samples
    only ID3 frames that GStreamer does not read are returned, as bytes; pictures are left out."""
    if name == "private-id3v2-frame":
        buffer = value.get_buffer()
        return buffer.extract_dup(0, buffer.get_size())
    if isinstance(value, Gst.DateTime):
        return value.to_iso8601_string()
    if isinstance(value, GLib.Date):
        return f"{value.get_year():04}-{value.get_month():02}-{value.get_day():02}"
    return None if isinstance(value, (Gst.Sample, Gst.Buffer)) else value


# ------------------------------------------------------------------------------------------------------- MPD ---------

def mpd(files, folder):
    """Reads the tags that MPD gives of each file, by "listallinfo", whose lines are those of "currentsong"."""
    server = Server(folder / "mpd", more='metadata_to_use "+comment"')
    server.music.rmdir()
    server.music.symlink_to(files[0].parent)
    try:
        server.start()
        server.mpc("update")
        wait_until("MPD knows the files", lambda: "updating_db" not in server.status())
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(b"listallinfo\n")
            answer = connection.makefile("rb")
            answer.readline()
            lines = list(iter(lambda: answer.readline().rstrip(b"\n"), b"OK"))
    finally:
        server.close()
    found, of = {}, []
    for line in lines:
        name, colon, value = line.partition(b": ")
        if name == b"file":
            of = found[files[0].parent / value.decode()] = []
        elif colon:
            of.append((name.decode(), value))
    return {file: found.get(file, []) for file in files}


# --------------------------------------------------------------------------------------------------- mutagen ---------

def read_mutagen(files, _):
    """Reads the items of mutagen's tags; each entry of a list is an item."""
    return {file: [(name, encoded(value)) for name, value in items_of(mutagen.File(file) or {})] for file in files}


def items_of(file):
    for name, value in file.items():
        if isinstance(value, mutagen.id3.Frame):
            for each in entries_of(value):
                yield name, each
        elif isinstance(value, list):
            for each in value:
                yield name, "/".join(map(str, each)) if isinstance(each, tuple) else each
        else:
            yield name, value


def entries_of(frame):
    """Returns the byte, the data or the texts of an ID3 frame."""
    if isinstance(frame, mutagen.id3.POPM):
        return [str(frame.rating)]
    if isinstance(frame, (mutagen.id3.APIC, mutagen.id3.UFID)):
        return [frame.data]
    if isinstance(frame, mutagen.id3.TextFrame):
        return frame.text
    return [str(frame)]


READERS = {"mpv": mpv, "vlc": vlc, "ffmpeg": ffmpeg, "gstreamer": gstreamer, "mpd": mpd, "mutagen": read_mutagen}
