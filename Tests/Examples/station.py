# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A radio station on loopback: icecast2, fed by ffmpeg with noise. Needs these Debian packages."""
import base64
import os
import shutil
import socket
import tempfile
import urllib.parse
import urllib.request

CONFIGURATION = """<icecast>
  <limits><clients>10</clients><sources>2</sources><burst-size>16384</burst-size></limits>
  <authentication><source-password>secret</source-password><admin-user>admin</admin-user>
    <admin-password>secret</admin-password></authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>{port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <fileserve>1</fileserve>
  <paths><basedir>{directory}</basedir><logdir>{directory}</logdir><webroot>{directory}/web</webroot>
    <adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
  <security><chroot>0</chroot>{owner}</security>
</icecast>
"""
# Icecast refuses to run as root; started as root it becomes somebody else.
OWNER = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>"


class Station:
    """A station that is on the air while it is entered, with a name and a logo, a PNG file."""

    def __init__(self, desktop, name, logo):
        self.desktop, self.name, self.logo_file = desktop, name, logo
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        base = f"http://127.0.0.1:{self.port}"
        self.stream, self.logo = f"{base}/radio.mp3", f"{base}/logo.png"

    def __enter__(self):
        # Apart from the bus, because the server takes it for itself.
        self.served = tempfile.mkdtemp(prefix="nowplaying-radio-")
        os.mkdir(os.path.join(self.served, "web"))
        shutil.copy(self.logo_file, os.path.join(self.served, "web/logo.png"))
        path = os.path.join(self.served, "icecast.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(
                port=self.port, directory=self.served, owner=OWNER if os.getuid() == 0 else ""))
        os.chmod(self.served, 0o755)
        if os.getuid() == 0:
            shutil.chown(self.served, "nobody", "nogroup")
        self.desktop.start("icecast2", "-c", path)
        self.desktop.wait_until("the station's server answers", lambda: self.ask("/logo.png"))
        # A wide band of noise, so that the encoder has something to do.
        self.desktop.start(
            "ffmpeg", "-loglevel", "error", "-re", "-f", "lavfi", "-i", "anoisesrc=amplitude=0.1",
            "-c:a", "libmp3lame", "-b:a", "128k", "-content_type", "audio/mpeg", "-ice_name", self.name, "-f", "mp3",
            f"icecast://source:secret@127.0.0.1:{self.port}/radio.mp3")
        self.desktop.wait_until("the station is on the air",
                                lambda: b"/radio.mp3" in (self.ask("/admin/listmounts") or b""))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.served, ignore_errors=True)

    def ask(self, path):
        """What the server answers; None when it does not."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}")
        request.add_header("Authorization", "Basic " + base64.b64encode(b"admin:secret").decode())
        try:
            with urllib.request.urlopen(request, timeout=5) as reply:
                return reply.read()
        except OSError:
            return None

    def say(self, title):
        """What the station says that it plays."""
        self.ask("/admin/metadata?mount=/radio.mp3&mode=updinfo&charset=UTF-8&song=" + urllib.parse.quote(title))
