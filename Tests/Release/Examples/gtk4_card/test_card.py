# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests examples/gtk4-card on a virtual screen: what it shows of a player, and what its buttons do."""
import contextlib
import json
import os
import subprocess
import sys

import pytest
from gi.repository import Gio, GLib
from lab import ROOT
from testkit import web
from testkit.fakes import SESSION, Whole, command, content, playback
from testkit.pictures import given, memory_file, numbered, png
from testkit.wire import Variant
from shown import Loop
from test_languages import Program

CARD = ROOT / "examples/gtk4-card/card.py"
# Runs the card, evaluates each line of its input as a Python expression, and prints the value as a line of JSON. `find`
# returns the card's widgets of a class.
DRIVEN = """
import json, sys
from gi.repository import GLib
sys.argv = sys.argv[1:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
card = {"__name__": "__main__"}
def below(widget):
    return [widget, *(found for child in widget for found in below(child))]
def find(name):
    return [each for each in below(card["cards"]) if type(each).__name__ == name]
def answer(*_):
    print(json.dumps(eval(sys.stdin.readline(), {**card, "find": find})), flush=True)
    return True
GLib.io_add_watch(0, GLib.IO_IN, answer)
exec(open(sys.argv[0]).read(), card)
"""
TEXTS = "[label.get_text() for label in find('Label')]"


class Card(Program, Loop):
    """The card, which also waits for what fake players are asked."""

    def __init__(self, bus, folder, screen, fakes, *words):
        Loop.__init__(self, *fakes)
        settings = {"DISPLAY": screen, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none"}
        bus.environment.update(settings, HOME=bus.directory, XDG_RUNTIME_DIR=bus.directory)
        Program.__init__(self, ["/usr/bin/python3", "-B", "-c", DRIVEN, CARD, *words], bus, folder)

    def ask(self, expression):
        before = len(self.lines)
        self.process.stdin.write(expression + "\n")
        self.process.stdin.flush()
        # GTK takes a while to start on a busy machine.
        self.wait(lambda: len(self.lines) > before, f"an answer to {expression}", 60)
        return json.loads(self.lines[-1])

    def until(self, expression, value):
        seen = []
        self.wait(lambda: seen.append(self.ask(expression)) or seen[-1] == value, f"{expression}: {value}")


@pytest.fixture(scope="module")
def screen():
    reads, writes = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writes), "-screen", "0", "800x900x24", "-nolisten", "tcp"],
                              pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    with os.fdopen(reads, encoding="ascii") as number:
        yield ":" + number.readline().strip()
    server.kill()
    server.wait()


@pytest.fixture
def show(bus, folder, screen):
    with contextlib.ExitStack() as stack:
        def show(*fakes, words=()):
            card = Card(bus, folder, screen, fakes, *words)
            stack.callback(card.end)
            return card
        yield show


def test_what_is_seen_of_a_player_of_the_library(bus, show):
    assert len(CARD.read_text().splitlines()) <= 80
    player = Whole(bus, "whole")
    chapters = Variant("a(xss)", [(0, "Intro", ""), (50_000_000, "End", "")])
    player.session("a", Playback=playback(elapsed=Variant("x", 60_000_000), timestamp=Variant("x", 1)), Content=content(
        artists=Variant("as", ["Her"]), artwork=Variant("s", "cover"), lines=Variant("as", ["Song", "Her"]),
        chapters=chapters, lyrics=Variant("s", "[00:55.00]La la\n")), Commands=("aa{sv}", [
            command("play"), command("pause"), command("next", enabled=False), command("seek-to-position"),
            command("custom", id=("s", "x"), title=("s", "Sleep"))]))
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(numbered(9)))
    card = show(player.appear())
    card.until(TEXTS, ["Whole\nSong\nHer", "Sleep", "Intro", "End", "La la"])
    card.until("find('Image')[0].get_paintable().get_intrinsic_height()", 40)
    assert card.ask("[each.get_icon_name() for each in find('Image')][1:]") == [
        "media-seek-backward-symbolic", "media-playback-start-symbolic", "media-skip-forward-symbolic"]
    assert card.ask("[each.get_sensitive() for each in find('Button')]") == [True, True, False, True]
    card.until("find('FlowBox')[0].get_selected_children()[0].get_index()", 1)
    for press in "find('Button')[1].emit('clicked')", "find('Button')[3].emit('clicked')", \
            "find('FlowBox')[0].emit('child-activated', find('FlowBox')[0].get_child_at_index(1))":
        card.ask(press)
    card.wait(lambda: len(player.called("SendCommand")) == 3, "all commands")
    sent = [(word, arguments.get("position", arguments.get("id"))) for word, arguments in player.called("SendCommand")]
    assert sent == [("play", None), ("custom", Variant("s", "x")), ("seek-to-position", Variant("x", 50_000_000))]
    card.fakes.clear()
    player.close()
    card.until(TEXTS, [])


def test_a_cover_on_the_web(bus, show):
    """The picture is fetched only if the user allows it."""
    with web.serving() as server:
        def lead(path, **others):
            url = Variant("s", server.at + path)
            player.change("a", Content=content(path, **{"artwork-url": url, **others}))

        player = Whole(bus, "whole")
        player.session("a")
        card = show(player.appear(), words=["--fetch"])
        card.until(TEXTS + "[:1]", ["Whole\nSong"])
        lead("/hung")
        card.wait(server.hung.is_set, "that somebody waits for nothing")
        lead("/a.png", **{"excluded-from-suggestions": Variant("b", True)})
        card.until(TEXTS + "[:1]", ["Whole\n/a.png"])
        lead("/unsaid")
        card.until("find('Image')[0].get_paintable() and find('Image')[0].get_paintable().get_intrinsic_width()", 9)
        quiet = show(player)
        quiet.until(TEXTS + "[:1]", ["Whole\n/unsaid"])
        assert server.asked == [("/hung", None), ("/unsaid", None)]


def test_what_is_fetched(monkeypatch):
    sys.path.insert(0, str(CARD.parent))
    import picture
    ended, got, loop = [], [], Loop()

    class Session(picture.Soup.Session):
        def abort(self):
            super().abort()
            ended.append(self)

    monkeypatch.setattr(picture.Soup, "Session", Session)
    with web.serving() as server:
        pages = [server.at + path for path in [*web.GOOD, "/ü b.png", *web.BAD]]
        for number, address in enumerate([*pages, "http://", "ftp://example.org/a.png", "file:///etc/passwd"], 1):
            picture.fetch(address, Gio.Cancellable(), lambda data: got.append(data.get_data()))
            loop.wait(lambda number=number: len(ended) == number, f"the end of {address}")
        assert got == [*map(numbered, [*web.GOOD.values(), 10]), b"text" * 99]
        cancellable = Gio.Cancellable()
        picture.fetch(server.at + "/hung", cancellable, got.append)
        loop.wait(server.hung.is_set, "that somebody waits for nothing")
        cancellable.cancel()
        loop.wait(lambda: len(ended) == number + 1, "the end")
    sizes = [(made := picture.decode(GLib.Bytes.new(data), 20)) and (made.get_width(), made.get_height())
             for data in (numbered(8), b"text", png(30000, 30000))]
    assert sizes == [(4, 20), None, None]
