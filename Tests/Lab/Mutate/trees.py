# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A copy of the tree in which one change at a time is built and tested."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# Builds without optimisation, which would take two thirds of the time for each change.
OPTIMISED, QUICK = "${swift_flags} ${optimisation}", "${swift_flags} ${optimisation} -Onone"
CORE = ["NowPlayingCore", "SwiftSupport", "NowPlayingCoreTests"]
ENGINE = ["CNowPlayingSystemd", "CNowPlayingPlatform", "NowPlayingC", "NowPlayingCore", "NowPlayingBus",
          "NowPlayingBoundary", "NowPlayingEngine", "NowPlayingSurface", "SwiftSupport", "NowPlayingBusTests",
          "NowPlayingEngineTests", "NowPlayingSurfaceTests"]


def swift_compiler():
    return shutil.which("swiftc") or "/opt/swift/usr/bin/swiftc"


class Hang(Exception):
    """Raised when a command does not end."""


def copy_tree(source, target):
    """Copies the files that git tracks or would add. Unchanged files keep their times, so that the build skips them."""
    listed = subprocess.run(["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout.split("\0")
    wanted = {name for name in listed if name and (source / name).is_file()}
    for name in wanted:
        data, path = (source / name).read_bytes(), target / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            shutil.copymode(source / name, path)
    for folder in ("Sources", "Tests", "bindings", "contract", "examples", "plugins"):
        for path in (target / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(target)) not in wanted:
                path.unlink()


class Tree:
    def __init__(self, source, folder):
        self.source, self.folder, self.running = source, folder, set()
        self.log = folder.with_suffix(".log")
        self.log.write_text("")
        # A folder for files that killed tests leave behind. It is outside the tree, because the path of a socket must
        # be short.
        self.temporary = Path(tempfile.mkdtemp(prefix="np-mutate-"))
        self.temporary.chmod(0o755)  # VLC refuses to run as root, so it runs as nobody
        self.environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", 
                            "PYTHONPATH": str(source / "Tests/Lab/Mutate"), "TMPDIR": str(self.temporary)}
        copy_tree(source, folder)

    def close(self):
        for process in list(self.running):
            self.kill(process)
        shutil.rmtree(self.temporary, ignore_errors=True)

    def clean(self):
        for path in self.temporary.iterdir():
            shutil.rmtree(path, ignore_errors=True)

    # ---- Commands ----

    def start(self, command, output, environment=None, folder=None):
        """Starts a command whose output goes to a file."""
        with open(output, "w") as file:
            process = subprocess.Popen([str(word) for word in command], cwd=folder or self.folder,
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

    def run(self, command, limit, folder=None):
        """Returns the exit code and the output of a command, which may be silent for `limit` seconds."""
        output = self.folder.with_suffix(".output")
        process, size, since = self.start(command, output, folder=folder), 0, time.monotonic()
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

    # ---- Changes ----

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


class CMakeTree(Tree):
    """Builds by CMake, and without the optimiser."""

    def __init__(self, source, folder, swiftc):
        super().__init__(source, folder)
        self.swiftc = swiftc

    def build_targets(self, *targets):
        project = self.folder / "CMakeLists.txt"
        text = project.read_text()
        if OPTIMISED not in text:
            raise SystemExit(f"Tests/Lab/Mutate/trees.py does not find {OPTIMISED!r} in CMakeLists.txt.")
        project.write_text(text.replace(OPTIMISED, QUICK))
        self.must(["cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_Swift_COMPILER={self.swiftc}",
                   "-DCMAKE_C_FLAGS=-DTIMEOUT_S=15"])  # of a change that hangs there is much to wait for
        self.must(["cmake", "--build", "build", "--target", *targets])

    def must(self, command):
        """Runs a command in the unchanged tree, which must succeed."""
        code, output = self.run(command, 3600)
        if code:
            raise SystemExit(f"The unchanged tree does not build:\n{output[-3000:]}")


class PartTree(CMakeTree):
    """Builds the program, the bindings and the plugins, as the table of parts says."""

    def build_unchanged(self, parts):
        self.build_targets("Tests/all", "kitchen", "nowplaying")
        self.must(["cmake", "--install", "build", "--prefix", "build/installed"])
        for part in parts:
            for command in [*part.setup, *part.build]:
                self.must(self.placed(command))

    def placed(self, command):
        return [word.replace("{tree}", str(self.folder)) for word in command]

    def build(self, part, file):
        """Builds a part with a change to a file, and returns whether it compiles. A file that was changed earlier, and
        restored, is compiled again, too."""
        if file.endswith(".py"):
            try:
                compile((self.folder / file).read_text(), file, "exec")
            except SyntaxError:
                return False
        return all(self.run(self.placed(command), 300)[0] == 0 for command in part.build)


class LibraryTree(CMakeTree):
    """Builds the library, which the programs of the tests load."""

    def build_unchanged(self):
        self.build_targets("Tests/all", "kitchen")
        libraries = ["NowPlayingABI", "NowPlayingSurface"]
        commands = self.run(["ninja", "-C", "build", "-t", "commands", *libraries], 60)[1].splitlines()
        self.compilers = [line for line in commands if " -c " in line and "/Library/Platform/" in line]
        self.modules = [(name[1], line) for line in commands if (name := re.search(r" -module-name (\S+)", line))]
        self.imports = {module: self.imported(module) for module, _ in self.modules}
        self.archives = [line for line in commands if " qc libNowPlaying" in line]
        self.links = [line for line in commands if " -shared " in line]
        # Programs that have the functions of CNowPlayingPlatform in them.
        listed = ["ninja", "-C", "build", "-t", "commands", "Tests/Library/Platform/all"]
        commands = self.run(listed, 60)[1].splitlines()
        self.programs = [line for line in commands if " -o Tests/Library/Platform/platform_" in line]
        self.products = [path for path in (self.folder / "build").rglob("*")
                         if path.suffix in (".a", ".swiftmodule")
                         or path.suffix == ".o" and (
                             "CNowPlayingPlatform.dir" in path.parts or path.parent.name == "build")
                         or path.match("libnowplaying*.so.*") and not path.is_symlink()
                         or path.match("Tests/Library/Platform/platform_*") and path.is_file()]
        self.unchanged = [path.read_bytes() for path in self.products]

    def steps(self, file):
        """Returns the commands that build the library after a change to a file. Ninja would also rebuild the previously
        changed file, whose time is new because it was restored."""
        if file.endswith(".c"):
            return [line for line in self.compilers if line.endswith("/" + file)] + self.links + self.programs
        changed, steps = {"NowPlaying" + file.split("/")[2]}, []
        for module, line in self.modules:  # each follows the modules that it imports
            if changed & {module, *self.imports[module]}:
                changed.add(module)
                steps.append(line)
        return steps + self.archives + self.links

    def imported(self, module):
        """Returns the modules that a module's files import."""
        folder = self.folder / "Sources/Library" / module.removeprefix("NowPlaying")
        texts = [path.read_text() for path in folder.rglob("*.swift")]
        return {name for text in texts for name in re.findall(r"^(?:\w+ )*import (\w+)", text, re.MULTILINE)}

    def build(self, file):
        """Builds the library with a change to a file, and returns whether it compiles. All other files of the build are
        as in the unchanged tree."""
        for path, data in zip(self.products, self.unchanged):
            path.write_bytes(data)
        return all(self.run(["sh", "-c", line], 300, self.folder / "build")[0] == 0 for line in self.steps(file))


def only(manifest, names):
    """Returns a manifest with only these targets, and no products."""
    kept = []
    for start in re.finditer(r"^    \.(?:target|testTarget|systemLibrary)\(\s*name: \"(\w+)\"", manifest, re.MULTILINE):
        if start[1] in names:
            kept.append(re.compile(r".*?\),$", re.MULTILINE | re.DOTALL).match(manifest, start.start())[0])
    head = manifest.split("let package")[0]
    return "\n".join([head + "let package = Package(", '  name: "NowPlaying",', "  targets: [", *kept, "  ],",
                      "  swiftLanguageModes: [.v6]", ")", ""])


class SwiftTree(Tree):
    """Builds the same sources as Swift programs have them, and some of their tests in Swift."""

    def __init__(self, source, folder, targets):
        super().__init__(source, folder)
        self.kind = folder.name.rpartition("-")[0]
        manifest = folder / "Package.swift"
        manifest.write_text(only(manifest.read_text(), targets))
        self.limit = 3600.0

    def build_unchanged(self):
        if not self.build(3600):
            raise SystemExit(f"The unchanged tree does not build; see {self.log}.")
        start = time.monotonic()
        if test := self.failing_test():
            raise SystemExit(f"The unchanged tree fails {test}, so nothing can be said of changes; see {self.log}.")
        # Allows for a busy machine: a test is not hanging as long as it takes twice its measured time.
        self.limit = 40 + 2 * (time.monotonic() - start)

    def build(self, limit=900):
        return self.run(["swift", "build", "--build-tests", "-j", "2"], limit)[0] == 0

    def failing_test(self, *which):
        """Returns a test that fails, or "" when all pass. The tests must fail twice: one that fails now and then has
        noticed nothing. which: words of `swift test` that name some tests."""
        found = ""
        for _ in range(2):
            try:
                code, output = self.run(["swift", "test", "--skip-build", *which], self.limit)
            except Hang:
                found = found or "no end"
                continue
            if code == 0:
                return ""
            failed = re.search(r"Test (\S+) (?:failed|recorded)", output)
            found = failed[1] if failed else "swift test"
        return found
