// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Checks what a player says, without driving it.
struct Reading {
  let driven: DrivenPlayer
  let seen: Examination
  let verdicts: Verdicts

  /// The time for which KDE Connect blocks for an answer.
  private static let longest: Microseconds = .milliseconds(500)

  func run() {
    for rule: StrictRule in [
      .connection, .trackID, .types, .properties, .position, .positionEmitted, .invalidated, .identity, .sameIdentity,
      .canControl, .canPlay, .interfaces,
    ] {
      verdicts.check(rule, true, "")
    }
    let breaches = RuleCheck.breaches(seen)
    for breach in breaches {
      guard let rule = Self.rule(breach.cause) else { continue }
      // When one connection has two names, only this is reported: it is no further fault that both names give the same
      // answers.
      let isShared = breaches.contains { $0.cause == .sharedConnection }
      if rule != .sameIdentity || !isShared { verdicts.breaks(rule, breach.text) }
    }
    if seen.metadata.isEmpty { verdicts.cannot([.newTrackID, .pictureURI, .pictureFile], "it has no item") }
    readName()
    readUnits()
    readProperties()
    readPicture()
    readSecrets()
    readTimes()
  }

  /// Returns the strict rule that a breach with a cause breaks; nil when no strict rule is about this cause.
  private static func rule(_ cause: Cause) -> StrictRule? {
    switch cause {
    case .sharedConnection: .connection
    case .noTrackID, .ownTrackID, .trackIDType: .trackID
    case .wrongType: .types
    case .missing: .properties
    case .standing, .speed: .position
    case .sentPosition: .positionEmitted
    case .invalidated: .invalidated
    case .flood: .flood
    case .noURI: .pictureURI
    case .noIdentity: .identity
    case .sameIdentity: .sameIdentity
    case .noControl: .canControl
    case .noPlay: .canPlay
    case .ownInterface: .interfaces
    case .tooMuch: .answers
    default: nil
    }
  }

  private func readName() {
    let name = seen.instance
    // The last part of the name may be there to tell instances apart.
    let isFree = name.parts(46).count <= 2 || seen.process?.sandbox != nil
    verdicts.check(.name, isFree, "playerctl calls it " + name.before(46) + ", and not " + name)
    let queue = driven.bus.callBus("ListQueuedOwners", driven.name).value?.strings ?? []
    verdicts.check(.queue, queue.count < 2, "another connection waits for its name")
  }

  /// Checks the unit of the length: one in seconds or ms would be less than the position.
  private func readUnits() {
    guard let length = driven.length, let position = driven.position else { return }
    let text = Examination.otherUnit(position, length)
    verdicts.check(.position, text == nil, text ?? "")
    verdicts.check(.position, !seen.isAtEnd, "it plays, and is at the end of its item")
  }

  private func readProperties() {
    var failed: [String] = []
    for row in RootProperties.table.rows where seen.root?[row.name.description] != nil {
      if case .error = driven.get(row.name, of: MPRIS.root) { failed.append(row.name.description) }
    }
    for row in PlayerProperties.table.rows where seen.player?[row.name.description] != nil {
      if case .error = driven.get(row.name) { failed.append(row.name.description) }
    }
    verdicts.check(.get, failed.isEmpty, "Get fails for " + failed.joined(separator: ", "))
    // An unknown property must be refused with an error that has a text.
    _ = driven.get("NothingOfThisName")
    let statuses = Player.statuses
    let loops = Player.loops
    let (status, loop) = (seen.player?.text("PlaybackStatus"), seen.player?.text("LoopStatus"))
    verdicts.check(.words, status.map { statuses.has($0) } ?? true, "PlaybackStatus is \"" + (status ?? "") + "\"")
    verdicts.check(.words, loop.map { loops.has($0) } ?? true, "LoopStatus is \"" + (loop ?? "") + "\"")
    let entry = seen.root?.text("DesktopEntry")
    verdicts.check(.desktopEntry, entry != nil, "it has no DesktopEntry")
    let name = entry ?? ""
    let isID = name.isEmpty || DesktopID(name) != nil
    verdicts.check(
      .desktopEntry, isID && DesktopEntryName.withoutSuffix(name).exact == name.exact,
      "DesktopEntry is \"" + name + "\"")
  }

  private func readPicture() {
    guard let url = seen.metadata.text("mpris:artUrl"), !url.isEmpty else {
      return verdicts.cannot([.pictureURI, .pictureFile], "the item has no picture")
    }
    guard let path = Escape.path(ofFileURI: url) else {
      verdicts.breaks(.pictureURI, "mpris:artUrl is " + Doctor.line(url, limit: 100))
      return verdicts.cannot([.pictureFile], "its address is not that of a file")
    }
    verdicts.check(.pictureURI, true, "")
    do throws(Failure) {
      _ = try NamedPicture(at: path, url)
      verdicts.check(.pictureFile, true, "")
    } catch {
      verdicts.breaks(.pictureFile, error.text)
    }
  }

  /// Checks every text of the item for secrets: a stream without tags has its address as its title.
  private func readSecrets() {
    let said = [seen.metadata] + (seen.entry.published?.sessions.map { $0.content } ?? [])
    for property in said.flatMap({ $0 }) {
      let texts = if case .string(let text) = property.value { [text] } else { property.value.strings ?? [] }
      for text in texts where Secret.isIn(Repair.text(text, limit: 16384)) {
        verdicts.breaks(.secret, property.key + " is " + text)
      }
    }
    if seen.metadata.isEmpty { verdicts.cannot([.secret], "it has no item") }
    verdicts.check(.secret, true, "")
  }

  /// Uses the shortest of three times, because the machine may be busy.
  private func readTimes() {
    let times = (0..<3).map { _ in
      let start = Instant.now
      _ = driven.get("Position")
      return Instant.now - start
    }
    let shortest = times.min() ?? .zero
    verdicts.check(.answers, shortest < Self.longest, "Get takes " + String(shortest.count / 1000) + " ms")
  }
}
