# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Plays what a test requests, with the metadata that it gives, as add-ons for video and music do."""
import json

import xbmc
import xbmcgui


class Monitor(xbmc.Monitor):
    """Hears the test by Kodi's notifications."""

    def onNotification(self, sender, method, data):
        xbmc.log(f"notified: {method} {data}", xbmc.LOGINFO)
        if method != "Other.play":
            return
        item = json.loads(data)
        listed = xbmcgui.ListItem(item["info"].get("title", ""), path=item["file"])
        listed.setInfo(item["type"], item["info"])
        listed.setArt(item.get("art", {}))
        xbmc.Player().play(item["file"], listed)


Monitor().waitForAbort()
