# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Texts under keys of a player's own: those of `extra` of org.nowplaying, and those in the metadata of MPRIS."""

import pytest
from testkit.fakes import Plain, Variant, Whole, content, song

ITEM = 2  # NOWPLAYING_SURFACE_CHANGED_ITEM
NO_KEYS = ["a test", "test.a", "test:", ":a", "a b:c", "a.b:c", "test:a b", "test:\x7f", "test:\n", "test:ä",
           "mpris:own", "xesam:own", "nowplaying:own", "test:" + "x" * 60]


class Teller:
    """A player of org.nowplaying or of MPRIS alone, with texts under keys of its own."""

    def __init__(self, bus, is_whole):
        self.is_whole, self.player = is_whole, (Whole if is_whole else Plain)(bus, "player")

    def item(self, texts, **others):
        if self.is_whole:
            return content(**{"extra": Variant("a{ss}", texts)} if texts else {}, **others)
        return "a{sv}", song("One", **{key: Variant("s", text) for key, text in texts.items()}, **others)

    def start(self, make_shown, texts, **others):
        """Starts the player with an item that has these texts; returns the surface and the entry."""
        if self.is_whole:
            self.player.session("a", Content=self.item(texts, **others))
        else:
            self.player.change(Metadata=self.item(texts, **others))
        shown = make_shown(self.player.appear())
        return shown, shown.wait(lambda: list(shown.entries.values()), "the entry")[0]

    def tell(self, texts):
        if self.is_whole:
            self.player.change("a", Content=self.item(texts))
        else:
            self.player.change(Metadata=self.item(texts))


@pytest.fixture(params=["org.nowplaying", "MPRIS"])
def teller(bus, request):
    return Teller(bus, request.param == "org.nowplaying")


def test_they_come_in_the_order_of_their_keys(teller, make_shown):
    texts = {"vlc:nowplaying": "<b>", "cmus:stream_title": "A Song – live", "A-1_:~!:": "x", "bitrate": "320",
             "test:" + "x" * 59: "y"}
    _, view = teller.start(make_shown, texts)
    assert view.extra == texts and list(view.extra) == sorted(texts)
    assert [view.own(key) for key in ("vlc:nowplaying", "vlc:now", "vlc:nowplaying2", "", None)] == ["<b>"] + 4 * [None]


def test_what_is_no_key_and_no_text_is_left_out(teller, make_shown):
    _, view = teller.start(make_shown, {key: "x" for key in NO_KEYS} | {"test:empty": "", "test:a": "1"})
    assert view.extra == {"test:a": "1"} and not any(view.own(key) for key in NO_KEYS)


def test_another_text_is_one_change_and_the_same_is_none(teller, make_shown):
    shown, view = teller.start(make_shown, {"test:a": "1", "test:b": "2"})
    shown.settle(teller.player)
    before = len(shown.events)
    teller.tell({"test:b": "2", "test:a": "1"})
    shown.settle(teller.player)
    assert len(shown.events) == before
    for texts in {"test:b": "2", "test:a": "3"}, {"test:b": "2"}, {}:
        teller.tell(texts)
        shown.settle(teller.player)
        (kind, seen), = shown.events[before:]
        before += 1
        assert (kind, seen.key, seen.changes, seen.extra) == ("changed", view.key, ITEM, texts)


@pytest.mark.long
def test_a_hundred_thousand(bus, teller, make_shown):
    other = Plain(bus, "other")
    shown, view = teller.start(make_shown, {})
    # Sent by a signal: an answer has a time limit, which a fake player on a busy machine might miss.
    teller.tell({f"test:{number}": f"text {number}" for number in range(100_000)})
    shown.wait(lambda: shown.again(view).extra, "the texts", 60)
    view = shown.again(view)
    assert len(view.extra) == 32 and all(text == key.replace("test:", "text ") for key, text in view.extra.items())
    shown.others.append(other.appear())
    assert shown.find(display_name="other").lines[0] == "One"
    teller.tell({"test:a": "1"})
    assert shown.wait_for(view, lambda view: view.extra == {"test:a": "1"})


def test_long_texts(teller, make_shown):
    """Each text is cut, and there is a limit for all texts of an item: fields have priority over these texts."""
    name = "comments" if teller.is_whole else "xesam:comment"
    comments = {name: Variant("as", ["c" * 4096] * 63)}
    texts = {"test:a": "x" * 1000, "test:b": "é" * 100_000, "test:c": "y"}
    _, view = teller.start(make_shown, texts, **comments)
    left = 262_144 - sum(len(text.encode()) for name in view.fields() for text in view.texts(name))
    assert 1006 < left < 1006 + 4096 + 6 and view.extra == {"test:a": "x" * 1000, "test:c": "y"}


@pytest.mark.parametrize("extra", [("a{sv}", {"test:a": Variant("s", "x")}), ("as", ["test:a"]), ("s", "test:a"),
                                   ("a{si}", {"test:a": 5}), ("a{ss}", {}), ("aa{ss}", [{"test:a": "x"}])])
def test_extra_of_another_type(bus, make_shown, extra):
    player = Whole(bus, "whole")
    player.session("a", Content=content(album=Variant("s", "Album"), extra=Variant(*extra)))
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    assert view.extra == {} and view.lines[2] == "Album"


def test_metadata_that_is_no_text(bus, make_shown):
    values = [("x", 5), ("i", 5), ("d", 0.5), ("b", True), ("as", ["x"]), ("o", "/x"), ("a{sv}", {}),
              ("v", Variant("s", "x")), ("s", "")]
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{
        f"test:{number}": Variant(*value) for number, value in enumerate(values)}, **{"test:text": Variant("s", "x")})))
    shown = make_shown(player.appear())
    assert shown.find(display_name="plain").extra == {"test:text": "x"}


def test_metadata_of_org_nowplaying_is_not_read_for_them(bus, make_shown):
    """Only the texts in `extra` count: an unknown key of Content itself belongs to a later version."""
    player = Whole(bus, "whole")
    player.session("a", Content=content(**{"test:a": Variant("s", "x"), "extra": Variant("a{ss}", {"test:b": "y"})}))
    shown = make_shown(player.appear())
    assert shown.find(session_id="a").extra == {"test:b": "y"}
