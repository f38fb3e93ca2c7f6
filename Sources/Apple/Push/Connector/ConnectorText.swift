// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingCore

/// The rules of UnifiedPush for texts.
enum ConnectorText {
  static let longestToken = 100
  static let longestDescription = 100
  static let longestEndpoint = 1000

  /// Returns a new token of 122 random bits.
  static func newToken() -> String { UUID().uuidString.lowercased() }

  /// Returns as much of a description as a distributor takes, cut between two characters.
  static func description(_ text: String) -> String { Repair.text(text, limit: longestDescription) }

  /// Returns why a text is not an endpoint; nil when it is one. An endpoint is an absolute URL to which a server can
  /// send pushes.
  static func fault(ofEndpoint text: String) -> String? {
    let size = text.utf8.count
    if size > longestEndpoint { return "it has \(size) bytes, more than \(longestEndpoint)" }
    guard let url = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http", let host = url.host, !host.isEmpty
    else { return "it is no absolute URL of http or https" }
    return nil
  }

  /// Whether a text is the public key with which a server identifies itself (RFC 8292): an uncompressed point of P-256,
  /// in base64url without padding.
  static func isServerKey(_ text: String) -> Bool {
    guard text.utf8.count == 87, let bytes = Data(base64URL: text) else { return false }
    return bytes.count == 65 && bytes.first == 4
  }

  /// Returns a text from another program in a form for the log, without line ends and escapes.
  static func printable(_ text: String) -> String {
    let bytes = text.utf8.prefix(200).map { $0 < 32 || $0 == 127 ? 63 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
