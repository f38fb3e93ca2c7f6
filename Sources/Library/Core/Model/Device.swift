// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A device on which a remote session plays.
public struct Device: Equatable, Sendable {
  /// The id, which is the same in every session that plays on this device. Never empty.
  public let id: String
  /// The name that people see. Never empty.
  public let name: String
  public let type: DeviceType
  /// The volume from 0 to 1; nil when it is unknown or cannot be set.
  public var volume: Double?
  /// Whether the device can be made louder and quieter in steps.
  public let canStep: Bool

  public init(id: String, name: String, type: DeviceType, volume: Double? = nil, canStep: Bool = false) {
    self.id = id
    self.name = name
    self.type = type
    self.volume = volume.map { Clamp.number($0, 0, 1) }
    self.canStep = canStep
  }

  public static func == (a: Device, b: Device) -> Bool {
    a.id.exact == b.id.exact && a.name.exact == b.name.exact && a.type == b.type && a.volume == b.volume
      && a.canStep == b.canStep
  }

  /// The volume of a group of devices: the mean of the known volumes; nil when there is none.
  public static func volume(of devices: [Device]) -> Double? {
    var (sum, count) = (0.0, 0.0)
    for device in devices { if let volume = device.volume { (sum, count) = (sum + volume, count + 1) } }
    return count > 0 ? sum / count : nil
  }

  /// The volumes that give a group of devices a volume. The proportions between the devices stay.
  public static func levels(of devices: [Device], for volume: Double) -> [(device: Device, volume: Double)] {
    let mean = Self.volume(of: devices) ?? 0
    var levels: [(device: Device, volume: Double)] = []
    for device in devices {
      guard let present = device.volume else { continue }
      levels.append((device, mean > 0 ? min(1, present * volume / mean) : volume))
    }
    return levels
  }
}
