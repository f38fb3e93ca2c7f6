// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The errors of org.nowplaying, in the order in which a call is checked for the first four.
public enum ProtocolError: Sendable {
  /// Not in `Commands`; no volume; the device cannot do that.
  case notOffered
  /// Listed, and not enabled.
  case disabled
  /// Missing, of another type, not finite, out of range, not one of the list.
  case invalidArgument
  /// The id names nothing now.
  case notFound
  /// The player tried and failed.
  case failed
  /// The subject of the call has gone.
  case cancelled
  case timedOut
  /// Videos may not be shown now.
  case previewOnly
  // The player gave a picture or video that must not be handed on.
  case notLocal, unreadable, wrongFormat, wrongAspectRatio, frameRate, tooLarge
  /// Too many calls, or surfaces, wait already. An error of the bus, not of the protocol.
  case limitsExceeded
  /// There is nothing at the path. Of the bus, too.
  case unknownObject

  public var name: StaticString {
    switch self {
    case .notOffered: "org.nowplaying.Error.NotOffered"
    case .disabled: "org.nowplaying.Error.Disabled"
    case .invalidArgument: "org.nowplaying.Error.InvalidArgument"
    case .notFound: "org.nowplaying.Error.NotFound"
    case .failed: "org.nowplaying.Error.Failed"
    case .cancelled: "org.nowplaying.Error.Cancelled"
    case .timedOut: "org.nowplaying.Error.TimedOut"
    case .previewOnly: "org.nowplaying.Error.PreviewOnly"
    case .notLocal: "org.nowplaying.Error.Asset.NotLocal"
    case .unreadable: "org.nowplaying.Error.Asset.Unreadable"
    case .wrongFormat: "org.nowplaying.Error.Asset.WrongFormat"
    case .wrongAspectRatio: "org.nowplaying.Error.Asset.WrongAspectRatio"
    case .frameRate: "org.nowplaying.Error.Asset.FrameRate"
    case .tooLarge: "org.nowplaying.Error.Asset.TooLarge"
    case .limitsExceeded: "org.freedesktop.DBus.Error.LimitsExceeded"
    case .unknownObject: "org.freedesktop.DBus.Error.UnknownObject"
    }
  }

  /// The error for a surface, of an answer of the host.
  ///
  /// - isAsset: whether it was asked for a picture or a video.
  public init(_ failure: Failure, isAsset: Bool) {
    switch failure {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .tooLarge where isAsset: self = .tooLarge
    case .notAnImage where isAsset, .notAVideo where isAsset: self = .wrongFormat
    case .io where isAsset: self = .unreadable
    case .noSuchContent where isAsset: self = .notFound
    case .notLocal where isAsset: self = .notLocal
    case .wrongAspectRatio where isAsset: self = .wrongAspectRatio
    case .frameRate where isAsset: self = .frameRate
    default: self = .failed
    }
  }
}

/// Why a call is refused: the error, and a sentence for whoever reads it.
public struct ProtocolRefusal: Error, Sendable {
  public let error: ProtocolError
  public let sentence: String

  public init(_ error: ProtocolError, _ sentence: String) {
    self.error = error
    self.sentence = sentence
  }
}
