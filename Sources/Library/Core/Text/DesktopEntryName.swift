// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Checks the names by which players say which installed application they are.
public enum DesktopEntryName {
  /// The most bytes of a name: with ".desktop" it must fit into a file name.
  private static let most = 247

  /// A name without ".desktop", which some players add: "vlc" of "vlc.desktop". "org.telegram.desktop" is a whole id,
  /// of three parts as most ids, and stays.
  public static func withoutSuffix(_ text: String) -> String {
    let name = Escape.withoutSuffix(text, ".desktop")
    var dots = 0
    for byte in name.bytes where byte == UInt8(ascii: ".") { dots += 1 }
    return dots == 1 ? text : name
  }

  /// Whether a text can be the id of an application by the Desktop Entry Specification. It comes from a player, and
  /// becomes the name of an icon, a part of a path, and a line of a file: a slash would lead out of the folders, and a
  /// line break would add a line.
  public static func isPlain(_ text: String) -> Bool {
    guard let first = text.bytes.first, first != 45, first != 46, text.byteCount <= most else { return false }
    return !text.bytes.contains(47) && CleanText.isHarmless(text)
  }
}
