# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tab and then Enter, pressed in real shells on a terminal: a word of a player is one word, and nothing runs."""

import fcntl
import os
import pty
import select
import subprocess
import termios

import pytest
from lab.running import Runner
from testkit.bus import PLAYER
from testkit.fakes import REMOTE, SESSION, TRACKS, Plain, Playlisting, Whole, command, content, path, song, variants
from testkit.wire import Variant
from test_shells import SHELL, zsh_setup

SETUP = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], lambda: f"source {SHELL}/nowplaying.bash"),
    "zsh": (["zsh", "-f", "-i"], zsh_setup),
    "fish": (["fish", "--no-config", "-i"], lambda: f"source {SHELL}/nowplaying.fish"),
}
# Stands in for the program: it passes completions on to the real one, and writes the words of any other command into a
# file.
PROGRAM = """#!/bin/sh
[ "$1" = complete ] && exec "$REAL" "$@"
printf '%s\\0' "$@" >"$HOME/new" && mv "$HOME/new" "$HOME/typed"
"""
HOSTILE = [
    "plain", "a b", " a", "a ", "a  b", "a'b", 'a"b', "'", "\\", "a\\b", "a\\", "\\n", "$(touch pwned)",
    "`touch pwned`", "$(touch${IFS}pwned)", "${x:=y}", "$HOME", "$", "a;touch pwned", "a|touch pwned",
    "a&touch pwned&", "a>pwned", "<(touch pwned)", "=(touch pwned)", "x:y:{touch pwned}", "a(e:touch pwned:)", "a:b",
    "a::", ":a", "a=b", "=a", "=ls", "a!b", "!!", "!", "*", "?", "[a-z]*", "{a,b}", "~", "~root", "#a", "%1", "^a^b",
    "a,b", "@a", "a[b]:c", "ö日本\U0001f3b5", "e\u0301", "a\u00a0b", "a\u3000b", "''", '"$(touch pwned)"',
    "ש\u200f!", "👨\u200d👩", "a\u00adb\ufeff",
    "'$(touch pwned)'", "a\\$(touch pwned)"]
SOME = ["a b", "$(touch pwned)", "`touch pwned`", "x:y:{touch pwned}", "a!b", "*"]
# Texts that a terminal obeys, and those that would be options.
UNFIT = ["a\nb", "a\tb", "\x1b[31m", "a\x9bb", "\u202ea", "a\u2028b", "\ra", "-p", "--", "-", "--player=x"]


class Terminal:
    """A shell that has read the completions."""

    def __init__(self, shell, bus, folder):
        self.shell, self.bus, self.folder, self.fakes = shell, bus, folder, []
        (folder / "bin").mkdir()
        (folder / "bin/nowplaying").write_text(PROGRAM)
        (folder / "bin/nowplaying").chmod(0o755)
        (folder / "work").mkdir()
        (folder / "work/decoy").touch()
        self.master, slave = pty.openpty()
        run = Runner(bus, HOME=str(folder), REAL=str(Runner.program.resolve()),
                     PATH=f"{folder}/bin:{os.environ['PATH']}")
        words, setup = SETUP[shell]
        self.process = subprocess.Popen(words, env=run.environment, stdin=slave, stdout=slave, stderr=slave,
                                        cwd=folder / "work", start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.output = b""
        assert self.enter(setup() + "; nowplaying ready") == ["ready"]

    def enter(self, keys):
        """Presses keys, and then Enter; returns the words with which the program was started."""
        os.write(self.master, keys.encode() + b"\r")
        self.bus.wait_for(self.has_typed, f"what {keys!r} starts; {self.output[-800:]!r}", 30)
        typed = self.folder / "typed"
        words = typed.read_text().split("\0")[:-1]
        typed.unlink()
        assert not (self.folder / "work/pwned").exists(), keys
        return words

    def has_typed(self):
        for fake in self.fakes:
            fake.serve()
        while select.select([self.master], [], [], 0.01)[0]:
            self.output += os.read(self.master, 65536)
        return (self.folder / "typed").exists()

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture(params=SETUP)
def terminal(request, bus, folder):
    made = Terminal(request.param, bus, folder)
    yield made
    made.close()


def named(*words):
    title = ("s", "$(touch pwned)")
    return {"Commands": ("aa{sv}", [command("custom", id=("s", word), title=title) for word in words])}


@pytest.fixture
def player(bus, terminal):
    made = Whole(bus, "film")
    made.session("1", Content=content("custom  $(touch pwned):  x"))
    terminal.fakes.append(made.appear())
    return made


@pytest.fixture
def say(player):
    """Has the player send new names for its buttons."""
    def say(*words):
        player.objects[path("1")][SESSION].update(variants(**named(*words)))
    return say


def test_each_word_of_a_player_is_one_word(terminal, say):
    for word in HOSTILE:
        # fish does not quote a "~".
        if terminal.shell == "fish" and word[0] == "~":
            continue
        say(word)
        assert terminal.enter("nowplaying send custom \t") == ["send", "custom", word]


def test_words_that_would_be_something_else_are_not_offered(terminal, say):
    say(*UNFIT)
    assert terminal.enter("nowplaying send custom \t") == ["send", "custom"]
    say("-p")
    assert terminal.enter("nowplaying -- send custom \t") == ["--", "send", "custom", "-p"]


@pytest.mark.parametrize("typed, word", [
    ("a\\ ", "a b c"), ("'a ", "a b c"), ('"a ', "a b c"), ("'", "it's"), ('"', 'a"$(touch pwned)`\\z!w'),
    ("a:", "a:b c"), ("a=", "a=$(touch pwned)"), ("a\\", "a$(touch pwned)"), ("x'y'", "xy$(touch pwned)z"),
    ("a\\:", "a:b!c"),
    ('"a:', "a:b=c"), ("ö", "ö ä")])
def test_a_word_that_has_begun(terminal, say, typed, word):
    say(word)
    assert terminal.enter(f"nowplaying send custom {typed}\t") == ["send", "custom", word]


@pytest.mark.parametrize("terminal", ["bash"], indirect=True)
def test_a_word_that_bash_expands_is_left_alone(terminal, say):
    say("$HOME;touch pwned", "*;touch pwned")
    for typed, word in (("$HOME", str(terminal.folder)), ("*", "decoy"), ("$(echo x)", "x")):
        assert terminal.enter(f"nowplaying send custom {typed}\t") == ["send", "custom", word]


def test_words_that_begin_alike(terminal, say):
    say("$(touch pwned) a", "$(touch pwned) b")
    assert terminal.enter("nowplaying send custom \tb\t") == ["send", "custom", "$(touch pwned) b"]


def test_tracks_devices_keys_and_playlists(bus, player, terminal):
    for word in SOME:
        interfaces = player.objects[path("1")]
        interfaces[TRACKS] = variants(Tracks=("aa{sv}", [variants(
            id=("s", word), kind=("s", "audio"), selected=("b", True), title=("s", "`touch pwned`"))]))
        interfaces[REMOTE] = variants(Devices=("aa{sv}", [variants(
            id=("s", word), name=("s", "$(touch pwned)"), type=("s", "speaker"), volume=("d", 0.5),
            **{"can-step": ("b", False)})]))
        assert terminal.enter("nowplaying tracks audio \t") == ["tracks", "audio", word]
        assert terminal.enter("nowplaying volume \t") == ["volume", word]
    lists = Playlisting(bus, "lists")
    lists.lists = {"/list/1": "$(touch pwned)"}
    lists.restate()
    lists.faces[PLAYER]["Metadata"] = Variant("a{sv}", {"z$(touch pwned) b": Variant("s", "`touch pwned`")})
    terminal.fakes.append(lists.appear())
    assert terminal.enter("nowplaying -p lists playlists activate \t") == [
        "-p", "lists", "playlists", "activate", "/list/1"]
    assert terminal.enter("nowplaying -p lists metadata z\t") == ["-p", "lists", "metadata", "z$(touch pwned) b"]


def test_a_title_is_no_button(bus, terminal):
    """The title is one that a radio station may send."""
    title = "custom  $(touch${IFS}pwned):  x"
    radio = Plain(bus, "radio", Metadata=("a{sv}", song("One", **{"xesam:title": Variant("s", title)})))
    terminal.fakes.append(radio.appear())
    assert terminal.enter("nowplaying send custom \t") == ["send", "custom"]


@pytest.mark.parametrize("line", ["open ", "queue add ", "artwork -o ", "artwork --output="])
def test_files(terminal, line):
    name = "zz $(touch pwned)'.mp3"
    (terminal.folder / "work" / name).touch()
    assert terminal.enter(f"nowplaying {line}zz\t") == (line + name).split(" ", line.count(" "))
