# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Addresses that are of this machine or its network, and those of the web, in contract/cases: one
table for all that fetches a picture, in whatever language, because each has to refuse the same ones."""

import json

from . import HERE

TABLE = json.loads((HERE / "cases/addresses.json").read_text())
LOCAL, WEB = TABLE["local"], TABLE["web"]
# Hosts that lead to this machine, besides 127.0.0.1.
THIS_MACHINE = ["localhost", "LOCALHOST.", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "0x7f.1", "127.1"]


def host(address):
    """Returns an IP address as it is written in the address of a page."""
    return f"[{address}]" if ":" in address else address
