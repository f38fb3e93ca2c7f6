# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The programs and libraries of Debian 13, for players that need newer ones than this machine has."""

import os
import subprocess
from pathlib import Path

# Puts a folder in the place of /usr. All other folders, with the files and sockets of a test, stay as they are.
IN_PLACE = 'mount --bind "$0" /usr && exec "$@"'


class Debian13:
    """Packages of Debian 13, unpacked as a folder."""

    def __init__(self, folder, *packages):
        if os.geteuid():
            raise SystemExit("The libraries of Debian 13 are mounted in the place of this machine's: run it as root.")
        self.folder = folder
        architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
        # A script of the tree, which Tests/alone and Tests/run-long put into the path.
        subprocess.run(["unpack", architecture.stdout.strip(), "trixie", folder, *packages], check=True)
        # Does what a script of its package would.
        schemas = next(folder.glob("usr/lib/*/glib-2.0/glib-compile-schemas"))
        subprocess.run(self.words(Path("/", schemas.relative_to(folder)), "/usr/share/glib-2.0/schemas"), check=True)

    def words(self, *command):
        """Returns a command that runs with the folder's /usr in the place of this machine's, in the process that is
        started, and not in a child."""
        return ["unshare", "--mount", "sh", "-c", IN_PLACE, self.folder / "usr", *command]
