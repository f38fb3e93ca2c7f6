#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A distributor of UnifiedPush for tests: it does what orders say, and reports as events what others do to it.

usage: distributor.py [--name SUFFIX] [--versions 1|2|12] [--state FILE] [--orders FIFO] [--events FILE] … [ORDER…]
       distributor.py --install FOLDER …      writes the service file by which a bus starts it with the other words

--name      it owns org.unifiedpush.Distributor.SUFFIX on the session bus; "test" by default
--versions  the interfaces that it has: Distributor1, Distributor2 or both, which is the default
--state     the file of its registrations; without it, a restarted distributor has none
--orders    the FIFO of its orders, with which it lives until "quit"; without it, its input, with which it ends
--events    appends events to this file too, for one that the bus has started
--flags     those of RequestName; 4 by default, so that it does not queue
ORDER       orders that are obeyed before the name is asked for

An order is a line of JSON, {"do": WORD, "n": any number, …}. It is answered, when it is done, by {"n": the same,
"ok": true, …} or {"n": …, "ok": false, "error": a sentence}. Words, with what belongs to them and its default:

  behave        how it meets calls from now on; what is not named stays as it is:
                register    "succeed", "fail", "error", "late" (at the order "answer") or "never"
                result      of "fail": "REGISTRATION_FAILED"     reason   of "fail": "INTERNAL_ERROR"
                error       of "error": the name of the error, "org.freedesktop.DBus.Error.Failed"
                endpoint    NewEndpoint comes "before" the reply, "after" it or "none": not
                unregister  "confirm" by Unregistered, as the version has it, or "silent"
                introspect  "answer", "fail" (UnknownMethod) or "never"
  answer        answers what was kept by "late", as "register" (of this order, "succeed") says
  endpoint      NewEndpoint: token, endpoint (a new URL)
  message       Message: token, message (Base64), id ("": none); its outcome is the event "acknowledged"
  revoke        Unregistered with the token, which is forgotten: token
  call          any method of the connector: interface ("Connector2"), member, arguments (GVariant's text, a tuple);
                the answer has "values", or "error" and "text"
  registrations the answer has them: {"registrations": {token: {"version", "service", "endpoint", …}}}
  release, own  gives the name up, and asks for it again, on the same connection
  restart       leaves the bus and comes back on a new connection, with what it has in its state
  quit          ends, as the end of its orders does; kill it for less

endpoint, message and revoke call the service and speak the version of the registration. For a token that is not
registered (any more) they need "service" and "version", or take those of the last registration. "reply": true has calls
of version 1 ask for a reply, which that version does not.

Events: {"event": WORD, …}, in the order in which things happened:

  started       the name is owned: {"name", "process", "connection"}
  register      {"version", "service", "token", "description", "vapid" (null), "sender", "known": token was registered,
                "keys": those of the dictionary, in version 2}
  unregister    {"version", "token", "sender", "known", "reply": whether one was asked for}
  introspect    {"sender"}
  acknowledged  {"token", "id", "values": those of the reply} or {"token", "id", "error", "text"}: the reply to Message
                in version 2, or where one was asked for
  answered      the same, without "id" and with "member", for NewEndpoint and Unregistered

As KUnifiedPush does, it sends NewEndpoint before it answers Register, at once for a token that it knows, speaks the
version in which a token was first registered, and starts a service that is not there. Needs the Debian package
python3-gi.
"""
import argparse
import base64
import json
import os
import shlex
import sys
import uuid
from pathlib import Path

from gi.repository import Gio, GLib

DISTRIBUTOR, CONNECTOR = "/org/unifiedpush/Distributor", "/org/unifiedpush/Connector"
PREFIX = "org.unifiedpush."
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
PATIENCE_MS = 600_000

INTERFACES = {
    1: """
  <interface name="org.unifiedpush.Distributor1">
    <method name="Register">
      <arg name="serviceName" type="s" direction="in"/>
      <arg name="token" type="s" direction="in"/>
      <arg name="description" type="s" direction="in"/>
      <arg name="registrationResult" type="s" direction="out"/>
      <arg name="registrationResultReason" type="s" direction="out"/>
    </method>
    <method name="Unregister">
      <arg name="token" type="s" direction="in"/>
      <annotation name="org.freedesktop.DBus.Method.NoReply" value="true"/>
    </method>
  </interface>""",
    2: """
  <interface name="org.unifiedpush.Distributor2">
    <method name="Register">
      <arg name="args" type="a{sv}" direction="in"/>
      <arg name="res" type="a{sv}" direction="out"/>
    </method>
    <method name="Unregister">
      <arg name="args" type="a{sv}" direction="in"/>
      <arg name="res" type="a{sv}" direction="out"/>
    </method>
  </interface>""",
}
INTROSPECTABLE = """
  <interface name="org.freedesktop.DBus.Introspectable">
    <method name="Introspect"><arg name="xml_data" type="s" direction="out"/></method>
  </interface>"""
BEHAVIOUR = {
    "register": "succeed", "result": "REGISTRATION_FAILED", "reason": "INTERNAL_ERROR",
    "error": "org.freedesktop.DBus.Error.Failed", "endpoint": "before", "unregister": "confirm", "introspect": "answer",
}


class Distributor:
    def __init__(self, options, loop):
        self.options, self.loop = options, loop
        self.name = PREFIX + "Distributor." + options.name
        self.versions = [int(version) for version in options.versions]
        self.behaviour = dict(BEHAVIOUR)
        self.registrations = {}
        self.last = {}
        self.late = []
        self.unanswered = []
        self.bus = None

    # The bus

    def connect(self):
        address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self.bus.set_exit_on_close(False)
        if self.options.state and Path(self.options.state).exists():
            self.registrations = json.loads(Path(self.options.state).read_text())
        for version in self.versions:
            self.export(INTERFACES[version], self.called)
        self.export(INTROSPECTABLE, self.introspected)

    def export(self, interface, called):
        [described] = Gio.DBusNodeInfo.new_for_xml(f"<node>{interface}</node>").interfaces
        self.bus.register_object(DISTRIBUTOR, described, called, None, None)

    def ask_bus(self, member, arguments):
        return self.bus.call_sync(*BUS, member, arguments, None, Gio.DBusCallFlags.NONE, -1, None).unpack()

    def own(self):
        [result] = self.ask_bus("RequestName", GLib.Variant("(su)", (self.name, self.options.flags)))
        if result != 1:
            raise ValueError(f"{self.name} is not ours: RequestName has answered {result}")
        tell(event="started", name=self.name, process=os.getpid(), connection=self.bus.get_unique_name())

    def release(self):
        self.ask_bus("ReleaseName", GLib.Variant("(s)", (self.name,)))

    def restart(self):
        self.bus.close_sync(None)
        self.late, self.unanswered, self.registrations = [], [], {}
        self.connect()
        self.own()

    # Calls of the connector

    def introspected(self, _bus, sender, _path, _interface, _member, _arguments, call):
        tell(event="introspect", sender=sender)
        if self.behaviour["introspect"] == "answer":
            xml = "<node>" + "".join(INTERFACES[version] for version in self.versions) + "\n</node>\n"
            call.return_value(GLib.Variant("(s)", (xml,)))
        elif self.behaviour["introspect"] == "fail":
            call.return_dbus_error("org.freedesktop.DBus.Error.UnknownMethod", "There is no Introspect here")
        else:
            self.unanswered.append(call)

    def called(self, _bus, sender, _path, interface, member, arguments, call):
        version = int(interface[-1])
        values = arguments.unpack()
        if member == "Register":
            if version == 1:
                values = dict(zip(("service", "token", "description"), values))
            else:
                [values] = values
            self.register(version, sender, values, call)
        else:
            token = values[0] if version == 1 else values[0].get("token", "")
            self.unregister(version, sender, token, call)

    def register(self, version, sender, values, call):
        token = values.get("token", "")
        named = {key: values.get(key) for key in ("service", "token", "description", "vapid")}
        keys = {"keys": sorted(values)} if version == 2 else {}
        tell(event="register", version=version, sender=sender, known=token in self.registrations, **named, **keys)
        if self.behaviour["register"] == "late":
            self.late.append((version, named, call))
        else:
            self.answer(version, named, call, self.behaviour["register"])

    def answer(self, version, named, call, how):
        if how == "never":
            self.unanswered.append(call)
            return
        if how == "error":
            call.return_dbus_error(self.behaviour["error"], "So it was ordered")
            return
        if how == "fail":
            self.reply(version, call, self.behaviour["result"], self.behaviour["reason"])
            return
        token = named["token"]
        self.last = {"version": version, "service": named["service"]}
        registration = self.registrations.setdefault(token, {**self.last, **named, "endpoint": self.new_endpoint()})
        self.remember()
        if self.behaviour["endpoint"] == "before":
            self.send_endpoint(token, registration["endpoint"], registration)
        self.reply(version, call, "REGISTRATION_SUCCEEDED", "")
        if self.behaviour["endpoint"] == "after":
            self.send_endpoint(token, registration["endpoint"], registration)

    def reply(self, version, call, result, reason):
        if version == 1:
            call.return_value(GLib.Variant("(ss)", (result, reason)))
            return
        values = {"success": result, **({"reason": reason} if reason else {})}
        call.return_value(GLib.Variant("(a{sv})", ({key: GLib.Variant("s", text) for key, text in values.items()},)))

    def unregister(self, version, sender, token, call):
        registration = self.registrations.pop(token, None)
        self.remember()
        asked = not call.get_message().get_flags() & Gio.DBusMessageFlags.NO_REPLY_EXPECTED
        tell(event="unregister", version=version, token=token, sender=sender, known=registration is not None,
             reply=bool(asked))
        call.return_value(None if version == 1 else GLib.Variant("(a{sv})", ({},)))
        if registration and self.behaviour["unregister"] == "confirm":
            self.send_unregistered(token, registration, confirms=True)

    def new_endpoint(self):
        return f"https://push.example/{self.options.name}/{uuid.uuid4().hex}"

    def remember(self):
        if self.options.state:
            Path(self.options.state).write_text(json.dumps(self.registrations))

    # Calls to the connector

    def send(self, registration, member, first, second, note, reply=None):
        """Calls a method. `first` are the arguments of version 1, `second` those of version 2."""
        version = registration["version"]
        arguments = first if version == 1 else GLib.Variant("(a{sv})", (second,))
        heard = None
        if version == 2 or reply:
            def heard(bus, result):
                tell(**note, **outcome(bus, result))
        self.bus.call(registration["service"], CONNECTOR, f"{PREFIX}Connector{version}", member, arguments, None,
                      Gio.DBusCallFlags.NONE, PATIENCE_MS, None, heard)

    def send_endpoint(self, token, endpoint, registration, reply=None):
        values = {"token": GLib.Variant("s", token), "endpoint": GLib.Variant("s", endpoint)}
        self.send(registration, "NewEndpoint", GLib.Variant("(ss)", (token, endpoint)), values,
                  {"event": "answered", "member": "NewEndpoint", "token": token}, reply)

    def send_message(self, token, message, name, registration, reply=None):
        values = {"token": GLib.Variant("s", token), "message": GLib.Variant("ay", message)}
        if name:
            values["id"] = GLib.Variant("s", name)
        self.send(registration, "Message", GLib.Variant("(says)", (token, message, name)), values,
                  {"event": "acknowledged", "token": token, "id": name}, reply)

    def send_unregistered(self, token, registration, confirms, reply=None):
        self.send(registration, "Unregistered", GLib.Variant("(s)", ("" if confirms else token,)),
                  {"token": GLib.Variant("s", token)},
                  {"event": "answered", "member": "Unregistered", "token": token}, reply)

    # Orders

    def obey(self, order, done):
        """Obeys an order, and calls `done` with the members of its answer."""
        word, token = order["do"], order.get("token", "")
        where = {**self.last, **self.registrations.get(token, {})}
        where |= {key: order[key] for key in ("service", "version") if key in order}
        reply = order.get("reply")
        if word == "behave":
            wanted = {key: value for key, value in order.items() if key not in ("do", "n")}
            if not wanted.keys() <= BEHAVIOUR.keys():
                raise ValueError(f"no such behaviour: {sorted(wanted.keys() - BEHAVIOUR.keys())}")
            self.behaviour |= wanted
        elif word == "answer":
            late, self.late = self.late, []
            for version, named, call in late:
                self.answer(version, named, call, order.get("register", "succeed"))
        elif word == "endpoint":
            endpoint = order.get("endpoint", self.new_endpoint())
            if token in self.registrations:
                self.registrations[token]["endpoint"] = endpoint
                self.remember()
            self.send_endpoint(token, endpoint, where, reply)
        elif word == "message":
            self.send_message(token, base64.b64decode(order["message"]), order.get("id", ""), where, reply)
        elif word == "revoke":
            self.registrations.pop(token, None)
            self.remember()
            self.send_unregistered(token, where, confirms=False, reply=reply)
        elif word == "call":
            arguments = GLib.Variant.parse(None, order["arguments"], None, None)
            self.bus.call(where["service"], CONNECTOR, PREFIX + order.get("interface", "Connector2"), order["member"],
                          arguments, None, Gio.DBusCallFlags.NONE, PATIENCE_MS, None,
                          lambda bus, result: done(outcome(bus, result)))
            return
        elif word == "registrations":
            done({"registrations": self.registrations})
            return
        elif word in ("release", "own", "restart"):
            getattr(self, word)()
        elif word == "quit":
            self.loop.quit()
        else:
            raise ValueError(f"no such order: {word}")
        # The bus has all that was sent when the order is answered.
        self.bus.flush_sync(None)
        done({})

    def take(self, line):
        number = {}
        try:
            order = json.loads(line)
            number = {"n": order["n"]} if "n" in order else {}
            self.obey(order, lambda answer: tell(**number, ok="error" not in answer, **answer))
        except (ValueError, KeyError, GLib.Error) as problem:
            tell(**number, ok=False, error=f"{type(problem).__name__}: {problem}")


def outcome(bus, result):
    """Returns the values of a reply, or its error."""
    try:
        return {"values": list(bus.call_finish(result).unpack())}
    except GLib.Error as error:
        name = Gio.DBusError.get_remote_error(error)
        return {"error": name, "text": error.message.removeprefix(f"GDBus.Error:{name}: ")}


OUTPUTS = []


def tell(**event):
    line = json.dumps(event, ensure_ascii=False)
    for output in OUTPUTS:
        print(line, file=output, flush=True)


def read_lines(descriptor, take, ended):
    """Calls `take` for each line of the input."""
    buffer = bytearray()

    def ready(_descriptor, _condition):
        data = os.read(descriptor, 65536)
        buffer.extend(data)
        while (end := buffer.find(b"\n")) >= 0:
            line = bytes(buffer[:end])
            del buffer[:end + 1]
            if line.strip():
                take(line)
        if not data:
            ended()
        return bool(data)

    GLib.io_add_watch(descriptor, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, ready)


def install(options, orders):
    """Writes the service file."""
    command = [sys.executable, str(Path(__file__).resolve())]
    for key in ("name", "versions", "state", "orders", "events", "flags"):
        if getattr(options, key):
            command += ["--" + key, str(getattr(options, key))]
    name = f"{PREFIX}Distributor.{options.name}"
    text = f"[D-BUS Service]\nName={name}\nExec={shlex.join(command + orders)}\n"
    Path(options.install).mkdir(parents=True, exist_ok=True)
    Path(options.install, name + ".service").write_text(text)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--name", default="test")
    parser.add_argument("--versions", choices=["1", "2", "12"], default="12")
    for key in ("state", "orders", "events", "install"):
        parser.add_argument("--" + key)
    parser.add_argument("--flags", type=int, default=4)
    parser.add_argument("order", nargs="*")
    options = parser.parse_args()
    if options.install:
        install(options, options.order)
        return
    OUTPUTS.append(sys.stdout)
    if options.events:
        OUTPUTS.append(open(options.events, "a", encoding="utf-8"))
    loop = GLib.MainLoop()
    distributor = Distributor(options, loop)
    distributor.connect()
    for order in options.order:
        distributor.take(order)
    distributor.own()
    # The FIFO is opened for writing too, because it would otherwise end when its first writer closes it.
    orders = os.open(options.orders, os.O_RDWR) if options.orders else sys.stdin.fileno()
    read_lines(orders, distributor.take, loop.quit)
    loop.run()


if __name__ == "__main__":
    main()
