// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Follows the playlists of a player by `org.mpris.MediaPlayer2.Playlists`, while this object exists.
///
/// As for a queue, each signal only makes it ask for everything again.
final class PlaylistsFollower: LoopBound {
  private let signals: PlayerSignals
  private let changed: () -> Void
  private var request: PlaylistsRequest
  var subscription: Subscription?
  /// The open question: for the properties, or for the playlists.
  private var question: Subscription?
  private var followed = FollowedList<ShownPlaylists>()

  var state: FollowingState { followed.state }
  var playlists: ShownPlaylists? { followed.value }

  private static let interface: StaticString = "org.mpris.MediaPlayer2.Playlists"

  /// - changed: called when `state` or `playlists` has changed.
  init(
    _ signals: PlayerSignals, _ request: PlaylistsRequest,
    changed: @escaping () -> Void
  ) {
    self.signals = signals
    self.request = request
    self.changed = changed
    listen()
    ask()
  }

  func listen() {
    let match = "path='" + MPRISPlayer.object + "',interface='" + Self.interface.description + "'"
    subscription = signals.subscribe(match) { [unowned(unsafe) self] _, _ in
      ask()
      return .good
    }
  }

  /// Asks for the playlists of a request, unless it is the same as the last request.
  func want(_ request: PlaylistsRequest) {
    guard request != self.request else { return }
    self.request = request
    followed.waits()
    ask()
  }

  /// Drops the playlists to free their memory.
  func clear() { followed.clear() }

  /// Handles PropertiesChanged of MPRIS's object.
  func mprisChanged(_ interface: String) {
    if interface.exact == ExactText(Self.interface) { ask() }
  }

  private struct Properties {
    var orders: [String]?
    var active: String?
  }

  func ask() {
    guard followed.begins(isAsking: question != nil) else { return }
    question = signals.ask(
      MPRISPlayer.object, "org.freedesktop.DBus.Properties", "GetAll", { $0.append(Self.interface) },
      timeout: FollowingState.timeout
    ) { [unowned(unsafe) self] reply in
      question = nil
      if reply.isError { return failed(reply) }
      let properties = reply.reading { Self.properties($0) } ?? Properties()
      // Some players without the interface return no error, but no properties either.
      guard let words = properties.orders else { return end(.missing) }
      list(words, active: properties.active)
    }
    if question == nil { end(.silent) }
  }

  private static func properties(_ reply: Message) -> Properties? {
    var properties = Properties()
    guard reply.hasSignature("a{sv}") else { return properties }
    let isRead = reply.readDictionary { key in
      switch key.exact {
      case "Orderings":
        var budget = DecodingBudget()
        properties.orders = reply.readVariant("as") { reply.decodeStrings(&budget) }
        return properties.orders != nil
      case "ActivePlaylist":
        let path = reply.readVariant("(b(oss))") {
          reply.readStructure("b(oss)") { () -> String? in
            guard let isValid = reply.readBool() else { return nil }
            let id = reply.readStructure("oss") { () -> String? in
              guard let id = reply.readString(.path), reply.readString() != nil, reply.readString() != nil else {
                return nil
              }
              return id
            }
            return id.map { isValid ? $0 : "" }
          }
        }
        properties.active = path
        return path != nil
      default: return false
      }
    }
    return isRead ? properties : nil
  }

  private func list(_ words: [String], active: String?) {
    var orders: PlaylistOrders = []
    var wanted: String?
    for word in words {
      guard let number = PlaylistOrders.number(of: word) else { continue }
      orders.insert(PlaylistOrders(rawValue: 1 << UInt32(truncatingIfNeeded: number)))
      if wanted == nil, request.order == 0 || request.order == number { wanted = word }
    }
    // A player that names no order must still have some order.
    if request.order == 0, orders.isEmpty { wanted = words.first ?? PlaylistOrder.alphabetical.name.string }
    guard let wanted else { return end(.missing) }
    let (asked, isReversed) = (request, request.isReversed)
    question = signals.ask(
      MPRISPlayer.object, Self.interface, "GetPlaylists",
      { Self.append(to: $0, wanted, isReversed) }, timeout: FollowingState.timeout
    ) { [unowned(unsafe) self] reply in
      question = nil
      // The host wants another order meanwhile.
      if asked != request { return ask() }
      if reply.isError { return failed(reply) }
      guard let lists = reply.reading({ Self.lists($0) }) else { return end(.missing) }
      let place = active.flatMap { id in lists.firstIndex { $0.id.string.exact == id.exact } }
      publish(ShownPlaylists(lists, active: place, orders: orders))
    }
    if question == nil { end(.silent) }
  }

  private static func append(to message: Message, _ order: String, _ isReversed: Bool) -> Int32 {
    message.append(UInt32.zero).then(message.append(UInt32(clamping: Limits.playlists))).then(message.append(order))
      .then(message.append(isReversed))
  }

  /// Reads the playlists of an answer. Of two with the same id the first is kept. Returns nil for many more than are
  /// kept.
  private static func lists(_ reply: Message) -> [ShownPlaylist]? {
    guard reply.hasSignature("a(oss)") else { return nil }
    var lists: [ShownPlaylist] = []
    var ids: [TrackID] = []
    var (count, left) = (0, ShownPlaylists.maxBytes)
    let all = reply.readArray(of: "(oss)") {
      reply.readStructure("oss") { () -> Bool? in
        guard let id = reply.readString(.path), let name = reply.readString(), let icon = reply.readString() else {
          return nil
        }
        count += 1
        if count > 2 * Limits.playlists { return nil }
        if lists.count < Limits.playlists, let key = TrackID(id), !ids.contains(key),
          let list = ShownPlaylist(id: id, name: name, iconURL: icon)
        {
          left -= list.size
          if left < 0 { return true }
          ids.append(key)
          lists.append(list)
        }
        return true
      }
    }
    return all == nil ? nil : lists
  }

  private func publish(_ new: ShownPlaylists) {
    if followed.adopt(new) { changed() }
    if followed.asksAgain { ask() }
  }

  /// Ends because a call failed; not by the errors with which sd-bus answers calls when the connection is lost.
  private func failed(_ reply: Message) {
    if signals.isOpen { end(reply.isTimeout ? .silent : .missing) }
  }

  private func end(_ end: FollowingState) {
    if followed.end(end) { changed() }
    if followed.asksAgain { ask() }
  }
}
