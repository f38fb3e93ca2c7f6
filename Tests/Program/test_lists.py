# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Queues and playlists, of our own publisher and of fake players."""

import json

import pytest
from testkit.bus import PLAYLISTS, PROPERTIES, ROOT
from testkit.fakes import Listing, Plain, Playlisting, variants

NAME = ROOT + ".Tester"


@pytest.fixture
def host(bus):
    """Starts a player with our library, which plays the second of three songs."""
    made = bus.host("--schemes=file,https", "--playlists")
    made.session()
    made.ask("queue", "main", "a:One", "b:Two", "c:Three")
    made.ask("playlists", "1:beta:-:-:-:-", "2:Alpha:-:-:-:-", "3:gamma:-:-:-:-")
    made.content(identifier="b", title="Two", artists=["Somebody"], commit=False)
    made.snapshot("PLAYING", 0, commit=False)
    made.commands("PLAY", "PAUSE", "NEXT")
    made.ask("primary", "main", "application")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    bus.wait_for(lambda: client.get("HasTrackList", ROOT), "HasTrackList")
    assert client.get("PlaylistCount", PLAYLISTS) == 3, "they are there when the name is"
    return made


def test_the_queue_of_ours(run, host):
    assert run.good("queue") == "  1  One\n* 2  Two\n  3  Three\n"
    lines = [json.loads(line) for line in run.good("queue", "--json").splitlines()]
    assert [(line["number"], line["present"], line["title"]) for line in lines] == [
        (1, False, "One"), (2, True, "Two"), (3, False, "Three")]
    assert lines[2]["entry"] == "/org/nowplaying/track/1/c" and "id" not in lines[2]


def test_the_length_of_a_queue_of_ours(bus, run, host):
    """The queue has more entries than the hundred that MPRIS shows."""
    for length, last in (500, "of 500 entries"), (100, "100  99"), (2000, "of 2000 entries"):
        host.ask("long_queue", "main", length)
        host.ask("commit", "main")
        bus.wait_for(lambda last=last: run.good("queue").splitlines()[-1].strip() == last, last)


def test_the_queue_of_ours_is_changed(run, host):
    assert run.good("queue", "go-to", "3") == ""
    assert host.wait("queue_go_to")["id"] == "c"
    run.good("queue", "go-to", "/org/nowplaying/track/1/a")
    assert host.wait("queue_go_to", id="a")
    run.good("queue", "remove", "1")
    assert host.wait("queue_remove")["id"] == "a"
    run.good("queue", "add", "https://example.org/new")
    event = host.wait("queue_add")
    assert (event["uri"], event["after"], event["play"]) == ("https://example.org/new", "c", 0)
    run.good("queue", "play", "/etc/../etc/passwd", "1")
    event = host.wait("queue_add", uri="file:///etc/passwd")
    assert (event["after"], event["play"]) == ("a", 1)


def test_the_playlists_of_ours(run, host):
    ids = "/org/nowplaying/playlist/"
    assert run.good("playlists") == f"  Alpha  {ids}2\n  beta  {ids}1\n  gamma  {ids}3\n"
    assert run.good("playlists", "--order=user", "--reverse").splitlines()[0] == f"  gamma  {ids}3"
    host.ask("active_playlist", "1")
    line = [json.loads(line) for line in run.good("playlists", "--json").splitlines()][1]
    assert line["active"] is True and (line["id"], line["name"]) == (ids + "1", "beta")
    assert f"* beta  {ids}1\n" in run.good("playlists")
    run.good("playlists", "activate", "gamma")
    assert host.wait("activate_playlist")["id"] == "3"
    run.good("playlists", "activate", ids + "2")
    assert host.wait("activate_playlist", id="2")


def test_who_has_none(bus, run):
    run.fakes.append(Plain(bus, "plain").appear())
    assert run.advised("queue") == ("The player does not show its queue",
                                    "Few players show their queue to others: "
                                    "'nowplaying list' names the players; -p takes another.")
    text = "The player does not show its playlists"
    assert run.advised("playlists") == (
        text, "Few players show their playlists to others: 'nowplaying list' names the players; -p takes another.")
    assert run.advised("playlists", "--order=user") == (
        text + ", or not in this order", "Without --order the player chooses one that it offers.")
    assert run.bad("-p", "nobody", "queue").startswith("No players found: -p names none")
    assert run.bad("-s", "-p", "nobody", "playlists") == ""
    assert run.bad("-s", "queue") == run.bad("-s", "playlists") == ""


def test_who_has_not_answered_is_there(bus, run):
    silent = Plain(bus, "silent")
    silent.answers[PROPERTIES, "GetAll"] = lambda call: None
    run.fakes.append(silent.appear())
    assert run.bad("queue") == "silent has not answered within 3 seconds"
    assert run.bad("-s", "queue") == ""


def test_words_that_are_wrong(bus, run):
    run.fakes += [Listing(bus, "plain", "One").appear()]
    for words, said in ([["x"], "queue takes no 'x'; it takes go-to, add, play, remove; -p names a player"],
                        [["go-to"], "queue go-to takes an entry"],
                        [["remove", "1", "2"], "queue remove takes an entry"],
                        [["add"], "queue add takes a URI, and an entry to follow"],
                        [["go-to", "2"], "The queue has no entry 2"], [["go-to", "0"], "The queue has no entry 0"],
                        [["add", "/no/song"], "There is no file /no/song"], [["add", "song"], "There is no file song"],
                        [["play", "song/a:b"], "There is no file song/a:b"],
                        [["-F"], "queue takes no --follow"], [["-f", "{{title}}"], "queue takes no --format"]):
        assert run.bad("queue", *words) == said
    run.good("queue", "add", "a:b")
    for words in ["list"], ["show"], ["playlists"], ["send", "play"]:
        assert run.bad("-F", *words) == words[0] + " takes no --follow"
    for words, said in ([["x"], "playlists takes no 'x'; it takes activate; -p names a player"],
                        [["activate"], "playlists activate takes the name of a playlist"],
                        [["--order=x"], "--order is one of: alphabetical, created, modified, played, user"]):
        assert run.bad("playlists", *words) == said


def test_a_queue_that_cannot_be_edited(bus, run):
    player = Listing(bus, "plain", "One").appear()
    player.restate(can_edit=False)
    run.fakes.append(player)
    assert run.advised("queue", "remove", "1") == ("The player does not offer this",
                                                   "The player does not let others change its queue.")
    assert run.good("queue", "go-to", "1") == "" and player.called("GoTo") == [["/track/One"]]


def test_texts_are_clean(bus, run):
    """Control characters, and what turns the direction of writing, reach no terminal, and no pipe either; the end of a
    line is a space."""
    hostile = "a\x1b[31mb\n\u202ec"
    player = Listing(bus, "plain", "One")
    player.songs["/track/One"] |= variants(**{"xesam:title": ("s", hostile), "xesam:artist": ("as", [hostile])})
    run.fakes.append(player.appear())
    clean = "a\ufffd[31mb \ufffdc"
    assert run.good("queue") == f"* 1  {clean} – {clean}  3:20\n"
    shown = run.good("queue", "--json") + run.good("queue", columns=80).replace("\x1b[", "")
    assert not {"\x1b", "\u202e"} & set(shown)
    lists = Playlisting(bus, "lists", hostile)
    lists.lists = {"/list/x": hostile}
    run.fakes.append(lists.appear())
    assert run.good("-p", "lists", "playlists") == f"  {clean}  /list/x\n"
    assert json.loads(run.good("-p", "lists", "playlists", "--json"))["name"] == hostile


def test_an_entry_without_a_title(bus, run):
    player = Listing(bus, "plain", "One", "Two", "Three")
    addresses = {"/track/One": "file:///music/the%20one.ogg", "/track/Two": "https://example.org/two"}
    player.songs = {track: variants(**{"mpris:trackid": ("o", track), "xesam:url": ("s", address)})
                    for track, address in addresses.items()} | {"/track/Three": {}}
    player.restate()
    run.fakes.append(player.appear())
    assert run.good("queue") == "* 1  the one.ogg\n  2  https://example.org/two\n  3  /track/Three\n"


def test_a_long_queue(bus, run):
    run.fakes.append(Listing(bus, "plain", *(str(number) for number in range(1500))).appear())
    lines = run.good("queue").splitlines()
    assert len(lines) == 1001 and lines[-1] == "of 1500 entries" and lines[0] == "     1  0 – Somebody  3:20"


def test_list_and_follow_ask_for_no_queue(bus, run):
    player = Listing(bus, "plain", "One").appear()
    run.fakes.append(player)
    run.good("list")
    program = run.start("follow")
    program.wait(lambda: program.lines, "a line")
    program.close()
    asked = {call.body[0] for call in player.calls if call.member == "GetAll"}
    assert asked == {ROOT, ROOT + ".Player"} and player.asked() == (0, [])
