# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The applet on a screen of its own: reads it as a screen reader does, by AT-SPI, and clicks on the places it finds."""

import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent

from field.screen.publishers import until
from field.screen.surface import Surface, run

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


# The size of the applet's popup, and of a screen on which its menus have room.
WIDTH, HEIGHT, AROUND = 440, 400, (800, 700)
# The milliseconds in which the applet must answer what is asked by AT-SPI.
ANSWER = 15_000


class Screen(Surface):
    """with Screen("plasma") as screen: …     The applet in a window of this size, and the reference player.

    layout: "rtl": from right to left. player: the command of another player. around: the least size of the screen.
    language: the user's, in which the window has a title. seconds: after which the test is given up."""

    # The applet that is shown.
    shown = "org.nowplaying.applet"

    def __init__(self, name, width=WIDTH, height=HEIGHT, layout="ltr", player=(), around=AROUND, language="en",
                 title="Now Playing", seconds=400):
        super().__init__(name, seconds)
        self.language, self.title = language, title
        # The number of pixels of the screen for each unit of the coordinates that AT-SPI gives.
        self.scale = 1
        self.size, self.layout = (width, height), layout
        self.around = max(width, around[0]), max(height, around[1])
        self.command_line = player or (os.environ["TRIAL_PLAYER"],)

    def __enter__(self):
        super().__enter__()
        os.environ.pop("NO_AT_BRIDGE")
        os.environ.update(QT_QUICK_BACKEND="software", QT_QPA_PLATFORM="xcb", XDG_CURRENT_DESKTOP="KDE",
                          KDE_FULL_SESSION="true", LANGUAGE=self.language, KDE_SESSION_VERSION=os.environ["PLASMA"],
                          QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_ACCESSIBILITY="1",
                          DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={self.here}/none")
        os.environ.update(self.settings())
        self.display(f"{self.around[0]}x{self.around[1]}")
        self.player = self.spawn("player", *self.command_line)
        self.prepare()
        words = ["-reverse"] if self.layout == "rtl" else []
        self.applet = self.spawn("applet", "plasmawindowed", self.shown, *words)
        self.number = self.window(self.title)
        Atspi.init()
        # By itself it waits for 0.8 seconds, and takes an action for failed that a busy machine does later.
        Atspi.set_timeout(ANSWER, ANSWER)
        return self

    def settings(self):
        """Returns further settings of the environment."""
        return {}

    def prepare(self):
        """Does what has to be done before the applet starts."""

    # Reading the screen

    def fit(self):
        """Gives the window its size, and repeats that if the applet has changed the size while it was loaded."""
        lines = run("xdotool", "getwindowgeometry", "--shell", self.number).splitlines()
        if not {f"WIDTH={self.size[0]}", f"HEIGHT={self.size[1]}"} <= set(lines):
            run("xdotool", "windowsize", self.number, *map(str, self.size))

    def below(self, node):
        """Yields everything below a node, without parts that go meanwhile."""
        try:
            count = node.get_child_count()
        except GLib.Error:
            return
        for index in range(count):
            try:
                child = node.get_child_at_index(index)
            except GLib.Error:
                continue
            if child:
                yield child
                yield from self.below(child)

    def nodes(self):
        return self.below(Atspi.get_desktop(0))

    def names(self):
        """Returns all names, from top to bottom."""
        found = []
        for node in self.nodes():
            try:
                if node.get_state_set().contains(Atspi.StateType.SHOWING):
                    found.append(node.get_name())
            except GLib.Error:
                continue
        return found

    def sees(self, what, *words):
        """Checks that each of these is seen."""
        def seen():
            self.fit()
            names = self.names()
            return all(word in names for word in words)

        is_seen = until(seen, 30)
        self.check(what, is_seen, "" if is_seen else f"{words} of {self.names()}")

    def places(self, name, role=None):
        """Returns the places of visible parts with a name, and perhaps a role, from the top."""
        found = []
        for node in self.nodes():
            try:
                is_it = node.get_name() == name and role in (None, node.get_role_name())
                if is_it and not self.is_tip(node) and node.get_state_set().contains(Atspi.StateType.SHOWING):
                    extents = node.get_extents(Atspi.CoordType.SCREEN)
                    if extents.width > 0 and 0 <= extents.y < self.around[1]:
                        found.append((extents.x, extents.y, extents.width, extents.height))
            except GLib.Error:
                continue
        return sorted(set(found), key=lambda place: (place[1], place[0]))

    def is_tip(self, node):
        """Returns whether this is a tool tip, which has the name of its button and stands above it, or its text."""
        parent = node.get_parent()
        return "tool tip" in (node.get_role_name(), parent.get_role_name() if parent else "")

    def press(self, name, role=None, part=0.5, button=1, times=1):
        """Clicks on the first visible part, from the top, with a name and perhaps a role; part: the share of its
        width; times: how often, in quick succession."""
        seen = []

        def rests():
            # A part that has just come is moved by the layout.
            seen.append(self.places(name, role))
            return seen[-1] and seen[-2:] == seen[-1:] * 2

        assert until(rests, 60), f"there is no {name} among {self.names()}"
        places = seen[-1]
        x, y, width, height = (number * self.scale for number in places[0])
        # sleeps: the applet must see the pointer come before it takes the click, and not take two for a double click
        run("xdotool", "mousemove", str(int(x + width * part)), str(int(y + height / 2)), "sleep", ".6", "click",
            "--repeat", str(times), "--delay", "60", str(button))
        # The part's tool tip would cover others.
        self.leave()

    def leave(self):
        """Moves the pointer out of the window."""
        run("xdotool", "mousemove", str(self.around[0] - 1), str(self.around[1] - 1))

    # Driving it as a screen reader does

    def act(self, name, role=None, action=None):
        """Does an action of the first visible part with a name, and perhaps a role; action: its name, if it is not the
        part's first one. Each part can also be given the focus."""
        def part():
            for node in self.nodes():
                try:
                    if (node.get_name() == name and role in (None, node.get_role_name()) and not self.is_tip(node)
                            and node.get_state_set().contains(Atspi.StateType.SHOWING) and self.actions(node)):
                        return node, self.actions(node)
                except GLib.Error:
                    continue
            return None

        found = until(part, 30)
        assert found, f"there is no {name} that can be pressed among {self.names()}"
        node, actions = found
        assert action in (None, *actions), f"{name} has no {action}, but {actions}"
        node.get_action_iface().do_action(actions[action] if action else min(actions.values()))

    def actions(self, node):
        """Returns the names of the actions of a part that do something, each with its number."""
        face = node.get_action_iface()
        names = [face.get_action_name(index) for index in range(face.get_n_actions())] if face else []
        return {name: index for index, name in reversed([*enumerate(names)]) if name != "SetFocus"}

    # Driving it by the keyboard

    def focused(self, event):
        self.heard.append(event.source.get_name())
        # Menus are in no tree: this alone tells what an entry is.
        self.has_box = event.source.get_state_set().contains(Atspi.StateType.CHECKABLE)

    def follow_focus(self):
        """Collects in `heard` the names of the widgets that get the focus, as screen readers are told."""
        self.heard = []
        self.listener = Atspi.EventListener.new(self.focused)
        self.listener.register("object:state-changed:focused")

    def moves(self, key, without=()):
        """Presses a key, and returns the name of what has the focus then; None when it stays. without: names to
        ignore, such as that of a button for which the event comes late."""
        del self.heard[:]
        self.key(key)

        def told():
            while GLib.MainContext.default().iteration(False):
                pass
            return [name for name in self.heard if name not in without]

        return (until(told, 10) or [None])[-1]

    def choose(self, menu, name):
        """Opens a menu by its button, goes down by the keyboard until the screen reader is told of this entry, and
        chooses it."""
        passed = self.open_menu(menu, name)
        assert passed[-1:] == [name], f"there is no {name} in the menu {menu}, only {passed}"
        self.key("Return")

    def open_menu(self, menu, name=None):
        """Opens a menu, goes down to the entry `name`, and returns the names of the entries on the way; of all entries
        without `name`."""
        def windows():
            return run("xdotool", "search", "--onlyvisible", "--class", "plasmawindowed").split()

        before = windows()
        self.follow_focus()
        self.press(menu)
        assert until(lambda: len(windows()) > len(before)), f"{menu} opens no menu"
        passed = []
        while passed[-1:] != [name] and len(passed) < 40:
            # The window of the menu is seen before the menu takes keys: one may be lost.
            following = self.moves("Down", (menu, "")) or self.moves("Down", (menu, ""))
            if following in (None, *passed):
                break
            passed.append(following)
        return passed

    def stays_inside(self):
        """Returns the names of what is shown beyond the window: nothing, because no page scrolls."""
        found = []
        right, bottom = (side / self.scale for side in self.size)
        for node in self.nodes():
            try:
                if node.get_name() and node.get_state_set().contains(Atspi.StateType.SHOWING):
                    place = node.get_extents(Atspi.CoordType.SCREEN)
                    if not (0 <= place.x and place.x + place.width <= right
                            and 0 <= place.y and place.y + place.height <= bottom):
                        found.append(node.get_name())
            except GLib.Error:
                continue
        return found

    # Asking the player

    def property(self, session, interface, name):
        """Returns a property of a session of the reference player."""
        for bus_name in self.session.list_names():
            if not bus_name.startswith("org.mpris.MediaPlayer2."):
                continue
            objects = self.call(bus_name, "/org/nowplaying", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
            for path, interfaces in (objects or {}).items():
                values = interfaces.get(interface, {})
                if "/session/" in path and interfaces["org.nowplaying.Session1"]["Id"] == session:
                    return values[name]
        return None

    def playback(self, session, key):
        return (self.property(session, "org.nowplaying.Session1", "Playback") or {}).get(key)

    def command(self, session, word, **wanted):
        """Returns the command of a session with this word, and these values."""
        for each in self.property(session, "org.nowplaying.Session1", "Commands") or []:
            if each["command"] == word and all(each.get(key) == value for key, value in wanted.items()):
                return each
        return {}

    def leads(self, what, condition, action, *arguments, **options):
        """Checks that an action leads to a condition."""
        action(*arguments, **options)
        done = until(condition, 15)
        self.check(what, done, "" if done else self.log("applet")[-200:])

    def picture(self, name):
        """Keeps a picture of the screen, if the test makes any, without the pointer and its tooltip."""
        if "PICTURES" in os.environ:
            self.leave()
            run("sleep", "1")  # sleeps: the tooltip goes
            run("convert", self.shot(), "-crop", f"{self.size[0]}x{self.size[1]}+0+0", "+repage",
                "-define", "webp:lossless=true",
                os.path.join(os.environ["PICTURES"], name))
