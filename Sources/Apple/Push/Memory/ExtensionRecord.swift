// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The stored state of the extension as a whole, other than that of its sessions.
package struct ExtensionRecord: Sendable, Equatable {
  static let fileName = "extension.json"

  /// The registration for pushes that start sessions.
  package var start: Registration?
  /// The salts of the last messages to the registration `start`.
  package var seen: [Data] = []
  package var ended: [EndedSession] = []

  package init() {}

  /// Remembers the end of a session, and forgets ends that are so old that earlier starts are refused for their age
  /// alone.
  mutating func remember(_ session: EndedSession, now: Double) {
    ended.removeAll { $0.id.exact == session.id.exact || now - $0.at > PushLimits.age }
    ended = Array((ended + [session]).suffix(PushLimits.ended))
  }

  private struct Fields: Codable {
    var version = FileText.version
    @Nullable var start: Registration?
    let seen: [String]
    let ended: [EndedSession]
  }

  /// The text of the file that stores the record.
  var file: Data? {
    try? FileText.encoder().encode(Fields(start: start, seen: FileText.texts(seen), ended: ended))
  }

  /// Reads the record from the bytes of its file.
  init(file: [UInt8]) throws(FileError) {
    let fields = try FileText.read(Fields.self, file).fields
    start = fields.start
    seen = try FileText.salts(fields.seen)
    ended = fields.ended.suffix(PushLimits.ended)
  }
}
