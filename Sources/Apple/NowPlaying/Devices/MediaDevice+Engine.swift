// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

extension Device {
  /// Returns devices in the engine's form. Leaves out each device without an id, and each device with the id of an
  /// earlier one.
  static func engineDevices(of devices: [MediaDevice]) -> [Device] {
    var result: [Device] = []
    for device in devices where result.count < Limits.devices {
      guard let next = device.engineDevice, !result.contains(where: { $0.id.exact == next.id.exact }) else { continue }
      result.append(next)
    }
    return result
  }
}

extension MediaDevice {
  fileprivate var engineDevice: Device? {
    let id = engineID
    let name = Repair.text(name, limit: Limits.identifier)
    guard !id.isEmpty else { return nil }
    return Device(
      id: id, name: name.isEmpty ? id : name, type: type.code,
      volume: level.flatMap { $0.0.isFinite ? decimal($0.0) : nil }, canStep: steps != nil)
  }

  /// The id in the form that the engine takes.
  var engineID: String { Repair.text(id, limit: Limits.identifier) }

  private var level: (Float, @Sendable (Float) async throws -> Void)? {
    for capability in capabilities {
      if case .level(let level, let onChange) = capability.kind { return (level, onChange) }
    }
    return nil
  }

  private var steps: (louder: @Sendable () async throws -> Void, quieter: @Sendable () async throws -> Void)? {
    for capability in capabilities {
      if case .steps(let louder, let quieter) = capability.kind { return (louder, quieter) }
    }
    return nil
  }

  /// Returns the operation for a change of the device; nil when the device cannot do it.
  func operation(for change: MainActorRelay.DeviceChange) -> (@Sendable () async throws -> Void)? {
    switch change {
    case .level(let level):
      guard let (_, onChange) = self.level else { return nil }
      return { try await onChange(Float(level)) }
    case .louder: return steps?.louder
    case .quieter: return steps?.quieter
    }
  }
}

extension MediaDevice.DeviceType {
  fileprivate var code: NowPlayingCore.DeviceType {
    switch self {
    case .speaker: .speaker
    case .tv: .tv
    case .setTopBox: .setTopBox
    case .mediaStick: .mediaStick
    case .gamingConsole: .gamingConsole
    case .phone: .phone
    case .tablet: .tablet
    case .laptop: .laptop
    case .desktop: .desktop
    case .wearable: .wearable
    case .car: .car
    case .web: .web
    }
  }
}

extension SessionPublisher {
  /// Returns the operation for a change of a device. Throws when the device has gone, or has lost the ability to make
  /// the change, since the desktop read the devices.
  func operation(
    onDevice id: String, _ change: MainActorRelay.DeviceChange
  ) throws -> @Sendable () async throws -> Void {
    refresh()
    guard let device = devices.first(where: { $0.engineID == id }) else {
      throw MainActorRelay.Answered(.cancelled, "The device is gone")
    }
    guard let operation = device.operation(for: change) else {
      throw MainActorRelay.Answered(.notSupported, "The device cannot do that")
    }
    return operation
  }
}
