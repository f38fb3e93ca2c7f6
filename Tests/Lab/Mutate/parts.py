# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Says which folders are changed, how they are built, and which tests judge them."""

from dataclasses import dataclass, field
from pathlib import Path

from changes import LANGUAGES

ROOT = Path(__file__).resolve().parents[3]
BUILD = "--build=build"
INSTALLED = "{tree}/build/installed"
# Makes compilers that only warn of a wrong pointer type refuse it, since that is not C.
TYPES = "-Werror=incompatible-pointer-types -Werror=int-conversion"
# Leaves out tests that compare the computing time of two programs: the machine's load decides them more than a change
# does.
NO_COSTS = ["-k", "not cost"]
# Compared with the data of which it is made, by `contract/generate --check`.
MADE = "// Made by contract/generate"
# Compiled with NOWPLAYING_OPEN_SD_BUS alone, which the suite `sdbus` tests.
NOT_BUILT = ["Sources/Library/Platform/open_sdbus.c"]


@dataclass(frozen=True)
class Part:
    """A part of the project.

    - folders: where the files are that are changed; `endings`: how their names end.
    - tests: for each folder of tests that judge a change, the words that pytest needs there.
    - setup, build: the commands that configure it, with {tree} for the tree and with the library installed there, and
      those that build it after each change.
    - scenarios: what testkit.play is given to play the scenarios that judge a change, if there are some.
    - share: how many of 100 changes must be noticed."""
    folders: list
    tests: dict
    build: list = field(default_factory=list)
    setup: list = field(default_factory=list)
    scenarios: tuple = ()
    share: int = 90
    endings: tuple = tuple(LANGUAGES)

    def sources(self, only=None):
        """Yields the name and the text of each file that is changed.
        - only: parts of the names of those that are wanted."""
        for folder in self.folders:
            for path in sorted((ROOT / folder).rglob("*")):
                name = str(path.relative_to(ROOT))
                if path.suffix in self.endings and name not in NOT_BUILT and any(part in name for part in only or [""]):
                    text = path.read_text()
                    if not text.startswith(MADE):
                        yield name, text


def with_cmake(source, folder, *words, installed=INSTALLED):
    return ["cmake", "-G", "Ninja", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={installed}", *words]


def program(folder, which):
    """Returns a part that is a folder of the program nowplaying, judged by some of its tests."""
    others = [f"--ignore=Tests/Program/test_{name}.py" for name in ("publishers", "daemon_hour")]
    words = [BUILD, *others, "-k", which]
    return Part([f"Sources/Program/{folder}"], {"Tests/Program": words},
                [["ninja", "-C", "build", "nowplaying"]])


def plugin(name, tests, *words, sanitizers="", more=()):
    """Returns a part that is a plugin for a player, built as Tests/run and Tests/run-long build it."""
    flags = f"-g -O1 -fsanitize={sanitizers}" if sanitizers else ""
    folder = "build/kodi-addon" if name == "kodi" else f"build/{name}-plugin"
    return Part([f"plugins/{name}", *more], {tests: [BUILD, *words]}, [["ninja", "-C", folder]],
                [with_cmake(f"plugins/{name}", folder, f"-DCMAKE_C_FLAGS={flags} {TYPES}",
                            f"-DCMAKE_CXX_FLAGS={flags}")])


LIBRARY = Part(
    ["Sources/Library"],
    {folder: [BUILD] for folder in ("Tests/Library/Integration", "Tests/Library/Protocol", "Tests/Library/Surface")},
    scenarios=("build/Tests/Library/Integration/driver",), share=95, endings=(".swift", ".c"))
QT = "build/qt5"
QT_INSTALLED = "{tree}/" + f"{QT}/installed"
QT_WORDS = ("-DQT_DEFAULT_MAJOR_VERSION=5", f"-DCMAKE_INSTALL_PREFIX={QT_INSTALLED}")
PARTS = {
    "library": LIBRARY,  # which has a build, and tests in C and Swift, of its own: see judges.py
    "daemon": program("Daemon", "daemon or names"),
    "strict": program("Strict", "strict or words"),
    "glib": Part(["bindings/glib/generator", "bindings/glib/src"], {"bindings/glib/tests": NO_COSTS},
                 [["ninja", "-C", "build/glib"]],
                 [["meson", "setup", "build/glib", "bindings/glib", "-Dprograms=true", f"-Dc_args={TYPES}",
                   f"--pkg-config-path={INSTALLED}/lib/pkgconfig"]],
                 ("--surface", "env", "NOWPLAYING_GLIB=build/glib", "bindings/glib/tests/surface_driver.py")),
    "qt": Part(["bindings/qt/qml", "bindings/qt/src"], {"Tests/Bindings/Qt": [BUILD, f"--qt5={QT}", *NO_COSTS]},
               [["ninja", "-C", QT, "install"], ["ninja", "-C", f"{QT}/tests"]],
               [["cmake", "--install", "build", "--prefix", QT_INSTALLED],
                with_cmake("bindings/qt", QT, *QT_WORDS, installed=QT_INSTALLED), ["ninja", "-C", QT, "install"],
                with_cmake("Tests/Bindings/Qt", f"{QT}/tests", *QT_WORDS, installed=QT_INSTALLED)],
               ("--surface", "env", f"LD_LIBRARY_PATH={QT}/installed/lib", f"{QT}/tests/driver")),
    "playerctl": Part(["plugins/playerctl/src"], {"plugins/playerctl/tests": NO_COSTS},
                      [["ninja", "-C", "build/playerctl"]],
                      [["meson", "setup", "build/playerctl", "plugins/playerctl", "-Dprograms=true",
                        f"-Dc_args={TYPES}"]]),
    "mpv": plugin("mpv", "Tests/Field/Players", "--player=mpv", sanitizers="address,undefined",
                  more=["plugins/common/mpv"]),
    "vlc": plugin("vlc", "Tests/Field/Players", "--player=vlc", sanitizers="undefined"),
    "audacious": plugin("audacious", "Tests/Field/Players", "--player=audacious", sanitizers="address,undefined"),
    "kodi": plugin("kodi", "Tests/Field/Players", "--player=kodi"),
    "mpd": plugin("mpd", "Tests/Field/Mpd", "--mpd-remote=build/mpd-plugin/mpd-remote", sanitizers="address,undefined"),
    "browser": plugin("browser", "Tests/Field/Browser/test_host.py",
                      "--browser-host=build/browser-plugin/nowplaying-browser-host", sanitizers="address,undefined"),
}


def part_of(file):
    """Returns the name of the part to which a file belongs."""
    return next(name for name, part in PARTS.items() if any(file.startswith(f"{folder}/") for folder in part.folders))
