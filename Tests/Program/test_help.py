# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Help of one command, and what is said of words and names that are mistyped."""

import pytest
from lab.running import Runner
from testkit.fakes import Plain


@pytest.mark.parametrize("word, has, lacks", [
    ("list", ["list  ", "--json", "--player", "--bus"], ["show ", "--order", "skip-forward"]),
    ("queue", ["queue go-to ENTRY", "what comes next", "--json"], ["playlists", "--waybar"]),
    ("send", ["skip-forward [TIME]", "--toggle", "--wait"], ["playlists", "--waybar"]),
    ("skip-forward", ["send skip-forward [TIME]", "--wait"], ["skip-backward"]),
    ("next", ["next  ", "--all-players"], ["previous", "--wait"])])
def test_help_of_one_command(shared_bus, word, has, lacks):
    run = Runner(shared_bus)
    text = run.good("help", word)
    assert text == run.good(word, "--help") == run.good("-h", word)
    assert all(each in text for each in has) and not any(each in text for each in lacks), text
    assert text.endswith("\nMore: man nowplaying\n") and len(text) < len(run.good("help")) / 2
    assert "list\t" in run.good("complete", "--", "help", "")


@pytest.mark.parametrize("words, sentence", [
    (["help", "lsit"], "There is no command lsit. Did you mean 'list'?"), (["help", "x"], "There is no command x"),
    (["list", "--jsno"], "Unknown option --jsno. Did you mean --json?"),
    (["-a", "--formt=x", "metadata"], "Unknown option --formt=x. Did you mean --format?"),
    (["list", "--xyzzy"], "Unknown option --xyzzy"), (["list", "-Z"], "Unknown option -Z"),
    (["browser", "instal"], "browser takes no 'instal'. Did you mean 'install'?"),
    (["browser", "x"], "browser takes no 'x'; it takes install, list, remove"),
    (["bridge", "chekc"], "bridge takes no 'chekc'. Did you mean 'check'?"),
    *[([*words, number], f"No command takes a number below 0, as {number}") for *words, number in (
        ["send", "skip-forward", "-5"], ["position", "-1:30"], ["volume", "-0.5"], ["volume", "speaker", "-1"])],
    (["follow", "--first", "--waybar"], "follow takes --first or --waybar, not both"),
    (["follow", "--hide-paused"], "follow takes --hide-paused only with --waybar")], ids=" ".join)
def test_words_that_are_mistyped(shared_bus, words, sentence):
    assert Runner(shared_bus).bad(*words) == sentence


def test_a_host_that_is_not_installed(shared_bus):
    text, advice = Runner(shared_bus, PATH="/nowhere").advised("browser", "install")
    assert text == "No nowplaying-browser-host is installed" and "package nowplaying-browser" in advice
    text, advice = Runner(shared_bus, PATH="/nowhere").advised("bridge", "check")
    assert text == "No nowplaying-mqtt is installed" and "package nowplaying-mqtt" in advice


def test_the_bridge_is_another_program(shared_bus, tmp_path):
    """Each word of it is an option of nowplaying-mqtt; without a word it lists."""
    bridge = tmp_path / "nowplaying-mqtt"
    bridge.write_text('#!/bin/sh\necho "$@"\n')
    bridge.chmod(0o755)
    run = Runner(shared_bus, PATH=f"{tmp_path}:/usr/bin:/bin")
    for words, option in ([], "--list\n"), (["list"], "--list\n"), (["check"], "--check\n"), (["try"], "--try\n"):
        assert run.good("bridge", *words) == option


def test_names_that_nobody_has(bus):
    """Our commands say who is there. With playerctl's, a person is told, and scripts read what playerctl says."""
    run = Runner(bus, Plain(bus, "vlc").appear(), Plain(bus, "mpv").appear())
    nobody, there = "No players found", "-p names none of those that are there: "
    for words in (["status"], ["pause"], ["metadata"], ["volume", "0.5"]):
        text, advice = run.advised("-p", "vcl", *words)
        assert text == nobody and advice.startswith(there), words
        assert set(advice.removeprefix(there).rstrip(".").split(", ")) == {"vlc", "mpv"}, words
    for words in (["show"], ["list"], ["send", "pause"], ["devices"], ["queue"], ["artwork", "-o", "x"], ["lyrics"]):
        assert set(run.bad("-p", "vcl", *words).removeprefix(f"{nobody}: {there}").split(", ")) == {"vlc", "mpv"}, words
        assert not run.bad("-s", "-p", "vcl", *words)
    assert run.bad("-i", "vlc,mpv", "show").startswith(nobody + ": -i leaves out all that are there: ")
    done = run("-p", "vcl", "-l")
    assert (done.out, done.err, done.code) == ("", "No players found\n", 0)
