# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests GNOME Shell's extension with the reference player of org.nowplaying, whose sessions it shows, and drives at
real clicks; and with a plain player of MPRIS, which GNOME itself shows."""

from cards import Cards
from reference import Reference, Served
from field.screen.surface import Surface, stirs, until
from testkit import web
from testkit.fakes import SESSION, Whole, content
from testkit.wire import Variant

HAS_COVER = "all(card).some(a => of(a, 'nowplaying-cover') && !of(a, 'nowplaying-no-cover'))"
CONCERT, SONG, EPISODE, KITCHEN = "Trial Concert", "Trial Song", "Side Episode 1", "Kitchen Song"
LINES = [
    (SONG, ["Trial Artist, Second Artist · Trial Album", "1×"]), (KITCHEN, ["Kitchen Band", "Interrupted"]),
    (CONCERT, ["Trial Band"]), (EPISODE, ["Side Show", "30"])]
OPENED = [
    (SONG, ["Position", "Forward by 15 seconds", "Speed: 1", "Like this song", "More actions"]),
    (KITCHEN, ["Kitchen Speaker + 2", "More actions"]), (CONCERT, ["Chapters: Overture", "Add to favourites"]),
    (EPISODE, ["Forward by 30 seconds"])]
# An expression for the state of the session that will be shown first, once there is a given number of sessions. It
# works before any message is visible.
FIRST = "_order.size === {} && [...panel._order].sort((a, b) => b[1].localeCompare(a[1]))[0][0].playback.state"
# The height of a message, and how much more it has when it is open.
CLOSED, MORE = 112, 106


def shows(s, cards):
    """Checks that the texts of all sessions are shown, each session once, and no player by GNOME as well."""
    def heights(of_lines):
        return [cards.look(title, "card.height") for title, _ in of_lines]

    s.check("all sessions have a message", until(lambda: sorted(cards.titles()) == sorted(t for t, _ in LINES)),
            cards.titles())
    s.check("what plays is first", until(lambda: cards.titles()[:1] == [SONG]), cards.titles())
    s.check("it alone is open", until(lambda: ["Less" in cards.names(title) for title, _ in LINES] == [
        True, False, False, False]))
    for title, wanted in LINES:
        seen = until(lambda: not set(wanted) - set(texts := cards.texts(title)) and texts)
        s.check(f"the words of {title}", seen, cards.texts(title))
    s.check("GNOME's own message is hidden", cards.foreign() == [], cards.foreign())
    s.check("its cover is there", until(lambda: cards.look(SONG, HAS_COVER)))
    # The one that has just closed does so within a moment.
    s.check("they are as low as they should be", until(lambda: heights(LINES[1:]) == [CLOSED] * 3), heights(LINES[1:]))
    s.keep("closed", cards.shell.shot())
    for title, wanted in OPENED:
        cards.open(title)
        seen = until(lambda: not set(wanted) - set(cards.names(title)))
        s.check(f"what can be done with {title}", seen, cards.names(title))
    low = until(lambda: max(heights(LINES)) <= CLOSED + MORE)
    s.check("open ones are, too", low, heights(LINES))
    list_of_messages = "Main.panel.statusArea.dateMenu._messageList"
    # Whether a button is cut off is known only when it has a place.
    whole = until(lambda: cards.cut_off(list_of_messages) == [])
    s.check("nothing is cut off", whole, cards.cut_off(list_of_messages))
    toggles = cards.shell.ask("""(() => { const all = a => [a, ...a.get_children().flatMap(all)];
        return all(Main.uiGroup).filter(a => a.has_style_class_name?.('nowplaying-toggles'))
            .map(a => a.get_n_children()); })()""")
    s.check("no message has more than four toggles", max(toggles) == 4, toggles)


def command(session, name, key, **which):
    """Returns a value of a command of a session."""
    return next((c.get(key) for c in session["Commands"]
                 if c["command"] == name and all(c.get(k) == v for k, v in which.items())), None)


def drives(s, cards, player):
    """Clicks on a message reach the player, and its answers are seen."""
    def reaches(what, session, took):
        s.check(f"{what} reaches the player", until(lambda: took(player.session(session))))

    def clicked(what, title, name, session, took, **where):
        cards.click(title, name, **where)
        reaches(what, session, took)

    def chosen(what, title, name, session, took, **where):
        cards.choose(title, name, **where)
        reaches(what, session, took)

    clicked("a button of its own", CONCERT, "Add to favourites", "studio",
            lambda session: command(session, "custom", "active", id="favourite"))
    s.check("it is seen to be on", until(lambda: cards.look(
        CONCERT, "of(named('Add to favourites'), 'nowplaying-active')")))
    clicked("a like", SONG, "Like this song", "main",
            lambda session: command(session, "feedback", "current", button=0) == "positive")
    clicked("a like taken back", SONG, "Like this song", "main",
            lambda session: command(session, "feedback", "current", button=0) == "neutral")
    clicked("a bookmark", CONCERT, "Remember this place", "studio",
            lambda session: command(session, "bookmark", "active"))
    chosen("stars", CONCERT, "5 stars", "studio", lambda session: session["Content"]["user-rating"] == 1)
    chosen("mute", CONCERT, "Mute", "studio", lambda session: session["Playback"].get("muted"))
    clicked("a volume", CONCERT, "Volume", "studio", lambda session: abs(session["Volume"] - 0.5) < 0.02)
    cards.close_menu()
    chosen("a chapter", CONCERT, "2:00  Song", "studio", lambda session: session["Playback"]["elapsed"] == 120e6,
           at="Chapters: Overture")
    s.check("its title is seen", until(lambda: {"Song ▾", "2:00"} <= set(cards.texts(CONCERT))), cards.texts(CONCERT))
    chosen("the next chapter", CONCERT, "Next chapter", "studio",
           lambda session: session["Playback"]["elapsed"] == 400e6)
    clicked("a position", CONCERT, "Position", "studio",
            lambda session: abs(session["Playback"]["elapsed"] - 300e6) < 5e6)
    cards.click(KITCHEN, "Kitchen Speaker + 2")
    clicked("a device's volume", KITCHEN, "Kitchen Speaker", "kitchen",
            lambda session: abs(session["Devices"][0]["volume"] - 0.75) < 0.1, at=0.75)
    cards.close_menu()
    clicked("pause", SONG, "Pause", "main", lambda session: session["Playback"]["state"] == "paused")
    before = player.session("main")["Playback"]["elapsed"]
    chosen("an interval", SONG, "Forward by 30 seconds", "main",
           lambda session: session["Playback"]["elapsed"] == before + 30e6)
    chosen("a speed", SONG, "1.5×", "main", lambda session: session["Playback"]["default-rate"] == 1.5, at="Speed: 1")
    chosen("repeat", SONG, "Repeat", "main",
           lambda session: command(session, "change-repeat-mode", "current") == "one")


def holds(s, cards, player):
    """Fast forward ends when its button is released."""
    def rate():
        return player.session("main")["Playback"]["rate"]

    cards.click(SONG, "More actions")
    cards.click(SONG, "Fast forward", release=False)
    s.check("fast forward begins", until(lambda: rate() == 5), rate())
    s.check("it is seen to play", until(lambda: cards.look(SONG, "Boolean(named('Pause'))")))
    cards.button(False)
    s.check("and ends", until(lambda: rate() == 0), rate())
    cards.close_menu()
    s.check("it is seen to pause", until(lambda: cards.look(SONG, "Boolean(named('Play'))")))


def fails(s, cards):
    """Errors are shown in the player's words."""
    cards.click(EPISODE, "Previous")
    s.check("why a button did nothing", until(lambda: "There is no previous episode" in cards.texts(EPISODE)))
    cards.choose(KITCHEN, "Living Room TV: quieter", "Kitchen Speaker + 2")
    s.check("why a device did nothing", until(lambda: "The TV is off" in cards.texts(KITCHEN)))
    cards.close_menu()
    for sentence in ("The studio cannot be reached", "Sign in to the studio", "The studio is closed in this region",
                     "The studio does not play this", "The studio has lost this", "Something went wrong"):
        cards.click(CONCERT, "Make trouble")
        s.check("why nothing plays", until(lambda: sentence in cards.texts(CONCERT)), sentence)
    s.check("it offers to open the player", until(lambda: "Open" in cards.texts(CONCERT)))
    low = until(lambda: cards.look(CONCERT, "card.height") <= CLOSED + MORE)
    s.check("an error makes no message higher", low, cards.look(CONCERT, "card.height"))
    s.check("the words go again", until(lambda: "The TV is off" not in cards.texts(KITCHEN)))


def live(s, cards, player):
    """A broadcast has a button that goes back to live, and can be sought within its seekable range."""
    player.send("studio", "play")
    cards.click(CONCERT, "Next")
    s.check("a broadcast", until(lambda: "LIVE" in cards.texts("Studio FM")), cards.texts("Studio FM"))
    cards.click("Studio FM", "Go to live")
    edge = until(lambda: player.session("studio")["Playback"].get("live-edge"))
    s.check("back to live reaches the player", edge)
    s.check("it is seen to be live", until(lambda: cards.look(
        "Studio FM", "!of(named('Go to live'), 'nowplaying-behind')")))
    s.keep("live", cards.shell.shot())
    cards.click("Studio FM", "Next")
    s.check("an advertisement", until(lambda: "Advertisement" in cards.texts("Trial Spot")))
    s.check("its next is greyed", until(lambda: cards.look("Trial Spot", "named('Next').reactive") is False))


def rests(s, cards, player):
    """A timer runs only while a visible bar moves."""
    player.send("studio", "pause")
    player.send("main", "play")
    s.check("it moves while it is seen", until(lambda: cards.inside("_timer > 0")))
    cards.click(SONG, "Less")
    s.check("it rests while it is closed", until(lambda: cards.inside("_timer === 0")))
    cards.open(SONG)
    cards.shell.close_messages()
    s.check("it rests while it is not", until(lambda: cards.inside("_timer === 0 && panel._soon === 0")))
    shell = cards.shell.process.pid
    own = min(stirs(shell) for _ in range(3))
    cards.switch(False)
    without = min(stirs(shell) for _ in range(3))
    cards.switch(True)
    s.check("it never wakes the shell up then", own <= without + 1, f"{own} in 3 s, {without} without it")
    cards.shell.open_messages()
    s.check("it is there again", until(lambda: len(cards.titles()) == 4), cards.titles())
    player.send("main", "pause")
    s.check("it rests while nothing plays", until(lambda: cards.inside("_timer === 0 && panel._soon === 0")))


def fetches(s, cards):
    """A cover on the web is fetched, because the user allows that by default."""
    def make(bus):
        player = Whole(bus, "web")
        player.answers[SESSION, "GetArtwork"] = lambda call: "org.nowplaying.Error.Asset.NotLocal"
        # The item itself is of this server: otherwise, nothing on this machine is asked.
        address = {"artwork": Variant("s", "cover"), "artwork-url": Variant("s", server.at + "/moved"),
                   "url": Variant("s", server.at + "/a.mp3")}
        player.session("a", Content=content("On the web", **address))
        return player

    with web.serving() as server:
        player = Served(s, make)
        s.check("a cover of the web is there", until(lambda: cards.look("On the web", HAS_COVER)), server.asked)
        player.stop()


def comes_and_goes(s, cards, player):
    """Sessions and players come and go, and a plain player is GNOME's."""
    plain = player.plain("plain", "Plain")
    s.check("a plain player has GNOME's message", until(lambda: cards.foreign() == ["Plain"]), cards.foreign())
    player.send("side", "toggle-play-pause")
    s.check("a session that comes later", until(lambda: "Guest FM" in cards.titles()), cards.titles())
    cards.switch(False)
    s.check("GNOME shows both when it is disabled", until(lambda: len(cards.foreign()) == 3), cards.foreign())
    cards.switch(True)
    s.check("and one when it is enabled", until(lambda: cards.foreign() == ["Plain"]), cards.foreign())
    s.check("the messages are back", until(lambda: len(cards.titles()) == 5), cards.titles())
    player.stop()
    s.check("they go with the player", until(lambda: cards.titles() == []), cards.titles())
    plain.stop()
    s.check("nothing is left in the list", until(lambda: cards.foreign() == []), cards.foreign())


def leaves_nothing(s, cards):
    """The extension leaves nothing behind when it is enabled and disabled fifty times."""
    cards.switch(False)
    first = None
    for _ in range(50):
        cards.switch(True)
        assert until(lambda: len(cards.titles()) == 4), cards.titles()
        cards.switch(False)
        first = first or cards.counted()
    cards.shell.ask("imports.system.gc()")
    last = until(lambda: all(a <= b for a, b in zip(cards.counted(), first)) and cards.counted()) or cards.counted()
    s.check("no actor, file or connection is left", all(a <= b for a, b in zip(last, first)), (first, last))


with Surface("extension", seconds=900) as surface:
    cards = Cards(surface)
    player = Reference(surface)
    # The order of messages stays while they can be seen: the list is opened when the player has said what plays.
    until(lambda: cards.inside(FIRST.format(len(LINES))) == "playing")
    cards.shell.open_messages()
    shows(surface, cards)
    surface.keep("shown", cards.shell.shot())
    drives(surface, cards, player)
    holds(surface, cards, player)
    fails(surface, cards)
    surface.keep("driven", cards.shell.shot())
    live(surface, cards, player)
    fetches(surface, cards)
    rests(surface, cards, player)
    comes_and_goes(surface, cards, player)
    Reference(surface)
    leaves_nothing(surface, cards)
    surface.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
