# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The service that Kodi runs from its start to its end: Kodi on the desktop.

Kodi gives each add-on a Python interpreter of its own, which the library's thread could not enter: a thread of this
interpreter serves the bus. Kodi's notifications come on the thread that runs this file, while it waits for the end.
"""
import logging
import os
import select
import threading

import xbmc

LEVELS = {logging.DEBUG: xbmc.LOGDEBUG, logging.INFO: xbmc.LOGINFO, logging.WARNING: xbmc.LOGWARNING}


class Log(logging.Handler):
    """Writes the messages of the library and of the binding to Kodi's log."""

    def emit(self, record):
        xbmc.log(f"service.nowplaying: {self.format(record)}", LEVELS.get(record.levelno, xbmc.LOGERROR))


class Monitor(xbmc.Monitor):
    """Receives Kodi's notifications to add-ons."""

    def __init__(self, player):
        super().__init__()
        self._player = player
        self.quits = False

    def onNotification(self, sender, method, data):
        """Kodi requires None as the return value."""
        self.quits = self.quits or method in ("System.OnQuit", "System.OnRestart")
        if method.startswith(("Player.", "Playlist.", "Info.", "Application.")):
            self._player.notice(method)


def serve(app, ended):
    """Handles the bus until the other end of a pipe is closed."""
    while True:
        readable = select.select([app, ended], [], [])[0]
        if ended in readable:
            return
        app.dispatch()


def main():
    logging.getLogger("nowplaying").addHandler(Log())
    # These modules load the library, which may log something.
    import peer
    from player import Player
    peer.silence()
    player = Player()
    ended, ending = os.pipe()
    thread = threading.Thread(target=serve, args=[player.app, ended])
    thread.start()
    monitor = Monitor(player)
    monitor.waitForAbort()
    os.close(ending)
    thread.join()
    os.close(ended)
    player.close()
    # The add-on was disabled or uninstalled, and Kodi is not just about to end.
    if not monitor.quits:
        peer.restore()


main()
