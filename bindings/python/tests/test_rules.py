# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Plays the cases of contract/cases/arguments.json, which are made of the rules of arguments. The tests of Node play
them, too."""
import json
import re

import pytest

from nowplaying import (
    App, Chapter, Command, CommandKind, Device, ManualLoop, Music, PlaybackState, Playlist, Session, Snapshot, Track,
    TrackKind)
from nowplaying._command_table import ARGUMENTS
from nowplaying.surface import Surface
from conftest import REPOSITORY
from players import find, panel, playing  # noqa: F401

# A number of a content is no such argument here: it is read as a tag has it.
CASES = [case for case in json.loads((REPOSITORY / "contract/cases/arguments.json").read_text(encoding="utf-8"))
         if case["argument"] != "number"]
ERRORS = {"type": TypeError, "range": ValueError}
KINDS = {form: kind for kind, (form, _) in ARGUMENTS.items()}
TAKERS = {
    "app_options": lambda given: App(**{"application_id": "a", "loop": ManualLoop(), **given}).close(),
    "chapter": lambda given: Chapter(**{"start": 0.0, **given}),
    "command": lambda given: Command(**{"kind": CommandKind.CUSTOM, "handler": print, "id": "a", "title": "A",
                                        **given}),
    "content": lambda given: Music(**given),
    "device": lambda given: Device(**{"id": "a", "name": "A", **given}),
    "playlist": lambda given: Playlist(**{"id": "a", "name": "A", **given}),
    "snapshot": lambda given: Snapshot(**{"state": PlaybackState.PLAYING, "position": 1.0, **given}),
    "surface_options": lambda given: Surface(**{"loop": ManualLoop(), **given}).close(),
    "track": lambda given: Track(**{"id": "a", "kind": TrackKind.AUDIO, **given}),
}


def number(value):
    return [number(each) for each in value] if isinstance(value, list) else (
        float(value) if value in ("NaN", "Infinity") else value)


def fault(case, take):
    """Plays a case. Returns what else happened than it says; None for nothing."""
    value = number(case["value"]) * case["times"] if "times" in case else number(case["value"])
    try:
        take({case["argument"]: value})
    except (TypeError, ValueError) as error:
        name = "value" if case["of"] == "argument" else case["argument"]
        says = rf"\b{name}\)?(\[\d\])? {re.escape(case.get('says', 'nothing'))}"
        return None if type(error) is ERRORS.get(case.get("error")) and re.search(says, str(error)) else (case, error)
    return (case, "no error") if "error" in case else None


def played(*groups):
    return [case for case in CASES if case["of"] in groups]


@pytest.mark.parametrize("group", TAKERS)
def test_values(group):
    assert played(group) and not [wrong for case in played(group) if (wrong := fault(case, TAKERS[group]))]


def test_properties():
    with App("a", loop=ManualLoop()) as app:
        owners = {"app": app, "session": Session(app)}
        owners["session"].queue = [Music(id="a")]
        wrong = [fault(case, lambda given: [setattr(owners[case["of"]], name, value) for name, value in given.items()])
                 for case in played("app", "session")]
    assert wrong and not any(wrong)


def test_what_a_surface_asks_for(bus, panel):  # noqa: F811
    with App("org.example.Test") as app:
        playing(app)
        seen = find(panel, application_id="org.example.Test")
        ask = {"volume": seen.set_volume, "step": lambda step: seen.step_volume(Device("a", "A"), step),
               "width": seen.artwork, "height": lambda height: seen.artwork(0, height), "uri": seen.add_to_queue,
               "play": lambda play: seen.add_to_queue("file:///a", play=play), "at": seen.snapshot,
               "position": seen.item.chapter_at}
        wrong = [fault(case, lambda given: [ask[name](value) for name, value in given.items()])
                 for case in played("surface", "surface_session")]
        wrong += [fault(case, lambda given: [seen.send(KINDS[form], value) for form, value in given.items()])
                  for case in played("argument")]
        assert wrong and not any(wrong), wrong


def test_no_group_is_left_out():
    assert {case["of"] for case in CASES} == {*TAKERS, "app", "argument", "session", "surface", "surface_session"}
