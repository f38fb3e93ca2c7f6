# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what a person sees of the applet, in four languages, light and dark, at its usual size and at twice that size:
texts are whole, nothing overlaps, each part is large enough and says what it does, words and icons can be told from
their ground. Then what moves: the times follow a drag, and the change of a song does not flash."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import covers
import heroes
from field.screen.surface import pixels, run
from looks import CUT, OUTSIDE, OVERLAPPING, SMALL, Look, Shot
from people import music, podcast, radio, speakers
from posed import covers as drawn_covers, serve
from screen import WIDTH, Atspi, GLib, until
from states import LONG, STATES, bare, film, pictureless, station, video, window

# Each look: the locale, the title of the window, whether it is mirrored and dark, and the scale.
LOOKS = {
    "english": ("en_GB", "Now Playing", False, False, 1),
    "german": ("de_DE", "Aktuelle Wiedergabe", False, True, 2),
    "japanese": ("ja_JP", "再生中", False, False, 2),
    "arabic": ("ar_EG", "قيد التشغيل الآن", True, True, 1),
    # With letters of twice the usual size, which the user has chosen.
    "large": ("de_DE", "Aktuelle Wiedergabe", False, False, 1),
}
NOTHING = {"german": "Es wird nichts wiedergegeben", "large": "Es wird nichts wiedergegeben",
           "japanese": "何も再生されていません", "arabic": "لا شيء قيد التشغيل"}
# The words of screen readers for parts that can be pressed or moved.
CONTROLS = {"push button", "button", "toggle button", "check box", "radio button", "slider", "page tab", "list item",
            "menu item", "button menu", "push button menu"}
# For how many ms the last picture is kept at least.
LATE = 300
LARGEST = WIDTH * 0.4
# The states that are looked at in each language, because they have words of the applet.
SOME = {"podcast", "window", "film", "explicit", "unsaid", "interrupted", "remote", "six", *LONG}
# The words of each language that were wrong, each with the state that shows it.
SAID = {"german": ("unsaid", "Keine Verbindung"), "japanese": ("podcast", "その他"),
        "arabic": ("remote", "٣")}
# The lines of the page that are shown, and the way from one to the next.
SIDE = "all(roots[0]).filter(i => /^Artwork_/.test(sort(i)) && seen(i)).map(place)"
PICTURES = """items.filter(i => /Image/.test(sort(i)) && i.fillMode !== undefined && i.status === 1 && i.width > 60)"""


def settled(look, *players):
    """Shows players, and waits until all of the first one is seen."""
    look.begin(*players)
    content = players[0]().get("content")
    title = content.get("program_name") or content["title"]
    assert until(lambda: title in look.names(), 30), look.names()
    look.fit()
    look.rests()


def unnamed(look):
    """Returns the roles of what can be pressed and has no name, and names that are markup."""
    found = []
    for node in look.nodes():
        try:
            if node.get_state_set().contains(Atspi.StateType.SHOWING):
                role, name = node.get_role_name(), node.get_name()
                if role in CONTROLS and not name or "<" in name:
                    found.append((role, name[:60]))
        except GLib.Error:
            continue
    return found


def whole(look, name, may=()):
    """Checks that each text is whole and can be read, and each part can be pressed. may: texts that may be cut."""
    cut = look.ask(CUT)
    look.check(f"{name}: no text is cut", set(cut) <= set(may), cut)
    for what, question in (("is too small", SMALL), ("overlaps", OVERLAPPING), ("is outside", OUTSIDE)):
        found = look.ask(question)
        look.check(f"{name}: nothing {what}", found == [], found)
    found = unnamed(look)
    look.check(f"{name}: each part has a name", not found, found)
    faint = look.faint()
    look.check(f"{name}: all can be told from its ground", not faint, faint)


def lines(said):
    """Returns the words that a player has for its item."""
    content = said.get("content", {})
    return [*map(str, content.values()), ", ".join(content.get("artists", ()))]


def states(look):
    """The states, one after the other."""
    for name, (players, _) in STATES.items():
        if look.name != "english" and name not in SOME:
            continue
        settled(look, *players)
        # In large letters, a player's own words are cut at a few lines, and those of the applet are whole.
        may = [word for each in players for word in lines(each()) if look.letters > 1]
        whole(look, name, [*LONG.get(name, ()), *may])
        if SAID.get(look.name, ("",))[0] == name:
            look.check("the word is right", SAID[look.name][1] in look.names(), look.names())
        if name == "podcast":
            numbers(look)
        if name == "wordy":
            drawn = look.ask("[texts.map(t => t.text), icons.map(i => `${i.source}`)]")
            look.check("words stand for an icon that is not there, and only then", "Listen later" in drawn[0]
                       and "Sleep timer" not in drawn[0] and "chronometer" in drawn[1], drawn)
        if name == "six":
            signs(look, len(players))
        look.picture(f"state-{name}-{look.name}.webp")
        look.end()


def signs(look, count):
    """Each tab has a sign that can be seen, and is no plain block."""
    width, contrasts, differences = look.size[0] // count, [], []
    # Leaves out the line below the tab that is shown.
    high = look.ask("place(items.find(i => sort(i).startsWith('TabBar')))[3]") * look.scale
    for number in range(count):
        place = f"{width}x{high * 0.55:.0f}+{width * number}+{high * 0.15:.0f}"
        words = run("convert", look.shot(), "-crop", place, "+repage", "-colorspace", "gray", "-fuzz", "5%", "-trim",
                    "-format", "%[fx:maxima-minima] %[fx:standard_deviation]", "info:")
        for found, word in zip((contrasts, differences), words.split()):
            found.append(float(word))
    # The lines of a film strip are half a pixel wide at 1 ×.
    look.check("the sign of each tab can be seen", min(contrasts) > 0.5, contrasts)
    look.check("and none is a block", min(differences) > 0.13, differences)


def numbers(look):
    """Numbers in icons are written as in names, in the digits of the language."""
    drawn, names = {text for text in look.ask("texts.map(t => t.text)") if text.isdecimal()}, look.names()
    look.check("icons have the digits of names", drawn and all(
        any(number in name and number != name for name in names) for number in drawn), (drawn, names))


def thickness(path):
    """Returns how thick the lines of an icon are, of its width."""
    with open(path, encoding="utf-8") as file:
        words = file.read()
    return max(map(float, re.findall('stroke-width="([^"]*)"', words)), default=1) / float(
        re.search('viewBox="0 0 ([0-9]*)', words)[1])


def heads(look):
    """The picture is large, its colours are behind the words, and nothing moves when it comes."""
    settled(look, music)
    side = look.ask(SIDE)
    look.check("the picture is large", side and side[0][2] >= LARGEST, side)
    place = look.ask("place(text('Songs for Slow Trains'))")
    # A light desktop is light there, without the colours of the picture.
    behind = Shot(look).within([place[0] + place[2] - 4, place[1] + place[3] + 4, 4, 4])
    look.check("its colours are behind the words", max(map(max, behind)) < 0.7, behind[:1])
    top = look.ask("place(items.find(i => i.snapMode !== undefined))")
    look.end()
    settled(look, bare)
    without = look.ask("place(items.find(i => i.snapMode !== undefined))")
    look.check("nothing moves when it comes", top[1] == without[1], (top, without))
    look.end()
    settled(look, film)
    shown = [pixels(look.shot(), colour) for colour in (covers.POSTER_TOP, covers.POSTER_END)]
    look.check("a poster is whole", min(shown) > 300, shown)
    ratios = look.ask(f"{PICTURES}.map(i => [i.paintedWidth / i.paintedHeight, i.width])")
    look.check("and not drawn out", any(abs(ratio - 2 / 3) < 0.02 for ratio, _ in ratios), ratios)
    look.end()
    settled(look, video)
    shown = [pixels(look.shot(), colour) for colour in (covers.POSTER_TOP, covers.POSTER_END)]
    look.check("a still is whole", min(shown) > 300, shown)
    look.end()
    settled(look, pictureless)
    lines = look.ask("""icons.filter(i => /np-/.test(i.source))
        .map(i => [`${i.source}`.replace('file://', ''), i.width])""")
    found = [(path, width) for path, width in lines if width < 60 and thickness(path) * width > 1.1]
    look.check("lines of icons are as thin as Breeze's", lines and not found, found)
    found = look.ask("icons.filter(i => i.width > 60).map(i => `${i.source}`)")
    look.check("a video without a picture has a film", len(found) == 1 and "film" in found[0], found)
    look.end()


def drags(look):
    """While the position is dragged, the times are those of the thumb."""
    settled(look, music)
    x, y, width, height = (look.scale * each for each in look.ask("place(items.find(i => i.snapMode !== undefined))"))
    handle = look.scale * look.ask("items.find(i => i.snapMode !== undefined).handle.width")
    target = x + handle / 2 + (width - handle) * 0.75
    across = str(int(y + height / 2))
    # sleeps: the applet must see the pointer come before it takes the press
    run("xdotool", "mousemove", str(int(x + width / 4)), across, "sleep", ".3", "mousedown", "1")
    for place in x + width / 2, target:
        run("xdotool", "mousemove", str(round(place)), across)
    times = "texts.map(t => t.text).filter(t => /[0-9]:[0-9]/.test(t)).map(t => t.replace(/[^0-9:−]/g, ''))"
    follows = until(lambda: look.ask(times) in (["3:05", "−1:02"], ["3:04", "−1:03"], ["3:06", "−1:01"]), 5)
    look.check("the times follow a drag", follows, look.ask(times))
    look.keep("drag", look.shot())
    run("xdotool", "mouseup", "1")
    sought = until(lambda: [each for each in look.got if each.startswith("seek-to-position")])
    look.check("and it is sought there", sought and abs(float(sought[0].split()[1]) - 185) < 3, sought)
    look.end()


def changes(look):
    """At the change of a song, and back again, no frame is without a picture, unless the next one comes late."""
    settled(look, music)
    first = str(look.here / covers.dusk())
    images = ("items.filter(i => /Image/.test(sort(i)) && i.fillMode !== undefined && i.width > 60 "
              "&& i.status === 1).length")
    for title, cover in (("Second Song", str(look.here / covers.moon())), ("Third Song", first)):
        look.frames(f"[Date.now(), texts.some(t => t.text === '{title}'), {images}]")
        look.says({"content": {**music()["content"], "title": title}, "cover": cover})
        until(lambda: any(is_new for _, is_new, _ in look.frames()))
        look.rests()
        seen = look.frames()
        began = next((time for time, is_new, _ in seen if is_new), 0)
        bare = [time - began for time, is_new, count in seen if is_new and count == 0 and time - began < LATE]
        look.check(f"{title}: no flash at the change", began and not bare, bare)
    look.end()


def broadcasts(look):
    """LIVE stands beside the station, and a broadcast says how far it is behind."""
    settled(look, radio)
    live, name = look.ask("[text('LIVE'), text('Harbour 98.4')].map(place)")
    beside = abs(live[1] + live[3] / 2 - name[1] - name[3] / 2) < 6 and 0 < name[0] - live[0] < 80
    look.check("LIVE stands beside the station", beside, (live, name))
    look.end()
    settled(look, window)
    times = look.ask("texts.map(t => t.text).filter(t => /[0-9]:[0-9]/.test(t))")
    look.check("a broadcast says how far it is behind", len(times) == 1 and "−8:" in times[0], times)
    look.leads("LIVE goes to live", lambda: "seek-to-live" in look.got, look.press, "Go to live")
    look.end()
    settled(look, station)
    look.check("what stops is called so", "Stop" in look.names() and "Pause" not in look.names(), look.names())
    look.leads("and stops", lambda: "stop" in look.got, look.press, "Stop")
    look.end()


def checked(look, role):
    """Returns the names of the parts with this role, each with whether it is checked."""
    found = {}
    for node in look.nodes():
        try:
            states = node.get_state_set()
            if node.get_role_name() == role and states.contains(Atspi.StateType.SHOWING):
                found[node.get_name()] = states.contains(Atspi.StateType.CHECKED)
        except GLib.Error:
            continue
    return found


def choices(look):
    """One speed alone is chosen, the speaker is crossed only without sound, and numbers are in their arcs."""
    settled(look, podcast)
    look.press("Speed")
    rates = ["0.75×", "1×", "1.25×", "1.5×", "2×"]
    until(lambda: set(checked(look, "radio button")) == set(rates), 5)
    found = checked(look, "radio button")
    look.check("speeds have radio marks", [name for name in rates if found.get(name)] == ["1.25×"], found)
    look.keep("speeds", look.shot())
    look.key("Escape")
    until(lambda: not checked(look, "radio button"))
    numbers = look.ask("""texts.filter(t => t.text === '15' || t.text === '30').map(t => {
        const [x, y, w, h] = place(t);
        const icon = icons.find(i => !apart(place(i), [x + w / 2, y + h / 2, 3, 3]) && i.width < 60);
        if (!icon) return null; const [u, v, s, r] = place(icon);
        return [x + w / 2 - u - s / 2, y + h / 2 - v - r / 2] })""")
    look.check("numbers are in their arcs", len(numbers) == 2 and all(
        each and abs(each[0]) < 2 and abs(each[1]) < 4 for each in numbers), numbers)
    look.end()


def stars(look):
    """Stars are no switches: those that are given are filled."""
    said = music()
    settled(look, lambda: {**said, "content": {**said["content"], "user_rating": 0.6},
                           "commands": [*said["commands"], "set-rating 5"]})
    passed = look.open_menu("More", "4 stars")
    look.check("stars have no check boxes", passed[-1:] == ["4 stars"] and not look.has_box, passed)
    look.keep("stars", look.shot())
    look.key("Escape")
    look.end()


def asks(look):
    """A player is asked for its cover, and not again for the colours of it."""
    served = serve(look, heroes.meridian, drawn_covers())
    look.sees("a song is seen", heroes.SONG)
    until(lambda: look.ask(f"{PICTURES}.length"))
    look.rests()
    # In Plasma 5 the window has another size at first.
    asked = served.player.called("GetArtwork")
    small = [call for call in asked if min(call[1:]) < LARGEST]
    look.check("its cover is asked for once", asked and not small and len({*map(str, asked)}) == len(asked), asked)
    behind = Shot(look).within(look.ask("place(text('The Quiet Coast'))"))
    look.check("and has its colours behind the words", max(map(max, behind[:4])) < 0.7, behind[:1])
    served.stop()
    look.sees("nothing is left", look.nothing)


def mutes(look):
    settled(look, lambda: {**music(), "commands": [*music()["commands"], "mute"]})
    look.press("Volume")
    until(lambda: look.places("Mute"), 5)
    until(lambda: look.ask("roots.length") > 0)
    found = look.ask("icons.map(i => `${i.source}`).filter(i => i.includes('muted'))")
    look.check("the speaker is crossed only without sound", look.places("Mute") and not found, found)
    look.keep("volume", look.shot())
    look.end()


def grooves(look):
    """The buffered part is in the groove."""
    settled(look, video)
    groove, lines = look.ask("""(s => [place(s.background), all(s).filter(i => /QQuickRectangle/.test(sort(i))
        && seen(i) && i.width > 40 && i.height < 12).map(place)])(items.find(i => i.snapMode !== undefined))""")
    inside = [line for line in lines if groove[1] <= line[1] and line[1] + line[3] <= groove[1] + groove[3]]
    look.check("what is buffered is in the groove", lines and inside == lines, (groove, lines))
    look.end()


def lists(look):
    """The lists in place of a session."""
    for player, button in ((podcast, "Chapters"), (speakers, "Devices"), (film, "Audio and subtitles")):
        settled(look, player)
        if player is film:
            look.choose("More", button)
        else:
            look.press(button)
        look.sees(f"{button} are seen", "Back")
        look.rests()
        whole(look, button)
        look.keep(button, look.shot())
        look.end()


def marks(look):
    """Advertisements are called so, and explicit songs."""
    for name, word in (("advertisement", "Advertisement"), ("explicit", "Explicit")):
        settled(look, *STATES[name][0])
        look.sees(f"{name} is said", word)
        look.end()


def sizes(look):
    """The picture keeps its place in a window that is small, and in one that is large."""
    for size in ((324, 252), (800, 700)):
        settled(look, music)
        look.size = size
        look.fit()
        look.rests()
        whole(look, f"{size[0]} × {size[1]}")
        look.keep(f"{size[0]}", look.shot())
        look.end()


TESTS = {"english": (heads, drags, changes, broadcasts, choices, stars, asks, mutes, grooves, lists, marks, sizes)}


def show(name):
    locale, title, is_mirrored, is_dark, scale = LOOKS[name]
    letters = 2 if name == "large" else 1
    with Look(name, locale, music, podcast, is_dark=is_dark, scale=scale, letters=letters, seconds=1200,
              language=locale[:2], title=title, layout="rtl" if is_mirrored else "ltr") as look:
        look.nothing = NOTHING.get(name, look.nothing)
        # These play before the applet starts.
        look.sees("all tabs are seen", "Meridian", "Castaway")
        look.rests()
        look.check("tabs are there from the start", look.ask(OUTSIDE) == [], look.ask(OUTSIDE))
        look.end()
        states(look)
        for test in TESTS.get(name, ()):
            test(look)
        faults = [line for line in look.log("applet").splitlines() if "TypeError" in line or "ReferenceError" in line]
        look.check("QML has no errors", not faults, faults[:1])


if __name__ == "__main__":
    if len(sys.argv) == 2:
        show(*sys.argv[1:])
    else:
        # Two at a time, because each waits for most of its time.
        with ThreadPoolExecutor(2) as pool:
            sys.exit(any(list(pool.map(lambda look: subprocess.run(
                [sys.executable, "-B", __file__, look], check=False).returncode, LOOKS))))
