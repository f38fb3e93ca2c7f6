// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore

/// A text as the bus can carry it; nil for none and for an empty one.
package func boundedText(_ text: String?, limit: Int = Limits.text) -> String? {
  guard let text, !text.isEmpty else { return nil }
  return Repair.text(text, limit: limit)
}
