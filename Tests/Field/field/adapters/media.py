# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Files to play: made by ffmpeg, as music, films, podcasts and books have it; and an internet radio."""

import contextlib
import functools
import http.server
import subprocess
import threading

# The tags of a file of music, in the words that any of the players reads.
TAGS = {"title": "A Song", "artist": "Earth, Wind & Fire;Others", "album": "All", "album_artist": "Various",
        "composer": "C", "genre": "Pop;Soul", "track": "3/12", "disc": "2", "date": "2006-05-31", "bpm": "120",
        "comment": "Fine", "lyricist": "L", "isrc": "USRC17607839", "musicbrainz_trackid": "f7e6",
        "musicbrainz_albumid": "a1b2", "MusicBrainz Album Id": "a1b2"}
SOUND = ["-f", "lavfi", "-i", "sine=d={}:r=8000"]
FILM = ["-f", "lavfi", "-i", "color=d={}:s=64x48:r=5"]


def ffmpeg(*words):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, words)], check=True)


def tags(given):
    return [word for key, value in given.items() for word in ("-metadata", f"{key}={value}")]


def sound(path, seconds=30, **given):
    """Makes an audio file in the format of its name."""
    ffmpeg(*[word.format(seconds) for word in SOUND], *tags(given), path)
    return path


def film(path, seconds=5, **given):
    """Makes a film with sound."""
    ffmpeg(*[word.format(seconds) for word in SOUND + FILM], "-c:v", "mpeg4", *tags(given), path)
    return path


def picture(path, color, size="80x80"):
    ffmpeg("-f", "lavfi", "-i", f"color={color}:s={size}", "-frames:v", 1, path)
    return path


def color_of(picture):
    """Returns the average colour of a picture's bytes as (red, green, blue) in eighths; None for no picture."""
    done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", "-", "-frames:v", "1", "-vf", "scale=1:1", "-f",
                           "rawvideo", "-pix_fmt", "rgb24", "-"], input=picture, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    return tuple(round(value / 32) for value in done.stdout) or None


def with_cover(path, cover, seconds=30, **given):
    ffmpeg("-f", "lavfi", "-i", f"sine=d={seconds}", "-i", cover, "-map", "0:a", "-map", "1:v", "-c:v", "copy",
           "-disposition:v", "attached_pic", "-metadata:s:v", "comment=Cover (front)", *tags(given), path)
    return path


def book(path, *chapters, **given):
    """Makes an audiobook; each chapter lasts ten seconds."""
    lines = [";FFMETADATA1", *(f"{key}={value}" for key, value in given.items())]
    for number, title in enumerate(chapters):
        lines += ["[CHAPTER]", "TIMEBASE=1/1", f"START={number * 10}", f"END={number * 10 + 10}", f"title={title}"]
    description = path.with_suffix(".txt")
    description.write_text("\n".join(lines))
    ffmpeg(*[word.format(10 * len(chapters)) for word in SOUND], "-i", description, "-map_metadata", 1, "-f", "mp4",
           path)
    return path


def concert(path, seconds=30):
    """Makes a film with three chapters, two audio tracks, and subtitles that are not selected."""
    chapters = book(path.with_name("chapters.m4b"), "One", "Two", "Three")
    words = path.with_name("words.srt")
    words.write_text(f"1\n00:00:00,000 --> 00:00:{seconds},000\nWords\n")
    source = [word.format(seconds) for word in SOUND]
    ffmpeg(*[word.format(seconds) for word in FILM], *source, *source, "-i", words, "-i", chapters, "-map", "0:v",
           "-map", "1:a", "-map", "2:a", "-map", "3:s", "-map_chapters", 4, "-c:v", "mpeg4", "-g", 1,
           "-disposition:s:0", 0, "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger",
           "-metadata:s:a:1", "title=Kommentar", "-metadata:s:s:0", "language=fre", "-metadata:s:s:0", "title=Paroles",
           "-metadata", "title=Concert", path)
    return path


def album(folder, count):
    """Makes a playlist that repeats the three songs, with a title for each entry."""
    path = folder / "album.m3u"
    path.write_text("#EXTM3U\n" + "".join(
        f"#EXTINF:30,Entry {number}\n{folder}/{1 + number % 3}.flac\n" for number in range(count)))
    return path


def with_lyrics(path, lyrics, seconds=30, **given):
    """Makes an audio file with a tag of ID3v2.4 that is not FFmpeg's, because FFmpeg writes no USLT."""
    ffmpeg(*[word.format(seconds) for word in SOUND], "-id3v2_version", 0, path)
    names = {"title": b"TIT2", "artist": b"TPE1", "date": b"TDRC"}
    frames = {names[name]: b"\3" + value.encode() for name, value in given.items()}
    frames[b"USLT"] = b"\3eng\0" + lyrics.encode()
    body = b"".join(name + synchsafe(len(data)) + b"\0\0" + data for name, data in frames.items())
    path.write_bytes(b"ID3\4\0\0" + synchsafe(len(body)) + body + path.read_bytes())
    return path


def synchsafe(size):
    return bytes(size >> shift & 127 for shift in (21, 14, 7, 0))


class Quiet(http.server.SimpleHTTPRequestHandler):
    headers_of_all = {}

    def end_headers(self):
        for name, value in self.headers_of_all.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


@contextlib.contextmanager
def served(folder, **headers):
    """Serves the files of a folder by HTTP, and yields the server's address. headers: of each answer, with "_" for
    "-"."""
    class Named(Quiet):
        headers_of_all = {name.replace("_", "-"): value for name, value in headers.items()}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Named, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Passing(Quiet):
    """Sends files as a server does that makes them as it goes: in chunks, without a length and without ranges. The last
    quarter of a file waits until it is let go."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        data = open(self.translate_path(self.path), "rb").read()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Accept-Ranges", "none")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for part in data[:len(data) * 3 // 4], data[len(data) * 3 // 4:], b"":
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                self.server.goes_on.wait()
        except OSError:
            pass  # the player has left


@contextlib.contextmanager
def passing(folder):
    """Serves the files of a folder by Passing, and yields the server's address, and the event that lets the rest go."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Passing, directory=folder)) as server:
        server.daemon_threads, server.goes_on = True, threading.Event()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", server.goes_on
        finally:
            server.goes_on.set()
            server.shutdown()


class Radio(http.server.ThreadingHTTPServer):
    """An internet radio that sends the same second again and again, with the present title between its bytes. A radio
    without a name sends sound alone."""

    INTERVAL = 4000  # bytes between two titles in the stream
    daemon_threads = True
    encoding = "utf-8"

    def __init__(self, folder, named=True):
        super().__init__(("127.0.0.1", 0), Listener)
        self.named, self.title, self.ends = named, "", threading.Event()
        self.second = sound(folder / "second.mp3", 1).read_bytes()
        self.url = f"http://127.0.0.1:{self.server_port}/stream"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *_):
        self.ends.set()
        self.shutdown()
        self.server_close()


class Listener(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        radio = self.server
        self.send_response(200)
        of_radio = [("icy-name", "Radio Test"), ("icy-metaint", radio.INTERVAL)] if radio.named else []
        for name, value in [("Content-Type", "audio/mpeg"), *of_radio]:
            self.send_header(name, str(value))
        self.end_headers()
        waiting = radio.second * 3
        try:
            while not radio.ends.is_set():
                while len(waiting) < radio.INTERVAL:
                    waiting += radio.second
                title = f"StreamTitle='{radio.title}';".encode(radio.encoding)
                title += bytes(-len(title) % 16)
                between = bytes([len(title) // 16]) + title if radio.named else b""
                self.wfile.write(waiting[:radio.INTERVAL] + between)
                waiting = waiting[radio.INTERVAL:]
                radio.ends.wait(radio.INTERVAL / len(radio.second))
        except OSError:
            pass  # the listener has left

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass
