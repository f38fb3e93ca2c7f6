// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Whether media is to be heard or to be watched.
public enum MediaType: Hashable, Sendable {
  /// The media is to be heard.
  case audio
  /// The media is to be watched.
  case video
}
