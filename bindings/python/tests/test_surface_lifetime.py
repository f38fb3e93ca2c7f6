# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the ends of surfaces, the interpreter and a forked process, and surfaces in subinterpreters."""
import gc
import itertools
import threading
import warnings

import pytest

import nowplaying
from nowplaying import App, Command as Handled, Music, Snapshot
from nowplaying.surface import CommandKind, NowPlayingError, Status, Surface
from nowplaying.surface._library import Reference
from conftest import TIMEOUT, join_since, wait_until_collected
from players import find, playing
from test_subinterpreters import HOST

SHOWING = """
import os, sys, threading, time, warnings
import nowplaying
from nowplaying.surface import *
seen = threading.Event()

def show(**options):
    return Surface("child", on_added=lambda session: seen.set(), **options)
"""


@pytest.fixture
def player(bus):
    with App("org.example.Lives") as app:
        yield playing(app, commands=[Handled.play(lambda: None)])


@pytest.mark.parametrize("ending", [
    "", "sys.exit(0)", "os._exit(0)", "del surface", "surface.close()", "sys.modules.clear()",
    "kept = surface.sessions", "actions = [surface.sessions[0].send(CommandKind.PLAY) for _ in range(100)]",
    "items = [each.item for each in surface.sessions]; del surface; import gc; gc.collect()"])
def test_the_interpreter_ends(bus, player, ending):
    result = bus.python(f"{SHOWING}\nsurface = show()\nassert seen.wait(20)\n{ending}")
    assert result.stderr == ""


def test_the_interpreter_ends_at_once_many_times(bus, player):
    for _ in range(10):
        bus.python(f"{SHOWING}\nsurface = show()")


def test_the_interpreter_ends_amid_changes(bus, player):
    ended = threading.Event()

    def change():
        numbers = itertools.count()
        while not ended.wait(0.005):
            player.content = Music(str(next(numbers)), id="changing")

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(5):
            # sleeps: a callback that takes its time
            bus.python(f"{SHOWING}\nsurface = Surface(on_changed=lambda *_: (seen.set(), time.sleep(0.001)))\n"
                       "assert seen.wait(20)")
    finally:
        ended.set()
        changing.join()


def test_asyncio_ends_with_an_open_surface(bus, player):
    """asyncio.run() cancels the readers, and the end of the program closes the surface."""
    for loop in ("None", "AsyncioLoop()"):
        result = bus.python(f"""{SHOWING}
import asyncio

async def read():
    async for change in surface.changes():
        seen.set()

async def main():
    global surface
    surface = Surface(loop={loop})
    task = asyncio.ensure_future(read())
    while not seen.is_set():
        await asyncio.sleep(0.001)  # sleeps: paces a loop that waits for a condition
    return task

asyncio.run(main())
""")
        assert result.stderr == ""


def test_forgotten_close_is_warned_of(bus):
    surface = Surface("lock screen")
    with pytest.warns(ResourceWarning, match="Surface 'lock screen' was not closed"):
        del surface
        gc.collect()


def test_garbage_is_collected_anywhere(bus, player):
    before = threading.enumerate()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        for _ in range(20):
            kept = []
            surface = Surface(on_added=kept.append)
            kept.append(surface)  # a cycle: only the collector finds it
            del surface, kept
            with nowplaying._library.lock:
                gc.collect()
        # The player has an owner or two of its own.
        wait_until_collected(lambda: not any(isinstance(each(), (Surface, type(None)))
                                             for each in list(nowplaying._handlers._owners.values())))
        join_since(before)  # who frees aside


def test_nothing_stays_behind(bus, player):
    def use():
        with warnings.catch_warnings():
            warnings.simplefilter("error", ResourceWarning)
            with Surface(on_added=lambda session: None) as surface:
                session = find(surface, application_id="org.example.Lives")
                session.send(CommandKind.PLAY).result(TIMEOUT)
                assert session.item.title and session.commands and surface.sessions

    use()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(10):
        use()
    gc.collect()
    assert len(gc.get_objects()) - before < 100


def test_sessions_give_their_memory_back(bus, player, monkeypatch):
    """A player changes all the time: each reference from the library must be released exactly once."""
    gc.collect()  # objects that earlier tests have left in cycles do not count
    taken, given = [], []
    take, give = Reference.__init__, Reference._unref
    monkeypatch.setattr(Reference, "__init__", lambda self, handle: (taken.append(handle), take(self, handle))[1])
    monkeypatch.setattr(Reference, "_unref", staticmethod(lambda handle: (given.append(handle), give(handle))))
    with Surface() as surface:
        for number in range(100):
            player.snapshot = Snapshot.playing(position=float(number))
            find(surface, application_id="org.example.Lives")
    gc.collect()
    assert sorted(taken) == sorted(given) and len(taken) >= 100


def test_threads_use_and_close_the_same_surface(bus, player):
    def use():
        while True:
            try:
                for session in surface.sessions:
                    session.send(CommandKind.PLAY).cancel()
                    session.artwork().add_done_callback(lambda action: None)
                surface.aspect_ratios = ()
            except NowPlayingError as error:
                if error.status != Status.BUSY:
                    ended.append(error.status)
                    return

    ended = []
    for _ in range(10):
        surface = Surface()
        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        find(surface, application_id="org.example.Lives")
        surface.close()
        for thread in threads:
            thread.join(TIMEOUT)
        assert not surface._actions and not surface._listing
    assert ended == [Status.INVALID_STATE] * 40


def test_fork(bus, player):
    """The child may read the inherited sessions, sends nothing, and takes nothing away from the parent."""
    bus.python(f"""{SHOWING}
surface = show()
assert seen.wait(20)
session, = surface.sessions
asked = session.send(CommandKind.PLAY)
for ending in ("pass", "surface.close()", "del surface, session", "sys.exit(0)", "os._exit(0)"):
    child = os.fork()
    if child == 0:
        assert asked.cancel() or asked.done()
        assert session.item.title == "A Title" and session.snapshot().position is not None
        for ask in (session.quit, surface.listed, lambda: surface.sessions, lambda: surface.bus_state):
            try:
                ask()
                os._exit(1)
            except NowPlayingError as error:
                assert error.status == Status.FORKED, error
        exec(ending)
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0, ending
    assert session.send(CommandKind.PLAY).result(20) is None
child = os.fork()
if child == 0:  # makes a surface of its own
    seen.clear()
    with show() as mine:
        assert seen.wait(20) and mine.sessions
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
""")


def test_a_surface_beside_an_app(bus):
    """A program that is a player and a surface: neither disturbs the other, even at the end."""
    result = bus.python(f"""{SHOWING}
app = nowplaying.App("org.example.Both")
session = nowplaying.Session(app)
session.content = nowplaying.Music("Both")
session.commands = [nowplaying.Command.play(seen.set)]
session.request_application_primary()
added = threading.Event()
surface = Surface(on_added=lambda session: added.set())
assert added.wait(20)
surface.sessions[0].send(CommandKind.PLAY).result(20)
assert seen.is_set()
""")
    assert result.stderr == ""


def test_subinterpreters(bus, player):
    """Each interpreter has its own surface, and ends independently."""
    result = bus.python(f"""{HOST}
PROGRAM = '''
import asyncio, threading
from nowplaying.surface import *

for loop in (None, CallLoop(print)):
    try:
        Surface(loop=loop)
        raise SystemError
    except ValueError as error:
        assert "Surface(loop) must not be" in str(error) and "call Surface.dispatch()" in str(error), error

async def main():
    async with Surface(loop=AsyncioLoop()) as surface:
        async for change in surface.changes():
            assert await change.session.send(CommandKind.PLAY) is None
            if not {{leave}}:
                break
            kept.append(surface)
            return

kept, failed = [], []
threading.excepthook = lambda arguments: failed.append(arguments.exc_value)
running = threading.Thread(target=lambda: asyncio.run(main()))
running.start()
running.join()
assert not failed, failed
'''
import nowplaying.surface

def live(leave):
    interpreter = create()
    run(interpreter, PROGRAM.format(leave=leave))
    interpreters.destroy(interpreter)
    ended.append(leave)

ended = []
with nowplaying.surface.Surface() as surface:
    for leave in (False, True, False):
        thread = threading.Thread(target=live, args=[leave])
        thread.start()
        thread.join()
    assert ended == [False, True, False]
    surface.listed().result(20)
    assert surface.sessions
""")
    assert "Traceback" not in result.stderr, result.stderr


def test_it_is_imported_by_name_alone(bus):
    bus.python("import nowplaying, sys\nassert 'nowplaying.surface' not in sys.modules")
