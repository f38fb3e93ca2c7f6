// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension PlayerProperties {
  /// The properties of `org.mpris.MediaPlayer2.Player`, except Position, which changes all the time and is never
  /// announced.
  public static let table = PropertyTable<PlayerProperties, PlayerCall>(
    "org.mpris.MediaPlayer2.Player",
    [
      PropertyRow("PlaybackStatus", "s", .byValue) {
        .string($0.playbackStatus.name)
      },
      PropertyRow("LoopStatus", "s", .byValue) {
        .string($0.loopStatus.name)
      } set: { value in
        guard case .string(let word) = value, let status = LoopStatus(name: word) else {
          return .refused("LoopStatus is one of None, Track and Playlist")
        }
        return .call(.setLoop(status))
      },
      PropertyRow("Rate", "d", .byValue) {
        .double($0.rate)
      } set: { value in
        guard case .double(let rate) = value else { return .refused("The value must be a number") }
        return .call(.setRate(rate))
      },
      PropertyRow("Shuffle", "b", .byValue) {
        .bool($0.shuffle)
      } set: { value in
        guard case .bool(let isOn) = value else { return .refused("Shuffle must be a boolean") }
        return .call(.setShuffle(isOn))
      },
      PropertyRow("Metadata", "a{sv}", .byValue) { .map($0.metadata.entries) },
    ] + SessionSettings.rows { .change($0) } + [
      PropertyRow("MinimumRate", "d", .byValue) { .double($0.minimumRate) },
      PropertyRow("MaximumRate", "d", .byValue) { .double($0.maximumRate) },
      PropertyRow("CanGoNext", "b", .byValue) { .bool($0.canGoNext) },
      PropertyRow("CanGoPrevious", "b", .byValue) { .bool($0.canGoPrevious) },
      PropertyRow("CanPlay", "b", .byValue) { .bool($0.canPlay) },
      PropertyRow("CanPause", "b", .byValue) { .bool($0.canPause) },
      PropertyRow("CanSeek", "b", .byValue) { .bool($0.canSeek) },
      // The MPRIS specification has it never change, and KDE disables every button where it is false.
      PropertyRow("CanControl", "b", .never) { _ in .bool(true) },
    ], shortcut: differenceInMetadata, missing: { $0.missing })

  /// The properties LoopStatus and Shuffle, where the session does not offer their commands. Plasma shows a button for
  /// a property that exists, and quickshell says that the player supports it; without the property neither does, and
  /// playerctl says that the player cannot do it. BlueZ, GNOME and KDE Connect do not mind: browsers never have them.
  /// `Get` answers nevertheless.
  private var missing: PropertySet {
    var missing: PropertySet = []
    if !canRepeat { missing.formUnion(Self.loopStatusAlone) }
    if !canShuffle { missing.formUnion(Self.shuffleAlone) }
    return missing
  }

  private static let loopStatusAlone = table.set("LoopStatus")
  private static let shuffleAlone = table.set("Shuffle")

  /// Returns the set of Metadata where no other property differs, as after a change of track; an empty set where none
  /// differs; nil in all other cases.
  private static func differenceInMetadata(_ before: PlayerProperties, _ now: PlayerProperties) -> PropertySet? {
    var rest = before
    rest.metadata = now.metadata
    guard rest == now else { return nil }
    return before.metadata == now.metadata ? [] : metadataAlone
  }

  /// The set of Metadata alone.
  public static let metadataAlone = table.set("Metadata")

  /// The set of PlaybackStatus alone, by which clients decide which player is active.
  public static let playbackStatusAlone = table.set("PlaybackStatus")
  static let rateAlone = table.set("Rate")
}
