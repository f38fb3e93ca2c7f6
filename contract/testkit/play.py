# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Plays the scenarios of contract/scenarios: a driver is the host, in any language, and this program is its client. Or
the driver is the surface, and this program has the players.

usage: python3 -m testkit.play [--only NAME] [--surface] DRIVER…     plays all scenarios with the command of a driver

scenarios/README.md describes the steps and the lines between this program and a driver.
"""

import contextlib
import functools
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from queue import Empty

from .bus import Bus, is_changed, is_ours
from .desktop import wait_until
from .driving import TIMEOUT, Driver, encoded
from .mpris_types import NO_TRACK, PLAYER, PLAYER_PROPERTIES, PLAYLISTS, ROOT, ROOT_PROPERTIES, SPECIFIED, TRACK_LIST
from .play_surface import PlaySurface
from .run import finish
from .steps import FASTEST, FOLDER, IN_SECONDS, differences, named, picture, read, texts, told
from .surface import Surface, arguments, plain
from .wire import DBusError, Variant

# The arguments of MPRIS's methods; those without any are not here.
SIGNATURES = {"Seek": "x", "SetPosition": "ox", "OpenUri": "s", "GoTo": "o", "AddTrack": "sob", "RemoveTrack": "o",
              "ActivatePlaylist": "o"}
OWNERS = {"Raise": ROOT, "Quit": ROOT, "Fullscreen": ROOT, "GoTo": TRACK_LIST, "AddTrack": TRACK_LIST,
          "RemoveTrack": TRACK_LIST, "ActivatePlaylist": PLAYLISTS}
# The methods of a session in org.nowplaying, with the interface and the arguments.
OWN = {"SelectTrack": ("Tracks1", "ss"), "SetDeviceVolume": ("Remote1", "sd"), "StepDeviceVolume": ("Remote1", "si"),
       "SetVolume": ("Session1", "d"), "GetArtwork": ("Session1", "suu")}
# The parts of a queue and of playlists that a scenario sees, with the property that each is made of.
MADE_OF = {"Playing": "Tracks", "First": "Tracks", "Last": "Tracks", "Count": "Tracks", "Active": "ActivePlaylist",
           "Icon": "ActivePlaylist"}
AT_ONCE = 4  # scenarios, most of whose time is waiting


class Play:
    """A scenario while it is played."""

    def __init__(self, bus, command):
        self.bus, self.driver, self.start, self.later, self.refused = bus, Driver(bus, command), 0, {}, False
        self.since = time.monotonic()  # the time of the last commit
        # For each step "signals": the part of the recording, and the counts.
        self.surface, self.expected = None, []
        bus.hosts.append(self.driver)

    def run(self, steps):
        """Plays the steps. An app and a session that no step makes are plain ones; the session is the application
        primary from its first commit on."""
        verbs = {row.get("host") for _, row in steps}
        for verb in ["app"] * ("app" not in verbs) + ["session"] * verbs.isdisjoint({"app", "session"}):
            self.host(verb, {})
        is_shown = False
        for place, row in steps:
            with told(place, row):
                self.step(row)
                if row.get("host") == "app" and "session" not in verbs and "refused" not in row:
                    self.host("session", {})
                if row.get("host") == "commit" and not is_shown:
                    is_shown = True
                    self.host("primary", {})

    def step(self, row):
        kind = next(key for key in ("host", "gets", "client", "sees", "signals", "gone") if key in row)
        values = {key: value for key, value in row.items() if key != kind}
        getattr(self, kind)(row[kind], **{"values": values} if kind in ("host", "gets") else values)

    def host(self, verb, values):
        """A step of the host. A refused one fails at once, or at the next commit where a language stages by itself."""
        values = {key: self.meant(value) for key, value in values.items()}
        expected = values.pop("refused", False)
        if verb in ("commit", "close"):
            self.start, self.since = self.bus.mark(), time.monotonic()
            self.end_part(self.start)
        elif expected:
            self.refused = True
            self.driver.refused += 1
        failed = self.driver.ask(verb, values)
        assert not failed or self.refused, f"the driver says: {failed}"
        assert failed or not self.refused or verb != "commit", "the driver takes what must be refused"
        self.refused = self.refused and not failed

    def gets(self, word, values):
        """The host gets a command: the next event of the driver."""
        try:
            said, given = self.driver.events.get(timeout=TIMEOUT)
        except Empty:
            raise AssertionError("the driver got nothing") from None
        given = list(given.values())
        assert said == word and len(given) == len(values), f"the driver got {said} {given}"
        for text, value in zip(given, values.values()):
            same = math.isclose(float(text), value, abs_tol=1e-6) if isinstance(value, float) else (
                text == encoded(value))
            assert same, f"the driver got {said} {given}"

    @functools.cached_property
    def name(self):
        """The name of the player that the driver has made."""
        return wait_until("the driver has a name", self.named, TIMEOUT)

    def named(self):
        for name in self.bus.names():
            if self.bus.pinger.bus("GetConnectionUnixProcessID", "s", name)[0] == self.driver.pid and (
                    self.bus.is_introduced(name)):
                return name
        return None

    def client(self, word, to=None, given=(), fails=None, later=None, send=None):
        """A client calls a method of MPRIS, sets a property of it, or sends a command of org.nowplaying."""
        if word == "waits":
            self.finish(later, fails)
            return
        client = self.bus.client(self.name)
        interface = OWNERS.get(word, PLAYER)
        if word == "SendCommand":
            session, = self.sessions()
            serial = client.start(self.name, session.path, "org.nowplaying.Session1", word, "sa{sv}", send,
                                  arguments(**given or {}))
        elif word in OWN:
            session, = self.sessions()
            name, types = OWN[word]
            client.close()
            client = self.surface  # which takes files
            serial = client.start(self.name, session.path, f"org.nowplaying.{name}", word, types, *given)
        elif to is not None:
            types = ROOT_PROPERTIES if interface == ROOT else PLAYER_PROPERTIES
            serial = client.start_set(word, Variant(types[word], to), interface=interface)
        else:
            values = [self.meant(value, client) for value in given]
            serial = client.start_do(word, SIGNATURES.get(word, ""), *values, interface=interface)
        self.later[later] = client, serial
        if later is None:
            self.finish(None, fails)

    def finish(self, key, fails):
        client, serial = self.later.pop(key)
        try:
            client.finish(serial, TIMEOUT)
            assert fails is None, "the call succeeded"
        except DBusError as error:
            assert fails is not None and fails in str(error), f"the call failed: {error}"
        finally:
            if client is not self.surface:
                client.close()

    def meant(self, value, client=None):
        """Returns what a word that begins with "$" stands for."""
        word, _, index = value.partition(" ") if isinstance(value, str) else ("", "", "")
        if word == "$track":
            return client.metadata()["mpris:trackid"]
        if word == "$none":
            return NO_TRACK
        if word == "$entry":
            return client.get("Tracks", TRACK_LIST)[int(index)]
        if word == "$playlist":
            listed, = client.do("GetPlaylists", "uusb", 0, 100, "Alphabetical", False, interface=PLAYLISTS)
            return listed[int(index)][0]
        if word in ("$picture", "$address"):
            return str(picture(self.bus)) if value == "$picture" else picture(self.bus).as_uri()
        return texts(word) or value

    def sessions(self):
        """The sessions as a surface of org.nowplaying sees them."""
        if not self.surface:
            self.surface = Surface(self.bus)
            self.copy = self.surface.follow(self.name)
        self.surface.drain()
        return [self.copy[identifier] for identifier in self.copy.sessions()]

    def sees(self, wanted, by="mpris"):
        """A client sees values; those of a dictionary are compared key by key, and null is a key that is absent."""
        seen = {}

        def look():
            seen.clear()
            with contextlib.suppress(DBusError):  # an interface comes a moment after the name
                seen.update(getattr(self, f"seen_by_{by}")(wanted))
            is_moving = seen.get("PlaybackStatus") == "Playing"
            return not list(differences(seen, wanted, near=is_moving * FASTEST * (time.monotonic() - self.since)))

        try:
            wait_until("", look, TIMEOUT)
        except AssertionError:
            raise AssertionError(f"a client sees {'; '.join(differences(seen, wanted))}") from None

    def seen_by_mpris(self, wanted):
        client = self.bus.client(self.name)
        seen = {"name": self.name}
        words = {MADE_OF.get(key, key) for key in wanted}
        for interface in {interface for interface, types in SPECIFIED.items() if types.keys() & words}:
            seen |= plain(client.get_all(interface))
        if "ActivePlaylist" in seen:
            is_active, playlist = seen["ActivePlaylist"]
            seen["Active"], seen["Icon"] = playlist[1:] if is_active else (None, None)
        if "Tracks" in seen:
            paths = seen["Tracks"]
            seen["Tracks"] = [plain(track)["xesam:title"] for track in client.do(
                "GetTracksMetadata", "ao", paths, interface=TRACK_LIST)[0]]
            playing = client.metadata().get("mpris:trackid")
            seen["Playing"] = paths.index(playing) if playing in paths else None
            seen |= {"First": seen["Tracks"][:1], "Last": seen["Tracks"][-1:], "Count": len(paths)}
        for order in [key.removeprefix("Playlists ") for key in wanted if key.startswith("Playlists ")]:
            listed, = client.do("GetPlaylists", "uusb", 0, 100, order, False, interface=PLAYLISTS)
            seen[f"Playlists {order}"] = [playlist[1] for playlist in listed]
        client.close()
        for table in seen, seen.get("Metadata", {}):
            table.update({key: table[key] / 1e6 for key in IN_SECONDS & table.keys()})
        return seen

    def seen_by_surface(self, wanted):
        session, = self.sessions()
        seen = {key: getattr(session, key.replace("-", "_"), None) for key in wanted}
        if "commands" in wanted:
            seen["commands"] = named(seen["commands"])
        return seen

    def signals(self, wanted):
        """From the last commit to the next one there are as many signals; those that are not named do not count. They
        are counted at the end, because one more may come."""
        if self.expected[-1:] and self.expected[-1][0] == self.start:
            raise AssertionError("one step for each commit")
        self.expected.append([self.start, None, wanted])
        wait_until("as many signals as wanted", lambda: all(
            self.seen(self.start, None).count(member) >= count for member, count in wanted.items()), TIMEOUT)

    def end_part(self, index):
        if self.expected and self.expected[-1][1] is None:
            self.expected[-1][1] = index

    def seen(self, start, end):
        """The names of the player's signals of a part of the recording."""
        return [message.member for message in self.bus.since(0)[start:end]
                if is_ours(message) and (not is_changed(message) or message.body[0] == PLAYER)]

    def check_signals(self):
        for start, end, wanted in self.expected:
            seen = self.seen(start, end)
            for member, count in wanted.items():
                assert seen.count(member) == count, f"{seen.count(member)} {member}, not {count}, of {seen}"

    def gone(self, _):
        """The player's name is given back."""
        wait_until("the name is given back", lambda: self.name not in self.bus.names(), TIMEOUT)

    def end(self):
        """Ends the driver, and checks all messages."""
        if self.surface:
            self.surface.close()
        self.end_part(self.bus.mark())
        finish(self.bus, 0)
        self.check_signals()


def play(scenario, command, kind):
    """Plays a scenario on a bus of its own. Fails with the place of the step and what differs."""
    bus = Bus().start()
    try:
        played = kind(bus, command)
        played.run(scenario["steps"])
        played.end()
    finally:
        for host in bus.hosts:
            host.process.kill()
        bus.close()


def mistake(scenario, command, kind):
    """Plays a scenario. Returns what is wrong, or None."""
    try:
        play(scenario, command, kind)
    except (AssertionError, DBusError, OSError, Empty) as error:
        return str(error) or type(error).__name__
    return None


def main():
    words, only, kind, folder = sys.argv[1:], None, Play, FOLDER
    if words[:1] == ["--only"]:
        only, words = words[1], words[2:]
    if words[:1] == ["--surface"]:
        kind, folder, words = PlaySurface, FOLDER / "surfaces", words[1:]
    if not words:
        sys.exit(__doc__.split("\n\n")[1])
    wanted = [scenario for scenario in read(folder) if only in (None, scenario["scenario"])]
    failed = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for scenario, error in zip(wanted, pool.map(lambda scenario: mistake(scenario, words, kind), wanted)):
            failed += error is not None
            print(f"  {'ok     ' if error is None else 'FAILED '} {scenario['scenario']}"
                  f"{'' if error is None else f': {error}'}", flush=True)
    print(f"{len(wanted) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
