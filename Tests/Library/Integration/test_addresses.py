# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Lists of addresses, and obstacles to a connection: each address is tried, an address with an obstacle that may pass
is tried again soon, and nothing spins."""

import contextlib
import errno
import os
import socket
import threading

import pytest

from lab.odd import SHORT_TIMEOUT, is_sent
from testkit.bus import NAME, Bus
from testkit.host import C
from testkit.process import cost, preloaded
from testkit.proxy import Proxy
from test_bus import restart, wait_back
from test_no_bus import Pair, rest

LOOPS = pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])


class HangsUp:
    """A socket that closes each connection at once."""

    def __init__(self, path):
        self.address, self.taken = f"unix:path={path}", 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                self.listener.accept()[0].close()
                self.taken += 1


@contextlib.contextmanager
def stalled():
    """Yields the address of a TCP port at which the system first leaves a connection pending, and then refuses it."""
    with socket.socket() as listener, socket.socket() as first:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        first.connect(listener.getsockname())
        yield f"tcp:host=127.0.0.1,port={listener.getsockname()[1]}"


@LOOPS
def test_an_address_that_refuses_later(make_bus, loop):
    """The next socket may get the same descriptor number as the first one, which was watched for other events."""
    bus = make_bus().start()
    with stalled() as first:
        host = bus.host(*loop, f"--address={first};{bus.address}")
        host.publish()
        host.wait("log", message="Connects to the bus")
    bus.wait_name(NAME)
    is_sent(bus, host, "Second")


@LOOPS
def test_an_address_that_takes_connections_and_is_no_bus(make_bus, folder, loop):
    """The first peer hangs up. The second never replies, so sd-bus gives up after a while. The third is the bus."""
    bus = make_bus().start()
    first = HangsUp(f"{folder}/first")
    silent = Proxy(bus, lambda link, message: [] if message.member == "Hello" else None)
    host = bus.player(*loop, f"--address={first.address};{silent.address};{bus.address}", environment=SHORT_TIMEOUT)
    is_sent(bus, host, "Second")
    assert first.taken == 1 and len(silent.links) == 1
    # The host never had a bus, so `bus_state` does not report a loss.
    assert not host.seen("bus_state", state=C.BUS_NONE)


@pytest.mark.parametrize("which", [0, 1])
def test_each_address_of_a_list_is_watched(make_bus, folder, which):
    bus = make_bus()
    paths = [f"{folder}/a/bus", f"{folder}/b/bus"]
    pair = Pair(bus, "Pair", "--address=" + ";".join("unix:path=" + path for path in paths)).settle()
    pair.wait_rare()
    rest(pair)
    bus.start()
    os.mkdir(os.path.dirname(paths[which]))
    os.symlink(bus.socket, paths[which])
    pair.found_in_time()


@LOOPS
@pytest.mark.parametrize("name", ["EAGAIN", "ECONNREFUSED", "EMFILE", "EPIPE"])
def test_what_passes_is_tried_again_soon(make_bus, loop, name):
    """An obstacle that passes changes no file, so that only another attempt shows it. After as many attempts a missing
    socket would be tried rarely."""
    bus = make_bus().start()
    faults = f"sd_bus_start:1:7:{getattr(errno, name)}"
    host = bus.player(*loop, environment={**preloaded(Bus.program.parent / "faulty.so"), "FAULTS": faults})
    # The failure is logged once, and not as an error.
    assert [event["level"] for event in host.seen("log") if "no session bus" in event["message"]] == [C.LOG_INFO]


@LOOPS
def test_many_restarts_beside_odd_addresses(make_bus, folder, loop):
    """The bus comes back each time, and each attempt costs as much as the first."""
    bus = make_bus().start()
    odd = HangsUp(f"{folder}/odd")
    closed = f"unix:path={folder}/closed"
    host = bus.player(*loop, ";".join([f"--address={odd.address}", closed, bus.address, closed]))
    for number in range(12):
        before, taken, wakeups = host.ask("turns")["value"], odd.taken, cost(host.pid).wakeups
        restart(bus, host)
        wait_back(bus)
        is_sent(bus, host, f"Title {number}")
        # Attempts come after 20, 40, 80 ms …; a bus takes less than a second to start.
        assert odd.taken - taken <= 8
        assert host.ask("turns")["value"] - before <= 40
        assert cost(host.pid).wakeups - wakeups <= 60


@LOOPS
def test_restarts_that_follow_each_other(make_bus, folder, loop):
    """A bus that is away for half a second, and ends again before it counts as stable, is found as soon as the first
    time: the pauses between attempts do not grow from one restart to the next. Its socket is behind a link, so that no
    watch sees it appear."""
    bus = make_bus().start()
    os.symlink(bus.socket, f"{folder}/link")
    host = bus.player(*loop, f"--address=unix:path={folder}/link")
    for number in range(8):
        restart(bus, host, down=0.5)
        bus.wait_name(NAME, timeout=4)
        is_sent(bus, host, f"Title {number}")
