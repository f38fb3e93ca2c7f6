# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Connections to a bus that belong to other processes than that of the test."""

import contextlib
import os
import signal
import socket
from unittest import mock


class OtherProcesses(contextlib.AbstractContextManager):
    """Makes connections inside the `with` belong to separate processes, each of which runs a program as long as its
    connection exists. `processes` has their ids, the newest last."""

    def __init__(self, *command):
        self.command = command or ("/bin/sleep", "infinity")
        self.processes = []
        self.patch = mock.patch("socket.socket", self.make)

    def make(self, *arguments, **options):
        made = Socket(*arguments, **options)
        made.others = self
        return made

    def __enter__(self):
        self.patch.start()
        return self

    def __exit__(self, *_):
        self.patch.stop()

    def end(self):
        """Ends the processes; their connections stay."""
        for process in self.processes:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        self.processes = []


class Socket(socket.socket):
    """Is connected by a process that is made for it."""

    others = None

    def connect(self, address):
        runs, closes = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                super().connect(address)
                os.execv(self.others.command[0], self.others.command)
            finally:
                os._exit(1)
        self.others.processes.append(child)
        os.close(closes)
        # The pipe is closed once the program runs.
        os.read(runs, 1)
        os.close(runs)


def boxed_root(directory, flatpak_info):
    """Returns a command prefix that gives the program the same file system with a /.flatpak-info that is not visible
    outside."""
    script = """
        set -e
        root=$1 flatpak_info=$2
        shift 2
        mkdir -p "$root"
        mount -t tmpfs tmpfs "$root"
        for entry in /*; do
          if [ -L "$entry" ]; then cp -P "$entry" "$root$entry"
          elif [ -d "$entry" ]; then mkdir "$root$entry"; mount --rbind "$entry" "$root$entry"
          fi
        done
        printf '%s' "$flatpak_info" > "$root/.flatpak-info"
        exec /usr/sbin/chroot "$root" "$@"
    """
    user = [] if os.getuid() == 0 else ["--map-current-user", "--keep-caps"]
    return ["/usr/bin/unshare", "-m", *user, "sh", "-c", script, "sh", directory + "/root", flatpak_info]
