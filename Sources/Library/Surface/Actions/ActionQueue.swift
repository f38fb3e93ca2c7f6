// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The actions that are not finished.
final class ActionQueue: LoopBound {
  private let tracker: PlayerTracker
  /// Passes an action whose picture was read to the loop. Called from any thread.
  private let handOver: (Action) -> Void
  var connection: Connection?
  private var actions: [Action] = []
  /// The actions whose pictures are being read by threads. Some may have ended.
  private var read: [Action] = []
  /// Whether an action that begins or ends following a list was started in this turn: the loop turns once more, and
  /// finishes the action if nothing need be awaited.
  private(set) var isToSettle = false
  private var ended: [(action: Action, outcome: Outcome)] = []

  init(_ tracker: PlayerTracker, handOver: @escaping (Action) -> Void) {
    self.tracker = tracker
    self.handOver = handOver
  }

  /// Begins an action. It never ends at once.
  func start(_ action: Action) {
    guard let connection else { return end(action, .failed(.noBus, "There is no bus")) }
    guard let entry = tracker.sessionList.entry(action.session), let present = entry.snapshot,
      let player = tracker.player(action.session.player)
    else {
      return end(action, .failed(.cancelled, "The session has gone"))
    }
    action.began = Instant.now
    if action.request.follows { return follow(action, entry, player) }
    if !action.asksPlayer {
      actions.append(action)
      return read(action)
    }
    do throws(Failure) {
      // MPRIS players do not check the item of a call, so the present state decides whether it is allowed.
      let isForItem = action.session.speaksNowPlaying && !action.request.isOfLists
      let request = try action.request.made(for: present.model, now: action.began)
      let call = try ActionCall.make(request, of: isForItem ? action.session : present)
      actions.append(action)
      send(call, of: action, connection)
    } catch {
      end(action, .failed(error, Self.sentence(error)))
    }
  }

  private func send(_ call: ActionCall, of action: Action, _ connection: Connection) {
    let end = action.began + action.timeout
    action.question = connection.ask(
      action.session.player, call.path, call.interface, call.member, call.fill,
      timeout: max(Microseconds(1), end - .now)
    ) { [unowned(unsafe) self, unowned(unsafe) action] reply in
      // When the connection is lost, sd-bus itself answers the call.
      guard let connection = self.connection, connection.isOpen else {
        return finish(action, .failed(.cancelled, Self.busHasGone))
      }
      guard let next = call.next, !reply.isError else {
        // Some players emit nothing of what a command has changed, not even Seeked.
        if !reply.isError, action.request.changesPlayer { tracker.player(action.session.player)?.askUntold() }
        return answered(action, action.outcome(reply, now: Instant.now))
      }
      guard let call = next(reply) else {
        return finish(action, .failed(.notSupported, "The player does not tell what this needs, such as its position"))
      }
      send(call, of: action, connection)
    }
    if action.question != nil { return }
    // The connection may be lost before the loop has noticed it.
    finish(
      action,
      connection.isOpen
        ? .failed(.commandFailed, "The player cannot be asked this") : .failed(.noBus, "There is no bus"))
  }

  private static let busHasGone = "The session bus has gone"

  private static func sentence(_ failure: Failure) -> String {
    switch failure {
    case .invalidState: "The player does not take this now"
    case .invalidArgument: "The command does not take this value"
    case .noSuchContent: "The session does not have what was asked for"
    default: "The player does not offer this"
    }
  }

  func cancel(_ id: UInt64) {
    if let action = actions.first(where: { $0.id == id }) { finish(action, .failed(.cancelled, "It was cancelled")) }
  }

  /// Ends the actions that wait for a list, after the callbacks about the list were called.
  func settle() {
    isToSettle = false
    for action in actions where action.request.follows {
      guard let entry = tracker.sessionList.entry(action.session),
        let lists = tracker.player(action.session.player)?.lists
      else { continue }
      let outcome: Outcome? =
        switch action.request {
        case .followQueue(true):
          Self.outcome(lists.queueState(of: entry), "The player does not show its queue")
        case .followPlaylists(let wanted?):
          Self.outcome(
            lists.playlistsState(of: entry),
            "The player does not show its playlists" + (wanted.order == 0 ? "" : ", or not in this order"))
        default: .done
        }
      if let outcome { finish(action, outcome) }
    }
  }

  /// The outcome of following a list; nil while the player has not answered.
  private static func outcome(_ state: FollowingState, _ missing: String) -> Outcome? {
    switch state {
    case .asking: nil
    case .known: .done
    case .missing: .failed(.notSupported, missing)
    case .silent: .failed(.timedOut, "The player does not answer")
    case .ended: .failed(.cancelled, "It is no longer followed")
    }
  }

  private func follow(_ action: Action, _ entry: TrackedSession, _ player: Player) {
    switch action.request {
    case .followQueue(let follows): player.followQueue(of: entry, follows)
    case .followPlaylists(let request): player.followPlaylists(for: entry, request)
    default: break
    }
    actions.append(action)
    isToSettle = true
  }

  /// Ends the actions whose session has left, or all of them when there is no bus.
  func cancelOrphans() {
    if actions.isEmpty { return }
    if connection == nil { return cancelAll(Self.busHasGone) }
    for action in actions where !tracker.sessionList.has(action.session) {
      // A player that leaves has done what it was asked for, also where it leaves without an answer.
      if case .quit = action.request {
        finish(action, .done)
      } else {
        finish(action, .failed(.cancelled, "The session has gone"))
      }
    }
  }

  func cancelAll(_ reason: String) {
    for action in actions { finish(action, .failed(.cancelled, reason)) }
  }

  // MARK: Pictures at an address

  /// The most pictures that are read at one time, each by a thread: of all players, and of one player, so that a player
  /// with pictures on a disk that does not answer does not block the others.
  private static let mostThreads = (all: 16, player: 2)

  private func read(_ action: Action) {
    action.question = nil
    action.reading = .waits
    startReading()
  }

  /// Ends an action. Where the player did not give the picture, it is read from the address that the player has
  /// published.
  private func answered(_ action: Action, _ outcome: Outcome) {
    guard action.pictureURL != nil, case .failed(let failure, _) = outcome, failure != .cancelled,
      failure != .timedOut
    else { return finish(action, outcome) }
    read(action)
  }

  private func startReading() {
    for action in actions where action.reading == .waits && read.count < Self.mostThreads.all {
      let player = action.session.player.exact
      if read.filter({ $0.session.player.exact == player }).count >= Self.mostThreads.player { continue }
      read.append(action)
      action.startReading(handOver)
    }
  }

  /// Ends the reading of an action's picture. The action itself may have ended already.
  func endReading(_ action: Action) {
    read.removeAll { $0 === action }
    if actions.contains(where: { $0 === action }) { finish(action, action.read) }
    startReading()
  }

  /// Ends the actions whose pictures were not read in time. Returns the time of the next check.
  func expire(now: Instant) -> Instant {
    var next = Instant.max
    for action in actions where action.reading != .none {
      let end = action.began + action.timeout
      if end <= now { finish(action, .failed(.timedOut, "The picture was not read in time")) }
      next = min(next, end)
    }
    return next
  }

  private func finish(_ action: Action, _ outcome: Outcome) {
    action.question = nil
    actions.removeAll { $0 === action }
    end(action, outcome)
  }

  func end(_ action: Action, _ outcome: Outcome) { ended.append((action, outcome)) }

  /// Returns the actions that have ended since the last call.
  func takeEnded() -> [(action: Action, outcome: Outcome)] {
    if ended.isEmpty { return [] }
    let taken = ended
    ended = []
    return taken
  }
}
