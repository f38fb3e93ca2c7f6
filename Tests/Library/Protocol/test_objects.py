# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 1: which objects there are, where, and how they describe themselves."""

import threading
import xml.etree.ElementTree as ET

import pytest

from testkit.bus import PATH
from testkit.bus import ROOT as MPRIS
from testkit.protocol import (
    ANIMATED, APP, APP_PATH, CONSTANT, MANAGER, METHODS, PROPERTIES, REMOTE, ROOT, SESSION, SESSION_PATH, STANDARD,
    SURFACES, TOKEN, TRACKS)
from testkit.proxy import Proxy
from testkit.reference import ReferencePlayer
from testkit.surface import Surface
from testkit.wire import BUS, RETURN, SIGNAL, DBusError

INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"


def introspect(surface, owner, path):
    return ET.fromstring(surface.call(owner, path, INTROSPECTABLE, "Introspect")[0])


def ours(interfaces):
    return set(interfaces) - STANDARD


def tree(surface, owner, path):
    """Returns the interfaces of an object and of all objects below it that introspection finds, by path."""
    node = introspect(surface, owner, path)
    found = {path: {interface.get("name") for interface in node.findall("interface")}}
    for child in node.findall("node"):
        found |= tree(surface, owner, f"{path.rstrip('/')}/{child.get('name')}")
    return found


def test_1_local_objects(surface):
    objects = surface.local.objects
    sessions = surface.local.sessions()
    assert set(sessions) == {"main", "side", "studio"}
    assert {path: ours(found) for path, found in objects.items()} == {
        APP_PATH: {APP, SURFACES}, sessions["main"]: {SESSION, ANIMATED}, sessions["side"]: {SESSION, ANIMATED},
        sessions["studio"]: {SESSION, ANIMATED, TRACKS}}


def test_1_remote_objects(surface):
    assert set(surface.kitchen.sessions()) == {"kitchen"}
    assert {path: ours(found) for path, found in surface.kitchen.objects.items()} == {
        APP_PATH: {APP, SURFACES}, surface.kitchen.sessions()["kitchen"]: {SESSION, ANIMATED, REMOTE}}


def test_1_paths_of_sessions(surface):
    surface.local["side"].send("toggle-play-pause")
    surface.local.session("guest")
    paths = [*surface.local.sessions().values(), *surface.kitchen.sessions().values()]
    assert len(paths) == 5
    assert all(SESSION_PATH.fullmatch(path) for path in paths), paths


@pytest.mark.parametrize("which", ["local", "kitchen"])
def test_1_introspection_finds_the_objects(surface, which):
    copy = getattr(surface, which)
    found = tree(surface, copy.owner, ROOT)
    assert {path: names for path, interfaces in found.items() if (names := ours(interfaces))} == {
        path: ours(interfaces) for path, interfaces in copy.objects.items()}
    assert MANAGER in found[ROOT]


@pytest.mark.parametrize("which", ["local", "kitchen"])
def test_1_introspection_is_the_xml(surface, which):
    """Names, types, directions and access; of annotations that of constant properties."""
    copy = getattr(surface, which)
    for path in [ROOT, *copy.objects]:
        for interface in introspect(surface, copy.owner, path).findall("interface"):
            name = interface.get("name")
            if name in STANDARD:
                continue
            methods = {method.get("name"): tuple(
                [(arg.get("name"), arg.get("type")) for arg in method.findall("arg")
                 if (arg.get("direction") or "in") == direction] for direction in ("in", "out"))
                for method in interface.findall("method")}
            assert methods == METHODS[name]
            assert not interface.findall("signal")
            properties = interface.findall("property")
            assert {item.get("name"): item.get("type") for item in properties} == PROPERTIES[name]
            for item in properties:
                emits = [note.get("value") for note in item.findall("annotation")
                         if note.get("name") == "org.freedesktop.DBus.Property.EmitsChangedSignal"]
                assert item.get("access") == "read"
                wanted = ["const"] if (name, item.get("name")) in CONSTANT else ["true"]
                assert (emits or ["true"]) == wanted, item.get("name")


def test_1_nothing_at_the_path_of_mpris(surface):
    for copy in surface.local, surface.kitchen:
        found = tree(surface, copy.owner, PATH)
        assert all(name in STANDARD or name.startswith("org.mpris.") for names in found.values() for name in names)
        with pytest.raises(DBusError):
            surface.call(copy.owner, PATH, "org.freedesktop.DBus.Properties", "GetAll", "s", SESSION)
        assert surface.call(copy.owner, PATH, "org.freedesktop.DBus.Properties", "GetAll", "s", MPRIS)[0]


def test_1_no_further_names(bus, surface):
    """The objects are on the connection that owns the MPRIS name, and have no further name."""
    for copy in surface.local, surface.kitchen:
        owned = [name for name in surface.bus("ListNames")[0] if not name.startswith(":")
                 and name != BUS and bus.owner(name) == copy.owner]
        assert owned == [copy.name]
    asked = {message.body[0] for message in bus.since(0) if message.member == "RequestName"}
    assert all(name.startswith(MPRIS + ".") or name == TOKEN for name in asked), asked


def test_1_app(surface):
    app = {name: variant.value for name, variant in surface.local.objects[APP_PATH][APP].items()}
    assert app == {"Id": "trial-player", "Name": "Trial Player", "DesktopEntry": "trial-player",
                   "MprisName": surface.local.name}


def test_1_app_of_a_remote_session(surface):
    assert surface.kitchen.app("Id", APP) == surface.local.app("Id", APP)
    assert surface.kitchen.app("MprisName", APP) == surface.kitchen.name
    assert surface.kitchen.app("Name", APP)


def test_1_a_path_is_never_given_again(surface, side):
    paths = {side.path, surface.local["main"].path}
    for _ in range(4):
        side.send("toggle-play-pause")
        path = surface.local.session("guest").path
        assert path not in paths
        paths.add(path)
        side.send("toggle-play-pause")
        surface.wait(lambda: "guest" not in surface.local.sessions(), "the guest is gone")


def test_1_interfaces_of_an_object_never_change(surface, main, side):
    before = {path: set(found) for path, found in surface.local.everything().items()}
    for _ in range(8):
        main.send("next")
    side.send("stop").send("play").send("pause")
    surface.settle()
    assert {path: set(found) for path, found in surface.local.everything().items()} == before


def test_1_objects_are_there_before_the_name(bus):
    """The bus's answer to the request for the name is kept back until a surface has asked."""
    kept, asked, passed = [], threading.Event(), threading.Event()

    def to_host(link, message, question):
        if question is not None and question.member == "RequestName" and question.body[0].startswith(MPRIS):
            kept.append((link, message))
            asked.set()
            return []
        if message.type == SIGNAL and message.member == "NameAcquired":
            return []
        if message.member == "GetManagedObjects":
            passed.set()
        return None

    proxy = Proxy(bus, to_host=to_host)
    reference = ReferencePlayer(bus, {"DBUS_SESSION_BUS_ADDRESS": proxy.address})
    bus.hosts.append(reference)
    try:
        assert asked.wait(10)
        # This may be either connection of the player: each has an app and a session that is shown.
        surface = Surface(bus)
        call = surface.start(kept[0][0].name, ROOT, MANAGER, "GetManagedObjects")
        assert passed.wait(10)
        link, reply = kept[0]
        link.say(reply)
        objects = surface.finish(call)[0]
        assert APP_PATH in objects
        assert any(found[SESSION]["ApplicationPrimary"].value for found in objects.values() if SESSION in found)
        assert reply.type == RETURN
    finally:
        reference.close()
        bus.hosts.remove(reference)
        proxy.close()


def test_1_real_tools_find_it(bus, reference):
    found = bus.tool("busctl", f"--address={bus.address}", "tree", "--list", reference.local)
    assert {ROOT, APP_PATH} <= set(found.split())
    assert sum(bool(SESSION_PATH.fullmatch(path)) for path in found.split()) == 3
    found = bus.tool("gdbus", "introspect", "--session", "--dest", reference.local, "--object-path", APP_PATH)
    assert APP in found and SURFACES in found
