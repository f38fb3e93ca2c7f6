// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How long media is.
public enum MediaDuration: Hashable, Sendable {
  /// A length in seconds.
  case finite(TimeInterval)
  /// A broadcast, which has no length, and no positions to go to.
  case live
  /// An endless item that is not a broadcast, such as the sound of rain.
  case continuous
}
