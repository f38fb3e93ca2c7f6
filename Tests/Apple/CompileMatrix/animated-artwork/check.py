# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the text's examples, and checks them as a surface of org.nowplaying: MPRIS has no place for
animated artwork."""
import base64
import json
import os

SURFACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Lab/surface")
NAME = "org.mpris.MediaPlayer2.Animated"


def make(desktop, name, *options):
    """Makes a red square by ffmpeg, as a picture or a video; returns its path and its bytes."""
    path = os.path.join(desktop.directory, name)
    desktop.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=c=red:s=64x64:r=10", *options, path)
    with open(path, "rb") as file:
        return path, file.read()


def artwork(desktop, binary):
    still, picture = make(desktop, "still.png", "-frames:v", "1")
    film, video = make(desktop, "film.mp4", "-t", "1", "-pix_fmt", "yuv420p")
    # Neither the settings nor the hardware of this machine may keep videos from being shown.
    program = desktop.start(
        binary, still, film, NOWPLAYING_APPLICATION_ID="org.example.Animated", NOWPLAYING_AUTOPLAY="on",
        DBUS_SYSTEM_BUS_ADDRESS="unix:path=/does/not/exist")
    program.expect("square false tall false")
    yield "without a surface no key for animated artwork is supported"

    program.expect("shown")
    desktop.wait_until("the player is there", lambda: NAME in desktop.run("busctl", "--user", "list"))
    metadata = desktop.metadata("Animated")
    assert metadata["xesam:title"] == "Song", metadata
    assert metadata["xesam:album"] == "Album", metadata
    assert "mpris:artUrl" not in metadata, metadata
    yield "clients of MPRIS see title and album"

    surface = desktop.start(SURFACE, NAME)

    def ask(order):
        surface.order(order)
        return json.loads(surface.expect("{", part=True))

    def animated():
        return ask("Session1")["Content"].get("animated-artwork")

    def support():
        program.order("support")
        return program.expect("square", part=True)

    both = {"1:1": "album-1", "3:4": "album-1"}
    assert animated() == both, animated()
    assert "error" not in ask("Surfaces1.Register ({'aspect-ratios': <['1:1']>},)")
    desktop.wait_until("the key is supported", lambda: support() == "square true tall false")
    yield "a key is supported while a surface shows its ratio"

    answer = ask("AnimatedArtwork1.GetPreview ('album-1', '1:1', uint32 64, uint32 64)")
    assert answer["error"] == "NotFound", answer
    program.expect("no preview")
    yield "nil is not available"

    assert "preview" not in program.said and "video" not in program.said, program.said
    program.order("update")
    program.expect("updated")
    desktop.wait_until("the surface sees it", lambda: animated() == {"1:1": "album-1"})
    answer = ask("AnimatedArtwork1.GetPreview ('album-1', '1:1', uint32 64, uint32 64)")
    assert base64.b64decode(answer["bytes"]) == picture, answer
    program.expect("preview")
    answer = ask("AnimatedArtwork1.GetVideo ('album-1', '1:1', uint32 64, uint32 64)")
    assert base64.b64decode(answer["bytes"]) == video, answer
    assert answer["values"][1] == "video/mp4", answer
    program.expect("video")
    yield "a surface gets the preview and the video"
