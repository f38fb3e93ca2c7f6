# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the cards of GNOME Shell's extension, and clicks on them with a pointer."""

import os

import dbus

from lab.screen.publishers import until
from shell import MESSAGES, REMOTE, Shell
from lab.screen.surface import run

UUID = "nowplaying@libnowplaying"
LEFT = 0x110  # the number of the button in the kernel
# JavaScript that finds all visible actors below one, and that tests whether an actor has a class.
FIND = """
  const all = a => a.visible ? [a, ...a.get_children().flatMap(all)] : [];
  const of = (a, c) => a.has_style_class_name?.(c);
  const cards = all(Main.layoutManager.uiGroup).filter(a => of(a, 'nowplaying-card') && a.mapped);
  const texts = a => all(a).filter(l => l.mapped && l.clutter_text).map(l => l.text);
  const card = cards.find(c => texts(c).includes(%s));
  const named = n => all(card).find(b => b.mapped && b.accessible_name === n);
  const seat = imports.gi.Clutter.get_default_backend().get_default_seat();
  const below = () => global.stage.get_device_actor(seat.get_pointer(), null);
  const place = a => { const [x, y] = a.get_transformed_position(); const [w, h] = a.get_transformed_size();
                       return w > 0 && x === x ? [x, y, w, h] : null; };
"""


class Cards:
    """The shell with the extension in it, and a pointer."""

    def __init__(self, surface, size="1280x2000", before=None):
        self.surface = surface
        version = run("gnome-shell", "--version").split()[-1].partition(".")[0]
        run("gnome-extensions", "install", "--force", os.path.join(os.environ["PACKED"], f"{UUID}.{version}.zip"))
        self.height = int(size.split("x")[1])
        self.shell = Shell(surface, size, before)
        self.shell.clear()
        self.switch(True)
        call = surface.call
        self.pointer = call(REMOTE, "/org/gnome/Mutter/RemoteDesktop", REMOTE, "CreateSession")
        call(REMOTE, self.pointer, REMOTE + ".Session", "Start")

    def switch(self, on):
        """Enables or disables the extension."""
        self.shell.ask(f"Main.extensionManager.{'en' if on else 'dis'}ableExtension('{UUID}')")
        states = {1} if on else {2, 6}
        assert until(lambda: self.shell.ask(f"Main.extensionManager.lookup('{UUID}').state") in states), self.error()

    def error(self):
        return self.shell.ask(f"Main.extensionManager.lookup('{UUID}').error")

    def look(self, title, what):
        """The value of an expression of a card that shows this text: `card`, `named`, `texts`, `all`, `of`, `place`."""
        return self.shell.ask(f"(() => {{ {FIND % repr(title)}; return card && ({what}); }})()")

    def texts(self, title):
        return self.look(title, "texts(card)") or []

    def names(self, title):
        """Returns the names of buttons and sliders."""
        return self.look(title, "all(card).filter(a => a.mapped && a.accessible_name).map(a => a.accessible_name)")

    def titles(self):
        """Returns the first lines of all cards, from the top."""
        return self.shell.ask(f"""(() => {{ {FIND % '""'}; return cards.map(c => all(c)
            .find(l => of(l, 'nowplaying-first'))?.text ?? null); }})()""") or []

    def cut_off(self, box):
        """The names of buttons and sliders that are not whole within a box, an expression."""
        return self.shell.ask(f"""(() => {{ {FIND % '""'}
            const [left, , wide] = place({box});
            return cards.flatMap(all).filter(a => a.mapped && a.accessible_name).filter(a => {{
                const [x, , w] = place(a); return x < left || x + w > left + wide + 1; }}).map(a => a.accessible_name);
            }})()""")

    def foreign(self):
        """The titles of GNOME's own messages of players that can be seen."""
        return self.shell.ask("""(() => {
            const messages = %s.filter(m => m._player && m.get_parent().visible);
            return messages.map(m => m.titleLabel?.text ?? m.title); })()""" % MESSAGES)

    def inside(self, what):
        """Returns the value of an expression about the extension's panel: the text after `panel.`."""
        return self.shell.ask(f"(() => {{ const panel = Main.extensionManager.lookup('{UUID}').stateObj._panel;"
                              f" return panel?.{what}; }})()")

    def counted(self):
        """Returns how many actors, open files of the shell and connections of the bus there are."""
        actors = self.shell.ask("(() => { const count = a => a.get_children().reduce((n, c) => n + count(c), 1);"
                                " return count(global.stage); })()")
        connections = [name for name in self.surface.session.list_names() if name.startswith(":")]
        return actors, len(os.listdir(f"/proc/{self.shell.process.pid}/fd")), len(connections)

    def complaints(self, any_script=True):
        """Returns the lines of the shell's log of this extension, and of all scripts that failed."""
        return [line for line in self.surface.log("shell").splitlines()
                if UUID in line or any_script and "JS ERROR" in line]

    def click(self, title, name, at=0.5, release=True):
        """Clicks on the part of a card that has this name, at a share of its width."""
        def aimed():
            # The part may be moving, and a click goes to the place where the last frame has seen the pointer.
            found = self.look(title, f"named({name!r}) && place(named({name!r}))")
            if not found:
                return False
            x, y, width, height = found
            self.move(x + width * at, y + height / 2)
            return until(lambda: self.look(title, f"named({name!r})?.contains(below())"), 0.5) and found == self.look(
                title, f"place(named({name!r}))")

        if not until(aimed):
            self.surface.keep("failed", self.shell.shot())
            raise AssertionError(f"{title} has no {name}, but {self.names(title)}")
        self.button(True)
        if release:
            self.button(False)

    def button(self, down):
        self.surface.call(REMOTE, self.pointer, REMOTE + ".Session", "NotifyPointerButton", dbus.Int32(LEFT), down)

    def move(self, x, y):
        # Moves to the lower left corner, and from there to the place: the upper left corner opens the overview.
        for way in ((-10000.0, 10000.0), (float(x), float(y) - self.height + 1)):
            self.surface.call(REMOTE, self.pointer, REMOTE + ".Session", "NotifyPointerMotionRelative", *way)
