# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Short commands use one connection to the bus, and cause few messages."""

import pytest
from testkit.bus import PLAYER
from testkit.fakes import SESSION, Whole, command, variants

# The most messages of each command, including the bus's messages to it and about it.
MOST = {("-p", "house", "send", "custom", "like"): 30, ("-p", "house", "next"): 12, ("send", "next"): 30,
        ("-p", "house", "show"): 28, ("-p", "house", "list"): 28, ("list",): 28, ("-p", "%any", "status"): 10}


@pytest.mark.parametrize("words", MOST, ids=" ".join)
def test_one_connection(bus, run, words):
    player = Whole(bus, "house")
    player.session("1", Id=("s", "main"), Commands=("aa{sv}", [
        command("next"), command("custom", id=("s", "like"), title=("s", "Like"))]))
    player.faces[PLAYER] = variants(PlaybackStatus=("s", "Playing"), CanGoNext=("b", True))
    player.answers[SESSION, "SendCommand"] = player.answers[PLAYER, "Next"] = lambda call: ("", [])
    run.fakes.append(player.appear())
    before = bus.mark()
    run.good(*words)
    messages = bus.since(before)
    assert [message.member for message in messages if message.member in ("Hello", "ListNames")] == [
        "Hello", "ListNames"]
    own = next(message.sender for message in messages if message.member == "Hello")
    cost = [message for message in messages if own in (message.sender, message.destination)]
    cost += [message for message in messages if message.member == "NameOwnerChanged" and message.body[0] == own]
    assert 0 < len(cost) <= MOST[words], [(message.sender, message.member) for message in cost]
