// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The errors of org.nowplaying. A call is checked for the first four in this order.
public enum ProtocolError: CaseIterable, Sendable {
  /// The command is not in `Commands`, the session has no volume, or the device cannot do it.
  case notOffered
  /// The command is listed, but disabled.
  case disabled
  /// An argument is missing, has another type, is not finite, is out of range, or is not in the list.
  case invalidArgument
  /// The id names nothing at present.
  case notFound
  /// The player tried and failed.
  case failed
  /// The item or session of the call has gone.
  case cancelled
  case timedOut
  /// Videos may not be shown now.
  case previewOnly
  // The player gave a picture or video that may not be passed on.
  case notLocal, unreadable, wrongFormat, wrongAspectRatio, frameRate, tooLarge
  /// Too many calls or surfaces wait. An error of the bus, not of the protocol.
  case limitsExceeded
  /// There is no object at the path. An error of the bus, not of the protocol.
  case unknownObject

  /// The error's name on the bus, and the failure that a surface reports for it.
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

  /// The failure that a surface reports; of `wrongFormat` the one for a picture.
  public var failure: Failure { row.failure }

  /// Returns nil for an unknown name.
  public init?(name: String) {
    for error in Self.allCases where ExactText(error.name) == name.exact {
      self = error
      return
    }
    return nil
  }

  /// The error for a surface, from the failure that a host answered.
  ///
  /// - isAsset: whether the request was for a picture or a video.
  public init(_ failure: Failure, isAsset: Bool) {
    let failure = failure == .notAVideo ? .notAnImage : failure
    self = .failed
    for error in Self.allCases where error.isAnswer(isAsset: isAsset) && error.failure == failure { self = error }
  }

  /// Whether a failure of a host can become this error.
  private func isAnswer(isAsset: Bool) -> Bool {
    switch self {
    case .cancelled, .timedOut: true
    case .notFound, .notLocal, .unreadable, .wrongFormat, .wrongAspectRatio, .frameRate, .tooLarge: isAsset
    case .notOffered, .disabled, .invalidArgument, .failed, .previewOnly, .limitsExceeded, .unknownObject: false
    }
  }
}

/// The refusal of a call: the error, and a sentence for its message.
public struct ProtocolRefusal: Error, Sendable {
  public let error: ProtocolError
  public let sentence: String

  public init(_ error: ProtocolError, _ sentence: String) {
    self.error = error
    self.sentence = sentence
  }
}
