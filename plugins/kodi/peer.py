# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The other add-on that shows Kodi on the desktop: while this one works it is disabled, or there are two."""
import xbmcvfs

from rpc import KodiError, ask

PEER = "service.mpremote.interface"
#: Is there while the peer is disabled for our sake, also from one start of Kodi to the next.
FOLDER = "special://profile/addon_data/service.nowplaying/"
MARK = FOLDER + "peer-was-enabled"


def silence():
    """Disables the peer, if it is there and enabled."""
    try:
        enabled = ask("Addons.GetAddonDetails", addonid=PEER, properties=["enabled"])["addon"]["enabled"]
    except KodiError:
        return  # it is not installed
    if enabled:
        xbmcvfs.mkdirs(FOLDER)
        with xbmcvfs.File(MARK, "w"):
            ask("Addons.SetAddonEnabled", addonid=PEER, enabled=False)


def restore():
    """Enables it again, if silence() has disabled it."""
    if xbmcvfs.exists(MARK):
        ask("Addons.SetAddonEnabled", addonid=PEER, enabled=True)
        xbmcvfs.delete(MARK)
