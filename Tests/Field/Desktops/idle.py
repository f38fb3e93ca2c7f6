# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that `nowplaying daemon --inhibit` keeps swayidle or hypridle from becoming idle, on sway without a screen."""

from awake import (ENVIRONMENT, RUN, check, has_lock, locks, name, said, start, start_daemon, start_logind,
                   start_player, until)

ENVIRONMENT.update(WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
# The time after which the programs become idle, and for which nothing may happen when they must not.
TIMEOUT, LONG = 3, 8


class Idler:
    """A program that makes a file when it becomes idle."""

    def __init__(self, program):
        self.mark = RUN / "user/is-idle"
        self.mark.unlink(missing_ok=True)
        if program == "swayidle":
            words = ["swayidle", "-w", "-d", "timeout", str(TIMEOUT), f"touch {self.mark}"]
        else:
            config = RUN / "user/hypridle.conf"
            config.write_text(f"listener {{\n  timeout = {TIMEOUT}\n  on-timeout = touch {self.mark}\n}}\n",
                              encoding="utf-8")
            words = ["hypridle", "-v", "-c", str(config)]
        self.process = start(program, *words)

    def is_idle(self):
        return self.mark.exists()

    def end(self):
        self.process.kill()
        self.process.wait()


start_logind()
start("sway", "sway", "-c", "/dev/null")
assert until(lambda: list((RUN / "user").glob("wayland-?"))), said("sway")
ENVIRONMENT["WAYLAND_DISPLAY"] = next((RUN / "user").glob("wayland-?")).name
player = start_player()
idler = Idler(name)
check("it becomes idle while nothing plays", until(idler.is_idle), said(name))
idler.end()
# swayidle 1.9 cannot read the locks of logind: see FAULTS.md.
obeys = "Failed to parse get BlockInhibited" not in said(name)


def check_awake(what, right):
    if obeys:
        check(what, right, said(name))


daemon = start_daemon()
idler = Idler(name)
player.change(PlaybackStatus=("s", "Playing"))
check("logind lists the lock with its reason", until(has_lock), locks())
check_awake("it stays awake while it plays", not until(idler.is_idle, LONG))
player.change(PlaybackStatus=("s", "Paused"))
check("after a pause it becomes idle", until(idler.is_idle), said(name))
idler.end()

player.change(PlaybackStatus=("s", "Playing"))
until(has_lock)
idler = Idler(name)
check_awake("it stays awake when it starts while it plays", not until(idler.is_idle, LONG))
daemon.kill()
check("a daemon that crashes lets it become idle", until(idler.is_idle), locks())
