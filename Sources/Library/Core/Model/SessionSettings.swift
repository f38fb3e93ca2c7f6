// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Settings of a session that clients change by setting a property, and its host carries out by a callback of its own:
/// the values that the host says, and all that there is to know of the property of MPRIS.
public struct SessionSettings: Equatable, Sendable {
  /// 0 or more, 1 is full; nil when the session has no volume.
  public var volume: Double?
  /// The highest volume that clients may set; greater than 0.
  public var volumeMaximum = 1.0
  public var isMuted = false

  /// Settings that no host has said yet.
  public init() {}

  /// The settings as clients see them. Small, because it is copied at each reading of a property.
  public struct Shown: Equatable, Sendable {
    public var volume = 1.0

    /// Makes the settings of a session whose host has said nothing.
    init() {}

    init(_ state: SessionState) { volume = state.shownVolume ?? 1 }
  }

  /// The properties, for the table of an interface that has them among others.
  static func rows<Subject: ShowsSettings, Call>(
    _ call: @escaping @Sendable (SessionChange) -> Call
  ) -> [PropertyRow<Subject, Call>] {
    [
      PropertyRow("Volume", "d", .byValue) {
        .double($0.settings.volume)
      } set: { value in
        guard case .double(let volume) = value else { return .refused("This is a number") }
        return .call(call(.volume(volume)))
      }
    ]
  }
}

/// A state from which an interface with these properties is computed.
protocol ShowsSettings {
  var settings: SessionSettings.Shown { get }
}

/// A change of a session that a client wants, and its host carries out by a callback of its own.
public enum SessionChange: Equatable, Sendable {
  case volume(Double)
  /// Plays an entry of the queue.
  case goTo(EntryID)
  /// Puts what a URI names into the queue, after an entry or at the start, and plays it then or not.
  case add(uri: String, after: EntryID?, plays: Bool)
  /// Takes an entry out of the queue.
  case remove(EntryID)
  /// Plays a track, by its id; nil for none of its kind.
  case select(TrackKind, String?)

  /// The callback by which a C host is asked.
  public var callback: StaticString {
    switch self {
    case .volume: "volume"
    case .goTo: "queue_go_to"
    case .add: "queue_add"
    case .remove: "queue_remove"
    case .select: "select_track"
    }
  }

  /// Whether another item is to play then.
  public var goesToItem: Bool {
    switch self {
    case .goTo: true
    case .add(_, _, let plays): plays
    case .volume, .remove, .select: false
    }
  }

  /// Whether the value is one that a player can have.
  var isLegal: Bool {
    switch self {
    case .volume(let volume): volume.isFinite
    case .goTo, .add, .remove, .select: true
    }
  }

  /// Returns the change to ask the host for, within the bounds that it has set; nil when there is none.
  func within(_ state: SessionState) -> SessionChange? {
    switch self {
    case .volume(let volume):
      state.shownVolume == nil ? nil : .volume(Clamp.number(volume, 0, state.settings.volumeMaximum))
    case .goTo, .add, .remove, .select: self
    }
  }
}
