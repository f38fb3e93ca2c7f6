// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// The environment of the process. Read in the host's thread, when an app or a surface is made: another thread could be
/// changing it later. Programs with more rights than their user have none.
public enum Environment {
  /// The value of a variable; nil when it is not set or empty.
  public static func value(_ name: String) -> String? {
    guard let value = np_getenv(name.cString), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
