# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Snapshots of a surface's entries, and the requests to their players."""
import ctypes
from functools import cached_property
from typing import TYPE_CHECKING, Any, Optional, Tuple, Type, Union

from .. import _checks as check
from .. import _rules as rules
from .. import _signatures as c
from .._actions import Action
from .._enums import AspectRatio, CommandKind, Phase, PlaybackState, Primary, TrackKind
from .._library import encode, microseconds, text
from .._remote import Device
from .._snapshot import Snapshot
from .._tracks import Track
from ._actions import Media, MediaAction
from ._commands import Control, OfferedCommand, Value, arguments, control, offered
from ._enums import Ability, PlaylistOrder
from ._item import Item
from ._library import Reference, every, filled, functions, known, python_name, record, seconds
from ._lists import Queue, QueueEntry, ShownChapter, ShownPlaylist, ShownPlaylists

if TYPE_CHECKING:
    from ._surface import Surface


class Session:
    """A snapshot of one entry of a surface. It never changes: when the entry has changed there is another Session with
    the same `key`. It may be used on any thread, and kept for as long as you like; what is asked of an older one is
    asked of the entry as it is now. Two are equal if they are of the same entry at the same moment.

    Texts are of foreign programs: show them as text and not as markup.
    """

    def __init__(self, surface: "Surface", reference: Reference) -> None:
        self._surface, self._reference = surface, reference

    # ------------------------------------------------------------------------------------------ Who plays

    @cached_property
    def _info(self) -> Any:
        return filled(functions.nowplaying_surface_session_get_info, self._reference)

    # Made by generate-signatures, from here: do not edit.
    @property
    def key(self) -> str:
        """The key of the entry: the same in each of its sessions, and never that of another entry on the bus."""
        return text(self._info.key)

    @property
    def id(self) -> str:
        """The id that the player gave the session; "" for an MPRIS player."""
        return text(self._info.session_id)

    @property
    def bus_name(self) -> str:
        """A name that the player owns, "org.mpris.MediaPlayer2.Player"."""
        return text(self._info.bus_name)

    @property
    def application_id(self) -> str:
        """The application. For an MPRIS player it is the desktop entry; without one, the id of the Flatpak or the snap
        that the process is in; else the name of its executable or, for a script, of the script. If that cannot be
        known, it is the end of bus_name without the instance that some append, ".instance4711". Never ""."""
        return text(self._info.application_id)

    @property
    def display_name(self) -> str:
        """The name that people see; without one, the end of bus_name without the instance."""
        return text(self._info.display_name)

    @property
    def desktop_entry(self) -> str:
        """Base name of the .desktop file without ".desktop"; "" if there is none, or if the player's text cannot be the
        name of a file, for instance because of a slash: it is safe as the name of an icon."""
        return text(self._info.desktop_entry)

    @property
    def volume(self) -> Optional[float]:
        """The volume: 0.0 is silence, 1.0 full, more in a player that amplifies; None: the session has none."""
        return known(self._info.volume)

    @property
    def primary(self) -> Primary:
        """Primary.APPLICATION: the player's MPRIS name shows this session; always so for an MPRIS player.
        Primary.SYSTEM: the session holds the token of org.nowplaying."""
        return Primary(self._info.primary)

    @property
    def abilities(self) -> Ability:
        """Its properties and abilities."""
        return Ability(self._info.abilities)

    @property
    def process_id(self) -> Optional[int]:
        """The id of the process that is connected to the bus, which for a Flatpak is a proxy; it may have ended. 0 if
        the bus does not know it, for instance on another computer, or if the bus has other process ids than this
        process, for instance outside a sandbox."""
        return self._info.process_id or None

    @property
    def twin_key(self) -> str:
        """The key of another entry that is the same playback, of a Surface with `twins`; "" if there is no such
        entry."""
        return text(self._info.twin_key)
    # Made by generate-signatures, to here.

    @property
    def muted(self) -> bool:
        """Whether it is muted: Ability.IS_MUTED."""
        return Ability.IS_MUTED in self.abilities

    # ------------------------------------------------------------------------------------------ What it plays

    @cached_property
    def item(self) -> Optional[Item]:
        """The item that it plays, or None."""
        item = filled(functions.nowplaying_surface_session_get_item, self._reference)
        return None if item is None else Item(self._reference, item)

    def snapshot(self, at: Optional[float] = None) -> Snapshot:
        """How playback stands at a time, as far as this session knows: call it whenever you draw, because the position
        moves by itself. Its rate is the speed now, 0.0 unless it plays. The range `seekable` is also that of the time.

        at: the time, by time.monotonic(); None: now.
        """
        rules.SURFACE_SESSION["at"]("Session.snapshot(at)", at)
        time = c.NOWPLAYING_TIME_NOW if at is None else microseconds(at)
        found: Any = filled(functions.nowplaying_surface_session_get_snapshot, self._reference, time)
        start, end = seconds(found.seekable_start_us), seconds(found.seekable_end_us)
        return record(
            Snapshot, found, state=PlaybackState(found.state), position=seconds(found.elapsed_us),
            timestamp=found.timestamp_us / 1e6, seekable=None if end is None else (start, end),
            buffered=seconds(found.buffered_us), at_live_edge=bool(found.is_at_live_edge))

    @cached_property
    def commands(self) -> Tuple[OfferedCommand, ...]:
        """The commands that the session offers, in the player's order."""
        return tuple(map(offered, every(functions.nowplaying_surface_session_get_command, self._reference)))

    def command(self, kind: CommandKind) -> Optional[OfferedCommand]:
        """The first command of a kind that it offers, or None."""
        check.member("Session.command(kind)", kind, CommandKind)
        return next((command for command in self.commands if command.kind == kind), None)

    @cached_property
    def controls(self) -> Tuple[Control, ...]:
        """The buttons to show, row by row: which commands have one, where, and how it looks."""
        return tuple(map(control, every(functions.nowplaying_surface_session_get_control, self._reference)))

    @cached_property
    def devices(self) -> Tuple[Device, ...]:
        """The devices on which it plays; none without Ability.IS_REMOTE."""
        found = every(functions.nowplaying_surface_session_get_device, self._reference)
        return tuple(record(Device, each, volume=known(each.volume)) for each in found)

    @cached_property
    def tracks(self) -> Tuple[Track, ...]:
        """The audio and subtitle tracks of the item, in the player's order; empty for a player of MPRIS."""
        found = every(functions.nowplaying_surface_session_get_track, self._reference)
        return tuple(record(Track, each, kind=TrackKind(each.kind)) for each in found)

    @cached_property
    def queue(self) -> Optional[Queue]:
        """The queue of its player; None while follow_queue() was not called, and if the player shows no queue."""
        queue = filled(functions.nowplaying_surface_session_get_queue, self._reference)
        if queue is None:
            return None
        found = every(functions.nowplaying_surface_session_get_queue_entry, self._reference)
        entries = tuple(record(QueueEntry, each, duration=each.duration_us / 1e6 or None) for each in found)
        return Queue(entries, queue.total, known(queue.present), bool(queue.can_edit))

    @cached_property
    def playlists(self) -> Optional[ShownPlaylists]:
        """The playlists of its player; None while follow_playlists() was not called, and if the player shows
        none."""
        playlists = filled(functions.nowplaying_surface_session_get_playlists, self._reference)
        if playlists is None:
            return None
        found = every(functions.nowplaying_surface_session_get_playlist, self._reference)
        orders = frozenset(order for order in PlaylistOrder if playlists.orders & 1 << order)
        return ShownPlaylists(tuple(record(ShownPlaylist, each) for each in found), known(playlists.active), orders)

    # ------------------------------------------------------------------------------------------ What is asked of it

    def send(self, command: Union[CommandKind, OfferedCommand], value: Value = None, *,
             toggle: bool = False) -> "Action[None]":
        """Sends a command. Play, pause, stop, next, previous, mute, the speed and the modes are for whatever plays when
        the command arrives. All others, such as a seek or a like, are for the item of this session: a player of
        org.nowplaying that plays another item by then refuses them (NO_SUCH_CONTENT), so that a like does not hit the
        wrong song.

        value: the seconds of SEEK_TO_POSITION, and of SKIP_FORWARD and SKIP_BACKWARD (None: the first interval); the
          speed of CHANGE_RATE (None: the next of its rates, after the highest the lowest); the RepeatMode, ShuffleMode
          or Feedback of CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE and FEEDBACK (None: the supported mode after the
          present one, after the last the first); the Phase of SEEK_FORWARD and SEEK_BACKWARD, of which BEGIN is
          followed by END; the rating of SET_RATING, 0.0 to 1.0; True or False of MUTE (None: the other). A CUSTOM
          command is given as one of `commands`.
        toggle: for FEEDBACK and SET_RATING, True for the press of a thumb or a star: a mode or a rating that is set
          already is taken back.
        """
        kind = command.kind if isinstance(command, OfferedCommand) else command
        if not isinstance(kind, CommandKind) or kind.name not in CommandKind.__members__:
            raise check.wrong_type("Session.send(command)", "a CommandKind, or one of Session.commands", command,
                                   "write CommandKind.PLAY for instance")
        values = arguments(f"Session.send({kind.name}, value)", kind, value)
        if not isinstance(command, OfferedCommand):
            if kind == CommandKind.CUSTOM:
                raise check.wrong_type("Session.send(command)", "one of Session.commands", command,
                                       "there are many of this kind")
            buttons = self.commands if kind == CommandKind.FEEDBACK else ()
            accepting = (each for each in buttons if each.kind == kind and value in each.supported)
            command = next(accepting, OfferedCommand(kind))
        event = c.nowplaying_command_event(
            ctypes.sizeof(c.nowplaying_command_event), kind=kind, id=encode(command.id), button=command.button,
            toggle=check.flag("Session.send(toggle)", toggle), **values)
        return self._begin(functions.nowplaying_surface_send_command, ctypes.byref(event),
                           what=f"Session.send({kind.name})")

    def press(self, control: Control, phase: Phase = Phase.BEGIN) -> "Action[None]":
        """Sends what a press of one of the `controls` means, for the item of this session.

        phase: Phase.END when a control that `is_held` is released.
        """
        check.instance("Session.press(control)", control, Control, expected="one of Session.controls")
        check.member("Session.press(phase)", phase, Phase)
        event = c.nowplaying_command_event(
            ctypes.sizeof(c.nowplaying_command_event), kind=control.kind, id=encode(control.id),
            button=control.button,
            mode=control.mode, rating=control.rating, toggle=control.toggle, phase=phase,
            time_us=microseconds(control.interval))
        return self._begin(functions.nowplaying_surface_send_command, ctypes.byref(event), what="Session.press")

    def set_volume(self, volume: float, device: Optional[Device] = None) -> "Action[None]":
        """Sets its volume, or that of one of its devices: 0.0 to 1.0."""
        level = rules.SURFACE["volume"]("Session.set_volume(volume)", volume)
        id = None if device is None else _id("Session.set_volume(device)", device, Device)
        return self._begin(functions.nowplaying_surface_set_volume, id, level)

    def step_volume(self, device: Device, step: int) -> "Action[None]":
        """Makes a device that `can_step` louder (1) or quieter (-1)."""
        rules.SURFACE["step"]("Session.step_volume(step)", step)
        id = _id("Session.step_volume(device)", device, Device)
        return self._begin(functions.nowplaying_surface_step_volume, id, step)

    def artwork(self, width: int = 0, height: int = 0) -> Action[Media]:
        """Gets the picture of its item, wherever that is: from the player, or the file that Item.artwork_url names.
        NO_SUCH_CONTENT: there is none. NOT_LOCAL: it is on the web, at Item.artwork_url, for you to fetch.
        NOT_AN_IMAGE: the file does not begin as a PNG, JPEG, WebP or GIF, whatever it is called.

        width, height: what would fit best, 0 to 16384 pixels; 0: no preference. The picture may have another size; that
          of a file is the one that it has.
        """
        return self._fetch(functions.nowplaying_surface_get_artwork, width, height)

    def picture(self, width: int = 0, height: int = 0) -> Action[Media]:
        """The same as artwork()."""
        return self.artwork(width, height)

    def chapter_artwork(self, chapter: ShownChapter, width: int = 0, height: int = 0) -> Action[Media]:
        """Gets the picture of a chapter of its item, if that has an artwork_id; else NO_SUCH_CONTENT.

        width, height: as of artwork().
        """
        check.instance("Session.chapter_artwork(chapter)", chapter, ShownChapter, expected="one of Item.chapters")
        return self._fetch(functions.nowplaying_surface_get_chapter_artwork, width, height, chapter.index)

    def select_track(self, track: Union[Track, TrackKind]) -> "Action[None]":
        """Chooses one of the `tracks`; a TrackKind: none of this kind, of SUBTITLES and CAPTIONS. NOT_SUPPORTED: there
        are no tracks of this kind."""
        if isinstance(track, Track):
            return self._begin(functions.nowplaying_surface_select_track, track.kind, encode(track.id))
        if check.member("Session.select_track(track)", track, TrackKind) == TrackKind.AUDIO:
            raise ValueError("Session.select_track(track) must be a Track, not AUDIO: one of this kind always plays")
        return self._begin(functions.nowplaying_surface_select_track, track, None)

    def preview(self, ratio: AspectRatio, width: int = 0, height: int = 0) -> Action[Media]:
        """Gets the picture that is shown before the video of animated artwork, and instead of it: see
        Surface.aspect_ratios. On any error show the plain artwork.

        width, height: as of artwork().
        """
        return self._fetch(functions.nowplaying_surface_get_preview, width, height,
                           check.member("Session.preview(ratio)", ratio, AspectRatio))

    def video(self, ratio: AspectRatio, width: int = 0, height: int = 0) -> Action[Media]:
        """Gets the video of animated artwork, which loops and has no sound, of at most 256 MiB. Only while
        Ability.MAY_SHOW_VIDEO, and while it is really visible.

        width, height: as of artwork().
        """
        return self._fetch(functions.nowplaying_surface_get_video, width, height,
                           check.member("Session.video(ratio)", ratio, AspectRatio))

    def raise_window(self) -> "Action[None]":
        """Brings the player's window to the front."""
        return self._begin(functions.nowplaying_surface_raise)

    def follow_queue(self, follow: bool = True) -> "Action[None]":
        """Follows the queue: from now on each session of this entry has its `queue`, and Changed.QUEUE notifies of
        changes. With `follow` False, they no longer have it. Done when the queue is there; NOT_SUPPORTED: there is none
        now, but there may be one later."""
        return self._begin(functions.nowplaying_surface_follow_queue,
                           check.flag("Session.follow_queue(follow)", follow))

    def go_to(self, entry: QueueEntry) -> "Action[None]":
        """Plays an entry of the queue."""
        return self._begin(functions.nowplaying_surface_queue_go_to, _id("Session.go_to(entry)", entry, QueueEntry))

    def add_to_queue(self, uri: str, after: Optional[QueueEntry] = None, play: bool = False) -> "Action[None]":
        """Adds the item at a URI to the queue: behind the entry `after`, or at the start if that is None. play: whether
        to play it at once."""
        name = "Session.add_to_queue"
        id = None if after is None else _id(f"{name}(after)", after, QueueEntry)
        address = encode(rules.SURFACE["uri"](f"{name}(uri)", uri))
        return self._begin(functions.nowplaying_surface_queue_add, address, id,
                           rules.SURFACE["play"](f"{name}(play)", play))

    def remove_from_queue(self, entry: QueueEntry) -> "Action[None]":
        """Takes an entry out of the queue."""
        id = _id("Session.remove_from_queue(entry)", entry, QueueEntry)
        return self._begin(functions.nowplaying_surface_queue_remove, id)

    def follow_playlists(self, follow: bool = True, *, order: PlaylistOrder = PlaylistOrder.ANY,
                         reverse: bool = False) -> "Action[None]":
        """Follows the `playlists` of its player, or stops it, as follow_queue() does the queue; Changed.PLAYLISTS
        notifies of changes. order: the order of the lists. reverse: whether they come in the reverse of that order.
        NOT_SUPPORTED: there are none now, or not in this order."""
        name = "Session.follow_playlists"
        return self._begin(functions.nowplaying_surface_follow_playlists, check.flag(f"{name}(follow)", follow),
                           check.member(f"{name}(order)", order, PlaylistOrder),
                           check.flag(f"{name}(reverse)", reverse))

    def activate_playlist(self, playlist: ShownPlaylist) -> "Action[None]":
        """Plays a playlist."""
        id = _id("Session.activate_playlist(playlist)", playlist, ShownPlaylist)
        return self._begin(functions.nowplaying_surface_activate_playlist, id)

    def quit(self) -> "Action[None]":
        """Asks the player to quit."""
        return self._begin(functions.nowplaying_surface_quit)

    def _begin(self, function: Any, *arguments: Any, what: str = "") -> "Action[None]":
        """Calls a function of the library that begins an action. what: the name of the action, if it is not the name of
        the method of this package for that function."""
        action: "Action[None]" = Action(self._surface, what or python_name(function.__name__))
        return self._surface._begin(action, function, self._reference.handle, *arguments)

    def _fetch(self, function: Any, width: int, height: int, *arguments: Any) -> Action[Media]:
        """Calls a function of the library that gets a picture or a video. width, height: the size that would fit
        best."""
        name = python_name(function.__name__)
        for side, pixels in (("width", width), ("height", height)):
            rules.SURFACE[side](f"{name}({side})", pixels)
        action = MediaAction(self._surface, name)
        return self._surface._begin(action, function, self._reference.handle, *arguments, width, height)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Session) and self._reference.handle == other._reference.handle

    def __hash__(self) -> int:
        return hash(self._reference.handle)

    def __repr__(self) -> str:
        return f"<Session of {self.display_name!r}, {self.snapshot().state}, {self.item!r}>"


def _id(name: str, listed: Any, kind: Type[Any]) -> bytes:
    return encode(check.instance(name, listed, kind, expected=f"a {kind.__name__} of the session").id)
