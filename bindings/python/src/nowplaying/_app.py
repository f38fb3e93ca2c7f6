# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""One program and its connection to the desktop."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, FrozenSet, Optional, Sequence, Set, Tuple

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from ._connection import LEVELS, AnyLoop, Connection, c_texts, common_callbacks
from ._enums import AspectRatio, BusState
from ._handlers import is_inside, plain
from ._library import encode, functions, lock, own_id, text
from ._log import logger
from ._objects import assigned
from ._session import Session

if TYPE_CHECKING:
    import asyncio

    from ._playlists import Playlist

# The bit of each aspect ratio in a set of them.
RATIOS: Dict[AspectRatio, int] = {ratio: getattr(c, f"NOWPLAYING_ASPECT_RATIOS_{ratio.name}") for ratio in AspectRatio}


def _ratios(bits: int) -> FrozenSet[AspectRatio]:
    return frozenset(ratio for ratio, bit in RATIOS.items() if bits & bit)


def _playlist_id(app: App, _request: int, given: bytes) -> Tuple[str]:
    return own_id(app._published("playlists"), given, "There is no such playlist any more."),


class App(Connection):
    """A player. Use it in a `with` or `async with`, or close() it: one that nobody refers to any more stays on the
    desktop until Python's collector finds it, which closes it with a ResourceWarning; what is open at the end of the
    program is closed then.

    application_id: "org.example.Player" or "player".
    display_name: the name that people see; "" for the last part of the application id.
    desktop_entry: base name of the .desktop file, if it is not the application id.
    loop: the caller of the handlers. None: a thread of the library's own, which enters the main interpreter only. Else
      one of AsyncioLoop, GLibLoop, QtLoop, CallLoop for others that another thread can have call a function, or
      ManualLoop, with which you wait for fileno() to become readable and call dispatch().
    coroutine_loop: the asyncio loop that coroutine handlers run on; not needed with AsyncioLoop.
    on_raise: brings the window to the front. on_quit: quits the player; on the library's thread sys.exit() would not,
      so wake the main thread: `quit = threading.Event()`, `on_quit=quit.set`, and there `quit.wait()`. Without a
      handler the desktop does not offer it.
    on_fullscreen: called with True to fill the screen, False to cease: do it, then assign to `fullscreen`.
    on_activate_playlist: called with the id of one of the `playlists`: play it, then assign to `active_playlist`.
      Without a handler the desktop sees no playlists.
    on_open_uri: called with a URI to open and play, whose scheme is one of uri_schemes, which it needs.
    uri_schemes: "file", "https"; at most 64. mime_types: what the player plays, "audio/flac"; at most 256.
    on_bus_state: called when the bus came, went, or the app's name was granted.
    on_aspect_ratios: called with the aspect_ratios when they have changed. Artwork for others need not be made.
    interruptions: True notifies the sessions when another player takes over.
    show_idle: True shows the app also while there is nothing to play, as stopped: the desktop can raise it, quit it,
      and give it something to open.
    instance: distinguishes this instance of the application from others, "office": it is added to the name on the bus.
      Letters, digits, "-" and "_"; others become "_".
    track_path_prefix: the object path below which your track ids are, "/org/example/track", for scripts that read
      mpris:trackid: an id of a content that has only letters, digits and "_" stands behind it as it is.
    bus_name: what follows "org.mpris.MediaPlayer2." in the name on the bus, letter by letter, where scripts know the
      player by another than the last part of the application_id: "org.gnome.Music". A Flatpak needs the permission to
      own it. playerctl takes it as a whole; the part before the first dot is the player's name to it.
    no_desktop_entry: True for a program that has no .desktop file, so that nobody looks for its icon and window.
    bus_address: of the bus, if it is not the session bus. bus_fd: for tests, a socket connected to a bus.

    Handlers may be functions or coroutine functions; if one returns a future, of concurrent.futures or like those, the
    desktop's answer waits for that. Messages of the library go to the logger "nowplaying", with the level that it has
    when the App is made.
    """

    __slots__ = ("_sessions",)

    _is_printed = True
    _new, _delete = functions.nowplaying_app_new, functions.nowplaying_app_free
    _get_fd, _get_bus_state = functions.nowplaying_app_get_fd, functions.nowplaying_app_get_bus_state
    _dispatch = functions.nowplaying_app_dispatch
    _struct, _entries = c.nowplaying_app_callbacks, common_callbacks(c.nowplaying_app_callbacks)
    _handler_names = {
        "on_raise": ((), plain()), "on_quit": ((), plain()), "on_fullscreen": (("fullscreen",), plain(bool)),
        "on_activate_playlist": (("id",), _playlist_id), "on_open_uri": (("uri",), plain(text)),
        "on_bus_state": (("state",), plain(BusState)), "on_aspect_ratios": (("ratios",), plain(_ratios))}

    def __init__(self, application_id: str, *, display_name: str = "", desktop_entry: str = "",
                 loop: AnyLoop = None, coroutine_loop: Optional[asyncio.AbstractEventLoop] = None,
                 on_raise: Optional[Callable[[], object]] = None, on_quit: Optional[Callable[[], object]] = None,
                 on_fullscreen: Optional[Callable[[bool], object]] = None,
                 on_activate_playlist: Optional[Callable[[str], object]] = None,
                 on_open_uri: Optional[Callable[[str], object]] = None, uri_schemes: Sequence[str] = (),
                 mime_types: Sequence[str] = (), on_bus_state: Optional[Callable[[BusState], object]] = None,
                 on_aspect_ratios: Optional[Callable[[FrozenSet[AspectRatio]], object]] = None,
                 interruptions: bool = False, show_idle: bool = False, instance: str = "", bus_address: str = "",
                 bus_fd: int = -1, track_path_prefix: str = "", no_desktop_entry: bool = False,
                 bus_name: str = "") -> None:
        self._prepare(loop, coroutine_loop, on_raise=on_raise, on_quit=on_quit, on_fullscreen=on_fullscreen,
                      on_activate_playlist=on_activate_playlist, on_open_uri=on_open_uri, on_bus_state=on_bus_state,
                      on_aspect_ratios=on_aspect_ratios)
        self._sessions: Set[Session] = set()
        self._state = {"display_name": display_name, "fullscreen": False, "playlists": (), "active_playlist": None}
        schemes, types = _texts(uri_schemes=uri_schemes), _texts(mime_types=mime_types)
        if on_open_uri is not None and not schemes:
            raise ValueError('App(on_open_uri) is never called without uri_schemes: write uri_schemes=["file"] for '
                             "instance")
        options = c.nowplaying_app_options(
            **c_texts("App", rules.APP_OPTIONS, application_id=application_id, bus_name=bus_name,
                      display_name=display_name, desktop_entry=desktop_entry, instance=instance,
                      track_path_prefix=track_path_prefix, bus_address=bus_address),
            uri_schemes=schemes, uri_scheme_count=len(schemes), mime_types=types, mime_type_count=len(types),
            bus_fd=check.descriptor("App(bus_fd)", bus_fd), log_level=_log_level(), flags=_flags(
                interruptions=interruptions, show_idle=show_idle, no_desktop_entry=no_desktop_entry))
        self._open(f"App {application_id!r}", options, loop)

    @property
    def bus_name(self) -> Optional[str]:
        """The name under which the desktop sees the app: "org.mpris.MediaPlayer2.Player", or another if that is taken.
        None unless the bus_state is PUBLISHED."""
        name = ctypes.create_string_buffer(c.NOWPLAYING_MAX_BUS_NAME_BYTES + 1)
        self._call(functions.nowplaying_app_get_bus_name, name, len(name))
        return name.value.decode("ascii", "replace") or None

    @property
    def aspect_ratios(self) -> FrozenSet[AspectRatio]:
        """The aspect ratios in which surfaces show animated artwork now; empty while no surface does."""
        return _ratios(self._read(functions.nowplaying_app_get_aspect_ratios))

    @assigned
    def display_name(self, name: str) -> str:
        """The name that people see; "" for the last part of the application id. Clients are notified at once."""
        rules.APP["display_name"]("App.display_name", name)
        self._call(functions.nowplaying_app_set_display_name, encode(name))
        return name

    @assigned
    def fullscreen(self, fullscreen: bool) -> bool:
        """Whether the player fills the screen, as you have assigned it. Clients are notified at once."""
        fullscreen = rules.APP["fullscreen"]("App.fullscreen", fullscreen)
        self._call(functions.nowplaying_app_set_fullscreen, fullscreen)
        return fullscreen

    @assigned
    def playlists(self, playlists: Sequence[Playlist]) -> Sequence[Playlist]:
        """The playlists of the app in the user's order, at most 4096. Clients are notified at once."""
        from ._playlists import c_playlists, checked_playlists
        checked = checked_playlists("App.playlists", playlists)
        array = c_playlists(checked)
        with lock:
            self._call(functions.nowplaying_app_set_playlists, array, len(array))
            self._state["playlists"] = checked  # before another thread is asked for one of them
        return checked

    @assigned
    def active_playlist(self, id: Optional[str]) -> Optional[str]:
        """The id of the playlist that plays, as you have assigned it; None: none does. If it is one of the
        `playlists`, clients are notified at once."""
        check.optional_text("App.active_playlist", id)
        self._call(functions.nowplaying_app_set_active_playlist, encode(id or ""))
        return id or None

    def _is_inside(self) -> bool:
        return super()._is_inside() or any(is_inside(session._key) for session in list(self._sessions))

    def _close(self) -> None:
        self._closed = True
        for session in list(self._sessions):
            session.close()
        super()._close()


def _flags(**options: bool) -> int:
    """Returns the flags of the options that are on. Each option is named like its flag."""
    return sum(getattr(c, f"NOWPLAYING_APP_{name.upper()}") for name, wanted in options.items()
               if check.flag(f"App({name})", wanted))


def _texts(**lists: Sequence[str]) -> Any:
    """Returns an option that is a list, as an array of C."""
    (name, texts), = lists.items()
    checked = rules.APP_OPTIONS[name](f"App({name})", texts)
    return (ctypes.c_char_p * len(checked))(*map(encode, checked))


def _log_level() -> int:
    """Returns the library's log level for the logger's level, so that the library formats no line that is not read."""
    return max(level for level in LEVELS if level == 0 or logger.isEnabledFor(LEVELS[level]))
