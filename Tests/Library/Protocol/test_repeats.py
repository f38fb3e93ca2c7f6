# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 6, rule 1: no value is sent twice without the reason that the rule names. The passive checker looks for
repetitions in all messages, also in a storm of commands, while followers come, read and leave."""

import random

import pytest

from testkit.passive import PROPERTIES
from testkit.protocol import APP, APP_PATH, MANAGER, ROOT, SESSION, SURFACES, TRACKS
from testkit.surface import INTERVAL, Surface, arguments
from testkit.wire import CALL, Message, Variant


def ask_for(surface, path, member, *body, flags=0):
    """Reads properties, without waiting for the answer."""
    surface.send(Message(type=CALL, flags=flags, destination=surface.local.owner, path=path, interface=PROPERTIES,
                         member=member, signature="s" * len(body), body=list(body)))


@pytest.mark.parametrize("ask", [("GetAll", SESSION), ("GetAll", ""), ("Get", SESSION, "Volume")])
def test_6_1_who_reads_it_is_owed_it(main, ask):
    assert main.there_and_back(lambda: ask_for(main.surface, main.path, *ask)) == [0.3, 0.3]


# Each command leads back to the former state, or nearly, within a few steps.
MAIN = [("next", {}), ("previous", {}), ("toggle-play-pause", {}), ("pause", {}), ("play", {}), ("stop", {}),
        ("seek-to-position", {"position": 50_000_000}), ("seek-to-position", {"position": 50_005_000}),
        ("feedback", {"mode": "positive"}), ("feedback", {"mode": "neutral"}), ("change-rate", {"rate": 1.0}),
        ("change-rate", {"rate": 2.0}), ("change-repeat-mode", {"mode": "all"}),
        ("change-repeat-mode", {"mode": "off"})]
STUDIO = [("next", {}), ("previous", {}), ("play", {}), ("pause", {}), ("next-chapter", {}), ("previous-chapter", {}),
          ("seek-to-live", {}), ("seek-to-live", {}), ("seek-to-position", {"position": 5_000_000}),
          ("seek-to-position", {"position": 5_900_000}), ("set-rating", {"rating": 0.5}),
          ("set-rating", {"rating": 1.0}), ("bookmark", {}), ("mute", {"muted": True}), ("mute", {"muted": False}),
          ("custom", {"id": "favourite"}), ("custom", {"id": "trouble"})]
TRACK_CHOICES = [("audio", "de"), ("audio", "en"), ("subtitles", ""), ("subtitles", "pt"), ("captions", "en")]
SIDE = [("stop", {}), ("stop", {}), ("play", {}), ("pause", {}), ("toggle-play-pause", {})]


class Storm:
    """One follower that stays, others that come and go, and commands whose replies are ignored."""

    def __init__(self, bus, reference, seed):
        self.bus, self.reference, self.random = bus, reference, random.Random(seed)
        self.driver = reference.surface()
        self.owner = self.driver.local.owner
        self.main, self.side, self.studio = (self.driver.local[name].path for name in ("main", "side", "studio"))
        self.clients = [self.driver]

    def step(self):
        self.random.choices([self.command, self.volume, self.track, self.read, self.come, self.leave, self.register,
                             self.pause], [40, 10, 6, 12, 5, 6, 2, 4])[0]()

    def client(self):
        return self.random.choice(self.clients)

    def command(self):
        path, commands = self.random.choice([(self.main, MAIN), (self.side, SIDE), (self.studio, STUDIO)])
        word, given = self.random.choice(commands)
        self.client().start_silent(self.owner, path, SESSION, "SendCommand", "sa{sv}", word, arguments(**given))

    def volume(self):
        level = self.random.choice([0.1, 0.2])
        self.client().start_silent(self.owner, self.main, SESSION, "SetVolume", "d", level)

    def track(self):
        self.client().start_silent(self.owner, self.studio, TRACKS, "SelectTrack", "ss",
                                   *self.random.choice(TRACK_CHOICES))

    def read(self):
        path, interface, names = self.random.choice([
            (self.main, SESSION, ["Playback", "Content", "Volume", "Commands"]),
            (self.side, SESSION, ["Playback", "Content", "ApplicationPrimary"]), (self.studio, TRACKS, ["Tracks"]),
            (self.studio, SESSION, ["Playback", "Content", "Commands"]), (APP_PATH, APP, ["Name"]),
            (APP_PATH, SURFACES, ["AspectRatios"])])
        ask = self.random.choice([
            (ROOT, MANAGER, "GetManagedObjects"), (path, PROPERTIES, "GetAll", "s", interface),
            (path, PROPERTIES, "Get", "ss", interface, self.random.choice(names)),
            (path, PROPERTIES, "GetAll", "s", "org.example.None"),
            (path, PROPERTIES, "Get", "ss", "org.example.None", self.random.choice(names)),
            (path + "/none", PROPERTIES, "GetAll", "s", interface)])
        self.client().start(self.owner, *ask)

    def come(self):
        """Adds a new client, whose first call is a random one."""
        client = Surface(self.bus)
        self.clients.append(client)
        ask = self.random.choice([(ROOT, MANAGER, "GetManagedObjects"), (ROOT, MANAGER, "GetManagedObjects"),
                                  (self.main, SESSION, "SetVolume", "d", 0.1),
                                  (ROOT, "org.freedesktop.DBus.Peer", "Ping")])
        client.start(self.owner, *ask)

    def leave(self):
        if len(self.clients) > 1:
            self.clients.pop(self.random.randrange(1, len(self.clients))).close()

    def register(self):
        ratios = self.random.choice([["1:1"], ["3:4"], []])
        self.client().start(self.owner, APP_PATH, SURFACES, "Register", "a{sv}",
                            {"aspect-ratios": Variant("as", ratios)})

    def pause(self):
        """Waits until about the end of the window in which changes are delayed."""
        client = self.client()
        client.wait_for_the_end_of(self.random.choice([0.0, 0.3, 0.9, 1.1]) * INTERVAL)

    def close(self):
        for client in self.clients:
            client.close()


@pytest.mark.parametrize("seed", range(2))
def test_6_1_no_value_repeats_in_a_storm(bus, reference, seed):
    storm = Storm(bus, reference, seed)
    reference.surfaces.clear()
    for _ in range(400):
        storm.step()
    last = storm.client()
    last.call(storm.owner, ROOT, MANAGER, "GetManagedObjects")
    storm.close()
