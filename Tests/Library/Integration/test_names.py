# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Connections, names, identity: rules 1, 2, 3, 10 and 14, and what other owners of names do to us."""

import re

import pytest

from lab.other_process import boxed_root
from testkit.bus import NAME, PATH, PLAYER, ROOT, is_changed
from testkit.checker import TOKEN
from testkit.host import C
from testkit.proxy import Proxy
from testkit.mpris_types import SPECIFIED
from testkit.wire import BUS, BUS_NAME, SIGNAL, DBusError, Message, Variant
from test_log import said

# The properties of a player that a signal can have.
CHANGING = set(SPECIFIED[PLAYER]) - {"Position", "CanControl"}
FLATPAK = "org.example.Boxed"
FLATPAK_MAY_OWN = [("deny", ""), ("allow", f"{ROOT}.{FLATPAK}")]
SNAP_MAY_OWN = [("deny", ""), ("allow", f"{ROOT}.boxed-snap")]


def published(bus, *options, title="First", **arguments):
    """Starts a host that is shown. Returns the host and its name, which is the new name on the bus."""
    before = set(bus.names())
    host = bus.host(*options, **arguments)
    host.publish(title=title)
    return host, bus.wait_for(lambda: next(iter(set(bus.names()) - before), None), "a new name")


def connections(bus, pid):
    ask = bus.pinger.bus
    found = []
    for name in ask("ListNames")[0]:
        try:
            if name.startswith(":") and ask("GetConnectionUnixProcessID", "s", name)[0] == pid:
                found.append(name)
        except DBusError:
            pass  # gone between the two calls
    return found


def test_rule_01_one_connection_one_name(bus):
    host = bus.player(session="one", title="One")
    owner = bus.owner(NAME)
    host.publish("two", title="Two")
    bus.wait_for(lambda: bus.client(NAME).metadata()["xesam:title"] == "Two", "the second session is shown")
    assert bus.names() == [NAME]
    assert bus.owner(NAME) == owner
    assert connections(bus, host.pid) == [owner]


def test_a_name_that_scripts_know(bus):
    """playerctl takes a name with a dot as a whole, and the part before as the player's name."""
    name = f"{ROOT}.org.gnome.Music"
    host = bus.host("--bus-name=org.gnome.Music")
    host.publish(title="Known")
    bus.wait_name(name)
    bus.wait_for(lambda: host.ask("bus_name")["text"] == name, "the name told by the library")
    assert not host.seen("log", level=C.LOG_WARNING)
    assert bus.playerctl("-l") == "org.gnome.Music"
    assert bus.playerctl("-p", "org.gnome.Music", "metadata", "title") == "Known"
    assert bus.playerctl("-p", "org", "metadata", "--format", "{{playerName}} {{playerInstance}}") == (
        "org org.gnome.Music")
    other, second = published(bus, "--bus-name=org.gnome.Music")
    assert re.fullmatch(re.escape(name) + r"\.instance\d{9}", second)
    other.close()
    third, named = published(bus, "--bus-name=a-b_C.D2", "--instance=office")
    assert named == f"{ROOT}.a-b_C.D2.office"
    third.close()


def test_rule_03_a_name_of_its_own_in_a_sandbox(make_bus):
    """The manifest of a Flatpak allows this name."""
    bus = make_bus([("deny", ""), ("allow", f"{ROOT}.org.gnome.Music")]).start()
    box = {"FLATPAK_ID": FLATPAK, "XDG_CACHE_HOME": bus.directory + "/cache"}
    _, name = published(bus, "--bus-name=org.gnome.Music", environment=box)
    assert name == f"{ROOT}.org.gnome.Music"


def test_rule_02_filled_before_the_name(bus):
    """Clients read everything in the moment in which the name appears, and some never again."""
    watcher = bus.client(NAME)
    watcher.bus("AddMatch", "s", f"type='signal',member='NameOwnerChanged',arg0='{NAME}'")
    start = bus.mark()
    host = bus.host("--name=Test Player")
    host.publish(title="At once", elapsed=5_000_000)
    watcher.wait_signal(lambda m: m.member == "NameOwnerChanged")
    player, root = watcher.get_all(), watcher.get_all(ROOT)
    assert player["Metadata"].value["xesam:title"].value == "At once"
    assert player["PlaybackStatus"].value == "Playing"
    assert player["Position"].value >= 5_000_000
    assert player["CanPlay"].value and player["CanGoNext"].value
    assert root["Identity"].value == "Test Player"
    # Clients that only listen get the whole state in one signal, and a position that is not 0.
    bus.wait_name(NAME)
    whole, position = bus.signals(start)
    assert set(whole) == CHANGING and whole["Metadata"]["xesam:title"].value == "At once" and position >= 5_000_000
    host.close()
    bus.wait_name(NAME, present=False)
    assert bus.signals(start)[2:] == [{"PlaybackStatus": "Stopped"}]


@pytest.mark.parametrize("ends", ["free", "free_app", "nothing", "close"])
def test_rule_02_says_stopped_before_the_name_goes(bus, host, ends):
    """A listener that keeps where an item was left, as that of gPodder, hears of the end."""
    start = bus.mark()
    if ends == "nothing":
        host.nothing()
    elif ends == "close":
        host.close()
    else:
        host.ask(*([ends, "main"] if ends == "free" else [ends]))
    gone = bus.find(lambda m: m.member == "NameOwnerChanged" and m.body[0] == NAME and not m.body[2], start)
    stopped = bus.find(lambda m: is_changed(m) and m.body[1] == {"PlaybackStatus": Variant("s", "Stopped")}, start)
    assert stopped < gone and len(bus.signals(start)) == 1


def test_rule_02_a_stopped_player_says_nothing_more(bus):
    host = bus.player(state="STOPPED")
    start = bus.mark()
    host.close()
    bus.wait_name(NAME, present=False)
    assert bus.signals(start) == []


def test_rule_02_taken_name_is_not_queued_for(bus):
    taker = bus.client()
    taker.request_name(NAME, 0)
    _, name = published(bus)
    assert re.fullmatch(re.escape(NAME) + r"\.instance\d{9}", name)
    assert taker.bus("ListQueuedOwners", "s", NAME)[0] == [taker.name]
    taker.close()
    bus.wait_name(NAME, present=False)
    assert bus.names() == [name]
    assert bus.playerctl("metadata", "title") == "First"


def test_rule_02_second_instance(bus):
    first, name_of_first = published(bus, title="One")
    _, name_of_second = published(bus, title="Two")
    _, name_of_third = published(bus, title="Three")
    assert name_of_first == NAME
    assert len({name_of_first, name_of_second, name_of_third}) == 3
    listed = bus.playerctl("--list-all").split()
    assert sorted(listed) == sorted(name[len(ROOT) + 1:] for name in (NAME, name_of_second, name_of_third))
    assert {bus.playerctl("-p", player, "metadata", "title") for player in listed} == {"One", "Two", "Three"}
    first.kill()
    bus.wait_name(NAME, present=False)
    assert bus.names() == sorted([name_of_second, name_of_third])


@pytest.mark.parametrize("application_id, last", [
    ("org.example.Player", "Player"), ("player", "player"), ("org.example.9lives", "_9lives"),
    ("org.example.My Player!", "My_Player_"), ("org.example.Ünï", None), ("org.example.", None),
    ("org.example." + "x" * 600, None)])
def test_rule_03_legal_dot_free_names(bus, application_id, last):
    _, name = published(bus, f"--id={application_id}")
    element = name[len(ROOT) + 1:]
    assert BUS_NAME.fullmatch(name) and len(name) <= 255
    assert "." not in element
    assert last is None or element == last
    assert bus.playerctl("--list-all") == element


def test_rule_03_no_pid_in_the_name(bus):
    """All process ids are 2 in a Flatpak."""
    taker = bus.client()
    taker.request_name(NAME)
    names = set()
    for _ in range(2):
        host, name = published(bus)
        last = name.removeprefix(NAME + ".instance")
        assert last != str(host.pid) and int(last, 16) != host.pid
        names.add(name)
    assert len(names) == 2
    taker.close()


def test_rule_03_flatpak_by_its_variable(make_bus):
    bus = make_bus(FLATPAK_MAY_OWN).start()
    box = {"FLATPAK_ID": FLATPAK, "XDG_CACHE_HOME": bus.directory + "/cache"}
    _, name = published(bus, "--id=org.other.Name", environment=box)
    assert name == f"{ROOT}.{FLATPAK}"
    assert bus.client(name).get("DesktopEntry", ROOT) == FLATPAK
    _, name = published(bus, "--id=org.other.Name", title="Second", environment=box)
    assert name.startswith(f"{ROOT}.{FLATPAK}.instance")


def in_a_box(bus, flatpak_info):
    """Starts a host that finds this text in /.flatpak-info, and returns its name on the bus."""
    _, name = published(bus, "--id=org.other.Name", environment={"XDG_CACHE_HOME": bus.directory + "/cache"},
                        wrapper=boxed_root(bus.directory, flatpak_info))
    return name


def test_rule_03_flatpak_by_its_file(make_bus):
    bus = make_bus(FLATPAK_MAY_OWN).start()
    name = in_a_box(bus, f"[Application]\nname={FLATPAK}\n")
    assert name == f"{ROOT}.{FLATPAK}"
    assert bus.client(name).get("DesktopEntry", ROOT) == FLATPAK


@pytest.mark.parametrize("flatpak_info, last", [
    ("name=no\n[Other]\nname=no\n[Application]\nruntime=no\nname=x\n[Instance]\nname=no\n", "x"),
    ("[Application]\nname=\n[Context]\nname=no\n", "Name"), ("\n", "Name"), ("", "Name")],
    ids=["groups", "empty", "line", "nothing"])
def test_rule_03_only_the_name_of_the_application_counts(make_bus, flatpak_info, last):
    assert in_a_box(make_bus().start(), flatpak_info) == f"{ROOT}.{last}"


def test_rule_03_snap(make_bus):
    bus = make_bus(SNAP_MAY_OWN).start()
    box = {"SNAP": "/snap/boxed-snap/1", "SNAP_NAME": "boxed-snap", "SNAP_INSTANCE_NAME": "boxed-snap",
           "SNAP_USER_COMMON": bus.directory + "/common"}
    _, name = published(bus, "--id=org.other.Name", environment=box)
    assert name == f"{ROOT}.boxed-snap"
    _, name = published(bus, "--id=org.other.Name", title="Second", environment=box)
    assert name.startswith(f"{ROOT}.boxed-snap.instance")


def test_a_name_that_may_not_be_owned_is_no_end(make_bus):
    """A sandbox without the permission gets no name, but the player plays on, and its log says why."""
    bus = make_bus([("deny", "")]).start()
    host = bus.host()
    host.publish()
    host.wait("bus_state", state=C.BUS_CONNECTED)
    host.wait("log", level=C.LOG_ERROR)
    assert bus.names() == []
    for number in range(10):
        host.content(identifier=str(number), title=f"Title {number}")
    assert host.ask("bus_state")["value"] == C.BUS_CONNECTED
    # The refused name is not requested again and again.
    assert len([m for m in bus.since(0) if m.member == "RequestName"]) == 1


def test_rule_10_identity_and_desktop_entry(bus):
    _, name = published(bus, "--id=org.example.Tester", "--name=Kitchen Radio", "--desktop=org.example.Radio")
    client = bus.client(name)
    assert client.get("Identity", ROOT) == "Kitchen Radio"
    assert client.get("DesktopEntry", ROOT) == "org.example.Radio"
    _, name = published(bus, "--id=org.example.Silent")
    client = bus.client(name)
    assert client.get("Identity", ROOT) == "Silent"
    assert client.get("DesktopEntry", ROOT) == "org.example.Silent"


def test_rule_14_only_mpris_at_its_path(bus):
    _, name = published(bus)
    known = {ROOT, PLAYER, "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Introspectable",
             "org.freedesktop.DBus.Properties"}
    text = bus.tool("gdbus", "introspect", "--session", "--dest", name, "--object-path", PATH, "--recurse")
    assert set(re.findall(r"interface (\S+) \{", text)) == known
    assert set(re.findall(r"node (\S+) \{", text)) == {PATH}
    listed = bus.tool("busctl", f"--address={bus.address}", "introspect", name, PATH, "--no-pager", "--no-legend")
    assert {line.split()[0] for line in listed.splitlines() if line.split()[1] == "interface"} == known
    paths = bus.tool("busctl", f"--address={bus.address}", "tree", "--list", name).split()
    assert [path for path in paths if path.startswith("/org/mpris/")] == [PATH]


def test_rule_14_playerctld_asks_for_what_is_not_there(bus):
    """playerctld calls GetAll on TrackList and Playlists; a missing or broken reply would block it."""
    _, name = published(bus)
    client = bus.client(name)
    for interface in (ROOT + ".TrackList", ROOT + ".Playlists"):
        with pytest.raises(DBusError) as error:
            client.get_all(interface)
        assert error.value.text
    assert client.get("HasTrackList", ROOT) is False


@pytest.mark.parametrize("taken", [True, False], ids=["taken", "free"])
def test_name_lost(make_bus, taken):
    """The bus takes the name away: the same session is shown again, under another name if the first is taken."""
    bus = make_bus().start()
    proxy = Proxy(bus)
    host = bus.player(f"--address={proxy.address}", title="Lost and found", elapsed=7_000_000)
    taker = bus.client()
    if taken:
        taker.request_name(NAME, 0)
    # The introduction of the player is sent while it still owns the name.
    bus.find(lambda m: m.member == "Seeked")
    owner, start, events = bus.owner(NAME), bus.mark(), len(host.events)
    proxy.take_name_away(NAME)
    bus.find(lambda m: m.member == "NameLost", start)
    name = bus.wait_for(lambda: next((n for n in bus.names() if bus.owner(n) == owner), None), "a name of ours")
    assert (name == NAME) == (not taken)
    host.wait("bus_state", state=C.BUS_PUBLISHED, start=events)
    said(host, "WARNING", f"The bus took {NAME} away; asking for it again")
    client = bus.client(name)
    assert client.metadata()["xesam:title"] == "Lost and found"
    assert client.get("Position") >= 7_000_000
    assert host.ask("get_primary", "main")["value"] == C.PRIMARY_APPLICATION
    assert host.ask("bus_state")["value"] == C.BUS_PUBLISHED
    taker.close()


def test_forged_name_lost_is_ignored(bus):
    """Any client can send us a signal that looks like the bus's."""
    host, name = published(bus)
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    attacker = bus.client(name)
    start = bus.mark()
    for member in ("NameLost", "NameAcquired"):
        for stolen in (name, TOKEN):
            attacker.send(Message(type=SIGNAL, path="/org/freedesktop/DBus", interface=BUS, member=member,
                                  destination=bus.owner(name), signature="s", body=[stolen]))
    assert attacker.metadata()["xesam:title"] == "First"
    host.ask("bus_state")
    assert not [m for m in bus.since(start) if m.member in ("RequestName", "ReleaseName")]
    assert host.ask("bus_state")["value"] == C.BUS_PUBLISHED
    assert host.ask("get_primary", "main")["value"] == C.PRIMARY_APPLICATION | C.PRIMARY_SYSTEM
