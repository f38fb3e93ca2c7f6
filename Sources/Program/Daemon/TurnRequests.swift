// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// The requests to pause and to resume that sessions have not answered yet, and those that they have. It must outlive
/// the surface, which answers those that wait when it is freed.
final class TurnRequests {
  private var waiting: [(action: nowplaying_surface_action, key: String)] = []
  /// The sessions that have answered their last request, or that can never answer it.
  private var answered: [String] = []

  var hasAnswers: Bool { !answered.isEmpty }

  /// Sends PAUSE or PLAY to a session.
  func send(_ kind: nowplaying_command_kind, to session: Session, of panel: Panel) {
    waiting.removeAll { $0.key.exact == session.key.exact }
    var action: nowplaying_surface_action = 0
    var command = nowplaying_command_event(kind: kind)
    let status = nowplaying_surface_send_command(
      panel.surface, session.handle, &command,
      { _, result, requests in
        guard let result, let requests else { return }
        Unmanaged<TurnRequests>.fromOpaque(requests).takeUnretainedValue().finish(result.pointee.action)
      }, Unmanaged.passUnretained(self).toOpaque(), &action)
    if status == NOWPLAYING_OK { waiting.append((action, session.key)) } else { noteAnswer(of: session.key) }
  }

  /// Notes that a session, which was told in another way, answers nothing.
  func noteAnswer(of key: String) { answered.append(key) }

  private func finish(_ action: nowplaying_surface_action) {
    guard let index = waiting.firstIndex(where: { $0.action == action }) else { return }
    noteAnswer(of: waiting.remove(at: index).key)
  }

  /// Takes the answers that came after the last call.
  func takeAnswers() -> [String] {
    defer { answered = [] }
    return answered
  }
}
