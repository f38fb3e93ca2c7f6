# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Computes from the bus's messages which player two desktops would drive, by the rules in their sources."""

from testkit.bus import PATH, PLAYER, PROPERTIES, is_changed


class Arbiter:
    def __init__(self, bus):
        """Knows the players that are there now; the first of them is the current one."""
        self.bus, self.current = bus, None
        self.names, self.status = {}, {}
        for name in bus.names():
            owner = bus.owner(name)
            self.names[owner] = name
            self.status[owner] = bus.pinger.call(name, PATH, PROPERTIES, "Get", "ss", PLAYER, "PlaybackStatus")[0].value
            self.appeared(owner)

    def is_playing(self, owner):
        return self.status.get(owner) == "Playing"

    def appeared(self, owner):
        if self.current is None or not self.is_playing(self.current):
            self.current = owner

    def run(self, start):
        """Returns the name of the player that is current after all messages since `start`."""
        for message in self.bus.since(start):
            if is_changed(message) and message.sender in self.names and "PlaybackStatus" in message.body[1]:
                before, now = self.status[message.sender], message.body[1]["PlaybackStatus"].value
                self.status[message.sender] = now
                self.sent(message.sender, before, now)
        return self.names[self.current]


class Gsd(Arbiter):
    """gnome-settings-daemon, mpris-controller.c: a player that emits Playing gets the keys unless the current one
    plays. It considers each signal, even when the value is not new."""

    def sent(self, owner, before, now):
        if now == "Playing" and not self.is_playing(self.current):
            self.current = owner


class Kde(Arbiter):
    """plasma-workspace, multiplexer.cpp: the current player stays while it plays; otherwise the next that begins to
    play takes over."""

    def sent(self, owner, before, now):
        if now == "Playing" and before != "Playing" and (owner == self.current or not self.is_playing(self.current)):
            self.current = owner
