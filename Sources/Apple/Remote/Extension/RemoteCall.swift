// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingBus

/// A call of an app that is to be answered once. Belongs to the extension's bus thread.
final class RemoteCall: @unchecked Sendable {
  private let message: KeptMessage
  private var answered: (() -> Void)?

  /// - answered: called when the call has its answer.
  init(_ message: Message, answered: @escaping () -> Void) {
    self.message = KeptMessage(message)
    self.answered = answered
  }

  /// Answers without a value.
  func succeed() {
    answer { $0.reply() }
  }

  /// Answers with an id.
  func succeed(_ id: String) {
    answer { $0.reply { $0.append(id) } }
  }

  func fail(_ error: RemoteError, _ text: String) {
    answer { $0.reply(error: error.name, text) }
  }

  private func answer(_ reply: (Message) -> Void) {
    guard let answered else { return }
    self.answered = nil
    reply(message.message)
    answered()
  }
}
