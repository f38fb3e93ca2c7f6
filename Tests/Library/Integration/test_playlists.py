# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The playlists of an app, by MPRIS's Playlists."""

from testkit.bus import NAME, PLAYLISTS, ROOT
from testkit.desktop import wait_until
from testkit.wire import ERROR

# Id, name, icon, and when it was made, changed and played.
THREE = ["1:beta:-:-:-:-", "2:Alpha:-:-:-:-", "3:gamma:-:-:-:-"]


def publish(bus, *lists, options=()):
    host = bus.host("--playlists", *options)
    if lists:
        host.ask("playlists", *lists)
    host.publish()
    bus.wait_name(NAME)
    return host, bus.client(NAME)


def playlist(number):
    return f"/org/nowplaying/playlist/{number}"


def listed(client, order="User", index=0, count=100, is_reversed=False):
    """Returns the names of playlists."""
    found, = client.do("GetPlaylists", "uusb", index, count, order, is_reversed, interface=PLAYLISTS)
    return [name for _, name, _ in found]


def test_playlists_are_listed(bus):
    host, client = publish(bus, "1:beta:-:30:-:-", "2:Alpha:-:10:-:5", "3:gamma:-:20:-:-")
    everything = {name: variant.value for name, variant in client.get_all(PLAYLISTS).items()}
    assert everything == {"PlaylistCount": 3, "ActivePlaylist": (False, ("/", "", "")),
                          "Orderings": ["Alphabetical", "Created", "Played", "User"]}
    assert listed(client) == ["beta", "Alpha", "gamma"]
    assert listed(client, "Alphabetical") == ["Alpha", "beta", "gamma"]
    assert listed(client, "Created") == ["Alpha", "gamma", "beta"]
    assert listed(client, "Created", is_reversed=True) == ["beta", "gamma", "Alpha"]
    # The specification's text calls the values so.
    assert listed(client, "CreationDate") == listed(client, "Created")
    assert listed(client, "UserDefined") == listed(client)
    # Playlists without a date come last, in their order.
    assert listed(client, "Played") == ["Alpha", "beta", "gamma"]
    assert listed(client, "User", 1, 1) == ["Alpha"]
    assert listed(client, "User", 1, 2**32 - 1) == ["Alpha", "gamma"]
    assert listed(client, "User", 3) == listed(client, "User", 2**32 - 1) == []
    assert listed(client, "User", 0, 0) == []


def test_paths_of_the_players_own_stay(bus):
    """Scripts know a player's own paths. Ids that are no paths, and paths below those of MPRIS and of the library, get
    other paths."""
    own = "/org/gnome/GnomeMusic/Playlist/MOST_PLAYED"
    others = ["/org/mpris/a", "/org/nowplaying/playlist/1", "/a/", "/a-b", "/", "7"]
    host, client = publish(bus, *(f"{path}:L:-:-:-:-" for path in [own, *others]))
    found, = client.do("GetPlaylists", "uusb", 0, 100, "User", False, interface=PLAYLISTS)
    paths = [path for path, _, _ in found]
    assert paths[0] == own and len(set(paths)) == 7
    assert all(path.startswith("/org/nowplaying/playlist/") and path not in others for path in paths[1:])
    for path, given in zip(paths, [own, *others]):
        start = len(host.events)
        client.do("ActivatePlaylist", "o", path, interface=PLAYLISTS)
        assert host.wait("activate_playlist", start)["id"] == given


def test_they_are_there_with_the_name(bus):
    """Some clients read everything at the moment when the name appears, and never again."""
    watcher = bus.client(NAME)
    watcher.bus("AddMatch", "s", f"type='signal',member='NameOwnerChanged',arg0='{NAME}'")
    host = bus.host("--playlists")
    host.ask("playlists", *THREE)
    host.ask("active_playlist", "2")
    start = bus.mark()
    host.publish()
    watcher.wait_signal(lambda m: m.member == "NameOwnerChanged")
    found = watcher.get_all(PLAYLISTS)
    assert found["PlaylistCount"].value == 3 and found["ActivePlaylist"].value[0] is True
    assert listed(watcher) == ["beta", "Alpha", "gamma"]
    # A client that read the playlists at once gets no signal about them.
    host.ask("playlists", "4:delta:-:-:-:-")
    bus.wait_changed(start, "PlaylistCount", lambda value: value == 1)
    changes = [m.body[1] for m in bus.since(start) if m.member == "PropertiesChanged" and m.body[0] == PLAYLISTS]
    assert [change["PlaylistCount"].value for change in changes] == [1]


def test_rule_14_playerctld_does_not_find_them_at_once(bus, playerctld):
    """If playerctld found Playlists at once, it would not make the player active."""
    owner = bus.owner(ROOT + ".playerctld")
    start = bus.mark()
    publish(bus, *THREE)
    bus.find(lambda m: m.sender == owner and m.body == [PLAYLISTS], start, what="question of playerctld")
    bus.wait_for(lambda: playerctld.names() == [NAME], "playerctld knows the player")
    questions = [m.serial for m in bus.since(start) if m.sender == owner and m.body == [PLAYLISTS]]
    answers = [m for m in bus.since(start) if m.destination == owner and m.reply_serial in questions]
    assert [(m.type, m.error_name) for m in answers] == [(ERROR, "org.freedesktop.DBus.Error.UnknownInterface")]


def test_what_has_changed_is_sent(bus):
    host, client = publish(bus, *THREE)
    host.ask("active_playlist", "3")
    bus.wait_for(lambda: client.get("ActivePlaylist", PLAYLISTS)[0], "the active playlist")
    start = bus.mark()
    host.ask("playlists", "2:Alpha:-:-:-:-", "3:delta:-:-:-:-")
    bus.wait_changed(start, "PlaylistCount", lambda value: value == 2)
    said = [(m.member, m.body) for m in bus.since(start) if m.interface == PLAYLISTS]
    assert said == [("PlaylistChanged", [(playlist(3), "delta", "")])]
    assert client.get("ActivePlaylist", PLAYLISTS) == (True, (playlist(3), "delta", ""))


def test_what_a_client_has_read_is_corrected(bus):
    """A client that reads between two signals believes what it has read, until a signal says otherwise: also when the
    playlists are those again that everybody knows."""
    host, client = publish(bus, *THREE)
    start = bus.mark()
    host.ask("playlists", *THREE[:2])
    bus.wait_changed(start, "PlaylistCount", lambda value: value == 2)
    # The next signal comes 50 ms later at the earliest.
    start = bus.mark()
    host.ask("playlists", *THREE[:1])
    wait_until("the client reads one playlist", lambda: client.get("PlaylistCount", PLAYLISTS) == 1)
    host.ask("playlists", *THREE[:2])
    bus.wait_changed(start, "PlaylistCount", lambda value: value == 2)


def test_one_that_is_not_there(bus):
    host, client = publish(bus, *THREE)
    for path in (playlist(9), "/", "/org/nowplaying/track/1/2"):
        serial = client.start_do("ActivatePlaylist", "o", path, interface=PLAYLISTS)
        assert "InvalidArgs" in client.refused(serial).name
    assert not host.seen("activate_playlist")


def test_unknown_order_is_refused(bus):
    host, client = publish(bus, *THREE)
    serial = client.start_do("GetPlaylists", "uusb", 0, 9, "Random", False, interface=PLAYLISTS)
    assert "InvalidArgs" in client.refused(serial).name


def test_they_survive_the_bus(bus):
    host, client = publish(bus, *THREE)
    client.close()
    host.may_lose_bus = True
    bus.kill()
    host.ask("active_playlist", "1")
    bus.start()
    bus.wait_name(NAME)
    assert bus.client(NAME).get("ActivePlaylist", PLAYLISTS) == (True, (playlist(1), "beta", ""))
