// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The requests that hosts were given, until their answers are delivered. Safe to use from any thread.
final class RequestQueue: @unchecked Sendable {
  let control: LoopControl
  let log: Log
  let artwork: ArtworkStore

  /// The requests that wait for the host's answer.
  var pending = Guarded<[Request]>([])
  /// The requests whose answers wait to be delivered by the loop.
  var answered = Guarded<[Request]>([])

  init(_ control: LoopControl, _ log: Log, _ artwork: ArtworkStore) {
    self.control = control
    self.log = log
    self.artwork = artwork
  }

  /// Adds a request, unless `limit` requests wait already: a client that does not wait for answers could send calls
  /// without end.
  @_optimize(speed)
  func add(_ request: Request, limit: Int, _ held: Held) -> Bool {
    guard pending[held].count < limit else { return false }
    pending[held].append(request)
    return true
  }

  /// Moves a request that has its answer to `answered`.
  func finish(_ request: Request, _ held: Held) {
    remove(request, held)
    answered[held].append(request)
  }

  /// Removes a request that no longer waits for the host. It is nearly always the last one.
  @_optimize(speed)
  func remove(_ request: Request, _ held: Held) {
    let last = pending[held].count - 1
    if last >= 0, pending[held][last] === request {
      pending[held].removeLast()
    } else if let index = pending[held].lastIndex(where: { $0 === request }) {
      pending[held].remove(at: index)
    }
  }

  /// Whether no request waits, neither for a host nor for the loop.
  func isAtRest(_ held: Held) -> Bool { pending[held].isEmpty && answered[held].isEmpty }

  /// Ends the requests whose hosts have not answered in time.
  func expire(_ held: Held) {
    if !pending[held].isEmpty { expirePending(held) }
  }

  private func expirePending(_ held: Held) {
    let now = np_now_us()
    end(.timedOut, held) { $0.deadline <= now }
  }

  /// Ends the waiting requests for which a condition is true, without the host.
  func end(_ failure: Failure, _ held: Held, where isMeant: (Request) -> Bool) {
    pending[held].removeAll { request in
      guard isMeant(request) else { return false }
      request.cancel(failure, held)
      answered[held].append(request)
      return true
    }
  }

  /// Answers, for the host of a session, the requests of one kind that wait for that host.
  func answer(_ callee: any Callee, _ kind: Request.Kind, _ answer: Request.Answer, _ held: Held) {
    for request in pending[held] where request.asks(callee) && request.kind == kind {
      request.answer(answer, held)
      finish(request, held)
    }
  }

  /// Whether a request to a session's host has not been delivered yet.
  func isAny(for callee: any Callee, _ held: Held) -> Bool {
    pending[held].contains { $0.asks(callee) } || answered[held].contains { $0.asks(callee) }
  }

  /// Ends all requests because the app ends. Returns those whose answers are still to be delivered.
  func endAll(_ held: Held) -> [Request] {
    for request in pending[held] { request.end(held) }
    let requests = answered[held] + pending[held]
    for request in requests { request.takeAnswer(held) }
    (answered[held], pending[held]) = ([], [])
    return requests
  }

  /// The time at which the loop must turn for these requests; `.min` for at once.
  func nextTime(_ held: Held) -> Int64 {
    if !answered[held].isEmpty { return .min }
    var time = Int64.max
    for request in pending[held] { time = min(time, request.deadline) }
    return time
  }
}
