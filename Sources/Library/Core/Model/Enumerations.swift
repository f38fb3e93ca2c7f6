// Made by contract/generate of contract/data/words.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The kind of an item. The raw values are those of the C header.
public enum ContentKind: Int32, CaseIterable, Sendable {
  case music = 1
  case podcast, movie, tvShow, book, radio, homeMedia, generic
}

/// Audio or video. The raw values are those of the C header.
public enum MediaType: Int32, CaseIterable, Sendable {
  case audio = 0
  case video
}

/// Whether the length of an item is known, and why not. The raw values are those of the C header.
public enum DurationKind: Int32, CaseIterable, Sendable {
  case unknown = 0
  case finite, live, continuous
}

/// The aspect ratios that an animated artwork can have. The raw values are those of the C header.
public enum AspectRatio: Int32, CaseIterable, Sendable {
  case square = 1
  case tall
}

/// A set of aspect ratios. The raw values are those of the C header.
public struct AspectRatios: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static var square: AspectRatios { AspectRatios(rawValue: 1) }
  public static var tall: AspectRatios { AspectRatios(rawValue: 2) }
  /// All bits of this version.
  public static var known: AspectRatios { AspectRatios(rawValue: 3) }
}

/// The kind of a track of an item. The raw values are those of the C header.
public enum TrackKind: Int32, CaseIterable, Sendable {
  case audio = 1
  case subtitles, captions
}

/// The characteristics of a track besides its language. The raw values are those of the C header.
public struct TrackCharacteristics: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static var isDefault: TrackCharacteristics { TrackCharacteristics(rawValue: 1) }
  public static var isForced: TrackCharacteristics { TrackCharacteristics(rawValue: 2) }
  public static var describesVideo: TrackCharacteristics { TrackCharacteristics(rawValue: 4) }
  public static var isCommentary: TrackCharacteristics { TrackCharacteristics(rawValue: 8) }
  /// All bits of this version.
  public static var known: TrackCharacteristics { TrackCharacteristics(rawValue: 15) }
}

/// Whether an item plays. The raw values are those of the C header.
public enum PlaybackState: Int32, CaseIterable, Sendable {
  case stopped = 0
  case playing, paused, buffering, interrupted, error
}

/// The cause of an error. The raw values are those of the C header.
public enum ErrorKind: Int32, CaseIterable, Sendable {
  case other = 0
  case network, signIn, region, format, notAvailable
}

/// The part of the queue that repeats. The raw values are those of the C header.
public enum RepeatMode: Int32, Sendable {
  case off = 0
  case one, all
}

/// The order of the queue. The raw values are those of the C header.
public enum ShuffleMode: Int32, Sendable {
  case off = 0
  case items, collections
}

/// The user's opinion of an item. The raw values are those of the C header.
public enum FeedbackStatus: Int32, Sendable {
  case neutral = 0
  case positive, negative
}

/// The place at which a surface with few places shows a command. The raw values are those of the C header.
public enum CommandSlot: Int32, CaseIterable, Sendable {
  case any = 0
  case central, back, forward, backSecondary, forwardSecondary, overflow
}

/// Whether a button that is held is pressed or released. The raw values are those of the C header.
public enum CommandPhase: Int32, CaseIterable, Sendable {
  case begin = 0
  case end
}

/// The kind of a device. The raw values are those of the C header.
public enum DeviceType: Int32, CaseIterable, Sendable {
  case speaker = 1
  case tv, setTopBox, mediaStick, gamingConsole, phone, tablet, laptop, desktop, wearable, car, web
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

/// How important a log line is. The raw values are those of the C header.
public enum LogLevel: Int32, CaseIterable, Sendable {
  case error = 0
  case warning, info, debug
}

/// Whether the desktop can be reached. The raw values are those of the C header.
public enum BusState: Int32, Sendable {
  case none = 0
  case connected, published
}

/// The primary roles that a session has: in its app, and on the desktop. The raw values are those of the C header.
public struct Primary: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static var application: Primary { Primary(rawValue: 1) }
  public static var system: Primary { Primary(rawValue: 2) }
  /// All bits of this version.
  public static var known: Primary { Primary(rawValue: 3) }
}

/// Options of an app that are on or off. An app with an unknown one is refused. The raw values are those of the C header.
public struct AppFlags: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The host is told when another player takes the system primary from one of the app's sessions.
  public static var interruptions: AppFlags { AppFlags(rawValue: 1) }
  /// The app stays on the desktop while it has nothing to play, so that it can be raised, quit, or given a file.
  public static var showIdle: AppFlags { AppFlags(rawValue: 2) }
  /// The app has no desktop file.
  public static var noDesktopEntry: AppFlags { AppFlags(rawValue: 4) }
  /// All bits of this version.
  public static var known: AppFlags { AppFlags(rawValue: 7) }
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
