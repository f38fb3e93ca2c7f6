# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players of MPRIS alone that do not emit all changes: these are read after each of their signals, and after each
command that they have carried out, and the position once more when the player has had time to move."""

import time

import pytest
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import Plain, Whole, content, song, variants
from testkit.wire import Variant

TOLD = {"status": {"PlaybackStatus": ("s", "Paused")}, "metadata": {"Metadata": ("a{sv}", song("Two"))},
        "the same again": {"Metadata": ("a{sv}", song("One")), "PlaybackStatus": ("s", "Playing")}}
UNTOLD = {
    "CanPlay": ({"CanPlay": ("b", False)}, lambda view: not view.command("PLAY").enabled),
    "CanPause": ({"CanPause": ("b", False)}, lambda view: not view.command("PAUSE").enabled),
    "CanGoNext": ({"CanGoNext": ("b", False)}, lambda view: not view.command("NEXT").enabled),
    "CanGoPrevious": ({"CanGoPrevious": ("b", False)}, lambda view: not view.command("PREVIOUS").enabled),
    "CanSeek": ({"CanSeek": ("b", False)}, lambda view: view.command("SKIP_FORWARD", 1) is None),
    "MaximumRate": ({"MaximumRate": ("d", 2.0)}, lambda view: view.command("CHANGE_RATE")),
    "LoopStatus": ({"LoopStatus": ("s", "Track")}, lambda view: view.command("CHANGE_REPEAT_MODE").current == 1),
    "Volume": ({"Volume": ("d", 0.5)}, lambda view: view.volume == 0.5),
    "Position": ({"Position": ("x", 70_500_000)}, lambda view: 70 < view.position() < 80)}


def start(bus, make_shown, **properties):
    player = Plain(bus, "plain", LoopStatus=("s", "None"), **properties).appear()
    shown = make_shown(player)
    view = shown.find(display_name="plain")
    shown.settle(player)
    return player, shown, view


@pytest.mark.parametrize("untold, is_seen", UNTOLD.values(), ids=UNTOLD)
@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
def test_what_is_told_beside_it(bus, make_shown, told, untold, is_seen):
    player, shown, view = start(bus, make_shown)
    player.faces[PLAYER].update(variants(**untold))
    player.change(**told)
    shown.wait_for(view, is_seen)
    shown.settle(player)
    assert player.questions() == 1


def test_nothing_is_asked_beside_the_rest(bus, make_shown):
    player, shown, _ = start(bus, make_shown, PlaybackStatus=("s", "Paused"))
    later(shown, player, 1)
    for told in {"Volume": ("d", 0.5)}, {"CanPlay": ("b", False)}, {"Shuffle": ("b", True)}:
        player.change(**told)
        shown.settle(player)
    player.tell(PATH, PLAYER, "Seeked", "x", 9_000_000)
    shown.settle(player)
    assert player.questions() == 1


def test_players_of_org_nowplaying_are_not_asked(bus, make_shown):
    """These players emit everything."""
    player = Whole(bus, "whole")
    player.session("a")
    player.faces[PLAYER] = Plain(bus, "unused").faces[PLAYER]
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    shown.settle(player)
    before = len(player.called("GetAll"))
    for title in "ab":
        player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song(title)), PlaybackStatus=("s", "Paused"))
        player.change("a", Content=content(title))
        shown.wait_for(view, lambda view, title=title: view.lines[0] == title)
    shown.settle(player)
    assert len(player.called("GetAll")) == before


def test_many_in_one_turn_are_one_question(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    for number in range(20):
        player.change(PlaybackStatus=("s", ("Playing", "Paused")[number % 2]))
        player.change(Metadata=("a{sv}", song(str(number))))
    shown.wait_for(view, lambda view: view.lines[0] == "19" and view.state == "paused")
    shown.settle(player)
    assert 1 <= player.questions() <= 20


def test_an_answer_that_is_behind_what_was_told(bus, make_shown):
    """Some players emit a signal before their getters have the new value."""
    player, shown, view = start(bus, make_shown)
    player.faces[PLAYER]["CanPlay"] = Variant("b", False)
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Two")), PlaybackStatus=("s", "Paused"))
    view = shown.wait_for(view, lambda view: not view.command("PLAY").enabled)
    assert (view.lines[0], view.state) == ("Two", "paused")
    # A value that no signal has is taken from the answer.
    player.tell_changed(PATH, PLAYER, PlaybackStatus=("s", "Paused"))
    shown.wait_for(view, lambda view: view.lines[0] == "One" and view.state == "paused")


@pytest.mark.parametrize("told", [("One",), ("One", "One"), ("Two", "One")])
def test_a_song_that_begins_again(bus, make_shown, told):
    """The song begins again without Seeked, with the same id."""
    player, shown, view = start(bus, make_shown, Position=("x", 100_000_000))
    player.faces[PLAYER]["Position"] = Variant("x", 0)
    for title in told:
        player.change(Metadata=("a{sv}", song(title)))
    shown.wait_for(view, lambda view: view.position() < 60 and view.lines[0] == "One")


def later(shown, player, questions):
    """Waits until the player has been asked so often."""
    shown.wait(lambda: player.questions() == questions, "a question")
    shown.settle(player)


@pytest.mark.parametrize("status", ["Playing", "Paused"])
def test_a_player_that_is_starting(bus, make_shown, status):
    """Some players have their name before their song, or its position, and tell neither."""
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", status), Position=("x", 0))
    player.faces[PLAYER].update(variants(Metadata=("a{sv}", song("Two")), Position=("x", 70_000_000)))
    shown.wait_for(view, lambda view: view.lines[0] == "Two" and 69 < view.position() < 80)
    assert player.questions() == 1


def test_a_player_that_waits_for_data(bus, make_shown):
    """It plays, as it says, and stands still: it is asked until it moves, at last after seven seconds."""
    player, shown, view = start(bus, make_shown, Position=("x", 90_000_000))
    player.faces[PLAYER]["Position"] = Variant("x", 0)
    player.change(Metadata=("a{sv}", song("Two")))
    later(shown, player, 2)
    # It is shown as it says, and not put back to where it was a second ago.
    assert 0.9 < shown.again(view).position() < 20
    player.faces[PLAYER]["Position"] = Variant("x", 300_000)
    later(shown, player, 3)
    assert shown.again(view).position() < 1.5


def test_a_pause_where_the_position_never_moves(bus, make_shown):
    player, shown, view = start(bus, make_shown, Position=("x", 0))
    later(shown, player, 2)
    player.change(PlaybackStatus=("s", "Paused"))
    later(shown, player, 4)
    view = shown.again(view)
    assert view.state == "paused" and view.position() > 2.5


@pytest.mark.long
def test_a_position_that_never_moves(bus, make_shown):
    player, shown, view = start(bus, make_shown, Position=("x", 0))
    begun = time.monotonic()
    later(shown, player, 3)
    assert time.monotonic() - begun > 6 and shown.again(view).position() > 6


@pytest.mark.parametrize("status", ["Playing", "Paused"])
def test_a_seek_that_is_told_with_the_old_position(bus, make_shown, status):
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", status), Position=("x", 5_000_000))
    player.tell(PATH, PLAYER, "Seeked", "x", 5_000_000)
    player.faces[PLAYER]["Position"] = Variant("x", 70_000_000)
    shown.wait_for(view, lambda view: 69 < view.position() < 80)
    later(shown, player, 1)


def test_a_seek_that_is_told_before_the_player_has_moved(bus, make_shown):
    """The position is not asked for at once."""
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", "Paused"))
    player.tell(PATH, PLAYER, "Seeked", "x", 70_000_000)
    shown.wait_for(view, lambda view: view.position() == 70)
    player.faces[PLAYER]["Position"] = Variant("x", 70_000_000)
    later(shown, player, 1)
    view = shown.again(view)
    assert view.position() == 70 and view.changes == 4


def test_a_song_that_is_told_before_it_has_begun(bus, make_shown):
    """Some browsers have one track id for all songs, and the old position for a moment."""
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", "Paused"), Position=("x", 50_000_000))
    player.change(Metadata=("a{sv}", song("Two")))
    view = shown.wait_for(view, lambda view: view.lines[0] == "Two" and view.position() == 50)
    player.faces[PLAYER]["Position"] = Variant("x", 0)
    view = shown.wait_for(view, lambda view: view.position() == 0)
    assert view.lines[0] == "Two"
    later(shown, player, 2)


def test_a_getter_that_stays_behind_changes_nothing(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Two")), PlaybackStatus=("s", "Paused"))
    later(shown, player, 2)
    view = shown.again(view)
    assert (view.lines[0], view.state) == ("Two", "paused")


def test_an_answer_that_comes_late_is_taken(bus, make_shown):
    """It has what no signal has told, and no other question is asked meanwhile."""
    player, shown, view = start(bus, make_shown)
    held, answer = [], player.answers[PROPERTIES, "GetAll"]
    player.answers[PROPERTIES, "GetAll"] = held.append
    player.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, {}, ["Metadata"])
    end = time.monotonic() + 1.5
    shown.wait(lambda: held and time.monotonic() > end, "the time of a second question")
    assert len(held) == 1
    player.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("Two"))
    player.answers[PROPERTIES, "GetAll"] = answer
    player.answer(held[0])
    shown.wait_for(view, lambda view: view.lines[0] == "Two")


def obey(player, member, **values):
    """Has the player change these properties at a call, without emitting them."""
    def answer(_):
        player.faces[PLAYER].update(variants(**values))
        return "", []
    player.answers[PLAYER, member] = answer


COMMANDS = {
    "previous": ("PREVIOUS", {}, "Previous", {"Position": ("x", 0)}, lambda view: view.position() < 40),
    "next": ("NEXT", {}, "Next", {"Metadata": ("a{sv}", song("Two"))}, lambda view: view.lines[0] == "Two"),
    "pause": ("PAUSE", {}, "Pause", {"PlaybackStatus": ("s", "Paused")}, lambda view: view.state == "paused"),
    "position": ("SEEK_TO_POSITION", {"time_us": 90_000_000}, "SetPosition", {"Position": ("x", 90_000_000)},
                 lambda view: 89 < view.position() < 100),
    "skip": ("SKIP_FORWARD", {"time_us": 30_000_000}, "Seek", {"Position": ("x", 80_000_000)},
             lambda view: 79 < view.position() < 90)}


@pytest.mark.parametrize("case", COMMANDS)
def test_what_a_command_changes(bus, make_shown, case):
    """Some players emit no Seeked, others nothing at all, when they have done what was asked."""
    name, arguments, member, changed, is_seen = COMMANDS[case]
    player, shown, view = start(bus, make_shown, Position=("x", 50_000_000))
    obey(player, member, **changed)
    assert shown.send(view, name, **arguments).wait().status == "OK"
    shown.wait_for(view, is_seen)
    assert player.questions() <= 2


@pytest.mark.parametrize("name, value, is_seen", [
    ("LoopStatus", ("s", "Track"), lambda view: view.command("CHANGE_REPEAT_MODE").current == 1),
    ("Volume", ("d", 0.75), lambda view: view.volume == 0.75)])
def test_a_property_that_is_set(bus, make_shown, name, value, is_seen):
    player, shown, view = start(bus, make_shown, Volume=("d", 0.5))

    def put(_):
        player.faces[PLAYER][name] = Variant(*value)
        return "", []
    player.answers[PROPERTIES, "Set"] = put
    if name == "Volume":
        shown.set_volume(view, 0.75)
    else:
        shown.send(view, "CHANGE_REPEAT_MODE", mode=1)
    shown.wait_for(view, is_seen)


def test_a_seek_that_is_asked_for_and_told_before_the_player_has_moved(bus, make_shown):
    """The answer to the command asks for nothing at once, because the player has just emitted Seeked."""
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", "Paused"))

    def seek(_):
        player.tell(PATH, PLAYER, "Seeked", "x", 70_000_000)
        return "", []
    player.answers[PLAYER, "SetPosition"] = seek
    shown.send(view, "SEEK_TO_POSITION", time_us=70_000_000).wait()
    assert shown.again(view).position() == 70 and player.questions() == 0
    player.faces[PLAYER]["Position"] = Variant("x", 70_000_000)
    later(shown, player, 1)
    assert shown.again(view).position() == 70


def test_a_command_that_fails_asks_nothing(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.answers[PLAYER, "Next"] = lambda call: "org.example.Error.Broken"
    assert shown.send(view, "NEXT").wait().status == "COMMAND_FAILED"
    shown.settle(player)
    assert player.questions() == 0


@pytest.mark.parametrize("value", [("s", "Paused"), None])
def test_what_is_told_on_another_interface(bus, make_shown, value):
    """Some libraries emit the changes of the player on the interface of the application."""
    player, shown, view = start(bus, make_shown)
    changed = {"Metadata": ("a{sv}", song("Two")), **({"PlaybackStatus": value} if value else {})}
    player.faces[PLAYER].update(variants(**changed))
    player.tell_changed(PATH, ROOT, **changed)
    view = shown.wait_for(view, lambda view: view.lines[0] == "Two")
    assert view.state == ("paused" if value else "playing")


@pytest.mark.parametrize("by", ["signals", "commands"])
def test_what_never_rests_for_a_second(bus, make_shown, by):
    """A player that goes on telling, or is asked for more and more, is looked at all the same."""
    player, shown, view = start(bus, make_shown)
    count = 0

    def more():
        nonlocal count
        count += 1
        player.faces[PLAYER].update(variants(Volume=("d", count / 100), Metadata=("a{sv}", song(str(count)))))
        if by == "signals":
            player.tell_changed(PATH, ROOT, PlaybackStatus=("s", "Playing"))
        else:
            shown.send(view, "NEXT").wait()
        shown.settle(player)

    def number():
        return int(shown.again(view).lines[0])
    more()
    shown.wait_for(view, lambda view: view.lines[0] == "1")
    begin = pause = time.monotonic()
    while time.monotonic() < begin + 5 and number() == 1:
        if time.monotonic() > pause + 0.2:
            pause = time.monotonic()
            more()
        shown.settle(player)
    assert 1 < number() < count + 1
    shown.wait_for(view, lambda view: (view.lines[0], view.volume) == (str(count), count / 100))
    assert player.questions() <= 4


def test_a_command_before_and_after_a_second(bus, make_shown):
    """Play and pause within a second: a player that emits nothing has the state of the last one."""
    player, shown, view = start(bus, make_shown)
    for member, status in ("Pause", "Paused"), ("Play", "Playing"):
        obey(player, member, PlaybackStatus=("s", status))
    shown.send(view, "PAUSE").wait()
    shown.wait_for(view, lambda view: view.state == "paused")
    shown.send(view, "PLAY").wait()
    shown.wait_for(view, lambda view: view.state == "playing")


def test_what_is_told_and_not_got_after_a_command(bus, make_shown):
    """A getter that stays behind a signal changes nothing, even if a command was sent at that time."""
    player, shown, view = start(bus, make_shown)

    def go_on(_):
        player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Two")), PlaybackStatus=("s", "Paused"))
        return "", []
    player.answers[PLAYER, "Next"] = go_on
    shown.send(view, "NEXT").wait()
    later(shown, player, 2)
    view = shown.again(view)
    assert (view.lines[0], view.state) == ("Two", "paused")
