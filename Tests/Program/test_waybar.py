# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`follow --waybar`: lines for a custom module of Waybar, which gives them to Pango."""

import json
import xml.etree.ElementTree

import pytest
from lab.running import Runner
from testkit.fakes import REMOTE, Plain, Whole, content, playback, song
from testkit.wire import Variant
from test_terminal import EVIL


def shown(text):
    """Returns a text as Pango shows it; fails if the text is not valid markup."""
    return "".join(xml.etree.ElementTree.fromstring(f"<t>{text}</t>").itertext())


def last(program):
    return json.loads(program.lines[-1])


@pytest.fixture
def follow(bus):
    """Yields a function that starts `follow --waybar` with players, and waits for its first line."""
    started = []

    def start(*players, options=()):
        program = Runner(bus, *players).start("follow", "--waybar", *options)
        started.append(program)
        program.wait(lambda: program.lines, "a line")
        return program
    yield start
    for program in started:
        program.close()


def test_what_a_module_shows(bus, follow):
    player = Plain(bus, "plain.instance7", PlaybackStatus=("s", "Paused"), Position=("x", 50_000_000))
    program = follow(player.appear())
    assert [json.loads(line) for line in program.lines] == [{
        "text": "One – Somebody", "alt": "paused", "tooltip": "One\nSomebody\nplain.instance7",
        "class": ["paused", "player-plain"], "percentage": 25}]
    player.change(PlaybackStatus=("s", "Stopped"))
    program.wait(lambda: last(program)["alt"] == "stopped", "the other state")
    player.change(Metadata=("a{sv}", {}))
    program.wait(lambda: last(program)["text"] == "plain.instance7", "the player's name")
    program.wait(lambda: last(program)["class"] == ["none"], "that there is nothing to show")
    # Nothing that the module shows has changed.
    count = len(program.lines)
    player.change(CanGoNext=("b", False))
    player.change(CanGoNext=("b", True), Volume=("d", 0.5))
    other = Plain(bus, "other").appear()
    program.fakes.append(other)
    program.wait(lambda: len(program.lines) > count, "the player that plays")
    assert last(program)["class"] == ["playing", "player-other"] and len(program.lines) == count + 1


def test_the_album_of_a_single_is_its_title_again(bus, follow):
    single = {**song("Alone"), "xesam:album": Variant("s", "Alone")}
    program = follow(Plain(bus, "one", Metadata=("a{sv}", single)).appear())
    assert last(program)["tooltip"] == "Alone\nSomebody\none"


def test_nobody_plays(bus, follow):
    program = follow()
    none = {"text": "", "alt": "none", "tooltip": "", "class": ["none"]}
    assert [json.loads(line) for line in program.lines] == [none]
    player = Plain(bus, "plain").appear()
    program.fakes.append(player)
    program.wait(lambda: last(program)["text"], "the player")
    program.fakes.remove(player)
    player.close()
    program.wait(lambda: last(program) == none, "that it has gone")


GHOST = {"mpris:artUrl": Variant("s", "file:///a.png"), "mpris:length": Variant("x", 200_000_000)}


@pytest.mark.parametrize("left", [{}, GHOST], ids=["nothing", "a picture"])
def test_a_player_without_an_item_is_hidden(bus, follow, left):
    """Browsers keep the player of a closed tab until they end."""
    player = Plain(bus, "tab", PlaybackStatus=("s", "Stopped"), Metadata=("a{sv}", left)).appear()
    program = follow(player)
    assert last(program)["class"] == ["none"]
    # An item that has no name yet is shown while it plays.
    player.change(PlaybackStatus=("s", "Playing"))
    program.wait(lambda: last(program)["class"] == ["playing", "player-tab"], "what plays")
    assert last(program)["text"] == "tab"


def test_a_module_stays_between_two_songs(bus, follow):
    """Browsers have no item for a moment, and a press on the module would miss it."""
    player = Plain(bus, "tab").appear()
    program = follow(player)
    player.change(Metadata=("a{sv}", {}), PlaybackStatus=("s", "Paused"))
    program.wait(lambda: last(program)["alt"] == "paused", "the gap")
    player.change(Metadata=("a{sv}", song("Two")), PlaybackStatus=("s", "Playing"))
    program.wait(lambda: last(program)["text"] == "Two – Somebody", "the next song")
    assert all("none" not in json.loads(line)["class"] for line in program.lines)


def test_a_module_that_hides_while_nothing_plays(bus, follow):
    """The line is that of nobody, so that Waybar hides the module whatever its format has for a pause."""
    none = {"text": "", "alt": "none", "tooltip": "", "class": ["none"]}
    player = Plain(bus, "plain", PlaybackStatus=("s", "Paused")).appear()
    program = follow(player, options=["--hide-paused"])
    assert [json.loads(line) for line in program.lines] == [none]
    for status in ("Playing", "Stopped", "Playing", "Paused"):
        player.change(PlaybackStatus=("s", status))
        wanted = ["playing", "player-plain"] if status == "Playing" else ["none"]
        program.wait(lambda wanted=wanted: last(program)["class"] == wanted, status)
    assert last(program) == none


TITLES = {"evil": EVIL, "markup": "a & b < c > d \" e ' f &amp; <span>g</span>", "entities": "&" * 130,
          "tags": "<" * 130, "wide": "日本語" * 40, "long": "x" * 100_000, "beyond": "\U0001f3b5" * 110}


@pytest.mark.parametrize("name", TITLES)
def test_texts_are_cut_and_escaped(bus, follow, name):
    title = TITLES[name]
    metadata = song("One", **{"xesam:title": Variant("s", title), "xesam:artist": Variant("as", [title, title]),
                              "xesam:album": Variant("s", "a" + title)})
    line = last(follow(Plain(bus, "plain", Metadata=("a{sv}", metadata)).appear()))
    text, tooltip = shown(line["text"]), shown(line["tooltip"])
    assert 5 < len(text) <= 40 + len(" – ") + 24 and all(len(each) <= 80 for each in tooltip.split("\n"))
    assert text.startswith(title[:5].replace("\n", " ").replace("\x1b", "\ufffd")) or title == EVIL
    assert not set(text + tooltip) & set("\x00\x01\x1b\t\x7f\u202e\u2028")
    assert len(tooltip.split("\n")) == 4
    if len(title) > 100:
        assert "…" in text and all(each.endswith("…") for each in tooltip.split("\n")[:3])


def test_white_space_is_a_space(bus, follow):
    metadata = song("One", **{"xesam:title": Variant("s", "a\nb\tc\r\nd\x01e\u2028f")})
    player = Plain(bus, "plain", Metadata=("a{sv}", metadata)).appear()
    assert last(follow(player))["text"] == "a b c  d\ufffde f – Somebody"
    assert Runner(bus, player).good("list") == "plain  playing  a b c  d\ufffde f – Somebody\n"


def test_the_name_of_a_player_is_a_class(bus, follow):
    player = Plain(bus, "odd_name-1")
    assert last(follow(player.appear()))["class"] == ["playing", "player-odd_name-1"]


@pytest.mark.parametrize("name, word", [
    ("io.bassi.Amberol", "io_bassi_Amberol"),
    ("io.github.celluloid_player.Celluloid", "io_github_celluloid_player_Celluloid"),
    ("vlc.instance7", "vlc"), ("firefox.instance_1_34", "firefox"), ("chromium.instance12345", "chromium"),
    ("org.example.instances", "org_example_instances"), ("a.instance7.b", "a_instance7_b"), ("vlc.pid7", "vlc"),
    ("vlc.instance", "vlc_instance"), ("mpv.instance-AbCdEfGh", "mpv"), ("mpv.instance1a2b", "mpv"),
    ("org.example.instancer7", "org_example_instancer7"), ("vlc.pids", "vlc_pids")])
def test_applications_have_classes_of_their_own(bus, follow, name, word):
    """Application ids may begin alike and get different classes; all instances of a program get the same one."""
    assert last(follow(Plain(bus, name).appear()))["class"] == ["playing", "player-" + word]


def test_what_org_nowplaying_says(bus, follow):
    player = Whole(bus, "whole")
    chapters = "a(xss)", [(0, "Intro & more", "")]
    interfaces = player.session("a", Content=content("Film", chapters=Variant(*chapters)),
                                Playback=playback("error", error=Variant("s", "Sign in <here>."),
                                                  elapsed=Variant("x", 30_000_000), timestamp=Variant("x", 1)))
    interfaces[REMOTE] = {"Devices": Variant("aa{sv}", [{
        "id": Variant("s", "k"), "name": Variant("s", "Kitchen"), "type": Variant("s", "speaker"),
        "can-step": Variant("b", False)}])}
    program = follow(player.appear())
    program.wait(lambda: "Kitchen" in last(program)["tooltip"], "the device")
    line = last(program)
    assert line["alt"] == "error" and set(line["class"]) >= {"error", "remote"}
    lines = shown(line["tooltip"]).split("\n")
    assert lines[0] == "Film" and {"Intro & more", "Sign in <here>."} <= set(lines) and "Kitchen" in lines[-1]
    player.change("a", Playback=playback("paused", elapsed=Variant("x", 99_999_999), timestamp=Variant("x", 1)))
    program.wait(lambda: last(program)["alt"] == "paused", "the pause")
    assert last(program)["percentage"] == 99


def test_each_hundredth_is_a_line(bus, follow):
    """Each hundredth of a song of two seconds prints a line, without a signal of the player."""
    player = Whole(bus, "whole")
    player.session("a", Content=content("Short", duration=Variant("x", 2_000_000)),
                   Playback=playback("playing", 1.0, elapsed=Variant("x", 0), timestamp=Variant("x", 1)))
    program = follow(player.appear())
    player.change("a", Playback=playback("playing", 0.5, elapsed=Variant("x", 1_000_000)))
    program.wait(lambda: last(program)["percentage"] == 100, "the end")
    percentages = [json.loads(line)["percentage"] for line in program.lines]
    assert percentages[-1] == 100 and len(percentages) <= 110
    assert len({line for line in program.lines}) == len(program.lines) or percentages[0] == 100
