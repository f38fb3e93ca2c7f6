// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore

extension Device {
  /// Checks the devices of a C program, and copies them.
  static func read(_ pointer: UnsafePointer<nowplaying_device>?, _ count: Int) throws(WrongArgument) -> [Device] {
    var devices: [Device] = []
    let refusal: StaticString = "devices is NULL with a count, or misaligned"
    try Argument.each(pointer, count, MemoryLayout<nowplaying_device>.alignment, refusal: refusal) {
      (place, stride) throws(WrongArgument) in
      let device = try read(place.assumingMemoryBound(to: nowplaying_device.self), stride)
      if devices.contains(where: { $0.id.exact == device.id.exact }) {
        throw WrongArgument(details: "two devices have the same id")
      }
      devices.append(device)
    }
    return devices
  }

  private static func read(
    _ pointer: UnsafePointer<nowplaying_device>, _ stride: Int
  ) throws(WrongArgument) -> Device {
    guard let given = Argument.sized(pointer, defaults: nowplaying_device(), smallest: NP_FIRST_DEVICE),
      given.struct_size == stride
    else { throw WrongArgument(details: "impossible struct_size; use NOWPLAYING_DEVICE_INIT") }
    guard let type = DeviceType(rawValue: given.type) else { throw WrongArgument(details: "unknown type of device") }
    guard let id = Argument.identifier(given.id), let name = Argument.text(given.name, limit: Limits.identifier) else {
      throw WrongArgument(details: "a device has no id or no name")
    }
    guard given.volume.isFinite else { throw WrongArgument(details: "the volume of a device is not a number") }
    return Device(
      id: id, name: name, type: type, volume: given.volume < 0 ? nil : given.volume, canStep: given.can_step != 0)
  }
}
