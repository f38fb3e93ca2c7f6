# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the header for C++: each compiler and standard compiles it, and a player that uses all of it is driven."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from abi import cpp
from abi.headers import find_clang
from lab import ROOT
from testkit.bus import PLAYER, PLAYLISTS, TRACK_LIST
from testkit.bus import ROOT as MPRIS
from testkit.desktop import Program
from testkit.wire import DBusError, Variant

NAME = f"{MPRIS}.cpp"
HEADERS = ROOT / "include/nowplaying"
TRIAL = Path(__file__).with_name("trial.cpp")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]


def compile_trial(compiler, standard, *flags):
    subprocess.run([compiler, f"-std=c++{standard}", *WARNINGS, f"-I{ROOT}/include", TRIAL, *flags], check=True)


@pytest.fixture(scope="session")
def build(request):
    return Path(request.config.getoption("--build")).resolve()


def test_each_function_is_there():
    """The C++ header calls all functions of nowplaying.h, except nowplaying_version()."""
    description = json.loads((HEADERS / "nowplaying.abi.json").read_text())
    text = (HEADERS / "nowplaying.hpp").read_text() + (HEADERS / "lists.hpp").read_text()
    missing = {function["name"] for function in description["headers"][0]["functions"]
               if not re.search(rf"\b{function['name']}\b", text)}
    assert missing == {"nowplaying_version", "nowplaying_version_string"}


def test_a_page_is_enough():
    """The part that is written by hand is at most 600 lines, the rest is generated; a small player is at most 30
    lines."""
    assert len((HEADERS / "nowplaying.hpp").read_text().splitlines()) <= 600
    lines = (ROOT / "examples/cpp-minimal/minimal.cpp").read_text().splitlines()
    assert sum(bool(line) and not line.lstrip().startswith(("/*", "//")) for line in lines) <= 30


GCC, CLANG = "g++", find_clang() + "++"
NONE = ["-fno-exceptions", "-fno-rtti"]


@pytest.mark.parametrize("compiler, standard, flags", [
    (GCC, 17, []), (GCC, 20, NONE), (CLANG, 17, NONE), (CLANG, 20, []),
], ids=["gcc-17", "gcc-20-none", "clang-17-none", "clang-20"])
def test_it_compiles_without_a_warning(compiler, standard, flags):
    compile_trial(compiler, standard, *flags, "-fsyntax-only")


@pytest.fixture(params=([], ["-fno-exceptions"], ["-fsanitize=address,undefined"]),
                ids=["exceptions", "none", "sanitized"])
def player(request, bus, build, tmp_path):
    compile_trial("g++", 17, *request.param, f"{build}/libnowplaying.so", f"-Wl,-rpath,{build}", "-pthread", "-o",
                  tmp_path / "trial")
    # Leaks are not looked for, because one object stays for ever: the text of the last error.
    started = Program([str(tmp_path / "trial")], bus.environment | {"ASAN_OPTIONS": "detect_leaks=0"})
    bus.wait_name(NAME)
    yield started
    started.stop()


def test_a_player(bus, player):
    client, comes = bus.client(NAME), player.expect
    comes("misuse -1 -1 -1 -1")
    comes("outlived -3")
    comes("artists Simon and a long name for a text")
    comes("separate One Two")
    comes("separate Two Three")
    comes("content Album Two 3 0.5 - 0")
    comes("primary 1 0")
    metadata = client.metadata()
    assert metadata["xesam:artist"] == ["One", "Two"] and metadata["xesam:genre"] == ["Pop", "Rock"]
    assert metadata["xesam:contentCreated"] == "2006-05-31T00:00:00Z" and metadata["mpris:length"] == 180_000_000
    assert client.get("Position") >= 7_250_000
    bus.wait_for(lambda: "mpris:artUrl" in client.metadata(), "the picture")
    for member, signature, body, line in (
            ("Pause", "", (), "pause 2"), ("Stop", "", (), "stop"), ("Stop", "", (), "stop again"),
            ("SetPosition", "ox", (metadata["mpris:trackid"], 20_000_000), "seek 20000000")):
        client.do(member, signature, *body)
        comes(line)
    for member, text in (("Next", "this is the last"), ("Previous", "thrown")):
        with pytest.raises(DBusError, match=text):
            client.do(member)
    for name, value, interface, line in (
            ("Rate", Variant("d", 1.5), PLAYER, "rate 1.5"),
            ("LoopStatus", Variant("s", "Playlist"), PLAYER, "repeat 1"),
            ("Volume", Variant("d", 0.25), PLAYER, "volume 0.25 1"),
            ("Fullscreen", Variant("b", True), MPRIS, "fullscreen 1")):
        client.set(name, value, interface)
        comes(line)
    client.do("Raise", interface=MPRIS)
    comes("raise")
    with pytest.raises(DBusError, match="there is no disc in the drive"):
        client.do("OpenUri", "s", "file:///a%20b.mp3")
    comes("open file:///a%20b.mp3 /a b.mp3")
    tracks = client.get("Tracks", TRACK_LIST)
    client.do("GoTo", "o", tracks[0], interface=TRACK_LIST)
    comes("go to a 0")
    client.do("AddTrack", "sob", "file:///c.mp3", tracks[1], True, interface=TRACK_LIST)
    comes("add file:///c.mp3 song 1")
    client.do("RemoveTrack", "o", tracks[0], interface=TRACK_LIST)
    comes("remove a")
    playlists = client.do("GetPlaylists", "uusb", 0, 10, "Alphabetical", False, interface=PLAYLISTS)[0]
    with pytest.raises(DBusError, match="The player failed, and its log says why"):
        client.do("ActivatePlaylist", "o", playlists[0][0], interface=PLAYLISTS)
    comes("playlist p")
    client.do("Quit", interface=MPRIS)
    comes("quit")
    player.order("")
    comes(f"ends {NAME} 0")
    comes("ended")
    assert player.end() == 0
    bus.wait_name(NAME, present=False)


# A program that shows what compiles.
PROGRAM = """
#include <nowplaying/nowplaying.hpp>
using namespace nowplaying;
Content song() {
  return Content(ContentKind::Music, "1").set(TextField::Title, "T").set(ListField::Artists, {"A", "B"})
      .set(IntegerField::ReleaseDate, "2006").set(NumberField::UserRating, 0.5)
      .duration(DurationKind::Live).tag("a", "b").chapters({Chapter{Microseconds{0}, "Intro", ""}})
      .chapters(std::vector<Chapter>()).extra("a:b", "c").media_type(MediaType::Audio).artwork("cover")
      .animated_artwork(AspectRatio::Tall, "video").unset(TextField::Album).duration(Microseconds{5});
}
Command button() {
  return Command::custom("a", "A", [] {}).enabled(true).titles("A").icon("a").slot(Slot::Back).active(true).steps(1)
      .intervals({Microseconds{5}}).rates({1.0}).rate_range(0.5, 2.0).modes(RepeatMode::Off);
}
AppHandlers handlers() {
  AppHandlers handlers;
  handlers.quit = [] {};
  handlers.raise = [](Request) {};
  handlers.open_uri = [](std::string_view) { return Answer::done(); };
  handlers.bus_state = [] {};
  handlers.fullscreen = nullptr;
  handlers.activate_playlist = std::function<Answer(std::string_view, Request)>();
  return handlers;
}
int main() {
  Content content = Content(ContentKind::Music).set(TextField::Title, std::string("T")).unset(TextField::Title);
  content.set(TextField::Album, "A").duration(Microseconds{5});
  return song().code() == Code::OK && button().handler() && handlers().quit && BusState::NoBus == BusState::Connected;
}
"""


def test_all_that_chains_also_chains_without_a_name():
    """Each function that returns its Content also has the form that a temporary content has, and PROGRAM calls it."""
    text = (HEADERS / "nowplaying.hpp").read_text()
    named, nameless = (set(re.findall(rf"Content {sign}(\w+)\([^{{;]*\) {sign} \{{", text)) for sign in ("&", "&&"))
    called = set(re.findall(r"\.(\w+)\(", PROGRAM.partition("int main")[0]))
    assert len(named) > 8 and named == nameless == named & called
    assert not re.findall(r"Content &(?!call|note)\w+\([^{;]*\) \{", text)


def compile_text(folder, text, *flags):
    (folder / "program.cpp").write_text(text)
    return subprocess.run(["g++", *flags, f"-I{ROOT}/include", "-fsyntax-only", folder / "program.cpp"],
                          capture_output=True, text=True, check=False)


@pytest.mark.parametrize("flags", [[], ["-fno-exceptions"]], ids=["exceptions", "none"])
def test_behind_xlib(tmp_path, flags):
    """Xlib.h defines None, Bool, Status and more. Without it here, the words that the generator leaves out stand for
    it."""
    real = "#include <X11/Xlib.h>\n#include <X11/Xutil.h>\n"
    before = real if Path("/usr/include/X11/Xutil.h").exists() else "".join(
        f"#define {word} 0L\n" for word in sorted(cpp.MACROS))
    done = compile_text(tmp_path, before + PROGRAM, "-std=c++17", "-Wuseless-cast", *WARNINGS, *flags)
    assert done.returncode == 0, done.stderr


def test_no_enumerator_is_a_macro_of_xlib():
    words = set(re.findall(r"(\w+) = NOWPLAYING_", (HEADERS / "lists.hpp").read_text()))
    assert len(words) > 150 and not words & cpp.MACROS


def test_an_older_standard_is_named(tmp_path):
    done = compile_text(tmp_path, PROGRAM, "-std=c++14")
    assert "nowplaying.hpp needs C++17" in done.stderr
