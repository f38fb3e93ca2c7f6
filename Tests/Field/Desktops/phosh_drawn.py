# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what a person sees of phosh's lock screen with the change in plugins/phosh, on a telephone: no text is cut, all
buttons are large enough and in one row, skips look alike, and what cannot be played says why."""

from looked import WIDTH, Looked, check_parts
from field.screen.surface import Surface, run, until
from phosh_players import antenna, castaway, fader, keeper, meridian, relay, serve
from posed import SECOND, at, covers
from testkit.fakes import Plain, song
from reference import Served
from testkit.wire import Variant

SENTENCES = ["Sign in to play this", "Your subscription to Lumen Premium has ended",
             "Für diesen Film ist eine Anmeldung mit einem Konto nötig"]


def check_skips(s, looked, numbers):
    """Both skips are arrows of one kind, with the number in them."""
    parts = until(lambda: (lambda parts: all(any(each.get("text") == number for each in parts) for number in numbers)
                           and parts)(looked.parts()), 5) or looked.parts()
    arrows = [part for part in parts if (part.get("icon") or "").startswith("nowplaying-skip-")]
    kinds = sorted(part["icon"] for part in arrows)
    s.check("both skips are arrows of one kind", kinds == [f"nowplaying-skip-{way}-symbolic" for way in (
        "back", "forward")], kinds)
    said = [part["text"] for arrow in sorted(arrows, key=lambda part: part["x"]) for part in parts
            if "text" in part and arrow["x"] <= part["x"] and part["x"] + part["width"] <= arrow["x"] + arrow["width"]
            and arrow["y"] <= part["y"] and part["y"] + part["height"] <= arrow["y"] + arrow["height"]]
    s.check("with their numbers inside", said == numbers, said)


def music(s, looked, served):
    check_skips(s, looked, ["10", "30"])
    names = [each["name"] for each in looked.pills()]
    s.check("its buttons are the plan's", names == ["Like", "Shuffle", "Repeat"], names)
    around = [each["name"] for each in looked.buttons() if each["name"] and each["name"] not in names]
    s.check("a reader calls the card by the artist", "Ada Moran" in around, around)
    served.do(lambda player: player.change("a", Playback=at(87, "error", error=Variant("s", SENTENCES[0]))))
    for sentence in SENTENCES:
        served.do(lambda player, words=sentence: player.change("a", Playback=at(
            87, "error", error=Variant("s", words))))
        until(lambda words=sentence: words in looked.texts(), 5)
        found = looked.labels().get(sentence)
        s.check("an error is told, and whole", found and not found["cut"], looked.texts())
        s.check("also by a reader", sentence in [each["name"] for each in looked.buttons()])
        s.check("in the place of the artist", "Ada Moran" not in looked.texts() and found and
                found["y"] < looked.labels()["Harbour Lights"]["y"])
    s.keep("error", s.shot())
    served.do(lambda player: player.change("a", Playback=at(87)))
    s.check("the artist comes back", until(lambda: "Ada Moran" in looked.texts()), looked.texts())


def crowded(s, looked, _):
    """Thumbs are pictures, and a title that has no picture is whole."""
    texts = set(looked.texts())
    s.check("thumbs are pictures", not {"Like", "Dislike"} & texts, texts)
    s.check("a title that is shown is whole", {"Start radio"} <= texts, texts)


def podcast(s, looked, _):
    check_skips(s, looked, ["15", "30"])
    labels = looked.labels()
    chapter, title = labels.get("The great comet"), labels["The Comet of 1811"]
    s.check("the chapter is dim and small", chapter and chapter["opacity"] < 0.9 and chapter["size"] < title["size"],
            chapter and (chapter["opacity"], chapter["size"], title["size"]))


def film(s, looked, _):
    check_skips(s, looked, ["10", "10"])


def station(s, looked, _):
    s.check("a station is live", until(lambda: "LIVE" in looked.texts(), 5), looked.texts())


def broadcast(s, looked, served):
    s.check("one can go back to live", until(lambda: any(each["name"] == "Go to live" for each in looked.buttons()), 5))
    s.keep("behind", s.shot())
    looked.click("Go to live")
    sent = until(lambda: served.player.called("SendCommand"))
    s.check("by a press", sent and sent[-1][0] == "seek-to-live", sent)
    served.do(lambda player: player.change("a", Playback=at(3600, "playing", seekable=Variant(
        "(xx)", (0, 3600 * SECOND)), **{"live-edge": Variant("b", True)})))
    s.check("then it is live", until(lambda: [part for part in looked.parts() if part.get("text") == "LIVE"] and
                                     not any(each["name"] == "Go to live" for each in looked.buttons()), 5))


def plain(s, looked):
    """For a player that has no more than MPRIS, phosh looks as it does without the change."""
    served = Served(s, lambda bus: Plain(bus, "plain", Metadata=("a{sv}", song("Quagga"))))
    until(lambda: "Quagga" in looked.texts(), 30)
    found = [part["icon"] for part in looked.parts() if (part.get("icon") or "").startswith("skip-")]
    s.check("a player of MPRIS alone has phosh's skips", found == ["skip-backwards-10-symbolic",
                                                                   "skip-forward-30-symbolic"], found)
    s.check("and no more buttons", not looked.pills())
    served.stop()


with Surface("phosh_drawn") as s:
    looked = Looked(s, f"{2 * WIDTH}x1440", scale=2)
    covers()
    plain(s, looked)
    for make, title, then in ((meridian, "Harbour Lights", music), (fader, "Evening Light", crowded),
                              (castaway, "The Comet of 1811", podcast), (keeper, "The Tower", film),
                              (antenna, "Harbour 98.4", station), (relay, "Wave FM", broadcast)):
        served = serve(s, make)
        s.check(f"{title} is seen", until(lambda title=title: title in looked.texts(), 30), looked.texts())
        until(lambda make=make: looked.pills() or make in (keeper, antenna, relay), 5)
        check_parts(s, looked, title)
        # Until phosh has asked for it, the position is that of the player before.
        until(lambda: "00:05" not in looked.texts(), 5)
        looked.picture(f"{make.__name__}.png")
        s.keep(make.__name__, s.shot())
        if then:
            then(s, looked, served)
        served.stop()
    run("convert", "castaway.png", "meridian.png", "-gravity", "center", "-background", "black",
        "-bordercolor", "black", "-border", "16", "+append", "phosh_drawn.png")
