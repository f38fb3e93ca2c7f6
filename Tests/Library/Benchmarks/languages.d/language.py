# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: language.py APPLICATION_ID     See the script languages: lines "commit N" on standard input."""
import sys
import time

from nowplaying import App, Command, Music, Session, Snapshot

song = 1


def publish(session: Session) -> None:
    with session.update():
        session.content = Music(f"Song {song}", "The Examples", id=f"Song {song}")
        session.snapshot = Snapshot.playing(song % 100)


def commit(session: Session, count: int) -> int:
    """Publishes `count` songs. Returns the nanoseconds for each."""
    global song
    start = time.monotonic_ns()
    for _ in range(count):
        song += 1
        publish(session)
    return (time.monotonic_ns() - start) // count


with App(sys.argv[1]) as app:
    session = Session(app)
    session.commands = [Command.play(lambda: None), Command.pause(lambda: None)]
    publish(session)
    session.request_application_primary()
    for line in sys.stdin:
        print(commit(session, int(line.split()[1])), flush=True)
