// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The formats of videos that surfaces can show.
public enum VideoFormat: Sendable {
  case mp4, quickTime, webM

  public var mimeType: StaticString {
    switch self {
    case .mp4: "video/mp4"
    case .quickTime: "video/quicktime"
    case .webM: "video/webm"
    }
  }
}
