# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the messages of players that GNOME Shell's extension has extended, and clicks on them with a pointer."""

import os
import sys

import dbus

from field.screen.publishers import until
from shell import MESSAGES, REMOTE, Shell
from field.screen.surface import run

UUID = "nowplaying@libnowplaying"
VIEW = "Main.panel.statusArea.dateMenu._messageList._messageView"  # the list of messages
LEFT = 0x110  # the number of the button in the kernel
MANAGER = "org.gnome.DisplayManager.Manager"
MOCK = "org.freedesktop.DBus.Mock"
# JavaScript that finds all visible actors below one, and that tests whether an actor has a class.
FIND = """
  const all = a => a.visible ? [a, ...a.get_children().flatMap(all)] : [];
  const of = (a, c) => a.has_style_class_name?.(c);
  const top = a => a.get_transformed_position()[1];
  const cards = all(Main.layoutManager.uiGroup).filter(a => of(a, 'nowplaying-message') && a.mapped)
    .sort((a, b) => top(a) - top(b));
  const texts = a => all(a).filter(l => l.mapped && l.clutter_text).map(l => l.text);
  const card = cards.find(c => texts(c).includes(%s));
  const menu = Main.uiGroup.get_children().find(a => of(a, 'nowplaying-menu') && a.mapped);
  const parts = () => [...all(card), ...menu ? all(menu) : []].filter(a => a.mapped);
  const named = n => parts().find(b => b.accessible_name === n);
  const below = () => global.stage.get_actor_at_pos(
    imports.gi.Clutter.PickMode.REACTIVE, ...global.get_pointer().slice(0, 2));
  const place = a => { const r = a.get_transformed_extents(), w = r.get_width();
                       return w > 0 ? [r.get_x(), r.get_y(), w, r.get_height()] : null; };
"""
# The texts that are cut, and those that are not.
CUT, WHOLE = (f"""all(card).filter(l => l.mapped && l.clutter_text && l.has_allocation())
    .filter(l => {no}l.clutter_text.get_layout().is_ellipsized()).map(l => l.text)""" for no in ("", "!"))
# Parts that can be pressed that are too small, have no name, overlap another, or are not within their message.
PARTS = """(() => { const parts = all(card).filter(a => a.mapped && a.reactive && a.can_focus);
    const box = place(card), name = a => a.accessible_name || a.style_class;
    const apart = ([x, y, w, h], [u, v, t, s]) => x + w <= u + 1 || u + t <= x + 1 || y + h <= v + 1 || v + s <= y + 1;
    const within = ([x, y, w, h], [u, v, t, s]) => x >= u && y >= v && x + w <= u + t + 1 && y + h <= v + s + 1;
    return [parts.filter(a => place(a)[2] < 24 || place(a)[3] < 24).map(name), parts.filter(a => !a.accessible_name)
        .map(name), parts.flatMap((a, i) => parts.slice(i + 1).filter(b => !apart(place(a), place(b)))
        .map(b => `${name(a)} and ${name(b)}`)), parts.filter(a => !within(place(a), box)).map(name)]; })()"""


def mock_gdm(surface):
    """Makes the shell believe that a user may log in again after locking. The system bus is there by then."""
    path = "/org/gnome/DisplayManager/Manager"
    surface.spawn("gdm", sys.executable, "-m", "dbusmock", "--system", "org.gnome.DisplayManager", path, MANAGER)

    def version():
        return surface.call("org.gnome.DisplayManager", path, MOCK, "AddProperty", MANAGER, "Version", "48.0",
                            bus=surface.system) is None and surface.call(
            "org.gnome.DisplayManager", path, "org.freedesktop.DBus.Properties", "Get", MANAGER, "Version",
            bus=surface.system)
    assert until(version), surface.log("gdm")


class Cards:
    """The shell with the extension in it, and a pointer."""

    def __init__(self, surface, size="1280x2000", before=None):
        self.surface = surface
        run("gnome-extensions", "install", "--force", os.path.join(os.environ["PACKED"], f"{UUID}.shell-extension.zip"))
        self.shell = Shell(surface, size, before)
        self.shell.clear()
        self.switch(True)
        call = surface.call
        self.pointer = call(REMOTE, "/org/gnome/Mutter/RemoteDesktop", REMOTE, "CreateSession")
        call(REMOTE, self.pointer, REMOTE + ".Session", "Start")
        # The pointer may begin in the corner that opens the overview.
        self.move(200, 300)
        self.shell.ask("Main.overview.hide()")

    def switch(self, on):
        """Enables or disables the extension."""
        self.shell.ask(f"Main.extensionManager.{'en' if on else 'dis'}ableExtension('{UUID}')")
        states = {1} if on else {2, 6}
        assert until(lambda: self.shell.ask(f"Main.extensionManager.lookup('{UUID}').state") in states), self.error()

    def lock(self):
        """Locks the screen, which a mocked GDM allows; returns whether it is locked then."""
        self.shell.ask("Main.screenShield.lock(false)")
        return until(lambda: self.shell.ask("Main.sessionMode.isLocked"))

    def error(self):
        return self.shell.ask(f"Main.extensionManager.lookup('{UUID}').error")

    def look(self, title, what):
        """Returns the value of an expression about the card that shows this text. The expression may use `card`,
        `named`, `texts`, `all`, `of` and `place`."""
        return self.shell.ask(f"(() => {{ {FIND % repr(title)}; return card && ({what}); }})()")

    def texts(self, title):
        return self.look(title, "texts(card)") or []

    def names(self, title):
        """Returns the names of buttons and sliders."""
        return self.look(title, "parts().filter(a => a.accessible_name).map(a => a.accessible_name)") or []

    def titles(self):
        """Returns the first lines of all cards, from the top."""
        return self.shell.ask(f"""(() => {{ {FIND % '""'}; return cards.map(c => all(c)
            .find(l => of(l, 'message-title'))?.text ?? null); }})()""") or []

    def cut_off(self, box):
        """Returns the names of buttons and sliders that reach beyond the sides of a box, which an expression gives."""
        return self.shell.ask(f"""(() => {{ {FIND % '""'}
            const [left, , wide] = place({box});
            return cards.flatMap(all).filter(a => a.mapped && a.accessible_name).filter(a => {{
                const [x, , w] = place(a); return x < left || x + w > left + wide + 1; }}).map(a => a.accessible_name);
            }})()""")

    def open(self, *titles):
        """Opens messages that are closed."""
        for title in titles:
            if until(lambda: "More" in (self.names(title) or ["Less"]), 2):
                self.click(title, "More")
            assert until(lambda: "Less" in self.names(title)), self.names(title)
            # The message moves until it is open.
            until(lambda: self.look(title, "card._actionBin.scale_y === 1"))

    def choose(self, title, name, at="More actions"):
        """Clicks on a row of a menu of a message."""
        self.click(title, at)
        self.click(title, name)

    def close_menu(self):
        """Closes a menu that stays when something is pressed in it."""
        self.key(1)  # Escape
        menus = "Main.uiGroup.get_children().filter(a => a.has_style_class_name?.('nowplaying-menu')).length"
        assert until(lambda: self.shell.ask(menus) == 0)

    def foreign(self):
        """Returns the titles of the visible messages that GNOME itself shows for players."""
        return self.shell.ask("""(() => {
            const messages = %s.filter(m => m._player._busName && m.get_parent().visible);
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

    def complaints(self):
        """Returns the lines of the shell's log of this extension and its parts, and of all scripts that failed."""
        words = UUID, "nowplaying-", "Gjs-CRITICAL"
        return [line for line in self.surface.log("shell").splitlines() if any(word in line for word in words)]

    def click(self, title, name, at=0.5, release=True):
        """Clicks on the part of a message, or of its menu, that has this name, at a share of its width."""
        self.hover(title, name, at)
        self.button(True)
        if release:
            self.button(False)

    def hover(self, title, name, at=0.5):
        """Moves the pointer there."""
        def aimed():
            # The part may be moving, and a click goes to the place where the last frame has seen the pointer.
            found = self.look(title, f"named({name!r}) && place(named({name!r}))")
            if not found:
                return False
            x, y, width, height = found
            self.move(x + width * at, y + height / 2)
            return until(lambda: self.look(title, f"named({name!r})?.contains(below())"), 2) and found == self.look(
                title, f"place(named({name!r}))")

        if not until(aimed):
            self.surface.keep("failed", self.shell.shot())
            raise AssertionError(f"{title} has no {name}, but {self.names(title)}")

    def button(self, down):
        self.surface.call(REMOTE, self.pointer, REMOTE + ".Session", "NotifyPointerButton", dbus.Int32(LEFT), down)

    def scroll(self, steps):
        """Turns the wheel, towards the user by a positive number."""
        self.surface.call(REMOTE, self.pointer, REMOTE + ".Session", "NotifyPointerAxisDiscrete", dbus.UInt32(0),
                          dbus.Int32(steps))

    def key(self, *codes):
        """Presses keys together, by their numbers in the kernel."""
        for down, order in ((True, codes), (False, codes[::-1])):
            for code in order:
                self.surface.call(REMOTE, self.pointer, REMOTE + ".Session", "NotifyKeyboardKeycode", dbus.UInt32(code),
                                  down)

    def focused(self):
        """Returns the name of the actor with the keyboard focus, and whether the whole actor is in the visible part of
        the list."""
        return self.shell.ask("""(() => {
            const actor = global.stage.get_key_focus();
            if (!actor) return null;
            const list = Main.panel.statusArea.dateMenu._messageList._scrollView.get_transformed_extents();
            return [actor.accessible_name, list.contains_rect(actor.get_transformed_extents())]; })()""")

    def move(self, x, y):
        here, there, *_ = self.shell.ask("global.get_pointer()")
        self.surface.call(REMOTE, self.pointer, REMOTE + ".Session", "NotifyPointerMotionRelative", float(x - here),
                          float(y - there))
