# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A screen of its own for the lock screen, with real clicks and pixels: Xvfb, xdotool and ImageMagick."""
import os
import select
import subprocess
import time
from collections import namedtuple
from pathlib import Path

from testkit.desktop import Daemon, Desktop, wait_until

WIDTH, HEIGHT = 390, 844
# The empty edge of the page, and the button of the wheel that scrolls to the right.
EDGE, RIGHT = 20, "7"
Place = namedtuple("Place", "name left top width height is_on text")


class Screen(Desktop):
    """A private bus, a screen, and the lock screen on it."""

    def __enter__(self):
        super().__enter__()
        reads, writes = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[writes], stderr=subprocess.DEVNULL)
        os.close(writes)
        assert select.select([reads], [], [], 20)[0], "Xvfb does not start"
        with os.fdopen(reads, encoding="ascii") as number:
            self.environment["DISPLAY"] = ":" + number.readline().strip()
        # Settings of the user do not apply here. Without a graphics card GTK draws by Cairo.
        self.environment.update(
            GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="none", GDK_SCALE="1", GIO_USE_VFS="local",
            HOME=self.directory, XDG_CONFIG_HOME=self.directory, XDG_CACHE_HOME=self.directory,
            XDG_DATA_HOME=self.directory, XDG_STATE_HOME=self.directory, LC_ALL="C.UTF-8",
            DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={self.directory}/none")
        return self

    def start_bus(self, socket):
        """Starts a bus that starts only services installed in the home of this screen."""
        home = {"HOME": self.directory, "XDG_DATA_HOME": self.directory, "XDG_STATE_HOME": self.directory,
                "XDG_RUNTIME_DIR": self.directory}
        # Programs that it starts leave with it.
        environment = {**os.environ, **home, "NOWPLAYING_BUS_WAIT_MS": "100"}
        return Daemon(socket, environment=environment, service_folders=[self.directory + "/dbus-1/services"])

    def __exit__(self, *error):
        super().__exit__(*error)
        self.server.kill()
        self.server.wait()

    # ------------------------------------------------------------------------------------ The lock screen --------

    def show(self, program):
        """Starts the lock screen and waits for its window."""
        self.screen = self.start(str(program), "--orders")
        self.window = self.run("xdotool", "search", "--sync", "--onlyvisible", "--name", ".").split()[0]
        return self.screen

    def places(self):
        """Returns the places of the page's parts, by their names."""
        self.screen.order("where")
        before = len(self.screen.said)
        self.screen.expect("end")
        places = {}
        for line in self.screen.said[before:-1]:
            fields = line.split(" ", 6)
            if len(fields) == 7 and fields[5] in ("on", "off"):
                place = Place(fields[0], *map(int, fields[1:5]), fields[5] == "on", fields[6])
                # Parts of the neighbouring pages are left out.
                if 0 <= place.left < WIDTH:
                    places[place.name] = place
        del self.screen.said[before:]
        return places

    def texts(self):
        return {name: place.text for name, place in self.places().items()}

    def wait_text(self, name, text):
        self.wait_until(f"{name} is {text!r}", lambda: self.texts().get(name) == text)

    def wait_place(self, name):
        """Waits until something is there, can be pressed, and has come to rest."""
        seen = []

        def rests():
            seen.append(self.places().get(name))
            time.sleep(0.05)  # sleeps: a few frames, in which what moves is seen to move
            return len(seen) > 2 and seen[-1] and seen[-1].is_on and seen[-3:] == seen[-1:] * 3

        wait_until(f"there is {name}", rests)
        return seen[-1]

    # ---------------------------------------------------------------------------------------------- Input --------

    def point(self, name, part=0.5):
        """Moves the mouse to a thing, by default to its middle."""
        place = self.wait_place(name)
        self.run("xdotool", "mousemove", str(place.left + round(place.width * part)),
                 str(place.top + place.height // 2))

    def click(self, name, part=0.5):
        self.point(name, part)
        self.run("xdotool", "click", "1")

    def scroll_to(self, name, over):
        """Turns the wheel over a row of buttons until one is wholly there."""
        def is_there():
            place = self.places().get(name)
            if place and place.left > EDGE and place.left + place.width < WIDTH - EDGE:
                return True
            self.point(over)
            self.run("xdotool", "click", RIGHT)
            return False

        wait_until(f"{name} can be seen", is_there)

    def leave_popover(self, name):
        """Closes the popover in which something is by a click beside it. Behind Escape, GTK 4.8 on X11 still holds the
        pointer for the popover at times, and the next click is lost."""
        def is_gone():
            if name not in self.texts():
                return True
            self.run("xdotool", "mousemove", str(EDGE // 2), str(EDGE // 2), "click", "1")
            return False

        wait_until(f"{name} is hidden", is_gone)

    def drag(self, name, first, *others):
        """Presses a part at a share of its width, moves to other parts, and releases."""
        place = self.wait_place(name)
        ways = [[str(place.left + round(place.width * part)), str(place.top + place.height // 2)]
                for part in (first, *others)]
        self.run("xdotool", "mousemove", *ways[0], "mousedown", "1",
                 *[word for way in ways[1:] for word in ("mousemove", *way)], "mouseup", "1")

    def swipe(self, step):
        """Drags the page by half of its width: 1 to the next, -1 to the one before."""
        middle = HEIGHT // 4
        x = [WIDTH // 2 + step * way for way in (90, 60, 0, -60, -90)]
        self.run("xdotool", "mousemove", str(x[0]), str(middle), "mousedown", "1",
                 *[word for way in x[1:] for word in ("mousemove", str(way), str(middle))], "mouseup", "1")

    # --------------------------------------------------------------------------------------------- Pixels --------

    def pixels(self, left=0, top=0, width=WIDTH, height=HEIGHT):
        done = subprocess.run(
            ["import", "-silent", "-window", "root", "-crop", f"{width}x{height}+{left}+{top}", "-depth", "8", "rgb:-"],
            env=self.environment, stdout=subprocess.PIPE, check=True)
        return done.stdout

    def picture(self, path):
        """Writes the screen as a WebP file."""
        self.run("import", "-silent", "-window", "root", "-quality", "90", str(path))


def memory(pid):
    """Returns the private and the shared memory of a process, in kilobytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return [int(status.split(word)[1].split()[0]) for word in ("RssAnon:", "VmRSS:")]
