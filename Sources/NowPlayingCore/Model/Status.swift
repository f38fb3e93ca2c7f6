// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Whether the desktop can be reached. The raw values are those of the C header.
public enum BusState: Int32, Sendable {
  case none = 0
  case connected, published
}

/// What a session is the primary of. The raw values are those of the C header.
public struct Primary: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let application = Primary(rawValue: 1)
  public static let system = Primary(rawValue: 2)
}

/// What can go wrong. The raw values are those of the C header.
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
