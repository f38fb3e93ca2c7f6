# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players with a plugin of ours in the place of their own."""

import json
import shutil
import socket
from pathlib import Path

from field.browsers import (
    CHROMIUM, CHROMIUM_WITHOUT_PLAYER, FIREFOX, FIREFOX_PLAYER, FIREFOX_PREFERENCES, FIREFOX_UNSIGNED, user_js)
from field.served import Pages
from field.servers import free_port
from testkit.desktop import wait_until

from browsers import write_page
from player import Player
from terminals import start_mpd

BUILD = Path("/use/build")
EXTENSION = Path("/use/source/plugins/browser/extension")
# Preferences by which Firefox's own player is switched off, as the README of the extension says, and an add-on without
# a signature is accepted.
FIREFOX_OURS = FIREFOX_PREFERENCES | FIREFOX_UNSIGNED | {FIREFOX_PLAYER: False, "extensions.autoDisableScopes": 0}
KODI_SETTINGS = """<settings version="2"><setting id="services.esenabled">true</setting>
<setting id="lookandfeel.enablerssfeeds">false</setting><setting id="general.addonupdates">2</setting></settings>"""
KODI_ADVANCED = """<advancedsettings version="1.0"><jsonrpc><tcpport>{port}</tcpport></jsonrpc></advancedsettings>"""
AUDACIOUS = Path("/usr/lib/x86_64-linux-gnu/audacious")


def add_to_audacious(stage):
    """Audacious looks for plugins only beside its program: a copy of the program has links to its own plugins and to
    ours."""
    root = stage.home / "audacious"
    for kind in AUDACIOUS.iterdir():
        beside = root / kind.relative_to("/")
        beside.mkdir(parents=True)
        for other in kind.glob("*.so"):
            (beside / other.name).symlink_to(other)
    (root / AUDACIOUS.relative_to("/") / "Visualization/mpris2.so").symlink_to(BUILD / "audacious/mpris2.so")
    (root / "usr/bin").mkdir()
    (root / "usr/share").symlink_to("/usr/share")
    program = shutil.copy("/usr/bin/audacious", root / "usr/bin")
    stage.start(program, "-H", *stage.songs)


def add_to_vlc(stage):
    plugins = stage.home / "plugins"
    plugins.mkdir()
    shutil.copy(BUILD / "vlc/libnowplaying_plugin.so", plugins)
    stage.run("/usr/lib/x86_64-linux-gnu/vlc/vlc-cache-gen", plugins)
    stage.start("vlc", "-I", "dummy", "--no-video", *stage.songs, VLC_PLUGIN_PATH=str(plugins))


def start_mpd_remote(stage):
    server = start_mpd(stage)
    stage.start(BUILD / "mpd/mpd-remote", f"Kitchen=127.0.0.1:{server.port}")


def prepare_browser(stage, place):
    """Serves the page, because the extension ignores pages of files, and returns its address. place: where the browser
    keeps its profiles."""
    (stage.home / place).mkdir(parents=True)
    stage.run(BUILD / "browser/nowplaying-browser-host", "--install")
    served = Pages(stage.work).at
    write_page(stage, f"{served}/songs")
    return f"{served}/{stage.home.name}/page.html"


def start_chromium(stage):
    page = prepare_browser(stage, ".config/chromium")
    stage.start(*CHROMIUM, CHROMIUM_WITHOUT_PLAYER, f"--load-extension={EXTENSION}", page)


def start_firefox(stage):
    page = prepare_browser(stage, ".mozilla")
    stage.write("profile/user.js", user_js(FIREFOX_OURS))
    (stage.home / "profile/extensions").mkdir()
    shutil.copy(BUILD / "browser/nowplaying-browser.xpi", stage.home / "profile/extensions/browser@nowplaying.org.xpi")
    stage.start(*FIREFOX, "--profile", "profile", page)


class Rpc:
    """Kodi's JSON-RPC interface."""

    def __init__(self, port):
        self.port = port
        self.socket = wait_until("Kodi listens", self.connect)
        self.decoder, self.rest = json.JSONDecoder(), ""

    def connect(self):
        try:
            return socket.create_connection(("127.0.0.1", self.port), 60)
        except OSError:
            return None

    def __call__(self, method, **parameters):
        self.socket.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode())
        while True:
            try:
                answer, end = self.decoder.raw_decode(self.rest)
            except ValueError:
                received = self.socket.recv(65536)
                assert received, "Kodi has ended"
                self.rest += received.decode()
                continue
            self.rest = self.rest[end:].lstrip()
            if answer.get("id") == 1:
                assert "error" not in answer, answer
                return answer["result"]


def start_kodi(stage, addon):
    """Starts Kodi, with or without the add-on, by kodi.bin: the command `kodi` would restart it after a crash."""
    port = free_port()
    stage.write(".kodi/userdata/guisettings.xml", KODI_SETTINGS)
    stage.write(".kodi/userdata/advancedsettings.xml", KODI_ADVANCED.replace("{port}", str(port)))
    if addon:
        (archive,) = (BUILD / "kodi").glob("service.nowplaying-*.zip")
        shutil.unpack_archive(archive, stage.home / ".kodi/addons")
    stage.start(next(Path("/usr/lib").glob("*/kodi/kodi.bin")), "--windowing=x11", "--logging=console")
    rpc = Rpc(port)
    wait_until("Kodi has begun", lambda: rpc("JSONRPC.Ping") == "pong")
    if addon:
        rpc("Addons.SetAddonEnabled", addonid="service.nowplaying", enabled=True)
    for song in stage.songs:
        rpc("Playlist.Add", playlistid=0, item={"file": str(song)})
    rpc("Player.Open", item={"playlistid": 0, "position": 0})


OURS = [
    Player("mpv-ours", "mpv, with ours", ("mpv",), (
        "mpv", "--ao=null", "--vo=null", "--no-terminal", "--load-scripts=no",
        f"--script={BUILD}/mpv/nowplaying.so", "SONGS"), ours=True),
    Player("vlc-ours", "VLC, with ours", ("vlc-bin",), before=add_to_vlc, ours=True),
    Player("audacious-ours", "Audacious, with ours", ("audacious",), before=add_to_audacious,
           ours=True),
    Player("chromium-ours", "Chromium, with ours", ("chromium",), before=start_chromium, ours=True),
    Player("firefox-ours", "Firefox, with ours", ("firefox-esr",), before=start_firefox, ours=True),
    Player("mpd-ours", "mpd, with ours", ("mpd",), before=start_mpd_remote, ours=True),
    Player("kodi-ours", "Kodi, with ours", ("kodi-bin", "kodi"),
           before=lambda stage: start_kodi(stage, True), ours=True),
    Player("kodi", "Kodi", ("kodi-bin", "kodi"), before=lambda stage: start_kodi(stage, False),
           missing="is no player to the desktop"),
]
