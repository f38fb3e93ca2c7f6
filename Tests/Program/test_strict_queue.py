# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying doctor --strict` at players that show a queue: its order."""

from lab.fakes import TRACK_LIST, variants
from lab.harness.bus import PLAYER, ROOT
from strictly import Good, judge


class Queueing(Good):
    """The player shows its queue."""

    def __init__(self, bus, name):
        super().__init__(bus, name)
        self.order = ["/song/0", "/song/1", "/song/2"]
        self.faces[ROOT].update(variants(HasTrackList=("b", True)))
        self.show()

    def show(self):
        self.faces[TRACK_LIST] = variants(Tracks=("ao", self.order), CanEditTracks=("b", False))


class Reshuffling(Queueing):
    """The player shuffles its queue where it begins anew, as mpv does, and does not find back to the order before."""

    def go(self, step):
        super().go(step)
        if self.faces[PLAYER]["Shuffle"].value and step > 0:
            self.order.reverse()
            self.show()


class Mixing(Queueing):
    """The player mixes its queue for good when Shuffle is set."""

    def set(self, call):
        if call.body[1] == "Shuffle":
            self.order.append(self.order.pop(0))
            self.show()
        return super().set(call)


def test_the_queue_keeps_its_order(bus):
    """Next is pressed in the user's modes alone, and Shuffle that is on is not turned off."""
    found, mixed = Reshuffling(bus, "found"), Mixing(bus, "mixed")
    mixed.say(Shuffle=("b", True))
    for player, report in zip((found, mixed), judge(bus, found, mixed)):
        assert player.order == ["/song/0", "/song/1", "/song/2"] and report.json["left"] == []
        assert "no-stop" not in report.unseen and "new-track-id" not in report.unseen


def test_another_order_of_the_queue_is_reported(bus):
    mixed = Mixing(bus, "mixed")
    report, = judge(bus, mixed)
    assert mixed.order[0] == "/song/2" and report.json["left"] == ["queue"]
