# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The examples of the manual, as a reader copies them from the page, in the programs that they are for."""

import configparser
import html
import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from fakes import Plain, song
from harness.wire import Variant
from running import Runner
from test_shells import PAGE

TITLE = 'A "Song" \\ <b>&'
GUIDE = Path(__file__).resolve().parents[2] / "docs/nowplaying.md"
RENDERERS = {"mandoc": ["mandoc", "-Tutf8", str(PAGE)], "groff": ["groff", "-mdoc", "-Tutf8", "-P-c", str(PAGE)]}


def page(renderer):
    """The literal blocks of the rendered page's examples, by their headings."""
    shown = subprocess.run(RENDERERS[renderer], capture_output=True, text=True, check=True).stdout
    shown = re.sub(r".\x08", "", shown).split("\nEXAMPLES\n")[1].split("\nDIAGNOSTICS\n")[0]
    parts = re.split(r"^   (\S.*)\n", "\n   Lines\n" + shown, flags=re.M)[1:]
    return {title: [re.sub(r"^ {11}", "", line) for line in text.splitlines() if line.startswith(" " * 11)]
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
    """Runs a line as a bar does, with the program in PATH."""
    run = Runner(bus, player, PATH=f"{Runner.program.resolve().parent}:{os.environ['PATH']}")
    return lambda line, how=run: how("-c", line, tool="sh")


def does(shell, player, line, member):
    player.calls.clear()
    done = shell(line)
    assert (done.out, done.err, done.code) == ("", "", 0) and len(player.called(member)) == 1, (line, done)


@pytest.fixture
def other(shell, bus):
    """A player that is the first by its name, and the last to change, but does not play."""
    made = Plain(bus, "another", PlaybackStatus=("s", "Paused")).appear()
    shell.__defaults__[0].fakes.append(made)
    return made


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
    program.close()


def test_waybar(blocks, shell, player, other):
    module = json.loads("{" + "\n".join(blocks["Waybar"]) + "}")["custom/nowplaying"]
    assert module["return-type"] == "json" and "escape" not in module
    icons = module["format-icons"]
    assert module["format"].replace("{icon}", icons["none"]).replace("{}", "") == ""
    program = followed(shell, module["exec"])
    other.change(Metadata=("a{sv}", song("Other")))
    player.change(Metadata=("a{sv}", song("Two")))
    program.wait(lambda: '"Two – Somebody"' in program.lines[-1], "the other song")
    lines = [json.loads(line) for line in program.lines]
    # It also prints a line when another hundredth of the song begins.
    assert list(dict.fromkeys(line["text"] for line in lines)) == [
        html.escape(TITLE) + " – Somebody", "Two – Somebody"]
    assert all(line["alt"] in icons and line["class"] == ["playing", "player-plain"] for line in lines)
    # The buttons drive the player that is shown.
    for key, member in (("on-click", "PlayPause"), ("on-click-right", "Next"), ("on-scroll-up", "Seek"),
                        ("on-scroll-down", "Seek")):
        does(shell, player, module[key], member)
    program.close()


def test_waybar_in_the_guide(blocks):
    """The page that the README leads to has the module of the manual."""
    module, = re.findall(r"^```json\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.S | re.M)
    assert module.splitlines() == blocks["Waybar"]


def test_polybar(blocks, shell, player, other):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string("\n".join(blocks["Polybar"]))
    module = parser["module/nowplaying"]
    assert (module["type"], module["tail"]) == ("custom/script", "true")
    program = followed(shell, module["exec"])
    assert program.lines == ["▶ " + TITLE]
    for key, member in (("click-left", "PlayPause"), ("click-right", "Next"), ("scroll-up", "Seek"),
                        ("scroll-down", "Seek")):
        does(shell, player, module[key], member)
    program.close()


def test_tmux(blocks, shell, player):
    """The command in "#()" of tmux's status-right is run by a shell, as tmux does."""
    interval, right = map(shlex.split, blocks["Tmux"])
    assert interval == ["set", "-g", "status-interval", "5"] and right[:3] == ["set", "-g", "status-right"]
    command = re.fullmatch(r"#\((.*)\)", right[3])[1]
    assert shell(command).out == f"Somebody – {TITLE}\n"
    player.calls.clear()
    assert shell(command.replace("nowplaying", "nowplaying -p nobody")).err == ""


def test_i3_and_sway(blocks, shell, player):
    members = ["PlayPause", "Stop", "Next", "Previous", "Seek", "Seek"]
    for line, member in zip(blocks["i3 and Sway"], members, strict=True):
        command = re.fullmatch(r"bindsym (?:Shift\+)?XF86Audio\w+ exec --no-startup-id (.*)", line)[1]
        does(shell, player, command, member)
