// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import CSystemd
import NowPlayingBus
import NowPlayingCore

/// Brings what clients call to the host, and the host's answer back to the client. Belongs to the loop.
final class Router {
  private unowned(unsafe) let app: App

  init(_ app: App) { self.app = app }

  /// A call of the Player interface, or a property that is set.
  func route(_ call: PlayerCall, _ message: Message, _ publisher: Publisher) {
    guard let session = publisher.session else { return message.reply() }
    let state = publisher.committed.state
    let now = np_now_us()
    publisher.coming.expire(at: now)
    switch CommandResolution(call, state, coming: publisher.coming, now: now) {
    case .nothing:
      app.log(.debug, "A client's call means nothing at present, and is answered as success")
      message.reply()
    case .refused(let refusal): message.reply(refusal)
    case .command(let event):
      guard hasRoom else { return message.replyTooMany() }
      if event.kind == .stop { publisher.isStopAsked = true }
      let request = Request(.command, app, session, now: now, reply: message.replyLater())
      request.step = publisher.coming.given(event, state, now: now)
      give(request, session) { $0.perform(event, request) }
      // What was committed by a host that has answered at once counts as said after its answer.
      publisher.note(request)
    case .volume(let volume):
      guard session.handler.takesVolume else { return message.reply() }
      guard hasRoom else { return message.replyTooMany() }
      let request = Request(.volume, app, session, now: now, reply: message.replyLater())
      give(request, session) { $0.setVolume(volume, request) }
    }
  }

  /// Gives a request to a session's host. The session may have ended after the call was read, and before anybody was
  /// told.
  private func give(_ request: Request, _ session: Session, _ body: (any SessionHandler) -> Void) {
    if !app.tell(session, body) { request.cancel() }
  }

  /// Whether the host is not too far behind with answers: a client that waits for none could send calls without end.
  private var hasRoom: Bool { app.monitor.locked { app.pendingRequests.count < Limits.requests } }

  /// A call that is for the app and not for a session.
  func route(_ kind: Request.Kind, _ message: Message, _ perform: (any AppHandler, Request) -> Void) {
    guard hasRoom else { return message.replyTooMany() }
    let request = Request(kind, app, nil, now: np_now_us(), reply: message.replyLater())
    if !app.call({ perform($0, request) }) { request.cancel() }
  }

  /// OpenUri.
  func open(_ uri: String, _ message: Message, _ identity: Identity) {
    guard uri.utf8.count <= Limits.uri else {
      return message.reply(
        error: "org.freedesktop.DBus.Error.LimitsExceeded",
        "The URI is longer than " + String(Limits.uri) + " bytes")
    }
    guard let scheme = Escape.scheme(of: uri) else {
      return message.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "This is not a URI")
    }
    guard identity.properties.uriSchemes.contains(where: { $0.exact == scheme.exact }) else {
      return message.reply(
        error: "org.freedesktop.DBus.Error.NotSupported", "The player does not open " + scheme + " URIs")
    }
    route(.openURI, message) { $0.open(uri, $1) }
  }
}

extension Message {
  /// Whether it is a Properties.Set that `set` takes, given the interface and the property; all else is left to sd-bus.
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
    case .unsupportedMode: reply(error: "org.freedesktop.DBus.Error.NotSupported", refusal.message.description)
    case .illegalNumber: reply(error: "org.freedesktop.DBus.Error.InvalidArgs", refusal.message.description)
    }
  }

  /// Keeps the call, and answers it by what the host says.
  func replyLater() -> (Request.Answer) -> Void {
    let call = KeptMessage(self)
    return { answer in
      let message = call.message
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
