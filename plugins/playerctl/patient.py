# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A plugin of pytest for playerctl's own tests: a shell that they start replaces itself by its command, as bash does
and dash does not, so that what they end is the command; playerctld has its name before they go on; and what follows
begins when a line of it is awaited, because they change players before that, and a quick program saw them before."""
import asyncio
import subprocess

from dbus_next import Message
from dbus_next.aio import MessageBus

NAME = "org.mpris.MediaPlayer2.playerctld"
start_shell = asyncio.create_subprocess_shell
get = asyncio.Queue.get
held = []


async def await_name(address):
    bus = await MessageBus(bus_address=address).connect()
    question = {"destination": "org.freedesktop.DBus", "path": "/org/freedesktop/DBus",
                "interface": "org.freedesktop.DBus", "member": "NameHasOwner", "signature": "s", "body": [NAME]}
    for _ in range(500):
        if (await bus.call(Message(**question))).body == [True]:
            break
        await asyncio.sleep(0.02)  # sleeps: paces the loop
    bus.disconnect()


async def start(command, **others):
    if "--follow" in command:
        process = await start_shell("read -r _; exec " + command, stdin=subprocess.PIPE, **others)
        held.append(process)
        return process
    process = await start_shell("exec " + command, **others)
    if command == "playerctld":
        await await_name(others["env"]["DBUS_SESSION_BUS_ADDRESS"])
    return process


async def get_line(queue):
    while held:
        held.pop().stdin.write(b"\n")
    return await get(queue)


asyncio.create_subprocess_shell = start
asyncio.Queue.get = get_line
