// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The errors of org.nowplaying, in the order in which a call is checked for the first four.
public enum ProtocolError: CaseIterable, Sendable {
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

  /// Its name on the bus, and what it means to whoever called.
  private var row: (name: StaticString, failure: Failure) {
    switch self {
    case .notOffered: ("org.nowplaying.Error.NotOffered", .notSupported)
    case .disabled: ("org.nowplaying.Error.Disabled", .invalidState)
    case .invalidArgument: ("org.nowplaying.Error.InvalidArgument", .invalidArgument)
    case .notFound: ("org.nowplaying.Error.NotFound", .noSuchContent)
    case .failed: ("org.nowplaying.Error.Failed", .commandFailed)
    case .cancelled: ("org.nowplaying.Error.Cancelled", .cancelled)
    case .timedOut: ("org.nowplaying.Error.TimedOut", .timedOut)
    case .previewOnly: ("org.nowplaying.Error.PreviewOnly", .notPermitted)
    case .notLocal: ("org.nowplaying.Error.Asset.NotLocal", .notLocal)
    case .unreadable: ("org.nowplaying.Error.Asset.Unreadable", .io)
    case .wrongFormat: ("org.nowplaying.Error.Asset.WrongFormat", .notAnImage)
    case .wrongAspectRatio: ("org.nowplaying.Error.Asset.WrongAspectRatio", .wrongAspectRatio)
    case .frameRate: ("org.nowplaying.Error.Asset.FrameRate", .frameRate)
    case .tooLarge: ("org.nowplaying.Error.Asset.TooLarge", .tooLarge)
    case .limitsExceeded: ("org.freedesktop.DBus.Error.LimitsExceeded", .commandFailed)
    case .unknownObject: ("org.freedesktop.DBus.Error.UnknownObject", .cancelled)
    }
  }

  public var name: StaticString { row.name }

  /// The failure that a surface reports; of `wrongFormat` that of a picture.
  public var failure: Failure { row.failure }

  /// Nil for a name that is none of these.
  public init?(name: String) {
    for error in Self.allCases where ExactText(error.name) == name.exact {
      self = error
      return
    }
    return nil
  }

  /// The error for a surface, of an answer of the host.
  ///
  /// - isAsset: whether it was asked for a picture or a video.
  public init(_ failure: Failure, isAsset: Bool) {
    let failure = failure == .notAVideo ? .notAnImage : failure
    self = .failed
    for error in Self.allCases where error.isAnswer(isAsset: isAsset) && error.failure == failure { self = error }
  }

  /// Whether a host's failure to answer can be this.
  private func isAnswer(isAsset: Bool) -> Bool {
    switch self {
    case .cancelled, .timedOut: true
    case .notFound, .notLocal, .unreadable, .wrongFormat, .wrongAspectRatio, .frameRate, .tooLarge: isAsset
    case .notOffered, .disabled, .invalidArgument, .failed, .previewOnly, .limitsExceeded, .unknownObject: false
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
