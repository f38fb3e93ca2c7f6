// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A device on which a remote session plays.
public struct MediaDevice: Identifiable, Sendable {
  /// The kind of a device, from which surfaces choose a picture.
  public enum DeviceType: Hashable, Sendable {
    /// The kinds of devices.
    case speaker, tv, setTopBox, mediaStick, gamingConsole, phone, tablet, laptop, desktop, wearable, car, web
  }

  /// A change that a device can carry out.
  public struct Capability: Sendable {
    enum Kind: Sendable {
      case level(Float, @Sendable (Float) async throws -> Void)
      case steps(louder: @Sendable () async throws -> Void, quieter: @Sendable () async throws -> Void)
    }

    let kind: Kind

    /// A device with a level that can be set, from 0, which is silence, to 1.
    ///
    /// - Parameters:
    ///   - currentLevel: The present level.
    ///   - onChange: Sets the level. Surfaces show the new level when the model has it.
    public static func absoluteVolume(
      _ currentLevel: Float, onChange: @escaping @Sendable (Float) async throws -> Void
    ) -> Capability {
      Capability(kind: .level(currentLevel, onChange))
    }

    /// A device that can be made louder and quieter, but whose level is not known.
    public static func relativeVolume(
      onIncrement: @escaping @Sendable () async throws -> Void,
      onDecrement: @escaping @Sendable () async throws -> Void
    ) -> Capability {
      Capability(kind: .steps(louder: onIncrement, quieter: onDecrement))
    }
  }

  /// The id of the device, the same in every session that plays on it.
  public let id: String
  /// The device's name, for people. The player of a session is named after the session's first device.
  public let name: String
  /// The kind of the device.
  public let type: DeviceType
  /// The changes that the device can carry out; may be empty.
  public let capabilities: [Capability]

  /// Describes a device.
  public init(id: String, name: String, type: DeviceType, capabilities: [Capability]) {
    self.id = id
    self.name = name
    self.type = type
    self.capabilities = capabilities
  }
}
