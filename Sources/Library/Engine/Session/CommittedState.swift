// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The state of a session after one commit. It is immutable, so that the loop takes it without a copy.
final class CommittedState: Sendable {
  let state: SessionState
  /// A number that differs for each content that is set.
  let contentSerial: UInt32
  /// The remembered picture of the content's artwork.
  let picture: RememberedPicture?
  /// The pictures that the host has provided, for the content's chapters; nil without chapters.
  let provided: ProvidedPictures?
  /// Whether the host has said all of it. Otherwise its position is the target of a seek that the host has accepted.
  let isOfHost: Bool

  init(
    _ state: SessionState, contentSerial: UInt32, _ picture: RememberedPicture? = nil,
    _ provided: ProvidedPictures? = nil, isOfHost: Bool = true
  ) {
    self.state = state
    self.contentSerial = contentSerial
    self.picture = picture
    self.provided = provided
    self.isOfHost = isOfHost
  }
}
