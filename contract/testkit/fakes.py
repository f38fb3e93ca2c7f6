# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that say whatever a test wants: of MPRIS alone, and of org.nowplaying."""

import os

from . import commands
from .bus import PATH, PLAYER, PROPERTIES, ROOT
from .wire import CALL, ERROR, RETURN, SIGNAL, Connection, Message, Variant

MANAGER = "org.freedesktop.DBus.ObjectManager"
SESSION = "org.nowplaying.Session1"
APP = "org.nowplaying.App1"
SURFACES = "org.nowplaying.Surfaces1"
ANIMATED = "org.nowplaying.AnimatedArtwork1"
TRACK_LIST = ROOT + ".TrackList"
PLAYLISTS = ROOT + ".Playlists"
REMOTE = "org.nowplaying.Remote1"
TRACKS = "org.nowplaying.Tracks1"
BASE = "/org/nowplaying"


def variants(**values):
    """Makes variants from properties given as (signature, value)."""
    return {name: Variant(*value) for name, value in values.items()}


class Fake(Connection):
    """A connection that answers calls. `answers` has a function for each (interface, member): it is called with the
    call, and returns (signature, body), (signature, body, descriptors), the name of an error, or None for no answer."""

    def __init__(self, bus, name=None, connect=None):
        super().__init__(bus.socket, takes_descriptors=True, connect=connect)
        bus.foreign.add((bus.epoch, self.name))
        self.answers, self.calls = {}, []
        self.answers[PROPERTIES, "GetAll"] = lambda call: ("a{sv}", [self.faces.get(call.body[0], {})])
        self.answers[PROPERTIES, "Get"] = self.get
        self.answers[PROPERTIES, "Set"] = lambda call: ("", [])
        self.faces = {}
        self.wanted_name = name and ROOT + "." + name

    def appear(self):
        self.own(self.wanted_name)
        return self

    def own(self, name):
        assert self.request_name(name) == 1
        self.serve()

    def get(self, call):
        value = self.faces.get(call.body[0], {}).get(call.body[1])
        return ("v", [value]) if value else "org.freedesktop.DBus.Error.UnknownProperty"

    def serve(self):
        """Answers all calls that have arrived, without waiting."""
        while message := self.receive(0):
            if message.type == CALL:
                self.answer(message)
            else:
                self.inbox.append(message)

    def answer(self, call):
        self.calls.append(call)
        function = self.answers.get((call.interface, call.member))
        answer = function(call) if function else "org.freedesktop.DBus.Error.UnknownMethod"
        if answer is None:
            return
        reply = Message(type=RETURN, destination=call.sender, reply_serial=call.serial)
        if isinstance(answer, str):
            reply.type, reply.error_name = ERROR, answer
        elif answer[0] == "error":
            reply.type, reply.error_name, reply.signature, reply.body = ERROR, answer[1], "s", [answer[2]]
        else:
            reply.signature, reply.body = answer[:2]
        descriptors = answer[2] if reply.type == RETURN and len(answer) > 2 else []
        self.send(reply, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)

    def called(self, member, interface=None):
        """Returns the bodies of the calls of a member."""
        return [call.body for call in self.calls if call.member == member and interface in (None, call.interface)]

    def answered(self, serial):
        return any(message.reply_serial == serial for message in self.inbox)

    def tell(self, path, interface, member, signature="", *body):
        self.send(Message(type=SIGNAL, path=path, interface=interface, member=member, signature=signature,
                          body=list(body)))

    def tell_changed(self, path, interface, **values):
        self.tell(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", interface, variants(**values), [])


def connect_apart(connected, path):
    """Connects a socket from a process that ends at once: the bus takes that process for the socket's."""
    child = os.fork()
    if child == 0:
        try:
            connected.connect(path)
        finally:
            os._exit(0)
    os.waitpid(child, 0)


class Plain(Fake):
    """A player that has MPRIS alone."""

    def __init__(self, bus, name, apart=True, **properties):
        """apart: whether the player has a process of its own, because a surface merges equal players of one process."""
        super().__init__(bus, name, connect_apart if apart else None)
        self.faces[ROOT] = variants(Identity=("s", name), DesktopEntry=("s", "org.example." + name))
        self.faces[PLAYER] = variants(
            PlaybackStatus=("s", "Playing"), Rate=("d", 1.0), Metadata=("a{sv}", song("One")),
            Position=("x", 5_000_000),
            **{can: ("b", True) for can in ("CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek",
                                            "CanControl")})
        self.faces[PLAYER].update(variants(**properties))
        for member in ("Play", "Pause", "PlayPause", "Stop", "Next", "Previous", "Seek", "SetPosition"):
            self.answers[PLAYER, member] = lambda call: ("", [])

    def change(self, **values):
        self.faces[PLAYER].update(variants(**values))
        self.tell_changed(PATH, PLAYER, **values)

    def questions(self):
        """Returns how often the player's properties were read after the first time."""
        return len([body for body in self.called("GetAll", PROPERTIES) if body == [PLAYER]]) - 1


class Slow(Plain):
    """A player that has its bus name, but until `wake` has no object ("absent"), or answers no call ("mute")."""

    WAYS = ("absent", "mute")

    def __init__(self, bus, name, way, **properties):
        super().__init__(bus, name, **properties)
        self.way, self.held = way, []

    def answer(self, call):
        if self.way is None:
            super().answer(call)
        elif self.way == "mute":
            self.held.append(call)
        else:
            self.calls.append(call)
            self.send(Message(type=ERROR, destination=call.sender, reply_serial=call.serial,
                              error_name="org.freedesktop.DBus.Error.UnknownObject"))

    @property
    def is_asked(self):
        """Returns whether the player's properties were read."""
        return any(call.body == [PLAYER] for call in self.calls + self.held)

    def wake(self):
        """Answers all calls from now on, and those that wait for an answer, without emitting a signal."""
        self.way, held = None, self.held
        for call in held:
            super().answer(call)


def song(title, **others):
    """Returns the metadata of a song of 200 s."""
    return {"mpris:trackid": Variant("o", "/track/" + title), "mpris:length": Variant("x", 200_000_000),
            "xesam:title": Variant("s", title), "xesam:artist": Variant("as", ["Somebody"]), **others}


class Whole(Fake):
    """A player of org.nowplaying."""

    def __init__(self, bus, name):
        super().__init__(bus, name)
        self.faces[ROOT] = variants(Identity=("s", name))
        self.objects = {BASE + "/app": {
            APP: variants(Id=("s", name), Name=("s", name.title()), DesktopEntry=("s", name), MprisName=("s", "")),
            SURFACES: variants(AspectRatios=("as", []), PreviewOnly=("as", []))}}
        self.answers[MANAGER, "GetManagedObjects"] = lambda call: ("a{oa{sa{sv}}}", [self.objects])
        self.answers[SESSION, "SendCommand"] = lambda call: ("", [])

    def session(self, element, **properties):
        """Makes a session that is there when the player appears, and returns its interfaces."""
        self.objects[path(element)] = interfaces = {SESSION: whole(element, **properties), ANIMATED: {}}
        return interfaces

    def add(self, element, **properties):
        """Adds a session later."""
        self.tell(BASE, MANAGER, "InterfacesAdded", "oa{sa{sv}}", path(element), self.session(element, **properties))

    def remove(self, element):
        self.tell(BASE, MANAGER, "InterfacesRemoved", "oas", path(element), [SESSION, ANIMATED])

    def change(self, element, **values):
        self.objects[path(element)][SESSION].update(variants(**values))
        self.tell_changed(path(element), SESSION, **values)

    def come_and_go(self, count):
        """Adds and removes sessions at once, one after the other."""
        for number in range(count):
            self.add(f"s{number}", Content=content(f"session {number}"))
            self.remove(f"s{number}")


def silent(bus):
    """Returns a player that never answers which sessions it has."""
    made = Whole(bus, "silent")
    made.answers[MANAGER, "GetManagedObjects"] = lambda call: None
    return made


def path(element):
    return f"{BASE}/session/{element}"


def content(title="Song", **others):
    """Returns a value of Content for a song of 100 s."""
    return "a{sv}", {"id": Variant("s", "id of " + title), "kind": Variant("s", "music"),
                     "media-type": Variant("s", "audio"), "duration-kind": Variant("s", "finite"),
                     "duration": Variant("x", 100_000_000), "title": Variant("s", title), **others}


def playback(state="paused", rate=0.0, **others):
    return "a{sv}", {"state": Variant("s", state), "rate": Variant("d", rate), "default-rate": Variant("d", 1.0),
                     **others}


def keys_of(row):
    """Returns the keys that a command always has, besides those that all commands have."""
    forms = {"interval": {"intervals": ("ax", [15_000_000])}, "rate": {"rates": ("ad", [1.0])}}
    active = {"active": ("b", False)} if "switched" in row["traits"] else {}
    modes = {"current": ("s", row["modes"][0]), "supported": ("as", row["modes"])} if "modes" in row else {}
    return {**forms.get(row["form"], {}), **active, **modes}


ALWAYS = {row["word"]: keys_of(row) for row in commands.ROWS if keys_of(row)}
ALWAYS["feedback"]["button"] = ("u", 0)


def command(word, enabled=True, **others):
    return {"command": Variant("s", word), "enabled": Variant("b", enabled),
            **variants(**{**ALWAYS.get(word, {}), **others})}


def track(identifier, kind="audio", **others):
    return variants(id=("s", identifier), kind=("s", kind), **{"selected": ("b", False), **others})


def device(identifier, name, **others):
    return variants(id=("s", identifier), name=("s", name), **{
        "type": ("s", "speaker"), "can-step": ("b", False), **others})


def whole(identifier, **properties):
    """Returns all properties of Session1."""
    return {**variants(Id=("s", identifier), ApplicationPrimary=("b", True), SystemPrimary=("b", False),
                       Content=content(), Playback=playback(), Commands=("aa{sv}", [command("play")]),
                       Volume=("d", -1.0), CanSetVolume=("b", False)), **variants(**properties)}


# Values of types that this version has no use for.
LATER = {"colour": Variant("u", 7), "shape": Variant("(dd)", (1.0, 2.0)), "shades": Variant("a(si)", [("deep", 1)]),
         "nested": Variant("v", Variant("aay", [[1, 2], []])), "inner": Variant("a{sv}", {"id": Variant("s", "x")}),
         "words": Variant("a{ss}", {"test:a": "x"}),
         "table": Variant("a{sa{sv}}", {"x": {"y": Variant("g", "a{sv}")}})}


class Later(Whole):
    """A publisher of a later protocol version. Besides known ones it sends keys, words, properties, interfaces and
    objects that this version does not know."""

    INTERFACES = {"org.nowplaying.Session2": LATER, "org.nowplaying.Lights1": {}}

    def __init__(self, bus, name):
        super().__init__(bus, name)
        app = self.objects[BASE + "/app"]
        app[APP] |= LATER
        app[SURFACES] |= {**LATER, "PreviewOnly": Variant("as", ["full-moon"]), "AspectRatios": Variant("as", ["2:1"])}
        self.objects[BASE + "/app"] |= self.INTERFACES
        self.objects[BASE + "/queue/1"] = {"org.nowplaying.Queue1": LATER}

    def session(self, element, **properties):
        interfaces = super().session(element, **properties)
        interfaces[SESSION] |= LATER
        interfaces |= self.INTERFACES
        return interfaces

    def change(self, element, **values):
        super().change(element, **values, **{key: (value.signature, value.value) for key, value in LATER.items()})


class Listing(Plain):
    """A player of MPRIS alone with a queue of songs, each described as MPRIS has it."""

    def __init__(self, bus, name, *titles, **properties):
        super().__init__(bus, name, **properties)
        self.songs = {"/track/" + title: song(title) for title in titles}
        self.sent = None  # Tracks, where it lies
        self.answers[TRACK_LIST, "GetTracksMetadata"] = lambda call: (
            "aa{sv}", [[self.songs[track] for track in call.body[0] if track in self.songs]])
        for member in ("GoTo", "AddTrack", "RemoveTrack"):
            self.answers[TRACK_LIST, member] = lambda call: ("", [])
        self.restate()

    def restate(self, can_edit=True):
        tracks = self.sent or ("ao", list(self.songs))
        self.faces[TRACK_LIST] = variants(Tracks=tracks, CanEditTracks=("b", can_edit))

    def retell(self, member, signature, *body):
        """Changes the list: emits a signal about it, and then invalidates Tracks."""
        self.restate()
        self.tell(PATH, TRACK_LIST, member, signature, *body)
        self.outdate()

    def outdate(self):
        self.restate()
        self.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", TRACK_LIST, {}, ["Tracks"])

    def asked(self):
        """Returns how often the list was read, and for which tracks the metadata."""
        return (len([body for body in self.called("GetAll", PROPERTIES) if body == [TRACK_LIST]]),
                [body[0] for body in self.called("GetTracksMetadata")])


class Playlisting(Plain):
    """A player of MPRIS alone with playlists, which it can sort by name only."""

    def __init__(self, bus, name, *lists, orders=("Alphabetical",)):
        super().__init__(bus, name)
        self.lists = {"/list/" + each: each for each in lists}
        self.answers[PLAYLISTS, "GetPlaylists"] = self.get_playlists
        self.answers[PLAYLISTS, "ActivatePlaylist"] = lambda call: ("", [])
        self.restate(orders=orders)

    def restate(self, active=None, orders=("Alphabetical",)):
        line = (active, self.lists[active], "") if active else ("/", "", "")
        self.faces[PLAYLISTS] = variants(PlaylistCount=("u", len(self.lists)), Orderings=("as", list(orders)),
                                         ActivePlaylist=("(b(oss))", (bool(active), line)))

    def get_playlists(self, call):
        index, count, order, is_reversed = call.body
        lists = sorted(self.lists.items(), key=lambda item: item[1], reverse=is_reversed)
        if order in ("UserDefined", "User"):
            lists = list(self.lists.items())
        return "a(oss)", [[(path, name, "") for path, name in lists[index:index + count]]]

    def outdate(self, **others):
        self.restate(**others)
        self.tell_changed(PATH, PLAYLISTS, PlaylistCount=("u", len(self.lists)))
