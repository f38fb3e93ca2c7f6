# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The library's calls to a session, and which handler each is for."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple

from . import _checks as check
from . import _signatures as c
from ._artwork import Later, answer_with_artwork
from ._asked import settle
from ._commands import arguments, given
from ._content_base import pictures
from ._enums import Primary, Status, TrackKind
from ._errors import NowPlayingError
from ._handlers import Answer, callback, destroyed
from ._library import functions, lock, microseconds, own_id
from ._log import logger

if TYPE_CHECKING:
    from ._actions import Action
    from ._session import Session
    from ._video import Video

_Callbacks = c.nowplaying_session_callbacks


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
def position(session: "Session", elapsed: Any) -> int:
    try:
        seconds = session._on["on_position"]()
        if seconds is None:
            return c.NOWPLAYING_ERROR_COMMAND_FAILED
        seconds = check.number("the result of on_position", seconds, "a number of seconds or None")
        elapsed.contents.value = microseconds(min(max(0.0, seconds), check.LONGEST))
    except BaseException as error:
        session._handlers.fail("on_position", error)
        return c.NOWPLAYING_ERROR_COMMAND_FAILED
    return c.NOWPLAYING_OK


def track_id(session: "Session", _request: int, kind: int, track: Optional[bytes]) -> Tuple[TrackKind, Optional[str]]:
    """Returns which track was chosen, as the arguments of a handler."""
    ours = [each for each in session._published("tracks") if each.kind == kind]
    return TrackKind(kind), None if track is None else own_id(ours, track, "There is no such track any more.")


#: The callbacks that every session has.
ENTRIES = {"destroy": destroyed(_Callbacks), "command": _command, "artwork": _artwork, "preview": _preview,
           "video": _video, "request_cancelled": _request_cancelled, "primary_result": _primary_result}
