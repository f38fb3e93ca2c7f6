# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""One thing that an app plays."""
from __future__ import annotations

from threading import get_ident
from typing import (
    TYPE_CHECKING, Any, Callable, ClassVar, Dict, Iterable, List, Optional, Sequence, Tuple, TypeVar, Union)

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from ._artwork import Artwork, Later, answer_with_artwork
from ._asked import Asked, settle
from ._c_content import free, make
from ._commands import Command, arguments, by_tag, c_commands, given
from ._content import Content, pictures
from ._controlled import Controlled, Update
from ._enums import Interruption, Primary, Status, TrackKind
from ._errors import NowPlayingError
from ._handlers import Answer, Handlers, callback, destroyed, plain, register
from ._library import encode, functions, is_id, lock, microseconds, own_id
from ._log import logger
from ._objects import assigned
from ._queue import QueueEntry, addition, check_row, checked_entry, entry, stage_queue
from ._snapshot import Snapshot, set_snapshot, stamped

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    from ._actions import Action
    from ._video import Video
    from ._app import App

    class SessionHandlers(TypedDict, total=False):
        """The handlers of a Session."""

        on_volume: Optional[Callable[[float], object]]
        on_primary_changed: Optional[Callable[[Primary], object]]
        on_interruption: Optional[Callable[[Interruption], object]]
        on_queue_go_to: Optional[Callable[[QueueEntry], object]]
        on_queue_add: Optional[Callable[[str, Optional[QueueEntry], bool], object]]
        on_queue_remove: Optional[Callable[[QueueEntry], object]]
        on_position: Optional[Callable[[], Optional[float]]]
        on_select_track: Optional[Callable[[TrackKind, Optional[str]], object]]

Named = TypeVar("Named", bound="Union[Artwork, Video]")
_commit, _discard, _set_content = map(functions.unchecked, (
    "nowplaying_session_commit", "nowplaying_session_discard", "nowplaying_session_set_content"))
_set_snapshot, _check = set_snapshot, functions.check
_Callbacks = c.nowplaying_session_callbacks


# ------------------------------------------------------------------------------------------------ The library's calls

@callback(_Callbacks, "command")
def _command(session: "Session", request: int, event: Any) -> int:
    wanted = event.contents
    command = given(session._tagged, wanted)
    if command is None:
        raise NowPlayingError("The command is not offered any more.", Status.NOT_SUPPORTED)
    return session._handlers.run(command._what, command.handler, *arguments(wanted), request=request)


@callback(_Callbacks, "artwork")
def _artwork(session: "Session", request: int, event: Any) -> int:
    artwork = session._named(event, pictures)
    what = f"the artwork {artwork.id!r}"
    if isinstance(artwork.load, Later):
        return session._handlers.run(
            what, session._wait_for_artwork, artwork.id, request, request=request, answer=answer_with_artwork)
    return _load(session, request, event, what, artwork.load)


def _load(session: "Session", request: int, event: Any, what: str, load: Callable[[int, int], object],
          answer: Answer = answer_with_artwork) -> int:
    wanted = event.contents
    return session._handlers.run(what, load, wanted.width, wanted.height, request=request, answer=answer)


def _wanted_video(session: "Session", event: Any) -> "Video":
    return session._named(event, lambda content: [
        video for ratio, video in (content.animated_artwork or {}).items() if ratio == event.contents.ratio])


@callback(_Callbacks, "preview")
def _preview(session: "Session", request: int, event: Any) -> int:
    video = _wanted_video(session, event)
    if video.preview is None:
        return c.NOWPLAYING_ERROR_NO_SUCH_CONTENT
    return _load(session, request, event, f"the preview of the video {video.id!r}", video.preview.load)


@callback(_Callbacks, "video")
def _video(session: "Session", request: int, event: Any) -> int:
    from ._video import answer_with_video
    video = _wanted_video(session, event)
    return _load(session, request, event, f"the video {video.id!r}", video.load, answer_with_video)


@callback(_Callbacks, "request_cancelled")
def _request_cancelled(session: "Session", request: int) -> None:
    session._handlers.cancel(request)


@callback(_Callbacks, "primary_result")
def _primary_result(session: "Session", which: int, status: int) -> None:
    with lock:
        # One result answers all requests so far.
        waiting, session._answers[Primary(which)] = session._answers[Primary(which)], []
    error = NowPlayingError(functions.nowplaying_strerror(status).decode(), status) if status < 0 else None
    if error is not None and waiting:
        logger.warning("The session did not become the %s primary: %s", Primary(which).name, error)

    def finish(action: "Action[None]") -> None:
        if action.set_running_or_notify_cancel():
            if error is not None:
                action.set_exception(error)
            else:
                action.set_result(None)

    for action in waiting:
        settle(action, finish)


@callback(_Callbacks, "position")
def _position(session: "Session", elapsed: Any) -> int:
    try:
        seconds = session._on["on_position"]()
        if seconds is None:
            return c.NOWPLAYING_ERROR_COMMAND_FAILED
        seconds = check.number("the result of on_position", seconds, "a number of seconds or None")
        elapsed.contents.value = microseconds(max(0.0, seconds))
    except BaseException as error:
        session._handlers.fail("on_position", error)
        return c.NOWPLAYING_ERROR_COMMAND_FAILED
    return c.NOWPLAYING_OK


def _track_id(session: "Session", _request: int, kind: int, track: Optional[bytes]) -> Tuple[TrackKind, Optional[str]]:
    """Returns which track was chosen, as the arguments of a handler."""
    ours = [each for each in session._published("tracks") if each.kind == kind]
    return TrackKind(kind), None if track is None else own_id(ours, track, "There is no such track any more.")


class Session(Controlled):
    """A queue of music, a podcast, a video window. The desktop shows it once it has content and is the session that the
    app shows: see request_application_primary(). It lives until it or its App is closed, also when nobody refers to it.

    Each assignment to content, queue, snapshot, commands, tracks, volume, volume_maximum or muted is published at once;
    those inside of `with session.update():` together at its end, or not at all if an exception leaves it.

    id: names the session within the app, which has no other of this id; "": the library makes an id.
    on_volume: called with the volume that somebody chose, 0.0 to 1.0 or to `volume_maximum`: take it, then assign what
      you took to `volume`, which is 1.0 at first. Without it the volume cannot be changed from outside.
    on_primary_changed: called with the new value of `primary`.
    on_interruption: called when another player takes over and when it is gone, if the App has interruptions=True.
    on_queue_go_to: called with the id of an entry of the `queue` that somebody chose to be played, a QueueEntry: where
      several entries have that id its `row` says which.
    on_queue_add: called with a URI that somebody puts into the queue, whose scheme is one of the app's uri_schemes; the
      id of the entry after which it comes, None: at the start; and whether to play it at once.
    on_queue_remove: called with the id of an entry that somebody takes out of the queue. Without this handler and
      on_queue_add, clients see that the queue cannot be edited.
    on_position: called without arguments when somebody reads the position; returns where the item is now in seconds, or
      None if that is not known. For a player whose engine knows better than its snapshots, as one behind a sound
      server. Return at once: an answer that takes longer than a tenth of a second is not used.
    on_select_track: called with the TrackKind and the id of one of the `tracks` that somebody chose, None: none of this
      kind; do it, then set_selected_track(). Without it surfaces see no tracks.
    Handlers may be functions, also such as return a future, or coroutine functions.
    """

    __slots__ = ("_answers", "_app", "_id", "_tagged")

    _struct = _Callbacks
    _entries = {"destroy": destroyed(_Callbacks), "command": _command, "artwork": _artwork, "preview": _preview,
                "video": _video, "request_cancelled": _request_cancelled, "primary_result": _primary_result}
    _handler_names = {
        "on_volume": (("volume",), plain(float)), "on_primary_changed": (("primary",), plain(Primary)),
        "on_interruption": (("interruption",), plain(Interruption)), "on_queue_go_to": (("id",), entry),
        "on_queue_add": (("uri", "after", "play"), addition), "on_queue_remove": (("id",), entry),
        "on_position": ((), None), "on_select_track": (("kind", "id"), _track_id)}
    #: The values that can be assigned, with the library's initial ones.
    _first_state: ClassVar[Dict[str, Any]] = {
        "content": None, "queue": (), "queue_row": None, "snapshot": None, "commands": (), "volume": None,
        "volume_maximum": 1.0, "muted": False, "tracks": ()}
    _new: ClassVar[Any] = functions.nowplaying_session_new

    def __init__(self, app: "App", id: str = "", *, on_volume: Optional[Callable[[float], object]] = None,
                 on_primary_changed: Optional[Callable[[Primary], object]] = None,
                 on_interruption: Optional[Callable[[Interruption], object]] = None,
                 on_queue_go_to: Optional[Callable[[QueueEntry], object]] = None,
                 on_queue_add: Optional[Callable[[str, Optional[QueueEntry], bool], object]] = None,
                 on_queue_remove: Optional[Callable[[QueueEntry], object]] = None,
                 on_position: Optional[Callable[[], Optional[float]]] = None,
                 on_select_track: Optional[Callable[[TrackKind, Optional[str]], object]] = None) -> None:
        self._begin(app, id, on_volume=on_volume, on_primary_changed=on_primary_changed,
                    on_interruption=on_interruption, on_queue_go_to=on_queue_go_to, on_queue_add=on_queue_add,
                    on_queue_remove=on_queue_remove, on_position=on_position, on_select_track=on_select_track)

    def _begin(self, app: "App", id: str, **handlers: Any) -> None:
        self._closed = False
        cls = type(self).__name__
        if not hasattr(type(app), "_sessions"):
            raise check.wrong_type(f"{cls}(app)", "an App", app)
        check.text(f"{cls}(id)", id)
        self._app, self._id, self._awaited = app, id, set()
        self._state: Dict[str, Any] = dict(self._first_state)
        self._tagged: Dict[int, Command] = {}
        self._staged: Dict[int, Dict[str, Any]] = {}
        self._answers: "Dict[Primary, List[Action[None]]]" = {Primary.APPLICATION: [], Primary.SYSTEM: []}
        # From here on callbacks find the object: the first may come before the constructor returns.
        self._handlers = Handlers(app._handlers.loop, app._handlers.raised)
        self._listen(handlers)
        if "on_volume" in self._on and "on_device_volume" not in self._on:
            self._state["volume"] = 1.0
        with lock:
            if id and any(each._id == id for each in app._sessions):
                raise ValueError(f"{cls}(id) must not be {id!r}: the app has a session of this id")
            try:
                self._make(f"{cls} {id!r}", register(self), functions.nowplaying_session_free, app._call, self._new,
                           encode(id))
            except NowPlayingError as error:
                if error.status != Status.TOO_LARGE:
                    raise
                raise NowPlayingError(f"{cls}: the app has {c.NOWPLAYING_MAX_SESSIONS} sessions: close() those that it "
                                      "does not need", Status.TOO_LARGE) from None
            app._sessions.add(self)

    def _callbacks(self, key: int) -> Any:
        callbacks = super()._callbacks(key)
        if "on_position" in self._on:
            callbacks.position = _position
        return callbacks

    def _open_handle(self) -> Any:
        handle = super()._open_handle()
        if self._app._closed:
            raise NowPlayingError(f"{self._name} has ended, because its app is closed.", Status.INVALID_STATE)
        return handle

    def _end(self) -> None:
        super()._end()
        self._app._sessions.discard(self)
        for waiting in self._answers.values():
            for action in waiting:
                settle(action, lambda action: action.cancel())

    # ------------------------------------------------------------------------------------------ What is shown

    def update(self) -> Update:
        """`with session.update():` publishes all that this thread assigns inside of it at once, or nothing if an
        exception leaves it. An update inside of another one is a part of it. Do not await inside."""
        return Update(self)

    @assigned
    def content(self, content: Optional[Content]) -> Optional[Content]:
        """The item that is played. None: nothing to show. Between two items do not assign None, but the next one."""
        if content is not None:
            check.instance("Session.content", content, Content, expected="a Content (Music, Podcast, …) or None")
            for artwork in pictures(content):
                self._check_runs("Artwork.load", artwork.load)
            for video in (content.animated_artwork or {}).values():
                self._check_runs("Video.load", video.load)
                if video.preview is not None:
                    self._check_runs("Video.preview", video.preview.load)
        return content

    @assigned
    def queue(self, queue: Sequence[Content]) -> Sequence[Content]:
        """The items before and after the content, in their order, at most 1000000. Each has an id, that of the song:
        if the same song is there twice, `queue_row` says which entry plays; else the content is the entry that has
        its id. When the queue is assigned again, clients see that its entries are the same, also those that were moved.
        Clients see all of 100 entries, and of more the part around the content: assign the whole queue once, or the
        part around the content each time. They see no picture and no lyrics of an entry. Empty: there is no queue."""
        return check.list_of("Session.queue", queue, checked_entry, "a list of Content",
                             c.NOWPLAYING_MAX_QUEUE_ENTRIES)

    @property
    def queue_row(self) -> Optional[int]:
        """The index in `queue` of the entry that plays, where several entries have the content's id: assign it together
        with the content. None after the queue was assigned: the entry that was named before still counts, wherever it
        is now. If none was named, the first entry with the content's id counts."""
        staged = self._staged.get(get_ident(), {})
        return staged.get("queue_row") if "queue" in staged else self._get("queue_row")

    @queue_row.setter
    def queue_row(self, row: Optional[int]) -> None:
        self._set("queue_row", rules.SESSION["queue_row"]("Session.queue_row", row))

    @assigned
    def snapshot(self, snapshot: Optional[Snapshot]) -> Optional[Snapshot]:
        """How playback stands. The position moves by itself: assign when playback starts, stops, seeks or changes its
        speed. None: not known."""
        if snapshot is None:
            return None
        return stamped(check.instance("Session.snapshot", snapshot, Snapshot,
                                      "write Snapshot.playing(position) for instance", "a Snapshot or None"))

    # -------------------------------------------------------------------------------------- What shows it

    def request_application_primary(self) -> "Action[None]":
        """Asks to become the session that the app shows. The action is done when it is; its error is a NowPlayingError.
        Await the action, or wait by result() on a thread that does not run the app's loop, or ignore it."""
        return self._request(Primary.APPLICATION, functions.nowplaying_session_request_application_primary)

    def request_system_primary(self) -> "Action[None]":
        """Asks to become the session that the app shows and that the whole desktop drives. See
        request_application_primary()."""
        return self._request(Primary.SYSTEM, functions.nowplaying_session_request_system_primary)

    def resign_system_primary(self) -> None:
        """Stops being system primary, so that the player that was system primary before may resume."""
        self._call(functions.nowplaying_session_resign_system_primary)

    @property
    def primary(self) -> Primary:
        """The ways in which the session is primary: APPLICATION, SYSTEM, both or none."""
        return Primary(self._read(functions.nowplaying_session_get_primary))

    # ------------------------------------------------------------------------------------------------ Inside

    def _publish(self, values: Dict[str, Any]) -> None:
        """Stages values with the library and commits them, with no other thread in between. What the library refuses
        changes nothing."""
        content = values.get("content")
        made = make(content) if content is not None else None
        try:
            with lock:
                handle, tagged = self._open_handle(), self._tagged
                check_row(values.get("queue_row"), values.get("queue", self._state["queue"]))
                try:
                    self._stage(handle, values)
                    if "content" in values:
                        _check(_set_content(handle, made), _set_content)
                    _check(_commit(handle), _commit)
                except BaseException:
                    self._tagged = tagged
                    _discard(handle)  # its own error, as of a forked child, would hide this one
                    raise
                if "queue" in values:
                    self._state["queue_row"] = None
                self._state.update(values)
        finally:
            free(made)

    def _stage(self, handle: Any, values: Dict[str, Any]) -> None:
        if "commands" in values:
            self._tagged = by_tag(values["commands"])
            array = c_commands(self._tagged)
            functions.nowplaying_session_set_commands(handle, array, len(array))
        if "snapshot" in values:
            _set_snapshot(handle, values["snapshot"])
        if "volume_maximum" in values:
            functions.nowplaying_session_set_volume_maximum(handle, values["volume_maximum"])
        if "volume" in values:
            functions.nowplaying_session_set_volume(handle, -1.0 if values["volume"] is None else values["volume"])
        if "muted" in values:
            functions.nowplaying_session_set_muted(handle, values["muted"])
        if "tracks" in values:
            from ._tracks import c_tracks
            array = c_tracks(values["tracks"])
            functions.nowplaying_session_set_tracks(handle, array, len(array))
        if "queue" in values:
            stage_queue(handle, values["queue"])
        if "queue_row" in values:
            row = values["queue_row"]
            functions.nowplaying_session_set_queue_row(handle, -1 if row is None else row)

    def _request(self, which: Primary, function: Callable[..., Any]) -> "Action[None]":
        action: Any = Asked(self._app, f"Session.request_{str(which).lower()}_primary")
        with lock:
            self._call(function)
            self._answers[which].append(action)
        return action  # type: ignore[no-any-return]

    def _named(self, event: Any, of: Callable[[Content], Iterable[Named]]) -> Named:
        """Returns the artwork or video of the present content that an event asks for by its id."""
        content: Optional[Content] = self._published("content")
        for named in () if content is None else of(content):
            if is_id(named.id, event.contents.artwork_id):
                return named
        raise NowPlayingError("The content was replaced meanwhile.", Status.CANCELLED)
