# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs a browser with the extension and the host on a bus of its own, with pages that are served here, and looks at it
through playerctl, a surface of org.nowplaying and the strict checker."""

import contextlib
import json
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from testkit.bus import PATH, PROPERTIES, ROOT
from testkit.desktop import Program, start_sound_server, wait_until
from testkit.scene import Scene
from testkit.surface import Surface
from testkit.wire import DBusError

from devtools import Chromium
from marionette import FIREFOX_ID, Firefox

BROWSERS = {"chromium": Chromium, "firefox": Firefox}
NAME = "org.nowplaying.browser"
CHROMIUM_ID = "pmmdihnipclnbodbfndfppbajpcachko"


def host_manifest(program, **allowed):
    return json.dumps({"name": NAME, "description": "Now Playing", "path": str(program), "type": "stdio"} | allowed)


class Run(Scene):
    """A bus, and a browser on it."""

    host = extension = None  # the program and the folder, as paths: set by the command line
    # A browser is ended by a signal or by the end of its bus, and may log anything: only faults of the host count.
    ends = (0, 1, -6, -9, -15)
    fault = re.compile(r"(client|library) bug:|nowplaying-browser-host: |Sanitizer|runtime error")

    def __init__(self, kind, folder, extension=True, manifests=True, **options):
        """kind: a key of BROWSERS. folder: an empty folder, for the browser's home. manifests: whether the browser
        finds the host. options: for the browser."""
        super().__init__()
        self.home = folder
        if manifests:
            self.write_manifests()
        self.memory = TemporaryDirectory(dir="/dev/shm")  # as the folder of a user's session usually is
        self.environment = self.bus.environment | {"HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1",
                                                   "XDG_CONFIG_HOME": str(folder / ".config"),
                                                   "XDG_RUNTIME_DIR": self.memory.name}
        self.sound, self.environment["PULSE_SERVER"] = start_sound_server(folder)
        self.browser = BROWSERS[kind](self.start, folder, self.extension if extension else None, **options)
        self.process = self.browser.process

    def write_manifests(self):
        firefox, chromium = self.home / ".mozilla/native-messaging-hosts", self.home / "profile/NativeMessagingHosts"
        for place in firefox, chromium:
            place.mkdir(parents=True)
        (firefox / f"{NAME}.json").write_text(host_manifest(self.host, allowed_extensions=[FIREFOX_ID]))
        (chromium / f"{NAME}.json").write_text(
            host_manifest(self.host, allowed_origins=[f"chrome-extension://{CHROMIUM_ID}/"]))

    def start(self, *words):
        return Program(list(words), self.environment)

    def end(self):
        self.browser.end()

    def close(self):
        with contextlib.suppress(OSError, ValueError):
            self.browser.end()
        self.sound.stop()
        super().close()
        self.memory.cleanup()

    @staticmethod
    def wait_until(what, condition):
        return wait_until(what, condition)

    # MPRIS

    def names(self):
        return self.bus.names()

    def players_seen(self):
        """Returns the names that players have had so far."""
        return {message.body[0] for message in self.owners() if message.body[2]}

    def times_gone(self):
        """Returns how often a player has gone so far."""
        return sum(not message.body[2] for message in self.owners())

    def owners(self):
        """Returns the signals of the bus about players that come and go."""
        return [message for message in self.bus.since(0) if message.member == "NameOwnerChanged"
                and message.body[0].startswith(ROOT + ".")]

    def lengths_seen(self):
        """Returns the lengths that players have emitted so far; None for an item without one."""
        found = [signals["Metadata"] for signals in self.bus.signals(0)
                 if isinstance(signals, dict) and "Metadata" in signals]
        return [getattr(metadata.get("mpris:length"), "value", None) for metadata in found]

    def get(self, name):
        """Returns a property of the one player; None while there is none."""
        try:
            (player,) = self.bus.names()
            return self.bus.pinger.call(player, PATH, PROPERTIES, "Get", "ss", ROOT + ".Player", name)[0].value
        except (DBusError, ValueError):
            return None

    def metadata(self, key):
        value = (self.get("Metadata") or {}).get(key)
        return getattr(value, "value", value)

    def wait_title(self, title):
        wait_until(f"the title is {title}", lambda: self.metadata("xesam:title") == title)

    def wait_status(self, status):
        wait_until(f"it is {status}", lambda: self.get("PlaybackStatus") == status)

    def ctl(self, *words):
        return self.bus.playerctl(*words)

    def root(self, member):
        """Calls a method of the root interface of the one player."""
        (player,) = self.bus.names()
        self.bus.pinger.call(player, PATH, ROOT, member)

    # org.nowplaying

    def sessions(self):
        """Returns the sessions of the one player, as a surface sees them."""
        if not self.surfaces:
            self.surfaces.append(Surface(self.bus))
        copy = self.surfaces[-1].follow(self.bus.names()[0])
        return [copy[identifier] for identifier in copy.sessions()]


def hosts_of(run):
    """Returns the processes of the host that the browser has started."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            home = f"HOME={run.home}".encode()
            if os.readlink(entry / "exe") == str(run.host) and home in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
    return found


def open_music(run, pages):
    """Opens a page that plays a list by navigator.mediaSession. Returns its tab."""
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.wait_status("Playing")
    return tab


def open_film(run, pages):
    """Opens a page that has only a media element, and plays that. Returns the page's tab."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, "film.play()")
    run.wait_title("A Film")
    return tab
