// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Records messages of a bus, one line of JSON each, in the order in which the daemon passes them on.
final class Monitor {
  private let child: Child
  private let bus: PrivateBus
  private let marker = "/end/" + UUID().uuidString.replacing("-", with: "_")

  /// Starts to record what matches a rule.
  init(_ bus: PrivateBus, _ rule: String) throws {
    self.bus = bus
    let rules = [rule, "type='signal',path='\(marker)'"].map { "--match=" + $0 }
    child = try Child(["busctl", "--address=" + bus.address, "--json=short", "monitor"] + rules)
    // busctl prints "Monitoring bus message stream." once it is a monitor.
    _ = try child.errors.read(upToCount: 1)
  }

  deinit { child.end() }

  /// What was recorded. Everything that was sent before this call is in it: a signal of our own comes after it.
  func end() async throws -> [String] {
    _ = try await bus.busctl(["emit", marker, "org.nowplaying.Test", "End"])
    var lines: [String] = []
    while let line = try child.readLine(), !line.contains(marker) { lines.append(line) }
    return lines
  }
}
