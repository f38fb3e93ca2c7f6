# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: tab.py MANIFEST     Sends the program that a browser finds by a manifest what the extension does, until the
end of input, and says "play" when the desktop does."""
import json
import struct
import subprocess
import sys
import threading


def send(host, message):
    data = json.dumps(message).encode()
    host.stdin.write(struct.pack("=I", len(data)) + data)
    host.stdin.flush()


def answer(host):
    while len(header := host.stdout.read(4)) == 4:
        message = json.loads(host.stdout.read(struct.unpack("=I", header)[0]))
        print(message["command"], file=sys.stderr, flush=True)
        send(host, {"type": "reply", "request": message["request"], "ok": True})


with open(sys.argv[1], encoding="utf-8") as file:
    program = json.load(file)["path"]
with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
    threading.Thread(target=answer, args=[run], daemon=True).start()
    send(run, {"type": "hello", "browser": "Firefox"})
    send(run, {"type": "state", "id": "tab-1", "state": {
        "item": {"id": "a", "title": "Ten Lines", "artist": "A Tab"}, "playback": {"status": "paused"},
        "commands": {"play": True}}})
    sys.stdin.read()
    run.stdin.close()
