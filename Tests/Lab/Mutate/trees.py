# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A copy of the tree in which one change at a time is built and tested."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path, PurePath

from changes import LANGUAGES
from dormant import VARIABLE, DormantFile, switch_of, switches
from parts import LIBRARY

# Builds without optimisation, which would take two thirds of the time for each change.
OPTIMISED, QUICK = "${swift_flags} ${optimisation}", "${swift_flags} ${optimisation} -Onone"
BUS, KEPT = "contract/testkit/bus.py", '"LD_LIBRARY_PATH"'
# The tests of the library are compiled by these targets of CMake's and of SwiftPM's.
TARGETS = ["Tests/all", "kitchen"]
SWIFT_TARGETS = ["CNowPlayingSystemd", "CNowPlayingPlatform", "NowPlayingC", "NowPlayingCore", "NowPlayingBus",
                 "NowPlayingBoundary", "NowPlayingEngine", "NowPlayingSurface", "SwiftSupport", "NowPlayingCoreTests",
                 "NowPlayingBusTests", "NowPlayingEngineTests", "NowPlayingSurfaceTests"]
ERROR = re.compile(r"^(\S+):(\d+):\d+: error: ", re.MULTILINE)
# The seeds that the simulation plays for each change, so many by a command, which prints something at its end.
SEEDS, AT_ONCE = 100, 10


def swift_compiler():
    return shutil.which("swiftc") or "/opt/swift/usr/bin/swiftc"


class Hang(Exception):
    """Raised when a command does not end."""


def copy_tree(source, target, texts=None):
    """Copies the files that git tracks or would add. Unchanged files keep their times, so that the build skips them.
    - texts: other texts for some files, by their names."""
    texts = texts or {}
    listed = subprocess.run(["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout.split("\0")
    wanted = {name for name in listed if name and ((source / name).is_file() or (source / name).is_symlink())}
    wanted |= set(texts)
    for name in wanted:
        path = target / name
        if (source / name).is_symlink():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.symlink_to((source / name).readlink())
            continue
        data = texts[name].encode() if name in texts else (source / name).read_bytes()
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            if (source / name).is_file():
                shutil.copymode(source / name, path)
    for folder in ("Sources", "Tests", "bindings", "contract", "examples", "plugins"):
        for path in (target / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(target)) not in wanted:
                path.unlink()


class Tree:
    limit = 60  # seconds: scenarios, and tests in Swift, print something each few seconds

    def __init__(self, source, folder, texts=None, name=""):
        """- texts: other texts for some files than the source has.
        - name: that of a further place in a tree that is there."""
        self.source, self.folder, self.running, self.name = source, folder, set(), name or folder.name
        self.log = self.file("log")
        self.log.write_text("")
        # A folder for files that killed tests leave behind. It is outside the tree, because the path of a socket must
        # be short.
        self.temporary = Path(tempfile.mkdtemp(prefix="np-mutate-"))
        self.temporary.chmod(0o755)  # VLC refuses to run as root, so it runs as nobody
        # Instead of the plugins of Tests/run-long, which are not in the path of a tree, pytest loads report.py.
        self.environment = {**os.environ, "PYTEST_PLUGINS": "report", "PYTHONDONTWRITEBYTECODE": "1",
                            "PYTHONPATH": str(source / "Tests/Lab/Mutate"), "TMPDIR": str(self.temporary)}
        if not name:
            copy_tree(source, folder, texts)

    def file(self, ending):
        """Returns a path beside the tree."""
        return self.folder.with_name(f"{self.name}.{ending}")

    def close(self):
        for process in list(self.running):
            self.kill(process)
        shutil.rmtree(self.temporary, ignore_errors=True)

    def clean(self):
        for path in self.temporary.iterdir():
            shutil.rmtree(path, ignore_errors=True)

    def start(self, command, output, environment=None):
        """Starts a command whose output goes to a file."""
        with open(output, "w") as file:
            process = subprocess.Popen([str(word) for word in command], cwd=self.folder,
                                       env=self.environment | (environment or {}), stdin=subprocess.DEVNULL,
                                       stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        self.running.add(process)
        return process

    @staticmethod
    def kill(process):
        """Kills a command and all that it has started. It kills the session, because `swift test` makes its own process
        groups."""
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if os.getsid(int(path.name)) == process.pid:
                    os.kill(int(path.name), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def end(self, process):
        self.running.discard(process)
        self.kill(process)
        process.wait()

    def failing_scenario(self, part):
        """Returns a scenario of the contract that the driver of a part fails twice, or ""."""
        found, words = "", []
        for _ in range(2):
            try:
                code, output = self.run(["Tests/alone", "/usr/bin/python3", "-m", "testkit.play", *words,
                                         *part.scenarios], self.limit)
            except Hang:
                return "no end"
            if code == 0:
                return ""
            failed = re.search(r"^ *FAILED +(.+?): ", output, re.MULTILINE)
            found = failed[1] if failed else f"exit code {code}"
            words = ["--only", found] if failed else []
        return found

    def run(self, command, limit):
        """Returns the exit code and the output of a command, which may be silent for `limit` seconds."""
        output = self.file("output")
        process, size, since = self.start(command, output), 0, time.monotonic()
        try:
            while process.poll() is None:
                time.sleep(0.05)  # sleeps: paces a loop that waits for a condition
                now, written = time.monotonic(), output.stat().st_size
                if written != size:
                    size, since = written, now
                if now - since > limit:
                    raise Hang(" ".join(map(str, command[-2:])))
        finally:
            self.end(process)
            text = output.read_text(errors="replace")
            with open(self.log, "a") as log:
                log.write(f"$ {command}\n{text}\n")
        return process.returncode, text


def replaced(text, before, after):
    if before not in text:
        raise SystemExit(f"Tests/Lab/Mutate/trees.py does not find {before!r}.")
    return text.replace(before, after)


class CMakeTree(Tree):
    """Builds by CMake, and without the optimiser."""

    def __init__(self, source, folder, swiftc, texts=None):
        project = replaced((source / "CMakeLists.txt").read_text(), OPTIMISED, QUICK)
        super().__init__(source, folder, {**(texts or {}), "CMakeLists.txt": project})
        self.swiftc = swiftc

    def configure(self):
        self.must(["cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_Swift_COMPILER={self.swiftc}",
                   "-DCMAKE_C_FLAGS=-DTIMEOUT_S=15"])  # of a change that hangs there is much to wait for

    def must(self, command):
        """Runs a command in the unchanged tree, which must succeed."""
        code, output = self.run(command, 3600)
        if code:
            raise SystemExit(f"The unchanged tree does not build:\n{output[-3000:]}")


class PartTree(CMakeTree):
    """Builds the program, the bindings and the plugins, as the table of parts says."""

    def build_unchanged(self, parts):
        self.configure()
        self.must(["cmake", "--build", "build", "--target", *TARGETS, "nowplaying"])
        self.must(["cmake", "--install", "build", "--prefix", "build/installed"])
        for part in parts:
            for command in [*part.setup, *part.build]:
                self.must(self.placed(command))

    def placed(self, command):
        return [word.replace("{tree}", str(self.folder)) for word in command]

    def change(self, change):
        self.write(change, change.before, change.after)

    def restore(self, change):
        self.write(change, change.after, change.before)

    def write(self, change, before, after):
        path = self.folder / change.file
        lines = path.read_text().split("\n")
        if lines[change.number] != before:
            raise RuntimeError(f"{path} is not the file that was read")
        lines[change.number] = after
        path.write_text("\n".join(lines))

    def build(self, part, file):
        """Builds a part with a change to a file, and returns whether it compiles. A file that was changed earlier, and
        restored, is compiled again, too."""
        if file.endswith(".py"):
            try:
                compile((self.folder / file).read_text(), file, "exec")
            except SyntaxError:
                return False
        return all(self.run(self.placed(command), 300)[0] == 0 for command in part.build)


def only(manifest, names):
    """Returns a manifest with only these targets, and no products."""
    kept = []
    for start in re.finditer(r"^    \.(?:target|testTarget|systemLibrary)\(\s*name: \"(\w+)\"", manifest, re.MULTILINE):
        if start[1] in names:
            kept.append(re.compile(r".*?\),$", re.MULTILINE | re.DOTALL).match(manifest, start.start())[0])
    head = manifest.split("let package")[0]
    return "\n".join([head + "let package = Package(", '  name: "NowPlaying",', "  targets: [", *kept, "  ],",
                      "  swiftLanguageModes: [.v6]", ")", ""])


class LibraryTree(CMakeTree):
    """Builds the library with many changes that lie dormant, once by CMake, as programs in C load it, and once by
    SwiftPM, with the tests in Swift."""

    def __init__(self, source, folder, swiftc, changes):
        self.numbers = {change.name: number for number, change in enumerate(changes)}
        by_file = {}
        for number, change in enumerate(changes):
            by_file.setdefault(change.file, []).append((number, change))
        self.files = {file: DormantFile((source / file).read_text(), LANGUAGES[PurePath(file).suffix],
                                        switch_of(file), these) for file, these in by_file.items()}
        for dormant in self.files.values():
            self.forget(dormant.left_out)
        texts = {file: dormant.written() for file, dormant in self.files.items()}
        for module, text in switches(self.files):
            texts[module] = text
        texts["Package.swift"] = only((source / "Package.swift").read_text(), SWIFT_TARGETS)
        # A private bus gives its programs few variables of the environment.
        texts[BUS] = replaced((source / BUS).read_text(), KEPT, f'{KEPT}, "{VARIABLE}"')
        super().__init__(source, folder, swiftc, texts)

    def build_unchanged(self):
        """Builds both. Afterwards `numbers` has the number of each change that compiles, by its name."""
        count = len(self.numbers)
        self.build_dormant(["swift", "build", "--build-tests", "-j", "2"])
        self.configure()
        self.build_dormant(["cmake", "--build", "build", "--target", *TARGETS, "--", "-k", "0"])
        self.build_dormant(["swift", "build", "--build-tests", "-j", "2"])
        print(f"{len(self.numbers)} of {count} changes compile", flush=True)

    def forget(self, numbers):
        self.numbers = {name: number for name, number in self.numbers.items() if number not in numbers}

    def build_dormant(self, command):
        """Builds until nothing is left that does not compile."""
        while True:
            code, output = self.run(command, 3600)
            if code == 0:
                return
            refused = {(file, number) for name, line in ERROR.findall(output) for file, dormant in
                       self.files.items() if name.endswith(file) for number in dormant.blamed(int(line))}
            if not refused:
                raise SystemExit(f"The tree with all changes does not build:\n{output[-3000:]}")
            for file, number in refused:
                self.files[file].drop(number)
            self.forget({number for _, number in refused})
            for file in {file for file, _ in refused}:
                (self.folder / file).write_text(self.files[file].written())


class LibraryPlace(Tree):
    """Runs tests in a tree of the library, with one change on, or with none."""

    def __init__(self, tree, number):
        self.numbers = tree.numbers
        super().__init__(tree.source, tree.folder, name=f"{tree.name}-{number}")
        if number == 0 and (test := self.failing_test() or self.failing_seed() or self.failing_scenario(LIBRARY)):
            raise SystemExit(f"The unchanged tree fails {test}, so nothing can be said of changes; see {self.log}.")

    def turn_on(self, change):
        """Returns whether the change is in the tree."""
        self.environment[VARIABLE] = str(self.numbers.get(change.name, ""))
        return change.name in self.numbers

    def failing_test(self, *which):
        """Returns a test in Swift that fails, or "" when all pass. The test must fail twice: one that fails now and
        then has noticed nothing. which: words that name some tests."""
        program = [".build/debug/NowPlayingPackageTests.xctest", "--testing-library", "swift-testing"]
        found, again = "", which
        for _ in range(2):
            try:
                code, output = self.run([*program, *again], self.limit)
            except Hang:
                return "no end"
            if code == 0:
                return ""
            if failed := re.search(r"Test ((\w+)\S*) (?:failed|recorded)", output):
                again = ["--filter", rf"/{failed[2]}\("]
            found = failed[1] if failed else "swift test"
        return found

    def failing_seed(self):
        """Returns what the simulation finds, or "". A seed that fails without the change finds nothing."""
        for seed in range(1, SEEDS + 1, AT_ONCE):
            try:
                code, output = self.run(["build/Tests/Library/Simulation/simulation", seed, AT_ONCE], self.limit)
            except Hang:
                return "no end"
            if code:
                found = re.search(r"^FAIL seed (\d+): (.*)", output, re.MULTILINE)
                return f"seed {found[1]}: {found[2]}" if found else f"exit code {code}"
        return ""
