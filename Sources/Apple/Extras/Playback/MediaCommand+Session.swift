// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import NowPlaying
internal import NowPlayingCore

/// The items that are played one after the other.
///
/// Make a new one only when the items change, and keep it in between: a session takes the same value for the same
/// queue, without looking at its items.
public struct MediaQueue: Sendable {
  let entries: QueueEntries

  /// Creates a queue of items, each with an id. A queue without items counts as no queue. Each item is an entry, also
  /// where several have the same id.
  public init(_ items: [any MediaContentRepresentable]) { entries = QueueEntries(items) }
}

/// A change of the queue that somebody asks for. Rows count from 0, in the queue as the model gave it last.
public enum MediaQueueChange: Sendable {
  /// Play an entry.
  case goTo(row: Int)
  /// Take an entry out of the queue.
  case remove(row: Int)
}

extension MediaCommand {
  /// The session's queue, as clients of MPRIS's TrackList see it.
  ///
  /// ```swift
  /// .queue(queue, row: row) { change in
  ///   if case .goTo(let row) = change { try await self.play(row) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The items. If there are more than a hundred, clients see those around the item that plays.
  ///   - row: The row of the entry that plays; nil when the row is not known: then the entry with the id of the content
  ///     is the one that plays.
  ///   - isEditable: Whether people may take entries out, beside going to one.
  ///   - action: Given what somebody asks for. The queue is changed when the model gives another one.
  public static func queue(
    _ queue: MediaQueue, row: Int? = nil, isEditable: Bool = false,
    _ action: @escaping (MediaQueueChange) async throws -> Void
  ) -> MediaCommand {
    let change: Change = { change, row in
      switch change {
      case .goTo:
        if let row { try await action(.goTo(row: row)) }
      case .remove:
        if let row { try await action(.remove(row: row)) }
      // Does not occur: clients add items by URIs, which programs in Swift do not open; volume and tracks have commands
      // of their own.
      case .add, .volume, .select: break
      }
    }
    let value = SessionValue.queue(queue.entries, row: row, changes: isEditable ? [.goTo, .remove] : .goTo)
    return MediaCommand(nil, .change(change), Options(value: value))
  }

  /// The volume of the program's own sound, MPRIS's Volume. While the command is not enabled, the volume is shown and
  /// cannot be changed.
  ///
  /// - Parameters:
  ///   - current: The present volume; 0 is silence, and 1 as loud as the item is. A volume that is no finite number is
  ///     taken as 1.
  ///   - maximum: The highest volume that people may choose.
  ///   - action: Given the volume that somebody wants.
  public static func changeVolume(
    current: Double, maximum: Double = 1, _ action: @escaping (Double) async throws -> Void
  ) -> MediaCommand {
    let change: Change = { change, _ in
      if case .volume(let volume) = change { try await action(volume) }
    }
    let volume = current.isFinite ? Clamp.number(current, 0, Limits.volume) : 1
    let highest = maximum.isFinite && maximum > 0 ? min(maximum, Limits.volume) : 1
    return MediaCommand(nil, .change(change), Options(value: .volume(volume, maximum: highest)))
  }
}
