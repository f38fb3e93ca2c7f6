// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Texts under keys of the player's own.
@Suite struct ExtraTests {
  private func extra(_ pairs: [(String, String?)]) -> Extra {
    var extra = Extra()
    for (key, text) in pairs {
      let isSet = extra.set(key, to: text)
      #expect(isSet)
    }
    return extra
  }

  @Test func keysAreInTheOrderOfTheirBytes() {
    let pairs: [(String, String?)] = [("b:a", "1"), ("a:b", "2"), ("a:", "3"), ("a:a", "4"), ("B:a", "5")]
    #expect(extra(pairs).words == ["B:a", "5", "a:", "3", "a:a", "4", "a:b", "2", "b:a", "1"])
    #expect(extra(pairs) == extra(pairs.reversed()))
  }

  @Test func aTextIsReplacedAndRemoved() {
    let pairs: [(String, String?)] = [("a:a", "1"), ("a:b", "2"), ("a:c", "3")]
    #expect(extra(pairs + [("a:b", "4")]).words == ["a:a", "1", "a:b", "4", "a:c", "3"])
    #expect(extra(pairs + [("a:b", nil), ("a:d", nil)]).words == ["a:a", "1", "a:c", "3"])
    #expect(extra(pairs + [("a:b", nil), ("a:a", nil), ("a:c", nil)]) == Extra())
  }

  /// Texts that are only canonically equivalent differ.
  @Test func textsAreComparedByTheirBytes() { #expect(extra([("a:a", "\u{E4}")]) != extra([("a:a", "a\u{308}")])) }

  @Test func thereIsRoomForSoMany() {
    var full = Extra()
    for number in 0..<Limits.extra {
      let isSet = full.set("a:\(number)", to: "x")
      #expect(isSet)
    }
    let before = full
    let isSet = full.set("a:more", to: "x")
    #expect(!isSet && full == before)
    let (isRemoved, isReplaced) = (full.set("a:more", to: nil), full.set("a:7", to: "y"))
    #expect(isRemoved && isReplaced && full != before)
  }

  @Test func ofAForeignPlayerTheFirstKeysAreKept() {
    var (first, second) = (Extra(), Extra())
    let keys = (10..<50).map { "a:\($0)" }
    for key in keys { first.add(key, key) }
    for key in keys.reversed() { second.add(key, key) }
    #expect(first == second && first.words == keys.prefix(Limits.extra).flatMap { [$0, $0] })
    first.add("a:10", "another")
    #expect(first.words.prefix(4) == ["a:10", "another", "a:11", "a:11"] && first.words.count == second.words.count)
  }

  /// Clients of MPRIS see the texts among the other keys of the metadata, surfaces in a dictionary of their own.
  @Test func bothProjectionsHaveThem() {
    var content = Content(kind: .music, id: "id")
    let metadata = { (content: Content) in Metadata(content, path: "/a", artworkURL: nil, feedback: nil) }
    let plain = (metadata(content), SessionProperties.entries(content, []))
    content.extra = extra([("a:b", "1")])
    #expect(metadata(content) != plain.0 && metadata(content)[""] == .words(["a:b", "1"]))
    #expect(SessionProperties.entries(content, []).last == Value.Entry("extra", .words(["a:b", "1"])))
    content.extra = Extra()
    #expect(metadata(content) == plain.0 && SessionProperties.entries(content, []) == plain.1)
  }
}
