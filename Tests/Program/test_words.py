# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The commands: the options that each takes, and the advice for mistyped words."""

import re

import pytest
from lab import ROOT
from lab.running import Runner
from testkit.bus import ROOT as MPRIS
from testkit.fakes import Plain

PAGE = ROOT / "Sources/Program/Shell/nowplaying.1"
# The words of each option on a command line; the keys are the names of the options in messages.
WRITTEN = {"player": ["-p", "nobody"], "ignore-player": ["-i", "nobody"], "no-messages": ["-s"],
           "all-players": ["-a"], "follow": ["-F"], "format": ["-f", "{{title}}"], "output": ["-o", "x"],
           "size": ["--size", "8"], "ratio": ["--ratio=1:1"], "json": ["--json"], "order": ["--order=user"],
            "reverse": ["--reverse"], "first": ["--first"], "waybar": ["--waybar"], "chapter": ["--chapter=1"],
            "pause-others": ["--pause-others"], "start-last": ["--start-last"], "no-resume": ["--no-resume"],
            "strict": ["--strict"], "yes": ["--yes"], "toggle": ["--toggle"], "wait": ["--wait"],
            "hide-paused": ["--hide-paused"]}
CHOICE = {"player", "ignore-player", "no-messages"}
PLAYERCTL = CHOICE | {"all-players", "follow", "format"}
LETTERS = {"a": "all-players", "F": "follow", "o": "output"}
# A value for each argument that a command requires.
GIVEN = {"command": "play", "device": "speaker", "value": "0.5", "number": "1", "kind": "audio", "id": "1",
         "entry": "1", "uri": "a:b", "name": "x"}


def told():
    """Returns the options that each command takes according to the manual page, except those that choose a player."""
    page = PAGE.read_text(encoding="utf-8")
    commands = page[page.index("\n.Ss What plays"):page.index("\n.Ss As playerctl")]
    commands = re.sub(r"Made by contract/generate(?:.|\n)*?To here\.", "", commands)
    found = {}
    for line in re.findall(r"^\.It Cm (.*)", commands, re.M):
        needed = re.sub(r" Oo .*? Oc| Op .*| [,|] .*", "", line)
        word = re.sub(r"Ar (\w+)", lambda each: GIVEN[each[1]], needed)
        found[word] = CHOICE | {LETTERS.get(name, name) for name in re.findall(r"Fl -?([\w-]+)", line)}
    del found["raise"]
    assert len(found) > 15 and {name for options in found.values() for name in options} <= WRITTEN.keys()
    return found


TAKEN = {
    **told(), "help": set(), "--list-all": CHOICE | {"all-players"},
    **dict.fromkeys(["play", "pause", "play-pause", "stop", "next", "previous", "position", "volume", "volume 0.5",
                     "status", "metadata", "open", "loop", "shuffle"], PLAYERCTL),
}


def test_each_command_is_in_the_table_above(shared_bus):
    """The table has each command, except those whose options are tested elsewhere."""
    words = {line.split("\t")[0] for line in Runner(shared_bus).good("complete", "--", "").splitlines()}
    others = {"bridge", "browser", "daemon", "doctor", "record", "replay", "complete"}
    assert words - others == {word.split()[0] for word in TAKEN} - {"--list-all"}


@pytest.mark.parametrize("word", TAKEN)
def test_options_that_mean_nothing_are_refused(shared_bus, word):
    run = Runner(shared_bus)
    label = {"volume speaker 0.5": "volume of a device"}.get(word) or " ".join(
        word.split()[:2 if word.startswith(("queue", "playlists", "tracks")) else 1])
    for option in WRITTEN.keys() - TAKEN[word]:
        assert run.bad(*word.split(), *WRITTEN[option]) == f"{label} takes no --{option}"
    # `follow` is left out where it would not end, and so are options that have tests of their own.
    own = {"first", "waybar", "hide-paused", "json", *CHOICE} if word == "follow" else {"follow"}
    for option in TAKEN[word] - own:
        assert " takes no --" not in run(*word.split(), *WRITTEN[option]).err, option


MEANT = {"lsit": "list", "shwo": "show", "pasue": "pause", "metdata": "metadata", "quit": "send quit",
         "raise": "send raise", "seek": "send seek-to-position", "toggle": "send toggle-play-pause",
         "skip": "send skip-forward", "change-rate": "send change-rate",
         "toggle-play-pause": "send toggle-play-pause", "playPause": "play-pause", "like": "send feedback positive",
         "repeat": "send change-repeat-mode", "PAUSE": "send pause"}


def test_who_mistypes_is_notified_what_there_is(shared_bus):
    run = Runner(shared_bus)
    for word, meant in MEANT.items():
        # Bars and keys show one line at most, so that the suggestion is in the line itself, not in the advice.
        text = f"Could not execute command: Command not recognized: {word}. Did you mean 'nowplaying {meant}'?"
        assert run.advised(word) == (text, "'nowplaying help' names the commands.")
        assert run.bad(word) == text
    for word in ("x", "dance", "", "ö" * 3000):
        assert run.advised(word)[1] == "'nowplaying help' names the commands."


SENT = {
    "seek": "seek-to-position", "shuffle": "change-shuffle-mode", "repeat": "change-repeat-mode",
    "loop": "change-repeat-mode", "skip": "skip-forward", "back": "skip-backward", "live": "seek-to-live",
    "playPause": "play-pause", "play_pause": "play-pause", "PLAY": "play", "nextChapter": "next-chapter",
    "Toggle_Play_Pause": "toggle-play-pause", "next chapter": "next-chapter", "speed": "change-rate",
    "rating": "set-rating", "rewind": "seek-backward", "pauze": "pause", "like": "nowplaying send feedback positive",
    "repeat all": "nowplaying send change-repeat-mode all", "seek 1:30": "nowplaying send seek-to-position 1:30",
    "dislike": "nowplaying send feedback negative", "skipForward 5": "nowplaying send skip-forward 5",
    "volume 0.5": "nowplaying volume 0.5", "volume": "nowplaying volume", "shuffle on": "nowplaying shuffle on",
    "loop Track": "nowplaying loop Track", "status": "nowplaying status", "list": "nowplaying list",
    "plain": "nowplaying -p plain", "plian": "nowplaying -p plain"}


def test_send_has_a_word_for_other_spellings(bus):
    """A command is meant by its parts, by other spellings, and by what other programs call it."""
    run = Runner(bus, Plain(bus, "plain").appear())
    for words, meant in SENT.items():
        for given in {(words,), tuple(words.split())}:
            if given == ("next", "chapter"):
                continue
            text = f"There is no command {given[0]}. Did you mean '{meant}'?"
            assert run.bad("send", *given) == text, given
    assert run.bad("send", "next", "chapter") == (
        "next takes no 'chapter'. Did you mean 'nowplaying send next-chapter'?")
    assert run.bad("send", "play", "pause") == "play takes no 'pause'. Did you mean 'nowplaying send play-pause'?"
    for words in (["dance"], ["x"], [""], [" "], ["_", "-"], ["ö" * 3000, "x"]):
        assert run.bad("send", *words) == f"There is no command {words[0]}: 'nowplaying help send' lists them"
    assert run.bad("send") == "send needs a command: 'nowplaying help send' lists them"


def test_a_player_without_its_option(bus):
    """Only doctor and record take the name of a player as a word; the other commands say how it is written."""
    run = Runner(bus, Plain(bus, "minimal").appear(), Plain(bus, "vlc.instance7").appear())
    for word, meant in (("minimal", "minimal"), ("vlc", "vlc"), ("vlc.instance7", "vlc.instance7"), ("VLC", "vlc"),
                        ("minmal", "minimal"), (f"{MPRIS}.minimal", f"{MPRIS}.minimal")):
        for words in ("list", "show", "follow", "devices", "chapters", "lyrics", "artwork", "queue", "playlists",
                      "tracks"):
            assert run.bad(words, word) == f"{words} takes no '{word}'. Did you mean '-p {meant}'?"
        assert run.bad(word, "pause").endswith(f": {word}. Did you mean 'nowplaying -p {meant}'?")
    assert run.bad("show", "nosuch") == "show takes no 'nosuch'; -p names a player"
    for words in ("artwork", "preview", "video"):
        assert run.bad(words, "x.png") == f"{words} takes no 'x.png'. Did you mean '-o x.png'?"
    assert run.bad("daemon", "minimal") == "daemon takes no 'minimal'; it takes shift, unshift, status"
    for words in (["minimal", "0.5"], ["0.5", "minimal"]):
        assert run.bad("volume", *words) == f"There is no device {words[0]}. Did you mean '-p minimal'?"


def test_a_player_that_playerctl_ignores(bus):
    """playerctl ignores words that a command does not take. It is done here, too, and told if the word is a player."""
    first, second = Plain(bus, "first").appear(), Plain(bus, "second").appear()
    run = Runner(bus, first, second)
    ignored = "ignores 'second', as playerctl does; '-p second' names that player\n"
    for words, out in (["pause"], ""), (["status"], "Playing\n"), (["loop", "none"], ""), (
            ["metadata", "-f", "{{playerName}}"], "first\n"):
        assert run("-p", "first", *words, "second") == (out, f"{words[0]} {ignored}", 0)
    assert first.called("Pause") == [[]] and not second.called("Pause")
    for words in (["pause", "nobody"], ["-s", "pause", "second"], ["metadata", "title"], ["status", "--", "-a"]):
        assert run("-p", "first", *words).err == "", words
    done = run("pause", "nobody", advised=True)
    assert (done.err, done.code) == ("pause ignores 'nobody', as playerctl does\n", 0)


def test_send_takes_the_word_of_playerctl(bus):
    player = Plain(bus, "plain").appear()
    assert Runner(bus, player).good("send", "play-pause") == "" and player.called("PlayPause") == [[]]


def test_advice_is_for_terminals(bus):
    """Advice is left out where a player has given the reason itself."""
    player = Plain(bus, "plain")
    player.answers["org.mpris.MediaPlayer2.Player", "Play"] = lambda call: ("error", "org.example.Error.No", "No tape")
    run = Runner(bus, player.appear())
    said = "Could not execute command: GDBus.Error:org.example.Error.No: No tape"
    assert run.bad("play") == said and run.advised("play") == (said, "")
    assert run.advised("-f", "x", "play")[1] == "'nowplaying help' tells what each command takes."
    assert run.advised("list", "-F")[1] == "'nowplaying follow' prints what changes, as JSON."
