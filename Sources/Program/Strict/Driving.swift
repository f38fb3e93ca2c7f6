// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Drives a player, and checks whether it does what the buttons say.
struct Driving {
  let driven: DrivenPlayer
  let verdicts: Verdicts
  private var length: Microseconds? { driven.length }

  init(_ driven: DrivenPlayer, _ verdicts: Verdicts) { (self.driven, self.verdicts) = (driven, verdicts) }

  /// The time for which a player that should do nothing is watched; `exactness` is the tolerance of a position.
  private static let moment: Microseconds = .milliseconds(200)
  private static let exactness: Microseconds = .milliseconds(1500)
  /// The most by which a seek may land before its target, at a key frame.
  private static let keyFrame: Microseconds = .seconds(12)
  /// The most by which a signal may be late on a busy machine.
  private static let latest: Microseconds = .seconds(1)
  /// The time in which a player could do what it should not do.
  private static let late: Microseconds = .milliseconds(600)
  /// An offset for a seek that must not be carried out.
  private static let step: Microseconds = .seconds(1)

  // MARK: Play and pause

  /// Makes the player play. Returns whether it does.
  func play() -> Bool {
    if driven.status.equals("Playing") { return true }
    guard driven.can("CanPlay") else {
      verdicts.cannot([.playPause, .idempotent, .canSteady, .position], "it does not play, and cannot")
      return false
    }
    let count = driven.changes.count
    driven.call("Play")
    let plays = driven.wait { driven.status.equals("Playing") }
    verdicts.check(.playPause, plays, "Play did not make it play")
    if plays { tells("PlaybackStatus", since: count) }
    return plays
  }

  /// Presses play and pause, each twice. The player plays before.
  func playAndPause() {
    driven.call("Play")
    _ = driven.wait(Self.late) { !driven.status.equals("Playing") }
    let status = driven.status
    verdicts.check(.idempotent, status.equals("Playing"), "Play, while it plays, has made it " + status)
    guard status.equals("Playing") else {
      return verdicts.cannot([.playPause, .canSteady, .positionRest, .rest], "Play, while it plays, has stopped it")
    }
    let (canPlay, canPause) = (driven.can("CanPlay"), driven.can("CanPause"))
    guard canPause else {
      return verdicts.cannot([.playPause, .canSteady, .positionRest, .rest], "it cannot be paused")
    }
    var count = driven.changes.count
    driven.call("Pause")
    let pauses = driven.wait { driven.status.equals("Paused") || length == nil && driven.status.equals("Stopped") }
    verdicts.check(.playPause, pauses, "Pause has made it " + driven.status)
    guard pauses else { return }
    tells("PlaybackStatus", since: count)
    // Pause may stop an item without an end (rule 13).
    guard driven.status.equals("Paused") else {
      return verdicts.cannot([.canSteady, .positionRest, .rest], "it has no end, so Pause stops it")
    }
    let steady = driven.can("CanPlay") == canPlay && driven.can("CanPause") == canPause
    verdicts.check(.canSteady, steady, "CanPlay or CanPause changes while it is paused")
    driven.call("Pause")
    driven.listen(for: Self.moment)
    rest()
    let after = driven.status
    verdicts.check(.idempotent, after.equals("Paused"), "Pause, while it is paused, has made it " + after)
    count = driven.changes.count
    driven.call("PlayPause")
    let plays = driven.wait { driven.status.equals("Playing") }
    verdicts.check(.playPause, plays, "PlayPause, while it is paused, has made it " + driven.status)
    driven.call("PlayPause")
    let isPaused = driven.wait { driven.status.equals("Paused") }
    verdicts.check(.playPause, isPaused, "PlayPause, while it plays, has made it " + driven.status)
  }

  /// Watches the paused player.
  private func rest() {
    let (signals, seeks, start) = (driven.changes.count, driven.seeks.count, driven.position)
    driven.listen(for: Self.moment * 2)
    let more = driven.changes.count - signals + driven.seeks.count - seeks
    verdicts.check(.rest, more == 0, "it has sent " + String(more) + " signals while it was paused")
    if let start, let end = driven.position {
      verdicts.check(
        .positionRest, Microseconds.distance(start, end) < Self.moment,
        "Position has moved by " + String((end - start).count / 1000) + " ms while it was paused")
    }
  }

  // MARK: Seeking

  private static let seeking: [StrictRule] = [.seek, .setPosition, .staleTrack, .beyondEnd, .beforeStart, .seeked]

  /// Seeks while the player is paused, so that nothing else moves its position.
  func seek() {
    guard driven.can("CanSeek") else { return verdicts.cannot(Self.seeking, "CanSeek is false") }
    guard let id = driven.trackID else {
      return verdicts.cannot(Self.seeking, "its item has no track id that is an object path")
    }
    guard let length, let start = driven.position else {
      return verdicts.cannot(Self.seeking, "its item has no length, or the player has no Position")
    }
    guard length > .seconds(10) else {
      return verdicts.cannot(Self.seeking, "its item is shorter than 10 s, by mpris:length, which is in µs")
    }
    let step = length / 4
    let goal = start + step < length - .seconds(1) ? start + step : start - step
    jump(.seek, to: goal, "Seek by " + String((goal - start).count / 1000) + " ms") {
      driven.call("Seek") { $0.append((goal - start).count) }
    }
    let half = length / 2
    jump(.setPosition, to: half, "SetPosition to " + String(half.count / 1000) + " ms") { set(id, half) }
    guard isAt(half) else {
      return verdicts.cannot([.staleTrack, .beyondEnd, .beforeStart], "SetPosition does not work")
    }
    stays(.staleTrack, "SetPosition with another track id") { set("/org/nowplaying/doctor/none", half / 2) }
    stays(.beyondEnd, "SetPosition beyond the end") { set(id, length + .seconds(5)) }
    // The player may have passed the end, or gone to another item.
    set(driven.trackID ?? id, half)
    guard driven.wait(until: { isAt(half) }) else {
      return verdicts.cannot([.beforeStart], "SetPosition does not lead back from beyond the end")
    }
    // Waits, so that the Seeked of this jump does not count for the next one.
    driven.listen(for: Self.moment)
    jump(.beforeStart, to: .zero, "Seek before the start") { driven.call("Seek") { $0.append((-length).count) } }
  }

  /// Returns whether the player is at a position, or at a key frame before it.
  private func isAt(_ goal: Microseconds) -> Bool {
    guard let place = driven.position, place < goal + Self.exactness else { return false }
    return Microseconds.distance(place, goal) < max(Self.exactness, min(Self.keyFrame, (length ?? .zero) / 8))
  }

  private func set(_ id: String, _ position: Microseconds) {
    driven.call("SetPosition") { $0.append(path: id).then($0.append(position.count)) }
  }

  /// Performs an action, and checks that the position changes and is emitted.
  private func jump(_ rule: StrictRule, to goal: Microseconds, _ what: String, _ act: () -> Void) {
    let (count, start) = (driven.seeks.count, driven.position ?? goal)
    act()
    let isThere = driven.wait {
      let place = driven.position ?? start
      return Microseconds.distance(place, goal) < Self.exactness || place != start && isAt(goal)
    }
    let place = driven.position.map { String($0.count / 1000) + " ms" } ?? "nowhere"
    verdicts.check(rule, isThere, what + " has led to " + place)
    guard isThere else { return }
    let isEmitted = driven.wait(Self.latest) { driven.seeks.count > count }
    verdicts.check(.seeked, isEmitted, what + " emits no Seeked")
    if isEmitted, let last = driven.seeks.last, let place = driven.position {
      verdicts.check(
        .seeked, Microseconds.distance(last, place) < Self.exactness,
        what + " emits Seeked with " + String(last.count / 1000) + " ms")
    }
  }

  /// Performs an action, and checks that position and item stay as they were.
  private func stays(_ rule: StrictRule, _ what: String, _ act: () -> Void) {
    guard let (place, id) = driven.position.map({ ($0, driven.trackID) }) else { return }
    act()
    let hasMoved = driven.wait(Self.late) {
      Microseconds.distance(driven.position ?? .zero, place) >= Self.exactness || id?.exact != driven.trackID?.exact
    }
    let now = (driven.position ?? .zero).count / 1000
    verdicts.check(rule, !hasMoved, what + " has moved it to " + String(now) + " ms, or to another item")
  }

  // MARK: Settings

  /// Sets the volume, which the caller restores, and the modes. Returns whether the modes are as they were: Next and
  /// Previous are pressed in the user's modes alone, because a player may shuffle its queue again where it begins anew.
  func settings() -> Bool {
    if case .double(let volume) = driven.value("Volume") {
      let half = volume > 0.5 ? 0.25 : 0.75
      var count = driven.changes.count
      driven.set("Volume", .double(half))
      if driven.wait(Self.latest, until: { isVolume(half) }) {
        tells("Volume", since: count)
        count = driven.changes.count
        driven.set("Volume", .double(-1))
        let isSilent = driven.wait(Self.latest) { isVolume(0) }
        verdicts.check(.volumeFloor, isSilent, "Volume is not 0 after it was set to -1")
      } else {
        verdicts.cannot([.volumeFloor], "its volume cannot be set")
      }
    } else {
      verdicts.cannot([.volumeFloor], "it has no volume")
    }
    var areBack = change("LoopStatus", .string(driven.text("LoopStatus").equals("None") ? "Playlist" : "None"))
    // Shuffle that is on stays on: another order would come when it is turned on again.
    if !driven.can("Shuffle") { areBack = change("Shuffle", .bool(true)) && areBack }
    return areBack
  }

  private func isVolume(_ wanted: Double) -> Bool {
    if case .double(let volume) = driven.value("Volume") { return abs(volume - wanted) < 0.02 }
    return false
  }

  /// Sets a mode, checks that the change is emitted, and sets the mode back. Returns whether it is as it was. Nothing
  /// is checked when the player keeps its mode: it may lack the other one.
  private func change(_ property: StaticString, _ value: Variant) -> Bool {
    guard let before = driven.value(property), before.type.exact == value.type.exact else { return true }
    func comes(_ value: Variant) -> Bool {
      driven.set(property, value)
      return driven.wait(Self.latest) { driven.value(property)?.printed.exact == value.printed.exact }
    }
    let count = driven.changes.count
    if comes(value) { tells(property, since: count) }
    return comes(before)
  }

  /// Checks that a change is emitted.
  private func tells(_ property: StaticString, since count: Int) {
    let isEmitted = driven.wait(Self.latest) { driven.hasEmitted(property, since: count) }
    verdicts.check(.emitted, isEmitted, property.description + " has changed, and no signal has its new value")
  }

  // MARK: Items

  /// Goes to another item and back. Many players offer Previous only once there is an item before.
  func items() {
    let hasNext = driven.can("CanGoNext")
    guard let id = driven.trackID else {
      return verdicts.cannot([.newTrackID, .noStop], "its item has no track id that is an object path")
    }
    guard hasNext || driven.can("CanGoPrevious") else {
      return verdicts.cannot([.newTrackID, .noStop], "it offers neither Next nor Previous")
    }
    let member: StaticString = hasNext ? "Next" : "Previous"
    driven.goesBackByNext = !hasNext
    let before = driven.metadata
    let count = driven.changes.count
    driven.call(member)
    let isOther = driven.wait { !Self.isSame(driven.metadata, before) }
    guard isOther else {
      return verdicts.cannot([.newTrackID, .noStop], member.description + " has not led to another item")
    }
    verdicts.check(.newTrackID, driven.trackID?.exact != id.exact, "the next item has the track id of the one before")
    tells("Metadata", since: count)
    _ = driven.goBack(to: id)
    let stopped = driven.changes.dropFirst(count).contains { $0.changed.text("PlaybackStatus")?.exact == "Stopped" }
    verdicts.check(.noStop, !stopped, "PlaybackStatus was Stopped between two items")
  }

  private static func isSame(_ a: [Variant.Property], _ b: [Variant.Property]) -> Bool {
    a["mpris:trackid"]?.printed.exact == b["mpris:trackid"]?.printed.exact
      && a.text("xesam:title")?.exact == b.text("xesam:title")?.exact
  }

  /// Calls the methods of buttons that the player does not offer.
  func unoffered() {
    var failed: [String] = []
    var hasSome = false
    func press(_ member: StaticString, _ can: StaticString, _ fill: (Message) -> Int32 = { _ in 0 }) {
      if driven.can(can) { return }
      hasSome = true
      if case .error(_, let text) = driven.call(member, fill) { failed.append(member.description + ": " + text) }
    }
    press("Next", "CanGoNext")
    press("Previous", "CanGoPrevious")
    press("Seek", "CanSeek") { $0.append(Self.step.count) }
    press("Pause", "CanPause")
    if !hasSome { return verdicts.cannot([.unoffered], "it offers everything") }
    verdicts.check(.unoffered, failed.isEmpty, failed.joined(separator: "; "))
  }

  // MARK: All signals

  /// Judges all signals that were collected.
  func judgeSignals() {
    let changes = driven.changes
    let hasValues = changes.allSatisfy { $0.invalidated.isEmpty }
    verdicts.check(.invalidated, hasValues, "PropertiesChanged has names without values")
    let hasPosition = changes.contains { $0.changed["Position"] != nil }
    verdicts.check(.positionEmitted, !hasPosition, "PropertiesChanged has Position")
    verdicts.check(.signalTypes, driven.illTyped.isEmpty, driven.illTyped.first ?? "")
    for row in PlayerProperties.table.rows {
      let name = row.name.description
      for each in changes {
        guard let value = each.changed[name], value.type.exact != row.signature.description.exact else { continue }
        verdicts.breaks(.signalTypes, name + " was emitted as " + value.type)
      }
    }
    let times = changes.map { $0.time }
    // Each button that was pressed may cause one more signal.
    let isFlood = times.contains { start in
      let signals = times.filter { $0 >= start && $0 < start + .seconds(1) }.count
      let presses = driven.presses.filter { $0 >= start - .seconds(1) && $0 < start + .seconds(1) }.count
      return signals > 20 + presses
    }
    verdicts.check(.flood, !isFlood, "more than 20 signals have come in a second")
    verdicts.check(.errorText, driven.wordless.isEmpty, driven.wordless.first ?? "")
  }
}
