# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The portals that know of conditions, as a template of python-dbusmock.

Parameters, in JSON: the initial values, by the names of Say.
"""

import dbus
from dbusmock import MOCK_IFACE

BUS_NAME = "org.freedesktop.portal.Desktop"
MAIN_OBJ = "/org/freedesktop/portal/desktop"
MAIN_IFACE = SETTINGS = "org.freedesktop.portal.Settings"
NETWORK = "org.freedesktop.portal.NetworkMonitor"
POWER = "org.freedesktop.portal.PowerProfileMonitor"
SYSTEM_BUS = False

NAMESPACES = {"reduced-motion": "org.freedesktop.appearance", "enable-animations": "org.gnome.desktop.interface"}
TYPES = {dbus.Boolean: "b", dbus.UInt32: "u", dbus.String: "s"}
# The body of the method Read: an unknown key is an error, as in a portal that does not have the setting.
READ = """
if args[1] not in self.said: raise dbus.exceptions.DBusException('no', name='org.freedesktop.portal.Error.NotFound')
value = self.said[args[1]]
ret = type(value)(value, variant_level=self.said.get('layers', 2))
"""


def load(mock, parameters):
    mock.said = {}
    mock.AddProperties(POWER, {"power-saver-enabled": False})
    mock.AddMethod(SETTINGS, "Read", "ss", "v", READ)
    if "layers" in parameters:
        mock.said["layers"] = parameters.pop("layers")
    for name, value in parameters.items():
        Say(mock, name, dbus.UInt32(value) if name == "reduced-motion" else dbus.Boolean(value))


@dbus.service.method(MOCK_IFACE, in_signature="sv", out_signature="")
def Say(self, name, value):
    """Says something else from now on, of any type, and that it has changed."""
    self.said[name] = value
    if name == "power-saver":
        self.UpdateProperties(POWER, {"power-saver-enabled": value})
    elif name == "metered":
        self.AddMethod(NETWORK, "GetMetered", "", TYPES[type(value)], "ret = self.said['metered']")
        self.EmitSignal(NETWORK, "changed", "", [])
    else:
        self.EmitSignal(SETTINGS, "SettingChanged", "ssv", [NAMESPACES[name], name, value])


@dbus.service.method(MOCK_IFACE, in_signature="s", out_signature="")
def Unsay(self, name):
    """Removes a setting."""
    del self.said[name]
    self.EmitSignal(SETTINGS, "SettingChanged", "ssv", [NAMESPACES[name], name, ""])
