# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The service that Kodi runs from its start to its end: Kodi on the desktop.

Kodi gives each add-on an interpreter of its own, which the library's thread could not enter: a thread of this one
serves the bus. Kodi's notifications come on this thread, while it waits for the end.
"""
import logging
import os
import select
import threading

import xbmc

LEVELS = {logging.DEBUG: xbmc.LOGDEBUG, logging.INFO: xbmc.LOGINFO, logging.WARNING: xbmc.LOGWARNING}


class Log(logging.Handler):
    """Kodi's log has what the library and the binding say."""

    def emit(self, record):
        xbmc.log(f"service.nowplaying: {self.format(record)}", LEVELS.get(record.levelno, xbmc.LOGERROR))


class Monitor(xbmc.Monitor):
    """Hears what Kodi tells all add-ons."""

    def __init__(self, player):
        super().__init__()
        self._player = player
        self.quits = False

    def onNotification(self, sender, method, data):
        """Kodi wants None of it, whatever its other functions return."""
        self.quits = self.quits or method in ("System.OnQuit", "System.OnRestart")
        if method.startswith(("Player.", "Playlist.", "Info.", "Application.")):
            self._player.notice(method)


def serve(app, ended):
    """Waits for the bus, until the other end of a pipe is closed."""
    while True:
        readable = select.select([app, ended], [], [])[0]
        if ended in readable:
            return
        app.dispatch()


def main():
    logging.getLogger("nowplaying").addHandler(Log())
    # They load the library, and that may have something to say.
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
    # Disabled or uninstalled, and not only until Kodi starts again.
    if not monitor.quits:
        peer.restore()


main()
