# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: PYTHON Tests/Field/Mqtt/home/start.py CONFIGURATION

Starts the Home Assistant that PYTHON has, with a folder as its configuration. It loads what that folder names and
nothing else: its page, its history and its search for devices are packages of their own that no test needs."""

import sys

from homeassistant import bootstrap
from homeassistant.__main__ import main

for name in dir(bootstrap):
    if name.startswith(("CRITICAL_INTEGRATIONS", "DEFAULT_INTEGRATIONS")):
        setattr(bootstrap, name, set())
sys.argv = ["hass", "--config", sys.argv[1], "--skip-pip"]
sys.exit(main())
