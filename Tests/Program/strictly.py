# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Fake players that keep all rules of `nowplaying doctor --strict`, and the report that it prints as a line of JSON."""

import json
import select
import time

from lab import TESTS
from lab.running import TIMEOUT, Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import APP, BASE, MANAGER, SESSION, Plain, command, content, path, playback, variants, whole
from testkit.wire import Variant

PICTURE = TESTS / "Field/Desktops/cover.png"
LENGTH = 200_000_000
APART = 0.2  # seconds between the beginnings of programs


class Good(Plain):
    """Plays two songs in turn, by the clock."""

    ITEMS = 2
    broken_rule = None

    def __init__(self, bus, name="good"):
        super().__init__(bus, name, LoopStatus=("s", "None"), Shuffle=("b", False), Volume=("d", 1.0),
                         MinimumRate=("d", 1.0), MaximumRate=("d", 1.0), PlaybackStatus=("s", "Paused"))
        self.faces[ROOT].update(variants(CanQuit=("b", False), CanRaise=("b", False), HasTrackList=("b", False),
                                         SupportedUriSchemes=("as", []), SupportedMimeTypes=("as", [])))
        self.item, self.anchor = 0, (5_000_000, time.monotonic())
        self.say(Metadata=self.metadata())
        for member in ("Play", "Pause", "PlayPause", "Stop", "Next", "Previous", "Seek", "SetPosition"):
            self.answers[PLAYER, member] = self.obey
        self.answers[PROPERTIES, "Set"] = self.set
        self.answers[PROPERTIES, "GetAll"] = self.get_all

    # Values

    def say(self, **values):
        """Changes values without emitting them."""
        self.faces[PLAYER].update(variants(**values))

    def metadata(self):
        return "a{sv}", variants(**{
            "mpris:trackid": ("o", self.track()), "mpris:length": ("x", LENGTH),
            "mpris:artUrl": ("s", PICTURE.as_uri()), "xesam:title": ("s", f"Song {self.item}"),
            "xesam:artist": ("as", ["Somebody"])})

    def track(self):
        return f"/song/{self.item}"

    @property
    def status(self):
        return self.faces[PLAYER]["PlaybackStatus"].value

    def position(self):
        moved = (time.monotonic() - self.anchor[1]) * 1e6 if self.status == "Playing" else 0
        return max(0, int(self.anchor[0] + moved))

    def refresh(self):
        if "Position" in self.faces[PLAYER]:
            self.say(Position=("x", self.position()))

    def get(self, call):
        self.refresh()
        interface, name = call.body
        found = self.faces.get(interface, {}).get(name)
        return ("v", [found]) if found else ("error", "org.freedesktop.DBus.Error.UnknownProperty", f"No {name}")

    def get_all(self, call):
        self.refresh()
        if call.body[0] not in self.faces:
            return "error", "org.freedesktop.DBus.Error.UnknownInterface", "It has none"
        return "a{sv}", [self.faces[call.body[0]]]

    # Calls

    def be(self, status):
        if status != self.status:
            self.anchor = (self.position(), time.monotonic())
            self.change(PlaybackStatus=("s", status))

    def jump(self, position):
        self.anchor = (max(0, position), time.monotonic())
        self.tell(PATH, PLAYER, "Seeked", "x", self.position())

    def go(self, step):
        self.item, self.anchor = (self.item + step) % self.ITEMS, (0, time.monotonic())
        self.change(Metadata=self.metadata())
        self.tell(PATH, PLAYER, "Seeked", "x", 0)

    def obey(self, call):
        member = call.member
        if member in ("Play", "Pause", "Stop"):
            self.be({"Play": "Playing", "Pause": "Paused", "Stop": "Stopped"}[member])
        elif member == "PlayPause":
            self.be("Paused" if self.status == "Playing" else "Playing")
        elif member in ("Next", "Previous"):
            if self.faces[PLAYER]["CanGo" + member].value:
                self.go(1 if member == "Next" else -1)
        elif member == "Seek":
            self.seek(call.body[0])
        else:
            self.set_position(*call.body)
        return "", []

    def seek(self, offset):
        self.jump(self.position() + offset)

    def set_position(self, track, position):
        if track == self.track() and 0 <= position <= LENGTH:
            self.jump(position)

    def set(self, call):
        _, name, value = call.body
        if name == "Volume":
            value = Variant("d", self.volume(value.value))
        self.change(**{name: (value.signature, value.value)})
        return "", []

    def volume(self, wanted):
        return max(0.0, wanted)


class Whole(Good):
    """Publishes the same by org.nowplaying, too."""

    def __init__(self, bus, name="whole"):
        super().__init__(bus, name)
        self.app = dict(Id=("s", name), Name=("s", name), DesktopEntry=("s", name), MprisName=("s", ROOT + "." + name))
        self.item_said, self.playback_said = content("Song 0", lines=Variant("as", ["Song 0"])), None
        self.commands, self.primary = [command(word, icon=("s", word)) for word in ("play", "pause")], True
        self.answers[MANAGER, "GetManagedObjects"] = self.objects
        self.answers[SESSION, "SendCommand"] = lambda call: ("error", "org.nowplaying.Error.NotOffered", "No")

    def objects(self, call):
        plays = self.status == "Playing"
        said = self.playback_said or playback("playing" if plays else "paused", 1.0 if plays else 0.0)
        session = whole("main", Content=self.item_said, Playback=said, Commands=("aa{sv}", self.commands),
                        ApplicationPrimary=("b", self.primary))
        return "a{oa{sa{sv}}}", [{BASE + "/app": {APP: variants(**self.app)}, path("1"): {SESSION: session}}]


class Report:
    """A report of `nowplaying doctor --strict`, read from its line of JSON."""

    def __init__(self, done):
        assert done.err == "", done
        self.code, self.json = done.code, json.loads(done.out)
        self.rules = {each["id"]: each for each in self.json["rules"]}
        assert len(self.rules) == len(self.json["rules"])
        assert self.json["faults"] == len(self.broken) and self.code == bool(self.broken)

    @property
    def broken(self):
        return {name: each["found"] for name, each in self.rules.items() if each["result"] == "broken"}

    @property
    def unseen(self):
        return {name: each["found"] for name, each in self.rules.items() if each["result"] == "unseen"}


def judge(bus, *players):
    """Judges players, all at the same time, and returns their reports."""
    fakes = [fake for each in players for fake in (each.appear(), *getattr(each, "beside", []))]
    run = Runner(bus)
    # Each program first asks all players; they start one after the other, so that the fakes answer in time on a busy
    # machine.
    programs, waiting = [], [each.wanted_name for each in players]
    deadline = time.monotonic() + TIMEOUT
    while waiting or any(program.files for program in programs):
        assert time.monotonic() < deadline
        if waiting and len(programs) * APART <= time.monotonic() - (deadline - TIMEOUT):
            programs.append(run.start("doctor", "--strict", "--json", "--yes", waiting.pop(0)))
        for fake in fakes:
            fake.serve()
        for program in programs:
            if program.files:
                program.pump(0)
        select.select([fake.socket for fake in fakes], [], [], 0.01)
    reports = [Report(program.finish()) for program in programs]
    for fake in fakes:
        fake.close()
    return reports
