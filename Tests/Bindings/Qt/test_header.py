# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares the classes with the description of the C interface: each part of the header must have its counterpart."""

import json
import re
import subprocess

import pytest
from abi import cpp
from programs import HERE, environment

ROOT = HERE.parents[2]
HEADERS = json.loads((ROOT / "include/nowplaying/nowplaying.abi.json").read_text())["headers"]
TYPES = {each["name"]: each for header in HEADERS for each in header["types"]}
FUNCTIONS = [each["name"] for each in HEADERS[1]["functions"]]
CONSTANTS = {each["name"]: each for header in HEADERS for each in header["constants"]}

# The class for each struct. Members that have another name, or belong to another class, are named below.
CLASSES = {
    "nowplaying_surface_info": "Session", "nowplaying_surface_item": "Session",
    "nowplaying_snapshot": "Snapshot", "nowplaying_command": "Command", "nowplaying_chapter": "Chapter",
    "nowplaying_track": "Track", "nowplaying_device": "Device", "nowplaying_surface_queue": "Queue",
    "nowplaying_surface_queue_entry": "QueueEntry", "nowplaying_surface_playlists": "Playlists",
    "nowplaying_surface_playlist": "Playlist", "nowplaying_surface_result": "Action",
    "nowplaying_surface_options": "Surface", "nowplaying_surface_control": "Control",
}
OTHERWISE = {
    # The id of an item; the session has an id too.
    "nowplaying_surface_item.id": "itemId",
    # Members that have the size of a list: a list of Qt knows its own size.
    "nowplaying_command.interval_count": "intervals", "nowplaying_command.rate_count": "rates",
    "nowplaying_surface_control.rate_count": "rates",
    "nowplaying_surface_result.size": "data", "nowplaying_surface_result.width": "size",
    "nowplaying_surface_result.height": "size",
    # The descriptor is used in C++ alone, where it has an owner.
    "nowplaying_surface_result.fd": None,
    # The player's own number, which no surface reads.
    "nowplaying_command.tag": None,
    # Bits, each with a property, which test_bits compares.
    "nowplaying_surface_info.primary": None, "nowplaying_surface_info.abilities": None,
    # The only loop is Qt's, and a bus is given by its address alone.
    "nowplaying_surface_options.bus_fd": None, "nowplaying_surface_options.loop": None,
}


def camel(name):
    first, *others = name.lower().removesuffix("_us").split("_")
    return first + "".join(word.capitalize() for word in others)


@pytest.fixture
def described(bus, qt):
    run = subprocess.run([qt.program("describe")], env=environment(bus), capture_output=True, check=True)
    return json.loads(run.stdout)


def test_each_member_of_a_struct_is_a_property(described):
    surfaces = {each["name"] for each in HEADERS[1]["types"] if each["is"] == "struct"}
    assert surfaces - {"nowplaying_surface_callbacks"} <= set(CLASSES)
    missing = []
    for struct, name in CLASSES.items():
        for member in TYPES[struct]["fields"]:
            wanted = OTHERWISE.get(f"{struct}.{member['name']}", camel(member["name"]))
            if member["name"] in ("struct_size", "reserved") or wanted is None:
                continue
            if wanted not in described["types"]["NowPlaying::" + name]:
                missing.append(f"{struct}.{member['name']}: {name}.{wanted}")
    assert not missing


def test_a_snapshot_knows_nothing_at_first(described):
    times = dict.fromkeys(["elapsed", "timestamp", "seekableStart", "seekableEnd", "buffered"], -1)
    assert described["unset"] == times | {"rate": 0, "defaultRate": 1, "state": 0, "error": "", "errorKind": 0,
                                          "isAtLiveEdge": False}


def test_bits_of_a_session_are_properties(described):
    bits = [name for name, each in CONSTANTS.items()
            if each.get("type") in ("nowplaying_surface_abilities", "nowplaying_primary_flags")]
    assert len(bits) >= 9
    names = [camel(name.removeprefix("NOWPLAYING_").removeprefix("SURFACE_")).replace("Nowplaying", "NowPlaying")
             for name in bits]
    assert set(names) <= set(described["types"]["NowPlaying::Session"])


def test_each_constant_is_an_enumerator(qt, described):
    subprocess.run([str(ROOT / "bindings/qt/generate"), "--check"], check=True)
    named = {name.removeprefix("NOWPLAYING_").removeprefix("SURFACE_"): each["value"]
             for name, each in CONSTANTS.items()}
    known = {"".join(word.capitalize() for word in name.lower().split("_")): value for name, value in named.items()}
    assert len(described["numbers"]) > 150
    assert all(known[name] == value for name, value in described["numbers"].items())


def test_each_property_of_a_session_is_a_role(described):
    assert set(described["types"]["NowPlaying::Session"]) | {"session", "display"} == set(described["roles"])


def test_each_function_of_the_header_is_called():
    """The classes call each function of surface.h, except nowplaying_surface_get_bus_state() and
    nowplaying_surface_get_names()."""
    sources = "".join(path.read_text() for path in (ROOT / "bindings/qt/src").iterdir())
    missing = [name for name in FUNCTIONS if not re.search(rf"\b{name}\b", sources)]
    # Programs in Qt need neither function: a callback gives the state of the bus, and the names of players that have no
    # session yet are of use to programs of the command line only.
    assert missing == ["nowplaying_surface_get_bus_state", "nowplaying_surface_get_names"]


def test_each_callback_and_argument_is_taken():
    surface = (ROOT / "bindings/qt/src/surface.cpp").read_text()
    members = {each["name"] for each in TYPES["nowplaying_surface_callbacks"]["fields"]}
    taken = set(re.findall(r"callbacks\.(\w+) = ", surface))
    assert members - taken == {"struct_size", "destroy", "wakeup"}
    actions = (ROOT / "bindings/qt/src/commandarguments.cpp").read_text()
    members = {each["name"].removesuffix("_us") for each in TYPES["nowplaying_command_event"]["fields"]}
    known = re.findall(r'if \(key == QLatin1String\("(\w+)"\)\)', actions)
    assert members - {"struct_size", "kind", "tag", "reserved"} == set(known)


def test_no_name_is_a_macro_of_xlib():
    """A program on X11 may include Xlib.h behind Qt's headers, and before these."""
    text = "".join(path.read_text() for path in (ROOT / "bindings/qt/src").glob("*.h"))
    words = set(re.findall(r"\b[A-Z]\w+", re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)))
    assert len(words) > 200 and not words & cpp.MACROS
