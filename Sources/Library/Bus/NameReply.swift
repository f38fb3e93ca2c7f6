// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The bus's answer to RequestName.
public enum NameReply {
  case owner, queued, taken
  /// The bus refuses the name with this error, and would again.
  case refused(String)
  /// The answer is missing or makes no sense, or the connection has closed: the name may have been given or not.
  case unknown

  init(_ message: Message?) {
    guard let message else {
      self = .unknown
      return
    }
    if let error = message.errorName {
      switch error.exact {
      case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.InvalidArgs",
        "org.freedesktop.DBus.Error.LimitsExceeded":
        self = .refused(error)
      default: self = .unknown
      }
      return
    }
    switch message.readUInt32() {
    case 1, 4: self = .owner
    case 2: self = .queued
    case 3: self = .taken
    default: self = .unknown
    }
  }
}

/// The flags of RequestName, as the D-Bus specification numbers them.
public enum NameFlag {
  public static let allowReplacement: UInt32 = 1
  public static let replaceExisting: UInt32 = 2
  public static let doNotQueue: UInt32 = 4
}
