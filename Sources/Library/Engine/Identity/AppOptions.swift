// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The options with which a host makes an app.
public struct AppOptions {
  public var applicationID: String
  public var displayName = ""
  public var desktopEntry = ""
  /// The suffix that tells this instance of the application from others, in its name on the bus.
  public var instance = ""
  /// The part of the name on the bus behind MPRIS's prefix; empty for the one that is made of the application's id.
  public var busName = ""
  /// The path below which the host's own track ids are; empty for none.
  public var trackPrefix = ""
  public var busAddress = ""
  public var busSocket: Int32?
  public var loop = LoopMode.thread
  public var uriSchemes: [String] = []
  public var mimeTypes: [String] = []
  public var logLevel = LogLevel.warning
  public var flags: AppFlags = []

  public init(applicationID: String) { self.applicationID = applicationID }

  /// Whether a text may be the track prefix; empty for none. One that would be cut is another path.
  public static func takes(trackPrefix: String) -> Bool {
    trackPrefix.isEmpty || trackPrefix.byteCount <= Limits.identifier && Escape.isOwnPath(trackPrefix)
  }

  /// Whether a text may be the name on the bus behind MPRIS's prefix; empty for none.
  public static func takes(busName: String) -> Bool { busName.isEmpty || Escape.isBusNamePart(busName) }

  /// The bus for connections beside the first: a socket that was given is used up.
  var remoteBusSource: BusSource? { busSocket == nil ? busSource : nil }

  var busSource: BusSource? { .chosen(socket: busSocket, address: busAddress) }
}
