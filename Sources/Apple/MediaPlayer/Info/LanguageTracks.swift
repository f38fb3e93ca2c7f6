// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

/// The language options of a dictionary, as the tracks of an item.
struct LanguageTracks {
  /// A language option, and the track that it is shown as.
  private struct Entry {
    let track: Track
    let option: MPNowPlayingInfoLanguageOption
    /// Whether the user may choose no option of its group.
    let mayBeNone: Bool
  }

  private var entries: [Entry] = []

  init(_ info: [String: Any]) {
    let groups = info[MPNowPlayingInfoPropertyAvailableLanguageOptions] as? [MPNowPlayingInfoLanguageOptionGroup]
    let current = info[MPNowPlayingInfoPropertyCurrentLanguageOptions] as? [MPNowPlayingInfoLanguageOption]
    for group in groups ?? [] {
      let chosen = current ?? [group.defaultLanguageOption].compactMap { $0 }
      for option in group.languageOptions {
        add(option, of: group, isChosen: chosen.contains { $0.isSame(as: option) })
      }
    }
  }

  /// Adds an option as a track, unless it has neither a language nor a name: surfaces show "none" themselves.
  private mutating func add(
    _ option: MPNowPlayingInfoLanguageOption, of group: MPNowPlayingInfoLanguageOptionGroup, isChosen: Bool
  ) {
    let id = option.trackID
    guard entries.count < Limits.tracks, !id.isEmpty else { return }
    var isSelected = isChosen
    for entry in entries where entry.track.kind == option.kind {
      if entry.track.id == id { return }
      if entry.track.isSelected { isSelected = false }
    }
    var characteristics = option.shownCharacteristics
    if group.defaultLanguageOption?.isSame(as: option) == true { characteristics.insert(.isDefault) }
    let track = Track(
      option.kind, id: id, language: boundedText(option.languageTag, limit: Limits.identifier),
      title: boundedText(option.displayName, limit: Limits.identifier),
      characteristics: characteristics, isSelected: isSelected)
    entries.append(Entry(track: track, option: option, mayBeNone: group.allowEmptySelection))
  }

  /// The tracks in the form that the engine takes.
  var tracks: [Track] { entries.map(\.track) }

  /// The option that is shown as a track; nil when there is none.
  func option(_ kind: TrackKind, _ id: String) -> MPNowPlayingInfoLanguageOption? {
    entries.first { $0.track.kind == kind && $0.track.id == id }?.option
  }

  /// The chosen option of a kind, and whether none need be chosen; nil when none is chosen.
  func chosen(_ kind: TrackKind) -> (option: MPNowPlayingInfoLanguageOption, mayBeNone: Bool)? {
    entries.first { $0.track.kind == kind && $0.track.isSelected }.map { ($0.option, $0.mayBeNone) }
  }
}

extension MPNowPlayingInfoLanguageOption {
  fileprivate var kind: TrackKind {
    if languageOptionType == .audible { return .audio }
    let isSpoken = has(MPLanguageOptionCharacteristicTranscribesSpokenDialog)
    return isSpoken || has(MPLanguageOptionCharacteristicDescribesMusicAndSound) ? .captions : .subtitles
  }

  private func has(_ characteristic: String) -> Bool {
    languageOptionCharacteristics?.contains(characteristic) ?? false
  }

  fileprivate var shownCharacteristics: TrackCharacteristics {
    var shown: TrackCharacteristics = []
    if has(MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles) { shown.insert(.isForced) }
    if has(MPLanguageOptionCharacteristicDescribesVideo) { shown.insert(.describesVideo) }
    if has(MPLanguageOptionCharacteristicIsAuxiliaryContent) { shown.insert(.isCommentary) }
    return shown
  }

  /// The id of the option's track, different from those of other options of the same kind; empty when the option has
  /// neither a language nor a name.
  fileprivate var trackID: String {
    if let identifier, !identifier.isEmpty { return Repair.text(identifier, limit: Limits.identifier) }
    let words = [languageTag ?? "", displayName ?? ""]
    if words.allSatisfy(\.isEmpty) { return "" }
    return Repair.text(
      (words + (languageOptionCharacteristics ?? [])).joined(separator: "/"), limit: Limits.identifier)
  }

  fileprivate func isSame(as other: MPNowPlayingInfoLanguageOption) -> Bool {
    self === other || kind == other.kind && trackID == other.trackID
  }
}
