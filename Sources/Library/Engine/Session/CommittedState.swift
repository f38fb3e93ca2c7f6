// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The state of a session, as one commit made it. Never changes, so that the loop takes it without a copy.
final class CommittedState: Sendable {
  let state: SessionState
  /// Tells one content that was set from the next.
  let contentSerial: UInt32
  /// The picture that is remembered of the content's artwork.
  let picture: RememberedPicture?
  /// The pictures that the host has provided, for the chapters of the content; nil where it has none.
  let provided: ProvidedPictures?

  init(
    _ state: SessionState, contentSerial: UInt32, _ picture: RememberedPicture? = nil,
    _ provided: ProvidedPictures? = nil
  ) {
    self.state = state
    self.contentSerial = contentSerial
    self.picture = picture
    self.provided = provided
  }
}
