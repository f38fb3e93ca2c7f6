# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds values that BlueZ refuses: tools/mpris-proxy.c passes properties to bluetoothd, whose profiles/audio/media.c
parses them strictly. After one wrong type at registration the player never shows on the headset; after a later one, the
rest of the signal is lost. So every dictionary that we send must pass."""

# The types that BlueZ accepts silently. Some others pass with a warning (t for a length, u for a number); the library
# does not use them.
METADATA = {"xesam:title": "s", "xesam:artist": "as", "xesam:album": "s", "xesam:genre": "as", "mpris:length": "x",
            "xesam:trackNumber": "i"}
PROPERTIES = {"PlaybackStatus": "s", "LoopStatus": "s", "Shuffle": "b", "Position": "x", "CanPlay": "b",
              "CanPause": "b", "CanGoNext": "b", "CanGoPrevious": "b", "CanControl": "b", "Identity": "s"}
LOOP_STATUS = ("None", "Track", "Playlist")


def refusals(properties):
    """Returns sentences that say why bluetoothd would refuse these properties."""
    problems = []
    for name, variant in properties.items():
        wanted = PROPERTIES.get(name)
        if wanted and variant.signature != wanted:
            problems.append(f"BlueZ: {name} is {variant.signature}, not {wanted}")
        elif name == "LoopStatus" and variant.value not in LOOP_STATUS:
            problems.append(f"BlueZ: LoopStatus {variant.value!r} ends the parse")
        elif name == "Metadata":
            if variant.signature != "a{sv}":
                problems.append(f"BlueZ: Metadata is {variant.signature}")
                continue
            for key, (signature, _) in variant.value.items():
                if METADATA.get(key, signature) != signature:
                    problems.append(f"BlueZ: {key} is {signature}, not {METADATA[key]}")
    return problems
