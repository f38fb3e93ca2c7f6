#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: distributor.py [PORT]     a distributor of UnifiedPush, with a push server of its own, to try pushes with

Its endpoints are http://127.0.0.1:PORT/SERVICE/TOKEN, at 8642 unless another port is given; other computers
cannot reach them. The distributor keeps nothing: a push that comes while it does not run is lost. It ends
with the session bus. Needs the Debian package python3-gi.
"""
import http.server
import sys
import threading

from gi.repository import Gio, GLib

NAME, PATH = "org.unifiedpush.Distributor.trial", "/org/unifiedpush/Distributor"
INTERFACE = """<node><interface name="org.unifiedpush.Distributor2">
  <method name="Register"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
  <method name="Unregister"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
</interface></node>"""


def call(service, token, member, **values):
    """Calls the program that has registered a token; the bus starts it when it does not run."""
    values["token"] = GLib.Variant("s", token)
    bus.call(service, "/org/unifiedpush/Connector", "org.unifiedpush.Connector2", member,
             GLib.Variant("(a{sv})", (values,)), None, Gio.DBusCallFlags.NONE, -1, None, None)


def called(_bus, _sender, _path, _interface, member, arguments, invocation):
    [values] = arguments.unpack()
    answer = {}
    if member == "Register":
        service, token = values["service"], values["token"]
        endpoint = f"http://127.0.0.1:{server.server_port}/{service}/{token}"
        call(service, token, "NewEndpoint", endpoint=GLib.Variant("s", endpoint))
        answer = {"success": GLib.Variant("s", "REGISTRATION_SUCCEEDED")}
    invocation.return_value(GLib.Variant("(a{sv})", (answer,)))


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        message = self.rfile.read(int(self.headers["Content-Length"]))
        _, service, token = self.path.split("/")
        call(service, token, "Message", message=GLib.Variant("ay", message))
        self.send_response(201)
        self.end_headers()


def lost(*_):
    sys.exit(f"Another program is {NAME}")


server = http.server.ThreadingHTTPServer(("127.0.0.1", int((sys.argv[1:] or ["8642"])[0])), Handler)
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.DO_NOT_QUEUE, None, lost)
threading.Thread(target=server.serve_forever, daemon=True).start()
GLib.MainLoop().run()
