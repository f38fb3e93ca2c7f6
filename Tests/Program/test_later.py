# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player of a later version of org.nowplaying: the program prints and drives what this version knows of it."""

import json
import re

import pytest
from testkit.fakes import LATER, SESSION, TRACKS, Later, command, content, path, playback, track, variants
from testkit.surface import now_us, plain
from testkit.wire import Variant

SECOND = 1_000_000
COMMANDS = [
    command("brew-coffee", id=("s", "x"), icon=("s", "cup")), {**command("play"), **LATER},
    {**command("custom", id=("s", "a"), title=("s", "A"), icon=("s", "hologram"), slot=("s", "ceiling")), **LATER},
    command("change-repeat-mode", supported=("as", ["off", "album", "all"]), current=("s", "album")),
    command("change-shuffle-mode", supported=("as", ["by-mood"]), current=("s", "by-mood")),
    command("feedback", supported=("as", ["neutral", "positive", "love"]), current=("s", "love"), button=("u", 0)),
    command("set-rating", steps=("(dd)", (1.0, 5.0))), command("mute", muted=("b", True))]
TRACK_LIST = [{**track("1", selected=("b", True)), **LATER},
              track("2", "scent", selected=("b", True)),
              track("3", "subtitles", characteristics=("as", ["sung", "forced"]))]


def item(title="Smell"):
    return content(title, kind=Variant("s", "scent"), chapters=Variant("a(xss)", [(0, "One", ""), (SECOND, "Two", "")]),
                   subtitle=Variant("s", "of rain"), lyrics=Variant("s", "[00:01]la"), **{
        "duration-kind": Variant("s", "elastic"), "animated-artwork": Variant("a{ss}", {"2:1": "wide", "1:1": "q"}),
        **LATER})


def line(state="warping", **others):
    return playback(state, elapsed=Variant("x", 2 * SECOND), timestamp=Variant("x", now_us()), **others, **LATER)


@pytest.fixture
def later(bus, run):
    player = Later(bus, "later")
    player.session("1", Content=item(), Playback=line(), Commands=("aa{sv}", COMMANDS))[TRACKS] = {
        **variants(Tracks=("aa{sv}", TRACK_LIST)), **LATER}
    player.answers[TRACKS, "SelectTrack"] = lambda call: ("", [])
    run.fakes.append(player.appear())
    return player


def test_it_is_listed_and_shown(later, run):
    """The program prints no complaint, and no word of the later version."""
    assert re.split(" {2,}", run.good("list").strip()) == ["later", "paused", "Smell – of rain"]
    text = run.good("show")
    assert text.startswith("Smell\nof rain\n") and re.search(r"^state +paused", text, re.M)
    for word in ("warping", "scent", "elastic", "brew-coffee", "album", "mood", "love", "ceiling", "2:1", "sung",
                 *LATER):
        assert word not in text, word


def test_json_has_the_words_of_this_version(later, run):
    lines = [json.loads(run.good("show", "--json")), json.loads(run.good("list", "--json"))]
    program = run.start("follow")
    program.wait(lambda: program.lines, "the session")
    lines.append(json.loads(program.lines[0]))
    for shown in lines:
        assert (shown["state"], shown["item"]["kind"], shown["item"].get("duration-kind")) == (
            "paused", "generic", "unknown")
        commands = {each["command"]: each for each in shown["commands"]}
        assert commands.keys() == {"play", "toggle-play-pause", "custom", "change-repeat-mode", "feedback",
                                   "set-rating", "mute"}
        assert commands["change-repeat-mode"]["supported"] == ["off", "all"]
        assert commands["feedback"]["supported"] == ["neutral", "positive"]
        assert commands["custom"]["icon"] == "hologram" and "slot" not in commands["custom"]
        assert "steps" not in commands["set-rating"]
        assert not LATER.keys() & {*shown, *shown["item"], *commands["play"], *commands["custom"]}
    # Changes are of the later version too.
    later.change("1", Content=item("Taste"), Playback=line("error", **variants(**{
        "error": ("s", "No"), "error-kind": ("s", "gremlins")})))
    program.wait(lambda: "Taste" in program.lines[-1], "the next item")
    program.close()
    now = json.loads(program.lines[-1])
    assert (now["state"], now["error"], now["error-kind"]) == ("error", "No", "other")


def test_chapters_tracks_and_lyrics(later, run):
    assert run.good("chapters") == "  1  0:00  One\n* 2  0:01  Two\n"
    assert [line.split() for line in run.good("tracks").splitlines()] == [
        ["*", "audio", "1"], ["subtitles", "3", "forced"]]
    assert run.good("lyrics") == "[00:01]la\n"
    run.good("tracks", "audio", "1")
    assert later.called("SelectTrack") == [["audio", "1"]]
    assert run.bad("tracks", "scent", "2").startswith("tracks takes no 'scent'; it takes audio, ")


def test_it_is_driven(later, run):
    for words, sent in ((["send", "play"], ("play", {})), (["send", "custom", "a"], ("custom", {"id": "a"})),
                        (["send", "mute", "on"], ("mute", {"muted": True})),
                        (["send", "change-repeat-mode", "all"], ("change-repeat-mode", {"mode": "all"})),
                        (["send", "set-rating", "0.37"], ("set-rating", {"rating": 0.37}))):
        run.good(*words)
        word, arguments = later.called("SendCommand", SESSION)[-1]
        assert (word, {key: value for key, value in plain(arguments).items() if key != "item"}) == sent
    before = len(later.called("SendCommand"))
    for words in (["brew-coffee"], ["change-repeat-mode", "album"], ["change-shuffle-mode", "by-mood"],
                  ["feedback", "love"]):
        assert run.bad("send", *words)
    assert len(later.called("SendCommand")) == before


@pytest.mark.parametrize("name", ["org.nowplaying.Error.Asset.TooLoud", "org.nowplaying.Error.Tired"])
def test_an_error_that_is_not_known_is_said_in_its_words(later, run, name):
    later.answers[SESSION, "SendCommand"] = lambda call: ("error", name, "Not now")
    assert run.bad("send", "play") == "Not now"


def test_the_doctor_is_content(later, run):
    """The doctor ignores a session of a later interface."""
    later.objects[path("2")] = {"org.nowplaying.Session2": LATER}
    assert "later" in run("doctor", "later").out
    assert run.good("list").count("\n") == 1
