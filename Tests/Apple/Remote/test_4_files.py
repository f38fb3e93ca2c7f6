# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The folder in which the extension remembers its sessions: modes, and files that are broken, late, or not its own."""

import fcntl
import json
import os
import stat
import time

import pytest

from lab.remote.attributes import attributes
from lab.remote.extension import players
from lab.remote.push import Distributor, Server, token_of
from lab.webpush import Form
from testkit.desktop import wait_until

KEYS = {"version", "id", "attributes", "changed", "bus", "attempts", "applied", "seen", "push"}


@pytest.fixture
def kept(extension):
    """Returns an extension that has stored two sessions, and whose process has been killed."""
    extension.start(attributes("bath"))
    extension.start(attributes())
    extension.signal()
    return extension


def mode(path):
    return stat.S_IMODE(path.lstat().st_mode)


def test_4_what_is_on_file(login, extension):
    Distributor(login, 2)
    given = attributes()
    extension.start(given)
    token_of(login)
    found = json.loads(extension.file().read_text())
    assert found.keys() == KEYS and found["version"] == 1
    assert (found["id"], found["attributes"]) == ("kitchen", given)
    assert abs(found["changed"] - time.time()) < 60 and found["bus"] == login.pinger.bus("GetId")[0]
    assert (found["attempts"], found["applied"], found["seen"]) == (0, None, [])
    assert found["push"]["distributor"] == "org.unifiedpush.Distributor.kde" and found["push"]["version"] == 2


def test_4_the_last_salts_are_on_file(login, extension):
    """The file has the salts of the last 32 messages, and the time of the last update that was applied."""
    server = Server(Distributor(login, 2))
    extension.start(attributes())
    token = token_of(login)
    forms = [Form() for _ in range(35)]
    for number, form in enumerate(forms):
        server.push(token, server.payload("update", attributes(title=f"Title {number}"), timestamp=server.now()), form)
    extension.player().wait_title("Title 34")
    found = extension.files()["kitchen"]
    assert len(found["seen"]) == 32 and abs(found["applied"] - server.last) < 1
    extension.signal()
    extension.sessions()
    assert extension.wait_player().title() == "Title 34"
    assert extension.files()["kitchen"]["seen"] == found["seen"]


def test_4_modes(login, extension, app):
    Distributor(login, 2)
    app.start(attributes())
    app.start_token()
    assert mode(extension.folder) == 0o700
    files = [path for path in extension.folder.iterdir() if path.name != "lock"]
    assert {path.name for path in files} > {"extension.json"} and len(files) == 2
    assert {mode(path) for path in extension.folder.iterdir()} == {0o600}
    assert {path.lstat().st_uid for path in extension.folder.iterdir()} == {os.getuid()}


def test_4_a_folder_by_the_environment(folder, make_login, make_extension):
    login = make_login(XDG_STATE_HOME=str(folder / "state"))
    extension = make_extension(login)
    extension.folder = folder / "state/nowplaying" / extension.name
    extension.start(attributes())
    assert list(extension.files()) == ["kitchen"] and not login.state.exists()


def test_4_a_relative_folder_is_none(make_login, make_extension):
    extension = make_extension(make_login(XDG_STATE_HOME="state"))
    extension.start(attributes())
    assert list(extension.files()) == ["kitchen"]


BROKEN = {"empty": b"", "cut off": b'{"version":1,"id":"kitchen","attributes":{"id":"kit', "no JSON": b"\0" * 100,
          "a list": b"[]", "without attributes": b'{"version":1,"id":"kitchen"}',
          "attributes of a text": b'{"version":1,"id":"kitchen","attributes":"x","changed":0,"bus":"","attempts":0}',
          "no version": b'{"id":"kitchen"}', "nested": b"[" * 100_000, "not UTF-8": b'{"version":1,"id":"\xff\xfe"}'}


@pytest.mark.parametrize("what", BROKEN)
def test_4_a_broken_file(login, kept, what):
    path = kept.file()
    path.write_bytes(BROKEN[what])
    assert kept.ids() == ["bath"]
    assert not path.exists() and login.log.lines(path.name)
    assert kept.wait_player("bath").title() == "Blue"
    assert kept.start(attributes()) == "kitchen"


def test_4_attributes_that_do_not_decode_any_more(login, kept):
    path = kept.file()
    kept.edit(attributes={"id": "kitchen", "isPlaying": "yes"})
    assert "bath" in kept.ids()
    kept.settle()
    assert kept.wait_player("bath").title() == "Blue" and login.log.lines("isPlaying") and path


def test_4_attributes_of_another_id(login, kept):
    """The stored attributes give another id, as if another version of the extension computed ids differently."""
    kept.edit(attributes=attributes("bath", title="Red"))
    assert sorted(kept.ids()) == ["bath", "kitchen"]
    assert kept.wait_player("bath").title() == "Blue" and login.log.wait("kitchen cannot be restored")
    kept.settle()
    assert not kept.row("kitchen").name and len(players(login)) == 1
    assert kept.start(attributes(title="Green")) == "kitchen"
    assert kept.player().title() == "Green" and kept.player("bath").title() == "Blue"


def test_4_a_folder_in_place_of_a_file(login, kept):
    """A session that cannot be stored is registered nowhere: the next process would have other keys."""
    distributor = Distributor(login, 2)
    path = kept.folder / "extension.json"
    path.unlink(missing_ok=True)
    path.mkdir()
    assert sorted(kept.ids()) == ["bath", "kitchen"]
    assert kept.refused("RequestPushToStart") == "Failed"
    assert kept.property("PushToStartToken").value == ""
    token_of(login)
    token_of(login, "bath")
    assert len(distributor.seen("register")) == 2
    assert login.log.lines("extension.json cannot be removed") and login.log.lines("cannot be stored")
    path.rmdir()
    kept.call("RequestPushToStart")
    distributor.wait("register", count=3)
    assert kept.remembered()["start"]


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_4_a_broken_file_of_the_extension(login, extension, app, content):
    Distributor(login, 2)
    app.start_token()
    app.start(attributes())
    extension.signal()
    (extension.folder / "extension.json").write_bytes(content)
    assert extension.ids() == ["kitchen"]
    assert login.log.lines("extension.json")


def test_4_a_half_written_file(kept):
    left = kept.folder / ".session-0123.json.tmp"
    left.write_bytes(b'{"version":1,')
    assert sorted(kept.ids()) == ["bath", "kitchen"]
    assert not left.exists()


def test_4_a_file_of_a_later_version(login, kept):
    path = kept.file()
    kept.edit(version=2, something={"new": 1})
    before = path.read_bytes()
    assert kept.ids() == ["bath"]
    assert path.read_bytes() == before
    kept.end("bath")
    kept.signal()
    assert kept.ids() == [] and path.read_bytes() == before


def test_4_keys_that_nobody_knows(kept):
    kept.edit(something=[1])
    assert sorted(kept.ids()) == ["bath", "kitchen"]


def test_4_never_through_a_link(folder, login, kept):
    path = kept.file()
    elsewhere = folder / "elsewhere.json"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    assert kept.ids() == ["bath"]
    kept.start(attributes(title="Red"))
    assert elsewhere.read_bytes() == before


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_4_files_of_another_user(login, kept):
    path = kept.file()
    os.chown(path, 1, 1)
    before = path.read_bytes()
    assert kept.ids() == ["bath"]
    assert not path.exists() or path.read_bytes() == before


def test_4_never_into_a_folder_that_is_a_link(folder, login, extension):
    extension.folder.parent.mkdir(parents=True)
    extension.folder.symlink_to(folder)
    assert extension.start(attributes()) == "kitchen"
    assert list(folder.iterdir()) == []
    assert extension.player().title() == "Blue"


def test_4_what_else_lies_there(kept):
    (kept.folder / "session-x.json").mkdir()
    os.mkfifo(kept.folder / "session-fifo.json")
    (kept.folder / "notes.txt").write_text("mine")
    assert sorted(kept.ids()) == ["bath", "kitchen"]
    assert (kept.folder / "notes.txt").read_text() == "mine"


def test_4_it_cannot_write(login, extension):
    """The extension works without storing, and logs that once."""
    login.state.mkdir(parents=True)
    (login.state / "nowplaying").write_text("a file where a folder should be")
    extension.start(attributes())
    extension.update("kitchen", attributes(title="Red"))
    extension.start(attributes("bath"))
    assert extension.player().title() == "Red" and len(login.log.lines("warning: ")) == 1
    extension.signal()
    assert extension.ids() == []


def test_4_another_has_the_lock(login, extension):
    """Another process has the lock, as in a second login with the same home."""
    extension.folder.mkdir(parents=True)
    with open(extension.folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        Distributor(login, 2)
        begun = time.monotonic()
        extension.start(attributes())
        assert 2.5 < time.monotonic() - begun < 15
        assert extension.player().title() == "Blue" and extension.files() == {}
        assert len(login.log.lines("warning: ")) == 1 and not login.calls.all("token")


def test_4_another_gives_the_lock_back_in_time(login, extension):
    extension.folder.mkdir(parents=True)
    with open(extension.folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        call = extension.begin("Start", "s", json.dumps(attributes()))
        wait_until("it runs", login.processes)
        assert not extension.is_running()
        fcntl.flock(lock, fcntl.LOCK_UN)
        assert extension.client.finish(call) == ["kitchen"]
    assert list(extension.files()) == ["kitchen"] and not login.log.lines("warning: ")


def test_4_two_logins_with_one_home(login, extension, make_login, make_extension):
    extension.start(attributes())
    second = make_login(login.home)
    other = make_extension(second)
    assert other.start(attributes(title="Red")) == "kitchen"
    assert other.player().title() == "Red" and extension.player().title() == "Blue"
    assert extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == "Blue"
    assert len(second.log.lines("warning: ")) == 1
    assert len(players(login)) == len(players(second)) == 1
