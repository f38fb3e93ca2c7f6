// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

extension ProtocolWord where Self: RawRepresentable, RawValue == Int32 {
  /// Returns the word for a number of nowplaying.h or surface.h; the word of `other` for an unknown number, which a
  /// later version may have.
  static func word(_ number: Int32, else other: Self) -> StaticString { (Self(rawValue: number) ?? other).word }
}
