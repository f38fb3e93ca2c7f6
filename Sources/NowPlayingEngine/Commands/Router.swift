// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import CSystemd
import NowPlayingCore

/// Brings what clients call to the host, and the host's answer back to the client. Belongs to the loop.
final class Router {
  private unowned(unsafe) let app: App

  init(_ app: App) { self.app = app }

  /// A call of the Player interface, or a property that is set.
  func route(_ call: PlayerCall, _ message: Message, _ publisher: Publisher) {
    guard let session = publisher.session else { return message.reply() }
    let committed = publisher.committed
    switch CommandResolution(call, committed.state, now: np_now_us()) {
    case .nothing: message.reply()
    case .refused(let refusal): message.reply(refusal)
    case .command(let event):
      let request = Request(.command, app, session, now: np_now_us(), reply: message.replyLater())
      app.tell(session) { $0.perform(event, request) }
    case .volume(let volume):
      guard session.handler.takesVolume else { return message.reply() }
      let request = Request(.command, app, session, now: np_now_us(), reply: message.replyLater())
      app.tell(session) { $0.setVolume(volume, request) }
    }
  }

  /// A call that is for the app and not for a session.
  func route(_ message: Message, _ perform: (any AppHandler, Request) -> Void) {
    let request = Request(.command, app, nil, now: np_now_us(), reply: message.replyLater())
    app.call { perform($0, request) }
  }

  /// OpenUri.
  func open(_ uri: String, _ message: Message, _ identity: Identity) {
    guard let scheme = Escape.scheme(of: uri) else {
      return message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "This is not a URI")
    }
    guard identity.uriSchemes.contains(scheme) else {
      return message.reply(
        error: "org.freedesktop.DBus.Error.NotSupported", "The player does not open " + scheme + " URIs")
    }
    route(message) { $0.open(uri, $1) }
  }

  /// Properties.Set of what clients may set. Returns whether it was one; all else is left to sd-bus.
  func set(_ message: Message, _ perform: (PlayerCall) -> Void) -> Bool {
    guard message.isCall("org.freedesktop.DBus.Properties", "Set") else { return false }
    guard message.hasSignature("ssv") else {
      message.reply(
        error: "org.freedesktop.DBus.Error.InvalidArgs", "Set takes an interface, a property and its value")
      return true
    }
    guard message.readString() == PlayerObject.interface.description, let name = message.readString()
    else { return false }
    switch name {
    case "LoopStatus":
      guard let word = message.enterVariant("s") ? message.readString() : nil else { return wrongType(message, name) }
      guard let status = LoopStatus(name: word) else {
        message.reply(
          error: "org.freedesktop.DBus.Error.InvalidArgs", "LoopStatus is one of None, Track and Playlist")
        return true
      }
      perform(.setLoop(status))
    case "Shuffle":
      guard let on = message.enterVariant("b") ? message.readBool() : nil else { return wrongType(message, name) }
      perform(.setShuffle(on))
    case "Rate":
      guard let rate = message.enterVariant("d") ? message.readDouble() : nil else { return wrongType(message, name) }
      perform(.setRate(rate))
    case "Volume":
      guard let value = message.enterVariant("d") ? message.readDouble() : nil else { return wrongType(message, name) }
      perform(.setVolume(value))
    default: return false
    }
    return true
  }

  private func wrongType(_ message: Message, _ name: String) -> Bool {
    message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", name + " is of another type")
    return true
  }
}

extension Message {
  func reply() { _ = np_reply(raw) }

  func reply(error name: StaticString, _ text: String) { _ = np_reply_error(raw, name.cString, text) }

  func reply(_ refusal: CommandResolution.Refusal) {
    switch refusal {
    case .unsupportedMode: reply(error: "org.freedesktop.DBus.Error.NotSupported", refusal.message.description)
    case .illegalNumber: reply(error: "org.freedesktop.DBus.Error.InvalidArgs", refusal.message.description)
    }
  }

  /// Keeps the call, and answers it by what the host says.
  func replyLater() -> (Request.Answer) -> Void {
    let call = KeptMessage(raw)
    return { answer in
      let message = Message(raw: call.raw)
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
}

/// A message that outlives its handler.
private final class KeptMessage {
  let raw: OpaquePointer
  init(_ raw: OpaquePointer) { self.raw = sd_bus_message_ref(raw) }
  deinit { sd_bus_message_unref(raw) }
}
