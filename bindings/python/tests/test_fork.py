# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a forked child, which shares the loop's epoll with its parent, does not make the parent deaf."""
import pytest

from test_lifetime import SHOWN


def test_an_assignment_in_a_child_says_what_is_wrong_with_it(bus):
    assert bus.python(f"""{SHOWN}
app, session = show()
if os.fork() == 0:
    try:
        session.content = Music("Other")
    except NowPlayingError as error:
        print(error.status.name, error, flush=True)
    os._exit(0)
os.wait()
""").stdout.startswith("FORKED Session.content: ")


@pytest.mark.parametrize("ending", ["app.close()", "with app: pass", "del app, session; gc.collect()", "sys.exit(0)"])
@pytest.mark.parametrize("loop, run", [
    ("AsyncioLoop(loop)", "loop.run_until_complete(asyncio.wait_for(called.wait(), 15))"),
    ("GLibLoop()", "while not called.is_set(): GLib.MainContext.default().iteration(True)"),
    ("QtLoop(QtCore)", "while not called.is_set(): qt.processEvents(QtCore.QEventLoop.WaitForMoreEvents)"),
], ids=["asyncio", "glib", "qt"])
def test_a_child_ends_the_app_and_the_parent_hears_on(bus, loop, run, ending):
    bus.python(f"""{SHOWN}
import asyncio, gc
from gi.repository import GLib
from PyQt5 import QtCore
qt = QtCore.QCoreApplication([])
loop, called = asyncio.new_event_loop(), asyncio.Event()
app, session = show(loop={loop})
child = os.fork()
if child == 0:
    {ending}
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0

def press():
    assert published.wait(15)
    gdbus("org.mpris.MediaPlayer2.Player.Play").wait()

session.commands = [Command.play(called.set)]
pressing = threading.Thread(target=press)
pressing.start()
{run}
pressing.join()
app.close()
""")
