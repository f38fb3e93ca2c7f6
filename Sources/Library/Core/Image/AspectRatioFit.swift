// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension AspectRatios {
  /// Whether a preview or a video of a size has one of these ratios, with an error of at most 1 %. Any numbers may be
  /// given; a size that is none has no ratio.
  public func fit(width: Double, height: Double) -> Bool {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return false }
    // Without a division, which would round: a width of 101 is just near enough to 100.
    func isNear(_ ideal: Double) -> Bool { (width - ideal).magnitude * 100 <= ideal }
    return contains(.square) && isNear(height) || contains(.tall) && isNear(0.75 * height)
  }
}
