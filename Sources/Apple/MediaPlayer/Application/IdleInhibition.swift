// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import CNowPlayingPlatform
import Foundation
internal import NowPlayingBus
internal import NowPlayingCore

/// A wish that the screen stay on, which lives as long as this object. It has a connection of its own: the services
/// forget the wish when that ends, so also when the program is killed.
///
/// Where there is no org.freedesktop.ScreenSaver, as in a sandbox and beside many compositors, both the portal and
/// logind are asked. One of them alone would not suffice: some portals accept each request and ignore it, and some
/// desktops ignore those of logind.
final class IdleInhibition {
  private static let screenSaver = "org.freedesktop.ScreenSaver"
  private static let reason = "Keeps the screen on"
  /// The portal's number for the screen.
  private static let idle: UInt32 = 8
  /// How long each service may take. None of them asks a person.
  private static let timeout: Microseconds = .seconds(2)

  private let session: Connection?
  /// The number under which org.freedesktop.ScreenSaver has the wish.
  private var cookie: UInt32?
  private var isHeldByPortal = false
  /// The descriptor whose end ends logind's wish.
  private var lock: FileHandle?

  /// Whether a service has taken the wish.
  var isHeld: Bool { cookie != nil || isHeldByPortal || lock != nil }

  /// Asks the services, and waits for them.
  init() {
    session = Self.connection(to: BusSource.chosen(address: SharedApp.shared.busAddress))
    cookie = askScreenSaver()
    guard cookie == nil else { return }
    isHeldByPortal = askPortal()
    lock = askLogind()
  }

  deinit {
    guard let session, let cookie else { return }
    // Some services keep the wish of a connection that ends.
    _ = call(session, Self.screenSaver, "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "UnInhibit") {
      $0.append(cookie)
    } _: { _ in
      true
    }
  }

  private func askScreenSaver() -> UInt32? {
    session.flatMap {
      call($0, Self.screenSaver, "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "Inhibit") {
        $0.append(SharedApp.shared.applicationID).then($0.append(Self.reason))
      } _: {
        $0.readUInt32()
      }
    }
  }

  private func askPortal() -> Bool {
    let request = session.flatMap {
      let name = "org.freedesktop.portal.Desktop"
      return call($0, name, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Inhibit", "Inhibit") { call in
        call.append("").then(call.append(Self.idle)).then(
          call.append(count: 1, of: "{sv}") { _ in
            call.append(entry: "reason", "s") { call.append(Self.reason) }
          })
      } _: {
        $0.readString(.path)
      }
    }
    return request != nil
  }

  private func askLogind() -> FileHandle? {
    let system = Self.connection(to: BusAddress.system.map { .address($0) }, descriptors: true)
    guard let system else { return nil }
    let name = "org.freedesktop.login1"
    return call(system, name, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit") {
      $0.append("idle").then($0.append(SharedApp.shared.applicationID)).then($0.append(Self.reason))
        .then($0.append("block"))
    } _: { reply in
      guard let descriptor = reply.readDescriptor() else { return nil }
      // The message owns the descriptor.
      let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      return own < 0 ? nil : FileHandle(fileDescriptor: own, closeOnDealloc: true)
    }
  }

  // MARK: Calling

  /// Returns a connection that the bus has welcomed; nil when there is no such bus.
  private static func connection(to source: BusSource?, descriptors: Bool = false) -> Connection? {
    // Errors are ignored: a call that sd-bus refuses has no answer.
    guard let source, let new = try? Connection.start(source, BusErrors { _ in }, descriptors: descriptors),
      case .value = new.waitUntilReady(until: .now + timeout)
    else { return nil }
    return new
  }

  /// Calls a method; nil where no answer came that can be read.
  private func call<Read>(
    _ connection: Connection, _ destination: String, _ path: StaticString, _ interface: StaticString,
    _ member: StaticString, _ fill: (Message) -> Int32, _ read: (Message) -> Read?
  ) -> Read? {
    let until = Instant.now + Self.timeout
    guard case .value(let value) = connection.answer(of: destination, path, interface, member, until: until, fill, read)
    else { return nil }
    return value
  }
}
