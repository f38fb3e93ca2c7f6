# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""power-profiles-daemon by its newer name, as a template of python-dbusmock; its parameters are properties."""

BUS_NAME = MAIN_IFACE = "org.freedesktop.UPower.PowerProfiles"
MAIN_OBJ = "/org/freedesktop/UPower/PowerProfiles"
SYSTEM_BUS = True


def load(mock, parameters):
    mock.AddProperties(MAIN_IFACE, {"ActiveProfile": "balanced", "PerformanceDegraded": "", **parameters})
