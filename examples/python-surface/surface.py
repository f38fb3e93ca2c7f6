#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: surface.py             prints a line for each change of each player, until Ctrl-C or SIGTERM
       surface.py --once      prints the players that there are, the most important first"""
import asyncio
import signal
import sys

from nowplaying.surface import Ability, Session, Surface


def line(what: str, session: Session) -> str:
    snapshot, item = session.snapshot(), session.item
    name = session.display_name + (" (remote)" if Ability.IS_REMOTE in session.abilities else "")
    words = [f"{what:8} {name}: {snapshot.state.name.lower()}"]
    if snapshot.position is not None:
        words.append(f"at {int(snapshot.position)} s")
    if item is not None:
        title, by, _ = item.lines
        words.append(f"“{title}”" + (f" by {by}" if by else ""))
    return ", ".join(words)


async def main() -> None:
    async with Surface("python-surface") as surface:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, surface.close)
        if sys.argv[1:] == ["--once"]:
            await surface.listed()
            for session in surface.sessions:
                print(line("there is", session))
            return
        async for change in surface.changes():
            print(line(change.kind.value, change.session), flush=True)


try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
