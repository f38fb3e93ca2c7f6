# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Commands of the desktop, carried out by Kodi."""
from nowplaying import Command, Phase, RepeatMode, ShuffleMode

from rpc import ask, from_time, is_so, to_time

REPEAT = {"off": RepeatMode.OFF, "one": RepeatMode.ONE, "all": RepeatMode.ALL}
#: The speed factor while a fast forward or rewind button is held.
FAST = 8
#: Within this many seconds of a chapter's start, "previous chapter" goes to the chapter before it.
SOON = 3


class Commands:
    """The commands for the present player. Each runs on a thread that may wait for Kodi.

    do: has a function called with its arguments, and gives a future of what it returns.
    go: goes to the "next" or the "previous" item.
    """

    def __init__(self, do, go):
        self._do, self._go = do, go
        self._player, self._was_paused = None, False

    def make(self, player, playing, chapters, size, steps):
        """The commands that a player supports.

        playing: what Player.GetProperties answers. chapters: of what plays, if it has any. size: of its queue.
        steps: to skip by, in seconds.
        """
        self._player = player
        position, around = playing["position"], playing["repeat"] == "all" and size > 0
        channel = playing["live"]
        repeat, shuffle = REPEAT[playing["repeat"]], ShuffleMode.ITEMS if playing["shuffled"] else ShuffleMode.OFF
        between = [
            Command.next_chapter(self._run(lambda: self._go_to_chapter(chapters, 1))),
            Command.previous_chapter(self._run(lambda: self._go_to_chapter(chapters, -1)))] if chapters else []
        return [
            self._of(Command.play, "Player.PlayPause", play=True),
            self._of(Command.pause, "Player.PlayPause", play=False, enabled=is_so("Player.PauseEnabled")),
            self._of(Command.stop, "Player.Stop"),
            Command.next(self._run(lambda: self._go("next")), enabled=channel or around or position + 1 < size),
            Command.previous(self._run(lambda: self._go("previous")), enabled=channel or around or position > 0),
            Command.seek_to_position(self._run(self._seek), enabled=playing["canseek"]),
            Command.skip_forward(self._run(self._skip), intervals=steps, enabled=playing["canseek"]),
            Command.skip_backward(self._run(lambda interval: self._skip(-interval)), intervals=steps,
                                  enabled=playing["canseek"]),
            Command.seek_forward(self._run(lambda phase: self._hold(phase, FAST)), enabled=playing["canchangespeed"]),
            Command.seek_backward(self._run(lambda phase: self._hold(phase, -FAST)),
                                  enabled=playing["canchangespeed"]),
            Command.change_repeat_mode(self._run(self._set_repeat), current=repeat, enabled=playing["canrepeat"]),
            Command.change_shuffle_mode(
                self._run(self._set_shuffle), current=shuffle, supported=[ShuffleMode.OFF, ShuffleMode.ITEMS],
                enabled=playing["canshuffle"]),
            Command.mute(self._run(lambda muted: ask("Application.SetMute", mute=muted))),
            *between,
        ]

    def _run(self, function):
        return lambda *arguments: self._do(function, *arguments)

    def _of(self, make, method, *, enabled=True, **parameters):
        """Makes a command that is a single call of Kodi."""
        return make(self._run(lambda: self._tell(method, **parameters)), enabled=enabled)

    def _tell(self, method, **parameters):
        ask(method, playerid=self._player, **parameters)

    def _seek(self, seconds):
        self._tell("Player.Seek", value={"time": to_time(seconds)})

    def _go_to_chapter(self, chapters, step):
        """Seeks to the start of a chapter. Kodi's own chapter commands skip ten minutes when there is no other
        chapter."""
        answer = ask("Player.GetProperties", playerid=self._player, properties=["time"])
        now, starts = from_time(answer["time"]), [chapter.start for chapter in chapters]
        if step > 0:
            start = next((start for start in starts if start > now), None)
        else:
            start = max((start for start in starts if start < now - SOON), default=0)
        if start is not None:
            self._seek(start)

    def _skip(self, seconds):
        self._tell("Player.Seek", value={"seconds": round(seconds)})

    def _hold(self, phase, speed):
        """Plays fast until the button is released, then restores the former state."""
        if phase == Phase.BEGIN:
            self._was_paused = is_so("Player.Paused")
            self._tell("Player.SetSpeed", speed=speed)
        else:
            self._tell("Player.PlayPause", play=not self._was_paused)

    def _set_repeat(self, mode):
        self._tell("Player.SetRepeat", repeat=next(word for word, each in REPEAT.items() if each == mode))

    def _set_shuffle(self, mode):
        self._tell("Player.SetShuffle", shuffle=mode == ShuffleMode.ITEMS)
