# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players for `nowplaying doctor --strict`, each of which breaks one rule and keeps all others."""

import time

from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import SESSION, Fake, Plain, command, content, playback, variants
from testkit.wire import Variant
from strictly import LENGTH, Good, Whole

ERROR = "org.example.Error.No"
BAD = []


def breaks(rule, base=Good):
    """Returns a decorator that adds a class to BAD, whose players break this rule. It decorates the class itself, or a
    function that makes a new player of the class `base` break the rule."""
    def declare(what):
        if isinstance(what, type):
            made = what
        else:
            made = type(what.__name__, (base,), {"__init__": lambda self, bus, name: (
                base.__init__(self, bus, name), what(self))[0]})
        made.broken_rule = rule
        BAD.append(made)
        return made
    return declare


def metadata(player, **others):
    """Changes values of the player's metadata; a value of None is left out."""
    own = player.metadata

    def changed():
        kind, values = own()
        values |= variants(**{key: value for key, value in others.items() if value})
        return kind, {key: value for key, value in values.items() if others.get(key, True)}

    player.metadata = changed
    player.say(Metadata=changed())


@breaks("connection")
class Shared(Good):
    def appear(self):
        super().appear()
        self.own(self.wanted_name + "_too")
        return self


@breaks("queue")
class Queued(Good):
    def appear(self):
        super().appear()
        self.other = Fake(self.bus_of_it)
        assert self.other.request_name(self.wanted_name, 0) == 2
        return self

    def __init__(self, bus, name):
        self.bus_of_it = bus
        super().__init__(bus, name)

    def close(self):
        self.other.close()
        super().close()


@breaks("name")
class Dotted(Good):
    def __init__(self, bus, name):
        super().__init__(bus, "org.example." + name)


@breaks("track-id")
def track_id_is_text(player):
    metadata(player, **{"mpris:trackid": ("s", "/song/1")})


@breaks("new-track-id")
def one_track_id(player):
    player.track = lambda: "/song/0"


@breaks("types")
def artist_is_text(player):
    metadata(player, **{"xesam:artist": ("s", "Somebody")})


@breaks("signal-types")
class Untyped(Good):
    def jump(self, position):
        super().jump(position)
        self.tell(PATH, PLAYER, "Seeked", "d", 5.0)


@breaks("properties")
def no_minimum_rate(player):
    del player.faces[PLAYER]["MinimumRate"]


@breaks("get")
class Forgetful(Good):
    def get(self, call):
        return ("error", ERROR, "Not now") if call.body[1] == "CanQuit" else super().get(call)


@breaks("position")
class Standing(Good):
    """The position stands still while the player plays; while it is paused, the position is right."""

    def position(self):
        return self.anchor[0]


@breaks("position-rest")
class Drifting(Good):
    def position(self):
        return max(0, int(self.anchor[0] + (time.monotonic() - self.anchor[1]) * 1e6))

    def be(self, status):
        if status != self.status:
            self.anchor = (self.position(), time.monotonic())
            self.change(PlaybackStatus=("s", status))


@breaks("position-emitted")
class Chatty(Good):
    def be(self, status):
        super().be(status)
        self.tell_changed(PATH, PLAYER, Position=("x", self.position()))


@breaks("seeked")
class Silent(Good):
    def jump(self, position):
        self.anchor = (max(0, position), time.monotonic())


@breaks("emitted")
class Secretive(Good):
    def set(self, call):
        _, name, value = call.body
        self.say(**{name: (value.signature, self.volume(value.value) if name == "Volume" else value.value)})
        return "", []


@breaks("invalidated")
class Invalidating(Good):
    def be(self, status):
        super().be(status)
        self.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, {}, ["Volume"])


@breaks("flood")
class Flooding(Good):
    def set(self, call):
        for _ in range(30):
            self.tell_changed(PATH, PLAYER, Rate=("d", 1.0))
        return super().set(call)


@breaks("picture-uri")
def picture_is_data(player):
    metadata(player, **{"mpris:artUrl": ("s", "data:image/png;base64,AAAA")})


@breaks("picture-file")
def no_picture_there(player):
    metadata(player, **{"mpris:artUrl": ("s", "file:///nowhere/cover.png")})


@breaks("identity")
def no_identity(player):
    player.faces[ROOT] |= variants(Identity=("s", ""))


@breaks("same-identity")
class Twin(Good):
    def appear(self):
        self.faces[ROOT] |= variants(Identity=("s", "Twin"))
        self.other = Plain(self.bus_of_it, self.wanted_name.rpartition(".")[2] + "_other")
        self.other.faces[ROOT] |= variants(Identity=("s", "Twin"))
        self.beside = [self.other]
        self.other.appear()
        return super().appear()

    def __init__(self, bus, name):
        self.bus_of_it = bus
        super().__init__(bus, name)


@breaks("desktop-entry")
def whole_file_name(player):
    player.faces[ROOT] |= variants(DesktopEntry=("s", "player.desktop"))


@breaks("can-control")
def no_control(player):
    player.say(CanControl=("b", False))


@breaks("can-play")
class Unplayable(Good):
    """The player plays, and says that it cannot play."""

    def __init__(self, bus, name):
        super().__init__(bus, name)
        self.say(CanPlay=("b", False))
        self.be("Playing")


@breaks("can-steady")
class Unsteady(Good):
    def be(self, status):
        super().be(status)
        self.change(CanPause=("b", status == "Playing"))


@breaks("words")
def another_word(player):
    player.say(LoopStatus=("s", "Forever"))


@breaks("no-stop")
class Bouncing(Good):
    def go(self, step):
        status = self.status
        self.be("Stopped")
        self.be(status)
        super().go(step)


@breaks("play-pause")
class Halting(Good):
    def obey(self, call):
        return ("", []) if call.member == "PlayPause" else super().obey(call)


@breaks("idempotent")
class Toggling(Good):
    def obey(self, call):
        if call.member == "Play" and self.status == "Playing":
            self.be("Paused")
            return "", []
        return super().obey(call)


@breaks("seek")
class Seconds(Good):
    """The player takes a positive offset of Seek for seconds."""

    def seek(self, offset):
        self.jump(self.position() + (offset // 1_000_000 if offset > 0 else offset))


@breaks("set-position")
class Undraggable(Good):
    def set_position(self, track, position):
        pass


@breaks("stale-track")
class Credulous(Good):
    def set_position(self, track, position):
        super().set_position(self.track(), position)


@breaks("beyond-end")
class Ending(Good):
    def set_position(self, track, position):
        super().set_position(track, min(position, LENGTH))


@breaks("before-start")
class Startless(Good):
    def seek(self, offset):
        if self.position() + offset >= 0:
            super().seek(offset)


@breaks("unoffered")
class Refusing(Good):
    def __init__(self, bus, name):
        super().__init__(bus, name)
        self.say(CanGoNext=("b", False))

    def obey(self, call):
        return ("error", ERROR, "There is none") if call.member == "Next" else super().obey(call)


@breaks("error-text")
class Wordless(Good):
    def get(self, call):
        found = super().get(call)
        return "org.freedesktop.DBus.Error.UnknownProperty" if found[0] == "error" else found


@breaks("volume-floor")
class Negative(Good):
    def volume(self, wanted):
        return wanted


@breaks("secret")
def address_with_a_token(player):
    metadata(player, **{"xesam:url": ("s", "https://example.org/a.ogg?X-Plex-Token=abc")})


@breaks("interfaces")
def own_interface(player):
    player.answers["org.freedesktop.DBus.Introspectable", "Introspect"] = lambda call: (
        "s", ['<node><interface name="org.example.Own"/></node>'])


@breaks("rest")
class Restless(Good):
    """The player repeats itself again and again while it is paused: once by each signal."""

    said = 0.0

    def serve(self):
        super().serve()
        if self.status == "Paused" and time.monotonic() - max(self.anchor[1], self.said) > 0.3:
            self.said = time.monotonic()
            self.change(Rate=("d", 1.0))
            self.tell(PATH, PLAYER, "Seeked", "x", self.position())


@breaks("answers")
class Slow(Good):
    def answer(self, call):
        if (call.member, call.body[-1:]) == ("Get", ["Position"]) and self.status == "Playing":
            self.late = getattr(self, "late", []) + [(time.monotonic() + 0.7, call)]
        else:
            super().answer(call)

    def serve(self):
        super().serve()
        for due in [each for each in getattr(self, "late", []) if each[0] <= time.monotonic()]:
            self.late.remove(due)
            super().answer(due[1])


@breaks("np-app", Whole)
def another_name(player):
    player.app["MprisName"] = ("s", ROOT + ".another")


@breaks("np-content", Whole)
def no_duration(player):
    player.item_said[1]["duration-kind"] = Variant("s", "live")


@breaks("np-playback", Whole)
def elapsed_alone(player):
    player.playback_said = playback("playing", 1.0, elapsed=Variant("x", 5))


@breaks("np-commands", Whole)
def play_twice(player):
    player.commands.append(command("play", False, icon=("s", "play")))


@breaks("np-primary", Whole)
def nobody_is_primary(player):
    player.primary = False


@breaks("np-agrees", Whole)
def another_title(player):
    player.item_said = content("Another", lines=Variant("as", ["Another"]))


@breaks("np-errors", Whole)
def every_command_succeeds(player):
    player.answers[SESSION, "SendCommand"] = lambda call: ("", [])
