# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The examples of the manual, as a reader copies them from the page, in the programs that they are for."""

import configparser
import html
import json
import os
import re
import shlex
import subprocess
import xml.etree.ElementTree

import pytest
from lab import ROOT
from lab.running import Runner
from testkit.bus import PLAYER
from testkit.fakes import Plain, song
from testkit.wire import Variant
from test_shells import PAGE

TITLE = 'A "Song" \\ <b>&'
# A title with the commands of a shell, of Polybar, tmux and Pango, with ends of lines and of attributes, and with
# control characters of a terminal.
HOSTILE = "%{A1:touch pwn:}Go%{A} %\x01{F#f00} #[bg=red]#(touch pwn) $(touch pwn)\n`touch pwn`\t<b>'\";\r\x1b[31m"
GUIDE = ROOT / "docs/nowplaying.md"
RENDERERS = {"mandoc": ["mandoc", "-Tutf8", str(PAGE)], "groff": ["groff", "-mdoc", "-Tutf8", "-P-c", str(PAGE)]}


def page(renderer):
    """Returns the literal blocks of the examples in the rendered page, by their headings."""
    shown = subprocess.run(RENDERERS[renderer], capture_output=True, text=True, check=True).stdout
    shown = re.sub(r".\x08", "", shown).split("\nEXAMPLES\n")[1].split("\nDIAGNOSTICS\n")[0]
    # Literal blocks are indented by 6 more than the text, which versions of groff indent by 5 or 7.
    margin = 6 + min(len(line) - len(line.lstrip()) for line in shown.splitlines() if line.startswith("    "))
    parts = re.split(r"^   (\S.*)\n", "\n   Lines\n" + shown, flags=re.M)[1:]
    return {title: [line[margin:] for line in text.splitlines() if line.startswith(" " * margin)]
            for title, text in zip(parts[::2], parts[1::2])}


@pytest.fixture(scope="module", params=RENDERERS)
def blocks(request):
    found = page(request.param)
    assert found == page("mandoc")
    return found


@pytest.fixture
def player(bus):
    made = Plain(bus, "plain", Volume=("d", 0.5), Metadata=("a{sv}", song("One", **{
        "xesam:title": Variant("s", TITLE)})))
    return made.appear()


@pytest.fixture
def shell(bus, player):
    """Returns a function that runs a line in a shell, as a bar does, with the program in PATH."""
    run = Runner(bus, player, PATH=f"{Runner.program.resolve().parent}:{os.environ['PATH']}")
    return lambda line, how=run: how("-c", line, tool="sh")


def does(shell, player, line, member):
    player.calls.clear()
    done = shell(line)
    assert (done.out, done.err, done.code) == ("", "", 0) and len(player.called(member)) == 1, (line, done)


@pytest.fixture
def other(shell, bus):
    """Adds a player that is paused, comes first by its name, and has changed last."""
    made = Plain(bus, "another", PlaybackStatus=("s", "Paused")).appear()
    shell.__defaults__[0].fakes.append(made)
    return made


@pytest.fixture
def hostile(player):
    player.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("One", **{
        "xesam:title": Variant("s", HOSTILE), "xesam:artist": Variant("as", [HOSTILE])}))
    return player


def is_one_line(text):
    """Returns whether a bar reads the text as one line, and no character of it controls a terminal."""
    return not re.search("[\x00-\x1f\x7f-\x9f]", text)


def section(lines, name):
    """Returns a section of a bar's configuration."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string("\n".join(lines))
    return parser[name]


def followed(shell, line):
    program = shell(line, shell.__defaults__[0].start)
    program.wait(lambda: program.lines, "a line")
    return program


def test_lines(blocks, shell, reference):
    volume, players = blocks["Lines"]
    assert shell(volume).err == "There is no device Kitchen\n"
    assert shell(volume.replace("Kitchen", "'Kitchen Speaker'")).code == 0
    assert set(shell(players).out.split()) == {"plain", "trial-player", reference.kitchen.rsplit("MediaPlayer2.")[1]}


def test_a_panel_that_reads_lines(blocks, shell, bus, player):
    line, = blocks["A panel that reads lines"]
    program = followed(shell, line)
    # The one that plays is shown, whatever changes elsewhere.
    other = Plain(bus, "other", PlaybackStatus=("s", "Paused")).appear()
    program.fakes.append(other)
    other.change(Metadata=("a{sv}", song("Other")))
    player.change(Metadata=("a{sv}", song("Two")))
    program.wait(lambda: len(program.lines) > 1, "another line")
    for fake in (player, other):
        fake.change(PlaybackStatus=("s", "Stopped"), Metadata=("a{sv}", {}))
    program.wait(lambda: len(program.lines) > 2, "a line of nothing")
    assert program.lines[:2] == [TITLE, "Two"]
    player.change(PlaybackStatus=("s", "Playing"), Metadata=("a{sv}", song("One", **{
        "xesam:title": Variant("s", HOSTILE)})))
    program.wait(lambda: "Go" in program.lines[-1], "a hostile title")
    # The line may be printed twice, because the state and the title change separately.
    assert all(is_one_line(line) and "Go" in line for line in program.lines if "pwn" in line)
    program.close()


def test_a_template_on_a_terminal(shell, hostile):
    """The template in the manual's section of templates leaves no control character on a terminal."""
    line = re.search(r"^\.Dl (nowplaying metadata .*)$", PAGE.read_text(), re.M)[1].replace(r"\(en", "–")
    shown = shell(line, lambda *words, tool: shell.__defaults__[0](*words, tool=tool, columns=100)).out.rstrip("\n")
    assert "–" in shown and "Go%{A}" in shown and is_one_line(shown.replace("\n", "").replace("\t", ""))


def test_position(blocks, shell, player):
    line, = blocks["Position"]
    assert line in " ".join(GUIDE.read_text(encoding="utf-8").split())
    program = followed(shell, line)
    # The line is printed anew each second, without a signal of the player.
    program.wait(lambda: program.lines[:2] == ["0:05/3:20", "0:06/3:20"], "the next second")
    player.change(PlaybackStatus=("s", "Paused"))
    program.close()


def test_waybar(blocks, shell, player, other):
    module = json.loads("{" + "\n".join(blocks["Waybar"]) + "}")["custom/nowplaying"]
    assert module["return-type"] == "json" and "escape" not in module
    icons = module["format-icons"]
    # Waybar 0.9 has no {text}, and 0.15 no {} beside {icon}.
    assert module["format"] == "{icon}{0}" and icons["none"] == ""
    program = followed(shell, module["exec"])
    other.change(Metadata=("a{sv}", song("Other")))
    player.change(Metadata=("a{sv}", song("Two")))
    program.wait(lambda: '"Two – Somebody"' in program.lines[-1], "the other song")
    lines = [json.loads(line) for line in program.lines]
    # The program also prints a line when another hundredth of the song begins.
    assert list(dict.fromkeys(line["text"] for line in lines)) == [
        html.escape(TITLE) + " – Somebody", "Two – Somebody"]
    assert all(line["alt"] in icons and line["class"] == ["playing", "player-plain"] for line in lines)
    # The buttons drive the player that is shown.
    for key, member in (("on-click", "PlayPause"), ("on-click-right", "Next"), ("on-scroll-up", "Seek"),
                        ("on-scroll-down", "Seek")):
        does(shell, player, module[key], member)
    player.change(Metadata=("a{sv}", song("One", **{"xesam:title": Variant("s", HOSTILE)})))
    program.wait(lambda: "Go" in program.lines[-1], "a hostile title")
    assert is_one_line(program.lines[-1]) and "<" not in json.loads(program.lines[-1])["text"]
    program.close()


def test_waybar_in_the_guide(blocks):
    """The page that the README leads to has the module of the manual."""
    module, = re.findall(r"^```json\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.S | re.M)
    assert module.splitlines() == blocks["Waybar"]


def test_polybar(blocks, shell, player, other):
    module = section(blocks["Polybar"], "module/nowplaying")
    assert (module["type"], module["tail"]) == ("custom/script", "true")
    program = followed(shell, module["exec"])
    assert program.lines == ["▶ " + TITLE]
    player.change(PlaybackStatus=("s", "Paused"))
    # A line may be printed twice, because the player emits the position at which the song rests after the pause.
    program.wait(lambda: program.lines[-1] == "⏸ " + TITLE, "the pause")
    # The other player has a title and would be shown in its place.
    for each in (other, player):
        each.change(Metadata=("a{sv}", {}))
    program.wait(lambda: program.lines[-1] == "⏸ plain", "a player without a title")
    player.change(PlaybackStatus=("s", "Playing"), Metadata=("a{sv}", song("Two")))
    program.wait(lambda: program.lines[-1] == "▶ Two", "another song")
    for key, member in (("click-left", "PlayPause"), ("click-right", "Next"), ("scroll-up", "Seek"),
                        ("scroll-down", "Seek")):
        does(shell, player, module[key], member)
    program.close()


def test_a_title_that_polybar_would_obey(blocks, shell, hostile):
    program = followed(shell, section(blocks["Polybar"], "module/nowplaying")["exec"])
    shown, = program.lines
    assert shown.startswith("▶ % {A1:touch pwn:}Go% {A}") and "%{" not in shown and is_one_line(shown)
    program.close()


def test_tmux(blocks, shell, other):
    """The command in "#()" of tmux's status-right is run by a shell, as tmux does."""
    interval, length, right = map(shlex.split, blocks["Tmux"])
    assert interval == ["set", "-g", "status-interval", "5"] and length == ["set", "-g", "status-right-length", "70"]
    assert right[:3] == ["set", "-g", "status-right"]
    command = re.fullmatch(r"#\((.*)\)", right[3])[1]
    # tmux looks in the command for its own "#" signs before a shell reads it.
    assert "#" not in command
    assert shell(command).out == f"plain    playing  {TITLE} – Somebody\n"
    done = shell(command.replace("nowplaying", "nowplaying -p nobody"))
    assert (done.out, done.err) == ("", "")


def test_a_title_that_tmux_would_obey(blocks, shell, hostile):
    command = re.search(r"#\((.*)\)'$", blocks["Tmux"][2])[1]
    shown = shell(command).out.removesuffix("\n")
    signs = re.findall("#+", shown)
    assert "##[bg=red]##(touch pwn)" in shown and not [each for each in signs if len(each) % 2] and is_one_line(shown)


def test_i3blocks(blocks, shell, hostile, other):
    block = section(blocks["i3blocks"], "nowplaying")
    assert (block["interval"], block["markup"]) == ("persist", "pango")
    program = followed(shell, block["command"])
    text = "".join(xml.etree.ElementTree.fromstring(f"<t>{program.lines[0]}</t>").itertext())
    assert text.startswith("%{A1:touch pwn:}Go%{A}") and is_one_line(text)
    hostile.change(Metadata=("a{sv}", song("Two")))
    program.wait(lambda: program.lines[-1] == "Two – Somebody", "the other song")
    program.close()


def test_i3_and_sway(blocks, shell, player, other):
    """Keys drive the player that plays. The keys for the volume drive the player that playerctl chooses: without a
    daemon, the first by its name."""
    members = ["PlayPause", "Stop", "Next", "Previous", "Seek", "Seek", "Set", "Set"]
    for line, member in zip(blocks["i3 and Sway"], members, strict=True):
        command = re.fullmatch(r"bindsym (?:Shift\+)?XF86Audio\w+ exec --no-startup-id (.*)", line)[1]
        does(shell, other if member == "Set" else player, command, member)
