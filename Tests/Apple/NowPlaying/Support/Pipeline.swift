// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

/// A client that makes several calls on one connection: clients that run a process for each call cannot do this.
enum Pipeline {
  /// Sends calls of the Player interface, each as "Method" or "Method (arguments)" in GVariant's text form, without
  /// waiting for replies; returns when all have been answered, and fails the test for errors.
  static func send(_ calls: [String], at location: SourceLocation = #_sourceLocation) async throws {
    let result = try await TestBus.shared.run(["/usr/bin/python3", "-c", program, "send", TestBus.player] + calls)
    #expect(result.status == 0 && result.errors == "", sourceLocation: location)
  }

  /// Makes one call, and reads a property as soon as the reply is there. Returns the property's text form.
  static func call(_ method: String, thenGet property: String) async throws -> String {
    try await TestBus.shared.run(["/usr/bin/python3", "-c", program, "then", TestBus.player, method, property]).output
  }

  private static let program = """
    import sys
    from gi.repository import Gio, GLib
    mode, name, *calls = sys.argv[1:]
    PATH, PLAYER = "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"
    bus, loop, open_calls = Gio.bus_get_sync(Gio.BusType.SESSION), GLib.MainLoop(), len(calls)
    def answered(bus, result):
        global open_calls
        try:
            bus.call_finish(result)
        except GLib.Error as error:
            print(error.message, file=sys.stderr)
        open_calls -= 1
        if not open_calls:
            loop.quit()
    if mode == "send":
        for call in calls:
            method, _, arguments = call.partition(" ")
            arguments = GLib.Variant.parse(None, arguments, None, None) if arguments else None
            bus.call(name, PATH, PLAYER, method, arguments, None, Gio.DBusCallFlags.NONE, -1, None, answered)
        loop.run()
    else:
        bus.call_sync(name, PATH, PLAYER, calls[0], None, None, Gio.DBusCallFlags.NONE, -1, None)
        print(bus.call_sync(name, PATH, "org.freedesktop.DBus.Properties", "Get",
                            GLib.Variant("(ss)", (PLAYER, calls[1])), None, Gio.DBusCallFlags.NONE, -1,
                            None).unpack()[0])
    """
}
