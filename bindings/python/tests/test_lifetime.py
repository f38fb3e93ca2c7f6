# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the ends of handles, handlers, the interpreter, and a forked process. Most run in a separate process, which
must end by itself, in time, and with success."""
import gc
import sys
import threading
import warnings

import pytest

import nowplaying
from nowplaying import App, Command, Music, Snapshot, Session
from conftest import TIMEOUT, Calls, join_since, wait_until, wait_until_collected

SHOWN = """
import os, sys, threading, time
import nowplaying
from nowplaying import *
published = threading.Event()

def on_bus_state(state):
    if state == BusState.PUBLISHED:
        published.set()

def show(**options):
    app = App("org.example.Child", on_bus_state=on_bus_state, **options)
    session = Session(app)
    with session.update():
        session.content = Music("Child")
        session.snapshot = Snapshot.paused()
        session.commands = [Command.play(lambda: None)]
    session.request_application_primary()
    return app, session

def gdbus(*arguments):
    import subprocess
    return subprocess.Popen(["gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2.Child",
        "--object-path", "/org/mpris/MediaPlayer2", "--method", *arguments], stderr=subprocess.DEVNULL)
"""


@pytest.mark.parametrize("ending", [
    "", "sys.exit(0)", "os._exit(0)", "import signal; os.kill(os.getpid(), signal.SIGTERM)",
    "del app, session", "del app, session; import gc; gc.collect()", "app.close()", "sys.modules.clear()"])
def test_the_interpreter_ends(bus, ending):
    prelude = "import signal; signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\n" if "SIGTERM" in ending else ""
    bus.python(f"{SHOWN}\n{prelude}app, session = show()\nassert published.wait(20)\n{ending}")
    wait_until(lambda: bus.player() is None)


def test_the_interpreter_ends_at_once_many_times(bus):
    """The library's thread starts, connects and calls back while the interpreter ends."""
    for _ in range(20):
        bus.python(f"{SHOWN}\napp, session = show()")


def test_the_interpreter_ends_while_handlers_run(bus):
    """A client calls the handlers as fast as it can."""
    flood = ("import subprocess\nclients = [gdbus('org.mpris.MediaPlayer2.Player.Play') for _ in range(10)]\n"
             "called.wait(20)")
    bus.python(f"{SHOWN}\ncalled = threading.Event()\napp, session = show()\nassert published.wait(20)\n"
               # sleeps: a handler that takes its time
               f"session.commands = [Command.play(lambda: (called.set(), time.sleep(0.01)))]\n{flood}")


def test_a_handler_that_never_returns_does_not_hold_up_the_end(bus):
    result = bus.python(
        f"{SHOWN}\nimport nowplaying._connection\nnowplaying._connection.TIMEOUT = 0.5\ncalled = threading.Event()\n"
        "app, session = show()\nassert published.wait(20)\n"
        "session.commands = [Command.play(lambda: (called.set(), threading.Event().wait()))]\n"
        "gdbus('org.mpris.MediaPlayer2.Player.Play')\nassert called.wait(20)\n")
    assert "A handler still runs at the end" in result.stderr


@pytest.mark.parametrize("loop", ["None", "ManualLoop()"])
def test_a_handler_drops_the_last_references(bus, loop):
    """The app ends when its handler returns, and the interpreter a moment later."""
    result = bus.python(f"""{SHOWN}
import gc, select, weakref
done = threading.Event()

def drop():
    global held
    held = None
    gc.collect()
    done.set()

held = show(loop={loop})
ended = weakref.ref(held[0])
held[1].commands = [Command.play(drop)]
pressed = False
while not done.is_set():
    if published.is_set() and not pressed:
        pressed = gdbus("org.mpris.MediaPlayer2.Player.Play")
    if {loop} is not None and held:
        select.select([held[0]], [], [], 1)
        held[0].dispatch()
    else:
        done.wait(0.01)
gc.collect()
while ended() is not None:
    time.sleep(0.001)  # sleeps: paces a loop that waits for a condition
""", "-W", "always::ResourceWarning")
    assert "App 'org.example.Child' was not closed" in result.stderr
    assert "Traceback" not in result.stderr
    wait_until(lambda: bus.player() is None)


def test_the_interpreter_outlives_the_library(bus):
    """A handler closes its app and returns when the interpreter is about to end."""
    bus.python(f"""
import atexit, os

def check():  # runs last, because it was registered first
    if nowplaying._handlers._owners or nowplaying._handlers._entered:
        os._exit(1)

atexit.register(check)
{SHOWN}

class Slow(threading.Condition):
    def __enter__(self):
        time.sleep(0.01)  # sleeps: a lock that takes its time
        return super().__enter__()

nowplaying._objects.call_ended = nowplaying._handlers.call_ended = Slow(nowplaying._library.lock)
done = threading.Event()

def close():
    app.close()
    done.set()
    time.sleep(0.2)  # sleeps: a handler that goes on after the app is closed

app, session = show()
session.commands = [Command.play(close)]
assert published.wait(20)
gdbus("org.mpris.MediaPlayer2.Player.Play")
assert done.wait(20)
""")


def test_a_handler_closes_its_app(bus, shown):
    calls = Calls()
    app = App("org.example.Test")
    session = shown(app)

    def close():
        app.close()
        calls("closed")

    session.commands = [Command.play(close)]
    bus.call("Player.Play", check=False)
    assert calls.take() == "closed" and app.closed and session.closed
    wait_until(lambda: bus.player() is None)


def test_a_handler_closes_its_app_while_another_thread_does(bus, shown):
    app, calls = App("org.example.Test"), Calls()
    session = shown(app)

    def close():
        calls("called")
        closing.start()
        wait_until(lambda: session.closed)
        app.close()

    closing = threading.Thread(target=app.close)
    session.commands = [Command.play(close)]
    bus.call("Player.Play", check=False)
    assert calls.take() == "called"
    closing.join(TIMEOUT)
    assert not closing.is_alive()
    wait_until(lambda: bus.player() is None)


def test_a_signal_handler_closes_what_is_in_use(bus):
    """The signal may arrive between any two steps of Python."""
    bus.python(f"""{SHOWN}
import signal

for loop in (None, ManualLoop()):
    for number in range(200):
        app, session = show(loop=loop)
        signal.signal(signal.SIGALRM, lambda *_: app.close())
        signal.setitimer(signal.ITIMER_REAL, 0.0001 + number * 0.000003)
        try:
            while True:
                session.snapshot = Snapshot.paused()
                if loop:
                    app.dispatch()
        except NowPlayingError as error:
            assert error.status == Status.INVALID_STATE, error
""")


def test_forgotten_close_is_warned_of(bus):
    app = App("org.example.Test")
    Session(app)
    with pytest.warns(ResourceWarning, match="App 'org.example.Test' was not closed"):
        del app
        gc.collect()
    wait_until(lambda: bus.player() is None)


def test_garbage_is_collected_anywhere(bus, shown):
    """The collector may run during a call of the library, while the library's thread calls a handler of a garbage
    object."""
    before = threading.enumerate()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        for _ in range(20):
            Session(App("org.example.Test"))  # a cycle: only the collector finds it
            with nowplaying._library.lock:
                gc.collect()
        wait_until_collected(lambda: not nowplaying._handlers._owners)
        join_since(before)  # the threads that free objects


def test_nothing_stays_behind(bus, shown):
    def use():
        with warnings.catch_warnings():
            warnings.simplefilter("error", ResourceWarning)
            with App("org.example.Test", on_quit=lambda: None) as app:
                session = shown(app)
                session.commands = [Command.play(lambda: session.content)]  # a reference cycle, as in real players
                bus.call("Player.Play")

    use()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(10):
        use()
    gc.collect()
    assert len(gc.get_objects()) - before < 100
    assert not nowplaying._handlers._owners and not nowplaying._handlers._entered


def test_fork(bus):
    """The child has no app of its own, may close the inherited one, and takes nothing away from the parent."""
    bus.python(f"""{SHOWN}
app, session = show()
assert published.wait(20)
for ending in ("pass", "app.close()", "del app, session", "sys.exit(0)", "os._exit(0)"):
    child = os.fork()
    if child == 0:
        try:
            session.volume = 1.0
            os._exit(1)
        except NowPlayingError as error:
            assert error.status == Status.FORKED, error
        exec(ending)
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0, ending
    session.content = Music("Still here")
    assert app.bus_state == BusState.PUBLISHED
app.close()
""")


def test_a_forked_child_ends_nothing_of_its_parent(bus):
    bus.python(f"""{SHOWN}
app, session = show()
child = os.fork()
if child == 0:
    app._watch._delete = lambda handle: os._exit(1)
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
""")


def test_fork_while_another_thread_dispatches(bus):
    """The child may close the app, although the thread that was dispatching does not exist there."""
    bus.python(f"""{SHOWN}
called, forked = threading.Event(), threading.Event()
app, session = show(loop=ManualLoop())
session.commands = [Command.play(lambda: (called.set(), forked.wait(20)))]

def dispatch():
    import select
    while not forked.is_set():
        select.select([app], [], [], 0.1)
        app.dispatch()

dispatching = threading.Thread(target=dispatch)
dispatching.start()
assert published.wait(20)
gdbus("org.mpris.MediaPlayer2.Player.Play")
assert called.wait(20)
child = os.fork()
if child == 0:
    app.close()
    os._exit(0)
forked.set()
assert os.waitpid(child, 0)[1] == 0
dispatching.join()
""")


def test_fork_while_threads_publish(bus):
    """In the child no lock is held by a thread that does not exist there."""
    bus.python(f"""{SHOWN}
app, session = show()
stop = False

def publish():
    while not stop:
        session.snapshot = Snapshot.paused()

threads = [threading.Thread(target=publish) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(50):
    child = os.fork()
    if child == 0:
        app.close()
        other = App("org.example.Other")
        other.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
stop = True
""")


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(bus, tmp_path, method):
    """An app in the parent and one in each child."""
    program = tmp_path / "program.py"
    program.write_text(SHOWN + f"""
import multiprocessing

def child(number):
    with App(f"org.example.Worker{{number}}") as app:
        Session(app).request_application_primary().result(20)
    return number

if __name__ == "__main__":
    app, session = show()
    assert published.wait(20)
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        assert pool.map(child, range(4)) == [0, 1, 2, 3]
    assert app.bus_state == BusState.PUBLISHED
""")
    result = bus.run(sys.executable, "-X", "faulthandler", str(program))
    assert "Error" not in result.stderr, result.stderr


def test_a_missing_library_is_named(bus):
    bus.environment["NOWPLAYING_LIBRARY"] = "/nowhere/libnowplaying.so"
    result = bus.run(sys.executable, "-c", "import nowplaying", check=False)
    assert result.returncode == 1
    assert "install libnowplaying, or set NOWPLAYING_LIBRARY to its path" in result.stderr


def test_threads_use_and_close_the_same_objects(bus, app, shown):
    """A late caller gets an error; nobody crashes."""
    shown(app)
    def use(session):
        try:
            while True:
                with session.update():
                    session.content = Music("Racing")
                    session.snapshot = Snapshot.paused()
        except nowplaying.NowPlayingError as error:
            assert error.status == nowplaying.Status.INVALID_STATE
            ended.append(session)

    ended = []
    for _ in range(20):
        session = Session(app)
        threads = [threading.Thread(target=use, args=[session]) for _ in range(4)]
        for thread in threads:
            thread.start()
        session.close()
        for thread in threads:
            thread.join(TIMEOUT)
    assert len(ended) == 80


def test_nothing_is_kept_of_what_the_library_refuses():
    from nowplaying import _handlers
    before = set(_handlers._owners)
    with open("/dev/null", "rb") as no_socket, pytest.raises(nowplaying.NowPlayingError):
        App("org.example.Refused", bus_fd=no_socket.fileno())
    assert set(_handlers._owners) == before
