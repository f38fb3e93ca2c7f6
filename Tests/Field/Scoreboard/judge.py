#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: judge.py --packages|--names [PLAYER…]     prints what is needed for these players, or for all; their names
       judge.py --songs                         makes the songs that they play, in /use/work
       judge.py PLAYER ROUND                    plays one, and writes down what doctor --strict says of it"""

import json
import subprocess
import sys
from pathlib import Path

from players import PLAYERS
from reproductions import TO, reproduction

WORK, ROOT = Path("/use/work"), "org.mpris.MediaPlayer2"
# How often a shell line is tried: it waits for one second, in which a player on a busy machine may do nothing. A player
# is started up to as many times, because some do not always play the files that they are given.
TRIES = 3
# Packages that the stage, the songs and the builds of plugins need.
COMMON = [
    "adwaita-icon-theme", "audacious-dev", "ca-certificates", "cmake", "dbus-bin", "dbus-daemon", "ffmpeg",
    "fonts-dejavu-core", "g++", "gir1.2-glib-2.0", "gstreamer1.0-libav", "gstreamer1.0-plugins-base",
    "gstreamer1.0-plugins-good", "libavformat-dev", "libdbus-1-dev", "libgdk-pixbuf-2.0-dev", "libgl1-mesa-dri",
    "libjson-c-dev", "libmpdclient-dev", "libmpv-dev", "librsvg2-common", "libswscale-dev", "libsystemd0",
    "libvlccore-dev", "ninja-build", "pkg-config", "playerctl", "procps", "pulseaudio", "python3", "python3-gi",
    "shared-mime-info", "systemd", "util-linux", "xdotool", "xvfb"]


def chosen(names):
    if unknown := set(names) - {each.name for each in PLAYERS}:
        sys.exit(f"{__doc__}\nThere is no {', '.join(sorted(unknown))}: "
                 f"the players are {', '.join(each.name for each in PLAYERS)}.")
    return [each for each in PLAYERS if not names or each.name in names]


def version(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def begin(player, folder, tries=TRIES):
    """Returns a stage on which the player plays, and the player's name on the bus."""
    from stage import Stage
    stage = Stage(WORK, folder)
    try:
        player.begin(stage)
        name = stage.wait_name()
        player.play(stage, name)
    except AssertionError:
        stage.end()
        if tries == 1:
            raise
        return begin(player, f"{folder}.again{tries}", tries - 1)
    return stage, name


def show(player, stage, name, report):
    """Returns for each broken rule the output of the shell line that shows it. A player that no longer plays is started
    anew."""
    shown, home = {}, stage.home.name
    for rule in report["rules"]:
        line, shows = reproduction(rule["id"], rule["found"]) if rule["result"] == "broken" else (None, None)
        for number in range(TRIES if line else 0):
            if not stage.begin_anew(name):
                stage.end()
                stage, name = begin(player, f"{home}.{rule['id']}.{number}")
            whole = f"{TO}; {line}".replace("NAME", name.removeprefix(ROOT + "."))
            shown[rule["id"]] = stage.shell(whole)
            if shows(shown[rule["id"]]):
                break
    return shown


def judge(player, number):
    """Returns the version and the line of JSON, or why it could not be driven."""
    found = {"version": version(player.packages[0])}
    try:
        stage, name = begin(player, f"{player.name}.{number}")
        found["on the bus"] = name
        stage.settle(name)
        found["report"] = json.loads(stage.doctor(name))
        found["shown"] = show(player, stage, name, found["report"])
    # The row names the error, and the other players are tried.
    except Exception as error:  # noqa: BLE001
        found["problem"] = f"{type(error).__name__}: {error}"
    return found


def main(words):
    if words[:1] == ["--packages"]:
        print("\n".join(sorted({package for each in chosen(words[1:]) for package in each.packages} | set(COMMON))))
    elif words[:1] == ["--names"]:
        print("\n".join(each.name for each in chosen(words[1:])))
    elif words == ["--songs"]:
        from stage import make_songs
        make_songs(WORK / "songs")
    elif len(words) == 2:
        (player,) = chosen(words[:1])
        found = judge(player, words[1])
        (WORK / f"{player.name}.{words[1]}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False))
        rules = [each["id"] for each in found.get("report", {}).get("rules", []) if each["result"] == "broken"]
        print(f"  {player.name}, round {words[1]}: {found.get('problem') or ' '.join(rules) or 'nothing is broken'}",
              flush=True)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
