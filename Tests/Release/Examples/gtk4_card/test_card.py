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
from testkit.places import is_over
from testkit.wire import Variant
from shown import Loop
from test_languages import Program

CARD = ROOT / "examples/gtk4-card/card.py"
# Runs the card, evaluates each line of its input as a Python expression, and prints the value as a line of JSON. `find`
# returns the card's widgets of a class that are to be seen; closed menus are not.
DRIVEN = """
import json, sys
from gi.repository import GLib
sys.argv = sys.argv[1:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
card = {"__name__": "__main__"}
def below(widget):
    return [widget, *(found for child in widget for found in below(child))]
def find(name):
    return [each for each in below(card["cards"]) if type(each).__name__ == name and each.is_visible()]
def place(widget):
    place = widget.compute_bounds(widget.get_root())[1]
    return place.get_x(), place.get_y(), place.get_width(), place.get_height()
def edge(widget):
    return place(widget)[0] + place(widget)[2]
def answer(*_):
    names = {**card, "below": below, "find": find, "place": place, "edge": edge}
    print(json.dumps(eval(sys.stdin.readline(), names)), flush=True)
    return True
GLib.io_add_watch(0, GLib.IO_IN, answer)
exec(open(sys.argv[0]).read(), card)
"""
TEXTS = "[label.get_text() for label in find('Label')]"
# Adwaita has pictures for these words, and none for a thumb.
OWN = [command("custom", id=("s", word), title=("s", title), icon=("s", word)) for word, title in (
    ("radio", "Start radio"), ("add", "Add to library"), ("timer", "Sleep timer"), ("lyrics", "Show lyrics"),
    ("equalizer", "Equalizer"), ("devices", "Play elsewhere"))]


class Card(Program, Loop):
    """The card, which also waits for what fake players are asked."""

    def __init__(self, bus, folder, screen, fakes, *words):
        Loop.__init__(self, *fakes)
        self.screen = screen
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


def keep(card, name):
    """Keeps a picture for people to look at, below $KEEP where that is set."""
    if folder := os.environ.get("KEEP"):
        subprocess.run(["import", "-silent", "-window", "root", f"{folder}/{name}.png"], check=True,
                       env={**os.environ, "DISPLAY": card.screen})


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
    player = Whole(bus, "whole")
    chapters = Variant("a(xss)", [(0, "Intro", ""), (50_000_000, "End", "")])
    player.session("a", Playback=playback(elapsed=Variant("x", 60_000_000), timestamp=Variant("x", 1),
                                         **{"default-rate": Variant("d", 1.5)}), Content=content(
        artists=Variant("as", ["Her"]), artwork=Variant("s", "cover"), lines=Variant("as", ["Song", "Her"]),
        chapters=chapters, lyrics=Variant("s", "[00:55.00]La la\n")), Commands=("aa{sv}", [
            command("play"), command("pause"), command("next", enabled=False), command("seek-to-position"),
            command("change-rate", rates=("ad", [1.0, 1.5])),
            command("custom", id=("s", "x"), title=("s", "Sleep"), icon=("s", "no-such-icon"))]))
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(numbered(9)))
    card = show(player.appear())
    card.until(TEXTS, ["Whole", "Song", "Her", "1:00", "\u200e−0:40", "10", "\u200e1.5×", "Sleep", "End", "La la"])
    card.until("find('Image')[0].get_paintable() and find('Image')[0].get_paintable().get_intrinsic_height()", 40)
    assert card.ask("[each.get_icon_name() for each in find('Image')[1:4]]") == [
        "media-seek-backward-symbolic", "media-playback-start-symbolic", "media-skip-forward-symbolic"]
    assert card.ask("[each.get_sensitive() for each in find('Button')]") == [True, True, False, True, True]
    card.until("find('Scale')[0].get_value()", 60_000_000)
    card.ask("find('MenuButton')[-1].popup()")
    card.until("[row.get_child().get_text() for row in find('ListBox')[1].get_selected_rows()]", ["End"])
    for press in "find('Button')[1].emit('clicked')", "find('Button')[4].emit('clicked')", \
            "find('ListBox')[1].emit('row-activated', find('ListBox')[1].get_row_at_index(1))", \
            "find('Scale')[0].emit('change-value', Gtk.ScrollType.JUMP, 20e6)":
        card.ask(press)
    card.wait(lambda: len(player.called("SendCommand")) == 4, "all commands")
    sent = [(word, arguments.get("position", arguments.get("id"))) for word, arguments in player.called("SendCommand")]
    assert sent == [("play", None), ("custom", Variant("s", "x")), ("seek-to-position", Variant("x", 50_000_000)),
                    ("seek-to-position", Variant("x", 20_000_000))]
    card.fakes.clear()
    player.close()
    card.until(TEXTS, [])


def test_how_it_looks(bus, show):
    """The title is bold, each button has a picture that there is or words, nothing is wider than the window, and an
    error is told."""
    player = Whole(bus, "whole")
    player.session("a", Playback=playback(elapsed=Variant("x", 0), timestamp=Variant("x", 1)), Content=content(
        "Evening Light on the Harbour, " * 9, lines=Variant("as", ["Evening Light on the Harbour, " * 9, "Her"])),
        Commands=("aa{sv}", [
            command("previous"), command("play"), command("next"), command("seek-to-position"), command(
                "feedback", supported=("as", ["neutral", "positive", "negative"]), icon=("s", "thumb-up")), *OWN]))
    card = show(player.appear())
    card.until("len(find('Button')) > 6", True)
    weights = card.ask("[each.get_pango_context().get_font_description().get_weight() for each in find('Label')[:3]]")
    assert weights[1] >= 700 and max(weights[0], weights[2]) < 700, weights
    faces = card.ask("[[type(face).__name__, face.get_text() if isinstance(face, Gtk.Label) else face.get_icon_name()] "
                     "for face in (each.get_child().get_first_child() for each in find('Button'))]")
    assert ["Label", "Like"] in faces, faces
    icons = [name for kind, name in faces if kind == "Image"]
    theme = "Gtk.IconTheme.get_for_display(find('Button')[0].get_display())"
    assert icons and all(card.ask(f"{theme}.has_icon({name!r})") for name in icons), faces
    assert not [words for kind, words in faces if kind == "Label" and words == words.lower()], faces
    edges = card.ask("[edge(each) for name in ('Label', 'Button', 'MenuButton') for each in find(name)]")
    assert max(edges) <= card.ask("find('Label')[0].get_root().get_width()") <= 720, edges
    keep(card, "card")
    player.change("a", Playback=playback("error", error=Variant("s", "Sign in to play this")))
    card.until(TEXTS + "[2]", "Sign in to play this")
    player.change("a", Playback=playback("error", **{"error-kind": Variant("s", "network")}))
    card.until(TEXTS + "[2]", "There is no connection")
    keep(card, "error")


def test_from_right_to_left(bus, show):
    """All is mirrored, as GTK does it: the cover, the bar, and the buttons with their arrows; nothing overlaps."""
    player = Whole(bus, "whole")
    player.session("a", Playback=playback(elapsed=Variant("x", 20_000_000), timestamp=Variant("x", 1)), Content=content(
        lines=Variant("as", ["ضوء المساء على الميناء", "مارتا لندكويست"])), Commands=("aa{sv}", [
            command("previous"), command("play"), command("next"), command("seek-to-position"),
            command("change-rate", rates=("ad", [1.0, 1.5])), *OWN[:2]]))
    card = show(player.appear())
    card.until("len(find('Button')) > 3", True)
    card.ask("Gtk.Widget.set_default_direction(Gtk.TextDirection.RTL)")
    titles = "{each.get_tooltip_text(): place(each) for each in find('Button')}"
    card.until(f"(lambda found: found['Previous'][0] > found['Play'][0] > found['Next'][0])({titles})", True)
    keep(card, "reversed")
    texts = card.ask("{each.get_text(): place(each) for each in find('Label')}")
    [cover] = card.ask("[place(each) for each in find('Image') if each.get_width() >= 128]")
    assert all(left + width <= cover[0] for left, _, width, _ in texts.values()), (texts, cover)
    assert texts["0:20"][0] > texts["\u200e−1:20"][0], texts
    [bar] = card.ask("[place(each) for each in find('Scale')]")
    [thumb] = card.ask("[place(each) for each in below(find('Scale')[0]) if each.get_css_name() == 'slider']")
    assert thumb[0] > bar[0] + bar[2] / 2, ("the bar runs to the right", thumb, bar)
    assert all(card.ask("[each.get_direction() == Gtk.TextDirection.RTL for each in find('Image')]"))
    buttons = card.ask(f"list({titles}.values())")
    [order] = card.ask("[[label.get_layout().index_to_pos(len(label.get_text().split(part)[0].encode())).x "
                       "for part in '1×'] for label in find('Label') if '×' in label.get_text()]")
    assert order[0] < order[1], "the sign of a speed stands before its number"
    # Words of a button are in it.
    alone = [part for part in texts.values() if not any(is_over(part, button) for button in buttons)]
    assert len(alone) == 5, texts
    parts = [*alone, cover, bar, *buttons]
    assert not [(a, b) for i, a in enumerate(parts) for b in parts[i + 1:] if is_over(a, b)], parts
    assert min(part[0] for part in parts) >= 0 and max(part[0] + part[2] for part in parts) <= 720, parts
    assert not card.ask("[each.get_text() for each in find('Label') if each.get_layout().is_ellipsized()]")


def test_what_is_live(bus, show):
    player = Whole(bus, "whole")
    said = dict(content("Harbour 98.4", lines=Variant("as", ["Harbour 98.4"]), kind=Variant("s", "radio"))[1])
    del said["duration"]
    player.session("a", Playback=playback("playing", 1.0), Content=("a{sv}", {**said, "duration-kind": Variant(
        "s", "live")}))
    card = show(player.appear())
    card.until(TEXTS, ["Whole", "Harbour 98.4", "LIVE"])


def test_a_cover_on_the_web(bus, show):
    """The picture is fetched only if the user allows it."""
    with web.serving() as server:
        def lead(path, **others):
            url = Variant("s", server.at + path)
            player.change("a", Content=content(path, **{"artwork-url": url, **others}))

        player = Whole(bus, "whole")
        player.session("a")
        card = show(player.appear(), words=["--fetch"])
        card.until(TEXTS + "[:2]", ["Whole", "Song"])
        lead("/hung")
        card.wait(server.hung.is_set, "that somebody waits for nothing")
        lead("/a.png", **{"excluded-from-suggestions": Variant("b", True)})
        card.until(TEXTS + "[:2]", ["Whole", "/a.png"])
        lead("/unsaid")
        card.until("find('Image')[0].get_paintable() and find('Image')[0].get_paintable().get_intrinsic_width()", 9)
        quiet = show(player)
        quiet.until(TEXTS + "[:2]", ["Whole", "/unsaid"])
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
