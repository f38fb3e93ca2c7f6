# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a program imports only modules that it uses: a player with GLib does not need asyncio, which takes 12 ms
and 2.5 MB. Tests/Library/Benchmarks/languages measures the time and memory of the import."""
import ast
import subprocess
import sys

import pytest

SHOW = """
import sys
from gi.repository import GLib
before = set(sys.modules)
import nowplaying
from nowplaying import App, Artwork, Command, GLibLoop, Music, Session, Snapshot
loop = GLib.MainLoop()
app = App("org.example.Lean", loop=GLibLoop(), on_quit=loop.quit)
print(sorted(set(sys.modules) - before))
session = Session(app)
with session.update():
    session.content = Music("A Title", ["An Artist"], duration=1.5, artwork=Artwork.file("/a.png"), track_number="3/12",
                            release_date="c. 1999")
    session.snapshot = Snapshot.playing(0.0)
    session.commands = [Command.play(lambda: None), Command.seek_to_position(lambda position: None)]
session.set_command_enabled(nowplaying.CommandKind.PLAY, False)
session.request_application_primary().add_done_callback(lambda action: loop.quit())
loop.run()
app.close()
print(sorted(set(sys.modules) - before))
"""
HEAVY = {"ast", "asyncio", "calendar", "dataclasses", "datetime", "hashlib", "inspect", "pathlib", "ssl", "urllib"}


def modules(output):
    return [{name.partition(".")[0] for name in ast.literal_eval(line)} for line in output.splitlines()]


def test_a_program_with_glib_imports_neither_asyncio_nor_what_it_does_not_use(bus):
    first, all_of_them = modules(bus.python(SHOW).stdout)
    assert "nowplaying" in first and "ctypes" in first
    assert not first & (HEAVY | {"concurrent", "logging"}), "by an import and an App"
    assert not all_of_them & HEAVY, "by a whole player"


def test_a_player_imports_no_more_of_the_package_than_it_uses(bus):
    result = bus.python(SHOW + 'print([name for name in sys.modules if "nowplaying." in name])')
    loaded = set(ast.literal_eval(result.stdout.splitlines()[-1]))
    assert "nowplaying._content" in loaded
    assert not loaded & {f"nowplaying.{name}" for name in (
        "_chapters", "_playlists", "_remote", "_surface", "_tracks", "_video")}


LOOKED_AT = """
import sys
from gi.repository import GLib
import nowplaying
loop = GLib.MainLoop()
app = nowplaying.App("org.example.Lean", loop=nowplaying.GLibLoop())
session = nowplaying.Session(app, on_primary_changed=lambda _: GLib.idle_add(loop.quit))
session.content, session.snapshot = nowplaying.Music("A Title"), nowplaying.Snapshot.playing()
early, late, never = [session.request_application_primary() for _ in range(3)]
"""


def test_a_request_that_nobody_looks_at_imports_nothing(bus):
    bus.python(LOOKED_AT + """
loop.run()
assert not {"concurrent", "logging"} & set(sys.modules)
app.close()
assert not {"concurrent", "logging"} & set(sys.modules)
""")


def test_a_request_is_an_action_as_soon_as_somebody_looks_at_it(bus):
    """Before it is answered, after that, after the app was closed, and by whichever name."""
    bus.python(LOOKED_AT + """
done = []
early.add_done_callback(done.append)
assert type(early) is nowplaying.Action and not early.done()
loop.run()
assert done == [early] and early.result() is None
assert isinstance(late, nowplaying.Action) and late.done() and late.result(0) is None
assert late.exception() is None and late == late and late in {late}
import asyncio, concurrent.futures
async def wait(action): return await action
assert asyncio.run(wait(never)) is None
closed = session.request_application_primary()
app.close()
assert not concurrent.futures.wait([early, late, never], 0).not_done and closed.done()
""")


def test_a_coroutine_function_is_still_known_as_one(bus):
    """Coroutine functions, and marked functions, are recognised without inspect and asyncio."""
    bus.python("""
import functools, sys
import nowplaying

async def later(): pass
class Later:
    async def __call__(self): pass
    async def method(self): pass
marked = lambda: later()
marked._is_coroutine_marker = object()  # as inspect.markcoroutinefunction() does
with nowplaying.App("a", loop=nowplaying.ManualLoop()) as app:
    session = nowplaying.Session(app)
    for function in later, Later(), Later().method, functools.partial(later), marked:
        try:
            session.commands = [nowplaying.Command.play(function)]
        except TypeError as error:
            assert "needs an asyncio loop" in str(error), error
        else:
            raise AssertionError(function)
assert "asyncio" not in sys.modules
""")


def test_lines_of_the_log_come_without_an_import_of_logging(bus):
    """The handler of last resort prints warnings and errors to standard error."""
    result = bus.python("""
import sys
from nowplaying import App, ManualLoop, Music
assert "logging" not in sys.modules
assert Music(track_number="3/12").track_number == 3 and "logging" not in sys.modules
from nowplaying._log import WARNING, logger
logger.log(WARNING, "A %s", "line")
""")
    assert result.stderr == "A line\n"


def test_all_names_can_be_imported(bus):
    bus.python("""
import nowplaying
from nowplaying import *
assert Action is nowplaying.Action and {"Action", "App"} <= set(globals())
assert not hasattr(nowplaying, "Actions")
""")


@pytest.mark.parametrize("setup, printed", [
    ("", 1), ("logging.basicConfig()", 1), ("logging.basicConfig(filename=sys.argv[1])", 2)],
    ids=["none", "stderr", "file"])
def test_a_line_that_the_library_prints_comes_once(bus, tmp_path, setup, printed):
    """A log file of the program gets the line as well."""
    program = f"""
import logging, sys
{setup}
from nowplaying import App, ManualLoop, Session
app = App("player", loop=ManualLoop())
session = Session(app)
session.volume = 100.0
session.request_application_primary()
for _ in range(5):
    app.dispatch()
app.close()
"""
    result = subprocess.run([sys.executable, "-c", program, tmp_path / "log"], text=True, stderr=subprocess.PIPE,
                            env={**bus.environment, "NOWPLAYING_LOG": "warning"}, check=True)
    kept = (tmp_path / "log").read_text() if printed == 2 else ""
    assert (result.stderr + kept).count("client bug: a session has a volume") == printed
