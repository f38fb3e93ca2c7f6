# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A house whose machines are in network namespaces of their own, each with a link to that of the broker. Needs root."""

import os
import subprocess

from house import House


class Network(House):
    """A broker that is reached by links, which can be cut, for `with`."""

    def __init__(self, *lines):
        self.start, self.links = f"np{os.getpid()}-", []
        self.add("broker")
        super().__init__(*lines, wrapper=self.inside("broker"), address="0.0.0.0")
        self.stack.callback(self.ip, "netns", "del", self.start + "broker")

    @staticmethod
    def ip(*words):
        subprocess.run(["ip", *map(str, words)], check=True)

    def add(self, name):
        self.ip("netns", "add", self.start + name)
        self.ip("-n", self.start + name, "link", "set", "lo", "up")

    def inside(self, name):
        """Returns the beginning of a command that runs in a namespace."""
        return "ip", "netns", "exec", self.start + name

    def link(self, name):
        """Makes a machine with a link to the broker."""
        self.links.append(name)
        self.add(name)
        self.stack.callback(self.ip, "netns", "del", self.start + name)
        broker, machine, number = self.start + "broker", self.start + name, len(self.links)
        self.ip("-n", broker, "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", machine)
        for space, device, last in (broker, name, 1), (machine, "eth0", 2):
            self.ip("-n", space, "address", "add", f"10.0.{number}.{last}/24", "dev", device)
            self.ip("-n", space, "link", "set", device, "up")
        return self.machine(name, "--insecure", "--broker", f"10.0.{number}.1:{self.broker.port}",
                            wrapper=self.inside(name))

    def cut(self, name):
        """Cuts the link of a machine, as when a cable is pulled: nobody is told."""
        self.ip("-n", self.start + "broker", "link", "set", name, "down")

    def mend(self, name):
        self.ip("-n", self.start + "broker", "link", "set", name, "up")
