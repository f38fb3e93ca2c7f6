#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: player.py COMMAND FILE…     Plays files one after the other by a command, as "ffplay -nodisp -autoexit" or
"mpv --no-video", in an asyncio program: one thread, and handlers that are coroutines."""
import asyncio
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import List, Optional

from nowplaying import App, AsyncioLoop, Command, Music, NowPlayingError, Session, Snapshot


class Player:
    """Plays a list of files, and shows in a session what plays."""

    def __init__(self, app: App, command: List[str], files: List[Path]) -> None:
        self.command, self.files = command, files
        self.next = 0
        self.process: Optional[asyncio.subprocess.Process] = None
        self.begun = asyncio.Condition()
        self.paused = False
        self.position, self.since = 0.0, time.monotonic()
        self.session = Session(app)
        self.session.commands = [Command.play(lambda: self.pause(False)), Command.pause(lambda: self.pause(True)),
                                 Command.next(lambda: self.go(1)), Command.previous(lambda: self.go(-1))]

    async def run(self) -> None:
        while self.next < len(self.files):
            file, self.next = self.files[self.next], self.next + 1
            self.process = await asyncio.create_subprocess_exec(
                *self.command, str(file), stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL)
            self.paused, self.position, self.since = False, 0.0, time.monotonic()
            with self.session.update():
                self.session.content = Music(file.stem, id=f"{self.next} {file}", url=file.as_uri())
                self.session.snapshot = Snapshot.playing()
            async with self.begun:
                self.begun.notify_all()
            await self.process.wait()
        async with self.begun:
            self.process = None
            self.begun.notify_all()

    def pause(self, paused: bool) -> None:
        """Pauses or goes on, by a command that names the state, so that the same button pressed twice changes
        nothing."""
        if self.process is None or paused == self.paused:
            return
        self.process.send_signal(signal.SIGSTOP if paused else signal.SIGCONT)
        now = time.monotonic()
        self.position += now - self.since if paused else 0.0
        self.paused, self.since = paused, now
        self.session.snapshot = Snapshot.paused(self.position) if paused else Snapshot.playing(self.position)

    async def go(self, step: int) -> None:
        """Goes to another file, and returns when it plays; the desktop's command is answered then."""
        wanted = self.next - 1 + step
        if self.process is None or not 0 <= wanted < len(self.files):
            raise NowPlayingError("There is no other file.")
        self.next = wanted
        async with self.begun:
            self.end()
            await self.begun.wait()

    def end(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()


async def main(command: List[str], files: List[Path]) -> None:
    ends = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ends.set)
    async with App("asyncio-player", display_name="Asyncio Player", loop=AsyncioLoop(), on_quit=ends.set) as app:
        player = Player(app, command, files)
        player.session.request_application_primary()
        tasks = [asyncio.ensure_future(wait) for wait in (player.run(), ends.wait())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        player.end()
        tasks[0].cancel()
        await asyncio.wait(tasks[:1])
        if not tasks[0].cancelled():
            tasks[0].result()  # raises the error of a task, such as a missing command


if len(sys.argv) < 3:
    sys.exit("\n".join((__doc__ or "").splitlines()))
asyncio.run(main(shlex.split(sys.argv[1]), [Path(word).resolve() for word in sys.argv[2:]]))
