// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Synchronization

/// Lines that arrive on any thread.
package final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  package init() {}

  package var all: [String] { lines.withLock { $0 } }
  package func append(_ line: String) { lines.withLock { $0.append(line) } }
}
