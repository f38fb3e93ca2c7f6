# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A copy of the tree in which one change at a time is built and tested."""

import json
import os
import re
import shutil
import signal
import subprocess

PYTEST = ["/usr/bin/python3", "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "report", "--tb=no"]
# Programs that test the library as it runs: a change of the sources does not alter the header.
NOT_C_TESTS = "^(header|library)-"
SWIFT_TESTS = ["NowPlayingCoreTests", "NowPlayingEngineTests"]
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "NowPlaying",
  targets: [
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),
    .target(name: "CPlatform", dependencies: ["CSystemd"], cSettings: [.define("_GNU_SOURCE")]),
    .target(name: "NowPlayingCore"),
    .target(name: "NowPlayingBus", dependencies: ["NowPlayingCore", "CPlatform", "CSystemd"]),
    .target(name: "NowPlayingEngine", dependencies: ["NowPlayingBus", "NowPlayingCore", "CPlatform", "CSystemd"]),
    .testTarget(name: "NowPlayingCoreTests", dependencies: ["NowPlayingCore"]),
    .testTarget(
      name: "NowPlayingEngineTests",
      dependencies: ["NowPlayingEngine", "NowPlayingBus", "NowPlayingCore", "CPlatform", "CSystemd"]),
  ],
  swiftLanguageModes: [.v6]
)
"""


class Hang(Exception):
    """A command did not end."""


def copy_tree(source, target):
    """What git knows or would add, as it is in the work tree. Unchanged files keep their times, for the build."""
    listed = subprocess.run(["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout.split("\0")
    wanted = {name for name in listed if name and (source / name).is_file()}
    for name in wanted:
        data, path = (source / name).read_bytes(), target / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            shutil.copymode(source / name, path)
    for folder in ("Sources", "Tests"):
        for path in (target / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(target)) not in wanted:
                path.unlink()


class Tree:
    def __init__(self, source, folder):
        self.source, self.folder, self.build = source, folder, folder / "build"
        self.log = folder.with_suffix(".log")
        self.environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(source / "Tests/Mutate"),
                            "TEST_ORDER": str(folder.with_suffix(".order")),
                            "TEST_REPORT": str(folder.with_suffix(".report"))}
        copy_tree(source, folder)

    def run(self, command, limit):
        """The exit code and the output of a command. What it started ends with it, also when it hangs."""
        process = subprocess.Popen([str(word) for word in command], cwd=self.folder, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True, errors="replace", start_new_session=True)
        try:
            output = process.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            raise Hang(" ".join(map(str, command[-2:]))) from None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.communicate()
        with open(self.log, "a") as log:
            log.write(f"$ {command}\n{output}\n")
        return process.returncode, output

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

    # ---- The library, its C programs, its clients ----

    def prepare(self, swiftc):
        """The first build; afterwards only the library is built again, which the programs load."""
        self.log.write_text("")
        for command in (["cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_Swift_COMPILER={swiftc}",
                         "-DCMAKE_C_FLAGS=-DPATIENCE_S=15"],  # of a change that hangs there is much to wait for
                        ["cmake", "--build", "build", "--target", "Tests/all"]):
            code, output = self.run(command, 3600)
            if code:
                raise SystemExit(f"The unchanged tree does not build:\n{output[-3000:]}")

    def build_library(self):
        """Whether it compiles."""
        return self.run(["cmake", "--build", "build", "--target", "NowPlayingABI"], 900)[0] == 0

    def c_tests(self, names, limit):
        """Runs the C programs of these names; the names of those that failed."""
        if not names:
            return []
        pattern = "|".join(f"^{re.escape(name)}$" for name in names)
        code, output = self.run(["ctest", "--test-dir", "build", "-R", pattern, "-j2", "--stop-on-failure",
                                 "--timeout", "60"], limit)
        failed = re.findall(r"^\s*\d+ - (\S+) \(", output, re.MULTILINE)
        return failed or (["ctest"] if code else [])

    def client_tests(self, names, limit, only=False):
        """Runs the integration tests, those that are named first and in this order, or only those, until one fails;
        the name of the one."""
        code, reports = self.pytest(names, ["-x", "--build=build", *(names if only else ["Tests/Integration"])], limit)
        failed = [name for name, outcome, _ in reports if outcome == "failed"]
        return failed[:1] or (["pytest"] if code else [])

    def pytest(self, order, words, limit):
        """Runs pytest; the exit code, and how each part of each test ended."""
        order_file, report = (self.folder.with_suffix(end) for end in (".order", ".report"))
        order_file.write_text(json.dumps(order))
        report.write_text("")
        code, output = self.run([*PYTEST, *words], limit)
        if code > 1:  # neither success nor failed tests, but wrong words or an error of pytest itself
            raise RuntimeError(output[-3000:])
        return code, [json.loads(line) for line in report.read_text().splitlines()]

    # ---- The ordinary build ----

    def prepare_swift(self):
        (self.folder / "Package.swift").write_text(MANIFEST)
        if not self.build_swift(3600):
            raise SystemExit(f"The unchanged tree does not build; see {self.log}.")

    def build_swift(self, limit=900):
        return self.run(["swift", "build", "--build-tests", "-j", "2"], limit)[0] == 0

    def swift_tests(self, limit=300):
        for name in SWIFT_TESTS:
            if self.run(["swift", "test", "--skip-build", "--filter", f"^{name}\\."], limit)[0]:
                return [name]
        return []

    # ---- How long the unchanged tree takes ----

    def c_durations(self):
        listed = self.run(["ctest", "--test-dir", "build", "-E", NOT_C_TESTS, "-j2"], 900)[1]
        found = re.findall(r" Test +#\d+: (\S+) \.+ *\**(\w+) +([\d.]+) sec", listed)
        failed = [name for name, result, _ in found if result != "Passed"]
        self.must_pass(self.c_tests(failed, 900) if failed else [], found)
        return {name: float(seconds) for name, _, seconds in found}

    def client_durations(self):
        _, reports = self.pytest([], ["--build=build", "Tests/Integration"], 1800)
        failed = [name for name, outcome, _ in reports if outcome == "failed"]
        self.must_pass(self.client_tests(failed, 900, only=True) if failed else [], reports)
        durations = {}
        for name, _, seconds in reports:
            durations[name] = durations.get(name, 0.0) + seconds
        return durations

    @staticmethod
    def must_pass(failed, found):
        """What fails alone as well, and what ran."""
        if failed or not found:
            raise SystemExit(f"The unchanged tree fails its tests, so nothing can be said of changes: {failed}")
