# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Lines of JSON, and show: both have everything that surface.h has of a session."""

import json
import pathlib
import re

import pytest
from lab.library import numbers
from lab.running import Runner
from testkit.bus import PATH, PLAYER, ROOT
from testkit.fakes import (
    REMOTE, SESSION, TRACKS, Listing, Plain, Playlisting, Whole, command, content, playback, song, variants)
from testkit.wire import Variant
from test_terminal import EVIL

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include/nowplaying"
HEADERS = [INCLUDE / "nowplaying.h", INCLUDE / "surface.h"]
FIELDS = numbers(HEADERS, "FIELD")
COMMANDS = {name: number for name, number in numbers(HEADERS, "COMMAND").items()}


# Texts under keys of the player's own.
EXTRA = {"test:plain": "A Song", 'test:"\\<b>': EVIL}


def value(name, number):
    """Returns a value for a field: in the protocol, in JSON, and as `show` prints it."""
    if number < 100:
        return Variant("s", "The " + name), "The " + name, "The " + name
    if number < 200:
        return Variant("as", [name, "B"]), [name, "B"], name + ", B"
    if number >= 300:
        return Variant("d", 0.25), 0.25, "0.25"
    if name in ("EXPLICIT", "EXCLUDED_FROM_SUGGESTIONS", "ADVERTISEMENT"):
        return Variant("b", True), True, "yes"
    if name == "RELEASE_DATE" or name.endswith("_PLAYED"):
        return Variant("x", 1_700_000_000 + number), 1_700_000_000 + number, f"2023-11-14T22:16:{number - 160:02}Z"
    return Variant("u", number), number, str(number)


def struct(name):
    """Returns the fields of a struct of the headers; `tag` is for players."""
    text = "".join(header.read_text() for header in HEADERS)
    body = re.search(rf"typedef struct {name} {{(.*?)^}} {name};", text, re.M | re.S)[1]
    return set(re.findall(r"\b(\w+);$", body, re.M)) - {"struct_size", "reserved", "tag"}


@pytest.fixture
def everything(bus, run):
    """Makes a session with each field that the header has, and with each command and all of its properties."""
    modes = {"current": ("s", "one"), "supported": ("as", ["off", "one"])}
    details = {"skip-forward": {"intervals": ("ax", [15_000_000, 30_500_000])},
               "skip-backward": {"intervals": ("ax", [7_000_000])}, "change-rate": {"rates": ("ad", [0.5, 1.25])},
               "change-repeat-mode": modes,
               "change-shuffle-mode": {"current": ("s", "items"), "supported": ("as", ["off", "items"])}}
    button = {"title": ("s", "Sleep in an hour"), "short-title": ("s", "Sleep"), "active": ("b", True)}
    details |= {"set-rating": {"steps": ("u", 5)}, "bookmark": {"icon": ("s", "bookmark"), "slot": ("s", "back")},
                "custom": {**button, "id": ("s", "sleep"), "icon": ("s", "timer"), "slot": ("s", "overflow")}}
    offered = [command(word := name.lower().replace("_", "-"), **details.get(word, {})) for name in COMMANDS
               if name != "FEEDBACK"]
    offered += [command("feedback", button=("u", 3), title=("s", "Like this episode"), **{
        "short-title": ("s", "Like"), "current": ("s", "positive"), "supported": ("as", ["neutral", "positive"])})]
    player = Whole(bus, "all")
    item = {name.lower().replace("_", "-"): value(name, number)[0] for name, number in FIELDS.items()}
    interfaces = player.session(
        "1", Id=("s", "main"), SystemPrimary=("b", True), Volume=("d", 0.25), CanSetVolume=("b", True),
        Content=("a{sv}", content("The TITLE")[1] | item | variants(
            kind=("s", "podcast"), chapters=("a(xss)", [(0, "One", ""), (25_000_000, "Two", "art")]),
            artwork=("s", "cover"), extra=("a{ss}", EXTRA), **{"media-type": ("s", "video")})),
        Playback=playback("playing", 1.5, **{"default-rate": Variant("d", 1.25), "elapsed": Variant("x", 30_000_000),
                                             "timestamp": Variant("x", 1)}),
        Commands=("aa{sv}", offered))
    interfaces[SESSION]["Playback"].value.update(variants(
        seekable=("(xx)", (5_000_000, 95_000_000)), buffered=("x", 60_000_000), muted=("b", True),
        **{"live-edge": ("b", True)}))
    interfaces[TRACKS] = variants(Tracks=("aa{sv}", [
        variants(id=("s", "1"), kind=("s", "audio"), selected=("b", True), language=("s", "de")),
        variants(id=("s", "20"), kind=("s", "subtitles"), selected=("b", False), title=("s", "Signs"),
                 characteristics=("as", ["forced", "default"]))]))
    app = player.objects["/org/nowplaying/app"]["org.nowplaying.App1"]
    app.update(variants(Id=("s", "org.example.All"), Name=("s", "All of It"), DesktopEntry=("s", "all-desktop")))
    player.faces[ROOT].update(variants(CanRaise=("b", True), CanQuit=("b", True)))
    run.fakes.append(player.appear())
    return run


def test_json_has_each_field_and_command_of_the_header(everything):
    line = json.loads(everything.good("show", "--json"))
    assert len(FIELDS) > 38 and len(COMMANDS) > 20
    for name, number in FIELDS.items():
        assert line["item"][name.lower().replace("_", "-")] == value(name, number)[1], name
    assert line["item"]["extra"] == EXTRA
    offered = {each["command"]: each for each in line["commands"]}
    assert offered.keys() == {name.lower().replace("_", "-") for name in COMMANDS}
    assert offered["skip-forward"]["intervals"] == [15_000_000, 30_500_000]
    assert offered["custom"] == {
        "command": "custom", "enabled": True, "id": "sleep", "title": "Sleep in an hour", "short-title": "Sleep",
        "icon": "timer", "slot": "overflow", "active": True}
    assert (offered["set-rating"]["steps"], offered["bookmark"]["active"]) == (5, False)
    assert line["item"]["chapters"] == [{"start": 0, "title": "One"},
                                        {"start": 25_000_000, "title": "Two", "artwork": "art"}]
    assert line["tracks"] == [
        {"id": "1", "kind": "audio", "selected": True, "language": "de"},
        {"id": "20", "kind": "subtitles", "selected": False, "title": "Signs",
         "characteristics": ["default", "forced"]}]
    assert (line["seekable"], line["buffered"]) == ([5_000_000, 95_000_000], 60_000_000)
    assert line["live-edge"] and line["muted"] and "error" not in line and "error-kind" not in line
    assert line["default-rate"] == 1.25 and line["can-raise"] and line["can-quit"] and line["can-set-volume"]
    assert [json.loads(text) | {"position": 0} for text in everything.good("list", "--json").splitlines()] == [
        line | {"position": 0}]


def types(value, key="", found=None):
    """Returns the types of all values below a value of JSON, by their keys; those in a list by the list's key."""
    found = {} if found is None else found
    names = {dict: "object", list: "list", str: "text", bool: "truth", int: "number", float: "number"}
    found.setdefault(key, set()).add(names[type(value)])
    for name, each in value.items() if isinstance(value, dict) else ():
        # The keys of "extra" are the player's own.
        if key != "extra":
            types(each, name, found)
    for each in value if isinstance(value, list) else ():
        types(each, key + "[]", found)
    return found


def test_a_key_has_one_type_in_all_lines(bus, everything, start):
    """A script reads a key in the same way wherever it is, whichever command has printed it."""
    remote = Whole(bus, "remote")
    remote.session("r", Content=content("Far"))[REMOTE] = variants(Devices=("aa{sv}", [
        variants(id=("s", "k"), name=("s", "Kitchen"), type=("s", "speaker"), volume=("d", 1.0), **{
            "can-step": ("b", False)})]))
    queue = Listing(bus, "queue", "One", "Two", Metadata=("a{sv}", song("Two")))
    queue.faces[ROOT].update(variants(HasTrackList=("b", True)))
    everything.fakes += [remote.appear(), queue.appear(), Playlisting(bus, "lists", "a", "b").appear()]
    daemon = start()
    daemon.fakes += everything.fakes
    bus.wait_for(lambda: [fake.serve() for fake in everything.fakes] and daemon.names(), "the daemon has them")
    lines = [everything.good(*words, "--json") for words in (
        ["list"], ["show", "-a"], ["chapters", "-p", "all"], ["tracks", "-p", "all"], ["devices"],
        ["queue", "-p", "queue"], ["playlists", "-p", "lists"], ["daemon", "status"])]
    follower = everything.start("follow")
    follower.wait(lambda: len(follower.lines) > 3, "all players")
    lines += follower.lines
    follower.close()
    found = types([json.loads(line) for text in lines for line in text.splitlines()])
    assert {"artists[]", "entry", "type", "present", "active", "players[]", "event", "supported[]"} < found.keys()
    assert not {key: each for key, each in found.items() if len(each) > 1}


def test_an_id_is_that_of_the_item(bus):
    """An entry of a queue has the id that its item has in other lines, where it is known."""
    queue = Listing(bus, "queue", "One", "Two", Metadata=("a{sv}", song("Two")))
    queue.faces[ROOT].update(variants(HasTrackList=("b", True)))
    run = Runner(bus, queue.appear())
    item = json.loads(run.good("show", "--json"))["item"]
    assert [entry["id"] for entry in map(json.loads, run.good("queue", "--json").splitlines()) if entry["present"]] == [
        item["id"]]


def test_show_has_each_field_and_command_of_the_header(everything):
    text = everything.good("show")
    head, rows = text.split("state", 1)
    rows = dict(re.findall(r"^(\S+(?: \d+)?) +(\S.*)$", "state" + rows, re.M))
    for name, number in FIELDS.items():
        wanted = value(name, number)[2]
        assert wanted in head.splitlines() or rows.get(name.lower().replace("_", "-")) == wanted, name
    assert rows["test:plain"] == "A Song" and 'test:"\\<b>' in rows
    assert text.index("test:plain") < text.index("\nlyrics")
    for name in COMMANDS:
        assert name.lower().replace("_", "-") in rows["commands"].split(), name
    assert rows["commands"].endswith(" raise quit")
    assert (rows["skip-forward"], rows["skip-backward"], rows["change-rate"]) == ("15 s, 30.5 s", "7 s", "0.5, 1.25")
    assert (rows["change-repeat-mode"], rows["change-shuffle-mode"]) == ("off [one]", "off [items]")
    assert rows["feedback 3"] == "Like this episode (Like):  neutral [positive]"
    assert rows["custom"] == "sleep:  Sleep in an hour (Sleep):  on, icon timer, slot overflow"
    assert (rows["set-rating"], rows["bookmark"]) == ("5 steps", "off, icon bookmark, slot back")
    assert (rows["seekable"], rows["live-edge"], rows["buffered"], rows["muted"]) == (
        "0:05 to 1:35", "yes", "1:00", "yes")
    assert rows["chapters"] == "2 of 2:  Two"
    assert re.search(r"^tracks +\* audio      1   de\n +subtitles  20  Signs  default  forced$", text, re.M)
    assert re.fullmatch(r"playing  [\d:]+ of 1:40  speed 1.5", rows["state"])
    assert (rows["kind"], rows["duration"], rows["default-rate"]) == ("podcast, video", "1:40", "1.25")
    assert (rows["player"], rows["application"], rows["desktop-entry"]) == (
        "all (All of It)", "org.example.All", "all-desktop")
    assert (rows["session"], rows["primary"], rows["volume"]) == ("main", "application, system", "25 %")
    assert (rows["item"], rows["artwork"]) == ("id of The TITLE", "picture")


# For each field of each struct of the header, the row of `show` or the key of JSON that has it.
SHOWN = {
    "nowplaying_surface_info": dict(
        key="key", session_id="session", bus_name="player", application_id="application", display_name="name",
        desktop_entry="desktop-entry", volume="volume", primary="application-primary", abilities="can-raise",
        process_id="process", twin_key="twin"),
    "nowplaying_surface_item": dict(
        id="id", first_line="lines", second_line="lines", third_line="lines", artwork_id="artwork",
        artwork_url="artwork-url", animated_square_id="animated-square", animated_tall_id="animated-tall",
        duration_us="duration", kind="kind", media_type="media-type", duration_kind="duration-kind"),
    "nowplaying_command": dict(
        kind="command", enabled="enabled", button="button", derived="derived", intervals_us="intervals",
        interval_count="intervals", rates="rates", rate_count="rates", current="current", supported="supported",
        title="title", short_title="short-title", rate_minimum="range", rate_maximum="range", id="id", icon="icon",
        slot="slot", active="active", steps="steps"),
    "nowplaying_chapter": dict(start_us="start", title="title", artwork_id="artwork"),
    "nowplaying_track": dict(id="id", language="language", title="title", kind="kind",
                             characteristics="characteristics", selected="selected"),
    "nowplaying_device": dict(id="id", name="name", type="type", volume="volume", can_step="can-step"),
    "nowplaying_snapshot": dict(elapsed_us="position", timestamp_us="position", rate="rate",
                                default_rate="default-rate", state="state", seekable_start_us="seekable",
                                seekable_end_us="seekable", buffered_us="buffered", error="error",
                                error_kind="error-kind", is_at_live_edge="live-edge"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_json_has_each_field_of_a_struct_of_the_header(name):
    source = (INCLUDE.parents[1] / "Sources/Program/Surface/SessionJSON.swift").read_text()
    assert struct(name) == SHOWN[name].keys()
    for key in SHOWN[name].values():
        assert f'"{key}"' in source, key


def test_devices(run, reference):
    lines = [json.loads(line) for line in run.good("devices", "--json").splitlines()]
    assert [(line["id"], line["name"], line["type"], line.get("volume"), line["can-step"]) for line in lines] == [
        ("speaker", "Kitchen Speaker", "speaker", 0.4, False), ("tv", "Living Room TV", "tv", None, True),
        ("fixed", "Car", "car", None, False)]
    assert {(line["player"], line["session"]) for line in lines} == {
        (reference.kitchen.removeprefix(ROOT + "."), "kitchen")}


def test_follow_has_the_rank_of_each(bus, run):
    players = [Plain(bus, name, PlaybackStatus=("s", "Paused")).appear() for name in ("one", "two")]
    run.fakes += players
    program = run.start("follow")
    ranks = {}

    def are(**wanted):
        ranks.clear()
        for line in map(json.loads, program.lines):
            ranks[line["player"]] = line.get("rank")
        return ranks == wanted
    program.wait(lambda: are(one=1, two=2), "both")
    players[1].change(PlaybackStatus=("s", "Playing"))
    # The player that has not changed gets a line as well, because its rank has changed.
    program.wait(lambda: are(one=2, two=1), "the other order")
    program.fakes.remove(players[1])
    players[1].close()
    program.wait(lambda: are(one=1, two=None), "one alone")
    program.close()


def test_follow_first(bus, run):
    """`follow --first` prints the most important session alone, null without one, and a line for each change."""
    program = run.start("follow", "--first")

    def shown():
        lines = [json.loads(line) for line in program.lines]
        return [line and (line["player"], line["state"], line["item"]["title"]) for line in lines]
    program.wait(lambda: shown() == [None], "null")
    one = Plain(bus, "one", PlaybackStatus=("s", "Paused")).appear()
    program.fakes.append(one)
    program.wait(lambda: shown()[1:] == [("one", "paused", "One")], "the first")
    two = Plain(bus, "two").appear()
    program.fakes.append(two)
    program.wait(lambda: shown()[2:] == [("two", "playing", "One")], "the one that plays")
    # Two players change, and only the line of the first one is printed. Their positions are 0, as a surface assumes for
    # a new song before the player has answered.
    for player in (one, two):
        player.faces[PLAYER]["Position"] = Variant("x", 0)
    one.change(Metadata=("a{sv}", song("Other")))
    two.change(Metadata=("a{sv}", song("Two")))
    program.wait(lambda: shown()[3:] == [("two", "playing", "Two")], "the change")
    program.fakes.remove(two)
    two.close()
    program.wait(lambda: shown()[4:] == [("one", "paused", "Other")], "the one that is left")
    program.fakes.remove(one)
    one.close()
    program.wait(lambda: shown()[5:] == [None], "null again")
    assert not {"event", "rank"} & json.loads(program.lines[1]).keys()
    program.close()


@pytest.mark.parametrize("text", ["One", "", 'a "quoted" \\ text', "two\nlines\ttab", EVIL, "日本 \U0001f3b5", "</x>&"])
def test_json_in_templates(bus, run, text):
    run.fakes.append(Plain(bus, "plain", Metadata=("a{sv}", song("One", **{
        "xesam:title": Variant("s", text)}))).appear())
    line = run.good("metadata", "--format", '{"t":{{json(title)}},"all":{{json(artist, " – ", title, nothing)}}}')
    assert json.loads(line) == {"t": text, "all": f"Somebody – {text}"} and line.count("\n") == 1
    assert run.good("metadata", "-f", "{{json(nothing)}}{{json(lc(status))}}") == '"""playing"\n'


def test_follow_says_that_an_item_begins_again(bus):
    player = Plain(bus, "plain", Position=("x", 199_000_000)).appear()
    program = Runner(bus, player).start("follow")
    program.wait(lambda: program.lines, "the session")
    for number, position in enumerate((0, 100_000_000, 0)):
        player.tell(PATH, PLAYER, "Seeked", "x", position)
        program.wait(lambda number=number: len(program.lines) > 1 + number, "a change")
    program.close()
    assert [json.loads(line).get("began-again") for line in program.lines] == [None, True, None, None]
