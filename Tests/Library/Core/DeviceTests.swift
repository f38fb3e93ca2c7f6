// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

@Suite struct DeviceTests {
  /// Returns a group of devices with these volumes; nil: the device has no volume that can be set.
  private func group(_ volumes: [Double?]) -> [Device] {
    volumes.enumerated().map { Device(id: String($0), name: "Speaker", type: .speaker, volume: $1) }
  }

  private func levels(_ volumes: [Double?], for volume: Double) -> [Double] {
    Device.levels(of: group(volumes), for: volume).map(\.volume)
  }

  @Test func theVolumeOfAGroupIsTheMean() {
    #expect(Device.volume(of: group([0.25, nil, 0.75])) == 0.5)
    #expect(Device.volume(of: group([nil])) == nil)
    #expect(Device.volume(of: []) == nil)
  }

  @Test func eachDeviceKeepsItsPart() {
    #expect(levels([0.25, nil, 0.75], for: 0.25) == [0.125, 0.375])
    #expect(Device.levels(of: group([nil, 0.5]), for: 0.25).map(\.device.id) == ["1"])
  }

  @Test func noDeviceIsLouderThanItCan() { #expect(levels([0.25, 0.75], for: 1) == [0.5, 1]) }

  @Test func silentDevicesBecomeEquallyLoud() { #expect(levels([0, 0], for: 0.5) == [0.5, 0.5]) }
}
