# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests servers with a special property: a password, a socket, a queue of thousands, a stream."""

import signal
import subprocess

import pytest
from field import servers
from field.adapters import media
from testkit.desktop import wait_until
from run import Run

HTTP = """
audio_output {{
  type "httpd"
  name "Stream"
  port "{port}"
  bind_to_address "127.0.0.1"
  encoder "vorbis"
  bitrate "64"
  format "44100:16:1"
}}
"""


@pytest.fixture
def server(folder):
    """Makes servers, whose songs are called "Song 1" and so on."""
    made = []

    def make(more="", songs=1, cover=False):
        daemon = servers.Server(folder / f"mpd{len(made)}", more=more)
        made.append(daemon)
        if cover:
            servers.make_cover(daemon.folder / "cover.png", "teal", 600, 600)
        for number in range(1, songs + 1):
            servers.make_song(daemon.music / f"{number}.flac", f"Song {number}", "A Band", 60,
                              daemon.folder / "cover.png" if cover else None)
        return daemon.start()

    yield make
    for daemon in made:
        daemon.close()


def test_a_password(server):
    more = r'password "s\"e\\cret@read,add,control,admin"' + '\ndefault_permissions ""\n'
    daemon = server(more, cover=True)
    for word, text in ('wrong@', "incorrect password"), ("", "you don't have permission"):
        with Run(f"Kitchen={word}localhost:{daemon.port}") as run:
            run.expect(f"Kitchen: {text}")
            assert run.places() == [], "it is shown"
    login = 'password "s\\"e\\\\cret"'
    daemon.ask(login, "update")
    wait_until("it knows its song", lambda: daemon.ask(login, "stats").get("songs") == "1")
    daemon.ask(login, 'add "1.flac"', "play")
    with Run(f'Kitchen=s"e\\cret@localhost:{daemon.port}') as run:
        run.wait_until("with the right one it is shown", lambda: run.title("Kitchen") == "Song 1")
        run.wait_until("with its cover", lambda: run.cover("Kitchen"))
        run.ctl("Kitchen", "pause")
        run.wait_until("and driven", lambda: run.ask("Kitchen", "status") == "Paused")


def test_a_socket(server, folder):
    abstract = f"@{folder.name}"
    daemon = server(f'bind_to_address "{folder}/socket"\nbind_to_address "{abstract}"', cover=True)
    daemon.play()
    with Run(f"Kitchen={folder}/socket", f"Bath={abstract}", f"Hall=[::1]:{daemon.port}") as run:
        run.wait_until("sockets show", lambda: run.places() == ["Bath", "Kitchen"])
        run.wait_until("with the cover", lambda: run.cover("Bath") and run.cover("Kitchen"))
    with Run(MPD_HOST=f"{folder}/socket") as run:
        run.wait_until("and are found by MPD_HOST", lambda: run.places() == [f"{folder}/socket"])


def test_thousands_of_songs(server):
    daemon = server(songs=2)
    daemon.mpc("--wait", "update")
    with Run(f"Kitchen=localhost:{daemon.port}") as run:
        run.expect("connected")
        daemon.ask("command_list_begin", *['add "1.flac"', 'add "2.flac"'] * 5000, "command_list_end")
        daemon.mpc("play", "10000")
        run.wait_until("the last of 10,000 songs shows", lambda: run.title("Kitchen") == "Song 2")
        run.ctl("Kitchen", "previous")
        run.wait_until("and the one before it", lambda: run.title("Kitchen") == "Song 1")
        daemon.mpc("clear")
        run.wait_until("a cleared queue has no player", lambda: run.places() == [])


def test_a_stream(server):
    """One server plays the stream of another, whose songs have tags: it could be a song that a server makes as it
    goes."""
    port = servers.free_port()
    radio, kitchen = server(HTTP.format(port=port), songs=2), server()
    radio.mpc("disable", "2")
    radio.play()
    wait_until("the radio sends", lambda: servers.listens(port))
    kitchen.mpc("add", f"http://127.0.0.1:{port}/")
    kitchen.mpc("play")
    with Run(f"Kitchen=localhost:{kitchen.port}") as run:
        run.wait_until("the stream's title shows", lambda: run.title("Kitchen") == "Song 1")
        session = run.session("Kitchen")
        assert session.content["kind"] == "music" and session.content["duration-kind"] == "unknown", session.content
        assert not session.command("seek-to-position")["enabled"], "it can be sought"
        radio.mpc("next")
        run.wait_until("the next title shows", lambda: run.title("Kitchen") == "Song 2")
        assert "mpris:length" not in run.ask("Kitchen", "metadata")


def test_a_song_from_elsewhere(server, folder):
    """A song from a web server has a length, which tells it from a station; MPD knows that length only while the song
    plays."""
    servers.make_song(folder / "far.flac", "Far", "A Band", 60)
    kitchen = server()
    with media.served(folder, icy_name="A Server") as address:
        kitchen.mpc("add", f"{address}/far.flac")
        kitchen.mpc("play")
        with Run(f"Kitchen=localhost:{kitchen.port}") as run:
            run.wait_until("its title shows", lambda: run.title("Kitchen") == "Far")
            session = run.session("Kitchen")
            session.wait(lambda of: of.content["kind"] == "music" and of.content["duration-kind"] == "finite",
                         "it is a song with a length")
            assert session.command("seek-to-position")["enabled"], "it cannot be sought"


def test_a_server_that_hangs(server):
    """A command without an answer ends the session; other servers are served before and after."""
    kitchen, bath = server(), server()
    kitchen.play()
    bath.play()
    with Run(f"Kitchen=localhost:{kitchen.port}", f"Bath=localhost:{bath.port}") as run:
        run.wait_places("Bath", "Kitchen")
        session, other = run.session("Kitchen"), run.session("Bath")
        kitchen.send_signal(signal.SIGSTOP)
        serials = [session.start("pause") for _ in range(200)]
        for state, command in (("pause", "pause"), ("play", "play")) * 5:
            other.send(command)
            assert bath.status()["state"] == state
        early = [message for message in session.surface.inbox if message.reply_serial == serials[0]]
        assert not early, "a server that hangs has answered"
        run.expect("Kitchen: it does not answer")
        for serial in serials:
            session.surface.error(serial)
        run.wait_until("its player goes, and the caller hears of it", lambda: run.places() == ["Bath"])
        kitchen.send_signal(signal.SIGCONT)
        run.wait_until("it is back", lambda: run.places() == ["Bath", "Kitchen"])
        assert [line for line in run.said() if "Bath" in line] == ["mpd-remote: Bath: connected"], (
            "who has had no news for as long is lost, too")


def test_wrong_arguments():
    for words in (["-x"], ["a", "a"], ["a:0"], ["a:x"], ["a:65536"], ["[::1"], [""], ["a="]):
        done = subprocess.run([*Run.program, *words], stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2 and "Usage:" in done.stderr, f"{words}: {done.returncode}, {done.stderr}"
