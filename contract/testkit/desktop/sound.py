# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A silent sound server."""
import os

from .program import Program, wait_until


def start_sound_server(folder, before=()):
    """Starts a silent sound server. Returns the program and its address."""
    socket = folder / "sound.socket"
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    # With rewinds the sink takes two seconds of sound at once, and a player may have to wait for their end.
    server = Program([*before, "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                      "-L", "module-null-sink norewinds=1",
                      "-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1"], environment)
    wait_until("there is a sound server", socket.exists)
    return server, f"unix:{socket}"
