# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""-p NAME means the same player in every word; and sessions are called as list prints them."""

import json

import pytest
from lab.running import Runner
from testkit.bus import PROPERTIES, ROOT
from testkit.fakes import Plain, Whole, content, playback, song
from testkit.wire import Variant


def said(run, *words):
    return json.loads(run.good("show", "--json", *words))


@pytest.fixture
def players(bus, run):
    """Starts two players whose names begin alike, of which the second plays, and a player with two sessions, of which
    the hidden one plays."""
    made = [Plain(bus, "qd", PlaybackStatus=("s", "Paused")), Plain(bus, "qd.remote1", Metadata=("a{sv}", song("Two")))]
    made[1].faces[ROOT]["Identity"] = Variant("s", "The Other")
    whole = Whole(bus, "podcast")
    whole.session("1", Id=("s", "one"))
    whole.session("2", Id=("s", "two"), ApplicationPrimary=("b", False), Playback=playback("playing", 1.0),
                  Content=content("Hidden"))
    whole.faces[ROOT + ".Player"] = made[0].faces[ROOT + ".Player"]
    run.fakes += [fake.appear() for fake in [*made, whole]]
    return run


@pytest.mark.parametrize("name, player, title", [
    ("qd", "qd", "One"), ("qd.remote1", "qd.remote1", "Two"), ("The Other", "qd.remote1", "Two"),
    ("org.example.qd", "qd", "One"), (ROOT + ".qd.remote1", "qd.remote1", "Two"),
    ("nobody,qd", "qd", "One"), ("The Other,qd", "qd.remote1", "Two"),
    ("qd.remote1,%any", "qd.remote1", "Two")])
def test_a_name_is_the_same_player_in_every_word(players, name, player, title):
    run = players
    assert run.good("-p", name, "metadata", "--format", "{{playerInstance}} {{title}}") == f"{player} {title}\n"
    shown = said(run, "-p", name)
    assert (shown["player"], shown["item"]["title"]) == (player, title)
    assert run.good("-p", name, "list").split()[0] == player
    assert json.loads(run.good("-p", name, "list", "--json").splitlines()[0])["player"] == player
    called = {fake.wanted_name: fake for fake in run.fakes}[f"{ROOT}.{player}"]
    for words in (["pause"], ["send", "pause"]):
        called.calls.clear()
        run.good("-p", name, *words)
        assert len(called.called("Pause")) == 1, words
    follower = run.start("follow", "--first", "-p", name)
    follower.wait(lambda: follower.lines, "a line")
    follower.close()
    assert json.loads(follower.lines[0])["player"] == player


def test_a_player_is_first_the_session_that_it_shows(players):
    assert said(players, "-i", "qd")["session"] == "two" and said(players, "-p", "podcast")["session"] == "one"
    assert [line.split()[0] for line in players.good("-p", "podcast", "list").splitlines()] == [
        "podcast", "podcast/two"]


def test_a_whole_name_is_that_of_one_player(bus, run):
    """The first parts of a name mean any instance; a whole bus name means only the player that owns it."""
    run.fakes += [Plain(bus, name).appear() for name in ("qd.remote1", "qd.remote2")]
    whole = ROOT + ".qd"
    assert run.bad("-p", whole, "status") == "No players found"
    assert run.bad("-p", whole, "show").startswith("No players found: -p names none")
    assert run.good("-p", "qd", "metadata", "-f", "{{playerInstance}}") == "qd.remote1\n"
    assert run.good("-i", whole + ".remote1", "-l") == "qd.remote2\n"


def test_a_key_is_no_name(players):
    """A key tells sessions apart within one command's output, and changes with each run, so that it is no name; an id
    is a name."""
    lines = [json.loads(line) for line in players.good("list", "--json").splitlines()]
    assert len({line["key"] for line in lines}) == len(lines) == 4
    for line in lines:
        assert players.bad("-p", line["key"], "show").startswith("No players found: -p names none")
    assert said(players, "-p", "one")["session"] == "one"


def test_a_hidden_session(players):
    """A hidden session is found by its names; playerctl's commands refuse it, because they would drive another
    session."""
    for name in ("podcast/two", "two"):
        assert said(players, "-p", name)["session"] == "two"
        text, advice = players.advised("-p", name, "status")
        assert text == name + " is a session that its player does not show by MPRIS"
        assert advice == f"'nowplaying -p {name} send' drives it, and 'show' shows it."
    assert players.bad("-p", "podcast/three", "show").startswith("No players found: -p names none")
    assert players.bad("-p", "x/two", "status") == "No players found"


def test_both_names_of_one_player(bus, run):
    """VLC owns two MPRIS names, and either one names it."""
    player = Plain(bus, "vlc").appear()
    player.own(ROOT + ".vlc.instance7")
    run.fakes.append(player)
    for name in ("vlc", "vlc.instance7"):
        assert said(run, "-p", name)["player"] == "vlc"
        assert run.good("-p", name, "status") == "Playing\n"
    assert run.bad("-i", "vlc.instance7", "show") == "No players found: -i leaves out all that are there: vlc"
    program = run.start("follow", "-p", "vlc.instance7")
    program.wait(lambda: program.lines, "a line")
    run.fakes.clear()
    player.close()
    program.fakes.clear()
    program.wait(lambda: json.loads(program.lines[-1])["event"] == "removed", "the end")
    program.close()


def test_playerctld_is_the_player_that_it_stands_for(bus, run):
    def listed():
        return run("-l").out.split()
    daemon = run.start(tool="playerctld")
    bus.wait_name(ROOT + ".playerctld")
    for name in ("first", "second"):
        run.fakes.append(Plain(bus, name).appear())
    daemon.fakes = run.fakes
    daemon.wait(lambda: set(listed()) == {"first", "second"}, "playerctld knows them")
    last = listed()[1]
    next(fake for fake in run.fakes if fake.wanted_name.endswith(last)).change(Metadata=("a{sv}", song("Other")))
    daemon.wait(lambda: listed()[0] == last, "the last has changed")
    for words in (["metadata", "--format", "{{title}}"], ["show"]):
        assert run("-p", "playerctld", *words).out.splitlines()[0] == "Other"
    daemon.close()


def test_a_remote_player_is_called_as_on_the_desktop(run, reference):
    name = "Trial Player – Kitchen Speaker + 2"
    player = reference.kitchen.removeprefix(ROOT + ".")
    assert f"player       {player} ({name})\n" in run.good("-p", name, "show")
    assert said(run, "-p", name)["name"] == name and run.good("list").splitlines()[1].startswith(name + "  ")
    assert run.good("-p", name, "status") == "Paused\n"


def test_a_name_that_tells_nothing(bus, run):
    """An application whose id has no letter of ASCII is named by its Identity; two with the same Identity are named by
    their MPRIS names."""
    fakes = [Plain(bus, name) for name in ("_____", "______")]
    for fake, identity in zip(fakes, ("ラジオ", "音楽")):
        fake.faces[ROOT]["Identity"] = Variant("s", identity)
        run.fakes.append(fake.appear())
    assert [line.split()[0] for line in run.good("list").splitlines()] == ["ラジオ", "音楽"]
    assert run.good("list").splitlines()[1].startswith("音楽    playing")
    assert said(run, "-p", "ラジオ")["player"] == "_____" and run.good("-p", "ラジオ", "status") == "Playing\n"
    fakes[1].faces[ROOT]["Identity"] = Variant("s", "ラジオ")
    assert [line.split()[0] for line in run.good("list").splitlines()] == ["_____", "______"]


def test_a_silent_player_is_waited_for_by_nobody_who_has_named_another(bus):
    """A command that waits for the silent player names it on stderr."""
    silent = Plain(bus, "aaa")
    silent.answers[PROPERTIES, "GetAll"] = lambda call: None
    run = Runner(bus, silent.appear(), Plain(bus, "bbb").appear(), Plain(bus, "bbb.c").appear())
    for words in (["show"], ["show", "-a"], ["list"], ["send", "pause"], ["-p", "aaa/x,bbb", "-p", "bbb", "show"]):
        assert run("-p", "bbb", *words).err == "", words
    assert run.bad("-p", "aaa", "show") == "aaa has not answered within 3 seconds"
    done = run("-p", "aaa,bbb", "list")
    assert done.err == "aaa has not answered within 3 seconds\n" and done.out.count("\n") == 2


def test_a_playback_with_two_names(bus, run):
    """Two names of one playback are listed as one session, by the better name; -p and -i take both names."""
    run.fakes += [Plain(bus, name, apart=False, CanGoNext=("b", name == "better")).appear()
                  for name in ("one", "better")]
    assert [line.split()[0] for line in run.good("list").splitlines()] == ["better"]
    both = [json.loads(line) for line in run.good("-p", "one,better", "list", "--json").splitlines()]
    assert [line["player"] for line in both] == ["one", "better"]
    assert [line["twin"] for line in both] == [line["key"] for line in reversed(both)]
    assert [line.split()[0] for line in run.good("-p", "one", "list").splitlines()] == ["one"]
    assert [line.split()[0] for line in run.good("-i", "better", "list").splitlines()] == ["one"]
