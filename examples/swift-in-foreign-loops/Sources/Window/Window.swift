// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: tuner-window     The tuner in a window of GTK 4, whose main loop is GLib's.

import CGtk
import NowPlaying
import Tuner

/// Called when the program is to show itself; on the main thread, in GLib's loop.
private let activate: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { application, _ in
  let gtk = UnsafeMutableRawPointer(application)?.assumingMemoryBound(to: GtkApplication.self)
  let window = gtk_application_window_new(gtk)
  let title = UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
  gtk_window_set_title(title, "Foreign FM")
  gtk_window_present(title)
  startTuner()
}

@main struct Program {
  static func main() {
    // GLib's loop serves the main actor: it watches the descriptor, and has the work done when there is some.
    g_unix_fd_add(
      HostProgram.mainQueueDescriptor, G_IO_IN,
      { _, _, _ in
        HostProgram.dispatchMainQueue()
        return 1
      }, nil)
    let application = gtk_application_new("org.example.Tuner", G_APPLICATION_NON_UNIQUE)
    let instance = UnsafeMutableRawPointer(application)
    g_signal_connect_data(instance, "activate", unsafeBitCast(activate, to: GCallback.self), nil, nil, GConnectFlags(0))
    g_application_run(instance?.assumingMemoryBound(to: GApplication.self), 0, nil)
  }
}
