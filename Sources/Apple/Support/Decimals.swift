// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A Float as the Double that was meant: 1.1, and not 1.100000023841858, which is what the Float nearest to it is.
package func decimal(_ value: Float) -> Double {
  let exact = Double(value)
  // Quarters and the like are the same in both.
  let parts = exact * 64
  return parts == parts.rounded() ? exact : Double(value.description) ?? exact
}
