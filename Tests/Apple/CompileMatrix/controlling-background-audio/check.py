# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the text's examples. The player's rate is always 0: it can play, and cannot pause."""
import base64
import os

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def movie(desktop, binary):
    # The code of the text loads a picture of this name from the program's resources.
    picture = os.path.join(os.path.dirname(binary), "lockscreen.png")
    with open(picture, "wb") as file:
        file.write(PNG)
    program = desktop.start(binary, NOWPLAYING_APPLICATION_ID="org.example.Movie")
    program.expect("rate")
    desktop.wait_until("the title is there", lambda: "Movie" in desktop.players()
                       and desktop.metadata("Movie").get("xesam:title") == "My Movie")
    assert desktop.playerctl("metadata", "mpris:length") == "90000000"
    assert desktop.playerctl("position") == "30.000000"
    assert desktop.playerctl("status") == "Paused"
    yield "playerctl sees the title, the length, the position and the state"

    desktop.wait_until("the artwork is there", lambda: "mpris:artUrl" in desktop.metadata("Movie"))
    with open(desktop.playerctl("metadata", "mpris:artUrl").removeprefix("file://"), "rb") as file:
        assert file.read() == PNG, "the file is not the picture"
    os.remove(picture)
    yield "the picture that was found by its name is a file for the desktop"

    desktop.call("Movie", "Play")
    program.expect("rate")
    yield "play is given to its handler, on the main actor"

    try:
        desktop.call("Movie", "Pause")
        raise AssertionError("a handler that failed was reported as a success")
    except AssertionError as error:
        assert "could not do it" in str(error), error
    program.expect("rate")
    yield "a handler that fails is an error for who pressed the button"
    assert desktop.get("Movie", "CanGoNext") is False
    yield "commands without a target are not offered"
