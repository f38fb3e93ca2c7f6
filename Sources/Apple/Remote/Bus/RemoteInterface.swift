// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingCore

/// The names of org.nowplaying.RemoteMedia1, the interface through which an app calls its extension.
enum RemoteInterface {
  static let name: StaticString = "org.nowplaying.RemoteMedia1"

  /// Returns the path of an extension's object: its bus name with "/" for "." and "_" for "-", as D-Bus activation uses
  /// it for applications.
  static func path(of service: String) -> String {
    "/" + String(service.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
  }

  /// Whether a text can be the bus name of an extension, with at least one dot.
  static func isName(_ text: String) -> Bool {
    let elements = text.split(separator: ".", omittingEmptySubsequences: false)
    guard elements.count > 1, text.utf8.count <= 255, !text.hasPrefix("org.mpris") else { return false }
    return elements.allSatisfy { element in
      guard let first = element.utf8.first, !(48...57).contains(first) else { return false }
      return element.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
      }
    }
  }
}

/// The reason why a call of an app is refused: an error of org.nowplaying, or one that only RemoteMedia1 has.
enum RemoteError: Sendable, Equatable {
  case invalidAttributes, restarting
  case common(ProtocolError)

  /// The name of the D-Bus error.
  var name: StaticString {
    switch self {
    case .invalidAttributes: "org.nowplaying.Error.InvalidAttributes"
    case .restarting: "org.nowplaying.Error.Restarting"
    case .common(let error): error.name
    }
  }
}
