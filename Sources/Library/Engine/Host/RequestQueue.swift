// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The requests that hosts were given, until their answers are delivered. Safe to use from any thread.
final class RequestQueue: @unchecked Sendable {
  let control: LoopControl
  let log: Log
  let artwork: ArtworkStore
  var open = Guarded(OpenRequests<Request>())

  init(_ control: LoopControl, _ log: Log, _ artwork: ArtworkStore) {
    self.control = control
    self.log = log
    self.artwork = artwork
  }

  /// Ends the requests whose hosts have not answered in time.
  func expire(_ held: Held) {
    if open[held].pending.isEmpty { return }
    let now = Instant.now
    for request in open[held].end(where: { $1 <= now }) { request.cancel(.timedOut, held) }
  }

  /// Ends the waiting requests for which a condition is true, without the host.
  func end(_ failure: Failure, _ held: Held, where isMeant: (Request) -> Bool) {
    for request in open[held].end(where: { request, _ in isMeant(request) }) { request.cancel(failure, held) }
  }

  /// Answers, for the host of a session, the requests of one kind that wait for that host.
  func answer(_ callee: any Callee, _ kind: Request.Kind, _ answer: Request.Answer, _ held: Held) {
    let asked = open[held].end { request, _ in request.asks(callee) && request.kind == kind }
    for request in asked { request.answer(answer, held) }
  }

  /// Whether a request to a session's host has not been delivered yet.
  func isAny(for callee: any Callee, _ held: Held) -> Bool {
    open[held].pending.contains { $0.request.asks(callee) } || open[held].answered.contains { $0.asks(callee) }
  }

  /// Ends all requests because the app ends. Returns those whose answers are still to be delivered.
  func endAll(_ held: Held) -> [Request] {
    for one in open[held].pending { one.request.end(held) }
    let requests = open[held].takeAll()
    for request in requests { request.takeAnswer(held) }
    return requests
  }
}
