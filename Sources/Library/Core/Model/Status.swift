// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Whether the desktop can be reached. The raw values are those of the C header.
public enum BusState: Int32, Sendable {
  case none = 0
  case connected, published
}

/// The primary roles that a session has: in its app, and on the desktop. The raw values are those of the C header.
public struct Primary: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let application = Primary(rawValue: 1)
  public static let system = Primary(rawValue: 2)
}

/// The reasons of failures. The raw values are those of the C header.
public enum Failure: Int32, Error, Sendable {
  case invalidArgument = -1
  case invalidHandle = -2
  case invalidState = -3
  case alreadyAnswered = -4
  case cancelled = -5
  case timedOut = -6
  case notSupported = -7
  case notPermitted = -8
  case noBus = -9
  case commandFailed = -10
  case noSuchContent = -11
  case tooLarge = -12
  case notAnImage = -13
  case io = -14
  case forked = -15
  case busy = -16
  case system = -17
  case notLocal = -18
  case notAVideo = -19
  case wrongAspectRatio = -20
  case frameRate = -21
}

extension Failure {
  /// The failure in one sentence, which is also the text of `nowplaying_strerror`.
  public var sentence: StaticString {
    switch self {
    case .invalidArgument: "An argument is NULL, out of range, or not a value of its enumeration"
    case .invalidHandle: "The handle is NULL, misaligned, of another kind, or freed"
    case .invalidState: "The call does not fit the present state of the object"
    case .alreadyAnswered: "The request has been answered already"
    case .cancelled: "The session or item of the request has gone"
    case .timedOut: "The request was not answered in time"
    case .notSupported: "The player or the library does not support this"
    case .notPermitted: "The bus or the sandbox does not permit this"
    case .noBus: "There is no session bus at present"
    case .commandFailed: "The player could not carry the command out"
    case .noSuchContent: "The item that the command asks for does not exist"
    case .tooLarge: "The data is larger than the limit"
    case .notAnImage: "The data is not a PNG, JPEG, WebP or GIF image"
    case .io: "A file could not be read or written"
    case .forked: "The object was made before fork() and belongs to the parent process"
    case .busy: "The app is being dispatched already"
    case .system: "The system refused a thread, a file descriptor or memory"
    case .notLocal: "The address is not on this computer"
    case .notAVideo: "The data is not an MP4, QuickTime or WebM video"
    case .wrongAspectRatio: "The picture or video is of another aspect ratio"
    case .frameRate: "The video has more than 60 frames a second"
    }
  }
}
