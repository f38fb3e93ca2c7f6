# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying doctor` on players that were broken on purpose: the right cause, and advice for who can follow it."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess

import pytest
from lab import ROOT as LAB_ROOT
from lab.doctor_output import Programs, examine, start
from lab.running import Runner
from testkit.bus import PROPERTIES, ROOT
from testkit.fakes import Plain, song
from testkit.wire import Variant


@pytest.fixture
def programs(bus, pytestconfig):
    made = Programs(bus, pathlib.Path(pytestconfig.getoption("--build")).resolve())
    yield made
    made.close()


def pictured(bus, url):
    return start(bus, Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", url)})))


# Each of these functions breaks something. It returns the player that the test must serve, the words after "doctor",
# and variables.

def no_bus(programs):
    return None, [], {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


def no_bus_here(programs):
    """A user asks over ssh about a player that runs on a desktop's bus."""
    programs.small("Distant")
    return None, ["small_player"], {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


def radio(mistake, *words):
    def begin(programs):
        programs.radio(*[mistake] if mistake else [])
        return None, words or ["Radio"], {}
    return begin


def switched_off(programs):
    programs.radio()
    return None, ["Radio"], {"NOWPLAYING_BUS": "none"}


def frozen(programs):
    programs.freeze(programs.small("Frozen"))
    programs.small("Healthy")
    return None, ["Frozen"], {}


def picture_at(url):
    return lambda programs: (pictured(programs.bus, url), ["patient"], {})


def types_wrong(programs):
    return start(programs.bus, Volume=("i", 1), Rate=("s", "1"), **{
        "Metadata": ("a{sv}", song("One", **{"xesam:artist": Variant("s", "x")}))}), ["patient"], {}


def length_in(unit):
    """Returns what starts a player whose item of 200 s has a length in another unit, with so many in a second."""
    return lambda programs: (start(programs.bus, PlaybackStatus=("s", "Playing"), Position=("x", 90_000_000), **{
        "Metadata": ("a{sv}", song("One", **{"mpris:length": Variant("x", 200 * unit)}))}), ["patient"], {})


def properties_missing(programs):
    player = Plain(programs.bus, "patient", PlaybackStatus=("s", "Paused")).appear()
    return player, ["patient"], {}


def track_id_is_text(programs):
    metadata = song("One", **{"mpris:trackid": Variant("s", "x")})
    return start(programs.bus, Metadata=("a{sv}", metadata)), ["patient"], {}


def no_desktop_file(programs):
    return start(programs.bus), ["patient"], {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere"}


def desktop_file_by_path(programs):
    """The player gives the path of its desktop file: the file is there, but desktops look for a file by its name."""
    file = programs.bus.directory + "/patient.desktop"
    with open(file, "w", encoding="utf-8"):
        return start(programs.bus, root={"DesktopEntry": ("s", file.removesuffix(".desktop"))}), ["patient"], {}


def one_is_frozen(programs):
    programs.freeze(programs.small("Frozen"))
    return start(programs.bus, "healthy", PlaybackStatus=("s", "Playing"), Position=("x", 0)), [], {}


# For each breakage: the function that makes it, the questions answered by WRONG, the number of a question, its mark and
# a part of its text, and the reader and a part of an advice.
BREAKAGES = {
    "1 no bus": (no_bus, [3], 3, "WRONG", "there is none", "", "name a bus with --bus"),
    "2 no bus here, and a player runs": (no_bus_here, [3], 2, "?", "only a bus can tell", "",
                                         "nowplaying doctor 'small_player'"),
    "3 misspelled": (radio("", "Raido"), [1], 1, "WRONG", "did you mean Radio?", "", "nowplaying doctor Radio"),
    "4 wrong case": (radio("", "rADIO"), [], 1, "ok", ROOT + ".Radio", "", ""),
    "5 application id": (radio("", "org.example.Radio"), [], 1, "ok", ROOT + ".Radio", "", ""),
    "6 bus name": (radio("", ROOT + ".Radio"), [], 1, "ok", ROOT + ".Radio", "", ""),
    "7 display name": (radio("", "Example Radio"), [], 1, "ok", ROOT + ".Radio", "", ""),
    "8 switched off": (switched_off, [4], 4, "WRONG", "NOWPLAYING_BUS is none", "", "Unset it"),
    "9 frozen": (frozen, [9], 6, "?", "does not answer", "", "kill -CONT "),
    "10 our callback hangs": (radio("hangs"), [9], 9, "WRONG", "within 2 seconds", "author", "App.dispatch()"),
    "11 not asked to be shown": (radio("forgets"), [1, 5], 5, "WRONG", '"A Title", and no session that has', "author",
                                 "session.request_application_primary()"),
    "12 never dispatched": (radio("waits"), [1, 9], 9, "WRONG", "not connected to the bus", "author",
                            "App.dispatch()"),
    "13 no picture there": (picture_at("file:///nowhere.png"), [10], 10, "WRONG", "/nowhere.png", "author", "can read"),
    "14 no picture at all": (picture_at("file:///etc/hostname"), [10], 10, "WRONG", "no PNG", "author", "PNG or JPEG"),
    "15 plain path": (picture_at("/tmp/no ne.png"), [10], 10, "WRONG", "is a path and not a URI", "author",
                      "file:///tmp/no%20ne.png"),
    "16 picture in the web": (picture_at("https://example.org/a.png"), [], 10, "look", "not every client", "author",
                              "file: URI"),
    "17 picture in its address": (picture_at("data:image/png;base64,AAAA"), [10], 10, "WRONG", "data:", "author",
                                  "file: URI"),
    "18 artwork fails": (radio("fails"), [10], 10, "WRONG", "server said 404", "author",
                         "Its Artwork gave: server said 404 (see"),
    "19 types": (types_wrong, [], 1, "ok", "", "author", "Send each value as the type that MPRIS gives it."),
    "20 missing properties": (properties_missing, [], 1, "ok", "", "author", "Answer GetAll with every property."),
    "21 track id is text": (track_id_is_text, [], 1, "ok", "", "author", "Send an object path."),
    "22 no desktop file": (no_desktop_file, [], 8, "look", "there is no org.example.patient.desktop", "author",
                           "~/.local/share/applications"),
    "22 path of a desktop file": (desktop_file_by_path, [], 8, "look", "is not the name of a desktop file", "author",
                                  "without its folder"),
    "22 no desktop file of a radio": (radio(""), [], 8, "look", "there is no org.example.Radio.desktop", "author",
                                      "A terminal program has none: App(…, no_desktop_entry=True)."),
    "23 one of several is frozen": (one_is_frozen, [], 1, "ok", ROOT + ".healthy", "", "nowplaying doctor Frozen"),
    "24 at the end": (radio("ended"), [], 5, "look", "at the end of it", "author", "Assign the next content"),
    "24 length in ms": (length_in(1000), [], 5, "look", "Position is 90000000, beyond mpris:length, 200000: both are",
                        "author", "Send mpris:length and Position in µs."),
    "24 length in s": (length_in(1), [], 5, "look", "beyond mpris:length, 200:", "user", "Report it to its authors"),
    "25 no picture of this item": (radio("bare"), [], 10, "ok", "it has none for this item", "", ""),
    "26 picture's file is not there": (radio("unread"), [10], 10, "WRONG", "No such file", "author", "Artwork.file()"),
    "27 shown session is closed": (radio("closes"), [1, 5], 5, "WRONG",
                                   "no session that has content asks to be shown (one that did may have ended)",
                                   "author", "session.request_application_primary()"),
}


@pytest.mark.parametrize("case", BREAKAGES)
def test_right_cause_and_useful_advice(programs, case):
    begin, wrong, number, mark, text, reader, advice = BREAKAGES[case]
    player, words, environment = begin(programs)
    report = examine(Runner(programs.bus, *([player] if player else []), **environment), *words)
    assert report.wrong() == wrong, report.found
    assert report[number].mark == mark and text in report[number].text, report.found
    assert advice in report.advice(reader), report.advice()
    # Advice for authors in other languages names no functions of C, and advice for users no callbacks.
    assert "nowplaying_" not in report.advice() and "callback" not in report.advice("", "user")


def test_the_bus_first(programs):
    """Without a bus, the report begins with this cause, and guesses nothing about the player."""
    report = examine(Runner(programs.bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere"))
    assert report.order[0] == 3 and {report[number].mark for number in range(1, 11) if number not in (3, 4)} == {"?"}
    assert examine(Runner(programs.bus, NOWPLAYING_BUS="none")).order[0] == 4


def test_a_bus_that_lets_nobody_in(bus, refusing):
    """A bus that refuses the program, as another user's bus does, is there; the advice is to ask as that user."""
    found = examine(Runner(bus, DBUS_SESSION_BUS_ADDRESS=refusing))
    assert found.wrong() == [3] and found[3].text == "none answers this program at " + refusing
    assert "Ask as the user whose bus it is" in found.advice("")


def test_command_for_another_bus(programs):
    """The command in the advice can be typed as it stands, and names the player."""
    program = programs.small("Distant")
    run = Runner(programs.bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
    command, = (text for _, text in examine(run, str(program.process.pid))[3].advice)
    assert shlex.split(command) == ["Type:", f"DBUS_SESSION_BUS_ADDRESS={programs.bus.address}", "nowplaying", "doctor",
                                    str(program.process.pid)]


def test_one_finding_for_one_fault(programs):
    """Many missing properties are one finding."""
    player, words, _ = properties_missing(programs)
    report = examine(Runner(programs.bus, player), *words)
    assert [each.rule for each in report.rules] == ["GetAll has every property of MPRIS."]
    assert all(name in report.rules[0].text for name in ("CanQuit, ", "Volume", "MinimumRate", "MaximumRate"))
    assert not any("rule " in each.text for each in report.rules)


def test_a_line_for_each_player(programs):
    """Without a name, doctor prints a line for each player: those that play come first, and the frozen one is
    marked."""
    player, _, _ = one_is_frozen(programs)
    programs.small("Idle")
    programs.radio("forgets")
    report = examine(Runner(programs.bus, player))
    assert [each.mark for each in report.players] == ["ok", "ok", "WRONG", "look"], report.players
    texts = [each.text for each in report.players]
    assert {text.split(",")[0] for text in texts[:2]} == {"healthy", "Idle"}
    assert texts[2] == "Frozen does not answer: its process is stopped"
    pid = programs.started[-1].process.pid
    assert texts[3] == f"python3 odd_radio.py, process {pid}: has the library, shows nothing"
    assert report.code == 1 and f"nowplaying doctor {pid}" in report.advice()


@pytest.mark.parametrize("word", ["Radio", "odd_radio.py", "odd_radio", "org.example.radio", ROOT.lower() + ".radio",
                                  "main", "org.example.Radio.desktop", "Radio/main", "example radio", "PID"])
def test_every_name_is_taken(programs, word):
    program = programs.radio()
    word = str(program.process.pid) if word == "PID" else word
    report = examine(Runner(programs.bus), word)
    assert report[1].text == ROOT + ".Radio", word
    assert report.about == "About Radio: advice for its author, in Python, and for its users."


@pytest.mark.parametrize("word", ["odd_radio", "odd_radio.py", "org.example.Radio", "Example Radio", "radio", "PID",
                                  "something else", None])
def test_a_process_that_shows_nothing_is_found(programs, word):
    """A process without a name on the bus is found by its process id, by a word, and without a word."""
    program = programs.radio("forgets")
    words = [] if word is None else [str(program.process.pid) if word == "PID" else word]
    report = examine(Runner(programs.bus), *words)
    label = f"python3 odd_radio.py, process {program.process.pid}"
    assert label + ", has the library, and no name on the bus" in report[1].text
    assert report.wrong() == [1, 5] and "in Python" in report.about


def test_the_one_on_this_bus_comes_first(programs, make_bus):
    """Two programs of one name run, and the older one has another bus."""
    others = Programs(make_bus().start(), programs.build)
    try:
        elsewhere = others.radio("waits").process.pid
        program = programs.radio("forgets")
        run = Runner(programs.bus)
        assert f"process {program.process.pid}:" in examine(run, "odd_radio").about
        found = examine(run, str(elsewhere))
        assert found.wrong() == [1, 3] and others.bus.address in found[3].text
    finally:
        others.close()


@pytest.mark.parametrize("kind, words, wrong, author, advice", [
    ("built_in", ["thread"], [1, 5], "in C", "nowplaying_session_request_application_primary()"),
    ("built_in", ["loop"], [1, 9], "in C", "nowplaying_app_dispatch()"),
    ("built_in", ["picture"], [10], "in C", "no callback 'artwork' answers in time, and nothing was provided"),
    ("built_in_rust", ["thread"], [1, 5], "in Rust", "session.request_application_primary() once it is committed"),
    ("built_in_cpp", ["thread"], [1, 5], "in C++", "session.request_application_primary() once it is committed"),
    ("built_in_cpp", ["picture"], [10], "in C++", "no handler 'artwork' answers in time"),
    ("built_in_rust", ["loop"], [1, 9], "in Rust", "App::dispatch()"),
    ("built_in_swift", [], [1, 9], "in Swift", "MediaSession")])
def test_the_library_in_a_program(programs, kind, words, wrong, author, advice):
    """A statically linked library is known by its thread; without a thread, by text in the program."""
    program = programs.built_in(kind, *words)
    if words == ["picture"]:
        programs.bus.wait_name(ROOT + ".BuiltIn")
    report = examine(Runner(programs.bus), str(program.process.pid))
    assert report.wrong() == wrong and author in report.about and advice in report.advice("author"), report.about


RUST = """mod app { #[inline(never)] pub fn begin() { println!("ready"); } }
extern "C" { fn dlopen(name: *const u8, mode: i32) -> *const u8; }
fn main() {
    let library = std::env::args().nth(1).unwrap() + "\\0";
    assert!(!unsafe { dlopen(library.as_ptr(), 2) }.is_null());
    app::begin();
    std::io::stdin().read_line(&mut String::new()).unwrap();
}
"""
COMPILERS = sorted({path for path in ("/usr/bin/rustc", shutil.which("rustc")) if path and os.path.exists(path)})


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("options", ["", "-C strip=symbols -C panic=abort -C opt-level=z -C lto", "-C prefer-dynamic"])
def test_every_program_of_rust_is_known(programs, folder, compiler, options):
    """Distributions build Rust at other paths, and the symbols of the package nowplaying look like those of C++."""
    (folder / "player.rs").write_text(RUST)
    subprocess.run([compiler, "--crate-name=nowplaying", *options.split(), "-o", folder / "player",
                    folder / "player.rs"], check=True)
    library = subprocess.run([compiler, "--print=sysroot"], check=True, capture_output=True, text=True).stdout.strip()
    libraries = [path.parent for path in pathlib.Path(library, "lib").rglob("libstd-*.so")]
    program = programs.run(folder / "player", programs.build / "libnowplaying.so",
                           LD_LIBRARY_PATH=":".join(map(str, libraries)))
    program.expect("ready")
    assert "in Rust" in examine(Runner(programs.bus), str(program.process.pid)).about


AS_NODE = """import mmap, runpy, sys
with open(sys.argv[2], "rb") as file:
    addon = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
runpy.run_path(sys.argv[3], run_name="__main__")"""


def test_a_program_of_node(programs, folder):
    """A process that has mapped the addon is of Node or Electron, whatever its program is called."""
    (folder / "nowplaying.node").write_bytes(b"the addon")
    program = programs.python("-c", AS_NODE, "forgets", folder / "nowplaying.node",
                              pathlib.Path(__file__).with_name("odd_radio.py"))
    report = examine(Runner(programs.bus), str(program.process.pid))
    assert "advice for its author, in Node," in report.about
    assert "session.requestApplicationPrimary()" in report.advice("author") and "nowplaying_" not in report.advice()


def test_each_language_has_each_advice():
    """Where there is advice for authors in C, there is one in each language."""
    text = (LAB_ROOT / "Sources/Program/Doctor/Advice.swift").read_text()
    causes = re.split(r"^    case \.", text, flags=re.M)[1:]
    for cause in causes:
        readers = set(re.findall(r"^      (c|cpp|python|rust|node|swift): ", cause, re.M))
        assert len(readers) in (0, 6), (cause.split(":")[0], readers)


def test_who_has_no_library(programs):
    """Neither a player without the library, a process that is not a player, nor a panel with the surface library is
    taken for a player with the library."""
    programs.small("Small")
    report = examine(Runner(programs.bus), "Small")
    assert report.about == "About Small: advice for its users, and for its author, who does not use libnowplaying."
    assert "speaks without libnowplaying" in report[2].text
    panel = Runner(programs.bus).start("follow")
    panel.wait(lambda: panel.lines, "a line")
    programs.python("-c", "import sys, nowplaying.surface; print('ready', flush=True); sys.stdin.read()")
    players = examine(Runner(programs.bus)).players
    panel.close()
    assert len(players) == 1, players


def test_helpers_of_a_player_are_none(programs):
    """A process that a player has forked has its library, and shows nothing by itself."""
    programs.radio("forks")
    assert len(examine(Runner(programs.bus)).players) == 1


def test_two_instances_of_a_program(programs):
    """Two instances of a program may have the same name for people; two different programs may not."""
    programs.radio()
    programs.radio()
    report = examine(Runner(programs.bus), "Radio")
    assert report.code == 0 and [each.mark for each in report.rules] == ["look", "ok"], report.rules
    assert "Radio.instance" in report.rules[0].text and "nowplaying -p Radio.instance" in report.advice()


def test_two_instances_without_the_library(programs):
    """Instances of one program are known by the program that their processes run."""
    programs.small("First")
    programs.small("Second")
    report = examine(Runner(programs.bus), "First")
    assert [each.mark for each in report.rules if "Second" in each.text] == ["look"], report.rules


def test_two_programs_of_one_name(programs):
    programs.radio()
    player = start(programs.bus, root={"Identity": ("s", "Example Radio")})
    report = examine(Runner(programs.bus, player), "Radio")
    assert [(each.mark, each.rule) for each in report.rules] == [
        ("WRONG", "Each player has a name for people, and no two the same.")]


@pytest.mark.parametrize("looked_at", ["Chromium", "bridge"])
def test_a_browser_and_its_extension(programs, looked_at):
    """Both show the same playback under one name for people, which kde:pid tells: nobody has to mend anything."""
    browser = programs.small("Chromium")
    metadata = song("One", **{"kde:pid": Variant("i", browser.process.pid)})
    bridge = start(programs.bus, "bridge", root={"Identity": ("s", "A Small Player")}, Metadata=("a{sv}", metadata))
    report = examine(Runner(programs.bus, bridge), looked_at)
    found = [each for each in report.rules if "shows the same" in each.text]
    assert [each.mark for each in found] == ["look"] and "HardwareMediaKeyHandling" in report.advice()
    assert not [each for each in report.rules if "same Identity" in each.text]
    bridge.change(Metadata=("a{sv}", song("One", **{"kde:pid": Variant("i", 1)})))
    report = examine(Runner(programs.bus, bridge), looked_at)
    assert ["WRONG"] == [each.mark for each in report.rules if "same Identity" in each.text]


def test_a_long_name_of_a_program_is_whole(programs, folder):
    """The kernel keeps fifteen letters of a program's name."""
    name = "nowplaying-browser-host"
    (folder / name).symlink_to("/usr/bin/sleep")
    program = programs.run(folder / name, "1000")
    report = examine(Runner(programs.bus), name)
    assert f"{name}, process {program.process.pid}," in report[2].text


def test_a_player_of_ours_that_is_well(bus, reference):
    """The picture of a healthy player is requested in each way that it offers, also by a descriptor."""
    assert [each.mark for each in examine(Runner(bus)).players] == ["ok"] * 2


def test_an_error_is_an_answer(programs):
    """The player's error is printed."""
    player = start(programs.bus)
    player.answers[PROPERTIES, "GetAll"] = lambda call: ("error", "org.example.Error.No", "No")
    report = examine(Runner(programs.bus, player), "patient")
    assert report[9].mark == "WRONG" and "org.example.Error.No" in report[9].text
    assert report.wrong() == [9]
