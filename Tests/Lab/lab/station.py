# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A radio station on loopback: icecast2, fed by ffmpeg with noise. Needs these Debian packages."""
import base64
import os
import random
import shutil
import tempfile
import urllib.parse
import urllib.request

CONFIGURATION = """<icecast>
  <limits><clients>10</clients><sources>2</sources><burst-size>16384</burst-size></limits>
  <authentication><source-password>secret</source-password><admin-user>admin</admin-user>
    <admin-password>secret</admin-password></authentication>
  <hostname>{host}</hostname>
  <listen-socket><port>{port}</port><bind-address>{host}</bind-address></listen-socket>
  <fileserve>1</fileserve>
  <paths><basedir>{directory}</basedir><logdir>{directory}</logdir><webroot>{directory}/web</webroot>
    <adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
  <security><chroot>0</chroot>{owner}</security>
</icecast>
"""
# Icecast refuses to run as root; started as root it becomes somebody else.
OWNER = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>"
PORT = 8000


class Again:
    """A program that is not ours, and is started again if it ends too early."""

    def __init__(self, start):
        self._start, self._program, self.said = start, None, []

    def keep(self):
        """Starts it if it does not run."""
        if self._program is not None and self._program.process.poll() is None:
            return
        if self._program is not None:
            self.said += [*self._program.take(), f"ended with {self._program.process.returncode}"]
        self._program = self._start()


class Station:
    """A station that is on the air while it is entered, with a name and a logo, a PNG file."""

    def __init__(self, desktop, name, logo):
        self.desktop, self.name, self.logo_file = desktop, name, logo
        # A random loopback address: a port that was free a moment ago may be taken when the server binds it.
        self.host = "127.{}.{}.{}".format(*(random.randint(1, 254) for _ in range(3)))
        base = f"http://{self.host}:{PORT}"
        self.stream, self.logo = f"{base}/radio.mp3", f"{base}/logo.png"

    def __enter__(self):
        # A folder apart from the bus, because the server changes its owner.
        self.served = tempfile.mkdtemp(prefix="nowplaying-radio-")
        os.mkdir(os.path.join(self.served, "web"))
        shutil.copy(self.logo_file, os.path.join(self.served, "web/logo.png"))
        path = os.path.join(self.served, "icecast.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(
                host=self.host, port=PORT, directory=self.served, owner=OWNER if os.getuid() == 0 else ""))
        os.chmod(self.served, 0o755)
        if os.getuid() == 0:
            shutil.chown(self.served, "nobody", "nogroup")
        # Icecast 2.4.4 dies of SIGSEGV in about one start of a hundred, while it starts.
        self.server, self.source = Again(lambda: self.desktop.start("icecast2", "-c", path)), Again(self.feed)
        self.wait_until("the station's server answers", self.answers)
        self.wait_until("the station is on the air", self.is_on_the_air)
        return self

    def feed(self):
        """Starts the station's audio: wide-band noise, which keeps the encoder busy."""
        return self.desktop.start(
            "ffmpeg", "-loglevel", "error", "-re", "-f", "lavfi", "-i", "anoisesrc=amplitude=0.1",
            "-c:a", "libmp3lame", "-b:a", "128k", "-content_type", "audio/mpeg", "-ice_name", self.name,
            "-rw_timeout", "5000000", "-f", "mp3", f"icecast://source:secret@{self.host}:{PORT}/radio.mp3")

    def answers(self):
        self.server.keep()
        return self.ask("/logo.png")

    def is_on_the_air(self):
        if not self.answers():
            return False
        self.source.keep()
        return b"/radio.mp3" in (self.ask("/admin/listmounts") or b"")

    def wait_until(self, what, condition):
        try:
            self.desktop.wait_until(what, condition)
        except AssertionError as error:
            with open(os.path.join(self.served, "error.log"), encoding="utf-8") as log:
                lines = [line.rstrip() for line in log][-20:]
            raise AssertionError("\n".join([str(error), *lines, *self.server.said, *self.source.said])) from None

    def __exit__(self, *_):
        shutil.rmtree(self.served, ignore_errors=True)

    def ask(self, path):
        """Returns the server's answer; None when there is none."""
        request = urllib.request.Request(f"http://{self.host}:{PORT}{path}")
        request.add_header("Authorization", "Basic " + base64.b64encode(b"admin:secret").decode())
        try:
            with urllib.request.urlopen(request, timeout=5) as reply:
                return reply.read()
        except OSError:
            return None

    def say(self, title):
        """Sets the title that the station sends."""
        self.ask("/admin/metadata?mount=/radio.mp3&mode=updinfo&charset=UTF-8&song=" + urllib.parse.quote(title))
