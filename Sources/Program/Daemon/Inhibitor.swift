// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Keeps the machine awake as `Wakefulness` wishes it: by logind's lock "idle" and, where GNOME or KDE run the session,
/// by the portal. It never keeps a person from suspending the machine or closing its lid.
final class Inhibitor {
  private var wish = Wakefulness.Wish()
  /// The words of logind or the portal when it refused the last wish.
  private var refusal: String?

  deinit { np_close(lock) }

  /// Takes over what is wanted.
  func take(_ wish: Wakefulness.Wish) {
    if wish == self.wish { return }
    let isSamePlayer = wish.hasPlayer(of: self.wish)
    (self.wish, handleRetries) = (wish, Retries())
    // logind's lock is the same for music and videos.
    if !isSamePlayer {
      (refusal, lockRetries) = (nil, Retries())
      askLogind()
    }
    askPortal()
  }

  /// The time at which `turn` must be called.
  var nextTime: Instant { min(lockRetries.nextTime, handleRetries.nextTime) }

  /// Asks again what was refused or not answered.
  func turn() {
    let now = Instant.now
    if lockRetries.nextTime <= now { askLogind() }
    if handleRetries.nextTime <= now { askPortal() }
  }

  /// Whether the machine is kept awake by logind or the portal.
  var holds: Bool { lock >= 0 || handle != nil }

  /// Returns why nothing keeps the machine awake, whatever plays; nil while it can be kept awake, or is.
  ///
  /// - hasNoBus: whether there is no bus of the system.
  func fault(hasNoBus: Bool) -> String? {
    if let refusal, !holds { return refusal }
    let hasNoLogind = hasNoBus || login.map { $0.isKnown && $0.name == nil } ?? false
    guard hasNoLogind, session != nil, effective.allSatisfy({ $0.isKnown && $0.name == nil }) else { return nil }
    return "neither logind nor the portal of GNOME or KDE is there"
  }

  /// The reason, as people read it. A player may have a name of any length.
  private var reason: String { CleanText.line(Repair.text(wish.player ?? "", limit: 200) + " plays") }

  // MARK: logind

  private var system: Connection?
  private var login: NameOwner?
  private var question: Subscription?
  private var lockRetries = Retries()
  /// The lock, which ends when the descriptor is closed, as by the end of this process; -1 without one.
  private var lock: Int32 = -1

  /// Uses another connection to the bus of the system, or none. A lock survives the end of the connection. Each logind
  /// that comes is asked, because it may not know the lock of the one before.
  func attach(system: Connection?) {
    (question, login, self.system) = (nil, nil, system)
    login = system.map { connection in
      NameOwner(of: Logind.name, on: connection) { [unowned(unsafe) self] in askLogind() }
    }
  }

  /// Takes a lock with the present reason, and only then lets the one before go.
  private func askLogind() {
    question = nil
    lockRetries.begin(Instant.now)
    guard wish.player != nil else { return replaceLock(by: -1) }
    guard let system, login?.name != nil else { return }
    question = system.ask(
      Logind.name.description, Logind.path, Logind.manager, "Inhibit",
      { [unowned(unsafe) self] in
        $0.append("idle").then($0.append("nowplaying")).then($0.append(reason)).then($0.append("block"))
      }
    ) { [unowned(unsafe) self] reply in
      guard !reply.isError, let descriptor = reply.readDescriptor() else {
        lockRetries.fail(Instant.now)
        return refuse("logind gives no lock: " + Self.fault(of: reply))
      }
      refusal = nil
      replaceLock(by: np_duplicate(descriptor))
    }
  }

  private static func fault(of reply: Message) -> String { reply.isError ? reply.errorText : "its answer is another" }

  private func refuse(_ text: String) {
    if refusal?.exact == text.exact { return }
    refusal = text
    Console.log("daemon", .warning, text)
  }

  private func replaceLock(by descriptor: Int32) {
    np_close(lock)
    lock = max(-1, descriptor)
  }

  // MARK: The portal

  private static let portal: StaticString = "org.freedesktop.portal.Desktop"
  private var session: Connection?
  /// The services behind whose portal an inhibition has an effect. Others give a handle, and do nothing.
  private var effective: [NameOwner] = []
  private var portalOwner: NameOwner?
  private var request: Subscription?
  private var handleRetries = Retries()
  /// The wish that the portal was asked for last, until it has answered: what it grants later must be closed, too.
  private var asked: Wakefulness.Wish?
  /// The object that ends the inhibition when it is closed; nil without one.
  private var handle: String?

  /// Uses another connection to the session bus, or none. The portal ends what the connection before asked for.
  func attach(session: Connection?) {
    (request, asked, effective, portalOwner, handle, self.session) = (nil, nil, [], nil, nil, session)
    guard let session else { return }
    // An inhibition ends with the portal.
    portalOwner = NameOwner(of: Self.portal, on: session) { [unowned(unsafe) self] in
      handle = nil
      if portalOwner?.name != nil { askPortal() } else { handleRetries.fail(Instant.now) }
    }
    let names: [StaticString] = ["org.gnome.SessionManager", "org.kde.Solid.PowerManagement"]
    effective = names.map { name in NameOwner(of: name, on: session) { [unowned(unsafe) self] in askPortal() } }
  }

  private func askPortal() {
    handleRetries.begin(Instant.now)
    guard let session, asked == nil else { return }
    guard wish.player != nil, effective.contains(where: { $0.name != nil }) else { return replaceHandle(by: nil) }
    // Suspend, and for videos idle.
    let flags: UInt32 = wish.isVideo ? 4 | 8 : 4
    asked = wish
    request = session.ask(
      Self.portal.description, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Inhibit", "Inhibit",
      { [unowned(unsafe) self] message in
        message.append("").then(message.append(flags)).then(
          message.container(.array, "{sv}") { message.append(entry: "reason", "s") { message.append(reason) } })
      }, starts: true
    ) { [unowned(unsafe) self] reply in
      let isOutdated = asked.map { $0 != wish } ?? false
      asked = nil
      if !reply.isError, let path = reply.readString(.path) {
        refusal = nil
        replaceHandle(by: path)
      } else {
        handleRetries.fail(Instant.now)
        refuse("the portal does not keep the machine awake: " + Self.fault(of: reply))
      }
      if isOutdated { askPortal() }
    }
    if request == nil { asked = nil }
  }

  private func replaceHandle(by path: String?) {
    if let handle, let session {
      session.tell(Self.portal.description, handle, "org.freedesktop.portal.Request", "Close") { _ in 0 }
    }
    handle = path
  }
}
