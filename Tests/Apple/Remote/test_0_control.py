# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the interface between an app and its extension directly: types, errors, order."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from lab.remote.attributes import attributes, device
from lab.remote.extension import players
from lab.remote.login import CONTROL, at_once
from testkit.bus import PROPERTIES
from testkit.wire import SIGNAL, DBusError

METHODS = {"Start": ("s", "s"), "Update": ("ss", ""), "End": ("s", ""), "RequestSystemPrimary": ("s", ""),
           "RequestPushToStart": ("", "")}


def without(key, **changes):
    made = attributes(**changes)
    del made[key]
    return made


# Texts that are no attributes, and the words that the log must have of each.
WRONG = {
    "nothing": ("", ""), "no JSON": ("{", ""), "a list": ("[]", ""), "a text": ('"kitchen"', ""), "null": ("null", ""),
    "no object": ("17", ""), "two objects": (json.dumps(attributes()) * 2, ""),
    "without id": (without("id"), "id"), "id is a number": (attributes(7), "id"),
    "without isPlaying": (without("isPlaying"), "isPlaying"),
    "isPlaying is a number": (attributes(isPlaying=1), "isPlaying"),
    "elapsedTime is a text": (attributes(elapsedTime="60"), "elapsedTime"),
    "without devices": (without("devices"), "devices"), "devices is an object": (attributes(devices={}), "devices"),
    "a device without a name": (attributes(devices=[{"id": "a", "volume": 0.5}]), "devices[0].name"),
    "the second device's volume": (attributes(devices=[device(), device("b", volume="loud")]), "devices[1].volume"),
    "a track without a title": (attributes(currentTrack={"id": "a", "duration": 1}), "currentTrack.title"),
    "controls of numbers": (attributes(controls=[1]), "controls[0]"),
    "timestamp is no date": (attributes(timestamp="yesterday"), "timestamp"),
    "timestamp without a zone": (attributes(timestamp="2026-03-16T12:00:00"), "timestamp"),
    "an empty id": (attributes(""), ""), "a long id": (attributes("x" * 1025), ""), "a NUL in the id": (
        attributes("a\0b"), ""),
    "more than 256 KiB": (attributes(filler="x" * 262_144), ""),
}


@pytest.mark.parametrize("what", WRONG)
def test_0_attributes_that_are_none(login, extension, what):
    text, path = WRONG[what]
    given = text if isinstance(text, str) else json.dumps(text)
    assert extension.refused("Start", "s", given) == "InvalidAttributes"
    if path:
        login.log.wait(path)
    assert extension.ids() == [] and extension.files() == {} and players(login) == []


@pytest.mark.parametrize("what", [what for what in WRONG if "id" not in what])
def test_0_an_update_that_is_none(login, extension, what):
    extension.start(attributes())
    before = extension.player().state(), extension.files()
    given = WRONG[what][0]
    assert extension.refused("Update", "ss", "kitchen", given if isinstance(given, str) else json.dumps(
        given)) == "InvalidAttributes"
    assert (extension.player().state(), extension.files()) == before and not login.calls.all("update")


def test_0_almost_too_much(extension):
    room = 262_144 - len(json.dumps(attributes(filler="")))
    assert extension.start(attributes("kitchen", filler="x" * room)) == "kitchen"
    assert extension.start(attributes("x" * 1024)) == "x" * 1024


def test_0_an_update_of_another_id(login, extension):
    extension.start(attributes())
    extension.start(attributes("bath"))
    assert extension.refused("Update", "ss", "kitchen", json.dumps(attributes("bath"))) == "InvalidAttributes"
    assert extension.refused("Update", "ss", "garage", json.dumps(attributes("garage"))) == "NotFound"
    assert extension.refused("Update", "ss", "", json.dumps(attributes(""))) in ("InvalidAttributes", "NotFound")
    assert extension.refused("RequestSystemPrimary", "s", "garage") == "NotFound"
    extension.call("End", "s", "garage")
    extension.call("End", "s", "")
    assert extension.ids() == ["kitchen", "bath"] and not login.calls.all("update")


def test_0_sixty_four_sessions_at_most(extension):
    for number in range(64):
        extension.start(attributes(f"room {number}", currentTrack=None))
    assert extension.refused("Start", "s", json.dumps(attributes("one more"))) == "LimitsExceeded"
    extension.start(attributes("room 7", currentTrack=None))
    extension.end("room 7")
    assert extension.start(attributes("one more", currentTrack=None)) == "one more"


def test_0_it_says_what_it_is(extension):
    text = extension.client.call(extension.name, extension.path, "org.freedesktop.DBus.Introspectable",
                                 "Introspect")[0]
    interface = ElementTree.fromstring(text).find(f"interface[@name='{CONTROL}']")
    found = {method.get("name"): ("".join(a.get("type") for a in method.iter("arg") if a.get("direction") != "out"),
                                  "".join(a.get("type") for a in method.iter("arg") if a.get("direction") == "out"))
             for method in interface.iter("method")}
    assert found == METHODS
    assert {item.get("name"): (item.get("type"), item.get("access")) for item in interface.iter("property")} == {
        "Sessions": ("a(ssb)", "read"), "PushToStartToken": ("s", "read")}


def test_0_properties_are_emitted_with_their_values(login, extension):
    extension.sessions()
    start = login.mark()
    extension.start(attributes())
    extension.end("kitchen")
    sent = [m.body[1]["Sessions"] for m in login.since(start)
            if m.type == SIGNAL and m.path == extension.path and m.member == "PropertiesChanged"
            and "Sessions" in m.body[1]]
    assert sent and all(variant.signature == "a(ssb)" for variant in sent)
    assert sent[-1].value == [] and any(row[0] == "kitchen" and row[1] for variant in sent for row in variant.value)


def test_0_what_is_unknown(extension):
    for member, signature, body in (("Begin", "s", ["a"]), ("Start", "", []), ("Start", "i", [1])):
        assert extension.refused(member, signature, *body) in ("UnknownMethod", "InvalidArgs")
    with pytest.raises(DBusError):
        extension.client.call(extension.name, extension.path, PROPERTIES, "Get", "ss", CONTROL, "Tokens")


def test_0_one_id_in_the_order_of_arrival(login, extension):
    """Calls of one connection are carried out in the order of their arrival."""
    extension.start(attributes())
    calls = [extension.begin("Update", "ss", "kitchen", json.dumps(attributes(title=f"Title {number}")))
             for number in range(20)]
    calls.append(extension.begin("End", "s", "kitchen"))
    late = extension.begin("Update", "ss", "kitchen", json.dumps(attributes(title="too late")))
    for call in calls:
        extension.client.finish(call)
    with pytest.raises(DBusError, match="NotFound"):
        extension.client.finish(late)
    assert extension.ids() == [] and extension.files() == {}


def test_0_many_ids_at_once(login, extension):
    def start(number):
        client = login.client()
        return client.call(extension.name, extension.path, CONTROL, "Start", "s",
                           json.dumps(attributes(f"room {number}", devices=[device(f"s{number}")])))[0]
    wanted = [f"room {number}" for number in range(12)]
    assert at_once(*[lambda number=number: start(number) for number in range(12)]) == wanted
    assert sorted(extension.ids()) == sorted(wanted) and len(players(login)) == 12


def test_0_at_once_for_one_id_there_is_one_session(login, extension):
    def start():
        client = login.client()
        return client.call(extension.name, extension.path, CONTROL, "Start", "s", json.dumps(attributes()))[0]
    assert at_once(*[start] * 8) == ["kitchen"] * 8
    assert len(login.calls.all("session")) == 1 and len(players(login)) == 1
