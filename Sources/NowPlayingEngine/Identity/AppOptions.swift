// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Who runs the loop.
public enum LoopMode: Sendable {
  case thread, descriptor
}

/// What a host says of itself when it makes an app.
public struct AppOptions {
  public var applicationID: String
  public var displayName = ""
  public var desktopEntry = ""
  public var busAddress = ""
  public var busSocket: Int32?
  public var loop = LoopMode.thread
  public var uriSchemes: [String] = []
  public var mimeTypes: [String] = []
  public var logLevel = LogLevel.warning
  public var flags: AppFlags = []

  public init(applicationID: String) { self.applicationID = applicationID }

  /// The bus that was given, else that of the session; nil when the program is to stay off every bus.
  var busSource: BusSource? {
    if let busSocket { return .socket(busSocket) }
    if !busAddress.isEmpty { return .address(busAddress) }
    return BusAddress.session.map { .address($0) }
  }
}
