# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that get commands and never answer, and players that never send anything: each command ends by itself."""

import time

import pytest
from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES
from testkit.fakes import Plain, Whole, command, content, song

SENTENCE = "ff has not answered within 3 seconds"
# `send` waits as long as the library does, which gives players ten seconds.
LATE_SENTENCE = "ff has not answered within 10 seconds"
# The most seconds that a command may take on a busy machine: it waits 3 s once for all silent players together.
SOON = 8
LATE = 16


def mute(bus, name, *members, apart=False, **properties):
    """Returns a player that gets the calls of these members and answers none of them."""
    fake = Plain(bus, name, apart=apart, **properties)
    for member in members:
        fake.answers[PLAYER, member] = lambda call: None
    return fake.appear()


def timed(run, *words):
    began = time.monotonic()
    done = run(*words)
    return done, time.monotonic() - began


@pytest.mark.parametrize("words, asked", [
    (["-p", "ff", "pause"], ("Pause", [])), (["play-pause"], ("PlayPause", [])), (["-a", "next"], ("Next", [])),
    (["position", "5+"], ("Seek", [5_000_000])), (["open", "https://a/b"], ("OpenUri", ["https://a/b"])),
    (["send", "pause"], ("Pause", [])), (["send", "-a", "next"], ("Next", [])), (["send", "raise"], ("Raise", []))],
    ids=str)
def test_a_player_that_never_answers(bus, words, asked):
    fake = mute(bus, "ff", "Pause", "PlayPause", "Next", "Seek", "OpenUri")
    fake.answers["org.mpris.MediaPlayer2", "Raise"] = lambda call: None
    fake.tell_changed("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", CanRaise=("b", True))
    fake.faces["org.mpris.MediaPlayer2"]["CanRaise"] = fake.faces[PLAYER]["CanPlay"]
    run = Runner(bus, fake)
    done, seconds = timed(run, *words)
    is_sent = words[0] == "send"
    sentence, least, most = (LATE_SENTENCE, 9, LATE) if is_sent else (SENTENCE, 2.5, SOON)
    assert (done.out, done.err, done.code) == ("", sentence + "\n", 1) and least < seconds < most
    assert [(call.member, call.body) for call in fake.calls if call.member == asked[0]] == [asked]


@pytest.mark.parametrize("words", [["pause"], ["-a", "pause"]], ids=" ".join)
def test_a_player_that_obeys_and_never_answers(bus, words):
    """`send` takes it for an answer that the player shows a change."""
    fake = Plain(bus, "ff")
    fake.answers[PLAYER, "Pause"] = lambda call: fake.change(PlaybackStatus=("s", "Paused"))
    done, seconds = timed(Runner(bus, fake.appear()), "send", *words)
    assert done == ("", "", 0) and seconds < SOON


def test_a_property_that_is_set(bus):
    fake = mute(bus, "ff", Volume=("d", 0.5))
    fake.answers[PROPERTIES, "Set"] = lambda call: None
    done, seconds = timed(Runner(bus, fake), "volume", "0.3")
    assert (done.err, done.code) == (SENTENCE + "\n", 1) and seconds < SOON and len(fake.called("Set")) == 1


def test_a_player_of_org_nowplaying(bus):
    fake = Whole(bus, "ff")
    fake.session("a", Content=content(), Commands=("aa{sv}", [command("play")]))
    fake.answers["org.nowplaying.Session1", "SendCommand"] = lambda call: None
    done, seconds = timed(Runner(bus, fake.appear()), "send", "play")
    assert (done.err, done.code) == (LATE_SENTENCE + "\n", 1) and seconds < LATE


@pytest.mark.parametrize("words", [["-a", "pause"], ["send", "-a", "pause"]], ids=" ".join)
def test_the_others_are_told_all_the_same(bus, words):
    """Players that do not answer are waited for once, and named together."""
    fakes = [mute(bus, name, "Pause", apart=True) for name in ("a", "b", "c")] + [Plain(bus, "d").appear()]
    done, seconds = timed(Runner(bus, *fakes), *words)
    assert all(fake.called("Pause") for fake in fakes) and done.code == 1
    limit = 10 if words[0] == "send" else 3
    assert seconds < (LATE if limit == 10 else SOON)
    assert sorted(done.err.removesuffix(f" have not answered within {limit} seconds\n").split(", ")) == ["a", "b", "c"]


@pytest.mark.long
def test_players_that_say_nothing(bus):
    """Many silent players together delay a command no longer than one, and a player after them is driven."""
    fakes = [Plain(bus, f"a{number}") for number in range(8)]
    for fake in fakes:
        fake.answers[PROPERTIES, "GetAll"] = lambda call: None
        fake.appear()
    run = Runner(bus, *fakes)
    done, seconds = timed(run, "status")
    assert done.err.startswith("a0, a1,") and "have not answered" in done.err and done.code == 1 and seconds < 2 * SOON
    run.fakes.append(Plain(bus, "z").appear())
    for words in (["play-pause"], ["-a", "status"]):
        done, seconds = timed(run, *words)
        assert seconds < 2 * SOON, words
    assert run.fakes[-1].called("PlayPause") and done.out == "Playing\n"
    follower = run.start("-F", "status")
    follower.wait(lambda: follower.lines == ["Playing"], "the one that answers")
    follower.close()


@pytest.mark.parametrize("is_told", [False, True])
def test_follow_asks_anew_for_an_object_that_comes_late(bus, is_told):
    """The program asks again after a while, and after any signal of the player."""
    fake, asked, rounds = Plain(bus, "late"), [], [1000 if is_told else 2]
    whole = fake.answers[PROPERTIES, "GetAll"]

    def late(call):
        asked.append(call)
        return whole(call) if len(asked) > rounds[0] else "org.freedesktop.DBus.Error.UnknownObject"

    fake.answers[PROPERTIES, "GetAll"] = late
    other = Plain(bus, "other", PlaybackStatus=("s", "Paused")).appear()
    follower = Runner(bus, fake, other).start("-F", "status", "-p", "late,other")
    follower.wait(lambda: follower.lines == ["Paused"], "the other one")
    fake.appear()
    follower.wait(lambda: len(asked) > 1, "it is asked anew")
    if is_told:
        rounds[0] = 0
        fake.tell(PATH, PLAYER, "Seeked", "x", 7)
    follower.wait(lambda: follower.lines == ["Paused", "Playing"], "it answers")
    follower.close()


def test_follow_does_not_wait_for_one_that_emits_and_does_not_answer(bus):
    bad, good = Plain(bus, "bad", CanPlay=("b", False)).appear(), Plain(bus, "good").appear()
    follower = Runner(bus, bad, good).start("-F", "status", "-p", "good,bad")
    follower.wait(lambda: follower.lines == ["Playing"], "a first line")
    bad.answers[PROPERTIES, "GetAll"] = lambda call: None
    asked = len(bad.called("GetAll"))
    for number in range(50):
        bad.change(Metadata=("a{sv}", song(str(number))))
    good.change(PlaybackStatus=("s", "Paused"))
    follower.wait(lambda: follower.lines == ["Playing", "Paused"], "the other one")
    follower.close()
    # The program waits 0.3 s for an answer, and without one asks no more for 5 s.
    assert len(bad.called("GetAll")) - asked < 10


def test_through_the_daemon(bus, start):
    """A client of the daemon has an error with a sentence, and its other calls are answered meanwhile."""
    fake = Plain(bus, "ff")
    daemon = start()
    daemon.join(fake)
    fake.answers[PLAYER, "Pause"] = fake.answers[PROPERTIES, "Set"] = lambda call: None
    assert daemon.call(PLAYER, "Pause") == f"org.freedesktop.DBus.Error.NoReply: {SENTENCE}"
    run = Runner(bus, fake)
    for words in (["-p", "playerctld", "pause"], ["-p", "playerctld", "volume", "1"]):
        done, seconds = timed(run, *words)
        assert done.err.endswith(" has not answered within 3 seconds\n") and done.code == 1 and seconds < SOON, words
