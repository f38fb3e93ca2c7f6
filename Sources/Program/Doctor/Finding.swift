// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The doctor's answer to one of the questions of docs/troubleshooting.md.
struct Finding {
  enum Kind {
    /// The answer is as it should be.
    case right
    /// The answer may be intended.
    case odd
    /// The fault keeps clients from showing or driving the player.
    case wrong
    /// The answer cannot be seen from here.
    case unknown
  }

  let kind: Kind
  let text: String
  /// The cause, which selects the advice; nil where there is nothing to do.
  let cause: Cause?
  /// The text that replaces "@" in the advice.
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

/// A reason why a player is not shown or driven as it should be.
enum Cause {
  // 1 to 4
  case unknownName, nearName, noPlayer, nameless, foreignNameless, log, noBus, othersBus, theirBus, otherBus,
    nowhere, switchedOff
  // 5
  case noMetadata, trouble, noTitle, atEnd, otherUnit, notAsked, noContent
  // 6 and 7
  case otherDriven, otherPlays, nobodyListens, dottedName, flatpakName, snapName
  // 8 and 9
  case noDesktopEntry, noDesktopID, noDesktopFile, stopped, silent, refused, unconnected
  // 10
  case noPicture, failedPicture, latePicture, plainPath, webPicture, dataPicture, otherPicture, lostPicture
  // Headsets
  case rivalProxy, proxy, dummy, noBluez
  // The rules
  case sharedConnection, noTrackID, ownTrackID, trackIDType, wrongType, missing, standing, speed, sentPosition,
    invalidated, flood, noURI, noIdentity, sameIdentity, twin, bridged, refusedText, noControl, noPlay, ownInterface,
    tooMuch,
    broken
}

/// The author of a player, told apart by the language in which the program uses the library.
enum Author {
  /// The program uses the library, in one of these languages.
  case c, cpp, python, rust, node, swift
  /// The program does not use the library.
  case other

  /// The word with which the lines of advice for this author begin, and the language's name.
  private var row: (word: StaticString, language: StaticString) {
    switch self {
    case .c: ("c", "C")
    case .cpp: ("cpp", "C++")
    case .python: ("python", "Python")
    case .rust: ("rust", "Rust")
    case .node: ("node", "Node")
    case .swift: ("swift", "Swift")
    case .other: ("other", "")
    }
  }

  var word: StaticString { row.word }

  var words: String {
    self == .other ? "its author, who does not use libnowplaying" : "its author, in " + row.language.description
  }
}
