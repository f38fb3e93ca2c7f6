# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Kodi as one player on the desktop."""
import contextlib
import logging
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import unquote, urlsplit

import xbmc
from nowplaying import App, ManualLoop, NowPlayingError, Radio, Session, Snapshot, Status

from commands import Commands
from content import PROPERTIES, make_content
from parts import STREAMS, make_tracks, select_track
from rpc import KodiError, ask, from_time, is_so

logger = logging.getLogger("nowplaying")

PLAYING = ["speed", "time", "totaltime", "playlistid", "position", "repeat", "shuffled", "canseek",
           "canchangespeed", "canrepeat", "canshuffle", "live", *STREAMS]
#: Notifications after which Kodi's position may stand still for a while. LATER, in seconds, it is read again: notice()
#: gets AGAIN in place of a notification.
MOVING = {"Player.OnAVStart", "Player.OnPlay", "Player.OnResume", "Player.OnSeek"}
AGAIN, LATER = "", 2
SCHEMES = ["file", "http", "https", "ftp", "ftps", "sftp", "smb", "nfs", "dav", "davs", "rtsp", "rtmp", "rtp", "udp",
           "mms", "mmsh"]
LISTS = (".m3u", ".m3u8", ".pls")
TYPES = [
    "application/ogg", "application/vnd.apple.mpegurl", "audio/aac", "audio/ac3", "audio/aiff", "audio/flac",
    "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus", "audio/wav", "audio/webm", "audio/x-ape", "audio/x-flac",
    "audio/x-m4a", "audio/x-matroska", "audio/x-mpegurl", "audio/x-ms-wma", "audio/x-musepack", "audio/x-scpls",
    "audio/x-vorbis+ogg", "audio/x-wav", "audio/x-wavpack", "video/3gpp", "video/mp2t", "video/mp4", "video/mpeg",
    "video/ogg", "video/quicktime", "video/webm", "video/x-flv", "video/x-m4v", "video/x-matroska", "video/x-ms-asf",
    "video/x-ms-wmv", "video/x-msvideo"]


class Player:
    """Shows Kodi on the desktop until it is closed.

    One thread makes all calls of Kodi, in order, because Kodi may take as long as a file takes to open.
    """

    def __init__(self):
        self._kodi, self._pictures = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self._commands = Commands(self._do, self._go)
        #: Whether an item is open, for which Kodi has sent both OnPlay and OnAVStart; and which of the two has come
        #: for the next item: 1 for OnAVStart, -1 for OnPlay, 0 for neither.
        self._is_open, self._lead = is_so("Player.HasMedia"), 0
        #: Whether to read the position once more later, and whether that time has come.
        self._looks_again = self._is_late = False
        #: Whether the item ends because another was requested, so that its end is not the end of playback.
        self._is_left = False
        #: The id of the present queue entry, and its file.
        self._entry, self._path = "", ""
        self._waiting = self._is_closed = False
        self._timer = threading.Timer(0, lambda: None)
        self.app = App(
            "kodi", display_name=xbmc.getInfoLabel("System.FriendlyName"), desktop_entry="kodi", loop=ManualLoop(),
            uri_schemes=SCHEMES, mime_types=TYPES, show_idle=True,
            on_quit=lambda: self._do(ask, "Application.Quit"), on_open_uri=lambda uri: self._do(open_uri, uri),
            on_fullscreen=lambda fullscreen: self._do(self._set_fullscreen, fullscreen))
        self._session = Session(self.app, on_volume=lambda volume: self._do(set_volume, volume),
                                on_select_track=lambda kind, track: self._do(self._select_track, kind, track))
        #: Kodi's id of the active player.
        self._player = None
        self._session.request_application_primary()
        self._kodi.submit(self._refresh_soon)

    def close(self):
        """Removes the player from the bus; Kodi is not called any more. A pending call may last until Kodi has ended
        the add-on, so it is not waited for."""
        self._is_closed = True
        self._timer.cancel()
        self.app.close()
        for executor in self._kodi, self._pictures:
            executor.shutdown(wait=False, cancel_futures=True)

    def notice(self, method):
        """Handles a notification, "Player.OnPause" and the like; AGAIN reads the state once more."""
        with contextlib.suppress(RuntimeError):  # the executor has been shut down
            self._kodi.submit(self._heed, method)

    def _heed(self, method):
        self._looks_again = (self._looks_again or method in MOVING) and method != AGAIN
        self._is_late = method == AGAIN
        if method == "Player.OnAVStart":
            # For a song that follows another, Kodi sends this while the previous one is still heard; for a film, after
            # OnPlay.
            self._lead = min(self._lead + 1, 1)
            self._is_open = self._is_open or self._lead == 0
        elif method == "Player.OnPlay":
            self._lead = max(self._lead - 1, -1)
            self._is_open, self._is_left, self._entry = self._is_open or self._lead == 0, False, ""
        elif method == "Player.OnStop":
            self._is_open, self._lead = False, 0
        self._refresh_soon()

    def _go(self, where):
        """Goes to another item, so that for a moment nothing plays."""
        self._is_left = True
        ask("Player.GoTo", playerid=self._player, to=where)

    def _do(self, function, *arguments):
        return self._kodi.submit(function, *arguments)

    def _refresh_soon(self):
        """Publishes the state of Kodi soon."""
        if not self._waiting:
            self._waiting = True
            self._kodi.submit(self._refresh)

    def _refresh(self):
        self._waiting = False
        try:
            self.app.fullscreen = is_so("System.IsFullscreen")
            with self._session.update():
                heard = ask("Application.GetProperties", properties=["volume", "muted"])
                self._session.volume, self._session.muted = heard["volume"] / 100, heard["muted"]
                self._show()
        except KodiError as error:
            logger.info("%s", error)  # the player has gone meanwhile, which Kodi will tell
        except Exception:
            if not self._is_closed:
                logger.exception("What Kodi plays is not shown.")

    def _show(self):
        """Publishes the item that plays, if there is one."""
        player = next((each["playerid"] for each in ask("Player.GetActivePlayers") if each["type"] != "picture"), None)
        self._player = player
        self._timer.cancel()
        if player is None and self._is_left:
            self._session.snapshot, self._is_left = Snapshot.buffering(), False
            self._look_later()
            return
        if player is None:
            self._session.content, self._session.commands, self._session.snapshot = None, [], Snapshot.stopped()
            self._session.tracks = []
            return
        if not self._is_open:
            self._session.snapshot = Snapshot.buffering()
            return
        playing = ask("Player.GetProperties", playerid=player, properties=PLAYING)
        now = time.monotonic()
        item = ask("Player.GetItem", playerid=player, properties=PROPERTIES)["item"]
        path = item.get("file") or item["label"]
        if self._entry and path != self._path and not self._is_late:
            self._look_later()
            return  # Kodi is about to notify that another item plays.
        self._session.snapshot = snapshot(playing, now)
        # Kodi does not notify when the position begins to move late, nor when a radio title changes.
        if self._looks_again:
            self._look_later()
        if self._lead > 0:
            return  # The queue position is already that of the next song.
        if not self._entry or path != self._path:
            # The queue position tells two entries of the same song apart. It stays the same when the queue is shuffled.
            self._entry, self._path = f"{playing['playlistid']}/{playing['position']}/{path}", path
        content = self._session.content = make_content(item, playing, self._entry, self._pictures)
        self._session.tracks = make_tracks(playing)
        self._session.commands = self._commands.make(player, playing, content.chapters, *self._queue(playing))
        if isinstance(content, Radio):
            self._look_later()

    def _look_later(self):
        self._timer.cancel()
        if not self._is_closed:
            self._timer = threading.Timer(LATER, self.notice, [AGAIN])
            self._timer.start()

    def _queue(self, playing):
        """Returns the number of queue items, and the skip intervals for this item."""
        size, kind = 0, "videoplayer" if is_so("Player.HasVideo") else "musicplayer"
        if playing["playlistid"] >= 0:
            size = ask("Playlist.GetProperties", playlistid=playing["playlistid"], properties=["size"])["size"]
        steps = ask("Settings.GetSettingValue", setting=f"{kind}.seeksteps")["value"]
        return size, [step for step in steps if step > 0]

    def _select_track(self, kind, track):
        """Selects a track. Kodi does it a moment later, so that the state is read again then."""
        if self._player is not None:
            select_track(self._player, kind, track)
        self._look_later()

    def _set_fullscreen(self, fullscreen):
        """Toggles full screen if needed. Kodi does not notify when it has done so, and the state is read again
        later."""
        if is_so("System.IsFullscreen") != fullscreen:
            xbmc.executebuiltin("Action(togglefullscreen)")
        self.app.fullscreen = fullscreen
        self._look_later()


def snapshot(playing, now):
    """Returns the snapshot. While the sound is on its way to the speakers, Kodi's position is negative: position 0 is
    then reached at a later time."""
    position, speed = from_time(playing["time"]), playing["speed"]
    if playing["live"]:
        position = None
    elif position < 0:
        position, now = 0.0, now - position
    if speed == 0:
        return Snapshot.paused(position)
    return Snapshot.playing(position, rate=speed, timestamp=now)


def set_volume(volume):
    ask("Application.SetVolume", volume=round(volume * 100))


def open_uri(uri):
    """Plays the item at a URL."""
    address = urlsplit(uri)
    is_file = address.scheme == "file"
    is_local = is_file and address.netloc.lower() in ("", "localhost")
    path = unquote(address.path) if is_local else uri
    # Kodi would take other texts for its own URLs, such as "plugin://…". The path is passed as bytes: Kodi is started
    # without a locale, so that Python takes file names for ASCII.
    if is_file and not (path.startswith("/") and os.path.exists(path.encode())):
        raise NowPlayingError(f"There is no file {path}.", Status.NO_SUCH_CONTENT)
    # If a playlist is opened as a file, Kodi reports neither its entries nor its kind.
    is_list = is_file and (os.path.isdir(path.encode()) or path.lower().endswith(LISTS))
    ask("Player.Open", item={"directory" if is_list else "file": path})
