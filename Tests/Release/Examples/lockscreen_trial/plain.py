# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: plain.py PICTURE     the plainest program of GTK with a clock: what it costs, any other costs, too

Has decoded a picture, and shows a window as large as the lock screen's with one label. "tick" on the standard input
makes the label count the seconds from then on, "rest" ends that; each is answered with itself.
"""
import sys

import gi

gi.require_version("GdkPixbuf", "2.0")
gi.require_version("Gtk", "4.0")
from gi.repository import GdkPixbuf, GLib, Gtk  # noqa: E402


class Clock:
    seconds = timer = 0

    def order(self, *_):
        order = sys.stdin.readline().strip()
        if self.timer:
            GLib.source_remove(self.timer)
        self.timer = GLib.timeout_add(1000, self.tick) if order == "tick" else 0
        print(order, flush=True)
        return bool(order)

    def tick(self):
        self.seconds += 1
        label.set_text(f"{self.seconds // 60}:{self.seconds % 60:02}")
        return True


Gtk.init()
GdkPixbuf.Pixbuf.new_from_file(sys.argv[1])
label = Gtk.Label(label="0:00")
window = Gtk.Window(default_width=390, default_height=844, child=label)
GLib.io_add_watch(sys.stdin, GLib.IO_IN, Clock().order)
window.present()
print("ready", flush=True)
GLib.MainLoop().run()
