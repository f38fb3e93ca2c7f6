// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Whether media is to be heard or to be watched.
public enum MediaType: Hashable, Sendable {
  /// To be heard.
  case audio
  /// To be watched.
  case video
}
