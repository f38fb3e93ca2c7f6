# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying doctor --strict` at players that start, at queues and their order, and with rules that must be seen."""

from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import TRACK_LIST, variants
from strictly import Good, Report, judge


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


class Announcing(Queueing):
    """The player names a property of TrackList without its value each time when its position is read."""

    def __init__(self, bus, name, told):
        super().__init__(bus, name)
        self.told = told

    def get(self, call):
        if call.body[1] == "Position":
            self.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", TRACK_LIST, {}, [self.told])
        return super().get(call)


def test_tracks_alone_are_named_without_a_value(bus):
    """MPRIS has it so for Tracks, which a player names when its queue comes while it is looked at."""
    right, wrong = judge(bus, Announcing(bus, "right", "Tracks"), Announcing(bus, "wrong", "CanEditTracks"))
    assert right.broken == {} and list(wrong.broken) == ["invalidated"]


class Starting(Good):
    """The player has its name before its item, as many have while they start."""

    def __init__(self, bus, name):
        super().__init__(bus, name)
        self.left = 30
        self.show(False)

    def show(self, is_there):
        self.change(Metadata=self.metadata() if is_there else ("a{sv}", {}),
                    **{f"Can{word}": ("b", is_there) for word in ("Play", "Pause", "Seek", "GoNext", "GoPrevious")})

    def answer(self, call):
        self.left -= 1
        if self.left == 0:
            self.show(True)
        super().answer(call)


def test_a_player_that_starts_is_waited_for(bus):
    report, = judge(bus, Starting(bus, "starting"))
    assert report.broken == {} and "seek" not in report.unseen and "new-track-id" not in report.unseen


def test_a_player_without_an_item_is_not_judged(bus):
    idle = Starting(bus, "idle")
    idle.left = 0
    run = Runner(bus, idle.appear())
    said = "idle shows no item and does not play: it was not judged"
    assert run.bad("doctor", "--strict", "--yes", "--json", "idle", code=2) == said
    assert not [call for call in idle.calls if call.interface == PLAYER]
    idle.close()


class Ends(Queueing):
    """The player offers Previous and Next only where there is such an item."""

    one_way = False

    def __init__(self, bus, name):
        super().__init__(bus, name)
        self.offer()
        self.answers[TRACK_LIST, "GoTo"] = lambda call: self.go(self.order.index(call.body[0]) - self.item) or ("", [])

    def offer(self):
        self.change(CanGoNext=("b", self.item == 0), CanGoPrevious=("b", self.item == 1 and not self.one_way))

    def go(self, step):
        super().go(step)
        self.offer()


def test_the_way_to_another_item_and_back(bus):
    """The first item of a queue offers no Previous, and the last no Next; TrackList leads back to it without both."""
    first, last, one_way = (Ends(bus, name) for name in ("first", "last", "one_way"))
    last.go(1)
    one_way.one_way = True
    for report in judge(bus, first, last, one_way):
        assert report.broken == {} and report.json["left"] == []
        assert report.rules["new-track-id"]["result"] == report.rules["no-stop"]["result"] == "kept"
    assert (first.item, last.item, one_way.item) == (0, 1, 0)


def test_a_rule_that_must_be_seen(bus):
    one = Good(bus, "one").appear()
    run = Runner(bus, one)
    report = Report(run("doctor", "--strict", "--yes", "--json", "--require", "seek, unoffered", "one"))
    assert report.broken == {"unoffered": "it was not seen: it offers everything"}
    one.close()
    run = Runner(bus)
    assert run.bad("doctor", "--strict", "--yes", "--require=seek,sought", "one", code=2) == \
        "--require takes ids of rules, not 'sought'"
    assert run.bad("doctor", "--require=seek", "one") == "doctor without --strict takes no --require"
    assert "seek,set-position\tSetPosition goes" in run.good("complete", "--", "doctor", "--require", "seek,")
