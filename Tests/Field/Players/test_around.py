# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the surroundings of the plugins: a missing, late or lost bus, a killed player, and a second one."""

from field.adapters import media
from field.adapters.every import ALL, Audacious, Mpv, Vlc, of
from testkit.desktop import wait_until


@ALL
def test_no_bus(player, folder):
    """Without a bus the player plays as if there were no plugin; a bus that comes later is found."""
    end = media.sound(folder / "silent.flac", player.brief, title="Silent")
    for address in player.no_buses:
        with player(*player.once, end, bus=False, DBUS_SESSION_BUS_ADDRESS=address) as run:
            run.wait_played()
    with player(folder / "1.flac", bus=False) as run:
        run.wait_playing()
        run.bus.start()
        run.wait_title("Song 1")
        run.ctl("pause")
        run.wait_status("Paused")


@ALL
def test_a_new_bus(player, folder):
    """The bus is killed, and started anew, twice: all is there again, and as it was."""
    with player.playing(folder, 1) as run:
        run.ctl("pause")
        run.wait_status("Paused")
        for _ in range(2):
            run.bus.kill()
            assert player is Audacious or run.state() == "Paused"  # Audacious is asked by the bus
            run.bus.start()
            run.wait_title("Song 1")
            run.wait_status("Paused")


@ALL
def test_it_is_killed(player, folder):
    with player.playing(folder, 1) as run:
        run.kill()
        run.bus.wait_name(run.bus_name, present=False)


@of(Mpv, Audacious)
def test_two_players_are_two_names(player, folder):
    """A second instance of the player is a player of its own on the bus."""
    with player.playing(folder, 1) as run:
        other = run.second(folder / "2.flac")
        try:
            names = wait_until("there are two", lambda: run.bus.names() if len(run.bus.names()) == 2 else None)
            run.check_second(names, "Song 1", "Song 2")
        finally:
            other.process.terminate()
            other.end()


@of(Mpv, Audacious)
def test_it_says_nothing(player, folder):
    """With the plugin, the player prints what it prints without it."""
    end = media.sound(folder / "said.flac", player.brief, title="Said")
    for plain in (False, True):
        with player.quiet(end, plain) as run:
            run.process.end()
            assert run.process.take() == []
            if plain:
                run.bus.foreign.update((run.bus.epoch, message.sender) for message in run.bus.records)


@of(Mpv, Vlc, Audacious)
def test_no_wakeups(player, folder):
    """The plugin polls nothing: its thread sleeps, whether the player plays or not."""
    with player.playing(folder, 1) as run:
        session = run.session()
        for command, state in (("play", "playing"), ("pause", "paused")):
            session.send(command)
            session.wait(lambda of: of.state == state, f"it is {state}")
            # The last question must be some time ago, because the plugin's thread needs a moment to sleep again.
            session.surface.wait_for_the_end_of(player.rest)
            before = run.wakeups(state)
            session.surface.wait_for_the_end_of(1)
            assert run.wakeups(state) == before, f"{state}, {player.threads[state]} were woken"
