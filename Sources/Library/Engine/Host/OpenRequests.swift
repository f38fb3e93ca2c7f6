// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The requests that hosts were given, until their answers are delivered: how many may wait, and until when. A value
/// without I/O.
struct OpenRequests<Request: AnyObject> {
  /// The requests that wait for the host's answer, each with the time at which it fails without one.
  private(set) var pending: [(request: Request, deadline: Instant)] = []
  /// The requests whose answers wait to be delivered by the loop.
  var answered: [Request] = []

  /// Whether no request waits, neither for a host nor for the loop.
  var isEmpty: Bool { pending.isEmpty && answered.isEmpty }

  /// The time at which the loop must turn for these requests; `.min` for at once.
  var nextTime: Instant {
    if !answered.isEmpty { return .min }
    var time = Instant.max
    for one in pending { time = min(time, one.deadline) }
    return time
  }

  /// Adds a request, unless `limit` requests wait already: a client that does not wait for answers could send calls
  /// without end.
  @_optimize(speed)
  mutating func add(_ request: Request, until deadline: Instant, limit: Int) -> Bool {
    guard pending.count < limit else { return false }
    pending.append((request, deadline))
    return true
  }

  /// Moves a request that has its answer to `answered`.
  mutating func finish(_ request: Request) {
    remove(request)
    answered.append(request)
  }

  /// Removes a request that no longer waits for the host. It is nearly always the last one.
  @_optimize(speed)
  mutating func remove(_ request: Request) {
    let last = pending.count - 1
    if last >= 0, pending[last].request === request {
      pending.removeLast()
    } else if let index = pending.lastIndex(where: { $0.request === request }) {
      pending.remove(at: index)
    }
  }

  /// Moves the waiting requests for which a condition is true to `answered`, and returns them.
  mutating func end(where isMeant: (_ request: Request, _ deadline: Instant) -> Bool) -> [Request] {
    let ended = pending.filter { isMeant($0.request, $0.deadline) }.map { $0.request }
    for request in ended { finish(request) }
    return ended
  }

  /// Removes all requests. Returns them, those that have their answers first.
  mutating func takeAll() -> [Request] {
    defer { self = OpenRequests() }
    return answered + pending.map { $0.request }
  }
}
