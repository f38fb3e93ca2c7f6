# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests which player `nowplaying daemon` stands for, and which signals clients get when it changes."""

import json

import pytest
from daemoned import FACE, NAME, OURS, Daemon, player
from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import PLAYLISTS, TRACK_LIST, Listing, song, variants
from testkit.wire import Variant

NO_TRACK = variants(**{"mpris:trackid": ("o", "/org/mpris/MediaPlayer2/TrackList/NoTrack")})


@pytest.mark.parametrize("left", [{}, NO_TRACK], ids=["empty", "no track"])
def test_who_has_no_item_gets_no_key(bus, start, left):
    """A closed tab played last, but users want to hear the paused song of another player."""
    daemon = start()
    music, tab = player(bus, "music"), player(bus, "tab", "Playing")
    daemon.join(music, tab)
    tab.change(Metadata=("a{sv}", left), PlaybackStatus=("s", "Stopped"))
    daemon.active("music")
    run = Runner(bus, music, tab)
    for words in (["-p", "playerctld", "play-pause"], ["play-pause"], ["send", "play"]):
        run.good(*words)
    assert len(music.called("PlayPause")) == 2 and music.called("Play") and not tab.called("PlayPause", PLAYER)


def outdated(signals):
    """Returns the properties that the signals invalidate, by the last part of their interface's name."""
    return {body[0].rpartition(".")[2]: body[2] for name, body in signals if name == "PropertiesChanged" and body[2]}


def test_clients_forget_what_the_next_player_lacks(bus, start):
    """Without invalidation, clients would show the volume of one player beside the title of the other."""
    daemon = start()
    one = player(bus, "one", "Playing", Volume=("d", 0.5), Shuffle=("b", True), Own=("s", "x"))
    one.faces[ROOT] |= variants(CanRaise=("b", True))
    two = player(bus, "two", Volume=("d", 0.7))
    daemon.join(two, one)
    # LoopStatus is added after the other properties.
    one.change(LoopStatus=("s", "Track"))
    daemon.get("LoopStatus")
    daemon.signals()
    daemon.call(FACE, "Shift")
    daemon.active("two")
    assert outdated(daemon.signals()) == {"Player": ["Shuffle", "Own", "LoopStatus"], "MediaPlayer2": ["CanRaise"]}
    daemon.call(FACE, "Shift")
    daemon.active("one")
    assert outdated(daemon.signals()) == {}


def test_lists_that_somebody_has_read_are_outdated(bus, start):
    """The lists of the player before are invalidated for clients that have read them; other clients are sent
    nothing."""
    daemon = start()
    lists = Listing(bus, "lists", "A", PlaybackStatus=("s", "Playing"))
    two = player(bus, "two", "Paused")
    daemon.join(two, lists)
    lists_of = {"TrackList": ["CanEditTracks", "Tracks"],
                "Playlists": ["ActivePlaylist", "Orderings", "PlaylistCount"]}
    daemon.signals()
    for interface in (TRACK_LIST, PLAYLISTS):
        daemon.call(PROPERTIES, "GetAll", "s", interface)
    daemon.call(FACE, "Shift")
    daemon.active("two")
    found = outdated(daemon.signals())
    assert {name: found.get(name) for name in lists_of} == lists_of
    daemon.call(FACE, "Shift")
    daemon.active("lists")
    assert not outdated(daemon.signals()).keys() & lists_of.keys()


def test_a_proxy_of_glib(bus, start):
    """A GDBusProxy, which desktops written with GLib use, forgets the properties that the next player lacks."""
    daemon = start()
    one, two = player(bus, "one", "Playing", Volume=("d", 0.5), Shuffle=("b", True)), player(bus, "two")
    daemon.join(two, one)
    code = f"""
from gi.repository import Gio, GLib
proxy = Gio.DBusProxy.new_for_bus_sync(Gio.BusType.SESSION, 0, None, "{NAME}", "{PATH}", "{PLAYER}", None)
def say(*_):
    print(*sorted(set(proxy.get_cached_property_names()) & {{"Volume", "Shuffle", "PlaybackStatus"}}), flush=True)
proxy.connect("g-properties-changed", say)
say()
GLib.MainLoop().run()
"""
    program = Runner(bus, one, two).start("-c", code, tool="/usr/bin/python3")
    program.wait(lambda: program.lines == ["PlaybackStatus Shuffle Volume"], "what it reads")
    daemon.call(FACE, "Shift")
    program.wait(lambda: program.lines[-1] == "PlaybackStatus", "that the rest is forgotten")
    program.close()


# ---- Players that the daemon ignores ----

@pytest.mark.parametrize("names", ["video", "video.instance7", "vid*", "*.instance*", "*d*o*7", "nobody,video",
                                   "org.mpris.MediaPlayer2.video.instance7", "org.example.video.instance7"])
def test_players_that_are_left_out(bus, start, names):
    """The option takes the same names and patterns as -i of every command."""
    daemon = start("--ignore-player", names, "--pause-others")
    music, video = player(bus, "music", "Playing"), player(bus, "video.instance7", "Playing")
    daemon.join(music)
    daemon.fakes.append(video.appear())
    run = Runner(bus, music, video)
    follower = run.start("-i", names, "follow", "--first")
    follower.wait(lambda: follower.lines and '"music"' in follower.lines[-1], "the same player for -i")
    follower.close()
    daemon.settle()
    assert daemon.names() == [ROOT + ".music"] and run.good("-l") == "music\n"
    run.good("play-pause")
    assert music.called("PlayPause") and not music.called("Pause") and not video.called("PlayPause")
    daemon.leave(music)
    assert daemon.names() == []


@pytest.mark.parametrize("names", ["vid", "ideo", "*x", "videox*", "video*video.instance7", "*7*7", "music*"])
def test_patterns_that_do_not_fit(bus, start, names):
    daemon = start("-i", names)
    daemon.join(player(bus, "video.instance7"))


# ---- `follow` and all other commands choose the same player ----

@pytest.mark.parametrize("choice", [[], ["-i", "nobody"], ["-p", "one,two"], ["-p", "playerctld"]], ids=" ".join)
def test_follow_means_the_player_of_commands(bus, start, choice):
    """`follow` prints the player that other commands choose: at its start, after shifts, when another plays, and when
    the first one goes."""
    daemon = start()
    one = player(bus, "one", "Playing", Metadata=("a{sv}", song("One")))
    two = player(bus, "two", Metadata=("a{sv}", song("Two")))
    daemon.join(two, one)
    run = Runner(bus, one, two)
    words = (*choice, "metadata", "-f", "{{title}}")
    follower = run.start("-F", *words)

    def agree(title):
        follower.wait(lambda: follower.lines[-1:] == [title], f"the title of {title}")
        assert run.good(*words) == title + "\n"

    by_hand = choice[:2] == ["-p", "one,two"]
    agree("One")
    daemon.call(FACE, "Shift")
    agree("One" if by_hand else "Two")
    # A change of another player does not make it the first.
    one.change(Metadata=("a{sv}", song("Other")))
    agree("Other" if by_hand else "Two")
    daemon.call(FACE, "Unshift")
    agree("Other")
    two.change(PlaybackStatus=("s", "Playing"))
    daemon.active("two")
    agree("Other" if by_hand else "Two")
    run.fakes.remove(two)
    daemon.leave(two)
    agree("Other")
    follower.close()


def test_what_has_just_begun_knows_who_began_last(bus, start):
    """The daemon has seen which player began last, or played last; a command that begins later takes its word."""
    daemon = start()
    one, two, three = (player(bus, name, Metadata=("a{sv}", song(name))) for name in ("one", "two", "three"))
    daemon.join(one, two, three)
    run = Runner(bus, one, two, three)

    def agree(*names):
        daemon.until(lambda: daemon.get("Order", "org.nowplaying.Daemon1")[0] == [f"{ROOT}.{name}" for name in names],
                     f"the order {names}")
        assert [line.split()[0] for line in run.good("list").splitlines()] == list(names)
        asked = {fake.wanted_name: len(fake.called("Next")) for fake in run.fakes}
        run.good("send", "next")
        assert [fake.wanted_name for fake in run.fakes if len(fake.called("Next")) > asked[fake.wanted_name]] == [
            f"{ROOT}.{names[0]}"]
        follower = run.start("follow", "--first")
        follower.wait(lambda: follower.lines, "a line")
        assert json.loads(follower.lines[0])["player"] == names[0]
        follower.close()

    for fake in (three, one, two):
        fake.change(PlaybackStatus=("s", "Playing"))
        daemon.active(fake.wanted_name.removeprefix(ROOT + "."))
    agree("two", "one", "three")
    # As before, a shift is for playerctl's commands.
    run.good("daemon", "shift")
    agree("two", "one", "three")
    two.change(PlaybackStatus=("s", "Paused"))
    agree("one", "three", "two")
    for fake in (one, three):
        fake.change(PlaybackStatus=("s", "Paused"))
        daemon.settle()
    agree("three", "one", "two")


def test_follow_before_the_daemon_and_after_it(bus):
    """`follow` uses the daemon's order when the daemon comes, and goes on without it."""
    one, two = player(bus, "one", "Playing"), player(bus, "two")
    one.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("First"))
    run = Runner(bus, one.appear(), two.appear())
    follower = run.start("-F", "metadata", "title")
    follower.wait(lambda: follower.lines, "a first line")
    two.change(Metadata=("a{sv}", song("Changed")))
    follower.wait(lambda: follower.lines[-1] == "Changed", "the one that changed last")
    daemon = Daemon(bus, OURS, fakes=[one, two])
    follower.wait(lambda: follower.lines[-1] == "First", "the one that plays")
    daemon.close()
    two.change(Metadata=("a{sv}", song("Again")))
    follower.wait(lambda: follower.lines[-1] == "Again", "the one that changed last")
    follower.close()
    for fake in (one, two):
        fake.close()


# ---- Why ----

def test_why_it_stands_for_a_player(bus):
    """The daemon gives the reason for its choice in a line, in JSON, and in its log."""
    daemon = Daemon(bus, OURS, NOWPLAYING_LOG="info")
    run = Runner(bus)
    assert run.good("daemon", "status") == "runs, and stands for no player\n"
    one, two = player(bus, "one"), player(bus, "two")
    run.fakes = [one, two]
    daemon.join(one)
    seen = []

    def why(name, sentence, word):
        daemon.active(name)
        daemon.until(lambda: run.good("daemon", "status") == f"{name}  {sentence}\n", sentence)
        told = json.loads(run.good("daemon", "status", "--json"))
        assert (told["player"], told["reason"]) == (name, word)
        assert [ROOT + "." + each for each in told["players"]] == daemon.names()
        seen.append(f"nowplaying[daemon] info: stands for {name}: {sentence}")

    why("one", "no other player is there", "only")
    daemon.join(two)
    why("one", "none has played, and it is the first", "first")
    one.change(PlaybackStatus=("s", "Playing"))
    why("one", "it plays, and no other does", "plays")
    two.change(PlaybackStatus=("s", "Playing"))
    why("two", "it began last of those that play", "began-last")
    one.change(PlaybackStatus=("s", "Paused"))
    two.change(PlaybackStatus=("s", "Paused"))
    why("two", "it played last", "played-last")
    run.good("daemon", "shift")
    why("one", "it was chosen by shift or unshift", "shifted")
    run.good("daemon", "unshift")
    two.change(Metadata=("a{sv}", {}))
    why("one", "it has an item, and others have none", "item")
    one.answers[PROPERTIES, "GetAll"] = lambda call: None
    two.change(Metadata=("a{sv}", song("Two")))
    daemon.active("two")
    two.change(Metadata=("a{sv}", {}))
    why("two", "the one before it does not answer", "silence")
    daemon.leave(one)
    daemon.leave(two)
    daemon.settle()
    said = daemon.close().splitlines()
    assert said[0] == said[-1] == "nowplaying[daemon] info: stands for no player"
    assert [line for line in seen if line not in said] == []


def test_why_it_stands_for_the_one_behind_one_that_has_gone(bus):
    daemon = Daemon(bus, OURS)
    run = Runner(bus)
    fakes = run.fakes = [player(bus, name) for name in ("one", "two", "three")]
    for fake in fakes:
        daemon.join(fake)
    for word, name, why in (
            ("shift", "two", "it was chosen by shift or unshift"), ("two", "three", "the one before it has gone"),
            ("shift", "one", "none has played, and it is the first")):
        if word == "shift":
            run.good("daemon", word)
        else:
            daemon.leave(run.fakes.pop(1))
        daemon.active(name)
        daemon.until(lambda name=name, why=why: run.good("daemon", "status") == f"{name}  {why}\n", why)
    for fake in run.fakes:
        daemon.leave(fake)
    daemon.close()


def test_an_item_is_one_of_which_anything_is_known(bus):
    daemon = Daemon(bus, OURS)
    one, two = player(bus, "one", Metadata=("a{sv}", {})), player(bus, "two", Metadata=("a{sv}", {
        "xesam:url": Variant("s", "file:///x")}))
    run = Runner(bus, one, two)
    for fake in run.fakes:
        daemon.join(fake)
    daemon.active("two")
    daemon.until(lambda: run.good("daemon", "status") == "two  it has an item, and others have none\n", "why")
    for fake in run.fakes:
        daemon.leave(fake)
    daemon.close()


def test_why_is_not_known_of_playerctld(bus):
    daemon = Daemon(bus, "playerctld")
    one = player(bus, "one", "Playing")
    daemon.join(one)
    run = Runner(bus, one)
    assert run.good("daemon", "status") == "one\n"
    assert json.loads(run.good("daemon", "status", "--json")) == {
        "player": "one", "players": ["one"], "paused": [], "paused-for": [], "awake": [], "adapters": [],
        "faults": [], "options": [], "headsets": []}
    daemon.leave(one)
    daemon.close()


def test_the_daemons_own_interface(bus, start):
    daemon = start()
    daemon.join(player(bus, "one"))
    own = "org.nowplaying.Daemon1"
    told = {"Player": ROOT + ".one", "Reason": "only", "Order": [ROOT + ".one"], "Paused": [], "PausedFor": [],
            "Adapters": [], "Awake": [], "Faults": [], "Options": []}
    assert daemon.call(PROPERTIES, "GetAll", "s", own) == [told]
    assert {name: daemon.get(name, own) for name in told} == {name: [value] for name, value in told.items()}
    for member, *more in (("Get", "ss", own, "Colour"), ("Set", "ssv", own, "Player", Variant("s", ""))):
        assert daemon.call(PROPERTIES, member, *more) == "org.freedesktop.DBus.Error.InvalidArgs: No such property"


def test_the_daemon_without_those_that_are_left_out(bus, start):
    """-p playerctld with -i is the first of the daemon's players that is not left out, as the order changes."""
    daemon = start()
    one, two, three = (player(bus, name, "Playing", Metadata=("a{sv}", song(name))) for name in ("one", "two", "three"))
    daemon.join(one, two, three)
    run = Runner(bus, one, two, three)
    words = ["-p", "playerctld", "-i", "three"]
    follower = run.start(*words, "-F", "metadata", "title")
    follower.wait(lambda: follower.lines == ["two"], "the second player")
    assert run.good(*words, "metadata", "title") == "two\n" and "two" in run.good(*words, "show")
    for key in (["next"], ["send", "next"]):
        run.good(*words, *key)
    assert len(two.called("Next")) == 2 and not three.called("Next")
    one.change(Metadata=("a{sv}", song("Next")))
    daemon.active("one")
    follower.wait(lambda: follower.lines[1:] == ["Next"], "the player whose song is the newest")
    follower.close()
    assert run.bad("-p", "playerctld", "-i", "one,two,three", "status") == "No players found"


def test_a_new_song_is_that_of_the_first(bus, start):
    """As with playerctld, another song of a player that plays makes it the first; that of a paused one does not."""
    daemon = start()
    one, two, three = (player(bus, name, "Playing", Metadata=("a{sv}", song(name))) for name in ("one", "two", "three"))
    daemon.join(one, two, three)
    two.change(PlaybackStatus=("s", "Paused"))
    one.change(Metadata=("a{sv}", song("Another")))
    daemon.active("one")
    two.change(Metadata=("a{sv}", song("Another")))
    one.change(Volume=("d", 0.5))
    three.change(Metadata=("a{sv}", song("three") | variants(**{"mpris:artUrl": ("s", "file:///x.png")})))
    daemon.settle()
    assert daemon.names() == [f"{ROOT}.{name}" for name in ("one", "three", "two")]
