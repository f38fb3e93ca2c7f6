// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Returns the Double with the same decimal digits as a Float: 1.1, and not 1.100000023841858, which is the exact value
/// of the Float nearest to 1.1.
package func decimal(_ value: Float) -> Double {
  let exact = Double(value)
  // Multiples of 1/64 have the same digits in both types, so that no text is needed.
  let parts = exact * 64
  return parts == parts.rounded() ? exact : Double(value.description) ?? exact
}
