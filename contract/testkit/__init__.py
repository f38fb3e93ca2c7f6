# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What tests of players need, in the tree and installed: a private bus, the wire, the strict checker, and scenarios."""

import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The description of the C interface, as it is installed beside the headers.
ABI = json.loads((HERE / "nowplaying.abi.json").read_text())
VERSION = ABI["version"]
