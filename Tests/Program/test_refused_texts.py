# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player whose texts D-Bus permits and sd-bus refuses: commands show and drive it, the daemon stands for it, and the
doctor reports them."""

from lab import doctor_output
from daemoned import FACE, player
from lab.running import Runner
from testkit.bus import PLAYER, PROPERTIES
from testkit.fakes import song
from testkit.wire import Variant

BAD, GOOD = "wrong \uffff order", "wrong \ufffd order"
METADATA = ("a{sv}", song(BAD, **{"mpris:trackid": Variant("o", "/track/1")}))


def test_commands(bus):
    made = doctor_output.start(bus, root={"Identity": ("s", BAD)}, Metadata=METADATA)
    run = Runner(bus, made)
    assert run.good("status") == "Paused\n" and run.good("metadata", "title") == GOOD + "\n"
    assert GOOD in run.good("list") and GOOD in run.good("show")
    assert GOOD in run.good("list", "--json")
    run.good("send", "next")
    run.good("next")
    assert len(made.called("Next", PLAYER)) == 2
    followers = [run.start("follow", "--first"), run.start("metadata", "title", "-F")]
    for follower in followers:
        follower.wait(lambda follower=follower: any(GOOD in line for line in follower.lines), "the title")
    made.change(Metadata=("a{sv}", song(BAD * 2, **{"mpris:trackid": Variant("o", "/track/2")})))
    for follower in followers:
        follower.wait(lambda follower=follower: any(GOOD * 2 in line for line in follower.lines), "the next title")
        follower.close()


def test_the_doctor_accuses_nobody(bus):
    found = doctor_output.examine(Runner(bus, doctor_output.start(bus, Metadata=METADATA)))
    assert found.wrong() == [] and found[5].text == f'"{GOOD}", Paused' and found[9].mark == "ok"
    refused, = (each for each in found.rules if "a noncharacter" in each.text)
    assert refused.mark == "look" and [each.mark for each in found.rules if each is not refused] == ["ok"]


def test_the_daemon(bus, start):
    daemon = start()
    one = player(bus, "one", "Playing", Metadata=METADATA)
    daemon.join(one)
    assert daemon.get("Metadata")[0]["xesam:title"] == GOOD
    assert daemon.call(PROPERTIES, "GetAll", "s", PLAYER)[0]["Metadata"]["xesam:title"] == GOOD
    daemon.signals()
    one.change(Metadata=("a{sv}", song(BAD * 2, **{"mpris:trackid": Variant("o", "/track/2")})), Volume=("d", 0.5))
    changes = [body[1] for member, body in daemon.signals() if member == "PropertiesChanged"]
    assert [(each["Metadata"]["xesam:title"], each["Volume"]) for each in changes] == [(GOOD * 2, 0.5)]
    # Another player becomes the active one.
    two = player(bus, "two", Metadata=METADATA)
    daemon.join(two)
    daemon.signals()
    daemon.call(FACE, "Shift")
    daemon.active("two")
    titles = [body[1]["Metadata"]["xesam:title"] for member, body in daemon.signals()
              if member == "PropertiesChanged" and "Metadata" in body[1]]
    assert titles == [GOOD]
    assert daemon.call(PLAYER, "Next") == []
