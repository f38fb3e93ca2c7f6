// Made by contract/generate of contract/data/words.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The names of controls for which the player has no title: English, and msgids of the catalogues in
/// plugins/common/po. A name with a number has a second form for all numbers but 1.
enum ControlNames {
  struct Row: Sendable {
    let name: StaticString
    let plural: StaticString?

    init(_ name: StaticString, _ plural: StaticString? = nil) {
      (self.name, self.plural) = (name, plural)
    }
  }

  /// A control that has a title of the player.
  static let own = Row("")
  static let play = Row("Play")
  static let pause = Row("Pause")
  static let stop = Row("Stop")
  static let next = Row("Next")
  static let previous = Row("Previous")
  static let forward = Row("Forward by %1 second", "Forward by %1 seconds")
  static let back = Row("Back by %1 second", "Back by %1 seconds")
  static let fastForward = Row("Fast forward")
  static let rewind = Row("Rewind")
  static let speed = Row("Speed")
  static let shuffle = Row("Shuffle")
  static let shuffleAlbums = Row("Shuffle: whole albums")
  static let `repeat` = Row("Repeat")
  static let repeatOne = Row("Repeat: one")
  static let like = Row("Like")
  static let dislike = Row("Dislike")
  static let nextChapter = Row("Next chapter")
  static let previousChapter = Row("Previous chapter")
  static let toLive = Row("Go to live")
  static let star = Row("%1 star", "%1 stars")
  static let bookmark = Row("Bookmark")
  static let mute = Row("Mute")
  static let unmute = Row("Unmute")
}
