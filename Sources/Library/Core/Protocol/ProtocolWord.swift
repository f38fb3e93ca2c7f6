// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value that has a word, of most in org.nowplaying. Both libraries and the program use these tables to write, read
/// and print words. Words.swift has the words, and CommandTable.swift those of commands.
public protocol ProtocolWord: CaseIterable {
  var word: StaticString { get }
}

extension ProtocolWord {
  /// Returns nil for an unknown word.
  public init?(word: String) {
    for value in Self.allCases where ExactText(value.word) == word.exact {
      self = value
      return
    }
    return nil
  }
}

extension CommandKind: ProtocolWord {}

extension TrackCharacteristics {
  /// The words of the bits that are set.
  public var words: [String] {
    var words: [String] = []
    for (bit, word) in Self.allWords.enumerated() where rawValue & (1 << UInt32(truncatingIfNeeded: bit)) != 0 {
      words.append(word.string)
    }
    return words
  }
}
