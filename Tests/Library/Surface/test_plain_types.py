# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players of MPRIS alone whose metadata has values of other types than MPRIS says."""

from lab.fakes import song, variants
from lab.harness.wire import Variant
from test_plain import start


def test_numbers_that_are_texts(bus, make_shown):
    """Texts of digits are numbers. A text with more in it is no length, and still the number of a track or a rating."""
    metadata = song("One", **variants(**{"mpris:length": ("s", "7000000"), "xesam:trackNumber": ("s", "3/12"),
                                         "xesam:discNumber": ("s", "A1"), "xesam:userRating": ("s", "4/5")}))
    player, shown, view = start(bus, make_shown, Metadata=("a{sv}", metadata))
    assert view.item["duration_us"] == 7_000_000
    numbers = {key: value for key, value in view.fields().items() if not isinstance(value, (str, list))}
    assert numbers == {"TRACK_NUMBER": 3, "USER_RATING": 0.8}
    for index, length in enumerate(("3:35", "", "-7", "9" * 40)):
        player.change(Metadata=("a{sv}", song(f"Two{index}", **variants(**{"mpris:length": ("s", length)}))))
        view = shown.wait_for(view, lambda view: view.lines[0] == f"Two{index}")
        assert view.item["duration_us"] == 0


def test_lengths_that_mean_none(bus, make_shown):
    """Chromium sends the largest number for a broadcast, others -1 as an unsigned number, and GStreamer's time that is
    not known is 584 years."""
    player, shown, view = start(bus, make_shown, Metadata=("a{sv}", song("One")))
    for index, length in enumerate([("x", 2**63 - 1), ("t", 2**64 - 1), ("t", 2**64 // 1000), ("d", 1e300), ("x", -1)]):
        player.change(Metadata=("a{sv}", song(f"Two{index}", **variants(**{"mpris:length": length}))))
        view = shown.wait_for(view, lambda view: view.lines[0] == f"Two{index}")
        assert (view.item["duration_us"], view.item["duration_kind"]) == (0, 0)


def test_lists_of_variants(bus, make_shown):
    """Bindings of languages without types send lists so. What is no text in them is left out."""
    metadata = variants(**{"xesam:title": ("s", "One"),
                           "xesam:artist": ("av", [Variant("s", "A"), Variant("i", 7), Variant("s", "B")]),
                           "xesam:genre": ("av", []), "xesam:album": ("av", [Variant("av", [Variant("s", "C")])])})
    _, _, view = start(bus, make_shown, Metadata=("a{sv}", metadata))
    assert view.lines == ["One", "A, B", ""]
    assert view.fields() == {"TITLE": "One", "ARTISTS": ["A", "B"]}
