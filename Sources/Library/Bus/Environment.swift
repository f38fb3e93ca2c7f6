// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// The environment of the process. It is read in the host's thread when an app or a surface is made, because another
/// thread may change it later. A program with more rights than its user sees no variables.
public enum Environment {
  /// The value of a variable; nil when it is not set, or empty.
  public static func value(_ name: String) -> String? {
    guard let value = np_getenv(name.cString), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
