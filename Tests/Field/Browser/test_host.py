# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the host alone: what it shows and asks for, what it costs, and messages that no extension sends."""

import base64
import json
import os
import shutil
import time
from tempfile import TemporaryDirectory

import pytest
from host import STATE, HostRun
from testkit.bus import PATH, PLAYER, PROPERTIES
from testkit.pictures import numbered

MESSAGE_BYTES = 512 * 1024
MOST_TABS = 64


@pytest.fixture
def host(request):
    """A host, whose log has no line of a fault but those that the test expects."""
    with HostRun() as made:
        made.expected = [text for mark in request.node.iter_markers("expects") for text in mark.args]
        yield made


def test_what_it_shows(host):
    host.state()
    host.wait_title("A Song")
    assert host.names() == ["org.mpris.MediaPlayer2.firefox"]
    assert host.bus.playerctl("metadata", "--format", "{{artist}} {{mpris:length}} {{volume}}") == "A Band 60000000 0.5"
    host.state(playback={"status": "paused", "position": 20})
    host.wait_until("it is paused", lambda: host.bus.playerctl("status") == "Paused")
    assert host.bus.playerctl("position") == "20.000000"
    host.send({"type": "gone", "id": "tab-1"})
    host.wait_gone()


def process_of(host):
    return host.bus.pinger.call(host.names()[0], PATH, PROPERTIES, "Get", "ss", PLAYER, "Metadata")[0].value.get(
        "kde:pid")


def test_the_browser_that_has_started_it(host):
    """The browser is named by its process id, an integer as plasma-browser-integration sends it for Plasma 5."""
    host.state()
    host.wait_title("A Song")
    process = process_of(host)
    assert (process.signature, process.value) == ("i", os.getpid())


@pytest.mark.parametrize("proxy", ["xdg-desktop-portal", "xdg-native-messaging-proxy"])
def test_a_browser_in_a_sandbox(monkeypatch, tmp_path, proxy):
    """A portal starts the host for the browser: as the portal is no browser, no process is named."""
    shutil.copy("/bin/sh", tmp_path / proxy)
    monkeypatch.setattr(HostRun, "program", [str(tmp_path / proxy), "-c", '"$@"; exit $?', "sh", *HostRun.program])
    with HostRun() as host:
        host.state()
        host.wait_title("A Song")
        assert host.names() == ["org.mpris.MediaPlayer2.firefox"]
        assert process_of(host) is None


def test_commands_and_replies(host):
    host.state(item={"id": "a", "title": "A Song", "duration": 60})
    host.wait_title("A Song")
    for reply, code in ({"ok": True}, 0), ({"ok": False}, 1):
        tool = host.bus.start_tool("playerctl", "next")
        message = host.receive()
        assert (message["command"], message["id"]) == ("next", "tab-1"), message
        host.send({"type": "reply", "request": message["request"]} | reply)
        assert tool.wait() == code
    tool = host.bus.start_tool("playerctl", "volume", "0.25")
    message = host.receive()
    assert (message["command"], message["value"]) == ("volume", 0.25)
    host.send({"type": "reply", "request": message["request"], "ok": True})
    tool.wait()


def send_picture(host, request, data, piece=30000, size=None):
    text = base64.b64encode(data).decode()
    for start in range(0, len(text), piece):
        host.send({"type": "picture", "request": request, "size": len(data) if size is None else size,
                   "data": text[start:start + piece]})


def test_a_picture(host):
    host.state()
    message = host.receive()
    assert (message["type"], message["artwork"]) == ("artwork", "cover"), message
    picture = numbered(3)
    send_picture(host, message["request"], picture, piece=40)
    address = host.wait_until("it has a picture", lambda: host.metadata("mpris:artUrl"))
    with open(address.removeprefix("file://"), "rb") as file:
        assert file.read() == picture


@pytest.mark.parametrize("folder, asked", [("/dev/shm", ["tab-1", "tab-2"]), ("/var/tmp", ["tab-2"])])
def test_a_picture_of_a_private_window(folder, asked):
    """It is asked for where the folder of the user's session is in memory. An ordinary tab's is asked for anyway."""
    with TemporaryDirectory(dir=folder) as session, HostRun(XDG_RUNTIME_DIR=session) as host:
        host.expected = ["No artwork"]
        host.send({"type": "state", "id": "tab-1", "private": True, "state": STATE})
        host.wait_title("A Song")
        host.state("tab-2", item={"id": "b", "title": "Another", "artwork": "another"})
        host.wait_title("Another")
        assert [host.receive()["id"] for _ in asked] == asked


def test_a_picture_that_is_named_by_escapes(host):
    """A terminal gets a line of text, whatever a page says."""
    host.expected = ["No artwork"]
    host.state(item={"id": "a", "title": "A Song", "artwork": "\x1b[2J\u009b2J\nan other line\u202e"})
    host.wait_title("A Song")
    host.send({"type": "reply", "request": host.receive()["request"], "ok": False})
    (line,) = host.wait_until("it is logged", lambda: host.process.errors)
    assert line.startswith("nowplaying-browser-host: No artwork") and line.isprintable(), ascii(line)


@pytest.mark.expects("No artwork")
@pytest.mark.parametrize("size, data", [
    (0, "AAAA"), (-1, "AAAA"), (1e300, "AAAA"), (4 * 1024 * 1024 + 1, "AAAA"), ("5", "AAAA"), (None, "AAAA"),
    (3, "AAAAAAAA"), (3, "§§§§"), (3, ""), (3, None), (3, 5), (3, "AAAA")])
def test_wrong_pictures(host, size, data):
    host.state()
    message = host.receive()
    host.send({"type": "picture", "request": message["request"], "size": size, "data": data})
    host.send({"type": "picture", "request": message["request"] + 1, "size": size, "data": data})
    host.is_well()


def test_all_that_is_coming_is_bounded(host):
    """Pictures of 4 MB are begun for each request, and none is finished."""
    before = host.memory()[0]
    for number in range(32):
        host.state(f"tab-{number}", item={"id": "a", "title": "A", "artwork": f"cover {number}"})
        message = host.receive()
        assert message["type"] == "artwork", message
        host.send({"type": "picture", "request": message["request"], "size": 4 << 20,
                   "data": base64.b64encode(bytes(300_000)).decode()})
    host.is_well()
    assert host.keeps_memory() or host.memory()[0] - before < 8000, "it keeps what it was sent"


WRONG = [
    b"", b"{", b"[]", b"5", b"null", b'"text"', b"{}", b'{"type":5}', b'{"type":"state"}', b"\xff\xfe", b"\0" * 100,
    b'{"type":"state","id":5,"state":{}}', b'{"type":"state","id":"","state":{}}', b'{"type":"state","id":"x"}',
    b'{"type":"state","id":"x","state":5}', b'{"type":"state","id":"x","state":[]}', b'{"type":"gone","id":"none"}',
    b'{"type":"gone"}', b'{"type":"reply"}', b'{"type":"reply","request":"1"}', b'{"type":"reply","request":1e99}',
    b'{"type":"picture"}', b'{"type":"picture","request":-1}', b"[" * 5000, b'{"a":' * 5000,
    json.dumps({"type": "state", "id": "x" * 1000, "state": STATE}).encode(),
    b'{"type":"hello","browser":"Chromium"}', b'{"type":"hello"}',
    b'{"type":"state","id":"\xff","state":{}}', b'{"type":"state","id":"x","state":{"item":{"title":"\xc3"}}}',
    b'{"type":"state","id":"x","state":{"item":{"title":"\xed\xa0\xbd"}}}',
    b'{"type":"state","id":"\\u0000","state":{}}',
    b'{"type":"gone","type":5,"id":"tab-1","id":[]}', b'{"state":{},"state":5,"type":"state","type":"state"}',
    b"{" + b",".join(b'"%d":0' % key for key in range(40_000)) + b"}", b'{"type":"state","id":1e999}',
    b'{"type":"state" "id":"x"}', b'{"type":"gone","id":"tab-1"}{"type":"gone","id":"tab-1"}',
]


@pytest.mark.parametrize("wrong", WRONG, ids=range(len(WRONG)))
def test_wrong_messages(host, wrong):
    host.send_raw(wrong)
    host.is_well()
    assert len(host.names()) == 1


ODD = [None, True, 5, -1, 1e308, -1e308, "", "x", "x" * 100_000, [], [[]], {}, {"id": "a"}, [{}] * 2000, "\u0000\ud83d"]


@pytest.mark.parametrize("part", ["item", "playback", "commands", "volume", "muted", "tracks"])
def test_wrong_types(host, part):
    for odd in ODD:
        host.state(**{part: odd})
    for key in {"item": ["id", "type", "title", "artist", "album", "url", "video", "live", "duration", "artwork",
                         "chapters"],
                "playback": ["status", "position", "rate", "time", "seekableStart", "seekableEnd", "buffered", "atLive",
                             "error", "errorKind"],
                "commands": ["play", "seek", "skip", "rate", "custom"]}.get(part, []):
        for odd in ODD:
            host.state(**{part: STATE.get(part, {}) | {key: odd}})
    host.is_well()


def test_odd_lists(host):
    host.state(item=STATE["item"] | {"chapters": [{"start": 5, "title": "A"}, {"start": 1}, {"start": "x"}, None,
                                                  {"start": 9, "title": 5, "artwork": {}}]},
               commands={"custom": [{"id": "", "title": "x"}, {"id": "x"}, 5, {"id": "a", "title": "b"}] * 9},
               tracks=[{"kind": "audio", "id": "1", "selected": True}] * 40 + [{"kind": "smell", "id": "2"}])
    host.wait_title("A Song")
    host.is_well()


def test_a_file_is_no_address(host):
    host.state(item=STATE["item"] | {"url": "file:///etc/passwd"})
    host.wait_title("A Song")
    assert host.metadata("xesam:url") is None


def test_a_message_that_is_too_long(host):
    host.send_raw(b" " * (MESSAGE_BYTES + 1))
    host.send_raw(b'{"type":"hello"' + b" " * (MESSAGE_BYTES - 16) + b"}")
    host.is_well()
    assert host.keeps_memory() or host.memory()[0] < 8000, "it was kept"


def test_the_longest_length(host):
    """A message of the greatest length is discarded as it comes: memory stays as it is, and the end of the browser is
    seen."""
    host.is_well()
    before = host.memory()[0]
    host.send_raw(bytes(1 << 24), 2 ** 32 - 1)
    host.wait_until("it has been read", host.is_read)
    assert host.keeps_memory() or host.memory()[0] - before < 1000, "it was kept"


def test_messages_in_pieces(host):
    """Messages arrive a byte at a time, then several at once, and at the end only a part of one."""
    host.is_well()
    message = json.dumps({"type": "state", "id": "tab-1", "state": STATE}).encode()
    framed = len(message).to_bytes(4, "little") + message
    pipe = host.process.process.stdin
    for place in range(len(framed)):
        pipe.write(framed[place:place + 1])
        pipe.flush()
        host.wait_until("it has been read", host.is_read)
    host.wait_title("A Song")
    pipe.write(framed.replace(b"A Song", b"A Tone") + framed.replace(b"A Song", b"A Word") + framed[:-1])
    pipe.flush()
    host.wait_title("A Word")


def test_the_end_of_a_length(host):
    host.state()
    host.wait_title("A Song")
    host.process.process.stdin.write(b"\x05\x00")
    host.process.process.stdin.flush()
    host.wait_until("it has been read", host.is_read)


def test_too_many_tabs(host):
    for number in range(MOST_TABS + 20):
        host.state(f"tab-{number}", item={"id": "a", "title": f"Tab {number}"})
    host.wait_title(f"Tab {MOST_TABS - 1}")
    for number in range(MOST_TABS + 20):
        host.send({"type": "gone", "id": f"tab-{number}"})
    host.is_well()


def test_a_flood(host):
    """More messages than are read wait in the browser, and cost nothing: the host still answers the desktop."""
    host.state(item={"id": "a", "title": "A Song", "duration": 60})
    host.wait_title("A Song")
    message = json.dumps({"type": "state", "id": "tab-1", "state": STATE | {"item": {"id": "a", "title": "Flood"}}})
    started = time.monotonic()
    for _ in range(1000):
        host.send_raw(message.encode())
    host.wait_title("Flood")
    host.wait_until("all has been read", host.is_read)
    took = time.monotonic() - started
    # 500 at once, and 100 a second from then on; what the pipe holds was not read yet.
    assert took > 2, f"1000 messages were read in {took:.1f} s"
    host.is_well()


@pytest.mark.expects("was not answered within ten seconds")
def test_a_browser_that_does_not_answer(host):
    """Requests wait up to a bound; beyond it they fail at once."""
    host.state(item={"id": "a", "title": "A Song", "duration": 60})
    host.wait_title("A Song")
    tools = [host.bus.start_tool("playerctl", "next") for _ in range(MOST_TABS + 8)]
    assert sum(tool.wait() != 0 for tool in tools) >= 8
    host.is_well()


def test_a_bus_that_is_restarted(host):
    host.state()
    host.wait_title("A Song")
    host.bus.kill()
    host.bus.start()
    host.wait_title("A Song")


def test_it_rests(host):
    host.state(item={"id": "a", "title": "A Song", "duration": 3600})
    host.wait_title("A Song")
    host.wait_until("the position is far", lambda: host.bus.playerctl("position") > "10")
    # Nothing may happen for a while.
    before = host.switches()
    time.sleep(5)  # sleeps: lets pass a time in which nothing may happen
    assert host.switches() == before, "it was woken"
    own, all_of_it = host.memory()
    print(f"memory: {own} kB its own, {all_of_it} kB in all")
    assert host.keeps_memory() or all_of_it <= 12 * 1024, f"{all_of_it} kB"


def test_tabs_come_and_go(host):
    """Memory and descriptors stay as they are."""
    def round_of(number):
        host.state(f"tab-{number}", item={"id": f"{number}", "title": f"Round {number}", "artwork": "a"})
        message = host.receive()
        send_picture(host, message["request"], numbered(1 + number % 7))
        host.wait_title(f"Round {number}")
        host.send({"type": "gone", "id": f"tab-{number}"})
        host.wait_gone()

    for number in range(5):
        round_of(number)
    before, files = host.memory()[0], host.descriptors()
    for number in range(5, 60):
        round_of(number)
    assert host.descriptors() == files
    assert host.keeps_memory() or host.memory()[0] - before < 500, "it grows"
