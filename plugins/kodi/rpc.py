# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Kodi as its own JSON-RPC answers."""
import json

import xbmc
from nowplaying import NowPlayingError, Status


class KodiError(NowPlayingError):
    """Kodi refuses a call, or knows of nothing to do it to."""


def ask(method, **parameters):
    """Returns Kodi's answer. It takes some milliseconds, or as long as a file takes to open."""
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
    answer = json.loads(xbmc.executeJSONRPC(json.dumps(call)))
    if "error" in answer:
        raise KodiError(f"{method}: {answer['error'].get('message', 'failed')}", Status.COMMAND_FAILED)
    return answer["result"]


def is_so(condition):
    """Whether one of the conditions holds that skins are written with."""
    return bool(xbmc.getCondVisibility(condition))


def from_time(time):
    """Seconds; before the start they are negative."""
    return time["hours"] * 3600 + time["minutes"] * 60 + time["seconds"] + time["milliseconds"] / 1000


def to_time(seconds):
    """Kodi has milliseconds."""
    rest, milliseconds = divmod(round(seconds * 1000), 1000)
    rest, second = divmod(rest, 60)
    hour, minute = divmod(rest, 60)
    return {"hours": hour, "minutes": minute, "seconds": second, "milliseconds": milliseconds}
