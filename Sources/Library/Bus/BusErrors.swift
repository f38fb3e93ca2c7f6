// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Takes each result of sd-bus that is a failure, and counts the bytes of a connection's messages.
public final class BusErrors {
  private let report: (String) -> Void
  /// The approximate bytes of texts and lists that were appended to messages.
  var appended = 0
  /// The descriptors that were appended to messages since the backlog was examined last.
  var descriptors = 0
  /// Called with a sentence about a limit that a client has met.
  public var limited: (String) -> Void = { _ in }
  /// The backlog of the connection, while messages wait to be written.
  unowned(unsafe) var backlog: Backlog?

  public init(_ report: @escaping (String) -> Void) { self.report = report }

  /// Reports a failure of sd-bus. Two are not reported: a lost connection, which the owner of the connection notices
  /// itself, and a process that may open no more descriptors. Returns whether the call succeeded.
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
  /// Whether a function of sd-bus or of the platform has failed: it then returns a negative errno.
  public var isFailure: Bool { self < 0 }

  /// Runs the next call and returns its result. Where this result is a failure, returns it and runs nothing.
  public func then(_ next: @autoclosure () -> Int32) -> Int32 { isFailure ? self : next() }
}

extension Bool {
  /// The value as a C int.
  var asInt32: Int32 { self ? 1 : 0 }
}
