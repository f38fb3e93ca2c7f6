// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The doctor's answer to one of the questions of docs/troubleshooting.md.
struct Finding {
  enum Kind {
    /// It is as it should be.
    case right
    /// It may be meant so.
    case odd
    /// It keeps clients from showing or driving the player.
    case wrong
    /// It cannot be seen from here.
    case unknown
  }

  let kind: Kind
  let text: String
  /// The cause, by which advice is found; nil where nothing is to be done.
  let cause: Cause?
  /// The text that the advice has in place of its "@".
  let subject: String

  static func right(_ text: String) -> Finding { Finding(kind: .right, text: text, cause: nil, subject: "") }
  static func odd(_ text: String, _ cause: Cause, _ subject: String = "") -> Finding {
    Finding(kind: .odd, text: text, cause: cause, subject: subject)
  }
  static func wrong(_ text: String, _ cause: Cause, _ subject: String = "") -> Finding {
    Finding(kind: .wrong, text: text, cause: cause, subject: subject)
  }
  static func unknown(_ text: String, _ cause: Cause? = nil) -> Finding {
    Finding(kind: .unknown, text: text, cause: cause, subject: "")
  }
}

/// A cause for which a player is not shown or driven as it should be.
enum Cause {
  // 1 to 4
  case unknownName, nearName, noPlayer, nameless, foreignNameless, log, noBus, othersBus, theirBus, otherBus,
    nowhere, switchedOff
  // 5
  case noMetadata, trouble, noTitle, atEnd, notAsked, noContent
  // 6 and 7
  case otherDriven, otherPlays, nobodyListens, dottedName, flatpakName, snapName
  // 8 and 9
  case noDesktopEntry, noDesktopID, noDesktopFile, stopped, silent, refused, unconnected
  // 10
  case noPicture, failedPicture, latePicture, plainPath, webPicture, dataPicture, otherPicture, lostPicture
  // The rules
  case sharedConnection, noTrackID, ownTrackID, trackIDType, wrongType, missing, standing, speed, sentPosition,
    invalidated, flood, noURI, noIdentity, sameIdentity, twin, refusedText, noControl, noPlay, ownInterface, tooMuch,
    broken
}

/// The author of a player, as far as its process shows.
enum Author {
  /// With the library, in one of these languages.
  case c, python, rust, swift
  /// Without the library.
  case other

  /// The word that the lines for him begin with.
  var word: StaticString {
    switch self {
    case .c: "c"
    case .python: "python"
    case .rust: "rust"
    case .swift: "swift"
    case .other: "other"
    }
  }

  var words: StaticString {
    switch self {
    case .c: "its author, in C"
    case .python: "its author, in Python"
    case .rust: "its author, in Rust"
    case .swift: "its author, in Swift"
    case .other: "its author, who does not use libnowplaying"
    }
  }
}
