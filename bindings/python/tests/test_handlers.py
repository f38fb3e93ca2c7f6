# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the results and exceptions of handlers, immediate and later ones."""
import asyncio
import base64
import logging
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

import nowplaying
from nowplaying import Artwork, Command, Music, NowPlayingError, Status
from conftest import TIMEOUT, Calls, wait_until

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
# The reply for an error whose text is not written for people.
FAILED = "The player failed, and its log says why."


@pytest.fixture
def running_loop():
    """An asyncio loop that runs on a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def coroutine_app(bus, running_loop):
    """An app on the library's thread whose coroutines run on running_loop."""
    with nowplaying.App("org.example.Test", coroutine_loop=running_loop) as made:
        yield made


def fail():
    raise RuntimeError("The disc is scratched.")


async def fail_later():
    await asyncio.sleep(0)
    fail()


def refuse():
    raise NowPlayingError("The album was\ndeleted.", Status.NO_SUCH_CONTENT)


def expect_error(bus, caplog, text, answer=FAILED):
    """Checks that Next fails, that the exception is logged with its traceback, and that the client gets a text for
    people."""
    result = bus.call("Player.Next", check=False)
    assert result.returncode == 1 and answer in result.stderr
    records = [record for record in caplog.records if record.levelno == logging.ERROR and record.exc_info]
    assert [text in str(record.exc_info[1]) for record in records] == [True]
    assert "NEXT" in records[0].getMessage()


def test_exception_becomes_the_error(bus, app, shown, caplog):
    shown(app).commands = [Command.next(fail)]
    expect_error(bus, caplog, "The disc is scratched.")


def test_the_path_in_an_error_is_logged_and_not_sent(bus, app, shown, caplog):
    shown(app).commands = [Command.next(lambda: open("/no/such/song"))]
    expect_error(bus, caplog, "/no/such/song")
    assert "/no/such/song" not in bus.call("Player.Next", check=False).stderr


async def refuse_later():
    refuse()


@pytest.mark.parametrize("handler", [refuse, refuse_later])
def test_an_error_that_is_chosen_is_one_line(bus, coroutine_app, shown, caplog, handler):
    shown(coroutine_app).commands = [Command.next(handler)]
    result = bus.call("Player.Next", check=False)
    assert result.returncode == 1 and "The album was\ndeleted." in result.stderr
    record, = [record for record in caplog.records if "The album was deleted." in record.getMessage()]
    assert record.levelno == logging.INFO and not record.exc_info
    assert record.getMessage() == "The handler of the command NEXT refused: The album was deleted. (NO_SUCH_CONTENT)"


def test_a_misused_library_is_a_mistake_with_its_traceback(bus, app, shown, caplog):
    session, closed = shown(app), nowplaying.Session(app, "closed")
    closed.close()
    session.commands = [Command.next(closed.resign_system_primary)]
    expect_error(bus, caplog, "is closed.", answer="is closed.")


def test_exception_of_a_coroutine_becomes_the_error(bus, coroutine_app, shown, caplog):
    shown(coroutine_app).commands = [Command.next(fail_later)]
    expect_error(bus, caplog, "The disc is scratched.")


def test_exception_without_a_text(bus, app, shown, caplog):
    shown(app).commands = [Command.next(lambda: next(iter(())))]
    expect_error(bus, caplog, "")


def test_coroutine_without_a_loop_is_an_error(bus, app, shown, caplog):
    """Without a loop, a coroutine is noticed when the handler returns it, and a coroutine function when it is
    assigned."""
    shown(app).commands = [Command.next(lambda: fail_later())]
    expect_error(bus, caplog, "a coroutine needs an asyncio loop")


def test_a_generator_is_no_success(bus, app, shown, caplog):
    shown(app).commands = [Command.next(lambda: (number for number in ()))]
    expect_error(bus, caplog, "returned a generator")


def test_nothing_is_kept_of_what_ends_no_program(bus, app, shown, caplog):
    """sys.exit() on the library's thread ends nothing: the desktop and the log get a sentence without a traceback."""
    shown(app).commands = [Command.next(sys.exit)]
    for _ in range(3):
        result = bus.call("Player.Next", check=False)
        assert result.returncode == 1 and "cannot end the program by SystemExit" in result.stderr
    assert app._handlers.raised is None
    records = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(records) == 3 and not any(record.exc_info for record in records)
    assert "threading.Event.set" in records[0].getMessage()


def test_the_reply_waits_for_the_coroutine(bus, coroutine_app, shown, running_loop):
    calls, gates = Calls(), []

    async def handler():
        gate = asyncio.Event()
        gates.append(gate)
        calls("begun")
        await gate.wait()
        calls("done")

    shown(coroutine_app).commands = [Command.next(handler)]
    client = threading.Thread(target=lambda: calls(bus.call("Player.Next").returncode))
    client.start()
    assert calls.take() == "begun"
    bus.property("", "Identity")  # a round trip that begins after Next, and ends before it: nobody is held up
    assert calls.empty()
    running_loop.call_soon_threadsafe(gates[0].set)
    assert [calls.take(), calls.take()] == ["done", 0]
    client.join()


def test_a_closed_session_cancels_its_coroutines(bus, coroutine_app, shown):
    calls = Calls()

    async def handler():
        calls("begun")
        try:
            await asyncio.sleep(TIMEOUT)  # sleeps: the handler does not end by itself
        except asyncio.CancelledError:
            calls("cancelled")
            raise

    session = shown(coroutine_app)
    session.commands = [Command.next(handler)]
    client = threading.Thread(target=lambda: calls(bus.call("Player.Next", check=False).returncode))
    client.start()
    assert calls.take() == "begun"
    session.close()
    assert {calls.take(), calls.take()} == {"cancelled", 1}
    client.join()


def test_every_request_that_is_kept_is_let_go(bus, coroutine_app, shown, monkeypatch):
    calls, library = Calls(), nowplaying._library.functions
    for name in ("nowplaying_request_ref", "nowplaying_request_unref"):
        monkeypatch.setattr(library, name, lambda request, name=name, function=getattr(library, name): (
            function(request), calls(name)))
    session = shown(coroutine_app)
    for handler in (fail_later, lambda: asyncio.sleep(0)):
        session.commands = [Command.next(handler)]
        bus.call("Player.Next", check=False)
        # The second call releases the package's reference, because the answer is pending.
        assert [calls.take() for _ in range(3)] == ["nowplaying_request_ref"] + 2 * ["nowplaying_request_unref"]


@pytest.mark.parametrize("level, expected", [
    (logging.DEBUG, "DEBUG"), (logging.INFO, "INFO"), (logging.WARNING, "WARNING"), (logging.CRITICAL, "ERROR")])
def test_the_library_says_as_much_as_the_logger_wants(caplog, level, expected):
    caplog.set_level(level, "nowplaying")
    assert nowplaying._app._log_level() == getattr(nowplaying._signatures, f"NOWPLAYING_LOG_{expected}")


def test_the_newest_handler_is_called(bus, app, shown):
    session, calls = shown(app), Calls()
    for number in range(3):
        session.commands = [Command.next(lambda number=number: calls(number))]
    bus.playerctl("next")
    assert calls.take() == 2


def art_file(bus):
    wait_until(lambda: bus.playerctl("metadata", "mpris:artUrl") if "artUrl" in bus.playerctl("metadata") else "")
    return Path(unquote(urlparse(bus.playerctl("metadata", "mpris:artUrl")).path)).read_bytes()


def test_artwork_of_every_sort(bus, coroutine_app, shown, tmp_path):
    picture = tmp_path / "cöver \udce9.png"
    picture.write_bytes(PNG)
    calls = Calls()

    def load(width, height):
        calls(width, height)
        return PNG

    async def load_later(_width, _height):
        return bytearray(PNG)

    async def load_file(_width, _height):
        return str(picture)

    async def load_address(*_):
        return Artwork.url(address)

    session = shown(coroutine_app)
    for number, source in enumerate([load, load_later, load_file, lambda *_: picture, lambda *_: memoryview(PNG)]):
        session.content = Music(f"Song {number}", artwork=Artwork(f"picture {number}", source), id=str(number))
        assert art_file(bus) == PNG
    assert calls.take() == (512, 512)
    address = "https://example.org/a%20b.png"
    for artwork in Artwork.url(address), Artwork("later", load_address):
        session.content = Music("At an address", artwork=artwork, id=artwork.id)
        wait_until(lambda: bus.run("playerctl", "metadata", "mpris:artUrl", check=False).stdout.strip() == address)


def test_an_artwork_of_an_artwork_is_no_endless_tale(bus, app, shown, caplog):
    shown(app, Music("One", artwork=Artwork("one", lambda *_: Artwork("two", lambda *_: PNG))))
    wait_until(lambda: any("which has a function again" in message for message in caplog.messages))


@pytest.mark.parametrize("load, text, fails", [
    (lambda *_: b"no picture", "image", False), (lambda *_: "/nowhere/at/all.png", "No such file", False),
    (lambda *_: 1 / 0, "division by zero", True), (lambda *_: b"", "", False)])
def test_a_failed_artwork_costs_the_picture_only(bus, app, shown, caplog, load, text, fails):
    """A missing picture is logged as one line by the library, since the function has no bug."""
    session = shown(app, Music("One", artwork=Artwork("bad", load), id="1"))
    wait_until(lambda: any(record.levelno == logging.WARNING for record in caplog.records))
    failed, *others = [record for record in caplog.records if "bad" in record.getMessage()]
    if fails:
        assert text in str(failed.exc_info[1]) and "'bad'" in failed.getMessage()
        failed, = others
    assert failed.levelno == logging.WARNING and '"bad"' in failed.getMessage() and not failed.exc_info
    assert fails or text in failed.getMessage() and not others
    assert "artUrl" not in bus.playerctl("metadata")
    session.content = Music("Two", artwork=Artwork("bad", lambda *_: PNG), id="2")
    assert art_file(bus) == PNG


def test_artwork_is_asked_for_before_its_commit_returns(bus, app, shown, monkeypatch):
    """The library's thread may ask before the publishing thread returns, and must still find the picture."""
    session = shown(app)
    asked, found = threading.Event(), threading.Event()
    commit, named = nowplaying._session._commit, nowplaying.Session._named

    def slow_commit(handle):
        commit(handle)
        assert asked.wait(TIMEOUT)
        found.wait(0.5)  # waits until the content has been stored

    def seen_named(*arguments):
        asked.set()
        try:
            return named(*arguments)
        finally:
            found.set()

    monkeypatch.setattr(nowplaying._session, "_commit", slow_commit)
    monkeypatch.setattr(nowplaying.Session, "_named", seen_named)
    session.content = Music("Two", artwork=Artwork("two", lambda *_: PNG), id="2")
    assert art_file(bus) == PNG


async def no_picture(*_):
    return None


@pytest.mark.parametrize("load", [lambda *_: None, no_picture])
def test_no_picture_after_all_is_no_error(bus, running_loop, shown, caplog, load):
    """It is logged at the most detailed level only."""
    caplog.set_level(logging.DEBUG, "nowplaying")
    with nowplaying.App("org.example.Test", coroutine_loop=running_loop) as app:
        session = shown(app, Music("One", artwork=Artwork("none", load), id="1"))
        wait_until(lambda: any('"none"' in record.message for record in caplog.records))
        assert "artUrl" not in bus.playerctl("metadata")
        session.content = Music("Two", artwork=Artwork("none", lambda *_: PNG), id="2")
        assert art_file(bus) == PNG
    said = [record for record in caplog.records if "none" in record.message or record.levelno > logging.INFO]
    assert [(record.levelno, record.exc_info) for record in said] == [(logging.DEBUG, None)]
