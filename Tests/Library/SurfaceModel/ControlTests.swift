// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingBus
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingSurface

/// Tests which buttons a session has, by the cases in contract/cases/controls.json.
@Suite struct ControlTests {
  private static let cases: [JSON] = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let file = root.appending(path: "contract/cases/controls.json")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let all = JSON(text: text)
    return (0...).lazy.map { all[$0] }.prefix { !$0.isNull }.map { $0 }
  }()

  @Test func eachCaseHasItsControls() {
    #expect(Self.cases.count > 30)
    for each in Self.cases {
      let name = Comment(rawValue: each["name"].text ?? "?")
      let controls = ControlPlan.controls(of: model(each))
      var rows: [String: [String]] = [:]
      for control in controls { rows["\(control.row)", default: []].append(words(control)) }
      for row in Control.Row.allCases {
        #expect(rows["\(row)"] ?? [] == each["controls"]["\(row)"].texts ?? [], name)
      }
      for control in controls {
        let key = self.key(control)
        if each["icons"].keys.contains(key) { #expect(control.icon?.string == each["icons"][key].text, name) }
        if each["names"].keys.contains(key) { #expect(called(control) == each["names"][key].text, name) }
        if let number = each["numbers"][key].number { #expect(control.number == number, name) }
      }
    }
  }

  @Test func theRowsAreInTheirOrderAndBounded() {
    let entries = (0..<64).map { number in
      [
        "command": .string("feedback"), "enabled": .bool(true), "button": .uint32(UInt32(number)),
        "supported": .strings(["positive", "negative"]), "current": .string("neutral"),
      ] as [String: Decoded]
    }
    var model = SessionModel(info: .init(key: Text("key")))
    model.commands = OfferedCommand.published(entries.map { $0.map { Decoded.Entry($0.key, $0.value) } })
    let controls = ControlPlan.controls(of: model)
    #expect(controls.count == SurfaceLimits.controls && controls.filter { $0.row == .beside }.count == 4)
    #expect(controls.map(\.row.rawValue) == controls.map(\.row.rawValue).sorted())
  }

  /// Makes the session of a case.
  private func model(_ each: JSON) -> SessionModel {
    var content: [Decoded.Entry] = [Decoded.Entry("id", .string("item"))]
    for key in ["kind", "duration-kind"] {
      if let word = each[key].text { content.append(Decoded.Entry(key, .string(word))) }
    }
    if let rating = each["rating"].number { content.append(Decoded.Entry("user-rating", .double(rating))) }
    var playback = [
      Decoded.Entry("state", .string(each["state"].text ?? "paused")),
      Decoded.Entry("live-edge", .bool(each["live-edge"].flag ?? false)),
    ]
    if each["position"].text != "unknown" {
      playback += [Decoded.Entry("elapsed", .int64(0)), Decoded.Entry("timestamp", .int64(0))]
    }
    if let rate = each["default-rate"].number { playback.append(Decoded.Entry("default-rate", .double(rate))) }
    var model = SessionModel(info: .init(key: Text("key")))
    if each["muted"].flag == true { model.info.abilities.insert(.isMuted) }
    model.item = Item.published(content)
    model.playback = PlaybackLine(published: playback, now: 0)
    let commands = (0...).lazy.map { each["commands"][$0] }.prefix { !$0.isNull }.map { self.command($0) }
    model.commands = OfferedCommand.published(Array(commands)).withToggle(isActive: model.playback.isActive)
    if model.playback.anchor != nil { model.commands = model.commands.withSkips() }
    return model
  }

  /// Makes an entry of `Commands`, by the types of the protocol.
  private func command(_ each: JSON) -> [Decoded.Entry] {
    var entries = [Decoded.Entry("enabled", .bool(each["enabled"].flag ?? true))]
    for key in ["command", "id", "title", "icon", "slot", "current"] {
      if let text = each[key].text { entries.append(Decoded.Entry(key, .string(text))) }
    }
    if let words = each["supported"].texts { entries.append(Decoded.Entry("supported", .strings(words))) }
    for key in ["button", "steps"] {
      if let number = each[key].number { entries.append(Decoded.Entry(key, .uint32(UInt32(number)))) }
    }
    func numbers(_ key: String) -> [Double] { (0..<16).compactMap { each[key][$0].number } }
    if each.keys.contains("intervals") {
      entries.append(Decoded.Entry("intervals", .int64s(numbers("intervals").map { Int64($0) })))
    }
    if each.keys.contains("rates") { entries.append(Decoded.Entry("rates", .doubles(numbers("rates")))) }
    if ["custom", "bookmark"].contains(each["command"].text) {
      entries.append(Decoded.Entry("active", .bool(each["active"].flag ?? false)))
    }
    return entries
  }

  /// Returns the command that a press sends, and its argument.
  private func key(_ control: Control) -> String {
    let word = control.kind.row.word.description
    switch control.kind {
    case .skipForward, .skipBackward: return "\(word) \(control.time / 1_000_000)"
    case .feedback: return "\(word) \(control.button) \(control.mode == 1 ? "positive" : "negative")"
    case .custom: return "\(word) \(control.id?.string ?? "")"
    case .setRating: return "\(word) " + String(format: "%g", control.rating)
    default: return word
    }
  }

  private func words(_ control: Control) -> String {
    let slots = ["", "central ", "back ", "forward ", "back-secondary ", "forward-secondary "]
    let states = [
      control.isOn ? " on" : "", control.enabled ? "" : " disabled", control.isHeld ? " held" : "",
      control.isBusy ? " busy" : "",
    ]
    return slots[Int(control.slot.rawValue)] + key(control) + states.joined()
  }

  /// The name of a control in English, with "%1" as it is.
  private func called(_ control: Control) -> String {
    if let title = control.title { return title.string }
    let plural = control.number == 1 ? nil : control.name.plural
    return (plural ?? control.name.name).description
  }
}
