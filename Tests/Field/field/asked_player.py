# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player that shows whatever is asked for: `player.py ID`, with a line of JSON on its input for each thing to show.
With the word `raises` behind the ID it has a window.

  name          of the player                      kind, content   a class of nowplaying, and its arguments
  square, tall  [video, preview] of the artwork    cover           its picture
  state, at, rate, buffered                        volume          of the session, 0.0 to 1.0
  commands      words, "skip-forward 30 15", "like Like", "set-rating 5", "custom sleep:timer Sleep" and the like
  chapters      start in seconds and title of each  tracks         kind, id, language and whether it is selected
  error, reason  a sentence, and an ErrorKind, with the state "failed"
  window        first and last second that can be sought, of a broadcast; live: whether it is at the last
  devices       arguments of Device; with these the session plays elsewhere

It prints each command that it gets: the command's word and its argument, and "raise" when its window is wanted. It
carries out play, pause and volumes. It ends with its input. NOWPLAYING_LIBRARY names the library.
"""
import json
import sys

import nowplaying
from nowplaying import (
    App, Artwork, AspectRatio, Chapter, Command, Device, DeviceType, Duration, ErrorKind, Feedback, MediaType,
    RemoteSession, Session, Snapshot, Track, TrackKind, Video)


class Player:
    def __init__(self, identifier, has_window):
        self.app = App(identifier, on_raise=(lambda: print("raise", flush=True)) if has_window else None)
        self.session, self.said = None, {}

    def show(self, said):
        self.said.update(said)
        said = self.said
        if not self.session:
            self.session = self.make_session()
        self.app.display_name = said.get("name", "")
        with self.session.update():
            self.session.content = self.content()
            self.session.snapshot = self.snapshot()
            self.session.tracks = [Track(identifier, TrackKind[kind], language, selected=selected)
                                   for kind, identifier, language, selected in said.get("tracks", ())]
            self.session.commands = [self.command(words) for words in said.get("commands", ())]
            if "volume" in said:
                self.session.volume = said["volume"]
            if "devices" in said:
                self.session.devices = [Device(**{**each, "type": DeviceType[each.get("type", "SPEAKER")]})
                                        for each in said["devices"]]
        if "devices" not in said:
            self.session.request_application_primary()

    def make_session(self):
        if "devices" in self.said:
            return RemoteSession(self.app, "remote", on_device_volume=self.set_level, on_device_step=self.step)
        return Session(self.app, "session", on_volume=self.set_volume if "volume" in self.said else None,
                       on_select_track=self.select if "tracks" in self.said else None)

    def snapshot(self):
        said = self.said
        if said.get("state") == "failed":
            return Snapshot.failed(said.get("error", ""), ErrorKind[said.get("reason", "OTHER")],
                                   position=said.get("at"))
        rates = {"rate": said["rate"], "default_rate": said["rate"]} if "rate" in said else {}
        others = {name: said[key] for key, name in (("buffered", "buffered"), ("live", "at_live_edge")) if key in said}
        return getattr(Snapshot, said.get("state", "playing"))(said.get("at"), seekable=said.get("window"), **rates,
                                                               **others)

    def content(self):
        said = self.said
        arguments = dict(said.get("content", {}))
        if isinstance(arguments.get("duration"), str):
            arguments["duration"] = Duration[arguments["duration"]]
        if "media_type" in arguments:
            arguments["media_type"] = MediaType[arguments["media_type"]]
        if "chapters" in said:
            arguments["chapters"] = [Chapter(start, title) for start, title in said["chapters"]]
        if "cover" in said:
            arguments["artwork"] = Artwork.file(said["cover"])
        videos = {AspectRatio[word.upper()]: Video.file(said[word][0], preview=Artwork.file(said[word][1]))
                  for word in ("square", "tall") if word in said}
        return getattr(nowplaying, said.get("kind", "Music"))(**arguments, animated_artwork=videos or None)

    def command(self, words):
        word, *others = words.split()
        name = word.replace("-", "_")

        def handler(*arguments):
            print(word, *(getattr(argument, "name", argument) for argument in arguments), flush=True)
            if word in ("play", "pause"):
                self.show({"state": "playing" if word == "play" else "paused"})

        if word in ("like", "dislike"):
            mode = Feedback.POSITIVE if word == "like" else Feedback.NEGATIVE
            return Command.feedback(handler, supported=[Feedback.NEUTRAL, mode], short_title=" ".join(others))
        if word == "custom":
            identifier, _, icon = others[0].partition(":")
            return Command.custom(lambda: handler(identifier), identifier, " ".join(others[1:]), icon=icon)
        if word == "set-rating":
            return Command.set_rating(handler, steps=int(others[0]))
        if word.startswith("skip"):
            return getattr(Command, name)(handler, intervals=[float(each) for each in others])
        if word == "change-rate":
            return Command.change_rate(handler, rates=[float(each) for each in others])
        return getattr(Command, name)(handler)

    def select(self, kind, identifier):
        print(f"select {kind.name} {identifier}", flush=True)

    def set_volume(self, volume):
        self.session.volume = self.said["volume"] = volume
        print(f"volume {volume:.3f}", flush=True)

    def set_level(self, device, volume):
        for each in self.said["devices"]:
            if each["id"] == device:
                each["volume"] = volume
        self.session.set_device_volume(device, volume)
        print(f"level {device} {volume:.3f}", flush=True)

    def step(self, device, step):
        print(f"step {device} {step}", flush=True)


def main():
    player = Player(sys.argv[1], "raises" in sys.argv[2:])
    for line in sys.stdin:
        player.show(json.loads(line))
        print("shown", flush=True)
    player.app.close()


if __name__ == "__main__":
    main()
