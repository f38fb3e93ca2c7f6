// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How long media is.
public enum MediaDuration: Hashable, Sendable {
  /// It has a length, in seconds.
  case finite(TimeInterval)
  /// A broadcast: no length, and no position to go to.
  case live
  /// Endless, but not a broadcast, such as the sound of rain.
  case continuous
}
