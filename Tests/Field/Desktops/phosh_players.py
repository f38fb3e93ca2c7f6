# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players for the lock screen of phosh with the change in plugins/phosh."""

from posed import SECOND, art, at, custom, icons, interval, item, play_music, say_in_mpris
from reference import Served
from testkit.fakes import ROOT, Whole, command
from testkit.wire import Variant


def meridian(made):
    play_music(made)


def fader(made):
    """Music, with more own buttons than there is room for."""
    made.session("a", Playback=at(92, "playing"), Commands=icons(
        command("previous"), command("pause"), command("next"), command("seek-to-position"),
        command("feedback", supported=("as", ["neutral", "positive", "negative"]), icon=("s", "thumb-up")),
        custom("radio", "Start radio", "radio"), custom("add", "Add to library", "add"),
        custom("timer", "Sleep timer", "sleep-timer"), custom("lyrics", "Show lyrics", "lyrics")),
        Content=item("Evening Light", "Marta Lindqvist", seconds=247, **art("harbour")))


def castaway(made):
    """A podcast with chapters and a bookmark."""
    chapters = Variant("a(xss)", [(0, "Opening", ""), (300 * SECOND, "The great comet", "")])
    made.session("a", Playback=at(735), Commands=icons(
        interval("skip-backward", 15), command("play"), interval("skip-forward", 30), command("seek-to-position"),
        command("change-rate", rates=("ad", [1.0, 1.5])), command("bookmark")),
        Content=item("The Comet of 1811", "Night Skies", seconds=2710, kind="podcast", chapters=chapters,
                     **art("comet")))


def keeper(made):
    """A film that can only skip forward."""
    made.session("a", Playback=at(2464), Commands=icons(
        command("play"), interval("skip-forward", 10), command("seek-to-position")),
        Content=item("The Tower", "2019", seconds=6120, kind="movie", **art("tower")))


def antenna(made):
    """A station of which only the present can be heard."""
    made.session("a", Playback=at(10, "playing"), Commands=icons(command("stop")),
                 Content=item("Harbour 98.4", "The Evening Concert", kind="radio", **art("waves")))


def relay(made):
    """A broadcast of which the last hour can be heard, ten minutes behind."""
    made.session("a", Playback=at(3000, seekable=Variant("(xx)", (0, 3600 * SECOND))), Commands=icons(
        command("play"), command("seek-to-position"), command("seek-to-live")),
        Content=item("Wave FM", "Morning with Ben", kind="radio", **art("waves")))


def serve(s, make):
    """Starts a player with a window, so that phosh does not dim it."""
    def player(bus):
        made = Whole(bus, make.__name__)
        make(made)
        say_in_mpris(made, make.__name__)
        made.faces[ROOT]["CanRaise"] = Variant("b", True)
        return made

    return Served(s, player)
