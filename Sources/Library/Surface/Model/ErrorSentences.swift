// Made by contract/generate of contract/data/words.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A sentence for people for each cause of an error, for players that give none of their own. Surfaces
/// show them in the user's language, by the catalogues in plugins/common/po.
enum ErrorSentences {
  static let rows: [(kind: ErrorKind, sentence: StaticString)] = [
    (.network, "There is no connection"),
    (.signIn, "Sign in to play this"),
    (.region, "This cannot be played in this country"),
    (.format, "This cannot be played"),
    (.notAvailable, "This is not available any more"),
  ]
  /// The sentence for other causes, and for causes that this library does not know.
  static let other: StaticString = "Something went wrong"
}
