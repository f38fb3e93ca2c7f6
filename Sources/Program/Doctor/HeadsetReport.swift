// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The doctor's section on headsets: whom a key reaches, and why.
enum HeadsetReport {
  private static let bluez = "org.bluez"

  /// Returns what is found; nothing on a machine without Bluetooth, unless the daemon is to serve headsets.
  static func findings() -> [Finding] {
    guard let system = try? SessionBus.open(BusAddress.system), system.owner(of: bluez) != nil else {
      return daemon()?.isToServe ?? false ? [.odd("none: BlueZ is not there", .noBluez)] : []
    }
    let objects = system.call(bluez, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects").value
    let adapters = paths(objects) { $0.has("org.bluez.Media1") }
    if adapters.isEmpty { return [] }
    let rival = HeadsetRival.present
    let whom = connected(objects).joined(separator: ", ")
    let start = whom.isEmpty ? "" : whom + ": "
    if let daemon = daemon(), daemon.serves {
      if rival != nil {
        return [.odd(start + "nowplaying daemon or mpris-proxy, whichever came first", .rivalProxy)]
      }
      if let file = HeadsetRival.pipeWireFile {
        return [.odd(start + "nowplaying daemon or PipeWire's player without keys, whichever came first", .dummy, file)]
      }
      return [.right(start + "nowplaying daemon, which drives " + daemon.player)]
    }
    if rival != nil {
      return [.odd(start + "mpris-proxy, which drives the player that came first, whether it plays or not", .proxy)]
    }
    let desktop = start + "the desktop, as a key of the keyboard"
    guard let file = HeadsetRival.pipeWireFile else { return [.right(desktop + ": no player is registered for it")] }
    return [.odd(desktop + ", because PipeWire registers a player without keys", .dummy, file)]
  }

  /// Returns the names of the headsets and cars that are connected to adapters, as people have named them.
  static func names(at adapters: [String]) -> [String] {
    do throws(Failure) {
      let system = try SessionBus.open(BusAddress.system)
      let answer = system.call(bluez, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
      return connected(answer.value) { path in adapters.contains { path.starts(with: $0 + "/") } }
    } catch { return [] }
  }

  /// Returns whether the daemon is to serve headsets and does, and the player that it drives; nil without a daemon.
  private static func daemon() -> (isToServe: Bool, serves: Bool, player: String)? {
    do throws(Failure) {
      let bus = try SessionBus.open()
      if bus.owner(of: MPRIS.daemon) == nil { return nil }
      let facts = bus.properties(of: MPRIS.daemon, PlayerNames.choiceInterface)
      var player = "no player now"
      if case .string(let name) = facts["Player"], let name = PlayerNames.instance(name) { player = name }
      let option = "--" + OptionRow.name(of: .bluetooth)
      let isToServe = facts["Options"]?.strings?.has(option) ?? false
      return (isToServe, !(facts["Adapters"]?.strings ?? []).isEmpty, player)
    } catch { return nil }
  }

  /// Returns the objects whose interfaces fit.
  private static func paths(_ objects: Variant?, _ fits: ([String]) -> Bool) -> [String] {
    (objects?.children ?? []).compactMap { object in
      guard case .entry(.path(let path), let interfaces) = object, fits(names(interfaces)) else { return nil }
      return path
    }
  }

  private static func names(_ interfaces: Variant) -> [String] {
    (interfaces.children ?? []).compactMap { if case .entry(.string(let name), _) = $0 { name } else { nil } }
  }

  /// Returns the names of the devices that are connected and have keys for players.
  private static func connected(_ objects: Variant?, _ fits: (String) -> Bool = { _ in true }) -> [String] {
    let remote = "0000110e-0000-1000-8000-00805f9b34fb"
    return (objects?.children ?? []).compactMap { object in
      guard case .entry(.path(let path), let interfaces) = object, fits(path) else { return nil }
      for each in interfaces.children ?? [] {
        guard case .entry(.string(let name), let values) = each, name.equals("org.bluez.Device1") else { continue }
        let properties = values.properties ?? []
        guard case .bool(true) = properties["Connected"], properties["UUIDs"]?.strings?.has(remote) ?? false,
          case .string(let alias) = properties["Alias"]
        else { continue }
        return alias
      }
      return nil
    }
  }
}
