# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the text's examples. MPRIS has no place for animated artwork, so it is ignored, as the text says."""


def artwork(desktop, binary):
    program = desktop.start(binary, NOWPLAYING_APPLICATION_ID="org.example.Animated")
    program.expect("square false tall false")
    yield "no key for animated artwork is supported"

    program.expect("shown")
    name = "org.mpris.MediaPlayer2.Animated"
    desktop.wait_until("the player is there", lambda: name in desktop.run("busctl", "--user", "list"))
    metadata = desktop.metadata("Animated")
    assert metadata["xesam:title"] == "Song", metadata
    assert metadata["xesam:album"] == "Album", metadata
    assert "mpris:artUrl" not in metadata, metadata
    yield "clients see title and album"

    program.order("update")
    program.expect("updated")
    desktop.wait_until("the title is gone", lambda: "xesam:title" not in desktop.metadata("Animated"))
    assert "preview" not in program.said and "video" not in program.said, program.said
    yield "the handlers of animated artwork are not called"
