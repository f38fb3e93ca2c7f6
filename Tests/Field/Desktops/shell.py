# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Starts GNOME Shell without a screen, Plasma's media applet, and phosh, for the tests of desktops and for pictures."""

import json
import os
import pathlib
import shutil

import dbus

from field.screen.surface import run, until

# GNOME 48 has a view of messages; the second expression is for GNOME 43.
MESSAGES = """(l => l._messageView ? [...l._messageView._playerToMessage.values()] : l._mediaSection._messages)(
  Main.panel.statusArea.dateMenu._messageList)"""
SEEN = f"""{MESSAGES}.map(m => ({{
  title: m.titleLabel?.text ?? m.title, body: m.bodyLabel?.text ?? m.body, name: m._player._busName,
  icon: m._playPauseButton.child.icon_name, next: m._nextButton.reactive, previous: m._prevButton.reactive }}))"""
DISPLAY = "org.gnome.Mutter.DisplayConfig"
REMOTE = "org.gnome.Mutter.RemoteDesktop"
# The numbers of the keys in the kernel: a symbol may be found on another key together with Shift.
KEYS = {"Play": 164, "Pause": 201, "Next": 163, "Prev": 165, "Stop": 166, "Forward": 208, "Rewind": 168, "Shuffle": 410}


class Shell:
    """GNOME Shell on the buses of a test; it is ready when the constructor returns."""

    def __init__(self, surface, size="1280x720", before=None):
        """before(surface) is called when the system bus is there, and the shell is not."""
        self.surface = surface
        surface.mock_logind()
        if before:
            before(surface)
        os.environ.update(XDG_CURRENT_DESKTOP="GNOME", XDG_SESSION_TYPE="wayland")
        self.process = surface.spawn("shell", "gnome-shell", "--wayland", "--headless", "--no-x11",
                                     "--virtual-monitor", size, "--unsafe-mode")
        surface.wayland()
        assert until(lambda: self.ask("Main.layoutManager._startingUp") is False, 120), surface.log("shell")
        self.ask("Main.overview.hide()")
        # On a busy machine a key would be held so long that it repeats: one Escape would close two menus.
        self.ask("new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.peripherals.keyboard'})"
                 ".set_boolean('repeat', false)")
        self.keyboard = None

    def ask(self, script):
        """Runs a script in the shell, and returns its value; None when it fails."""
        answer = self.surface.call("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", script)
        return json.loads(answer[1]) if answer and answer[0] and answer[1] else None

    def players(self):
        """Returns the list of messages, one entry for each player."""
        return self.ask(SEEN) or []

    def press(self, button):
        """Presses a button of the first player."""
        self.ask(f"{MESSAGES}[0]._{button}Button.emit('clicked', 1)")

    def open_messages(self):
        """Opens the calendar with the list of messages, and waits until it has unfolded."""
        menu = "Main.panel.statusArea.dateMenu.menu"
        self.ask(f"{menu}.open(0)")
        until(lambda: self.ask(f"{menu}.isOpen && {menu}.actor.get_transition('opacity') === null"))

    def close_messages(self):
        self.ask("Main.panel.statusArea.dateMenu.menu.close(0)")

    def clear(self):
        """Removes from pictures everything besides the player: the shell's own notifications, and the wallpaper."""
        self.ask("Main.messageTray.getSources().forEach(source => source.destroy())")
        self.ask("new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.background'})"
                 ".set_string('picture-options', 'none')")

    def scale(self, factor):
        """Shows everything larger, so that a picture is sharp on every screen."""
        call, path = self.surface.call, "/org/gnome/Mutter/DisplayConfig"
        serial, monitors, *_ = call(DISPLAY, path, DISPLAY, "GetCurrentState")
        (connector, *_), modes, _ = monitors[0]
        monitor = dbus.Array([(connector, modes[0][0], dbus.Dictionary(signature="sv"))], "(ssa{sv})")
        # The monitor is at the corner, has this scale, is not turned, and is the primary one.
        screen = dbus.Struct((dbus.Int32(0), dbus.Int32(0), factor, dbus.UInt32(0), True, monitor))
        call(DISPLAY, path, DISPLAY, "ApplyMonitorsConfig", serial, dbus.UInt32(1), dbus.Array([screen]),
             dbus.Dictionary(signature="sv"))

    def shot(self):
        path = f"{self.surface.here}/shot.png"
        self.surface.call("org.gnome.Shell", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot",
                          False, False, path)
        return path

    def start_media_keys(self):
        """Starts the part of GNOME that gives media keys to players, and a keyboard for pressing them."""
        call = self.surface.call
        self.close_messages()
        self.surface.spawn("media-keys", "/usr/libexec/gsd-media-keys", "--verbose", GDK_BACKEND="wayland",
                           G_MESSAGES_DEBUG="all")
        self.keyboard = call(REMOTE, "/org/gnome/Mutter/RemoteDesktop", REMOTE, "CreateSession")
        call(REMOTE, self.keyboard, REMOTE + ".Session", "Start")
        ready = until(lambda: "Grab call completed" in self.surface.log("media-keys"), 15)
        assert ready, self.surface.log("media-keys")

    def key(self, name):
        for down in (True, False):
            self.surface.call(REMOTE, self.keyboard, REMOTE + ".Session", "NotifyKeyboardKeycode",
                              dbus.UInt32(KEYS[name]), down)


def start_phosh(surface, size, scale=1, program="/usr/libexec/phosh"):
    """Starts phosh, which shows its lock screen, in an X server of a size: an X server has a pointer."""
    surface.mock_logind()
    surface.display(size)
    pathlib.Path("phoc.ini").write_text(f"[output:X11-1]\nmode = {size}\nscale = {scale}\n")
    surface.spawn("phoc", "phoc", "-C", "phoc.ini", "-E", f"{program} --locked", WLR_BACKENDS="x11",
                  WLR_RENDERER="pixman")
    surface.wayland()


def start_services(surface):
    """Starts the services of a session that Plasma 6's own applet needs, in place of systemd."""
    # Another program handles the keys there, and it is not started on demand.
    surface.spawn("keys", *map(str, pathlib.Path("/usr/lib").glob("*/libexec/kglobalacceld")))
    until(lambda: surface.session.name_has_owner("org.kde.kglobalaccel"))
    surface.spawn("daemon", "kded6")
    assert until(lambda: surface.call("org.kde.kded6", "/kded", "org.kde.kded6", "loadModule", "mprisservice"), 30)


def start_applet(surface, scale=1):
    """Starts Plasma's media applet in a window at the corner, 480 by 520 at the scale 1."""
    surface.display(f"{1000 * scale}x{700 * scale}")
    version = "6" if shutil.which("kded6") else "5"
    os.environ.update(QT_QUICK_BACKEND="software", QT_QPA_PLATFORM="xcb", XDG_CURRENT_DESKTOP="KDE",
                      KDE_FULL_SESSION="true", KDE_SESSION_VERSION=version, QT_SCALE_FACTOR=str(scale))
    if version == "6":
        start_services(surface)
    surface.spawn("applet", "plasmawindowed", "org.kde.plasma.mediacontroller")
    # Without a window manager the window stays so small that it shows no words.
    run("xdotool", "windowsize", surface.window("Media Player"), str(480 * scale), str(520 * scale))
