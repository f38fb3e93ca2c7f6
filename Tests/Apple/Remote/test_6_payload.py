# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the valid contents of a push, and that an invalid one changes nothing and is logged with its reason."""

import json
import time

import pytest

from conftest import versions
from lab.remote.attributes import REFERENCE, attributes, device, moment, track
from lab.remote.push import token_of
from lab.webpush import Form, encrypt
from testkit.desktop import wait_until

DAY = 86_400


def text(event="update", timestamp=0, given=None, **aps):
    """Returns a payload. A timestamp of None is left out; a small number is an offset in seconds from now."""
    if timestamp is not None and not isinstance(timestamp, (str, bool, list, dict)) and abs(timestamp) < 10 * DAY:
        timestamp += time.time()
    made = {"event": event, "timestamp": timestamp, "attributes": attributes(title="wrong") if given is None else given}
    return {"aps": {key: value for key, value in (made | aps).items() if value is not None}}


def without(key):
    made = attributes()
    del made[key]
    return made


# Invalid payloads that are sent to the session "kitchen", by name: the codes with which they may be refused, the
# payload, and in some rows a further text that the log must have.
WRONG = {
    "nothing": ("json", b""), "no JSON": ("json", b"{"), "a text": ("json", b'"aps"'), "a list": ("json", b"[]"),
    "null": ("json", b"null"), "not UTF-8": ("json", b'{"aps":{"event":"end\xff"}}'),
    "UTF-16": ("json", json.dumps(text()).encode("utf-16")), "nested too deep": ("json", b"[" * 3000),
    "nested too deep in what is ignored": (
        "json", b'{"x":' + b"[" * 1500 + b"]" * 1500 + b',"aps":{"event":"end"}}'),
    "two objects": ("json", b'{"aps":{}}{"aps":{}}'), "no aps": ("json", {"event": "update"}),
    "aps is a list": ("json", {"aps": []}), "aps is null": ("json", {"aps": None}),
    "no event": ("event", text(event=None)), "an unknown event": ("event", text("stop")),
    "event in capitals": ("event", text("Update")), "event is a number": ("event", text(1)),
    "event is empty": ("event", text("")),
    "start at a session's token": ("event", text("start", given=attributes("other"))),
    "start of the session itself": ("event", text("start")),
    "no timestamp": ("timestamp", text(timestamp=None)),
    "timestamp is a text": ("timestamp", text(timestamp="1773907200")),
    "timestamp is a list": ("timestamp", text(timestamp=[])), "timestamp is true": ("timestamp", text(timestamp=True)),
    "timestamp is negative": ("timestamp", text(timestamp=-2 * time.time())),
    "timestamp in milliseconds": ("timestamp", text(timestamp=1000 * time.time())),
    "timestamp of the day after tomorrow": ("timestamp", text(timestamp=2 * DAY)),
    "timestamp just beyond a day": ("timestamp", text(timestamp=DAY + 300)),
    "timestamp is huge": ("timestamp", b'{"aps":{"event":"update","timestamp":1e308,"attributes":{}}}'),
    "timestamp is infinite": ("timestamp json", b'{"aps":{"event":"update","timestamp":1e999,"attributes":{}}}'),
    "no attributes": ("attributes", {"aps": {"event": "update", "timestamp": int(time.time()) + 60}}),
    "attributes is a list": ("attributes", text(given=[])), "attributes is a text": ("attributes", text(given="{}")),
    "attributes is empty": ("attributes", text(given={})),
    "without isPlaying": ("attributes", text(given=without("isPlaying")), "isPlaying"),
    "without devices": ("attributes", text(given=without("devices")), "devices"),
    "a device without a name": (
        "attributes", text(given=attributes(devices=[{"id": "a", "volume": 1}])), "devices[0].name"),
    "a device's volume is a text": (
        "attributes", text(given=attributes(devices=[device(), device("b", volume="0.5")])), "devices[1].volume"),
    "a track without a duration": (
        "attributes", text(given=attributes(currentTrack={"id": "a", "title": "A"})), "currentTrack.duration"),
    "a date without a zone": (
        "attributes", text(given=attributes(timestamp="2026-03-16T12:00:00")), "timestamp"),
    "a date that is none": ("attributes", text(given=attributes(timestamp="16.3.2026")), "timestamp"),
    "an empty id": ("attributes", text(given=attributes(""))),
    "an id that is a number": ("attributes", text(given=attributes(17)), "id"),
    "end without attributes": ("attributes", {"aps": {"event": "end", "timestamp": int(time.time()) + 60}}),
    "end without an id": ("attributes", text("end", given={"name": "kitchen"})),
    "end with an id that is a number": ("attributes", text("end", given={"id": 1})),
    "another id": ("id", text(given=attributes("bath"))), "an unknown id": ("id", text(given=attributes("garage"))),
    "end of another id": ("id", text("end", given={"id": "bath"})),
    "end of an unknown id": ("id", text("end", given={"id": "garage"})),
    "end of an empty id": ("id attributes", text("end", given={"id": ""})),
    "older than the last": ("stale", text(timestamp=-60)), "much older": ("stale", text(timestamp=-9 * DAY)),
    "timestamp of 1970": ("stale", b'{"aps":{"event":"end","timestamp":0,"attributes":{"id":"kitchen"}}}'),
    "end older than the last": ("stale", text("end", timestamp=-60, given={"id": "kitchen"})),
}


@pytest.fixture(scope="module")
def updated(pushed):
    """Gives the session an update, so that other pushes can be older, and starts another session."""
    pushed.extension.start(attributes("bath", controls=["nopush"]))
    pushed.server.update(pushed.token, attributes(title="right"))
    pushed.extension.player().wait_title("right")
    return pushed


@pytest.mark.parametrize("what", WRONG)
def test_6_wrong_payloads(updated, what):
    codes, payload, *path = WRONG[what]
    mark = updated.login.log.mark()
    plaintext = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    updated.refuses(encrypt(updated.subscription, plaintext), codes.split())
    for part in path:
        assert updated.login.log.lines(part, mark)


def test_6_the_first_fault_counts(updated):
    """If a push has several faults, the first one in the order of the table is logged."""
    for codes, payload in (
            ("event", text("stop", timestamp="x", given=[])), ("timestamp", text(timestamp="x", given=[])),
            ("attributes", text(timestamp=-60, given={"id": "bath"})),
            ("id", text(timestamp=-60, given=attributes("bath")))):
        updated.refuses(encrypt(updated.subscription, json.dumps(payload).encode()), codes)


def test_6_a_copy_is_a_copy_first(updated):
    """A copy of an earlier push is not looked at again, whatever it contains."""
    plaintext = json.dumps(updated.server.payload("update", attributes(title="first")))
    form = Form()
    message = encrypt(updated.subscription, plaintext.encode(), form)
    updated.applies(message, "first")
    updated.refuses(message, "replay")
    updated.refuses(encrypt(updated.subscription, json.dumps(text("stop")).encode(), form), "replay")


# Right pushes


@pytest.mark.parametrize("what, form", [
    ("other keys", lambda payload: payload | {"a": {"b": [1, None, 1.5]}, "z": None}),
    ("other keys of aps", lambda payload: {"aps": {"alert": "x", "content-available": 1} | payload["aps"]}),
    ("other keys of the attributes", lambda payload: {"aps": payload["aps"] | {
        "attributes": payload["aps"]["attributes"] | {"x": [1], "y": None}}})])
def test_6_what_is_ignored(updated, what, form):
    payload = form(updated.server.payload("update", attributes(title=what)))
    updated.applies(encrypt(updated.subscription, json.dumps(payload).encode()), what)


@pytest.mark.parametrize("write", [
    lambda payload: json.dumps(payload, indent=4), lambda payload: json.dumps(payload, ensure_ascii=False),
    lambda payload: json.dumps(payload, separators=(",", ":")), lambda payload: "\n\t " + json.dumps(payload) + "\r\n"],
    ids=["indented", "not escaped", "compact", "with space around"])
def test_6_any_way_to_write_it(updated, write):
    payload = updated.server.payload("update", attributes(title="Ünïcödé 👩‍🚀"))
    updated.applies(encrypt(updated.subscription, write(payload).encode()), "Ünïcödé 👩‍🚀")


@pytest.mark.parametrize("zone", ["Z", "fraction", "+02:00", "number"])
def test_6_dates(updated, zone):
    at = time.time() - 30
    stamp = {"Z": moment(at)[:19] + "Z", "fraction": moment(at), "+02:00": moment(at + 7200)[:19] + "+02:00",
             "number": at - REFERENCE}[zone]
    given = attributes(title=zone, timestamp=stamp)
    updated.applies(updated.server.encrypted(updated.token, updated.server.payload("update", given)), zone)
    assert 89 < updated.extension.player().seconds() < 95


@versions
def test_6_equal_timestamps_are_taken(login, extension, server, distributor):
    """Timestamps are whole seconds, so that two updates may have the same one."""
    extension.start(attributes())
    token = token_of(login)
    second = int(time.time())
    for title in ("one", "two", "three"):
        server.update(token, attributes(title=title), timestamp=second)
        extension.player().wait_title(title)
    server.update(token, attributes(title="with a fraction"), timestamp=second + 0.5)
    extension.player().wait_title("with a fraction")


@versions
def test_6_a_little_in_the_future(login, extension, server, distributor):
    login.expected.append("[stale]")
    extension.start(attributes())
    token = token_of(login)
    ahead = time.time() + DAY - 300
    server.update(token, attributes(title="ahead"), timestamp=ahead)
    extension.player().wait_title("ahead")
    server.update(token, attributes(title="now"))
    login.log.wait("push refused [stale]")
    assert extension.player().title() == "ahead"
    # An update of the app has no timestamp and always counts.
    extension.update("kitchen", attributes(title="by the app"))
    extension.player().wait_title("by the app")
    extension.signal()
    extension.sessions()
    server.update(token, attributes(title="later"))
    wait_until("it is refused again", lambda: len(login.log.lines("push refused [stale]")) == 2)
    assert extension.wait_player().title() == "by the app"


@versions
def test_6_full_replacement(login, extension, server, distributor):
    extension.start(attributes(devices=[device(type="tv")]))
    session = extension.surface()
    assert [each["type"] for each in session.devices] == ["tv"]
    plain = device()
    del plain["type"]
    server.update(token_of(login), attributes(devices=[plain]))
    session.wait(lambda it: [each["type"] for each in it.devices] == ["speaker"], "the type is what it is by default")
    server.update(token_of(login), attributes(currentTrack=None))
    wait_until("there is no player", lambda: extension.row("kitchen").name == "")
    session.surface.close()


@versions
def test_6_twenty_five_in_a_second(login, extension, server, distributor):
    extension.start(attributes())
    token = token_of(login)
    second = int(time.time())
    messages = [server.encrypted(token, server.payload("update", attributes(title=f"Title {number}"), second))
                for number in range(25)]
    [registered] = distributor.registrations()
    begun = time.monotonic()
    numbers = [distributor.begin_message(registered, message, f"m{number}") for number, message in enumerate(messages)]
    for number in numbers:
        distributor.finish(number)
    assert time.monotonic() - begun < 10
    extension.player().wait_title("Title 24")
    extension.settle()
    assert extension.player().title() == "Title 24"
    assert extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == "Title 24"
    if distributor.version == 2:
        distributor.wait("acknowledged", count=25)


@versions
def test_6_an_update_without_a_name(login, extension, server, distributor):
    """The distributor gives the message no id."""
    extension.start(attributes())
    message = server.encrypted(token_of(login), server.payload("update", attributes(title="Red")))
    [token] = distributor.registrations()
    distributor.finish(distributor.begin_message(token, message, ""))
    extension.player().wait_title("Red")
    if distributor.version == 2:
        assert distributor.wait("acknowledged")["values"] == [{}]


@versions
def test_6_stored_before_it_is_acknowledged(login, extension, server, distributor):
    extension.start(attributes())
    server.update(token_of(login), attributes(title="Red"))
    if distributor.version == 1:
        extension.player().wait_title("Red")
    extension.signal()
    assert extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == "Red"
    extension.sessions()
    assert extension.wait_player().title() == "Red"


@versions
def test_6_a_push_and_the_app(login, extension, server, distributor, app):
    app.start(attributes())
    token = token_of(login)
    server.update(token, attributes(title="by push"))
    extension.player().wait_title("by push")
    app.update("kitchen", attributes(title="by the app"))
    extension.player().wait_title("by the app")
    server.update(token, attributes(currentTrack=track("by push again")))
    extension.player().wait_title("by push again")
    assert len(login.calls.all("session")) == 1 and app.sessions() == ["kitchen"]


@versions
def test_6_the_limit_of_sessions(login, extension, server, distributor, app):
    login.expected.append("[limit]")
    token = app.start_token()
    for number in range(64):
        extension.start(attributes(f"room {number}", currentTrack=None, controls=["nopush"]))
    server.start(token, attributes("one more"))
    login.log.wait("push refused [limit]")
    assert len(extension.ids()) == 64
    server.start(token, attributes("room 3", title="Red", controls=["nopush"]))
    extension.wait_player("room 3").wait_title("Red")
