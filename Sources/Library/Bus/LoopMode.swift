// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The thread that runs a loop.
public enum LoopMode: Sendable {
  /// A thread of the library.
  case thread
  /// The host, which polls the loop's descriptor.
  case descriptor
  /// The host, which a thread of the library tells when to dispatch.
  case wakeup
}
