# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what a person sees of GNOME Shell's extension, at the scale 1: texts that must be whole are, nothing overlaps,
a button that is on can be told from one that is off, a song's change does not flash, and the times follow a drag."""

from cards import CUT, PARTS, WHOLE, Cards
from field.screen.surface import Surface, until
from posed import (
    SECOND, TITLE, TROUBLE, antenna, art, at, castaway, cellar, colour, covers, fails, item, lumen, meridian, serve,
    tuner)
from testkit.wire import Variant

# The most height of a closed message with an error of two lines.
CLOSED = 117
# Errors of two lines, in scripts of different heights.
SENTENCES = [TROUBLE, "Für diesen Film ist eine Anmeldung mit einem Konto nötig",
             "この映画を見るにはアカウントにログインしてください", "يجب تسجيل الدخول إلى حسابك لمشاهدة هذا الفيلم"]
LYRICS = ["The harbour lights are burning low", "And I am rowing home", "夜の港に灯がともる"]
# Returns the contrast between two colours.
CONTRAST = """const light = c => [c.red, c.green, c.blue].map(x => x / 255).map(
    x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4).reduce((sum, x, i) => sum + x * [0.2126, 0.7152,
    0.0722][i], 0.05);
    const contrast = (a, b) => Math.max(light(a) / light(b), light(b) / light(a));
    const over = (a, b) => ({red: mix(a, b, 'red'), green: mix(a, b, 'green'), blue: mix(a, b, 'blue')});
    const mix = (a, b, key) => (a[key] * a.alpha + b[key] * (255 - a.alpha)) / 255;
    const node = a => a.get_theme_node(), ground = node(card).get_background_color();"""
IS_CHECKED = "get_accessible().ref_state_set().contains_state(imports.gi.Atk.StateType.CHECKED)"
# Notes for each frame the title that is shown, and whether there is a cover.
FRAMES = """(() => { const title = all(card).find(a => of(a, 'message-title'));
    const cover = all(card).find(a => of(a, 'nowplaying-cover'));
    globalThis.frames = [];
    globalThis.counting = global.stage.connect('after-paint', () => frames.push(
        [title.text, of(cover, 'nowplaying-no-cover')])); })()"""


def contents(s, cards, film):
    """Texts that must be whole are not cut."""
    def is_whole(title, text):
        return until(lambda: text in (cards.look(title, WHOLE) or []))

    cards.open(TITLE)
    s.check("the title of an open message is whole", is_whole(TITLE, TITLE), cards.look(TITLE, CUT))
    s.keep("texts", cards.shell.shot())
    for sentence in SENTENCES:
        film.do(lambda player, words=sentence: player.change("a", Playback=fails(words)))
        s.check("an error is whole", is_whole("The Tower", sentence), cards.look("The Tower", CUT))
        s.check("and its message hardly higher", until(lambda: cards.look("The Tower", "card.height") <= CLOSED),
                cards.look("The Tower", "card.height"))


def drags(s, cards, served):
    """While the position is dragged, the times are those of the thumb."""
    song, times = "Harbour Lights", ["3:05", "\u200e−1:01"]
    cards.open(song)
    cards.click(song, "Position", at=0.2, release=False)
    x, y, width, height = cards.look(song, "place(named('Position'))")
    radius = cards.look(song, "named('Position').get_theme_node().get_length('-slider-handle-radius')")
    cards.move(x + radius + (width - 2 * radius) * 0.75, y + height / 2)
    s.check("the times follow a drag", until(lambda: set(times) <= set(cards.texts(song)), 3), cards.texts(song))
    s.keep("drag", cards.shell.shot())
    cards.button(False)
    sought = until(lambda: served.player.called("SendCommand"))
    place = sought and sought[-1][1]["position"].value / SECOND
    s.check("and it is sought there", sought and abs(place - 185) < 2, place)


def changes(s, cards, served):
    """At the change of a song no frame is without a cover, unless the new song has none."""
    def play(title, cover):
        return lambda player: player.change("a", Content=item(title, "Ada Moran", seconds=200, **art(cover)))

    def frames(title):
        """Returns the frames until one has this title and a cover."""
        def come():
            seen = cards.shell.ask("globalThis.frames") or []
            return [title, False] in seen and seen
        return until(come) or cards.shell.ask("globalThis.frames")

    cards.look("Harbour Lights", FRAMES)
    served.do(play("Paper Boats", "waves"))
    seen = frames("Paper Boats")
    s.check("a new song does not flash", seen and not any(bare for _, bare in seen), seen)
    cards.shell.ask("globalThis.frames = []")
    served.do(play("Harbour Lights", "harbour"))
    seen = frames("Harbour Lights")
    s.check("nor does one seen before", seen and not any(bare for _, bare in seen), seen)
    served.do(lambda player: player.change("a", Content=item("Bare", "Ada Moran", seconds=200)))
    s.check("a song without a cover shows none", until(lambda: cards.look(
        "Bare", "all(card).some(a => of(a, 'nowplaying-no-cover'))")))
    cards.shell.ask("global.stage.disconnect(globalThis.counting)")
    served.do(play("Harbour Lights", "harbour"))


def opens(s, cards, first, second):
    """The first that plays is open whenever the list is opened, and it alone."""
    def opened():
        return [title for title in cards.titles() if title and "Less" in (cards.names(title) or [])]

    def plays(title):
        return until(lambda: cards.inside(f"""_follower.publishers.flatMap(p => [...p.sessions.values()])
            .find(s => s.content.lines[0] === {title!r}).playback.state""") == "playing")

    def shows(title):
        until(lambda: opened() == [title])
        return opened() == [title]

    cards.shell.close_messages()
    first.do(lambda player: player.change("a", Playback=at(87)))
    second.do(lambda player: player.change("a", Playback=at(731, "playing")))
    plays(TITLE)
    cards.shell.open_messages()
    s.check("what plays is open, and it alone", shows(TITLE), opened())
    cards.shell.close_messages()
    second.do(lambda player: player.change("a", Playback=at(731)))
    first.do(lambda player: player.change("a", Playback=at(87, "playing")))
    plays("Harbour Lights")
    cards.shell.open_messages()
    s.check("so is what plays later", shows("Harbour Lights"), opened())
    cards.click("Harbour Lights", "Less")
    until(lambda: opened() == [])
    cards.shell.close_messages()
    cards.shell.open_messages()
    s.check("what the user has closed stays so", until(lambda: len(cards.titles()) == 3) and opened() == [], opened())


def parts(s, cards):
    """Each part that can be pressed is large enough, has a name, and has a place of its own."""
    for title in cards.titles():
        cards.open(title)
        for number, what in enumerate(("is too small", "has no name", "overlaps", "is cut off")):
            found = until(lambda n=number: cards.look(title, PARTS)[n] == [], 3)
            s.check(f"{title[:12]}: nothing {what}", found, cards.look(title, PARTS)[number])
    s.keep("open", cards.shell.shot())


def is_dim(s, cards, song, what, actor):
    """Checks that a text is less bright than the title, and can be read."""
    found, title = (measure(cards, song, f"""(() => {{
        const a = {which}, {{red, green, blue, alpha}} = node(a).get_foreground_color(), shown = a.get_paint_opacity();
        return contrast(over({{red, green, blue, alpha: alpha * shown / 255}}, ground), ground); }})()""")
                    for which in (actor, "card.titleLabel"))
    s.check(f"{what} is dim, and can be read", 4.5 <= found < title, (found, title))


def sings(s, cards, served):
    """The line of the lyrics that is sung stands between the times, and follows the position."""
    song, words = "Harbour Lights", "all(card).find(a => of(a, 'nowplaying-sung') && a.mapped && a.text === %r)"
    lyrics = {"lyrics": Variant("s", "".join(f"[0:{at}.5]{line}\n[0:{at}.5]{line} again\n"
                                            for at, line in ((31, LYRICS[0]), (40, LYRICS[1]), (43, LYRICS[2]))))}

    def play(seconds, state="paused"):
        served.do(lambda player: player.change("a", Playback=at(seconds, state)))

    def shows(line):
        return until(lambda: cards.look(song, f"Boolean({words % line})"))

    height = until(lambda: cards.look(song, "card.height"))
    served.do(lambda player: player.change("a", Content=item(song, "Ada Moran", seconds=247, **art("harbour"),
                                                             **lyrics)))
    play(33)
    s.check("the line that is sung is there", shows(LYRICS[0]), cards.texts(song))
    s.check("it makes the message no higher", until(lambda: cards.look(song, "card.height") == height),
            (cards.look(song, "card.height"), height))
    s.keep("lyrics", cards.shell.shot())
    is_dim(s, cards, song, "it", words % LYRICS[0])
    play(5)
    s.check("before the first there is none", until(lambda: LYRICS[0] not in cards.texts(song)), cards.texts(song))
    play(39, "playing")
    s.check("it follows what plays", shows(LYRICS[1]) and shows(LYRICS[2]), cards.texts(song))
    play(87)


def measure(cards, title, what):
    """Returns the value of an expression about colours."""
    return cards.look(title, f"(() => {{ {CONTRAST} return {what}; }})()")


def contrasts(s, cards, style):
    """A button that is on, one that has the focus, and words can be told from the ground."""
    song, station = "Harbour Lights", "Harbour 98.4"
    edge = "contrast(over(node(named(%r)).get_border_color(0), ground), ground)"
    colour(cards, style)
    until(lambda: measure(cards, song, "ground.red > 128") is (style == "light"))
    found = measure(cards, song, edge % "Shuffle")
    s.check(f"{style}: what is on has an edge", found >= 3, found)
    icon = "contrast(node(named(%r)).get_foreground_color(), node(named(%r)).get_background_color())"
    found = measure(cards, song, icon % ("Shuffle", "Shuffle"))
    s.check(f"{style}: and its icon can be seen", found >= 3, found)
    cards.look(song, "named('Repeat').grab_key_focus()")
    shadow = "node(named('Repeat')).get_box_shadow()"
    found = measure(cards, song, f"{shadow} && [{shadow}.spread, contrast(over({shadow}.color, ground), ground)]")
    s.check(f"{style}: so has the focus", found and found[0] >= 2 and found[1] >= 3, found)
    words = "contrast(node(named('Go to live')).get_foreground_color(), ground)"
    found = measure(cards, station, f"[{edge % 'Go to live'}, {words}]")
    s.check(f"{style}: LIVE looks like a button", found[0] >= 3 and found[1] >= 4.5, found)
    is_dim(s, cards, song, f"{style}: the second line", "card._bodyLabel")
    s.keep(style, cards.shell.shot())


def spoken(s, cards):
    """Screen readers say what a message is, and what is on."""
    name = cards.look("Harbour Lights", "card.accessible_name")
    s.check("a message has a name", name == "Meridian: Harbour Lights, Ada Moran", name)
    s.check("what is on is checked", cards.look("Harbour Lights", f"named('Shuffle').{IS_CHECKED}"))
    s.check("what is off is not", cards.look("Harbour Lights", f"named('Repeat').{IS_CHECKED}") is False)


def rows(s, cards):
    """No row is there for one button."""
    for title, most, names in (("Wave FM", 8, ["Volume"]), ("Slow Train", 70, ["Kitchen + 2"]),
                               (TITLE, 70, ["Speed: 1"])):
        more = "card._actionBin.height"
        s.check(f"{title[:12]}: no row for one button", cards.look(title, more) <= most, cards.look(title, more))
        s.check("its buttons are there", set(names) <= set(cards.names(title)), cards.names(title))


def menus(s, cards, podcast):
    """Menus show what is chosen."""
    def commands():
        return [body for body in podcast.player.called("SendCommand") if body[0] == "change-rate"]

    cards.click(TITLE, "Chapters: Part 13")
    chapter = "named('12:00  Part 13')"
    s.check("the present chapter is marked", until(lambda: cards.look(TITLE, f"{chapter}?.{IS_CHECKED}")))
    seen = until(lambda: cards.look(TITLE, f"""(() => {{ const [, y, , h] = place({chapter});
        const [, top, , high] = place(all(menu).find(a => of(a, 'nowplaying-scroll')));
        return y >= top && y + h <= top + high; }})()"""))
    s.check("and in view", seen)
    s.keep("chapters", cards.shell.shot())
    cards.close_menu()
    cards.click(TITLE, "Speed: 1")
    s.check("the present speed is marked", until(lambda: cards.look(TITLE, f"named('1×')?.{IS_CHECKED}")))
    s.keep("speeds", cards.shell.shot())
    cards.click(TITLE, "0.75×")
    s.check("a speed is chosen at once", until(lambda: [body[1]["rate"].value for body in commands()] == [0.75]),
            commands())


def rooms(s, cards):
    """Rooms can be read, and are apart."""
    song = "Slow Train"
    cards.click(song, "Kitchen + 2")
    until(lambda: cards.look(song, "Boolean(menu)"))
    words = ["All", "Kitchen", "Living room", "Television"]
    label = "all(menu).find(l => l.clutter_text && l.text === %r)"
    s.check("each has a name", until(lambda: set(words) <= set(cards.look(song, "texts(menu)") or [])),
            cards.look(song, "texts(menu)"))
    back = "node(all(menu).find(a => of(a, 'popup-menu-content'))).get_background_color()"
    found = measure(cards, song, f"contrast(over(node({label % 'Kitchen'}).get_foreground_color(), {back}), {back})")
    s.check("which can be read", found >= 4.5, found)
    tops = [cards.look(song, f"place({label % word})[1]") for word in words]
    s.check("the rows are apart", all(b - a >= 24 for a, b in zip(tops, tops[1:])), tops)
    s.keep("rooms", cards.shell.shot())
    cards.close_menu()
    cards.click(song, "Less")
    s.check("a closed message says where it plays", until(lambda: "Kitchen + 2" in cards.texts(song)),
            cards.texts(song))


def behind(s, cards):
    """A broadcast says how far it is behind, and nothing else."""
    def times():
        return [text for text in cards.texts("Harbour 98.4") if text and text[-3:-2] == ":"]

    s.check("a broadcast says how far it is behind", until(lambda: len(times()) == 1 and times()[0].startswith(
        "\u200e−10:")), times())


with Surface("drawn", seconds=300) as s:
    drawn = covers()
    cards = Cards(s)
    served = [serve(s, make, drawn) for make in (meridian, castaway, lumen)]
    until(lambda: cards.inside("_order.size") == 3)
    cards.shell.open_messages()
    until(lambda: len(cards.titles()) == 3)
    opens(s, cards, *served[:2])
    contents(s, cards, served[2])
    drags(s, cards, served[0])
    changes(s, cards, served[0])
    sings(s, cards, served[0])
    served += [serve(s, make, drawn) for make in (antenna, tuner, cellar)]
    s.check("all are there", until(lambda: len(cards.titles()) == 6), cards.titles())
    parts(s, cards)
    behind(s, cards)
    rows(s, cards)
    spoken(s, cards)
    menus(s, cards, served[1])
    rooms(s, cards)
    contrasts(s, cards, "dark")
    contrasts(s, cards, "light")
    for player in served:
        player.stop()
    s.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
