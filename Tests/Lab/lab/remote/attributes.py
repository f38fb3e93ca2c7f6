# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The attributes of the test programs' sessions."""

import datetime

REFERENCE = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc).timestamp()


def now(ago=0.0):
    """Returns a time as text with a zone and a fraction."""
    return moment(datetime.datetime.now(datetime.timezone.utc).timestamp() - ago)


def moment(seconds):
    stamp = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return stamp.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def device(identifier="kitchen-speaker", name="Kitchen", volume=0.5, **more):
    return {"id": identifier, "name": name, "volume": volume, "type": "speaker"} | more


def track(title="Blue", identifier=None, duration=200):
    return {"id": identifier or title, "title": title, "duration": duration}


def attributes(identifier="kitchen", title="Blue", key="id", **changes):
    """Attributes of a session that plays; a change to None leaves a key out."""
    made = {key: identifier, "isPlaying": True, "elapsedTime": 60, "timestamp": now(), "devices": [device()],
            "currentTrack": track(title) if title else None} | changes
    return {name: value for name, value in made.items() if value is not None}
