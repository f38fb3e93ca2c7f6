# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""For each kind of fault, a shell line that shows it with playerctl, busctl and gdbus, without programs of this
project.

In a line, NAME is the end of the player's name on the bus, and $to stands for busctl's words for its Player interface.
The songs are a minute long."""

import re

TO = "to='org.mpris.MediaPlayer2.NAME /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2.Player'"
ROOT_FACE = "org.mpris.MediaPlayer2.NAME /org/mpris/MediaPlayer2 org.mpris.MediaPlayer2"
POSITION = "playerctl -p NAME position"
TITLE = "playerctl -p NAME metadata title"
STATUS = "playerctl -p NAME status"


def seconds(text):
    return [float(word) for word in re.findall(r"^-?\d+\.\d+$", text, re.M)]


def has_types(wrong):
    """Returns a function that says whether a text shows one of these keys, of the metadata or of the player, with its
    wrong type."""
    return lambda text: any(re.search(f'"{key}" {kind} |^{kind} ', text, re.M) for key, kind in wrong)


def differ(text, least=1.0):
    """Returns whether the last printed position differs from the first."""
    places = seconds(text)
    return len(places) < 2 or abs(places[-1] - places[0]) > least


def is_another_item(text):
    """Returns whether there are two titles."""
    return len({line for line in text.splitlines() if line and line not in re.findall(r"^-?\d+\.\d+$", text, re.M)}) > 1


def has(pattern):
    return lambda text: bool(re.search(pattern, text, re.M))


def lacks(pattern):
    return lambda text: not re.search(pattern, text, re.M)


def watch(act, only, seconds_=3):
    """Returns a shell line that runs the line `act` while it prints those signals of the player that `only` matches."""
    return (f"timeout {seconds_} gdbus monitor -e -d org.mpris.MediaPlayer2.NAME | grep -E {only} & "
            f"sleep 1; {act}; wait")


def call(member, *words):
    return " ".join(["busctl --user -- call $to", member, *words])


def prop(name):
    return f"busctl --user get-property $to {name}"


def change(name, words):
    return f"busctl --user -- set-property $to {name} {words}"


def read(name):
    """Returns a shell line that reads a property, and prints it as gdbus prints signals and errors."""
    return ("gdbus call -e -d org.mpris.MediaPlayer2.NAME -o /org/mpris/MediaPlayer2 \\\n"
            f"  -m org.freedesktop.DBus.Properties.Get org.mpris.MediaPlayer2.Player {name}")


PAUSE, PLAY = "playerctl -p NAME pause", "playerctl -p NAME play"
TRACK = "$(playerctl -p NAME metadata mpris:trackid | tr -d \\')"


def halves_differ(text):
    lines = text.splitlines()
    return lines[:len(lines) // 2] != lines[len(lines) // 2:]


def not_emitted(property_, act):
    return watch(act, property_), lacks(property_)


def lacks_read(text):
    """Returns whether no signal has the Metadata that is read."""
    read = re.search(r"^\(<(.*)>,\)$", text, re.M)
    return bool(read) and not any(read[1] in line for line in text.splitlines() if "PropertiesChanged" in line)


def jumps(text):
    """Returns the positions of Seeked, in seconds."""
    return [int(found) / 1e6 for found in re.findall(r"Seeked \((?:int64 )?(-?\d+)", text)]


def lacks_jump(text):
    """Returns whether no Seeked has a position of 15 s or more. The Seeked of an earlier seek may come late."""
    return not any(position >= 15 for position in jumps(text))


def is_wrong(text):
    """Returns whether the position in the last Seeked differs from the one that is read after it."""
    found = jumps(text)
    return bool(found) and abs(found[-1] - (seconds(text) or [0])[-1]) > 1.5


# Each line: the rule, the finding, the line, and whether its output shows the fault. The first that fits counts.
LINES = [
    ("connection", "", "busctl --user list --acquired | grep MediaPlayer2", has("MediaPlayer2")),
    ("queue", "", "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus ListQueuedOwners s "
     "org.mpris.MediaPlayer2.NAME", has("as [2-9]")),
    ("name", "", "playerctl -l", has(".")),
    ("track-id", "", f"{prop('Metadata')} | grep -o '.mpris:trackid. [so] [^ ]*' || echo none",
     has("^none|trackid. s |/org/mpris|/org/mpris/MediaPlayer2/TrackList/NoTrack")),
    ("new-track-id", "", f"playerctl -p NAME metadata mpris:trackid; playerctl -p NAME next; sleep 2; "
     "playerctl -p NAME metadata mpris:trackid", lambda text: not halves_differ(text)),
    ("types", "", f"{PLAY}; sleep 1; {prop('Metadata')}", None),
    ("signal-types", "", watch("playerctl -p NAME next", "MediaPlayer2"), has(".")),
    ("properties", "", "busctl --user introspect org.mpris.MediaPlayer2.NAME /org/mpris/MediaPlayer2 | grep property",
     has(".")),
    ("get", r"(?P<name>[A-Z]\w+)$", prop("PROPERTY"), has(".")),
    ("position", "", f"{PLAY}; sleep 1; for i in 1 2 3 4 5 6; do {POSITION}; sleep 0.1; done",
     lambda text: len({round(each, 1) for each in seconds(text)}) < 6),
    ("position-rest", "", f"{PAUSE}; sleep 1; {POSITION}; sleep 2; {POSITION}", lambda text: differ(text, 0.2)),
    ("position-emitted", "",
     watch("playerctl -p NAME play-pause; sleep 1; playerctl -p NAME play-pause", "Position", 4), has("'Position'")),
    ("seeked", "^Seek before", f"{PAUSE}; " + watch(call("Seek", "x", "-99000000"), "Seeked"),
     lacks(r"Seeked \((int64 )?0,\)")),
    ("seeked", "emits Seeked with", f"{PAUSE}; " + watch(call("Seek", "x", "15000000"), "Seeked") + f"; {POSITION}",
     is_wrong),
    ("seeked", "^SetPosition", f"{PAUSE}; " + watch(call("SetPosition", "ox", TRACK, "20000000"), "Seeked"),
     lacks("Seeked")),
    ("seeked", "", f"{PAUSE}; " + watch(call("Seek", "x", "15000000"), "Seeked"), lacks_jump),
    ("emitted", "^PlaybackStatus", *not_emitted("PlaybackStatus", "playerctl -p NAME play-pause")),
    ("emitted", "^Volume", *not_emitted("Volume", change("Volume", "d 0.3"))),
    ("emitted", "^LoopStatus", *not_emitted("LoopStatus", change("LoopStatus", "s Playlist"))),
    ("emitted", "^Shuffle", *not_emitted("Shuffle", change("Shuffle", "b true"))),
    ("emitted", "^Metadata", watch(f"playerctl -p NAME next; sleep 1; {read('Metadata')}", "Metadata"), lacks_read),
    ("invalidated", "", watch("playerctl -p NAME play-pause; playerctl -p NAME next", "PropertiesChanged"),
     has(r", \['")),
    ("flood", "", watch("playerctl -p NAME next", "-c PropertiesChanged"), lambda text: int(text or 0) > 20),
    ("picture-uri", "", "playerctl -p NAME metadata mpris:artUrl", lacks("^file:///")),
    ("picture-file", "", "playerctl -p NAME metadata mpris:artUrl", has("^file:")),
    ("identity", "", f"busctl --user get-property {ROOT_FACE} Identity", lacks('s "..*"')),
    ("desktop-entry", "", f"busctl --user get-property {ROOT_FACE} DesktopEntry", lacks(r's "[^"]*(?<!\.desktop)"')),
    ("can-control", "", prop("CanControl"), has("false")),
    ("can-play", "", prop("CanPlay"), has("false")),
    ("can-steady", "", f"{PLAY}; sleep 1; {prop('CanPlay CanPause')}; {PAUSE}; sleep 1; {prop('CanPlay CanPause')}",
     halves_differ),
    ("words", "", f"{STATUS}; {prop('LoopStatus')}", has(".")),
    ("no-stop", "", watch("playerctl -p NAME next", "Stopped"), has("Stopped")),
    ("play-pause", "^PlayPause, while it plays", f"{PLAY}; sleep 1; {call('PlayPause')}; sleep 2; {STATUS}",
     lacks("Paused")),
    ("play-pause", "^PlayPause", f"{PAUSE}; sleep 1; {call('PlayPause')}; sleep 2; {STATUS}", lacks("Playing")),
    ("play-pause", "^Pause", f"{PLAY}; sleep 1; {call('Play')}; sleep 1; {call('Pause')}; sleep 2; {STATUS}",
     lacks("Paused")),
    ("play-pause", "", f"{PAUSE}; sleep 1; {call('Play')}; sleep 2; {STATUS}", lacks("Playing")),
    ("idempotent", "^Play,", f"{PLAY}; sleep 1; {STATUS}; {call('Play')}; sleep 1; {STATUS}", halves_differ),
    ("idempotent", "", f"{PAUSE}; sleep 1; {STATUS}; {call('Pause')}; sleep 1; {STATUS}", halves_differ),
    ("seek", "", f"{PAUSE}; {POSITION}; {call('Seek', 'x', '15000000')}; sleep 2; {POSITION}",
     lambda text: len(seconds(text)) < 2 or abs(seconds(text)[1] - seconds(text)[0] - 15) > 1.5),
    ("set-position", "", f"{PAUSE}; {call('SetPosition', 'ox', TRACK, '30000000')}; sleep 2; {POSITION}",
     lambda text: abs((seconds(text) or [0])[0] - 30) > 1.5),
    ("stale-track", "", f"{PAUSE}; {POSITION}; {call('SetPosition', 'ox', '/none', '45000000')}; sleep 1; {POSITION}",
     differ),
    ("beyond-end", "", f"{PAUSE}; {TITLE}; {POSITION}; {call('SetPosition', 'ox', TRACK, '70000000')}; sleep 1; "
     f"{TITLE}; {POSITION}", lambda text: differ(text) or is_another_item(text)),
    ("before-start", "", f"{PAUSE}; {TITLE}; {call('SetPosition', 'ox', TRACK, '40000000')}; sleep 1; "
     f"{call('Seek', 'x', '-99000000')}; sleep 1; {TITLE}; {POSITION}",
     lambda text: abs((seconds(text) or [9])[-1]) > 1.5 or is_another_item(text)),
    ("unoffered", r"(?P<name>\w+): ", call("MEMBER"), has("failed")),
    ("error-text", r"^(?P<name>\w+) is refused", read("NothingOfThisName"), has("Error")),
    ("volume-floor", "", f"{change('Volume', 'd -1')}; sleep 1; {prop('Volume')}", lacks(r"d 0$|d 0\.0")),
    ("interfaces", "", "busctl --user introspect org.mpris.MediaPlayer2.NAME /org/mpris/MediaPlayer2 | grep interface",
     has("interface")),
    ("rest", "", f"{PAUSE}; sleep 2; timeout 3 gdbus monitor -e -d org.mpris.MediaPlayer2.NAME | grep MediaPlayer2",
     has("PropertiesChanged|Seeked")),
    ("secret", r"^(?P<name>[\w:]+) is ", "playerctl -p NAME metadata PROPERTY", has("[=@]")),
    ("answers", "", f"time {prop('Position')}", has("real")),
]


def reproduction(rule, found):
    """Returns the shell line for a fault that was found, and the function that says whether the line's output shows the
    fault."""
    for name, pattern, line, shows in LINES:
        fits = re.search(pattern, found)
        if name == rule and fits:
            named = fits.groupdict().get("name", "")
            if rule == "types":
                shows = has_types(re.findall(r"([\w:]+) is of type (\w+)", found))
            return line.replace("PROPERTY", named).replace("MEMBER", named), shows
    return None, None
