// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The settings of a session that clients change by setting a property: their values, and their rows for the MPRIS
/// table. The host carries out a change in a callback.
public struct SessionSettings: Equatable, Sendable {
  /// The volume from 0, where 1 is full; nil when the session has none.
  public var volume: Double?
  /// The highest volume that clients may set; greater than 0.
  public var volumeMaximum = 1.0
  public var isMuted = false

  /// The settings before the host has set any.
  public init() {}

  /// The settings as clients see them. The struct is small, because each reading of a property copies it.
  public struct Shown: Equatable, Sendable {
    public var volume = 1.0

    /// The settings of a session whose host has set none.
    init() {}

    init(_ state: SessionState) { volume = state.shownVolume ?? 1 }
  }

  /// The rows of the settings, for the table of an interface's properties.
  static func rows<Subject: ShowsSettings, Call>(
    _ call: @escaping @Sendable (SessionChange) -> Call
  ) -> [PropertyRow<Subject, Call>] {
    [
      PropertyRow("Volume", "d", .byValue) {
        .double($0.settings.volume)
      } set: { value in
        guard case .double(let volume) = value else { return .refused("The value must be a number") }
        return .call(call(.volume(volume)))
      }
    ]
  }
}

/// A state that shows the settings of a session.
protocol ShowsSettings {
  var settings: SessionSettings.Shown { get }
}

/// A change of a session that a client asks for. The host carries it out in a callback.
public enum SessionChange: Equatable, Sendable {
  case volume(Double)
  /// Plays an entry of the queue.
  case goTo(EntryID)
  /// Adds the item of a URI to the queue, after an entry or at the start, and plays it if `plays`.
  case add(uri: String, after: EntryID?, plays: Bool)
  /// Removes an entry from the queue.
  case remove(EntryID)
  /// Plays a track, by its id; nil for no track of the kind.
  case select(TrackKind, String?)

  /// The name of the C callback by which the host carries out the change.
  public var callback: StaticString {
    switch self {
    case .volume: "volume"
    case .goTo: "queue_go_to"
    case .add: "queue_add"
    case .remove: "queue_remove"
    case .select: "select_track"
    }
  }

  /// Whether another item will play after the change.
  public var goesToItem: Bool {
    switch self {
    case .goTo: true
    case .add(_, _, let plays): plays
    case .volume, .remove, .select: false
    }
  }

  /// Whether a player can have this value.
  var isLegal: Bool {
    switch self {
    case .volume(let volume): volume.isFinite
    case .goTo, .add, .remove, .select: true
    }
  }

  /// The change within the bounds that the host has set; nil when the session does not have the setting.
  func within(_ state: SessionState) -> SessionChange? {
    switch self {
    case .volume(let volume):
      state.shownVolume == nil ? nil : .volume(Clamp.number(volume, 0, state.settings.volumeMaximum))
    case .goTo, .add, .remove, .select: self
    }
  }
}
