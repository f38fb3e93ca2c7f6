# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the lock screen as a screen reader does, by AT-SPI, and presses its buttons.

Takes orders on its standard input, a line each, and answers with one: "press NAME" with "done", or with "none" where
nothing of that name can be pressed; "focus" with the name of the widget that has the keyboard.
"""
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


def below(node):
    """Yields everything below a node, without parts that go meanwhile."""
    for index in range(node.get_child_count()):
        try:
            child = node.get_child_at_index(index)
            if child:
                yield child
                yield from below(child)
        except GLib.Error:
            continue


def press(name):
    # A button has another role in newer versions of GTK, and that which opens a popover has one more.
    return any(node.get_n_actions() and node.do_action(0) for node in below(Atspi.get_desktop(0))
               if node.get_name() == name and node.get_role_name() in ("push button", "button", "toggle button"))


def focus():
    for node in below(Atspi.get_desktop(0)):
        states = node.get_state_set()
        if states.contains(Atspi.StateType.FOCUSED) and states.contains(Atspi.StateType.FOCUSABLE):
            return node.get_name()
    return ""


Atspi.init()
print("ready", flush=True)
for line in sys.stdin:
    order, _, words = line.rstrip("\n").partition(" ")
    print(focus() if order == "focus" else "done" if press(words) else "none", flush=True)
