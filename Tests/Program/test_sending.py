# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`send`: which button of a feedback is pressed, what it says of an argument that is refused, and `--wait`."""

import time

import pytest
from lab.running import Runner
from testkit.bus import PLAYER, ROOT
from testkit.desktop import wait_until
from testkit.fakes import SESSION, Plain, Whole, command, content, song, variants


def feedback(button, *modes, current="neutral"):
    return command("feedback", button=("u", button), current=("s", current), supported=("as", ["neutral", *modes]))


LIKE, DISLIKE, BOTH = feedback(3, "positive"), feedback(4, "negative"), feedback(5, "positive", "negative")
LIKED = feedback(3, "positive", current="positive")


@pytest.mark.parametrize("buttons, word, button", [
    ([LIKE, DISLIKE], "negative", 4), ([LIKE, DISLIKE], "positive", 3), ([LIKED, DISLIKE], "neutral", 3),
    ([LIKED, DISLIKE], "negative", 4), ([LIKE, DISLIKE], "neutral", 0), ([LIKE], "positive", 3),
    ([BOTH], "negative", 5), ([LIKE, BOTH], "negative", 5), ([LIKE, BOTH], "positive", 0),
    ([LIKE, DISLIKE], "negative 3", 3)])
def test_the_button_that_has_the_mode(bus, buttons, word, button):
    """Without a number the button is pressed that alone has the mode; where several have it, the number is 0."""
    fake = Whole(bus, "x")
    fake.session("a", Content=content(), Commands=("aa{sv}", buttons))
    Runner(bus, fake.appear()).good("send", "feedback", *word.split())
    sent, arguments = fake.called("SendCommand")[0][:2]
    assert (sent, arguments["mode"].value, arguments["button"].value) == ("feedback", word.split()[0], button)


@pytest.mark.parametrize("words, sentence", [
    (("seek-to-position", "9:00"), "There is no 9:00 in the item, which ends at 1:40"),
    (("change-rate", "9"), "9 is not a speed that it offers; it offers 0.5, 1.5"),
    (("change-repeat-mode", "all"), "It does not offer all; it offers off, one"),
    (("feedback", "negative"), "It does not offer negative; it offers neutral, positive")], ids=str)
def test_what_is_refused_is_said_in_the_words_of_the_command_line(bus, words, sentence):
    """The player's own sentence has the names of org.nowplaying, which nobody has typed."""
    fake = Whole(bus, "x")
    fake.session("a", Content=content(), Commands=("aa{sv}", [
        command("seek-to-position"), command("change-rate", rates=("ad", [0.5, 1.5])), LIKE,
        command("change-repeat-mode", current=("s", "off"), supported=("as", ["off", "one"]))]))
    fake.answers[SESSION, "SendCommand"] = lambda call: (
        "error", "org.nowplaying.Error.InvalidArgument", '"rate" is none of the command\'s rates')
    assert Runner(bus, fake.appear()).advised("send", *words) == (
        sentence, "'nowplaying show' tells what each command takes.")


def test_a_player_that_goes_before_it_answers(bus):
    """The bus says only that nobody has replied."""
    fake = Plain(bus, "x").appear()
    fake.answers[PLAYER, "Pause"] = lambda call: None
    program = Runner(bus, fake).start("send", "pause")
    wait_until("it is asked", lambda: fake.serve() or fake.called("Pause"))
    program.fakes.remove(fake)
    fake.close()
    done = program.finish()
    assert (done.err, done.code) == ("x has gone before it answered\n", 1)


class Follower(Plain):
    """A player that goes on to the next song when it is told to: first it tells the id, and a while later the rest."""

    def __init__(self, bus):
        super().__init__(bus, "x")
        # Each answer of the bus is one of the calls between both.
        self.left, self.asked, self.ended = 50, None, None
        self.answers[PLAYER, "Next"] = self.next

    def next(self, call):
        self.change(Metadata=("a{sv}", {"mpris:trackid": song("Two")["mpris:trackid"]}))
        self.ask()
        return "", []

    def ask(self):
        self.asked = self.start("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")

    def serve(self):
        super().serve()
        while self.asked and self.answered(self.asked):
            self.left, self.asked = self.left - 1, None
            if self.left:
                self.ask()
            else:
                self.change(Metadata=("a{sv}", song("Two")))
                self.ended = time.monotonic()


def test_send_waits_for_the_next_item(bus):
    """A display that asks when `send --wait` has ended shows the new song, also of a player that tells its id first."""
    player = Follower(bus)
    program = Runner(bus, player.appear()).start("send", "--wait", "next")
    assert program.finish().code == 0
    assert player.ended and time.monotonic() - player.ended < 2.5


def test_send_waits_for_any_change_of_other_commands(bus):
    fake = Whole(bus, "x")
    fake.session("a", Content=content(), Commands=("aa{sv}", [LIKE]))
    fake.answers[SESSION, "SendCommand"] = lambda call: [
        fake.change("a", Commands=("aa{sv}", [LIKED])), ("", [])][1]
    began = time.monotonic()
    Runner(bus, fake.appear()).good("send", "--wait", "feedback", "positive")
    assert time.monotonic() - began < 2.5


def test_send_waits_no_longer_than_three_seconds(bus):
    """The last song of a queue stays: the command was taken all the same."""
    began = time.monotonic()
    Runner(bus, Plain(bus, "x").appear()).good("send", "--wait", "next")
    assert 2.5 < time.monotonic() - began < 8


def test_send_does_not_wait_for_a_player_that_leaves(bus):
    player, left = Plain(bus, "x"), []

    def leave(call):
        player.bus("ReleaseName", "s", player.wanted_name)
        left.append(time.monotonic())
        return "", []

    player.faces[ROOT].update(variants(CanQuit=("b", True)))
    player.answers[ROOT, "Quit"] = leave
    program = Runner(bus, player.appear()).start("send", "--wait", "quit")
    assert program.finish().code == 0 and time.monotonic() - left[0] < 2.5
