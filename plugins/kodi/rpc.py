# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Calls Kodi's JSON-RPC interface."""
import json

import xbmc
from nowplaying import NowPlayingError, Status


class KodiError(NowPlayingError):
    """Kodi refused a call, or has nothing to apply it to."""


def ask(method, **parameters):
    """Returns Kodi's reply. It takes some milliseconds, or as long as a file takes to open."""
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
    answer = json.loads(xbmc.executeJSONRPC(json.dumps(call)))
    # XBMC.GetInfoLabels gives neither a result nor an error while Kodi ends.
    if answer.get("result") is None:
        raise KodiError(f"{method}: {answer.get('error', {}).get('message', 'failed')}", Status.COMMAND_FAILED)
    return answer["result"]


def is_so(condition):
    """Returns whether one of Kodi's skin conditions is true."""
    return bool(xbmc.getCondVisibility(condition))


def from_time(time):
    """Returns a time of Kodi in seconds. Before the start it is negative."""
    return time["hours"] * 3600 + time["minutes"] * 60 + time["seconds"] + time["milliseconds"] / 1000


def to_time(seconds):
    """Returns seconds as a time of Kodi, which has milliseconds."""
    rest, milliseconds = divmod(round(seconds * 1000), 1000)
    rest, second = divmod(rest, 60)
    hour, minute = divmod(rest, 60)
    return {"hours": hour, "minutes": minute, "seconds": second, "milliseconds": milliseconds}
