// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Follows who owns a name on a bus. It starts no service.
public final class NameOwner: LoopBound {
  /// The unique name of the owner; nil while nobody owns the name.
  public private(set) var name: String?
  private var changes: Subscription?
  private var question: Subscription?
  private let changed: () -> Void

  /// - changed: called in the loop whenever the name has another owner, or none any more.
  public init(of name: StaticString, on connection: Connection, changed: @escaping () -> Void) {
    self.changed = changed
    let bus = "org.freedesktop.DBus"
    let match = "type='signal',sender='" + bus + "',member='NameOwnerChanged',arg0='" + name.string + "'"
    changes = connection.subscribe(match) { [unowned(unsafe) self] message in
      if message.readString() != nil, message.readString() != nil, let owner = message.readString() { take(owner) }
    }
    // Sent after the match was added, so that no change after this answer is missed.
    question = connection.ask(bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner") {
      $0.append(name)
    } _: { [unowned(unsafe) self] reply in
      question = nil
      if !reply.isError, let owner = reply.readString() { take(owner) }
    }
  }

  /// Whether the bus has told the owner, or that there is none.
  public var isKnown: Bool { question == nil }

  private func take(_ owner: String) {
    if owner.exact == (name ?? "").exact { return }
    name = owner.isEmpty ? nil : owner
    changed()
  }
}
