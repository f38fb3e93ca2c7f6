# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The queue of a player, seen by a client of MPRIS's TrackList."""

from testkit.bus import ROOT, TRACK_LIST, is_ours
from testkit.desktop import wait_until
from testkit.mpris_types import NO_TRACK
from testkit.wire import DBusError

# A track id that no entry has.
UNKNOWN = "/org/mpris/MediaPlayer2/TrackList/Append"


class Tracks:
    """The queue as a client sees and edits it."""

    def __init__(self, run):
        self.run, self.client = run, run.client()
        self.wait_shown(True)

    def wait_shown(self, shown):
        wait_until("the interface is there" if shown else "the interface has gone",
                   lambda: self.client.get("HasTrackList", ROOT) == shown)

    def paths(self):
        return self.client.get("Tracks", TRACK_LIST)

    def metadata(self, *paths):
        """Returns the metadata of these entries, or of all."""
        found, = self.client.do("GetTracksMetadata", "ao", list(paths or self.paths()), interface=TRACK_LIST)
        return [{key: variant.value for key, variant in entry.items()} for entry in found]

    def current(self):
        """Returns the path of the entry that is shown; None before the player has opened one."""
        return self.client.metadata().get("mpris:trackid")

    def titles(self):
        """Returns the titles of all entries; none where they change meanwhile."""
        try:
            return [entry["xesam:title"] for entry in self.metadata()]
        except DBusError:
            return []

    def files(self):
        """Returns the file names of all entries."""
        try:
            return [entry["xesam:url"].rpartition("/")[2] for entry in self.metadata()]
        except DBusError:
            return []

    def wait_titles(self, *titles):
        try:
            self.run.wait_until(f"the queue is {', '.join(titles)}", lambda: self.titles() == list(titles))
        except AssertionError as error:
            raise AssertionError(f"{error}; it is {self.titles()}") from None

    def path(self, title):
        return self.paths()[self.titles().index(title)]

    def add(self, path, after=NO_TRACK, plays=False):
        uri = path if "://" in str(path) else f"file://{path}"
        self.client.do("AddTrack", "sob", uri, after, plays, interface=TRACK_LIST)

    def remove(self, path):
        self.client.do("RemoveTrack", "o", path, interface=TRACK_LIST)

    def go_to(self, path):
        self.client.do("GoTo", "o", path, interface=TRACK_LIST)

    def signals(self, start):
        """Returns the names of the interface's signals since a mark."""
        return [message.member for message in self.run.bus.since(start)
                if is_ours(message) and message.interface == TRACK_LIST]

    def lists(self, start):
        """Returns the paths in each TrackListReplaced since a mark."""
        return [message.body[0] for message in self.run.bus.since(start)
                if is_ours(message) and message.member == "TrackListReplaced"]

    def wait_emitted(self, start, member, count=1):
        """Waits until a signal was emitted this often since a mark, without any TrackListReplaced, which would come a
        moment later."""
        wait_until(f"{member} is emitted", lambda: self.signals(start).count(member) == count)
        assert "TrackListReplaced" not in self.signals(start), self.signals(start)
