// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension AspectRatios {
  /// Whether the size of a preview or a video has one of these ratios, within 1 %. Any numbers may be passed: NaN, 0
  /// and negative sizes have no ratio.
  public func fit(width: Double, height: Double) -> Bool {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return false }
    // A division would round: a width of 101 still counts as 100.
    func isNear(_ ideal: Double) -> Bool { (width - ideal).magnitude * 100 <= ideal }
    return contains(.square) && isNear(height) || contains(.tall) && isNear(0.75 * height)
  }
}
