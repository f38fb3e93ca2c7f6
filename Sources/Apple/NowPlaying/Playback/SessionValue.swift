// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
package import NowPlayingCore

/// The contents of a queue, made once: when a session gets the same object again, it need not compare the contents.
package final class QueueEntries: Sendable {
  let contents: [Content]

  package init(_ contents: [any MediaContentRepresentable]) { self.contents = contents.map { .made(of: $0) } }
}

/// A value of a session for which the model of Apple's framework has no property: a command of the session's model
/// carries it.
package enum SessionValue: Sendable {
  case tracks([Track])
  case volume(Double, maximum: Double)
  /// - row: the entry that plays; nil when that is not known.
  /// - changes: which changes of the queue people may make.
  case queue(QueueEntries, row: Int?, changes: MainActorRelay.Changes)

  /// The changes that surfaces may ask for.
  var changes: MainActorRelay.Changes {
    switch self {
    case .tracks: .track
    case .volume: .volume
    case .queue(_, _, let changes): changes
    }
  }
}

extension [MediaCommand] {
  /// The user's rating of the item; nil when no command has one.
  var rating: Double? { index(of: .setRating).flatMap { self[$0].options?.rating } }

  var isMuted: Bool { index(of: .mute).flatMap { self[$0].options?.isOn } ?? false }

  /// The index of the first command of a kind. It is not the command, because using a whole command would copy it.
  private func index(of kind: CommandKind) -> Int? { indices.first { self[$0].kind == kind } }

  /// The indices of the commands that carry a value.
  private var carriers: [Int] { indices.filter { self[$0].kind == nil && self[$0].options?.value != nil } }

  /// The values that the commands carry. A value whose command is not enabled is shown and cannot be changed, but for
  /// tracks, which are not shown then.
  var values: SessionValues {
    var values = SessionValues()
    for index in carriers {
      let isEnabled = self[index].isEnabled
      switch self[index].options?.value {
      case .tracks(let tracks)? where isEnabled && !values.hasTracks: (values.tracks, values.hasTracks) = (tracks, true)
      case .volume(let volume, let maximum)? where values.volume == nil:
        (values.volume, values.volumeMaximum) = (volume, maximum)
      case .queue(let entries, let row, _)? where values.queue == nil: (values.queue, values.row) = (entries, row)
      default: continue
      }
      if isEnabled, let value = self[index].options?.value { values.changes.formUnion(value.changes) }
    }
    return values
  }

  /// Returns the operation that makes a change which a surface asks for.
  ///
  /// - row: the row of the queue that is meant, if any.
  @MainActor func operation(for change: SessionChange, row: Int?) throws -> MainActorRelay.Operation {
    let kind = MainActorRelay.Changes(change)
    let index = carriers.first { self[$0].isEnabled && self[$0].options?.value?.changes.isSuperset(of: kind) ?? false }
    guard let index, case .change(let action) = self[index].action else {
      throw MainActorRelay.Answered(
        .notSupported, kind == .track ? "The player has no tracks" : "The player cannot do this")
    }
    if case .select(let kind, let id?) = change, case .tracks(let tracks)? = self[index].options?.value {
      guard tracks.contains(where: { $0.kind == kind && $0.id.exact == id.exact }) else {
        throw MainActorRelay.Answered(.noSuchContent, "There is no such track")
      }
    }
    return { try await action(change, row) }
  }
}

/// The values of a session that its commands carry.
struct SessionValues: Equatable {
  var tracks: [Track] = []
  var hasTracks = false
  var volume: Double?
  var volumeMaximum = 1.0
  var queue: QueueEntries?
  var row: Int?
  var changes: MainActorRelay.Changes = []
  var isMuted = false

  static func == (a: Self, b: Self) -> Bool {
    a.tracks == b.tracks && a.volume == b.volume && a.volumeMaximum == b.volumeMaximum && a.queue === b.queue
      && a.row == b.row && a.changes == b.changes && a.isMuted == b.isMuted
  }
}
