# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The real Home Assistant, without a browser: it is configured by its own files, and used by its own interface."""

import json
import os
import shutil
import signal
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from field.servers import free_port
from testkit.desktop import Program, wait_until

HERE = Path(__file__).resolve().parent / "home"
CLIENT = "https://example.org/"
CONFIGURATION = """
homeassistant:
  name: House
  auth_providers:
    - type: command_line
      command: /bin/true
http:
  server_host: 127.0.0.1
  server_port: {port}
api:
auth:
media_player:
  - platform: players_double
"""


def integrations():
    """Returns the integrations of others that the environment names: MQTT_INTEGRATIONS has a folder for each."""
    folder = os.environ.get("MQTT_INTEGRATIONS")
    return sorted(Path(folder).iterdir()) if folder else []


class HomeAssistant:
    """A Home Assistant at a broker with TLS and a password; it can be ended and started again."""

    python = None  # that of the environment in which it is installed: set by the command line

    def __init__(self, folder, port, ca, password, entries=()):
        """entries: the integrations with their titles, as people add them."""
        self.folder, self.port, self.token, self.program = folder / "home", free_port(), None, None
        shutil.copytree(HERE / "integrations", self.folder / "custom_components")
        for integration in integrations():
            shutil.copytree(integration, self.folder / "custom_components" / integration.name)
        (self.folder / "configuration.yaml").write_text(CONFIGURATION.format(port=self.port))
        broker = {"broker": "localhost", "port": port, "username": "homeassistant", "password": password,
                  "certificate": Path(ca).read_text(encoding="ascii"), "discovery": True}
        self.store([self.entry("mqtt", "Broker", broker)] + [
            self.entry(domain, title, {"name": title}) for domain, title in entries])

    @staticmethod
    def entry(domain, title, data):
        return {"entry_id": f"{domain}-{title}", "version": 1, "minor_version": 1, "domain": domain, "title": title,
                "data": data, "options": {}, "source": "user", "unique_id": None, "disabled_by": None,
                "pref_disable_new_entities": False, "pref_disable_polling": False}

    def store(self, entries):
        folder = self.folder / ".storage"
        folder.mkdir()
        (folder / "core.config_entries").write_text(json.dumps({
            "version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": entries}}))

    def start(self):
        assert Path(self.python).exists(), "run Tests/Field/Mqtt/home/install build/home-assistant"
        self.program = Program([self.python, HERE / "start.py", self.folder],
                               {"PATH": "/usr/bin:/bin", "HOME": str(self.folder)})
        wait_until("Home Assistant answers", self.answers, 300)
        self.token = self.token or self.log_in()
        return self

    def end(self, number=signal.SIGTERM):
        self.program.process.send_signal(number)
        self.program.end()

    def close(self):
        if self.program and self.program.process.poll() is None:
            self.program.stop()

    # Its interface

    def open(self, path, data=None, form=None):
        """Returns what it answers to a request: a dictionary, or bytes."""
        body = urllib.parse.urlencode(form) if form else json.dumps(data) if data is not None else None
        headers = {"Content-Type": "application/x-www-form-urlencoded" if form else "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body and body.encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            found = answer.read()
            return json.loads(found) if "json" in answer.headers["Content-Type"] else found

    def answers(self):
        assert self.program.process.poll() is None, "\n".join(self.program.take())
        try:
            self.open("/api/")
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def log_in(self):
        """Logs in as people do on its page, with any name, and returns a token."""
        flow = self.open("/auth/login_flow", {"client_id": CLIENT, "handler": ["command_line", None],
                                              "redirect_uri": CLIENT})
        done = self.open(f"/auth/login_flow/{flow['flow_id']}", {"client_id": CLIENT, "username": "somebody",
                                                                 "password": "something"})
        return self.open("/auth/token", form={"client_id": CLIENT, "grant_type": "authorization_code",
                                              "code": done["result"]})["access_token"]

    def version(self):
        return self.open("/api/config")["version"]

    def entity(self, part):
        """Returns the media player whose id has a text; {} for none."""
        return next((state for state in self.open("/api/states")
                     if state["entity_id"].startswith("media_player.") and part in state["entity_id"]), {})

    def wait(self, part, condition, what, timeout=20):
        """Waits until a media player is as it should be, and returns it: its state is among its attributes."""
        def facts():
            found = self.entity(part)
            said = {"state": found.get("state"), "entity_id": found.get("entity_id"), **found.get("attributes", {})}
            return said if found and condition(said) else None
        try:
            return wait_until(f"Home Assistant has {what}", facts, timeout)
        except AssertionError:
            print(self.open("/api/states"), *self.program.take(), sep="\n")
            raise

    def call(self, service, player, **data):
        """Presses a button of the card."""
        self.open(f"/api/services/media_player/{service}", {"entity_id": player["entity_id"], **data})

    def publish(self, topic, payload, retain):
        """Sends a message as an automation does."""
        self.open("/api/services/mqtt/publish", {"topic": topic, "payload": payload, "qos": 1, "retain": retain})
