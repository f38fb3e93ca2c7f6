# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests closing that waits, threads that end, and objects of which there is only one."""
import copy
import pickle
import threading

import pytest

import nowplaying
from nowplaying import App, Command, Session
from conftest import TIMEOUT, Calls
from test_lifetime import SHOWN


def test_closing_can_be_interrupted(bus):
    """While the handler waits for a lock that the closing thread holds, a signal interrupts closing, which can then be
    repeated."""
    for what in ("app", "session"):
        bus.python(f"""{SHOWN}
import signal
called, lock = threading.Event(), threading.Lock()

def wait():
    called.set()
    with lock:
        pass

def interrupt(*_):
    raise KeyboardInterrupt

app, session = show()
session.commands = [Command.play(wait)]
assert published.wait(20)
signal.signal(signal.SIGALRM, interrupt)
with lock:
    client = gdbus("org.mpris.MediaPlayer2.Player.Play")
    assert called.wait(20)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        {what}.close()
        os._exit(1)
    except KeyboardInterrupt:
        assert {what}.closed
{what}.close()
assert {what}._handle is None
client.wait()
""")


def test_a_thread_keeps_its_values_and_is_let_go(bus, shown):
    """The library's thread is one thread for Python, from its first call to its end."""
    local, calls = threading.local(), Calls()

    def count():
        local.count = getattr(local, "count", 0) + 1
        calls(local.count)

    app = App("org.example.Test")
    shown(app).commands = [Command.play(count)]
    for number in range(1, 4):
        bus.call("Player.Play")
        assert calls.take() == number
    app.close()
    assert nowplaying._threads.wait_until_gone(TIMEOUT)


@pytest.mark.parametrize("copy", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_there_is_once_cannot_be_copied(app, copy):
    for original in (app, Session(app)):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            copy(original)
