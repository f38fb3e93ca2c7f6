// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The options with which a host makes an app.
public struct AppOptions {
  public var applicationID: String
  public var displayName = ""
  public var desktopEntry = ""
  /// The suffix in the bus name that distinguishes this instance of the application from others.
  public var instance = ""
  /// The part of the bus name behind MPRIS's prefix; "" to make it from the application's id.
  public var busName = ""
  /// The path below which the host has track ids of its own; "" for none.
  public var trackPrefix = ""
  public var busAddress = ""
  public var busSocket: Int32?
  public var loop = LoopMode.thread
  public var uriSchemes: [String] = []
  public var mimeTypes: [String] = []
  public var logLevel = LogLevel.warning
  public var flags: AppFlags = []

  public init(applicationID: String) { self.applicationID = applicationID }

  /// Whether a text can be the track prefix; "" for none. A prefix that is too long is refused, because a part of it
  /// would be another path.
  public static func takes(trackPrefix: String) -> Bool {
    trackPrefix.isEmpty || trackPrefix.byteCount <= Limits.identifier && Escape.isOwnPath(trackPrefix)
  }

  /// Whether a text can be the part of the bus name behind MPRIS's prefix; "" for none.
  public static func takes(busName: String) -> Bool {
    busName.isEmpty || Escape.isBusNamePart(busName, limit: Limits.busNamePart)
  }

  /// The bus for further connections; nil where the first connection has used the socket.
  var remoteBusSource: BusSource? { busSocket == nil ? busSource : nil }

  var busSource: BusSource? { .chosen(socket: busSocket, address: busAddress) }
}
