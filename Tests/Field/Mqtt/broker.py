# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A real mosquitto, and a client of it that is not the bridge: Home Assistant, a script, or somebody who forges."""

import json
import os
import queue
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import paho.mqtt.client as paho
from field.servers import free_port
from testkit.desktop import wait_until
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions


class Broker:
    """A mosquitto on a port of its own, which can be killed and started again."""

    def __init__(self, *lines, wrapper=(), address="127.0.0.1"):
        """lines: of its configuration, in the place of one that lets everybody do everything. wrapper: the beginning of
        a command, by which it is started."""
        self.wrapper = wrapper
        self.folder = Path(tempfile.mkdtemp(prefix="np-mqtt-"))
        self.port, self.process = free_port(), None
        # As root mosquitto would become a user who cannot read the folder.
        root = ["user root"] if os.getuid() == 0 else []
        self.lines = [f"listener {self.port} {address}", *root, "persistence false",
                      *(lines or ["allow_anonymous true"])]

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def start(self):
        file = self.folder / "mosquitto.conf"
        file.write_text("\n".join(line.format(folder=self.folder) for line in self.lines) + "\n")
        log = self.folder / "log"
        with open(log, "wb") as written:
            self.process = subprocess.Popen([*self.wrapper, "mosquitto", "-c", file], stdout=written, stderr=written)
        wait_until("the broker listens", lambda: " running" in log.read_text(encoding="utf-8"))
        return self

    def send_signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.kill()
        subprocess.run(["rm", "-rf", self.folder], check=True)


class Client:
    """Somebody else at the broker. `topics` has what the broker retains, and `live` what came otherwise."""

    def __init__(self, broker, *filters, user="ha", password=None, options=None, port=None, packet=None, tls=None,
                 name=None):
        """name: by which the broker knows the client; another one of this name loses its connection."""
        self.topics, self.live, self.acks = {}, queue.Queue(), {}
        self.condition = threading.Condition()
        self.ready, self.filters = threading.Event(), filters
        self.client = paho.Client(name or f"client-{user}-{time.monotonic_ns()}", protocol=paho.MQTTv5)
        self.client.username_pw_set(user, password)
        if tls:
            self.client.tls_set(tls)
        self.client.on_connect, self.client.on_message = self.connected, self.message
        self.client.on_subscribe = lambda *_: self.ready.set()
        self.options = options or SubscribeOptions(1, retainAsPublished=True)
        self.client.connect("localhost" if tls else "127.0.0.1", port or broker.port, properties=packet)
        self.client.loop_start()
        assert self.ready.wait(60), "the broker did not take the subscription"

    def connected(self, client, *_):
        if self.filters:
            client.subscribe([(name, self.options) for name in self.filters])
        else:
            self.ready.set()

    def message(self, client, _, message):
        with self.condition:
            if message.retain and message.payload:
                self.topics[message.topic] = message.payload
            elif message.retain:
                self.topics.pop(message.topic, None)
            self.condition.notify_all()
        self.live.put(message)

    def wait(self, condition, what, timeout=30):
        """Waits until a condition of the topics holds, and returns its value."""
        with self.condition:
            assert self.condition.wait_for(lambda: condition(self.topics), timeout), (
                f"it never came true that {what}: {sorted(self.topics)}")
            return condition(self.topics)

    def json(self, topic):
        return json.loads(self.topics.get(topic, b"null"))

    def publish(self, topic, payload="", retain=False, response=None, correlation=None):
        """Sends a message, and waits until the broker has it."""
        properties = None
        if response:
            properties = Properties(PacketTypes.PUBLISH)
            properties.ResponseTopic, properties.CorrelationData = response, correlation or b"1"
        payload = json.dumps(payload) if isinstance(payload, (dict, list)) else payload
        self.client.publish(topic, payload, 1, retain, properties).wait_for_publish(20)

    def ask(self, host, session, given, name="ha"):
        """Sends a command, and returns the answer."""
        response, number = f"np/1/{host}/answer/{name}", str(time.monotonic_ns()).encode()
        self.publish(f"np/1/{host}/s/{session}/do", given, response=response, correlation=number)
        while True:
            message = self.live.get(timeout=20)
            if message.topic == response and message.properties.CorrelationData == number:
                return json.loads(message.payload)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


def packet(kind, body):
    """Makes a packet of MQTT."""
    length, size = b"", len(body)
    while not length or size:
        length += bytes([size % 128 | (128 if size >= 128 else 0)])
        size //= 128
    return bytes([kind]) + length + body


def text(given):
    data = given.encode()
    return struct.pack(">H", len(data)) + data


class Liar:
    """A broker that says what a test wants, to the first who connects: for `with`."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.broker = self  # it stands for a house, too
        self.address = f"127.0.0.1:{self.server.getsockname()[1]}"

    def accept(self):
        self.server.settimeout(20)
        self.connection, _ = self.server.accept()
        self.connection.settimeout(20)
        self.stream = self.connection.makefile("rb")
        assert self.read()[0] == 0x10
        self.connection.sendall(packet(0x20, b"\0\0\0"))

    def read(self):
        """Returns the first byte and the body of the next packet."""
        kind, size, shift = self.stream.read(1)[0], 0, 0
        while True:
            byte = self.stream.read(1)[0]
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind, self.stream.read(size)

    def publish(self, topic, payload, retain=False, response=None):
        properties = b"\x08" + text(response) if response else b""
        data = payload if isinstance(payload, str) else json.dumps(payload)
        body = text(topic) + bytes([len(properties)]) + properties + data.encode()
        self.connection.sendall(packet(0x31 if retain else 0x30, body))

    def acknowledge(self):
        """Takes the next message, and returns its topic; None for another packet."""
        kind, body = self.read()
        if kind >> 4 != 3:
            return None
        end = 2 + struct.unpack(">H", body[:2])[0]
        self.connection.sendall(packet(0x40, body[end:end + 2]))
        return body[2:end].decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.close()


def stop(process):
    """Stops a process as a machine that hangs, and goes on with it at the end: for `with`."""
    class Stopped:
        def __enter__(self):
            process.send_signal(signal.SIGSTOP)

        def __exit__(self, *_):
            process.send_signal(signal.SIGCONT)
    return Stopped()
