# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Drives Chromium by the protocol of its DevTools, on two pipes."""

import base64
import json
import os
import shlex

from field.browsers import CHROMIUM, CHROMIUM_WITHOUT_PLAYER
from field.served import WEB_NAMES
from testkit.desktop import wait_until

FLAGS = ["--headless=new", "--remote-debugging-pipe", "--enable-unsafe-extension-debugging",
         "--host-resolver-rules=" + ",".join(f"MAP {name} 127.0.0.1" for name in WEB_NAMES)]


class Chromium:
    """Chromium with the extension in it."""

    name = "Chromium"
    switch = CHROMIUM_WITHOUT_PLAYER

    def __init__(self, start, home, extension, own_player=False):
        """start: a function that starts a program with the given words. home: a new folder for the browser. extension:
        the folder of the extension; None to start without it."""
        to_browser, from_browser = home / "to-browser", home / "from-browser"
        os.mkfifo(to_browser)
        os.mkfifo(from_browser)
        own = [] if own_player else [self.switch]
        words = shlex.join([*CHROMIUM, *FLAGS, *own, f"--user-data-dir={home / 'profile'}", "about:blank"])
        # The browser reads descriptor 3 and writes descriptor 4.
        self.process = start("sh", "-c", f'exec {words} 3<"$1" 4>"$2"', "sh", str(to_browser), str(from_browser))
        self.output = os.open(to_browser, os.O_WRONLY)
        self.input = open(from_browser, "rb", buffering=0)
        self.rest, self.count, self.sessions, self.options = b"", 0, {}, None
        self.folder = extension
        if extension:
            self.extension = self.load()

    def load(self, **options):
        return self.call("Extensions.loadUnpacked", path=str(self.folder), **options)["id"]

    def allow_private(self):
        """Lets the extension run in private windows, as the user does in its settings. It begins anew."""
        self.load(enableInIncognito=True)
        self.options = None

    def read(self):
        while b"\0" not in self.rest:
            data = self.input.read(1 << 16)
            assert data, "Chromium has gone"
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, session=None, **words):
        self.count += 1
        message = {"id": self.count, "method": method, "params": words}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")

    def call(self, method, session=None, **words):
        self.send(method, session, **words)
        while (answer := self.read()).get("id") != self.count:
            pass
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def session(self, tab):
        if tab not in self.sessions:
            self.sessions[tab] = self.call("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
        return self.sessions[tab]

    def open(self, address):
        """Opens a tab, and returns its handle."""
        return self.loaded(self.call("Target.createTarget", url=address)["targetId"], address)

    def loaded(self, tab, address):
        """Waits until a tab has loaded a page; returns the tab."""
        wait_until("the page is loaded",
                   lambda: self.run(tab, "return document.readyState + location.href") == f"complete{address}")
        return tab

    def open_private(self, address):
        """Opens a tab in a private window."""
        if not self.options:
            self.options = self.open_options()
        self.run(self.options, f"chrome.windows.create({{ url: {json.dumps(address)}, incognito: true }})")
        tab = wait_until("the window is there", lambda: next(
            (target["targetId"] for target in self.call("Target.getTargets")["targetInfos"]
             if target["type"] == "page" and target["url"] == address), None))
        return self.loaded(tab, address)

    def open_options(self):
        return self.open_own("options.html")

    def open_own(self, page):
        """Opens a page of the extension."""
        return self.open(f"chrome-extension://{self.extension}/{page}")

    def colour(self, tab, scheme):
        """Has the browser prefer pages that are light or dark."""
        self.call("Emulation.setEmulatedMedia", self.session(tab),
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, tab):
        """Returns a picture of a tab, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", self.session(tab))["data"])

    def go(self, tab, address):
        self.call("Page.navigate", self.session(tab), url=address)
        self.loaded(tab, address)

    def back(self, tab, steps=1):
        """Goes back in the history of a tab, or forward."""
        history = self.call("Page.getNavigationHistory", self.session(tab))
        entry = history["entries"][history["currentIndex"] - steps]
        self.call("Page.navigateToHistoryEntry", self.session(tab), entryId=entry["id"])

    def run(self, tab, script):
        """Runs JavaScript in the world of a tab's page, and returns its result."""
        done = self.call("Runtime.evaluate", self.session(tab), expression=f"(() => {{ {script} }})()",
                         returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def reload(self, tab):
        self.run(tab, "window.isOld = true")
        self.call("Page.reload", self.session(tab))
        wait_until("the page is loaded anew",
                   lambda: self.run(tab, "return document.readyState === 'complete' && !window.isOld"))

    def close(self, tab):
        self.call("Target.closeTarget", targetId=tab)
        self.sessions.pop(tab, None)

    def select(self, tab):
        self.call("Target.activateTarget", targetId=tab)

    def crash(self, tab):
        # The tab no longer answers.
        self.send("Page.crash", self.session(tab))

    def in_extension(self, script):
        """Runs JavaScript in the background of the extension, and returns the result of its promise."""
        (worker,) = [target for target in self.call("Target.getTargets")["targetInfos"]
                     if target["type"] == "service_worker" and self.extension in target["url"]]
        done = self.call("Runtime.evaluate", self.session(worker["targetId"]), expression=script, awaitPromise=True,
                         returnByValue=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def move(self, tab):
        """Moves a tab to a window of its own."""
        address = self.run(tab, "return location.href")
        self.in_extension(f"""chrome.tabs.query({{ url: {json.dumps(address)} }})
            .then(([tab]) => chrome.windows.create({{ tabId: tab.id }}))""")

    def discard(self, address):
        """Has the browser discard a tab in the background: its memory is freed, and the tab itself stays."""
        self.in_extension(f"""chrome.tabs.query({{ url: {json.dumps(address)} }})
            .then(([tab]) => chrome.tabs.discard(tab.id))""")

    def wake(self, address):
        """Selects a tab that was discarded."""
        self.in_extension(f"""chrome.tabs.query({{ url: {json.dumps(address)} }})
            .then(([tab]) => chrome.tabs.update(tab.id, {{ active: true }}))""")

    def kill(self):
        self.process.process.kill()
        self.process.process.wait()

    def end(self):
        self.input.close()
        os.close(self.output)
        self.process.stop()
