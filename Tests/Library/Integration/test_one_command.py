# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests setting one command in the place of an equal one, as surfaces of org.nowplaying see it."""

from testkit.host import C
from testkit.surface import plain
from test_beyond import SECOND, button, give, listed, session  # noqa: F401


def test_one_command_takes_the_place_of_its_like(host, session):
    """A title, a bookmark and an interval are changed separately; the other commands stay."""
    like, dislike = 1 << C.FEEDBACK_POSITIVE, 1 << C.FEEDBACK_NEGATIVE
    give(host, button("PLAY"), button("CUSTOM", words=("sleep", "Sleep", "-", "-")), button("BOOKMARK"),
         button("CUSTOM", words=("b", "B", "-", "-")))

    def sent(what, given, *more, wanted):
        host.ask_all([("button", "main", *given, *more), ("commit", "main")])
        session.wait(lambda it: [entry.get("title", entry["command"]) for entry in plain(it.commands)] == wanted, what)

    words = ["play", "Sleep", "bookmark", "B"]
    words[1] = "Sleep: 29 min"
    sent("another title", button("CUSTOM", words=("sleep", words[1], "-", "timer")), wanted=words)
    words[2] = "Marked"
    sent("a bookmark", button("BOOKMARK", active=1, words=("-", words[2], "-", "-")), wanted=words)
    assert listed(session)[2]["active"] is True
    for which, modes in (("Like", like), ("Dislike", dislike)):
        words.append(which)
        sent(which, button("FEEDBACK", words=("-", which, "-", "-")), modes, wanted=words)
    # A like button that can also take the like back replaces the like button.
    words[4] = "Like it"
    sent("another like", button("FEEDBACK", words=("-", words[4], "-", "-")), like | 1 << C.FEEDBACK_NEUTRAL,
         wanted=words)
    words.append("skip-forward")
    for interval in 30, 15:
        sent("a skip", button("SKIP_FORWARD"), 0, interval * SECOND, wanted=words)
        session.wait(lambda it: it.commands[6]["intervals"] == [interval * SECOND], "its interval")
    words.append("Another")
    sent("a new button", button("CUSTOM", words=("c", "Another", "-", "-")), wanted=words)
    start = session.quiet()
    host.ask_all([("button", "main", *button("CUSTOM", words=("c", "Another", "-", "-"))), ("commit", "main")])
    session.quiet()
    assert not session.sent(start)
    start = len(host.events)
    session.send("custom", id="sleep", item=session.item)
    assert host.wait("command", start)["tag"] == 100
    session.send("custom", id="b", item=session.item)
    assert host.wait("command", start, id="b")["tag"] == 3
