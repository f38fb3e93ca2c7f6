// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Combines the answers to several requests of one call: the first failure, or success.
final class GroupAnswer {
  private let answer: (Request.Answer) -> Void
  private var failure: Request.Answer?
  /// The number of answers to come, and one more until `start`.
  private var open = 1
  private var isRefused = false

  init(_ answer: @escaping (Request.Answer) -> Void) { self.answer = answer }

  func part() -> (Request.Answer) -> Void {
    open += 1
    return { [self] in
      if failure == nil, !$0.isDone { failure = $0 }
      end()
    }
  }

  /// Notes that all requests were made.
  func start() { end() }

  /// Notes that a request could not be made. The caller answers the call itself.
  func refuse() -> Bool {
    isRefused = true
    return false
  }

  private func end() {
    open -= 1
    if open == 0, !isRefused { answer(failure ?? .done) }
  }
}

extension Message {
  /// Passes the interface and the property of a Properties.Set to a closure. Returns whether the call was answered;
  /// otherwise sd-bus handles it.
  func setsProperty(_ set: (String, String) -> Bool) -> Bool {
    guard isCall("org.freedesktop.DBus.Properties", "Set") else { return false }
    guard hasSignature("ssv") else {
      reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "Set takes an interface, a property and its value")
      return true
    }
    guard let interface = readString(), let name = readString() else { return false }
    return set(interface, name)
  }

  func replyTooMany() {
    reply(error: "org.freedesktop.DBus.Error.LimitsExceeded", "The player has not answered too many calls already")
  }

  func reply(_ refusal: CommandResolution.Refusal) {
    switch refusal {
    case .unsupportedMode: reply(error: "org.freedesktop.DBus.Error.NotSupported", refusal.message.string)
    case .illegalNumber: reply(error: "org.freedesktop.DBus.Error.InvalidArgs", refusal.message.string)
    }
  }

  /// Keeps the call, and returns the closure that sends the host's answer.
  func replyLater() -> (Request.Answer) -> Void {
    let call = KeptMessage(self)
    call.dropBody()
    return { call.answer($0) }
  }
}

extension KeptMessage {
  /// Answers the call with the host's answer.
  func answer(_ answer: Request.Answer) {
    guard case .failed(let failure, let text) = answer else { return message.reply() }
    switch failure {
    case .timedOut: message.reply(error: "org.freedesktop.DBus.Error.Timeout", text)
    case .notSupported: message.reply(error: "org.freedesktop.DBus.Error.NotSupported", text)
    case .notPermitted: message.reply(error: "org.freedesktop.DBus.Error.AccessDenied", text)
    case .invalidArgument: message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", text)
    default: message.reply(error: "org.freedesktop.DBus.Error.Failed", text)
    }
  }
}
