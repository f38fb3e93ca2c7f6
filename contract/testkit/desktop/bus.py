# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The private bus."""
import subprocess
from urllib.parse import quote
from xml.sax.saxutils import escape

# The configuration of the ordinary session bus, with its limits (with the daemon's own limits a flood would be stopped
# early), except that only services in the folders that a test names are started, and that any user may connect, because
# some players refuse to be run by root.
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>{address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    <allow user="*"/>
{own_rules}
  </policy>
{folders}
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">{outgoing}</limit>
  <limit name="max_incoming_unix_fds">250000000</limit>
  <limit name="max_outgoing_unix_fds">250000000</limit>
  <limit name="max_message_size">1000000000</limit>
  <limit name="max_replies_per_connection">50000</limit>
  <limit name="max_match_rules_per_connection">50000</limit>
  <limit name="max_connections_per_user">100000</limit>
</busconfig>
"""


class Daemon:
    """A dbus-daemon that listens at a socket, from now on."""

    def __init__(self, socket, own_rules=(), environment=None, service_folders=(), outgoing=1_000_000_000):
        """own_rules: who may own which names: ("allow" or "deny", a prefix or "" for all); the last that fits wins.
        outgoing: bytes that may wait for one client."""
        self.address = "unix:path=" + quote(str(socket))
        rules = [f'<{verdict} own_prefix="{prefix}"/>' if prefix else f'<{verdict} own="*"/>'
                 for verdict, prefix in own_rules]
        config = f"{socket}.conf"
        with open(config, "w", encoding="utf-8") as file:
            folders = "\n".join(f"<servicedir>{escape(str(folder))}</servicedir>" for folder in service_folders)
            file.write(CONFIG.format(address=self.address, own_rules="\n".join(rules), folders=folders,
                                     outgoing=outgoing))
        # Appends to the log: services that the daemon starts write there too, and may outlive it.
        with open(f"{socket}.log", "a+", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile", "--nosyslog", "--print-address"],
                stdout=subprocess.PIPE, stderr=log, env=environment)
            # The daemon prints its address as soon as it listens.
            assert self.process.stdout.readline(), f"dbus-daemon does not start: {log.seek(0) or log.read()}"

    def send_signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
