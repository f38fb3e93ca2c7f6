# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests sections 3 and 4: videos are handed out when the reasons in PreviewOnly are known, or have had their time."""

import threading
import time

import pytest

from testkit.fakes import Fake, variants
from testkit.protocol import ANIMATED, APP_PATH, SURFACES
from testkit.received import video
from testkit.surface import ERROR
from testkit.wire import DBusError, Variant

SETTINGS = "org.freedesktop.portal.Settings"
NAME = "org.freedesktop.portal.Desktop"
PATIENCE = 0.5
VIDEO = ("moving-1", "1:1")


class Portal(Fake):
    """The portals of a desktop; without a value for reduced motion they never answer."""

    def __init__(self, bus, motion, saver):
        super().__init__(bus)
        self.motion = motion
        self.faces["org.freedesktop.portal.PowerProfileMonitor"] = variants(**{"power-saver-enabled": ("b", saver)})
        self.answers[SETTINGS, "Read"] = self.setting
        self.is_wanted = True
        self.thread = threading.Thread(target=self.run, daemon=True)

    def setting(self, call):
        if call.body[1] != "reduced-motion":
            return "org.freedesktop.portal.Error.NotFound"
        return "v", [Variant("v", Variant("u", self.motion))]

    def answer(self, call):
        if self.motion is not None:
            super().answer(call)

    def run(self):
        while self.is_wanted:
            if self.poll.poll(50):
                self.serve()

    def close(self):
        self.is_wanted = False
        self.thread.join()
        super().close()


@pytest.fixture
def portal(bus):
    """Yields a function that starts the portals of a desktop."""
    made = []

    def make(motion, saver=False):
        made.append(Portal(bus, motion, saver))
        made[0].own(NAME)
        made[0].thread.start()
    yield make
    for one in made:
        one.close()


def register(surface):
    """Registers without waiting for the answer."""
    return surface.start(surface.local.owner, APP_PATH, SURFACES, "Register", "a{sv}",
                         {"aspect-ratios": Variant("as", ["1:1"])})


def refusal(surface, main):
    """Returns the text with which the first video is refused. On a busy machine the portals may answer too late, and
    the video is handed out: then it is requested again."""
    for _ in range(5):
        began, call = time.monotonic(), main.start_video(*VIDEO)
        try:
            surface.finish(call, 35)
        except DBusError as error:
            assert error.name == ERROR + "PreviewOnly", error
            return error.text
        assert time.monotonic() - began >= PATIENCE, "the video was handed out before the portals had their time"
    raise AssertionError("the portals are never in time")


@pytest.mark.parametrize("is_registered", [False, True])
def test_4_the_first_video_is_refused(surface, main, portal, is_registered):
    portal(1, saver=True)
    if is_registered:
        register(surface)
    said = refusal(surface, main)
    assert "power-saver" in said and "reduced-motion" in said, said
    surface.settle()
    told = surface.local.app("PreviewOnly")
    assert told == (["power-saver", "reduced-motion"] if is_registered else []), told


def test_4_one_that_nothing_forbids_is_handed_out(surface, main, portal):
    portal(0)
    calls = [main.start_video(*VIDEO) for _ in range(5)]
    for call in calls:
        video(surface.reply(call, 35))


def test_4_portals_that_never_answer_are_given_their_time(surface, main, portal):
    portal(None)
    for _ in range(2):
        began = time.monotonic()
        call = main.start_video(*VIDEO)
        main.start_raw("GetVideo", "ssuu", "none", "1:1", 0, 0, interface=ANIMATED)
        video(surface.reply(call, 35))
        assert time.monotonic() - began >= PATIENCE


def cancelled(surface, begin, restore=lambda: None):
    """Checks that the call that `begin` returns is cancelled, and does not wait for the portals until their time is
    over. On a busy machine an attempt may take as long nevertheless: then another one is made."""
    for _ in range(5):
        began, call = time.monotonic(), begin()
        try:
            surface.finish(call, 35)
        except DBusError as error:
            assert error.name == ERROR + "Cancelled", error
            if time.monotonic() - began < PATIENCE:
                return
        else:
            assert time.monotonic() - began >= PATIENCE, "the video was handed out before the portals had their time"
        restore()
    raise AssertionError("the call always waits for the portals")


def test_4_another_item_comes_before_the_answers(surface, main, portal):
    def begin():
        call = main.start_video(*VIDEO)
        main.send("next")
        return call

    portal(None)
    cancelled(surface, begin, lambda: main.send("previous"))


def test_4_a_player_that_ends_answers_before(reference, surface, main, portal):
    portal(None)
    began, call = time.monotonic(), main.start_video(*VIDEO)
    main.get("Id")  # the player has the call
    reference.process.terminate()
    if time.monotonic() - began < PATIENCE:
        surface.refused(call, "Cancelled")
