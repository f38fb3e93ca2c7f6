// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The domain of MediaPlayer's errors.
public let MPErrorDomain = "MPErrorDomain"

/// An error of MediaPlayer. This library throws none; programs have it for their own use.
public struct MPError: CustomNSError, Hashable, @unchecked Sendable {
  /// The kind of the error.
  public enum Code: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// The user has not allowed it.
    case permissionDenied = 1
    /// The user's account cannot do it.
    case cloudServiceCapabilityMissing = 2
    /// The network failed.
    case networkConnectionFailed = 3
    /// It is not there.
    case notFound = 4
    /// It cannot be done.
    case notSupported = 5
    /// Somebody cancelled it.
    case cancelled = 6
    /// It took too long.
    case requestTimedOut = 7

    /// Whether an error is MediaPlayer's of a code: what `catch MPError.cancelled` asks.
    public static func ~= (code: Self, error: any Error) -> Bool {
      let error = error as NSError
      return error.domain == MPErrorDomain && error.code == code.rawValue
    }
  }

  /// The kind of the error.
  public let code: Code
  /// More about it. Not compared.
  public let userInfo: [String: Any]

  /// An error of a code.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// `MPErrorDomain`.
  public static var errorDomain: String { MPErrorDomain }
  /// The code's raw value.
  public var errorCode: Int { code.rawValue }
  /// The same as `userInfo`.
  public var errorUserInfo: [String: Any] { userInfo }

  /// Whether two errors have the same code.
  public static func == (left: MPError, right: MPError) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Not known.
  public static var unknown: Code { .unknown }
  /// The user has not allowed it.
  public static var permissionDenied: Code { .permissionDenied }
  /// The user's account cannot do it.
  public static var cloudServiceCapabilityMissing: Code { .cloudServiceCapabilityMissing }
  /// The network failed.
  public static var networkConnectionFailed: Code { .networkConnectionFailed }
  /// It is not there.
  public static var notFound: Code { .notFound }
  /// It cannot be done.
  public static var notSupported: Code { .notSupported }
  /// Somebody cancelled it.
  public static var cancelled: Code { .cancelled }
  /// It took too long.
  public static var requestTimedOut: Code { .requestTimedOut }
}
