# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Functions of sd-bus that fail, by faulty.so: each is in the log, the host lives, and whoever calls has an
answer."""

import pytest

from testkit.bus import NAME, PLAYER, Bus
from testkit.host import C, SECOND
from testkit.process import preloaded
from testkit.wire import DBusError, Variant

ENOMEM = 12
STRING, BASIC = "sd_bus_message_append_string_space", "sd_bus_message_append_basic"
OPEN, CLOSE = "sd_bus_message_open_container", "sd_bus_message_close_container"


def faulty(bus, faults, *options, bugs=()):
    """Starts a host in which functions fail: FUNCTION:FIRST:COUNT."""
    library = Bus.program.parent / "faulty.so"
    host = bus.host(*options, environment={**preloaded(library), "FAULTS": f"{faults}:{ENOMEM}"})
    host.expected_bugs = [f"library bug: sd-bus refused {what}: Cannot allocate memory" for what in bugs]
    return host


def shown(bus, host, **content):
    """Shows a paused item at its beginning, so that no Seeked follows the whole state that comes with the name."""
    host.publish(state="PAUSED", **content)
    bus.wait_name(NAME)
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    return bus.client(NAME)


def is_logged(host):
    for message in host.expected_bugs:
        assert host.wait("log", message=message)["level"] == C.LOG_ERROR


def calls(function, value, signature="s"):
    """Returns how often the library calls a function of sd-bus to write a value."""
    if isinstance(value, Variant):
        return (function in (OPEN, CLOSE)) + calls(function, value.value, value.signature)
    if isinstance(value, dict):
        entries = [(function in (OPEN, CLOSE)) + calls(function, key) + calls(function, each)
                   for key, each in value.items()]
        return (function in (OPEN, CLOSE)) + sum(entries)
    if isinstance(value, list):
        return (function in (OPEN, CLOSE)) + sum(calls(function, each) for each in value)
    return int(function == (STRING if isinstance(value, str) and signature == "s" else BASIC))


def sent_first(bus, **content):
    """Returns the signal with the whole state that a player sends once it has its name. The player is then ended."""
    start = bus.mark()
    host = bus.host()
    shown(bus, host, **content)
    signal = bus.wait_changed(start, "Metadata")
    assert signal.body[0] == PLAYER
    bus.hosts.remove(host)
    host.close()
    bus.wait_name(NAME, present=False)
    return signal


def first_call_after(signal, function):
    """Returns the number of the first call of a function after a player has sent its first signal. Before that, the
    request for the name has a text and a number."""
    return 1 + (function in (STRING, BASIC)) + sum(calls(function, value) for value in signal.body)


def test_the_first_signal_that_is_refused(bus):
    """The first signal tells the whole state, once the name is owned."""
    host = faulty(bus, "sd_bus_send:1:1", bugs=["PropertiesChanged"])
    host.publish(state="PAUSED")
    is_logged(host)
    # Everything can still be read, and the next change is emitted.
    client = bus.client(NAME)
    assert client.metadata()["xesam:title"] == "First"
    start = bus.mark()
    host.volume(0.5)
    bus.wait_changed(start, "Volume", lambda value: value == 0.5)


def test_a_signal_that_is_refused(bus):
    """The second call of sd_bus_send() fails: the first sends the whole state, and the second the change."""
    host = faulty(bus, "sd_bus_send:2:1", bugs=["PropertiesChanged"])
    client = shown(bus, host)
    host.volume(0.25)
    is_logged(host)
    # The right value can still be read, and the next change is emitted.
    assert client.get("Volume") == 0.25
    start = bus.mark()
    host.volume(0.5)
    bus.wait_changed(start, "Volume", lambda value: value == 0.5)


def test_seeked_that_is_refused(make_bus):
    """The second call of sd_bus_send() fails: the first sends the whole state, and the second Seeked."""
    bus = make_bus().start()
    bus.was_stopped = True
    host = faulty(bus, "sd_bus_send:2:1", bugs=["Seeked"])
    shown(bus, host)
    host.snapshot("PAUSED", 50 * SECOND)
    is_logged(host)
    start = bus.mark()
    host.snapshot("PAUSED", 90 * SECOND)
    assert bus.wait_seeked(start).body == [90 * SECOND]


def test_a_getter_that_fails(bus):
    """The first call of the function after the first signal fails."""
    host = faulty(bus, f"{BASIC}:{first_call_after(sent_first(bus), BASIC)}:1", bugs=["Volume"])
    client = shown(bus, host)
    with pytest.raises(DBusError):
        client.get("Volume")
    is_logged(host)
    assert client.get("PlaybackStatus") == "Paused"


def faults_one_later_each_time(function, first, count):
    """Returns faults of a function that each attempt calls `count` times: the first attempt fails in its first call of
    the function, the second in its second …"""
    places = []
    for number in range(count):
        places.append(f"{function}:{first + number}:1:{ENOMEM}")
        first += number + 1
    return ",".join(places)


# The count includes the keys, most values, and two artists.
@pytest.mark.parametrize("function, count", [(STRING, 11), (BASIC, 4), (OPEN, 16), (CLOSE, 16)])
def test_metadata_that_cannot_be_written_to_the_end(bus, function, count):
    """Whichever part cannot be written, the reply is an error, and not half of the metadata."""
    content = {"title": "First", "artists": ["A", "B"],
               "fields": [("text", "ALBUM", "Album"), ("integer", "TRACK_NUMBER", 3), ("number", "USER_RATING", 0.5)]}
    signal = sent_first(bus, **content)
    assert calls(function, signal.body[1]["Metadata"].value) == count
    faults = faults_one_later_each_time(function, first_call_after(signal, function), count)
    host = faulty(bus, faults.removesuffix(f":{ENOMEM}"), bugs=["Metadata"])
    client = shown(bus, host, **content)
    for number in range(count):
        with pytest.raises(DBusError):
            client.get("Metadata")
            raise AssertionError(f"number {number} may fail unseen")
    is_logged(host)
    assert client.metadata()["xesam:artist"] == ["A", "B"]


def test_a_reply_that_is_refused(bus):
    host = faulty(bus, "sd_bus_reply_method_return:1:1", bugs=["a reply"])
    client = shown(bus, host)
    with pytest.raises(DBusError) as error:
        client.do("Next")
    assert error.value.text
    is_logged(host)
    assert client.do("Next") == []
    assert len(host.seen("command")) == 2


def test_an_error_that_is_refused(bus):
    host = faulty(bus, "sd_bus_reply_method_error:1:1", bugs=["the text of an error"])
    client = shown(bus, host)
    for _ in range(2):
        with pytest.raises(DBusError) as error:
            client.set("LoopStatus", Variant("s", "Sideways"))
        assert error.value.name.endswith(".InvalidArgs")
    is_logged(host)


@pytest.mark.parametrize("function, first, count", [("sd_bus_add_object_vtable", 1, 1),
                                                    ("sd_bus_add_object_vtable", 2, 1), ("sd_bus_add_filter", 1, 9)])
def test_an_interface_that_is_refused(bus, function, first, count):
    """No name is acquired without an object behind it."""
    host = faulty(bus, f"{function}:{first}:{count}", bugs=[function])
    host.publish()
    is_logged(host)
    host.wait("bus_state", state=C.BUS_CONNECTED)
    # Round trips through the host's loop, in which the name would be requested.
    start = bus.mark()
    for title in "AB":
        host.content(identifier=title, title=title)
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    assert NAME not in [m.body[0] for m in bus.since(start) if m.member == "RequestName"]
    assert bus.names() == [] and not host.seen("bus_state", state=C.BUS_PUBLISHED)


@pytest.mark.parametrize("function", ["sd_bus_call_async", "sd_bus_message_new_method_call",
                                      "sd_bus_message_append_basic", "sd_bus_message_append_string_space"])
def test_a_call_of_the_bus_that_is_refused(bus, function):
    """The request for the name fails, and is then made once more."""
    host = faulty(bus, f"{function}:1:1", bugs=["RequestName"])
    client = shown(bus, host)
    is_logged(host)
    assert client.metadata()["xesam:title"] == "First"


def test_a_call_for_the_system_primary_that_is_refused(bus):
    """The first call requests the name, the second asks who owns the system primary, the third requests the system
    primary."""
    host = faulty(bus, "sd_bus_call_async:2:2", bugs=["GetNameOwner", "RequestName"])
    shown(bus, host)
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_NO_BUS)
    is_logged(host)
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)


def test_a_filter_that_is_refused(bus):
    """The filter is tried again when it is needed for something else."""
    host = faulty(bus, "sd_bus_add_filter:1:1", bugs=["sd_bus_add_filter"])
    client = shown(bus, host)
    is_logged(host)
    assert client.do("Next") == []


def test_a_match_that_is_refused(bus):
    """The match would report that the rival has stepped down: missing it only takes longer."""
    rival = bus.host("--id=org.example.Rival")
    rival.publish()
    rival.ask("primary", "main", "system")
    rival.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    host = faulty(bus, "sd_bus_add_match_async:1:1", bugs=["sd_bus_add_match_async"])
    client = shown(bus, host)
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    is_logged(host)
    assert client.get("PlaybackStatus") == "Paused"
