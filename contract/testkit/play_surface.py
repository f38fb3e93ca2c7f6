# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Plays the scenarios of contract/scenarios/surfaces: a driver is the surface, and this program has the players."""

import json
import time
from pathlib import Path

from . import fakes, pictures, protocol
from .desktop import wait_until
from .driving import TIMEOUT, Driver
from .mpris_types import METADATA, METHODS, PATH, PLAYER, PLAYER_PROPERTIES, SIGNALS, SPECIFIED
from .run import finish
from .steps import FASTEST, differences, named, picture, texts, told
from .surface import plain
from .wire import Variant

KINDS = "appears", "adds", "removes", "changes", "emits", "answers", "gets", "leaves", "wakes"
MEMBERS = {member: interface for table in (METHODS, protocol.METHODS) for interface, members in table.items()
           for member in members}
SESSIONS = {name: (interface, signature) for interface, table in protocol.PROPERTIES.items()
            for name, signature in table.items()}
DEVICE = {"id": "s", "name": "s", "type": "s", "can-step": "b", "volume": "d"}
TRACK = {"id": "s", "kind": "s", "selected": "b", "language": "s", "title": "s", "characteristics": "as"}


def variant(value, signature):
    """Returns a value as a variant; {"type": …, "value": …} is one of a type that a player should not send."""
    if isinstance(value, dict) and value.keys() == {"type", "value"}:
        return Variant(value["type"], value["value"])
    if value == "$now":
        return Variant(signature, time.monotonic_ns() // 1000)
    return Variant(signature, texts(value) or value if isinstance(value, str) else value)


def over(usual, values, types):
    """Returns variants over the usual ones; null is a key that is absent."""
    changed = {key: variant(value, types.get(key, "s")) for key, value in values.items() if value is not None}
    return {key: value for key, value in {**usual, **changed}.items() if values.get(key, "") is not None}


def command(command, **values):
    types = protocol.COMMANDS.get(command, {})
    return over(fakes.command(command), values, types)


FORMS = {  # how the value of a property is made of what a scenario says
    "Content": lambda values: over(fakes.content(values.get("title") or "Song")[1], values, protocol.CONTENT.get(
        values.get("kind", "music"), protocol.CONTENT["generic"])) if values else {},
    "Playback": lambda values: over(fakes.playback()[1], values, protocol.PLAYBACK),
    "Commands": lambda rows: [command(**row) for row in rows],
    "Tracks": lambda rows: [over(fakes.track(""), row, TRACK) for row in rows],
    "Devices": lambda rows: [over(fakes.device("", ""), row, DEVICE) for row in rows],
    "Metadata": lambda values: over(fakes.song((values or {}).get("xesam:title") or "One"), values, METADATA) if (
        values) else {},
}


def properties(values, types):
    """Returns properties, (signature, value) each."""
    return {key: (types[key], FORMS.get(key, lambda value: value)(value)) for key, value in values.items()}


def of_session(values):
    """Yields the interface of each property of a session, and the property, as (signature, value) under its name."""
    for name, value in values.items():
        interface, signature = SESSIONS[name]
        yield interface, properties({name: value}, {name: signature})


def normal(value):
    """Returns what a driver has seen without what is not there: null, "" and what is empty."""
    if isinstance(value, dict):
        return {key: made for key, each in value.items() if (made := normal(each)) is not None} or None
    if isinstance(value, list):
        return [normal(each) if isinstance(each, (dict, list)) else each for each in value] or None
    return None if value == "" else value


def wished(value):
    """Returns what a scenario wants to be seen, in the same form; null stays, because it is a key that is absent."""
    if isinstance(value, dict):
        return {key: wished(each) for key, each in value.items()}
    if isinstance(value, list):
        return [wished(each) if isinstance(each, (dict, list)) else each for each in value] or None
    return None if value == "" else value


class PlaySurface:
    """A scenario of a surface while it is played."""

    def __init__(self, bus, command):
        self.bus, self.driver, self.players = bus, Driver(bus, command), {}
        self.sessions, self.events, self.ended, self.read, self.count = [], [], {}, {}, 0
        self.since = time.monotonic()
        bus.hosts.append(self.driver)

    def run(self, steps):
        """Plays the steps. A surface that no step makes is a plain one, made before the players."""
        if not any(row.get("surface") == "surface" for _, row in steps):
            self.surface("surface", {})
        for place, row in steps:
            with told(place, row):
                kind = next(key for key in ("player", "surface", "sees", "hears") if key in row)
                values = {key: value for key, value in row.items() if key != kind}
                getattr(self, kind)(row[kind], **{"values": values} if kind == "surface" else values)

    def end(self):
        """Ends the driver and the players, and checks all messages."""
        self.bus.mark()
        finish(self.bus, 0)
        for player in self.players.values():
            player.close()

    def until(self, what, condition):
        """Waits for a condition, and answers for the players meanwhile."""
        def look():
            for player in self.players.values():
                player.serve()
            while not self.driver.events.empty():
                said, values = self.driver.events.get()
                if said == "ended":
                    self.ended[values.pop("number")] = values
                else:
                    self.events.append((said, values))
            return condition()
        return wait_until(what, look, TIMEOUT)

    # ------------------------------------------------------------------------------------------------ Players

    def player(self, name, **values):
        values = self.meant(values)
        kind = next((key for key in KINDS if key in values), None)
        getattr(self, f"player_{kind}")(name, values.pop(kind), **values)

    def meant(self, value):
        """Returns what a scenario says, with the address of a picture in the place of "$address" and "$turned"."""
        if isinstance(value, dict):
            return {key: self.meant(each) for key, each in value.items()}
        if value == "$turned":
            path = Path(self.bus.directory) / "turned.jpg"
            path.write_bytes(pictures.TURNED)
            return path.as_uri()
        return picture(self.bus).as_uri() if value == "$address" else value

    def player_appears(self, name, _, sessions=None, queue=None, playlists=None, apart=True, slow=None, **values):
        if sessions is not None:
            player = fakes.Whole(self.bus, name)
            for element, given in sessions.items():
                self.session(player, element, given)
        elif queue is not None:
            player = fakes.Listing(self.bus, name, *queue)
        elif playlists is not None:
            player = fakes.Playlisting(self.bus, name, *playlists)
            player.restate(values.pop("active", None), values.pop("orders", ["Alphabetical"]))
        else:
            player = fakes.Slow(self.bus, name, slow) if slow else fakes.Plain(self.bus, name, apart)
        for interface, types in SPECIFIED.items():
            player.faces.setdefault(interface, {}).update(fakes.variants(**properties(
                {key: value for key, value in values.items() if key in types}, types)))
        for member, interface in MEMBERS.items():
            if not METHODS.get(interface, {}).get(member, "") and not protocol.METHODS.get(
                    interface, {}).get(member, ([], []))[1]:
                player.answers.setdefault((interface, member), lambda call: ("", []))
        self.players[name], self.since = player, time.monotonic()
        player.appear()

    @staticmethod
    def session(player, element, values):
        interfaces = player.session(element)
        for interface, made in of_session(values):
            interfaces.setdefault(interface, {}).update(fakes.variants(**made))
        return interfaces

    def player_adds(self, name, values, session):
        self.players[name].tell(fakes.BASE, fakes.MANAGER, "InterfacesAdded", "oa{sa{sv}}", fakes.path(session),
                                self.session(self.players[name], session, values))

    def player_removes(self, name, session):
        self.players[name].remove(session)

    def player_changes(self, name, values, session=None):
        player = self.players[name]
        self.since = time.monotonic()
        if isinstance(player, fakes.Whole):
            session = session or next(path for path in player.objects if "/session/" in path).rpartition("/")[2]
            for interface, made in of_session(values):
                player.objects[fakes.path(session)][interface].update(fakes.variants(**made))
                player.tell_changed(fakes.path(session), interface, **made)
        else:
            player.change(**properties(values, PLAYER_PROPERTIES))

    def player_emits(self, name, member, given):
        signature = SIGNALS[PLAYER, member]
        self.players[name].tell(PATH, PLAYER, member, signature, *given)

    def player_answers(self, name, member, **how):
        """A player answers a method from now on in another way, and the calls of it that wait for an answer."""
        player, key = self.players[name], (MEMBERS[member], member)
        waiting = getattr(player.answers[key], "waiting", []) if key in player.answers else []
        if "error" in how:
            domain = "" if "." in how["error"] else "org.nowplaying.Error."
            answer = lambda call: ("error", domain + how["error"], how.get("message", ""))  # noqa: E731
        elif "picture" in how:
            size = how["picture"]
            data = pictures.png(*size) if all(size) else b"text"
            answer = pictures.given(lambda: pictures.memory_file(data), width=size[0], height=size[1])
        elif how.get("never"):
            answer = Waiting()
        else:
            answer = lambda call: ("", [])  # noqa: E731
        player.answers[key] = answer
        for call in waiting:
            player.calls.remove(call)
            player.answer(call)

    def player_gets(self, name, member, given=None):
        """The next call of a method that the player gets is this."""
        place = self.read.setdefault((name, member), [])
        calls = self.until(f"the player gets {member}", lambda: self.players[name].called(member)[len(place):])
        place.append(calls[0])
        got = plain(calls[0])
        assert given is None or not list(differences(dict(enumerate(got)), dict(enumerate(given)))) and len(got) == len(
            given), f"the player got {got}"

    def player_wakes(self, name, _):
        self.until("the player is asked", lambda: self.players[name].is_asked)
        self.players[name].wake()

    def player_leaves(self, name, _):
        self.players.pop(name).close()

    # ------------------------------------------------------------------------------------------- The surface

    def surface(self, verb, values):
        """The surface does something. Asked of a session, it has an outcome, which is waited for unless it has a name
        for `later`."""
        if verb == "waits":
            self.outcome(values.pop("later"), **values)
            return
        expected = {key: values.pop(key) for key in ("ends", "message", "gives") if key in values}
        later = values.pop("later", None)
        if verb not in ("surface", "ratios"):
            shown = self.shown(values.pop("to", None))
            self.count += 1
            number = str(later or self.count)
            values = {"key": shown["key"], "number": number, **values}
            if "control" in values:
                values["index"] = self.control(shown, values.pop("control"))
        said, answer = self.driver.answer(verb, values)
        assert said == "ok", f"the driver says: {answer[0]}"
        if verb == "surface":
            self.hears("listed")
        elif verb != "ratios" and later is None:
            self.outcome(number, **expected)

    def outcome(self, number, ends="ok", message=None, gives=None):
        got = self.until("an action ends", lambda: self.ended.get(str(number)))
        assert got["status"] == ends, f"the outcome is {got}"
        assert message in (None, got.get("message", "")), f"the outcome is {got}"
        for key, value in (gives or {}).items():
            assert got.get(key) == str(value), f"the outcome is {got}"

    def look(self):
        said, answer = self.driver.answer("look", {})
        assert said == "ok", f"the driver says: {answer[0]}"
        self.sessions = [normal(session) for session in json.loads(answer["sessions"])]
        names = {session["key"]: session["display-name"] for session in self.sessions}
        for session in self.sessions:
            session |= {"twin-key": names[session["twin-key"]]} if "twin-key" in session else {}
            for track in session.get("tracks", []):
                words = [each.removeprefix("is-") for each in track.get("characteristics", [])]
                track["characteristics"] = normal(words)
            # Whether a video may be shown is a matter of the machine.
            session["abilities"] = normal([each for each in session.get("abilities", []) if each != "may-show-video"])
        return self.sessions

    def shown(self, name):
        """Returns the session of a name, as the surface saw it last."""
        def find(sessions):
            return next((each for each in sessions if name in (
                None, each.get("display-name"), each.get("session-id"))), None)
        return find(self.sessions) or self.until(f"the surface sees {name}", lambda: find(self.look()))

    @staticmethod
    def control(shown, wanted):
        found = [index for index, each in enumerate(shown["controls"]) if not list(differences(each, wished(wanted)))]
        assert found, f"there is no such control among {shown['controls']}"
        return found[0]

    def sees(self, wanted):
        """The surface sees these sessions, in this order."""
        wanted, seen = {"sessions": [wished(each) for each in wanted] or None}, {}

        def look():
            sessions = [{**each} for each in self.look()]
            for each, wish in zip(sessions, wanted["sessions"] or []):
                if isinstance(wish.get("commands"), dict):
                    each["commands"] = named(each.get("commands", []), "kind")
            seen["sessions"] = sessions or None
            return not list(differences(seen, wanted, near=FASTEST * (time.monotonic() - self.since)))

        try:
            self.until("it is seen", look)
        except AssertionError as error:
            raise AssertionError(f"the surface sees {'; '.join(differences(seen, wanted))}: {error}") from None

    def hears(self, word, **values):
        """The surface is told this, perhaps after other things."""
        def find():
            for place, (said, given) in enumerate(self.events):
                if said == word and all(given.get(key) == (",".join(value) if isinstance(value, list) else value)
                                        for key, value in values.items()):
                    return place + 1
            return 0

        try:
            del self.events[:self.until("", find)]
        except AssertionError:
            raise AssertionError(f"the surface is told {self.events}") from None


class Waiting:
    """An answer that does not come: it keeps the calls."""

    def __init__(self):
        self.waiting = []

    def __call__(self, call):
        self.waiting.append(call)
