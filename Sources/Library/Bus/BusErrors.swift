// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Where every result of sd-bus goes that says that something was not done; and what is counted of all messages of a
/// connection.
public final class BusErrors {
  private let report: (String) -> Void
  /// Bytes of texts and lists that were appended to messages, about.
  var appended = 0
  /// Descriptors that were appended to messages since the backlog was looked at last.
  var descriptors = 0
  /// Called with a sentence about a limit that a client has met.
  public var limited: (String) -> Void = { _ in }
  /// The connection's backlog, while something waits to be written.
  unowned(unsafe) var backlog: Backlog?

  public init(_ report: @escaping (String) -> Void) { self.report = report }

  /// Reports a failure, unless it only says that the connection is gone, which who owns the connection sees by itself,
  /// or that the process has all descriptors that it may have. Returns whether it was none.
  @discardableResult
  public func check(_ result: Int32, _ what: StaticString) -> Bool { check(result, named: what.cString) }

  @discardableResult
  func check(_ result: Int32, named what: UnsafePointer<CChar>) -> Bool {
    if !result.isFailure { return true }
    fail(result, what)
    return false
  }

  @inline(never)
  private func fail(_ result: Int32, _ what: UnsafePointer<CChar>) {
    if !np_is_disconnect(result), !np_is_exhausted(result) {
      report("sd-bus refused " + String(cString: what) + ": " + String(cString: np_strerror(result)))
    }
  }
}

extension Int32 {
  /// Whether a function of sd-bus or of the platform has failed: then it gives a negative errno.
  public var isFailure: Bool { self < 0 }

  /// The result of what is done next, unless this one is a failure.
  public func then(_ next: @autoclosure () -> Int32) -> Int32 { isFailure ? self : next() }
}

extension Bool {
  /// As C has it.
  var asInt32: Int32 { self ? 1 : 0 }
}
