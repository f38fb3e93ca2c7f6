# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the text's examples. They print the called functions, and trap if one is called outside the main actor."""
import base64
import http.server
import threading

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


class Picture(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(PNG)))
        self.end_headers()
        self.wfile.write(PNG)

    def log_message(self, *_):
        pass


def whole(desktop, binary):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Picture)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    program = desktop.start(
        binary, f"http://127.0.0.1:{server.server_port}/cover.png", NOWPLAYING_APPLICATION_ID="org.example.Whole")
    program.expect("active true")
    program.expect("system true")
    desktop.wait_until("the player is there", lambda: desktop.players() == ["Whole"])
    assert desktop.playerctl("metadata", "xesam:title") == "Song"
    assert desktop.playerctl("metadata", "xesam:artist") == "Singer"
    assert desktop.playerctl("metadata", "xesam:album") == "Album"
    assert desktop.playerctl("metadata", "mpris:length") == "200000000"
    assert desktop.playerctl("status") == "Paused"
    yield "playerctl sees the title, the length and the state"

    desktop.wait_until("the artwork is there", lambda: "mpris:artUrl" in desktop.metadata("Whole"))
    path = desktop.playerctl("metadata", "mpris:artUrl").removeprefix("file://")
    with open(path, "rb") as file:
        assert file.read() == PNG, "the file is not the picture"
    yield "the artwork is fetched by URLSession and is a file for the desktop"

    desktop.playerctl("play")
    program.expect("play")
    desktop.wait_until("it plays", lambda: desktop.playerctl("status") == "Playing")
    desktop.playerctl("position", "30")
    program.expect("seek 30.0")
    desktop.wait_until("it is there", lambda: 30 <= float(desktop.playerctl("position")) < 60)
    desktop.playerctl("next")
    program.expect("next")
    desktop.playerctl("pause")
    program.expect("pause")
    yield "playerctl presses the buttons, and the closures run on the main actor"

    assert desktop.get("Whole", "CanGoNext") is True
    assert desktop.get("Whole", "CanGoPrevious") is False
    # playerctl itself refuses what cannot be done, so the method is called without asking.
    desktop.call("Whole", "Previous")
    desktop.call("Whole", "Next")
    program.expect("next")
    assert "previous" not in program.said, "a disabled command was performed"
    yield "a disabled command is disabled, and its closure is not called"

    assert desktop.metadata("Whole")["xesam:userRating"] == 1.0
    yield "the status of the feedback shows as the user's rating"

    program.order("deactivate")
    program.expect("inactive")
    desktop.wait_until("the player has gone", lambda: desktop.players() == [])
    assert program.process.poll() is None
    yield "session = nil removes the player"
    server.shutdown()
