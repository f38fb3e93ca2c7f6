// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The artwork of a session's item as surfaces see it. For them the same id is the same picture: when its host provides
/// another picture after they were answered, the artwork gets another id.
struct ShownArtwork {
  /// The id by which surfaces ask for it; nil when there is none.
  private(set) var id: String?
  /// The id that the host gave.
  private(set) var own: String?
  /// The picture that the host has provided.
  private(set) var picture: StoredPicture?
  /// Whether the last update brought another picture.
  private(set) var isOtherPicture = false
  private var version = UInt32.zero
  /// The address of the picture, also when the picture itself was let go.
  private var address: String?
  /// The address of the picture by which surfaces were answered, "" for an answer of another kind; nil before.
  private var answered: String?

  /// Takes over what was committed or provided. Returns whether surfaces see another id.
  mutating func update(_ newest: CommittedState) -> Bool {
    let (before, present) = (id, newest.state.content?.artworkID)
    let provided = newest.picture.flatMap { $0.isProvided ? $0 : nil }
    let file = provided?.file
    if present?.exact != own?.exact {
      (version, answered) = (0, nil)
    } else if let file, let answered, file.url.exact != answered.exact {
      version.advance()
      self.answered = nil
    }
    isOtherPicture = file?.url.exact != address?.exact
    (own, picture, address) = (present, file, file?.url)
    id = provided == nil || file != nil ? present : nil
    if version > 0, let present, id != nil { id = present + "~" + Escape.decimal(Int64(clamping: version)) }
    return id?.exact != before?.exact
  }

  /// Lets go of the picture, so that its file may go, and keeps the ids that surfaces know.
  mutating func letGo() { picture = nil }

  /// Surfaces were answered that asked for the artwork of an id of the host.
  ///
  /// - url: of the picture that was provided; "" for any other answer.
  mutating func answer(_ id: String, by url: String) {
    if id.exact == own?.exact { answered = url }
  }
}
