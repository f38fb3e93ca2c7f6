# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that GNOME and Plasma, without screens, list what `nowplaying daemon --inhibit` asks of their portals, with the
reason, and forget it after a pause."""

import os
import pathlib
import pwd

from awake import (ENVIRONMENT, RUN, SYSTEM, ask, bus_at, check, name, players, said, start, start_daemon, start_logind,
                   start_player, until)
from testkit.fakes import Fake, variants

LIBEXEC = "/usr/libexec/"
QT_LIBEXEC = str(next(iter(pathlib.Path("/usr/lib").glob("*-linux-gnu/libexec"))))
GNOME = ("org.gnome.SessionManager", "/org/gnome/SessionManager", "org.gnome.SessionManager")
KDE = ("org.kde.Solid.PowerManagement.PolicyAgent", "/org/kde/Solid/PowerManagement/PolicyAgent",
       "org.kde.Solid.PowerManagement.PolicyAgent")


def call(*words):
    return ask("--user", "call", *words)


def gnome_lists():
    """Returns the reason and the flags of each inhibitor of GNOME's session."""
    paths = call(*GNOME, "GetInhibitors").split('"')[1::2]
    return [tuple(call(GNOME[0], path, "org.gnome.SessionManager.Inhibitor", member).strip()
                  for member in ("GetReason", "GetFlags")) for path in paths]


def plasma_lists():
    return call(*KDE, "ListInhibitions")


def start_display(name, *words):
    start(name, *words)
    assert until(lambda: [path for path in (RUN / "user").glob("wayland-?")]), said(name)
    ENVIRONMENT["WAYLAND_DISPLAY"] = next((RUN / "user").glob("wayland-?")).name


def start_portal(backend, program):
    start("permissions", LIBEXEC + "xdg-permission-store")
    start(backend, program)
    backend_name = "org.freedesktop.impl.portal.desktop." + backend
    assert until(lambda: backend_name in ask("--user", "--acquired")), said(backend)
    start("portal", LIBEXEC + "xdg-desktop-portal")
    assert until(lambda: "org.freedesktop.portal.Desktop" in ask("--user", "--acquired")), said("portal")


class Login(Fake):
    """A logind with a session: the real one makes a session only where systemd runs the machine, and GNOME needs it."""

    PATH = "/org/freedesktop/login1"

    def __init__(self):
        super().__init__(bus_at(SYSTEM))
        self.held = []
        owner = (pwd.getpwnam("nobody").pw_uid, self.PATH + "/user/self")
        session = variants(Id=("s", "1"), Name=("s", "nobody"), User=("(uo)", owner), Class=("s", "user"),
                           Type=("s", "wayland"), State=("s", "active"), Active=("b", True), Remote=("b", False))
        self.faces["org.freedesktop.login1.Session"] = session
        self.faces["org.freedesktop.login1.User"] = variants(Display=("(so)", ("1", self.PATH + "/session/_31")))
        self.answers["org.freedesktop.login1.Manager", "Inhibit"] = self.inhibit
        self.answers["org.freedesktop.login1.Manager", "GetSession"] = lambda call: (
            "o", [self.PATH + "/session/_31"])
        self.own("org.freedesktop.login1")

    def inhibit(self, call):
        mine, its = os.pipe()
        self.held.append(mine)
        return "h", [0], [its]


def start_gnome():
    ENVIRONMENT.update(XDG_CURRENT_DESKTOP="GNOME", XDG_DATA_DIRS=f"{RUN}/data:/usr/share")
    sessions = RUN / "data/gnome-session/sessions"
    sessions.mkdir(parents=True)
    (sessions / "gnome.session").write_text("[GNOME Session]\nName=GNOME\nRequiredComponents=\n", encoding="utf-8")
    players.append(Login())
    start("gnome-session", LIBEXEC + "gnome-session-service", "--session=gnome")
    assert until(lambda: GNOME[0] in ask("--user", "--acquired")), said("gnome-session")
    start_display("gnome-shell", "gnome-shell", "--headless", "--virtual-monitor", "800x600")
    # The portal asks GNOME only where this service is there.
    start("screensaver", "gjs", "-m", "/usr/share/gnome-shell/org.gnome.ScreenSaver")
    assert until(lambda: "org.gnome.ScreenSaver" in ask("--user", "--acquired")), said("screensaver")
    start_portal("gtk", LIBEXEC + "xdg-desktop-portal-gtk")


def start_plasma():
    ENVIRONMENT.update(XDG_CURRENT_DESKTOP="KDE", QT_QPA_PLATFORM="wayland")
    start_logind()
    start("upower", LIBEXEC + "upowerd", nobody=False)
    start_display("kwin", "kwin_wayland", "--virtual", "--no-lockscreen")
    start("powerdevil", QT_LIBEXEC + "/org_kde_powerdevil")
    assert until(lambda: KDE[0] in ask("--user", "--acquired")), said("powerdevil")
    start_portal("kde", QT_LIBEXEC + "/xdg-desktop-portal-kde")


if name == "gnome":
    start_gnome()
    lists = gnome_lists
else:
    start_plasma()
    lists = plasma_lists
player = start_player()
daemon = start_daemon()
check("it lists nothing while nothing plays", "music plays" not in str(lists()), lists())
player.change(PlaybackStatus=("s", "Playing"))
check("it lists the player that plays as the reason", until(lambda: "music plays" in str(lists())),
      f"{lists()} {said('daemon')} {said('portal')}")
print(f"        {lists()}")
player.change(PlaybackStatus=("s", "Paused"))
check("after a pause it lists nothing", until(lambda: "music plays" not in str(lists())), lists())
player.change(PlaybackStatus=("s", "Playing"))
until(lambda: "music plays" in str(lists()))
daemon.kill()
check("a daemon that crashes is not listed", until(lambda: "music plays" not in str(lists())), lists())
