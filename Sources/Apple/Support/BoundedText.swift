// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore

/// Returns a text in the form and length that the bus can carry; nil for nil and for an empty text.
package func boundedText(_ text: String?, limit: Int = Limits.text) -> String? {
  guard let text, !text.isEmpty else { return nil }
  return Repair.text(text, limit: limit)
}
