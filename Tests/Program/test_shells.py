# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the manual page, and the completions of three shells, by asking each shell itself."""

import atexit
import functools
import os
import pty
import re
import select
import shutil
import subprocess
import tempfile

import pytest
from lab import ROOT
from lab.running import Runner
from testkit.fakes import TRACKS, Plain, Whole, command, content, track, variants
from testkit.wire import Variant

TOOL = ROOT / "Sources/Program"
SHELL = TOOL / "Shell"
PAGE = SHELL / "nowplaying.1"

COMPLETED = [
    ("nowplaying sh", {"show", "shuffle"}), ("nowplaying send toggle", {"toggle-play-pause"}),
    ("nowplaying send change-repeat-mode o", {"off", "one"}), ("nowplaying loop T", {"Track"}),
    ("nowplaying shuffle To", {"Toggle"}), ("nowplaying -p al", {"alpha"}), ("nowplaying --player=al", {"alpha"}),
    ("nowplaying --list", {"--list-all"}), ("nowplaying doctor al", {"alpha"}),
    ("nowplaying -a metadata ti", {"title"}), ("nowplaying queue go", {"go-to"}),
    ("nowplaying playlists act", {"activate"}), ("nowplaying --order al", {"alphabetical"}),
    ("nowplaying -p x,al", {"alpha"}), ("nowplaying -p x,%a", {"%any"}),
    ("nowplaying send mute o", {"on", "off"}), ("nowplaying tracks sub", {"subtitles"}),
    ("nowplaying go", {"go-to-chapter"}),
    ("nowplaying daemon uns", {"unshift"}), ("nowplaying --pau", {"--pause-others"}),
    ("nowplaying --str", {"--strict"}),
    ("nowplaying browser in", {"install"}), ("nowplaying browser l", {"list"}),
    ("nowplaying bridge c", {"check"}),
    ("nowplaying metadata xesam:ti", {"xesam:title"}), ("nowplaying --fi", {"--first"}),
    ("nowplaying follow --way", {"--waybar"}), ("nowplaying -sp al", {"alpha"}), ("nowplaying --ratio=3", {"3:4"}),
    ("nowplaying lyrics --", {"--follow", "--player="}),
    ("nowplaying --bus unix:path=/x li", {"list"}), ("nowplaying lyrics --b", {"--bus="}),
]

BASH = r"""source "$1"; compopt() { :; }; COMP_LINE=$2; COMP_POINT=${#2}
_nowplaying nowplaying "${2##*[ =:]}"; before=${2##* }; before=${before%"${2##*[ =:]}"}
for word in "${COMPREPLY[@]}"; do printf '%s\n' "$before$word"; done"""

# Zsh completes only in a terminal: this script makes the key that lists completions also write them into a file.
ZSH = r"""
PROMPT= ; %(setup)s
compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- $found >>%(home)s/found; builtin compadd "$@" }
listed() { zle list-choices; : >%(home)s/done }
zle -N listed; bindkey '^X' listed; : >%(home)s/ready
"""


@functools.cache
def zsh_setup():
    """Runs compinit once, which reads the files of all completions, and returns the line that loads its result."""
    folder = tempfile.mkdtemp(prefix="np-")
    atexit.register(shutil.rmtree, folder)
    line = f"fpath=({SHELL} $fpath); autoload -Uz compinit; compinit -d {folder}/dump"
    subprocess.run(["zsh", "-f", "-c", line + " -u"], check=True)
    return line + " -C"


def complete_in_zsh(run, line, folder):
    master, slave = pty.openpty()
    process = subprocess.Popen(["zsh", "-f", "-i"], env=run.environment, stdin=slave, stdout=slave, stderr=slave,
                               start_new_session=True)
    os.close(slave)

    def until(name):
        for fake in run.fakes:
            fake.serve()
        if select.select([master], [], [], 0.01)[0]:
            os.read(master, 65536)
        return (folder / name).exists()

    (folder / "setup").write_text(ZSH % {"setup": zsh_setup(), "home": folder})
    os.write(master, f"source {folder}/setup\n".encode())
    run.bus.wait_for(lambda: until("ready"), "zsh is ready", 30)
    os.write(master, line.encode() + b"\x18")
    run.bus.wait_for(lambda: until("done"), "zsh has listed", 30)
    process.kill()
    process.wait()
    os.close(master)
    return set((folder / "found").read_text().split())


def complete(shell, run, line, folder):
    """Returns the words that a shell would list as completions of a line."""
    if shell == "zsh":
        return complete_in_zsh(run, line, folder)
    if shell == "bash":
        found = run("-c", BASH, "bash", str(SHELL / "nowplaying.bash"), line, tool="bash").out.splitlines()
    else:
        command = f"source {SHELL}/nowplaying.fish; complete --do-complete '{line}'"
        found = run("--no-config", "-c", command, tool="fish").out.splitlines()
    return {word.split("\t")[0] for word in found}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("line, wanted", COMPLETED, ids=[line for line, _ in COMPLETED])
def test_completion(shared_bus, shell, line, wanted, folder):
    player = Plain(shared_bus, "alpha").appear()
    path = f"{Runner.program.resolve().parent}:{os.environ['PATH']}"
    run = Runner(shared_bus, player, PATH=path, HOME=str(folder))
    found = complete(shell, run, line, folder)
    player.close()
    shared_bus.wait_name("org.mpris.MediaPlayer2.alpha", present=False)
    found = {re.sub("^(.*,|-.*=(?=.))", "", word) for word in found}
    typed = line.replace("=", " ").replace(",", " ").split()[-1]
    assert wanted <= found and all(word.startswith(typed) for word in found), found
    # A command gets its own options alone.
    assert "lyrics" not in line or not found & {"--yes", "--json", "--list-all"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_of_devices(bus, reference, shell, folder):
    run = Runner(bus, PATH=f"{Runner.program.resolve().parent}:{os.environ['PATH']}", HOME=str(folder))
    assert complete(shell, run, "nowplaying volume sp", folder) == {"speaker"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_of_what_an_item_has(bus, shell, folder):
    player = Whole(bus, "film")
    item = content(chapters=Variant("a(xss)", [(0, "One", ""), (5, "Two", "")]))
    custom = command("custom", id=("s", "sleep"), title=("s", "Sleep"))
    player.session("a", Content=item, Commands=("aa{sv}", [custom]))[TRACKS] = variants(Tracks=("aa{sv}", [
        track("de-1"), track("de-2", "subtitles")]))
    run = Runner(bus, player.appear(), PATH=f"{Runner.program.resolve().parent}:{os.environ['PATH']}", HOME=str(folder))
    for line, wanted in (("tracks subtitles d", "de-2"), ("tracks subtitles n", "none"), ("send custom sl", "sleep"),
                         ("go-to-chapter 2", "2")):
        for name in "ready", "done", "found":  # what zsh has left behind
            (folder / name).unlink(missing_ok=True)
        assert complete(shell, run, "nowplaying " + line, folder) == {wanted}, line


def test_each_name_of_a_player_is_completed(bus):
    """Where the page says that a command takes a player, the names of players are offered."""
    run = Runner(bus, Plain(bus, "alpha").appear())
    lines = re.findall(r"^\.It Cm ([a-z-]+(?: Fl -[a-z]+| Ar [a-z]+)*)(?: Op)? Ar player", PAGE.read_text(), re.M)
    assert len(lines) >= 4, lines
    for line in lines:
        given = line.replace("Fl -", "--").replace("Ar ", "").split()
        assert "alpha" in run.good("complete", "--", *given, "").split(), line


def test_the_page_has_no_fault():
    for command in (["mandoc", "-T", "lint", "-W", "warning", str(PAGE)],
                    ["groff", "-mdoc", "-ww", "-z", "-Tutf8", "-rCHECKSTYLE=10", str(PAGE)]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_headings_are_shown_as_they_are_written():
    """Words such as "In" are names of macros of mdoc; in a heading they count as words only after "\\&"."""
    shown = subprocess.run(["mandoc", "-Tutf8", str(PAGE)], capture_output=True, text=True, check=True).stdout
    lines = [line.strip() for line in re.sub(".\x08", "", shown).splitlines()]
    headings = re.findall(r"^\.S[hs] (?:\\&)?(.*)", PAGE.read_text(), re.M)
    assert len(headings) > 20 and not [heading for heading in headings if heading not in lines]


def test_page_help_and_completions_have_the_same_words(shared_bus):
    page = PAGE.read_text()
    run = Runner(shared_bus)
    text = run.good("help")

    def words(*line):
        return {line.split("\t")[0].rstrip("=") for line in run.good("complete", "--", *line).splitlines()}
    options = set(re.findall(r"--[a-z-]+", text))
    assert words("-") == options and len(options) > 15 and len(words("")) > 25
    for option in options:
        assert f"Fl -{option[2:]}" in page, option
    for word in words("") | words("send", ""):
        assert re.search(rf"\b{word}\b", text), word
        assert re.search(rf"^\.It (?:.* )?(?:Cm|[,|]) {word}(?: [^a-z]|$)", page, re.M), word
