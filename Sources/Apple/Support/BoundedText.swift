// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// Returns a text in the form and length that the bus can carry; nil for nil and for an empty text.
package func boundedText(_ text: String?) -> String? { boundedText(text, limit: Limits.text) }

/// Returns a text in the form and of at most a length that the bus can carry; nil for nil and for an empty text.
package func boundedText(_ text: String?, limit: Int) -> String? {
  guard let text, !text.isEmpty else { return nil }
  return Repair.text(text, limit: limit)
}
