// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// Returns the status of a call, and keeps the details of a failure for the library's `last_error`.
///
/// The details begin with the name of the exported C function. An exported function passes its own name by the default
/// value of `function`; helper functions have the same default value and pass on what they were given.
public func status(
  _ failure: Failure?, _ details: StaticString? = nil, in function: StaticString = #function
) -> nowplaying_status {
  guard let failure else { return NOWPLAYING_OK }
  return fail(failure, details?.cString, in: function.cString)
}

/// Returns the status of a failure. It is a separate function so that the code for a call that succeeds is short, and
/// it takes the texts by their addresses, because a static string has three words.
@inline(never)
public func fail(
  _ failure: Failure, _ details: UnsafePointer<CChar>?, in function: UnsafePointer<CChar>
) -> nowplaying_status {
  let isHandle = failure == .invalidHandle && details == nil
  remember(named(function, isHandle ? Handle.refusal : String(cString: details ?? failure.sentence.cString)))
  return failure.rawValue
}

/// Returns the status of a failure whose details are not a constant.
public func status(_ failure: Failure, text: String, in function: StaticString = #function) -> nowplaying_status {
  remember(named(function.cString, text))
  return failure.rawValue
}

/// Returns the status of a wrong argument, which is also written to the host's log.
public func refuse(_ error: WrongArgument, in function: StaticString, log: (String) -> Void) -> nowplaying_status {
  let text = error.text
  log(named(function.cString, text))
  return status(error.failure, text: text, in: function)
}

/// Puts the name of a function before a sentence. Swift gives the name with its labels, `name(_:_:)`, which are
/// removed.
public func named(_ function: StaticString, _ sentence: String) -> String { named(function.cString, sentence) }

private func named(_ function: UnsafePointer<CChar>, _ sentence: String) -> String {
  let name = String(cString: function)
  return name.part(to: name.bytes.firstIndex(of: 40) ?? .max) + ": " + sentence
}

private func remember(_ text: String) {
  text.withBytes { bytes in
    bytes.withMemoryRebound(to: CChar.self) { np_last_error_set($0.baseAddress, $0.count) }
  }
}

/// Returns the text of a status, for people.
public func sentence(of status: nowplaying_status) -> UnsafePointer<CChar> {
  let sentence: StaticString =
    switch status {
    case NOWPLAYING_OK: "Success"
    case NOWPLAYING_PENDING: "The request will be answered later"
    default: Failure(rawValue: status)?.sentence ?? "Unknown status"
    }
  return sentence.cString
}

/// The version of both libraries: that of the C headers with which they were built.
public enum Version {
  public static var number: UInt32 {
    UInt32(bitPattern: NOWPLAYING_VERSION_MAJOR << 16 | NOWPLAYING_VERSION_MINOR << 8 | NOWPLAYING_VERSION_PATCH)
  }

  /// The version as a text. A test checks that it is the same as the number.
  public static let text: StaticString = "0.4.0"
}
