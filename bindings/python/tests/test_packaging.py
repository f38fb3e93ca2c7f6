# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the wheel that contains the library, and the sdist that uses the system's: each is installed into a new
environment, where the minimal player runs without the source tree."""
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import xml.etree.ElementTree
import zipfile
from pathlib import Path

import pytest
import yaml

import nowplaying
from conftest import PACKAGE, REPOSITORY, TIMEOUT, wait_until

LIBRARY = os.path.realpath(os.environ["NOWPLAYING_LIBRARY"])
MINIMAL = REPOSITORY / "examples" / "python-minimal" / "minimal.py"
SURFACE = os.path.realpath(os.environ["NOWPLAYING_SURFACE_LIBRARY"])
# Type checkers newer than Debian's.
NEW = Path(os.environ["CHECKERS"]) / "bin"
PROGRAM = Path(LIBRARY).with_name("nowplaying")
MOST_BYTES = 2_000_000  # of a wheel
STRICT = REPOSITORY / "docs/strict.md"
# Plays until it is killed, and keeps the rules that the recipes require.
PLAYER = """import signal, time
from nowplaying import App, Command, Music, Session, Snapshot

number, playing, start, since = 1, True, 0.0, time.monotonic()
def position():
    return start + (time.monotonic() - since if playing else 0.0)
def be(is_playing, at=None, item=None):
    global number, playing, start, since
    number, start, playing, since = item or number, position() if at is None else at, is_playing, time.monotonic()
    with session.update():
        session.content = Music(f"Song {{number}}", "Somebody", id=str(number), duration=60.0,
                                url="https://example.org/song{query}")
        session.snapshot = Snapshot.playing(start) if playing else Snapshot.paused(start)

with App("org.example.Player", bus_name="my-player") as app:
    session = Session(app)
    session.commands = [Command.play(lambda: be(True)), Command.pause(lambda: be(False)),
                        Command.next(lambda: be(playing, 0.0, number + 1)),
                        Command.previous(lambda: be(playing, 0.0, max(1, number - 1))),
                        Command.seek_to_position(lambda seconds: be(playing, seconds))]
    be(True)
    session.request_application_primary()
    signal.pause()
"""
SONAME, SURFACE_SONAME = "libnowplaying.so.0", "libnowplaying-surface.so.0"


def run(*command, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NOWPLAYING", "PYTHON"))}
    result = subprocess.run(command, env={**environment, **variables}, text=True, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the source, because builds leave files in it."""
    copy = tmp_path_factory.mktemp("source") / "python"
    shutil.copytree(PACKAGE, copy)
    return copy


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    run("/usr/bin/python3", "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
        "--disable-pip-version-check", "--wheel-dir", str(out), str(source), NOWPLAYING_BUNDLE=LIBRARY)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def sdist(source):
    run("/usr/bin/python3", "-c", "import os, sys; os.chdir(sys.argv[1]); sys.argv[1:] = ['--quiet', 'sdist']; "
        "exec(open('setup.py').read(), {'__file__': 'setup.py', '__name__': '__main__'})", str(source))
    return next((source / "dist").glob("*.tar.gz"))


def install(package, directory):
    """Makes a new environment with the package. Returns its Python."""
    venv.create(directory, with_pip=True, system_site_packages=True)
    run(str(directory / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
        "--no-build-isolation", "--disable-pip-version-check", str(package))
    return str(directory / "bin" / "python")


def drive_minimal(bus, directory, python, **variables):
    """Runs the minimal player away from the source tree. Returns the libraries that it has loaded."""
    program = shutil.copy(MINIMAL, directory / "player.py")
    environment = {"PATH": os.environ["PATH"], "DBUS_SESSION_BUS_ADDRESS": bus.address,
                   "XDG_RUNTIME_DIR": bus.environment["XDG_RUNTIME_DIR"], **variables}
    player = subprocess.Popen([python, program], cwd=directory, env=environment, text=True, stdin=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    try:
        wait_until(bus.player)
        for arguments, line in ((), "Song 1: playing"), (("pause",), "Song 1: paused"), (("next",), "Song 2: paused"), (
                ("play",), "Song 2: playing"):
            if arguments:
                bus.playerctl(*arguments)
            assert player.stderr.readline() == line + "\n"
        assert bus.playerctl("metadata", "--format", "{{artist}} - {{title}}") == "The Examples - Song 2"
        loaded = Path(f"/proc/{player.pid}/maps").read_text()
    finally:
        _, errors = player.communicate(timeout=TIMEOUT)  # ends its input
    assert (player.returncode, errors) == (0, "")
    wait_until(lambda: bus.player() is None)
    return {line.split()[-1] for line in loaded.splitlines() if "libnowplaying" in line}


def loaded_by_a_surface(python, **variables):
    """Returns the folder of each library that a surface program has loaded."""
    said = run(python, "-W", "error", "-c", "from nowplaying.surface import Surface\nSurface().close()\n"
               "print(open('/proc/self/maps').read())", **variables)
    paths = {Path(line.split()[-1]) for line in said.splitlines() if "libnowplaying" in line}
    return {path.name: str(path.parent) for path in paths}


def test_wheel_carries_the_library(bus, wheel, tmp_path):
    assert wheel.name.startswith(f"libnowplaying-{nowplaying.__version__}-py3-none-linux_")
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"nowplaying/{SONAME}", f"nowplaying/{SURFACE_SONAME}", "nowplaying/py.typed"} <= set(names)
    info = f"libnowplaying-{nowplaying.__version__}.dist-info"
    license = next(name for name in names if re.fullmatch(rf"{info}/(licenses/)?LICENSE", name))
    assert zipfile.ZipFile(wheel).read(license) == (REPOSITORY / "LICENSE").read_bytes()
    metadata = zipfile.ZipFile(wheel).read(f"{info}/METADATA").decode()
    assert re.search("^License(-Expression)?: Apache-2.0 WITH Swift-exception$", metadata, re.MULTILINE)
    assert not re.search(r"\]\((?!https?://)", metadata), "a link of the README leads nowhere from an index"
    python = install(wheel, tmp_path / "environment")
    loaded = drive_minimal(bus, tmp_path, python)
    assert len(loaded) == 1 and loaded.pop().startswith(str(tmp_path / "environment"))
    folder = Path(loaded_by_a_surface(python)[SURFACE_SONAME])
    assert folder.is_relative_to(tmp_path / "environment") and folder.name == "nowplaying"


def test_wheel_carries_the_program(wheel, tmp_path):
    """It is there by its name and by that of the package, as `pipx run` calls it; one without a library has none."""
    assert wheel.stat().st_size <= MOST_BYTES
    python = Path(install(wheel, tmp_path / "environment"))
    version = run(str(PROGRAM), "--version")
    for name in "nowplaying", "libnowplaying":
        assert run(str(python.with_name(name)), "--version") == version
    program, = (tmp_path / "environment").glob("lib/*/site-packages/nowplaying/nowplaying")
    program.unlink()
    refused = subprocess.run([python.with_name("nowplaying")], text=True, stderr=subprocess.PIPE, check=False)
    assert refused.returncode == 1 and refused.stderr.startswith("This package of libnowplaying has no program")


@pytest.mark.parametrize("folder", ["lib", "lib/x86_64-linux-gnu", "lib without a program"])
def test_wheel_of_an_installed_library(source, tmp_path, folder):
    place = tmp_path / "prefix" / folder
    place.mkdir(parents=True)
    (tmp_path / "prefix/bin").mkdir()
    shutil.copy(LIBRARY, place / "libnowplaying.so")
    shutil.copy(SURFACE, place / "libnowplaying-surface.so")
    has_program = "without" not in folder
    if has_program:
        shutil.copy(PROGRAM, tmp_path / "prefix/bin")
    run("/usr/bin/python3", "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
        "--disable-pip-version-check", "--wheel-dir", str(tmp_path), str(source),
        NOWPLAYING_BUNDLE=str(place / "libnowplaying.so"))
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as archive:
        assert ("nowplaying/nowplaying" in archive.namelist()) is has_program
        commands = archive.read(next(name for name in archive.namelist() if name.endswith("entry_points.txt"))).decode()
    assert ("nowplaying = nowplaying._program:main" in commands) is has_program and "nowplaying-junit" in commands


def recipes():
    """The script of the page about the doctor, and the commands of each forge that follow `make`."""
    blocks = re.findall(r"^```(sh|yaml)\n(.*?)^```", STRICT.read_text(), re.M | re.S)
    github, gitlab = (yaml.safe_load(text) for kind, text in blocks if kind == "yaml")
    forges = {"github": [step["run"] for step in github["jobs"]["desktop"]["steps"] if "run" in step],
              "gitlab": gitlab["desktop"]["script"]}
    assert "desktop.xml" in str(github) and gitlab["desktop"]["artifacts"]["reports"] == {"junit": "desktop.xml"}
    script, = (text for kind, text in blocks if kind == "sh" and text.startswith("#!"))
    return script, {name: lines[lines.index("make") + 1:] for name, lines in forges.items()}


@pytest.mark.parametrize("forge", ["github", "gitlab"])
def test_recipe_for_forges(wheel, tmp_path, forge):
    """The job starts a player headless on a bus of its own; it fails where the player has ended, or breaks a rule."""
    script, commands = recipes()
    (tmp_path / "ci").mkdir()
    (tmp_path / "ci/judge.sh").write_text(script)
    python = Path(install(wheel, tmp_path / "environment"))
    player = tmp_path / "my-player"
    environment = {"PATH": f"{python.parent}:/usr/bin:/bin", "HOME": str(tmp_path)}

    def job(text, **variables):
        player.write_text(f"#!{python}\n{text}")
        player.chmod(0o755)
        return subprocess.run("\n".join(["set -e", *commands[forge]]), shell=True, cwd=tmp_path, text=True, check=False,
                              env={**environment, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def failures():
        return int(xml.etree.ElementTree.parse(tmp_path / "desktop.xml").getroot().get("failures"))

    done = job(PLAYER.format(query=""))
    assert done.returncode == 0 and failures() == 0, done.stdout
    done = job(PLAYER.format(query="?token=secret"))
    assert done.returncode == 1 and failures() == 1 and "\nsecret: " in done.stdout, done.stdout
    # A player that was not judged ends the job with 2, whether it has ended or not.
    done = job("raise SystemExit(3)")
    assert done.returncode == 2 and "judge.sh: ./my-player has ended\n" in done.stdout, done.stdout
    done = job(PLAYER.format(query="").replace("be(False)", "signal.raise_signal(signal.SIGKILL)"))
    assert done.returncode == 2 and "my-player has gone while it was driven\n" in done.stdout, done.stdout
    done = job(PLAYER.format(query=""), PATH="/usr/bin:/bin")
    assert done.returncode == 127 and "nowplaying: not found\n" in done.stdout, done.stdout


@pytest.mark.parametrize("checker", [["mypy", "--strict", "--cache-dir", os.devnull, "--python-executable"],
                                     [NEW / "mypy", "--strict", "--cache-dir", os.devnull, "--python-executable"],
                                     [NEW / "pyright", "--pythonpath"]], ids=["mypy", "new mypy", "pyright"])
def test_installed_package_is_typed(wheel, tmp_path, checker):
    """A type checker finds the types of the installed package."""
    python = install(wheel, tmp_path / "environment")
    program = tmp_path / "program.py"
    program.write_text("from nowplaying import Snapshot\nreveal_type(Snapshot.playing(position=1.0).position)\n"
                       "Snapshot.playing(position='a')\n")
    result = subprocess.run([*checker, python, program], text=True, stdout=subprocess.PIPE, check=False, cwd=tmp_path)
    said = result.stdout.replace("builtins.", "").replace("Optional[float]", "float | None")
    assert re.search('is "(float \\| None|Union\\[float, None\\])"', said)
    assert re.search('expected "float \\| None"|is not assignable to "float"', said)
    assert re.search("(Found )?1 error\\b", said)


def test_a_wheel_of_another_version_is_not_made(source, tmp_path):
    def refusal():
        result = subprocess.run(
            ["/usr/bin/python3", "setup.py", "-q", "build_py", "-d", tmp_path], cwd=source, text=True, check=False,
            env={**os.environ, "NOWPLAYING_BUNDLE": str(tmp_path / "libnowplaying.so")}, stderr=subprocess.PIPE)
        assert result.returncode == 1
        return result.stderr

    shutil.copy(LIBRARY, tmp_path / "libnowplaying.so")
    other = tmp_path / "libnowplaying-surface.so"
    assert f"NOWPLAYING_BUNDLE wants {other}, which is no file" in refusal()
    for name, function in ("-surface", "nowplaying_surface_version"), ("", "nowplaying_version"):
        other = tmp_path / f"libnowplaying{name}.so"
        subprocess.run(["cc", "-shared", "-xc", "-", "-o", other], check=True, text=True,
                       input=f"unsigned {function}(void) {{ return 0x090909; }}")
        assert f"NOWPLAYING_BUNDLE wants {other}, which is of version 9.9.9" in refusal()


def refusals(tmp_path, source):
    """Has each module use a library of this source in C. Yields the variable, the right library and the error."""
    other = tmp_path / "libother.so"
    subprocess.run(["cc", "-shared", "-xc", "-", "-o", other], check=True, text=True, input=source)
    for variable, module, name in ("NOWPLAYING_LIBRARY", "nowplaying", "libnowplaying"), (
            "NOWPLAYING_SURFACE_LIBRARY", "nowplaying.surface", "libnowplaying-surface"):
        result = subprocess.run(
            [sys.executable, "-c", f"import {module}"], text=True, stderr=subprocess.PIPE, check=False,
            env={**os.environ, variable: str(other), "PYTHONPATH": str(PACKAGE / "src")})
        yield variable, name, result.stderr


def test_an_older_library_is_not_used(tmp_path):
    for _, name, said in refusals(tmp_path, "unsigned nowplaying_version(void) { return 1; }"
                                            "unsigned nowplaying_surface_version(void) { return 1; }"):
        assert f"is older than this package: install {name} " in said


def test_another_library_is_named(tmp_path):
    for variable, name, said in refusals(tmp_path, "int other;"):
        assert f"libother.so is no {name}: set {variable} to the path of {name}.so.0" in said


def test_sdist_is_whole(sdist):
    with tarfile.open(sdist) as archive:
        files = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert {"LICENSE", "README.md", "tests/conftest.py", "tests/test_packaging.py", "test", "generate-signatures",
            "src/nowplaying/py.typed", "src/nowplaying/surface/__init__.py"} <= files


def test_types_are_clean_without_gi(wheel, tmp_path):
    """The types are correct even without PyGObject."""
    venv.create(tmp_path / "environment", with_pip=True)
    python = str(tmp_path / "environment" / "bin" / "python")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel))
    for mypy in "mypy", NEW / "mypy":
        run(mypy, "--strict", "--python-executable", python, "--cache-dir", os.devnull, "-p", "nowplaying")


def test_sdist_finds_the_library_of_the_system(bus, sdist, tmp_path):
    python = install(sdist, tmp_path / "environment")
    # The commands come with the system's own package of the program.
    assert not list(Path(python).parent.glob("*nowplaying*"))
    lib = tmp_path / "lib"
    lib.mkdir()
    (lib / SONAME).symlink_to(LIBRARY)
    (lib / SURFACE_SONAME).symlink_to(SURFACE)
    assert loaded_by_a_surface(python, LD_LIBRARY_PATH=str(lib)) == {
        Path(library).name: str(Path(library).parent) for library in (LIBRARY, SURFACE)}
    assert drive_minimal(bus, tmp_path, python, LD_LIBRARY_PATH=str(lib)) == {LIBRARY}


def test_environment_overrides_the_carried_library(bus, wheel, tmp_path):
    python = install(wheel, tmp_path / "environment")
    other = shutil.copy(LIBRARY, tmp_path / "libnowplaying-other.so")
    shutil.copy(SURFACE, tmp_path / "libnowplaying-surface-other.so")
    carried = loaded_by_a_surface(python)[SONAME]
    assert loaded_by_a_surface(
        python, NOWPLAYING_SURFACE_LIBRARY=f"{tmp_path}/libnowplaying-surface-other.so") == {
            "libnowplaying-surface-other.so": str(tmp_path), SONAME: carried}
    loaded = drive_minimal(bus, tmp_path, python, NOWPLAYING_LIBRARY=str(other))
    assert loaded == {str(other)}


def test_minimal_ends_on_sigterm(bus):
    player = subprocess.Popen([sys.executable, MINIMAL], env=bus.environment, stdin=subprocess.PIPE)
    wait_until(bus.player)
    player.terminate()
    assert player.wait(TIMEOUT) == 0
    player.stdin.close()
    wait_until(lambda: bus.player() is None)
