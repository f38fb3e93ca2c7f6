// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The domain of MediaPlayer's errors.
public let MPErrorDomain = "MPErrorDomain"

/// An error of MediaPlayer. This library throws none; programs may throw it themselves.
public struct MPError: CustomNSError, Hashable, @unchecked Sendable {
  /// The kind of the error.
  public enum Code: Int, Sendable {
    /// The cause is not known.
    case unknown = 0
    /// The user has not allowed the operation.
    case permissionDenied = 1
    /// The user's account cannot do the operation.
    case cloudServiceCapabilityMissing = 2
    /// The network failed.
    case networkConnectionFailed = 3
    /// The thing that was asked for does not exist.
    case notFound = 4
    /// The operation is not supported.
    case notSupported = 5
    /// The operation was cancelled.
    case cancelled = 6
    /// The operation took too long.
    case requestTimedOut = 7

    /// Whether an error is MediaPlayer's with a code; `catch MPError.cancelled` calls it.
    public static func ~= (code: Self, error: any Error) -> Bool {
      let error = error as NSError
      return error.domain == MPErrorDomain && error.code == code.rawValue
    }
  }

  /// The kind of the error.
  public let code: Code
  /// More about the error. It is ignored when errors are compared.
  public let userInfo: [String: Any]

  /// Creates an error with a code.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// The domain of the error: `MPErrorDomain`.
  public static var errorDomain: String { MPErrorDomain }
  /// The raw value of the code.
  public var errorCode: Int { code.rawValue }
  /// The dictionary that is given to NSError: `userInfo`.
  public var errorUserInfo: [String: Any] { userInfo }

  /// Whether two errors have the same code.
  public static func == (left: MPError, right: MPError) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The cause is not known.
  public static var unknown: Code { .unknown }
  /// The user has not allowed the operation.
  public static var permissionDenied: Code { .permissionDenied }
  /// The user's account cannot do the operation.
  public static var cloudServiceCapabilityMissing: Code { .cloudServiceCapabilityMissing }
  /// The network failed.
  public static var networkConnectionFailed: Code { .networkConnectionFailed }
  /// The thing that was asked for does not exist.
  public static var notFound: Code { .notFound }
  /// The operation is not supported.
  public static var notSupported: Code { .notSupported }
  /// The operation was cancelled.
  public static var cancelled: Code { .cancelled }
  /// The operation took too long.
  public static var requestTimedOut: Code { .requestTimedOut }
}
