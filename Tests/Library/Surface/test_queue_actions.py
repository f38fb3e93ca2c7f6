# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Actions on a queue: to go to an entry, to add one, to take one out; and its length."""

import pytest
from testkit.bus import PLAYER
from testkit.fakes import TRACK_LIST, Listing, Whole, song, variants
from testkit.mpris_types import NO_TRACK
from test_queue import QUEUE, start


@pytest.mark.parametrize("count", [3, 1500, 0])
@pytest.mark.parametrize("is_followed", [True, False])
def test_at_the_end(bus, make_shown, count, is_followed):
    """This works when the end is not known, and for a queue that is not followed."""
    player = Listing(bus, "plain", *(str(number) for number in range(count)))
    shown = make_shown(player.appear())
    view = shown.find(display_name="plain")
    if is_followed:
        shown.with_queue(view)
    assert shown.add(view, "file:///new", "/").wait().status == "OK"
    assert player.called("AddTrack") == [["file:///new", f"/track/{count - 1}" if count else NO_TRACK, False]]


def test_at_the_end_of_a_queue_that_is_none(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    shown.follow_queue(view, 0).wait()
    player.sent = "as", ["x"]
    player.restate()
    assert shown.add(view, "file:///new", "/").wait().status == "NOT_SUPPORTED"
    player.faces.pop(TRACK_LIST)
    assert shown.add(view, "file:///new", "/").wait().status == "NOT_SUPPORTED" and not player.called("AddTrack")


def test_at_the_end_of_a_queue_of_org_nowplaying(bus, make_shown):
    """The player shows a part of its queue; "no track" stands for the end of the whole queue."""
    player = Whole(bus, "whole")
    player.session("a")
    player.answers[TRACK_LIST, "AddTrack"] = lambda call: ("", [])
    shown = make_shown(player.appear())
    assert shown.add(shown.find(session_id="a"), "file:///new", "/").wait().status == "OK"
    assert player.called("AddTrack") == [["file:///new", "/", False]]


def test_what_is_not_in_the_queue(bus, make_shown):
    """Players report nothing about it. In a queue of which only a part is known, the entry may exist nevertheless."""
    player, shown, view = start(bus, make_shown)
    for outcome in shown.go_to(view, "/no"), shown.remove(view, "/no"), shown.add(view, "x:y", "/no"):
        assert outcome.wait().status == "NO_SUCH_CONTENT"
    assert shown.follow_queue(view, 0).wait().status == "OK"
    assert shown.go_to(view, "/no").wait().status == "OK"
    player.songs = {f"/track/{number}": song(str(number)) for number in range(1500)}
    player.restate()
    shown.with_queue(view)
    assert shown.go_to(view, "/track/1400").wait().status == "OK"
    assert player.called("GoTo") == [["/no"], ["/track/1400"]] and not player.called("AddTrack")


def test_a_queue_that_cannot_be_edited(bus, make_shown):
    player = Listing(bus, "plain", "One")
    player.restate(can_edit=False)
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="plain"))
    assert shown.add(view, "x:y").wait().status == shown.remove(view, "/track/One").wait().status == "NOT_SUPPORTED"
    assert shown.go_to(view, "/track/One").wait().status == "OK"
    assert not player.called("AddTrack") + player.called("RemoveTrack")


def test_the_queue_of_a_session_that_mpris_does_not_show(bus, make_shown):
    player = Whole(bus, "whole")
    player.session("a", ApplicationPrimary=("b", False))
    player.answers[TRACK_LIST, "GoTo"] = lambda call: ("", [])
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    assert shown.go_to(view, "/track/One").wait().status == "NOT_SUPPORTED"
    player.change("a", ApplicationPrimary=("b", True))
    shown.wait_for(view, lambda view: view.primary)
    # The present state counts, and not that of an earlier session.
    assert shown.go_to(view, "/track/One").wait().status == "OK" and player.called("GoTo") == [["/track/One"]]


@pytest.mark.parametrize("wrong", ["", "x", "/a/", "//a", "/a//b", "/a-b", "/é", "/" + "x" * 1024])
def test_ids_that_are_no_paths(bus, make_shown, wrong):
    player, shown, view = start(bus, make_shown)
    for begin in shown.go_to, shown.remove, shown.activate, lambda view, wrong: shown.add(view, "x:y", wrong or "x"):
        with pytest.raises(AssertionError, match="an id is not an object path"):
            begin(view, wrong)
    shown.settle(player)
    assert not player.called("GoTo")
    assert shown.go_to(view, "/").wait().status == "NO_SUCH_CONTENT"


def test_the_length_is_the_players_own(bus, make_shown):
    """A player of org.nowplaying says the whole length, whatever part MPRIS shows; it counts as no less than that
    part."""
    player = Whole(bus, "whole")
    player.session("a", QueueLength=("u", 500))
    listing = Listing(bus, "whole", "One", "Two")
    player.faces |= {TRACK_LIST: listing.faces[TRACK_LIST], PLAYER: variants(Metadata=("a{sv}", song("Two")))}
    player.answers |= {key: answer for key, answer in listing.answers.items() if key[0] == TRACK_LIST}
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(session_id="a"))
    assert (view.queue.count, view.queue.total) == (2, 500)
    for length, total in (("u", 7), 7), (("s", "8"), 7), (("u", 2**32 - 1), 2**32 - 1), (("u", 1), 2), (("u", 0), 2):
        player.change("a", QueueLength=length)
        shown.settle(player)
        assert shown.again(view).queue.total == total
    assert shown.again(view).changes == QUEUE
    listing.close()
