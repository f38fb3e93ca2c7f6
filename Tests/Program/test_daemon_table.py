# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The daemon beside playerctld: what happens to both, what they answer, and what they tell and pass on.

What is compared is written into docs/playerctld.md, which this test keeps true.
"""

import pathlib

import pytest
from daemoned import FACE, OURS, Daemon, player
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import PLAYLISTS, TRACK_LIST, Listing, variants
from testkit.wire import Variant

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/playerctld.md"
ERROR = "org.example.Error.Broken"


def refuses(call):
    return "error", ERROR, "It is broken"


def worded(fake):
    """Gives each error of a fake player a text: playerctld crashes at an error without one."""
    answer = fake.answer
    functions = fake.answers

    def answer_by_words(call):
        made = functions.get((call.interface, call.member))
        found = made(call) if made else "org.freedesktop.DBus.Error.UnknownMethod"
        answers = {(call.interface, call.member): lambda _: ("error", found, "No") if isinstance(found, str) else found}
        fake.answers = answers
        answer(call)
        fake.answers = functions

    fake.answer = answer_by_words
    return fake


class Scene:
    """A daemon and the players for it. Each step does something, and returns what clients see of it."""

    def __init__(self, bus, program):
        self.program, self.daemon = program, Daemon(bus, program)
        common = {"LoopStatus": ("s", "Track"), "Shuffle": ("b", True), "Volume": ("d", 0.5)}
        self.alpha = player(bus, "alpha", "Playing", **common)
        self.beta = player(bus, "beta.instance7", "Playing", **common)
        self.beta.answers[PLAYER, "Previous"] = refuses
        self.beta.answers[PLAYER, "OpenUri"] = lambda call: ("", [])
        self.gamma = Listing(bus, "gamma", "A", "B")
        for fake in self.alpha, self.beta, self.gamma:
            worded(fake)

    def call(self, interface, member, signature="", *body):
        """Returns the answer to a call, and the calls that the players got meanwhile."""
        for fake in self.daemon.fakes:
            fake.calls.clear()
        answer = self.daemon.call(interface, member, signature, *body)
        asked = [(fake.wanted_name, call.member, repr(call.body)) for fake in self.daemon.fakes for call in fake.calls]
        return answer, [each for each in asked if each[1] not in ("GetAll", "Get")]

    def sent(self, doing, active):
        """Makes a change after which `active` is the active player; if the two daemons differ, `active` has
        playerctld's and ours. Returns the names and the signals."""
        self.daemon.signals()
        doing()
        if isinstance(active, tuple):
            active = active[self.program == OURS]
        if active:
            self.daemon.active(active)
        else:
            self.daemon.until(lambda: self.daemon.names() == [], "nobody is there")
        return self.daemon.names(), self.daemon.signals()

    def passed(self, doing):
        """Returns the signals of a player that the daemon passes on."""
        self.daemon.signals()
        doing()
        # The daemon passes on signals and replies in order: once it has this reply, earlier signals were passed on.
        self.daemon.get("CanPlay")
        return self.daemon.signals()


def get(name, interface=PLAYER):
    return lambda scene: scene.call(PROPERTIES, "Get", "ss", interface, name)


def get_all(interface):
    return lambda scene: scene.call(PROPERTIES, "GetAll", "s", interface)


def put(name, signature, value, interface=PLAYER):
    return lambda scene: scene.call(PROPERTIES, "Set", "ssv", interface, name, Variant(signature, value))


def do(member, signature="", *body, interface=PLAYER):
    return lambda scene: scene.call(interface, member, signature, *body)


def appear(name, active):
    return lambda scene: scene.sent(lambda: scene.daemon.join(getattr(scene, name)), active)


def leave(name, active):
    return lambda scene: scene.sent(lambda: scene.daemon.leave(getattr(scene, name)), active)


def change(name, active, **values):
    return lambda scene: scene.sent(lambda: getattr(scene, name).change(**values), active)


def rotate(member, active):
    return lambda scene: scene.sent(lambda: scene.daemon.call(FACE, member), active)


def tell(name, interface, member, signature, *body):
    return lambda scene: scene.passed(lambda: getattr(scene, name).tell(PATH, interface, member, signature, *body))


# Each row has the text for the table, the step, and the reason if the two daemons differ.
OWN = "the player itself says what is wrong"
WORDS = "the text of the player's error is passed on; playerctld says \"Failed to call method\" for each"
STOPPED = "clients read a stopped player without an item, because bars show the error that they get"
LACKS = "what was read before, and this player lacks, is invalidated"
STEPS = {
    "While no player is there": [
        ("Introspect", lambda scene: scene.daemon.described(), "the daemon's own interface is described, too"),
        ("PlayerNames is read", get("PlayerNames", FACE)),
        ("PlaybackStatus is read", get("PlaybackStatus"), STOPPED),
        ("Metadata is read", get("Metadata"), STOPPED),
        ("all properties of Player are read", get_all(PLAYER), STOPPED),
        ("all properties of the root are read", get_all(ROOT), STOPPED),
        ("Volume is set", put("Volume", "d", 0.25)),
        ("Play is called", do("Play")),
        ("Shift is called", do("Shift", interface=FACE)),
    ],
    "A player with a list of tracks": [
        ("it appears", appear("gamma", "gamma"), LACKS),
        ("GetTracksMetadata is called", do("GetTracksMetadata", "ao", ["/track/A"], interface=TRACK_LIST)),
        ("Tracks is read", get("Tracks", TRACK_LIST)),
        ("Orderings is read, which the player does not have", get("Orderings", PLAYLISTS), WORDS),
        ("the list is replaced",
         lambda scene: scene.passed(lambda: scene.gamma.retell("TrackListReplaced", "aoo", ["/track/A"], "/track/A")),
         "signals of TrackList and Playlists are passed on as well"),
        ("it goes", leave("gamma", None),
         "the values of a stopped player are emitted; playerctld invalidates the old ones"),
    ],
    "One player": [
        ("a player appears and plays", appear("alpha", "alpha"), LACKS),
        ("PlayerNames is read", get("PlayerNames", FACE)),
        ("all of the daemon's properties are read", get_all(FACE)),
        ("Shift is called", do("Shift", interface=FACE)),
        ("Unshift is called", do("Unshift", interface=FACE)),
        ("all properties of Player are read", get_all(PLAYER)),
        ("all properties of the root are read", get_all(ROOT)),
        ("its volume changes", change("alpha", "alpha", Volume=("d", 0.7))),
        ("it seeks", tell("alpha", PLAYER, "Seeked", "x", 7)),
    ],
    "Two players": [
        ("another one appears and plays", appear("beta", "beta.instance7")),
        ("Identity is read", get("Identity", ROOT)),
        ("Position is read", get("Position")),
        ("Volume is set", put("Volume", "d", 0.25)),
        ("Next is called", do("Next")),
        ("Seek is called", do("Seek", "x", -5_000_000)),
        ("SetPosition is called", do("SetPosition", "ox", "/track/A", 5)),
        ("OpenUri is called", do("OpenUri", "s", "file:///a")),
        ("Raise is called, which the player does not have", do("Raise", interface=ROOT), WORDS),
        ("Previous is called, which fails", do("Previous"), WORDS),
        ("Rate is set to a text", put("Rate", "s", "fast"), OWN),
        ("a property is read that does not exist", get("Nothing"), OWN),
        ("a method is called that does not exist", do("Nothing"), OWN),
        ("a property of an unknown interface is read", get("Nothing", "org.example.Own")),
        ("PlayerNames is set", put("PlayerNames", "as", [], FACE), "the error says that it cannot be set"),
        ("Shift is called", rotate("Shift", "alpha")),
        ("Unshift is called", rotate("Unshift", "beta.instance7")),
        ("the active player changes its volume", change("beta", "beta.instance7", Volume=("d", 0.1))),
    ],
    "Which is the active one": [
        ("the other player pauses", change("alpha", ("alpha", "beta.instance7"), PlaybackStatus=("s", "Paused")),
         "a player that pauses does not become the active one"),
        ("the active player pauses", change("beta", "beta.instance7", PlaybackStatus=("s", "Paused")),
         "playerctld has another active player"),
        ("Shift is called while both are paused", rotate("Shift", "alpha")),
        ("the one that was active plays", change("beta", "beta.instance7", PlaybackStatus=("s", "Playing")),
         "the change by which it becomes the active player is emitted once"),
        ("it pauses", change("beta", "beta.instance7", PlaybackStatus=("s", "Paused"))),
        ("the other one plays again", change("alpha", "alpha", PlaybackStatus=("s", "Playing")),
         "the change by which it becomes the active player is emitted once"),
        ("the active player goes", leave("alpha", "beta.instance7")),
        ("the last player goes", leave("beta", None), "as above"),
    ],
}

HEAD = """# In playerctld's place

This page compares `nowplaying daemon` with playerctld 2.4.1. `Tests/Program/test_daemon_table.py` writes the table. It
does the same with both, and compares what they answer, what they ask of the players, and the signals that clients hear.
"Same" means that all of these are the same.

These differences are not in the table. In most of them playerctld waits, crashes or has another order:

- The first player is the one that plays. If several play, it is the one that began last, or went to another song last.
  A change of a volume or a picture does not make a player the first, and neither does another song of a paused player.
  A player without an item, such as that of a closed tab, comes after those that have one. It keeps its place for two
  seconds after it has lost its item, because browsers lose it between two songs. After Shift and Unshift their order
  holds until a player begins to play. `nowplaying daemon status` says why the first is the first.
- A player that has not answered is not among the names, and nobody waits for it. A player that does not answer when it
  becomes the first comes after those that answer.
- If the next player lacks a property that the one before had, such as Volume, the daemon invalidates that property. It
  does the same with Tracks and playlists that somebody has read. Clients of playerctld keep the old values.
- A call that the player does not answer within 3 s ends with an error; playerctld waits for 25 s.
- `-i` names players, or patterns of names, that the daemon leaves out. With `--pause-others` all other players, or
  only those that it names, pause when one begins.
- The daemon emits PlayerNames whenever it changes, even if the active player stays the same.
- If a name gets another owner, the daemon asks the new player; playerctld keeps what the one before has said.
- The daemon ignores signals of interfaces that it does not know; playerctld crashes at a change of their properties.
- After a restart of the bus the daemon connects again, unless the bus had started the daemon.

The lists of GNOME and Plasma show `nowplaying daemon`, like playerctld, as one more player beside the one for which it
stands. Both treat every MPRIS name as a player, and neither has a setting to change that. Plasma's "choose
automatically" may take either, and both are driven alike. This helps:

- Run no daemon. Keys of i3, Sway and Hyprland, Waybar and scripts need none: `nowplaying send`, `follow --first` and
  `follow --waybar` find the most important player by themselves. GNOME and Plasma handle media keys themselves: run
  `systemctl --user disable --now nowplaying-daemon` there. playerctld's file for D-Bus starts playerctld whenever a
  program calls it, until you remove playerctl.
- Use surfaces that know the name and leave it out: the extension of GNOME Shell, the applet for Plasma, and all
  programs on `libnowplaying-surface`.

The daemon has an interface of its own, `org.nowplaying.Daemon1` at MPRIS's object. Its properties can be read, and
their changes are not announced. `Player` is the MPRIS name of the first player, and `Reason` a word of `nowplaying
daemon status --json`; both are empty while there is no player. `Order` has all players before any shift. `Paused` names
the players that it has paused, and `PausedFor` those for which it did. `Awake` names the players for which the machine
stays awake. `Adapters` has the paths of the adapters at which it takes the keys of headsets. `Faults` says what is
wrong with its `Options`.
"""


def short(answer):
    """Returns the text for a cell of the table: an answer, or the order of players."""
    if isinstance(answer, list):
        return "its signals" if isinstance(answer[0][1], list) else "its interfaces"
    text = ", ".join(map(str, answer[0])) if isinstance(answer[0], list) else answer[0].partition(": ")[0]
    text = text.replace(ROOT + ".", "")
    return f"`{text if len(text) < 60 else text[:58] + '…'}`" if text else "nothing"


@pytest.fixture
def scenes(make_bus):
    made = {program: Scene(make_bus().start(), program) for program in ("playerctld", OURS)}
    yield made
    for scene in made.values():
        scene.daemon.close()


def test_table(scenes, request):
    """Tries every step, and compares the results with the document."""
    text, wrong = HEAD, []
    for title, steps in STEPS.items():
        text += f"\n## {title}\n\n| What happens | playerctld's answer | nowplaying |\n|---|---|---|\n"
        for label, step, *reason in steps:
            theirs, ours = (step(scenes[program]) for program in ("playerctld", OURS))
            if (theirs != ours) != bool(reason):
                wrong.append(f"{label}:\n  {theirs}\n  {ours}" if theirs != ours else f"{label} no longer differs")
            text += f"| {label} | {short(theirs)} | {reason[0] if reason else 'same'} |\n"
    assert not wrong, "\n".join(wrong)
    if request.config.getoption("--update"):
        PAGE.write_text(text)
    assert PAGE.read_text() == text, "the table is of another time: run this test with --update"
