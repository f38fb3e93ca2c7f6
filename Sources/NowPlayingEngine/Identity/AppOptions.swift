// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The thread that runs the loop.
public enum LoopMode: Sendable {
  /// A thread of the library.
  case thread
  /// The host, which polls a descriptor.
  case descriptor
  /// The host, which a thread of the library tells when to dispatch.
  case wakeup
}

/// The options with which a host makes an app.
public struct AppOptions {
  public var applicationID: String
  public var displayName = ""
  public var desktopEntry = ""
  /// The suffix that tells this instance of the application from others, in its name on the bus.
  public var instance = ""
  public var busAddress = ""
  public var busSocket: Int32?
  public var loop = LoopMode.thread
  public var uriSchemes: [String] = []
  public var mimeTypes: [String] = []
  public var logLevel = LogLevel.warning
  public var flags: AppFlags = []

  public init(applicationID: String) { self.applicationID = applicationID }

  /// The bus for connections beside the first: a socket that was given is used up.
  var remoteBusSource: BusSource? { busSocket == nil ? busSource : nil }

  /// The bus that was given, else that of the session; nil when the program is to stay off every bus.
  var busSource: BusSource? {
    if let busSocket { return .socket(busSocket) }
    if !busAddress.isEmpty { return .address(busAddress) }
    return BusAddress.session.map { .address($0) }
  }
}
