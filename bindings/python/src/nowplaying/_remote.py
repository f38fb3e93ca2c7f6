# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sessions that play on other devices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Optional, Sequence, Tuple

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from ._c_content import c_array
from ._controlled import changed
from ._enums import DeviceType
from ._library import functions, lock, own_id
from ._objects import assigned
from ._records import dataclass
from ._session import Session

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._app import App
    from ._session import SessionHandlers


@dataclass(frozen=True)
class Device:
    """A device on which a RemoteSession plays.

    id: names the device, the same in every session that plays there.
    name: the name that people see, "Kitchen".
    type: what kind of device it is.
    volume: its level, 0.0 to 1.0, if it has one that can be set; None: it has none.
    can_step: whether it can be made louder and quieter, by on_device_step.
    """

    id: str
    name: str
    type: DeviceType = DeviceType.SPEAKER
    volume: Optional[float] = None
    can_step: bool = False

    _checks: ClassVar[Dict[str, Any]] = rules.DEVICE


def _of_device(session: RemoteSession, _request: int, given: bytes, value: float) -> Tuple[str, float]:
    """Returns the id of a device and what is asked of it, as the arguments of a handler."""
    return own_id(session._published("devices"), given, "The session does not play on that device any more."), value


class RemoteSession(Session):
    """A session that plays on other devices: a speaker in another room, a television. It is a player of its own on the
    desktop, beside what the app plays here: with a name of its own on the bus, and shown as "App – Kitchen" by the
    first of its devices. It is always application primary there, and shown while it has content. When the device goes,
    close it. All else is as with a Session; `devices` is published as `content` is.

    id: names the session within the app; its name on the bus is the same at each start if the id is.
    on_device_volume: called with the id of a device and the volume that somebody chose for it, 0.0 to 1.0: set it, then
      say by set_device_volume() what the device took. Without on_volume it is also called when somebody changes the
      volume of the whole group: for each device, whose volume is multiplied by the same factor.
    on_device_step: called with the id of a device that `can_step`, and 1 to make it louder or -1 quieter.
    The other handlers are those of a Session. Where a device is slow, let a handler return a future or be a coroutine
    function.
    """

    __slots__ = ()

    _handler_names = {**Session._handler_names, "on_device_volume": (("id", "volume"), _of_device),
                      "on_device_step": (("id", "step"), _of_device)}
    _first_state: ClassVar[Dict[str, Any]] = {**Session._first_state, "devices": ()}
    _new: ClassVar[Any] = functions.nowplaying_session_new_remote

    def __init__(self, app: "App", id: str = "", *, on_device_volume: Optional[Callable[[str, float], object]] = None,
                 on_device_step: Optional[Callable[[str, int], object]] = None,
                 **handlers: "Unpack[SessionHandlers]") -> None:
        self._begin(app, id, on_device_volume=on_device_volume, on_device_step=on_device_step, **handlers)

    @assigned
    def devices(self, devices: Sequence[Device]) -> Sequence[Device]:
        """The devices on which the session plays, at most 64. The first names the session on the desktop."""
        checked = check.list_of("RemoteSession.devices", devices, Device, most=c.NOWPLAYING_MAX_DEVICES)
        check.different_ids("RemoteSession.devices", checked)
        return checked

    def set_device_volume(self, id: str, volume: Optional[float]) -> None:
        """Says how loud a device is now; None: it has no volume that can be set."""
        with lock:  # locked from reading on, so that no other thread's change is lost
            self.devices = changed(self.devices, lambda each: each.id == id,
                                   f"device {id!r}: assign it to RemoteSession.devices", volume=volume)

    def _stage(self, handle: int, values: Dict[str, Any]) -> None:
        super()._stage(handle, values)
        if "devices" in values:
            array = c_array(c.nowplaying_device, values["devices"])
            functions.nowplaying_session_set_devices(handle, array, len(array))
