# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Disables the other add-on that shows Kodi on the desktop while this one works, so that Kodi is not shown twice."""
import xbmcvfs

from rpc import KodiError, ask

PEER = "service.mpremote.interface"
#: A folder that exists while the peer is disabled by this add-on; it survives a restart of Kodi.
FOLDER = "special://profile/addon_data/service.nowplaying/"
MARK = FOLDER + "peer-was-enabled"


def silence():
    """Disables the peer, if it is there and enabled."""
    try:
        enabled = ask("Addons.GetAddonDetails", addonid=PEER, properties=["enabled"])["addon"]["enabled"]
    except KodiError:
        return  # The peer is not installed.
    if enabled:
        xbmcvfs.mkdirs(FOLDER)
        with xbmcvfs.File(MARK, "w"):
            ask("Addons.SetAddonEnabled", addonid=PEER, enabled=False)


def restore():
    """Enables the peer again, if silence() has disabled it."""
    if xbmcvfs.exists(MARK):
        ask("Addons.SetAddonEnabled", addonid=PEER, enabled=True)
        xbmcvfs.delete(MARK)
