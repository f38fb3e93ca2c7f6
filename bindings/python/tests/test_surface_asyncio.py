# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests a surface in asyncio: a stream of changes, awaited actions, and cancelled tasks."""
import asyncio
import gc
import threading

import pytest

from nowplaying import App, Artwork, Command as Handled, Music, Snapshot
from nowplaying.surface import (
    AsyncioLoop, BusState, Change, Changed, ChangeKind, CommandKind, NowPlayingError, PlaybackState, Status, Surface)
from conftest import TIMEOUT, Calls, wait_until
from players import again, fakes, find, foreign, playing, trial  # noqa: F401
from test_handlers import PNG

LOOPS = pytest.mark.parametrize("options", [dict, lambda: {"loop": AsyncioLoop()}], ids=["thread", "asyncio"])


def run(main):
    """Runs a coroutine with a timeout."""
    return asyncio.run(asyncio.wait_for(main, TIMEOUT))


async def until(condition):
    """Waits for a condition that another thread fulfils."""
    while not condition():
        await asyncio.sleep(0.001)  # sleeps: paces a loop that waits for a condition


async def first(changes, *kinds):
    """Returns the next change of one of these kinds."""
    async for change in changes:
        if change.kind in kinds:
            return change


@LOOPS
def test_a_life(bus, options):
    async def main():
        with App("org.example.Here") as here:
            session = playing(here)
            async with Surface("tests", **options()) as surface:
                await surface.listed()
                shown, = surface.sessions
                changes = surface.changes()
                assert await changes.__anext__() == Change(ChangeKind.ADDED, shown)
                session.snapshot = Snapshot.paused()
                changed = await changes.__anext__()
                assert (changed.kind, changed.changed) == (ChangeKind.CHANGED, Changed.PLAYBACK)
                assert changed.session.snapshot().state == PlaybackState.PAUSED
                with App("org.example.There", display_name="There") as there:
                    playing(there)
                    added = await first(changes, ChangeKind.ADDED)
                    assert added.session.display_name == "There"
                assert await first(changes, ChangeKind.REMOVED) == Change(ChangeKind.REMOVED, added.session)
            assert [change async for change in changes] == []

    run(main())


@LOOPS
def test_actions_are_awaited(bus, options):
    calls = Calls()

    async def main():
        with App("org.example.Awaited") as app:
            playing(app, content=Music("A", id="a", artwork=Artwork.data(PNG, id="cover")),
                    commands=[Handled.play(lambda: calls("play")), Handled.pause(lambda: calls("pause"))])
            async with Surface("tests", **options()) as surface:
                await surface.listed()
                session, = surface.sessions
                assert await session.send(CommandKind.PLAY) is None and calls.take() == "play"
                assert (await asyncio.wait_for(session.artwork(), 10)).data == PNG
                results = await asyncio.gather(session.send(CommandKind.PAUSE), session.artwork(32),
                                               session.send(CommandKind.NEXT), return_exceptions=True)
                assert results[0] is None and results[1].mime_type == "image/png"
                assert isinstance(results[2], NowPlayingError) and results[2].status == Status.NOT_SUPPORTED
                with pytest.raises(NowPlayingError):
                    await session.send(CommandKind.STOP)

    run(main())


@LOOPS
def test_a_cancelled_task_cancels_its_action(bus, trial, options):  # noqa: F811
    async def main():
        async with Surface("tests", **options()) as surface:
            await until(lambda: any(each.id == "side" for each in surface.sessions))
            side = next(each for each in surface.sessions if each.id == "side")

            async def ask():
                await side.send(CommandKind.SKIP_FORWARD)

            task = asyncio.ensure_future(ask())
            await until(lambda: surface._actions)
            action, = surface._actions.values()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert action.cancelled()
            await until(lambda: not surface._actions)  # the library has stopped waiting
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(side.send(CommandKind.SKIP_FORWARD), 0.01)
            await until(lambda: not surface._actions)
            waiting = asyncio.ensure_future(ask())
            await until(lambda: surface._actions)
        with pytest.raises(NowPlayingError) as raised:
            await waiting
        assert raised.value.status == Status.CANCELLED

    run(main())


def test_handlers_may_be_coroutine_functions(bus):
    async def main():
        calls, thread = asyncio.Queue(), threading.current_thread()

        async def tell(*arguments):
            assert threading.current_thread() is thread
            await calls.put(arguments)

        with App("org.example.Coroutines") as app:
            session = playing(app)
            async with Surface(loop=AsyncioLoop(), on_added=tell, on_changed=tell, on_removed=tell, on_listed=tell,
                               on_ordered=tell, on_bus_state=tell):
                assert await calls.get() == (BusState.CONNECTED,)
                added, = await calls.get()
                assert [await calls.get() for _ in range(2)] == [(), ()]  # in either order
                session.snapshot = Snapshot.paused()
                assert (await calls.get())[1] == Changed.PLAYBACK
                app.close()
                assert (await calls.get())[0].key == added.key

    run(main())
    with pytest.raises(TypeError, match=r"^Surface\(on_added\) must be a function.*give loop=AsyncioLoop\(\)"):
        async def tell(_session):
            pass

        Surface(on_added=tell)


@LOOPS
def test_a_slow_reader_reads_how_it_is_now(bus, foreign, options):  # noqa: F811
    """A slow reader gets one change for each session, however much has changed meanwhile."""
    async def main():
        player = foreign(fakes.Plain, "plain")
        async with Surface("tests", **options()) as surface:
            changes = surface.changes()
            assert (await changes.__anext__()).kind == ChangeKind.ADDED
            with App("org.example.Short") as app:  # comes and goes unread
                playing(app)
                await until(lambda: len(surface.sessions) == 2)
                for number in range(50):
                    player.do(lambda number=number: player.fake.change(Volume=("d", number / 100)))
                await until(lambda: any(each.volume == 0.49 for each in surface.sessions))
                player.do(lambda: player.fake.change(PlaybackStatus=("s", "Paused")))
            await until(lambda: {session and session.snapshot().state for session, _ in list(changes._news.values())}
                        == {None, PlaybackState.PAUSED})
            # After a pause the surface reads the position of the player. An action that begins later is answered later,
            # and its answer arrives from another thread after the changes.
            await surface.sessions[0].send(CommandKind.NEXT)
            change = await changes.__anext__()
            # The button that plays and pauses has a new icon.
            assert change == Change(ChangeKind.CHANGED, surface.sessions[0],
                                    Changed.INFO | Changed.PLAYBACK | Changed.COMMANDS)
            reading = asyncio.ensure_future(changes.__anext__())
            await asyncio.sleep(0.05)  # sleeps: a change would come within this time
            assert not reading.done() and not changes._news
            # A task that is cancelled while it waits consumes no change.
            reading.cancel()
            player.do(lambda: player.fake.change(PlaybackStatus=("s", "Playing")))
            assert (await changes.__anext__()).session.snapshot().state == PlaybackState.PLAYING

    run(main())


def test_two_readers_and_one_that_is_forgotten(bus):
    async def main():
        with App("org.example.Readers") as app:
            session = playing(app)
            async with Surface() as surface:
                readers = [surface.changes() for _ in range(3)]
                for reader in readers:
                    assert (await reader.__anext__()).kind == ChangeKind.ADDED
                del reader, readers[2]
                gc.collect()
                assert len(surface._changing) == 2
                session.snapshot = Snapshot.paused()
                first, second = [await reader.__anext__() for reader in readers]
                assert first == second and first.kind == ChangeKind.CHANGED

    run(main())


def test_closing_ends_those_who_read(bus):
    async def main():
        async def read():
            return [change async for change in surface.changes()]

        surface = Surface(loop=AsyncioLoop())
        reading = asyncio.ensure_future(read())
        await surface.listed()
        surface.close()
        assert await reading == []
        with pytest.raises(NowPlayingError):
            surface.changes()
        # Uses the surface from another thread, without other readers.
        surface = Surface()
        reading = asyncio.ensure_future(read())
        await surface.listed()
        await asyncio.get_running_loop().run_in_executor(None, surface.close)
        assert await reading == []

    run(main())


def test_a_loop_that_is_closed_disturbs_nobody(bus):
    """A reader whose loop was closed does not disturb later changes."""
    with App("org.example.Closed") as app, Surface() as surface:
        session = playing(app)
        shown = find(surface, application_id="org.example.Closed")

        async def main():
            return surface.changes()

        changes = asyncio.run(main())
        session.snapshot = Snapshot.paused()
        wait_until(lambda: again(shown).snapshot().state == PlaybackState.PAUSED)
        assert changes._news


def test_waiting_for_the_list_can_be_cancelled(bus, foreign):  # noqa: F811
    """A player that does not answer within its time cannot delay the cancellation."""
    def prepare(player):
        player.answers[fakes.PROPERTIES, "GetAll"] = lambda call: None

    async def main():
        async with Surface() as surface:
            for _ in range(3):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(surface.listed(), 0.05)
            assert len(surface._listing) == 1
            waiting = surface.listed()
        assert waiting.exception(0).status == Status.CANCELLED

    foreign(fakes.Plain, "silent", prepare=prepare)
    run(main())


def test_many_threads_and_loops_at_once(bus, trial):  # noqa: F811
    """Each thread reads, asks and cancels, while the library's thread serves the surface; in the end all have the same
    state."""
    errors, known = [], [{} for _ in range(4)]

    async def read(sessions):
        async for change in surface.changes():
            if change.kind == ChangeKind.REMOVED:
                del sessions[change.session.key]
            else:
                sessions[change.session.key] = change.session

    async def use(sessions):
        reading = asyncio.ensure_future(read(sessions))
        await until(lambda: any(each.id == "main" for each in sessions.values()))
        main = next(each for each in sessions.values() if each.id == "main")
        for number in range(100):
            try:
                await asyncio.wait_for(main.send(CommandKind.NEXT), 0.001 if number % 3 else TIMEOUT)
            except (asyncio.TimeoutError, NowPlayingError):
                pass
        done.wait()
        await until(lambda: set(sessions.values()) == set(surface.sessions))
        reading.cancel()

    def work(sessions):
        try:
            run(use(sessions))
        except BaseException as error:
            errors.append(error)
            done.abort()

    done = threading.Barrier(4)
    with Surface() as surface:
        threads = [threading.Thread(target=work, args=[sessions]) for sessions in known]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors, errors
        wait_until(lambda: not surface._actions)
