// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Follows who owns the name of a service, on any bus. It starts no service.
final class SystemService {
  /// The unique name of its owner; nil while nobody owns the name.
  private(set) var owner: String?
  private var changes: Subscription?
  private var question: Subscription?
  private let changed: () -> Void

  /// - changed: called whenever the service has come, has gone, or is another process.
  init(_ name: StaticString, _ connection: Connection, changed: @escaping () -> Void) {
    self.changed = changed
    let name = name.description
    changes = connection.subscribe(
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" + name + "'"
    ) { [unowned(unsafe) self] message in
      _ = (message.readString(), message.readString())
      take(message.readString())
    }
    question = connection.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", { $0.append(name) }
    ) { [unowned(unsafe) self] reply in
      if !reply.isError { take(reply.readString()) }
    }
  }

  private func take(_ owner: String?) {
    let owner = owner.flatMap { $0.isEmpty ? nil : $0 }
    if (owner ?? "").exact == (self.owner ?? "").exact { return }
    self.owner = owner
    changed()
  }
}
