# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The engines that players are built on, each used as its documentation says."""
import ctypes
import queue
import re
import subprocess
import sys
import threading

from engine import LOADING, PAUSED, PLAYING, STOPPED, Engine
from qt_multimedia import Qt6Ffmpeg, Qt6Multimedia, QtMultimedia


class GStreamer(Engine):
    """playbin, of which all messages are looked at."""

    def __init__(self, changed, ended, following=lambda: None):
        super().__init__(changed, ended)
        import gi
        gi.require_version("Gst", "1.0")
        from gi.repository import GLib, Gst
        Gst.init(None)
        self.gst, self.glib, self.loop, self.wanted = Gst, GLib, GLib.MainLoop(), None
        self.playbin = Gst.ElementFactory.make("playbin")
        self.playbin.set_property("flags", 0x1 | 0x2 | 0x10)  # video, audio, and the volume in software
        self.playbin.set_property("video-sink", Gst.ElementFactory.make("fakesink"))
        bus = self.playbin.get_bus()
        bus.add_signal_watch()
        bus.connect("message", self.hear)
        self.playbin.connect("about-to-finish", lambda _: self.prepare(following()))
        self.fills, self.tags = False, {}

    def play(self, file):
        self.begin()
        self.tags = {}
        self.playbin.set_state(self.gst.State.READY)
        self.playbin.set_property("uri", file)
        self.want(self.gst.State.PLAYING)

    def prepare(self, file):
        if file:
            self.playbin.set_property("uri", file)

    def want(self, state):
        self.wanted = state
        self.playbin.set_state(state)

    def pause(self):
        self.want(self.gst.State.PAUSED)

    def resume(self):
        self.want(self.gst.State.PLAYING)

    def stop(self):
        self.want(self.gst.State.READY)
        self.follow(STOPPED)

    def call(self, function):
        self.glib.idle_add(lambda: function() and None)

    def seek(self, seconds):
        self.playbin.seek_simple(self.gst.Format.TIME, self.gst.SeekFlags.FLUSH, seconds * self.gst.SECOND)

    def position(self):
        known, nanoseconds = self.playbin.query_position(self.gst.Format.TIME)
        return nanoseconds / self.gst.SECOND if known else None

    def hear(self, _bus, message):
        kinds = self.gst.MessageType
        if message.type == kinds.EOS:
            return self.ended()
        if message.type == kinds.TAG:
            tags = message.parse_tag()
            self.tags |= {name: name == "image" or tags.get_string(name)[1]
                          for name in ("title", "organization", "image") if tags.get_tag_size(name)}
            self.title = self.tags.get("title", self.title)
        elif message.type == kinds.BUFFERING:
            self.fills = message.parse_buffering() < 100
        elif message.type == kinds.ERROR:
            sys.exit(message.parse_error()[0].message)
        known, length = self.playbin.query_duration(self.gst.Format.TIME)
        self.length = length / self.gst.SECOND if known and length > 0 else self.length
        state = self.playbin.get_state(0)[1]
        if self.wanted == self.gst.State.READY:
            self.state = STOPPED
        elif state == self.wanted and not self.fills:
            self.state = PLAYING if state == self.gst.State.PLAYING else PAUSED
        else:
            self.state = LOADING
        return self.changed()

    def run(self):
        self.loop.run()


class Gapless(GStreamer):
    """GStreamer that is given the next file before the end of the last one."""

    isPrepared = False

    def play(self, file):
        self.isPrepared = False
        super().play(file)

    def prepare(self, file):
        self.isPrepared = True
        super().prepare(file)

    def hear(self, bus, message):
        if message.type == self.gst.MessageType.STREAM_START and self.isPrepared:
            self.isPrepared, self.title, self.length = False, None, None
            self.ended()
        return super().hear(bus, message)


class Mpv(Engine):
    """libmpv, by its events and properties."""

    def __init__(self, changed, ended):
        super().__init__(changed, ended)
        import mpv
        self.mpv = mpv.MPV(video=False, ao="pulse", ytdl=False, idle=True, load_scripts=False)
        self.begun = False
        for name in ("media-title", "duration", "pause", "core-idle", "idle-active", "paused-for-cache"):
            self.mpv.observe_property(name, self.hear)
        self.mpv.event_callback("playback-restart")(lambda _: self.restart())
        self.mpv.event_callback("end-file")(self.end)

    def play(self, file):
        self.begin()
        self.begun = False
        self.mpv.pause = False
        self.mpv.loadfile(file)

    def pause(self):
        self.mpv.pause = True

    def resume(self):
        self.mpv.pause = False

    def stop(self):
        self.begun = False
        self.mpv.command("stop")

    def seek(self, seconds):
        self.mpv.command("seek", seconds, "absolute")

    def position(self):
        return self.mpv.time_pos

    def restart(self):
        self.begun = True
        # mpv does not report a property again if it has the same value for the new file.
        self.title, self.length = self.mpv.media_title or self.title, self.mpv.duration or self.length
        self.look()

    def end(self, event):
        if "reason': 0" in str(event) or "eof" in str(event):
            self.ended()

    def hear(self, name, value):
        if name == "media-title" and value:
            self.title = value
        elif name == "duration" and value:
            self.length = value
        elif name == "idle-active" and value and self.state != LOADING:
            self.state = STOPPED
        self.look()

    def look(self):
        if self.begun:
            self.state = PAUSED if self.mpv.pause else LOADING if self.mpv.paused_for_cache else PLAYING
        self.changed()


class Vlc(Engine):
    """libVLC, by the events of a media player and its media."""

    def __init__(self, changed, ended):
        super().__init__(changed, ended)
        import vlc
        self.vlc = vlc.Instance("--no-video", "--aout=pulse", "--quiet")
        self.player = self.vlc.media_player_new()
        kinds, events = vlc.EventType, self.player.event_manager()
        # A callback of libVLC must not call libVLC, so that another thread handles the events.
        self.events = queue.SimpleQueue()
        for kind, state in ((kinds.MediaPlayerOpening, LOADING), (kinds.MediaPlayerPlaying, PLAYING),
                            (kinds.MediaPlayerPaused, PAUSED), (kinds.MediaPlayerStopped, STOPPED),
                            (kinds.MediaPlayerBuffering, None), (kinds.MediaPlayerLengthChanged, None)):
            events.event_attach(kind, lambda _, state=state: self.events.put((self.media, state)))
        events.event_attach(kinds.MediaPlayerEndReached, lambda _: self.events.put((self.media, "ended")))
        self.meta, self.media = kinds.MediaMetaChanged, None

    def play(self, file):
        self.begin()
        self.media = self.vlc.media_new(file)
        self.media.event_manager().event_attach(self.meta, lambda _, media=self.media: self.events.put((media, None)))
        self.player.set_media(self.media)
        self.player.play()

    def pause(self):
        self.player.set_pause(1)

    def resume(self):
        self.player.set_pause(0)

    def stop(self):
        self.player.stop()

    def seek(self, seconds):
        self.player.set_time(seconds * 1000)

    def position(self):
        milliseconds = self.player.get_time()
        return milliseconds / 1000 if milliseconds >= 0 else None

    def run(self):
        while True:
            media, state = self.events.get()
            if media is self.media and state == "ended":
                self.ended()
            elif media is self.media:
                self.hear(state or self.state)

    def hear(self, state):
        title, length = self.media.get_meta(0), self.player.get_length()
        # Until VLC has read the file, the title is the name of the file.
        self.title = title if title and not title.endswith(".flac") else self.title
        self.length = length / 1000 if length > 0 else self.length
        self.follow(state)


class Xine(Engine):
    """xine-lib, whose calls return when they have done it; only the end is an event."""

    def __init__(self, changed, ended):
        super().__init__(changed, ended)
        self.xine = xine = ctypes.CDLL("libxine.so.2")
        for name in ("xine_new", "xine_open_audio_driver", "xine_stream_new", "xine_event_new_queue",
                     "xine_event_create_listener_thread"):
            getattr(xine, name).restype = ctypes.c_void_p
        xine.xine_get_meta_info.restype = ctypes.c_char_p
        self.engine = ctypes.c_void_p(xine.xine_new())
        xine.xine_init(self.engine)
        port = ctypes.c_void_p(xine.xine_open_audio_driver(self.engine, b"pulseaudio", None))
        self.stream = ctypes.c_void_p(xine.xine_stream_new(self.engine, port, None))
        events = ctypes.c_void_p(xine.xine_event_new_queue(self.stream))
        self.listener = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32 * 16))(self.hear)
        xine.xine_event_create_listener_thread(events, self.listener, None)

    def play(self, file):
        self.begin()
        self.changed()
        self.xine.xine_close(self.stream)
        if not self.xine.xine_open(self.stream, file.removeprefix("file://").encode()):
            sys.exit("xine opens no file: " + file)
        title = self.xine.xine_get_meta_info(self.stream, 0)
        self.title = title.decode() if title else None
        place, time, length = (ctypes.c_int() for _ in range(3))
        self.xine.xine_get_pos_length(self.stream, *map(ctypes.byref, (place, time, length)))
        self.length = length.value / 1000 if length.value > 0 else None
        self.changed()
        self.xine.xine_play(self.stream, 0, 0)
        self.follow(PLAYING)

    def speed(self, speed, state):
        self.xine.xine_set_param(self.stream, 1, speed)
        self.follow(state)

    def pause(self):
        self.speed(0, PAUSED)

    def resume(self):
        self.speed(4, PLAYING)

    def stop(self):
        self.xine.xine_stop(self.stream)
        self.follow(STOPPED)

    def position(self):
        place, time, length = (ctypes.c_int() for _ in range(3))
        known = self.xine.xine_get_pos_length(self.stream, *map(ctypes.byref, (place, time, length)))
        return time.value / 1000 if known else None

    def hear(self, _data, event):
        # The members of struct xine_event_s: a queue, the stream, the data, its length, and the type.
        if 1 in event.contents[:8]:
            threading.Thread(target=self.ended).start()


class Process(Engine):
    """A program that is started for each file, as many front ends do."""

    process = None

    def play(self, file):
        self.end()
        self.begin()
        self.follow(STOPPED)  # no process is there for a moment
        self.process = process = subprocess.Popen(
            ["ffplay", "-hide_banner", "-nodisp", "-autoexit", "-stats", file], stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        threading.Thread(target=self.read, args=[process], daemon=True).start()

    def end(self):
        process, self.process = self.process, None
        if process:
            process.kill()
            process.wait()

    def read(self, process):
        text = ""
        while process.stderr and (byte := process.stderr.read1(4096)):
            text = (text + byte.decode(errors="replace"))[-4096:]
            if process is not self.process:
                return
            if found := re.search(r"title\s*: (.*)", text, re.IGNORECASE):
                self.title = found[1].strip()
            if found := re.search(r"Duration: (\d+):(\d+):([\d.]+)", text):
                self.length = int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])
            if found := re.findall(r"\s*([\d.]+) (?:M-A|M-V|A-V):", text):
                self.at = float(found[-1])
                if self.state != PLAYING:
                    self.follow(PLAYING)
        process.wait()
        if process is self.process:
            self.follow(STOPPED)
            self.ended()

    def stop(self):
        self.end()
        self.follow(STOPPED)

    def position(self):
        return getattr(self, "at", None)


ENGINES = {"gstreamer": GStreamer, "gapless": Gapless, "mpv": Mpv, "vlc": Vlc, "qt": QtMultimedia, "qt6": Qt6Multimedia,
           "qt6-ffmpeg": Qt6Ffmpeg, "xine": Xine, "process": Process}
