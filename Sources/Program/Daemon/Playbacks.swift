// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// The item of a session and its process, by which it is found out that two are one playback behind two names: a
/// browser's own and that of its integration, a client and a bridge.
struct Playback {
  /// Empty without one.
  let title: String
  /// In µs; 0 where it is not known.
  let length: Int64
  /// 0 where the bus does not know.
  let process: UInt32
  /// The process of the browser of which it is the integration; 0 of others.
  let browser: UInt32

  /// Whether both are of one process, or one is of the other's.
  func isTied(to other: Playback) -> Bool {
    if browser != 0, browser == other.process { return true }
    if other.browser != 0, other.browser == process { return true }
    return process != 0 && process == other.process && mayBe(other)
  }

  /// Whether the titles do not tell them apart: a window's has more words than a song's.
  func mayBe(_ other: Playback) -> Bool { Self.has(title, other.title) || Self.has(other.title, title) }

  /// Whether the titles tell that both are one, where both have one; of one process none is needed.
  func isProbably(_ other: Playback) -> Bool {
    if process == 0 || process != other.process, title.isEmpty || other.title.isEmpty { return false }
    return mayBe(other)
  }

  /// Whether both are of the same title and length.
  func isLike(_ other: Playback) -> Bool {
    if title.isEmpty || title.exact != other.title.exact { return false }
    return length == 0 || other.length == 0 || Clamp.distance(length, other.length) < Self.second
  }

  private static let second: Int64 = 1_000_000

  /// More of a title is not compared: players may give long ones.
  private static let compared = 256

  private static func has(_ text: String, _ part: String) -> Bool {
    let (bytes, wanted) = (Array(text.utf8.prefix(compared))[...], Array(part.utf8.prefix(compared)))
    return wanted.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: wanted) }
  }
}

/// Finds out what sessions play. Asks the bus for the processes of their players.
final class Playbacks {
  /// The process of each session by its key; nil while the bus has not answered.
  private var processes: [(key: String, process: UInt32?)] = []
  private var isNews = false

  /// Whether the bus has told the process of each session.
  var areKnown: Bool { !processes.contains { $0.process == nil } }

  /// Returns whether the bus has answered since the last time.
  func takeNews() -> Bool {
    defer { isNews = false }
    return isNews
  }

  /// Returns what each plays; nil until all processes are known.
  func look(_ sessions: [Session], _ connection: Connection) -> [Playback]? {
    processes.removeAll { known in !sessions.contains { $0.key.exact == known.key.exact } }
    for session in sessions where !processes.contains(where: { $0.key.exact == session.key.exact }) {
      ask(session, connection)
    }
    var found: [Playback] = []
    for session in sessions {
      guard let process = processes.first(where: { $0.key.exact == session.key.exact })?.process else { return nil }
      found.append(
        Playback(
          title: Session.text(session.item?.first_line), length: session.duration ?? 0, process: process,
          browser: Self.browser(session)))
    }
    return found
  }

  private func ask(_ session: Session, _ connection: Connection) {
    let key = session.key
    processes.append((key, nil))
    connection.callBus("GetConnectionUnixProcessID") {
      $0.append(Session.text(session.info.bus_name))
    } answer: { [unowned(unsafe) self] reply in
      for index in processes.indices where processes[index].key.exact == key.exact {
        processes[index].process = reply.flatMap { $0.isError ? nil : $0.readUInt32() } ?? 0
      }
      isNews = true
    }
  }

  /// As plasma-browser-integration says it.
  private static func browser(_ session: Session) -> UInt32 {
    Session.text(nowplaying_surface_session_get_extra(session.handle, "kde:pid")).utf8.reduce(UInt32.zero) {
      pid, byte in
      pid &* 10 &+ UInt32(truncatingIfNeeded: byte &- 48)
    }
  }
}
