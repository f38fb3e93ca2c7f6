# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests several interpreters in one process, which players in C use for add-ons. Each interpreter has its own thread,
and its player runs on a thread started there. Every process must end by itself, with success."""
import re
import sys

import pytest

ADDON = """
import os, select, sys, threading
import nowplaying
from nowplaying import *
NAME = "{name}"

def say(what):
    os.write({answers}, what)

def on_bus_state(state):
    if state == BusState.PUBLISHED:
        say(b"p")

def play():
    import __main__  # a different module in each interpreter
    say(b"c" if __main__.NAME == NAME and threading.current_thread() is serving else b"x")

def serve():
    global app, session
    app = App("org.example.{name}", on_bus_state=on_bus_state, loop=ManualLoop())
    session = Session(app)
    with session.update():
        session.content = Music(NAME)
        session.commands = [Command.play(play)]
    session.request_application_primary()
    while not select.select([{orders}], [], [], 0)[0]:
        select.select([app, {orders}], [], [])
        app.dispatch()
    {ending}

serving = threading.Thread(target=serve)
serving.start()
serving.join()
"""

HOST = f"""
import faulthandler, os, subprocess, sys, threading
try:
    import _xxsubinterpreters as interpreters
except ImportError:  # Python 3.13
    import _interpreters as interpreters

def create():
    return interpreters.create("legacy") if sys.version_info >= (3, 13) else interpreters.create(isolated=False)

def run(interpreter, program):
    failed = interpreters.run_string(interpreter, program)
    assert failed is None, failed

class Addon:
    '''A player in an interpreter of its own, which says what happens to it, a letter for each.'''

    def __init__(self, name, ending="app.close()"):
        self.name = name
        self.orders, self.answers = os.pipe(), os.pipe()
        program = ADDON.format(name=name, orders=self.orders[0], answers=self.answers[1], ending=ending)
        self.thread = threading.Thread(target=self.live, args=[program])
        self.thread.start()
        assert self.answer() == "p", name  # published

    def live(self, program):
        try:
            interpreter = create()
            run(interpreter, program)
            interpreters.destroy(interpreter)
        finally:
            os.close(self.answers[1])

    def answer(self):
        return os.read(self.answers[0], 1).decode()

    def press(self):
        subprocess.run(["gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2." + self.name,
            "--object-path", "/org/mpris/MediaPlayer2", "--method", "org.mpris.MediaPlayer2.Player.Play"],
            check=True, stdout=subprocess.DEVNULL)
        assert self.answer() == "c", self.name  # called

    def end(self):
        os.write(self.orders[1], b"e")
        self.thread.join()
        assert self.answer() == ""

ADDON = {ADDON!r}
"""


@pytest.mark.parametrize("ending", ["app.close()", "pass", "del app, session", "import atexit; atexit._clear()"])
def test_they_live_and_end_each_for_itself(bus, ending):
    """Interpreters that close their apps, leave them open, or skip their exit functions end independently."""
    result = bus.python(f"""{HOST}
first, second = (Addon(name, {ending!r}) for name in ("First", "Second"))
for addon in (first, second, first):
    addon.press()
first.end()
second.press()
for number in range(3):
    again = Addon(f"Again{{number}}", {ending!r})
    again.press()
    second.press()
    again.end()
second.end()
""")
    assert "Traceback" not in result.stderr, result.stderr


def test_what_is_left_open_is_closed_at_the_end_of_its_interpreter(bus):
    bus.python(f"""{HOST}
addon = Addon("Addon", "pass")
addon.end()
names = subprocess.run(["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/",
    "--method", "org.freedesktop.DBus.ListNames"], check=True, stdout=subprocess.PIPE).stdout
assert b"Addon" not in names, names
""")


def test_the_main_interpreter_has_an_app_too(bus):
    bus.python(f"""{HOST}
import nowplaying
published = threading.Event()

def on_bus_state(state):
    if state == nowplaying.BusState.PUBLISHED:
        published.set()

with nowplaying.App("org.example.Main", on_bus_state=on_bus_state) as app:
    session = nowplaying.Session(app)
    session.content = nowplaying.Music("Main")
    session.request_application_primary()
    addon = Addon("Addon")
    addon.press()
    assert published.wait(20)
    addon.end()
    assert app.bus_state == nowplaying.BusState.PUBLISHED
""")


def test_the_process_ends_at_once_before_an_interpreter(bus):
    """os._exit() is needed: otherwise Python requires that every interpreter has ended."""
    bus.python(f"""{HOST}
addon = Addon("Addon")
addon.press()
os._exit(0)
""")


def test_asyncio(bus):
    bus.python(f"""{HOST}
run(create(), '''
import asyncio, subprocess, threading
from nowplaying import *

async def play():
    await asyncio.sleep(0)
    called.set()

async def main():
    global called
    called, published, loop = asyncio.Event(), asyncio.Event(), asyncio.get_running_loop()
    on_bus_state = lambda state: state == BusState.PUBLISHED and published.set()
    with App("org.example.Addon", loop=AsyncioLoop(), on_bus_state=on_bus_state) as app:
        session = Session(app)
        session.content = Music("A Title")
        session.commands = [Command.play(play)]
        session.request_application_primary()
        await published.wait()
        client = subprocess.Popen(["gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2.Addon",
            "--object-path", "/org/mpris/MediaPlayer2", "--method", "org.mpris.MediaPlayer2.Player.Play"])
        await called.wait()
        while client.poll() is None:
            await asyncio.sleep(0)
        assert client.returncode == 0

failed = []
threading.excepthook = lambda arguments: failed.append(arguments.exc_value)
running = threading.Thread(target=lambda: asyncio.run(main()))
running.start()
running.join()
assert not failed, failed
''')
""")


def test_the_library_has_no_thread_there(bus):
    result = bus.python(f"""{HOST}
run(create(), '''
import nowplaying
for loop in (None, nowplaying.CallLoop(print)):
    try:
        nowplaying.App("org.example.Addon", loop=loop)
    except ValueError as error:
        print(error)
''')
import nowplaying
nowplaying.App("org.example.Main").close()
""")
    assert result.stdout.count("ManualLoop() and call App.dispatch(), on a thread of this interpreter") == 2
    assert "must not be a CallLoop in a subinterpreter" in result.stdout


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="a thread belongs to the interpreter that it is in")
def test_a_thread_of_another_interpreter_cannot_dispatch(bus):
    """The handlers would run in the other interpreter, with another `sys.modules` and `__main__`."""
    result = bus.python(f"""{HOST}
run(create(), '''
import nowplaying
with nowplaying.App("org.example.Addon", loop=nowplaying.ManualLoop()) as app:
    try:
        app.dispatch()
    except RuntimeError as error:
        print(error)
''')
""")
    assert "this thread belongs to another interpreter" in result.stdout


@pytest.mark.skipif(sys.version_info < (3, 12), reason="before, all interpreters have one lock")
def test_isolated(bus):
    """In an interpreter with a lock of its own, Python 3.12 cannot import ctypes, and says so."""
    result = bus.python(f"""{HOST}
create = lambda: interpreters.create("isolated") if sys.version_info >= (3, 13) else interpreters.create()
try:
    run(create(), "import ctypes")
except Exception as error:
    print(error)
    sys.exit(0)
for _ in range(3):
    addon = Addon("Addon")
    addon.press()
    addon.end()
print("works")
""")
    assert re.search("works|does not support loading in subinterpreters", result.stdout)
