// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingBus
internal import NowPlayingCore

/// The app's own connection to the bus for calling its extensions. It is made when something remote is used for the
/// first time. All members but `use` belong to its thread.
final class RemoteClient: BusClient, @unchecked Sendable {
  static let shared = RemoteClient()

  /// The thread; nil when the system could not start it, or when the program wants no bus.
  private var thread: BusThread?
  private var connection: Connection?
  private var isReady = false
  /// Whether an attempt to connect has failed since there was a bus last.
  private var hasFailed = false
  /// The callers that wait for the first attempt to connect.
  private var waiting: [(Connection?) -> Void] = []
  private var peers: [String: ExtensionPeer] = [:]

  private init() {
    let errors = BusErrors { SharedApp.shared.log(.error, "library bug: \($0)") }
    guard let made = BusThread.make(SharedApp.shared.busAddress, errors) else { return }
    thread = made
    if !made.start(self) { thread = nil }
  }

  /// Calls a closure with an extension, in the thread. Returns false when there is no thread.
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

  /// Calls a closure with the connection as soon as there is one, or with nil when there is no bus.
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
