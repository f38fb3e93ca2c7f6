// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingBus
internal import NowPlayingCore

/// The app's own connection for its extensions: there is none before something remote is used. Belongs to its thread,
/// but for `use`.
final class RemoteClient: BusClient, @unchecked Sendable {
  static let shared = RemoteClient()

  /// Nil when the system could not, or there is to be no bus.
  private var thread: BusThread?
  private var connection: Connection?
  private var isReady = false
  /// Whether an attempt to connect has failed since there was a bus.
  private var hasFailed = false
  /// The callers that wait for the first attempt.
  private var waiting: [(Connection?) -> Void] = []
  private var peers: [String: ExtensionPeer] = [:]

  private init() {
    let errors = BusErrors { SharedApp.shared.log(.error, "library bug: \($0)") }
    guard let made = BusThread.make(SharedApp.shared.busAddress, errors) else { return }
    thread = made
    if !made.start(self) { thread = nil }
  }

  /// Does something with an extension, in the thread. Returns false when there is none.
  func use(_ name: String, _ body: @escaping @Sendable (ExtensionPeer) -> Void) -> Bool {
    guard let thread else { return false }
    thread.post { [self] in body(peer(name, thread)) }
    return true
  }

  private func peer(_ name: String, _ thread: BusThread) -> ExtensionPeer {
    if let peer = peers[name] { return peer }
    let peer = ExtensionPeer(name, self, thread)
    peers[name] = peer
    if isReady, let connection { peer.watch(connection) }
    return peer
  }

  /// Gives the connection when there is one; nil when there is no bus.
  func whenConnected(_ body: @escaping (Connection?) -> Void) {
    if isReady {
      body(connection)
    } else if hasFailed || thread?.hasBus != true {
      body(nil)
    } else {
      waiting.append(body)
    }
  }

  private func settle() {
    let waiting = waiting
    self.waiting = []
    for body in waiting { body(isReady ? connection : nil) }
  }

  func attached(_ connection: Connection) { self.connection = connection }

  func greeted() {
    (isReady, hasFailed) = (true, false)
    guard let connection else { return }
    for peer in peers.values { peer.watch(connection) }
    settle()
  }

  func detached(wasReady: Bool) {
    (connection, isReady, hasFailed) = (nil, false, true)
    for peer in peers.values { peer.lost() }
    settle()
  }

  func failed(_ reason: String, isHopeless: Bool) {
    hasFailed = true
    SharedApp.shared.log(.info, "There is no session bus for the extension: \(reason)")
    settle()
  }
}
