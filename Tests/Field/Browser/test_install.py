# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests how the host and the extension are installed, as a new user does."""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from run import CHROMIUM_ID, FIREFOX_ID, NAME, Run

PLACES = {".config/chromium": "chromium", ".config/google-chrome": "chromium",
          ".config/BraveSoftware/Brave-Browser": "chromium", ".config/vivaldi": "chromium",
          ".config/microsoft-edge": "chromium", ".mozilla": "firefox", ".librewolf": "firefox"}


def run_host(folder, word, code):
    done = subprocess.run([str(Run.host), word], env={"HOME": str(folder)}, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_manifests(tmp_path):
    for place in PLACES:
        (tmp_path / place).mkdir(parents=True)
    said = run_host(tmp_path, "--install", 0)
    for place, family in PLACES.items():
        folder = "native-messaging-hosts" if family == "firefox" else "NativeMessagingHosts"
        path = tmp_path / place / folder / f"{NAME}.json"
        assert str(path) in said
        manifest = json.loads(path.read_text(encoding="utf-8"))
        assert (manifest["name"], manifest["path"], manifest["type"]) == (NAME, str(Run.host), "stdio")
        if family == "firefox":
            assert manifest["allowed_extensions"] == [FIREFOX_ID]
        else:
            assert manifest["allowed_origins"] == [f"chrome-extension://{CHROMIUM_ID}/"]
    run_host(tmp_path, "--remove", 0)
    assert list(tmp_path.rglob(f"{NAME}.json")) == []
    run_host(tmp_path, "--remove", 0)


@pytest.mark.parametrize("sign", [".config/mozilla", ".var/app/org.mozilla.firefox", "snap/firefox/common"])
def test_a_firefox_whose_profiles_are_elsewhere(tmp_path, sign):
    """Firefox 147 and later, and Firefox of Flatpak and Snap, keep profiles elsewhere, but look for hosts in the old
    folder."""
    (tmp_path / sign).mkdir(parents=True)
    manifest = tmp_path / f".mozilla/native-messaging-hosts/{NAME}.json"
    assert run_host(tmp_path, "--install", 0) == f"Firefox: {manifest}\n"
    assert json.loads(manifest.read_text(encoding="utf-8"))["allowed_extensions"] == [FIREFOX_ID]
    assert run_host(tmp_path, "--list", 0) == f"Firefox: {manifest}\n"
    run_host(tmp_path, "--remove", 0)
    assert list(tmp_path.rglob(f"{NAME}.json")) == []


@pytest.mark.parametrize("sign, name", [
    (".var/app/org.chromium.Chromium", "Chromium (Flatpak)"), ("snap/chromium/common", "Chromium (Snap)"),
    (".var/app/com.google.Chrome", "Google Chrome (Flatpak)"), (".var/app/com.brave.Browser", "Brave (Flatpak)"),
    ("snap/brave/common", "Brave (Snap)"), (".var/app/com.vivaldi.Vivaldi", "Vivaldi (Flatpak)"),
    (".var/app/com.microsoft.Edge", "Microsoft Edge (Flatpak)"),
    (".var/app/io.gitlab.librewolf-community", "LibreWolf (Flatpak)")])
def test_a_browser_that_starts_no_host(tmp_path, sign, name):
    """The user is told that this browser starts no host, and no manifest is written for it."""
    (tmp_path / sign).mkdir(parents=True)
    said = run_host(tmp_path, "--install", 1)
    assert f"{name}: starts no program outside of its sandbox\n" in said and "No browser" in said
    (tmp_path / ".mozilla").mkdir()
    assert f"{name}: starts no program" in run_host(tmp_path, "--install", 0)
    (manifest,) = tmp_path.rglob(f"{NAME}.json")
    assert manifest.is_relative_to(tmp_path / ".mozilla")


@pytest.mark.parametrize("kind", ["firefox"])
def test_a_new_user_of_firefox(kind, pages, tmp_path):
    """The folders that the browser makes for a new user are enough for the installer to find the browser."""
    with Run(kind, tmp_path, manifests=False) as run:
        home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / ".config")}
        place = run.browser.in_browser("return Services.dirsvc.get('XREUserNativeManifests', Ci.nsIFile).path")
        subprocess.run([str(Run.host), "--install"], env=home, check=True)
        assert (Path(place) / f"native-messaging-hosts/{NAME}.json").is_file(), place
        run.browser.open(f"{pages.at}/music.html")
        run.wait_title("Song one")


def test_manifests_of_all_users(tmp_path, pytestconfig):
    """Packages install the same manifests as the host does for one user."""
    build, root = tmp_path / "build", tmp_path / "root"

    def cmake(*words):
        subprocess.run(["cmake", *map(str, words)], env=os.environ | {"DESTDIR": str(root)}, check=True,
                       stdout=subprocess.DEVNULL)

    cmake("-G", "Ninja", "-S", Run.extension.parent, "-B", build, "-DCMAKE_INSTALL_PREFIX=/usr",
          f"-DCMAKE_PREFIX_PATH={Path(pytestconfig.getoption('--build')).resolve()}/players/installed",
          "-DINSTALL_HOST_MANIFESTS=ON")
    cmake("--build", build)
    cmake("--install", build)
    assert (root / "usr/share/nowplaying-browser/manifest.json").is_file()
    own = {}
    for place, folder in (".config/chromium", "NativeMessagingHosts"), (".mozilla", "native-messaging-hosts"):
        (tmp_path / place).mkdir(parents=True)
        run_host(tmp_path, "--install", 0)
        own[place] = json.loads((tmp_path / place / folder / f"{NAME}.json").read_text(encoding="utf-8"))
    for folder, place in {"etc/chromium": ".config/chromium", "etc/opt/chrome": ".config/chromium",
                          "etc/opt/edge": ".config/chromium", "usr/lib/mozilla": ".mozilla"}.items():
        manifest = json.loads((root / folder / "native-messaging-hosts" / f"{NAME}.json").read_text(encoding="utf-8"))
        assert os.access(f"{root}{manifest['path']}", os.X_OK), manifest
        assert manifest | {"path": str(Run.host)} == own[place], manifest


def test_no_browser(tmp_path):
    assert "No browser" in run_host(tmp_path, "--install", 1)
    assert list(tmp_path.iterdir()) == []


def test_packages(tmp_path):
    """The packages are the same each time, and have what each browser reads."""
    made = []
    for name in "first", "second":
        folder = tmp_path / name
        folder.mkdir()
        subprocess.run([sys.executable, str(Run.extension.parent / "pack"), str(folder)], check=True)
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert made[0] == made[1]
    assert set(made[0]) == {"nowplaying-browser.zip", "nowplaying-browser.xpi"}
    for name in made[0]:
        with zipfile.ZipFile(tmp_path / "first" / name) as packed:
            assert sorted(packed.namelist()) == sorted(path.name for path in Run.extension.iterdir())
            assert "key" not in json.loads(packed.read("manifest.json"))


@pytest.mark.parametrize("kind", ["firefox"])
def test_the_package_runs(run, pages, tmp_path):
    subprocess.run([sys.executable, str(Run.extension.parent / "pack"), str(tmp_path)], check=True)
    run.browser.install(Path(tmp_path) / "nowplaying-browser.xpi")
    run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")


def test_the_id_is_that_of_the_key():
    """Chromium derives the id of an extension from its key."""
    key = json.loads((Run.extension / "manifest.json").read_text(encoding="utf-8"))["key"]
    digest = hashlib.sha256(base64.b64decode(key)).hexdigest()[:32]
    assert "".join(chr(ord("a") + int(digit, 16)) for digit in digest) == CHROMIUM_ID


@pytest.fixture
def run_word(tmp_path, pytestconfig):
    """Runs `nowplaying browser`, which finds the host in $PATH."""
    for place in ".mozilla", ".config/chromium":
        (tmp_path / "home" / place).mkdir(parents=True)
    environment = {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "path")}
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / Run.host.name).symlink_to(Run.host)

    def run(*words, code=0):
        done = subprocess.run([f"{pytestconfig.getoption('--build')}/nowplaying", "browser", *words], check=False,
                              env=environment, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr
    return run


def test_the_word_of_the_program(run_word, tmp_path):
    assert "Firefox: knows no host" in run_word(code=1)
    assert list(tmp_path.rglob("*essag*")) == [], "a list has made a folder"
    said = run_word("install")
    manifest = tmp_path / f"home/.mozilla/native-messaging-hosts/{NAME}.json"
    assert f"Firefox: {manifest}\n" in said and json.loads(manifest.read_text())["path"] == str(Run.host)
    assert run_word("list") == said
    manifest.write_text(json.dumps({"path": "/absent"}))
    assert f"{manifest} names /absent, which is not there" in run_word("list", code=1)
    assert run_word("remove") == said
    assert list(tmp_path.rglob(f"{NAME}.json")) == []
    assert "browser takes no 'add'" in run_word("add", code=1)
    assert "browser takes no 'list'" in run_word("list", "list", code=1)


def test_a_host_that_is_not_installed(run_word, tmp_path):
    """`nowplaying browser install` fails without a host, unless this machine has one installed for all users."""
    (tmp_path / "path" / Run.host.name).unlink()
    if not any((Path(prefix) / "libexec/nowplaying-browser-host").exists() for prefix in ("/usr", "/usr/local")):
        assert "No nowplaying-browser-host is installed" in run_word("install", code=1)
