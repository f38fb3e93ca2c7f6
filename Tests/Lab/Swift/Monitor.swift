// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

/// Records messages of a bus, one line of JSON each, in the order in which the daemon passes them on.
package final class Monitor: Sendable {
  private let child: Child
  private let bus: PrivateBus
  private let lines = Lines()
  private let marker = "/end/" + UUID().uuidString.replacing("-", with: "_")

  /// Starts to record the messages that match a rule, or all. Every message sent after this has returned is recorded.
  package init(_ bus: PrivateBus, _ rule: String? = nil) throws {
    self.bus = bus
    let end = "type='signal',path='\(marker)'"
    let rules = rule.map { [$0, end] } ?? []
    child = try Child(
      ["busctl", "--address=" + bus.address, "--json=short", "monitor"] + rules.map { "--match=" + $0 })
    // busctl prints "Monitoring bus message stream." once it is a monitor.
    _ = try child.errors.read(upToCount: 1)
    Thread.detachNewThread { [child, lines] in
      while let line = try? child.readLine() { lines.append(line) }
    }
  }

  deinit { child.signal(SIGKILL) }

  /// The lines recorded so far.
  package var recorded: [String] { lines.all }

  /// Ends the monitor and returns all lines, up to a signal that this function emits: the lines contain everything that
  /// was sent before the call.
  package func end() async throws -> [String] {
    _ = try await bus.busctl(["emit", marker, "org.nowplaying.Test", "End"])
    let (lines, marker) = (lines, marker)
    try await eventually("the monitor has seen everything") { lines.all.contains { $0.contains(marker) } }
    let all = lines.all
    return Array(all.prefix { !$0.contains(marker) })
  }
}
