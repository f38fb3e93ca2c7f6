# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Drives Firefox by its own protocol for tests, Marionette, on a socket."""

import base64
import json
import os
import signal
import socket

from field.browsers import FIREFOX, FIREFOX_PLAYER, FIREFOX_PREFERENCES, FIREFOX_UNSIGNED, user_js
from field.served import WEB_NAMES
from field.servers import free_port
from testkit.desktop import wait_until

FIREFOX_ID = "browser@nowplaying.org"
PREFERENCES = FIREFOX_PREFERENCES | FIREFOX_UNSIGNED | {
    "browser.tabs.warnOnClose": False,
    "extensions.background.idle.timeout": 3000,
    "network.dns.localDomains": ",".join(WEB_NAMES),
    # Several tabs of one site have a process each, so that one tab can crash alone.
    "dom.ipc.processCount.webIsolated": 8,
}


class Firefox:
    """Firefox with the extension in it."""

    name = "Firefox"
    switch = FIREFOX_PLAYER

    def __init__(self, start, home, extension, own_player=False):
        """start: a function that starts a program with the given words. home: a new folder for the browser. extension:
        the folder of the extension; None to start without it."""
        self.port = free_port()
        profile = home / "profile"
        profile.mkdir(exist_ok=True)
        chosen = PREFERENCES | {"marionette.port": self.port, self.switch: own_player}
        (profile / "user.js").write_text(user_js(chosen), encoding="utf-8")
        self.process = start(*FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--profile",
                             str(profile))
        self.socket = wait_until("Firefox listens", self.connect)
        self.input = self.socket.makefile("rb")
        self.read()
        self.count = 0
        self.call("WebDriver:NewSession", strictFileInteractability=False)
        self.extension = extension
        if extension:
            self.install(extension)

    def install(self, extension, **options):
        self.call("Addon:Install", path=str(extension), temporary=True, **options)

    def connect(self):
        try:
            return socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            return None

    def read(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.input.read(1)
            assert byte, "Firefox has gone"
            length += byte
        return json.loads(self.input.read(int(length[:-1])))

    def call(self, command, **words):
        self.count += 1
        data = json.dumps([0, self.count, command, words]).encode()
        self.socket.sendall(str(len(data)).encode() + b":" + data)
        _, _, error, result = self.read()
        assert error is None, f"{command}: {error}"
        return result.get("value", result) if isinstance(result, dict) else result

    def open(self, address):
        """Opens a tab, and returns its handle."""
        tab = self.call("WebDriver:NewWindow", type="tab", focus=True)["handle"]
        self.go(tab, address)
        return tab

    def open_private(self, address):
        """Opens a tab in a private window."""
        tab = self.call("WebDriver:NewWindow", type="window", focus=True, private=True)["handle"]
        self.go(tab, address)
        return tab

    def allow_private(self):
        """Lets the extension run in private windows, as the user does in its settings."""
        self.install(self.extension, allowPrivateBrowsing=True)

    def open_options(self):
        return self.open_own("options.html")

    def open_own(self, page):
        """Opens a page of the extension."""
        host = self.in_browser("return WebExtensionPolicy.getByID(arguments[0]).mozExtensionHostname", FIREFOX_ID)
        return self.open(f"moz-extension://{host}/{page}")

    def colour(self, tab, scheme):
        """Has the browser prefer pages that are light or dark."""
        self.select(tab)
        self.in_browser("Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0])",
                        0 if scheme == "dark" else 1)

    def picture(self, tab):
        """Returns a picture of a tab, as PNG."""
        self.select(tab)
        return base64.b64decode(self.call("WebDriver:TakeScreenshot", full=False))

    def go(self, tab, address):
        self.call("WebDriver:SwitchToWindow", handle=tab, focus=True)
        self.call("WebDriver:Navigate", url=address)

    def back(self, tab, steps=1):
        """Goes back in the history of a tab, or forward."""
        self.call("WebDriver:SwitchToWindow", handle=tab, focus=True)
        self.call("WebDriver:Back" if steps > 0 else "WebDriver:Forward")

    def run(self, tab, script):
        """Runs JavaScript in the world of a tab's page, and returns its result."""
        self.call("WebDriver:SwitchToWindow", handle=tab, focus=False)
        return self.call("WebDriver:ExecuteScript", script=script, args=[], sandbox=None, newSandbox=False)

    def in_browser(self, script, *words):
        """Runs JavaScript in the browser's own world."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=script, args=list(words))
        finally:
            self.call("Marionette:SetContext", value="content")

    def reload(self, tab):
        self.call("WebDriver:SwitchToWindow", handle=tab, focus=False)
        self.call("WebDriver:Refresh")

    def close(self, tab):
        self.call("WebDriver:SwitchToWindow", handle=tab, focus=False)
        self.call("WebDriver:CloseWindow")

    def select(self, tab):
        """Selects a tab, in its window."""
        self.call("WebDriver:SwitchToWindow", handle=tab, focus=True)

    def crash(self, tab):
        self.select(tab)
        process = self.in_browser("return gBrowser.selectedBrowser.frameLoader.remoteTab.osPid")
        os.kill(process, signal.SIGKILL)

    def move(self, tab):
        """Moves a tab to a window of its own."""
        self.select(tab)
        self.in_browser("gBrowser.replaceTabWithWindow(gBrowser.selectedTab)")

    def discard(self, address):
        """Has the browser discard a tab in the background: its memory is freed, and the tab itself stays."""
        assert self.in_browser("""return gBrowser.discardBrowser(gBrowser.tabs.find(
            (tab) => tab.linkedBrowser.currentURI.spec === arguments[0]), true)""", address)

    def wake(self, address):
        """Selects a tab that was discarded."""
        self.in_browser("""gBrowser.selectedTab = gBrowser.tabs.find(
            (tab) => tab.linkedBrowser.currentURI.spec === arguments[0])""", address)

    def kill(self):
        self.process.process.kill()
        self.process.process.wait()

    def end(self):
        self.input.close()
        self.socket.close()
        self.process.stop()
