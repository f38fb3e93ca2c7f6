// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// The query of each service. An answer of another type is none.
extension WatchedService {
  /// The portals, which programs in sandboxes reach too.
  static func portals() -> WatchedService {
    let path = "/org/freedesktop/portal/desktop"
    let saver = ServiceQuery.property(
      .powerSaver, path: path, of: "org.freedesktop.portal.PowerProfileMonitor", "power-saver-enabled"
    ) { reply in
      reply.readVariant("b") { reply.readBool() }.map { $0 ? .powerSaver : [] }
    }
    // Refused to a sandbox without network.
    let metered = ServiceQuery(
      .metered, path: path, interface: "org.freedesktop.portal.NetworkMonitor", member: "GetMetered", arguments: [],
      change: "interface='org.freedesktop.portal.NetworkMonitor',member='changed'"
    ) { reply in
      reply.readBool().map { $0 ? .metered : [] }
    }
    // Since xdg-desktop-portal 1.21.0. Without a preference the older setting decides, which turns all animations off.
    let motion = setting("org.freedesktop.appearance", "reduced-motion", path: path) { reply in
      reply.readSetting("u") { reply.readUInt32() } == 1 ? .reducedMotion : nil
    }
    let animations = setting("org.gnome.desktop.interface", "enable-animations", path: path) { reply in
      reply.readSetting("b") { reply.readBool() }.map { $0 ? [] : .reducedMotion }
    }
    return WatchedService("org.freedesktop.portal.Desktop", [saver, metered, motion, animations])
  }

  private static func setting(
    _ namespace: StaticString, _ key: StaticString, path: String, read: @escaping (Message) -> PreviewOnly?
  ) -> ServiceQuery {
    let change =
      "interface='org.freedesktop.portal.Settings',member='SettingChanged',arg0='" + namespace.string
      + "',arg1='" + key.string + "'"
    // Every version has Read; ReadOne came with version 2.
    return ServiceQuery(
      .reducedMotion, path: path, interface: "org.freedesktop.portal.Settings", member: "Read",
      arguments: [namespace, key], change: change, read: read)
  }

  /// power-profiles-daemon since 0.20, and those that stand in for it (tuned, TLP).
  static func powerProfiles() -> WatchedService {
    WatchedService(
      "org.freedesktop.UPower.PowerProfiles",
      [profiles(path: "/org/freedesktop/UPower/PowerProfiles", "org.freedesktop.UPower.PowerProfiles")])
  }

  /// power-profiles-daemon by the name that it had first.
  static func hadessPowerProfiles() -> WatchedService {
    WatchedService(
      "net.hadess.PowerProfiles", [profiles(path: "/net/hadess/PowerProfiles", "net.hadess.PowerProfiles")])
  }

  /// The only source for heat. The thermal zones in sysfs tell nobody when a trip point is reached: they would have to
  /// be read again and again. The kernel does tell by netlink, but not in the network namespace of a sandbox.
  private static func profiles(path: String, _ interface: StaticString) -> ServiceQuery {
    .allProperties([.powerSaver, .thermal], path: path, of: interface) { reply in
      var holding: PreviewOnly = []
      let isRead = reply.readDictionary { key in
        switch key.exact {
        case "ActiveProfile":
          guard let profile = reply.readVariant("s", { reply.readString() }) else { return false }
          if profile.exact == "power-saver" { holding.insert(.powerSaver) }
        case "PerformanceDegraded":
          guard let reasons = reply.readVariant("s", { reply.readString() }) else { return false }
          // With several drivers there may be several reasons, separated by commas.
          for word in reasons.parts(separatedBy: 44) where word.exact == "high-operating-temperature" {
            holding.insert(.thermal)
          }
        default: return false
        }
        return true
      }
      return isRead ? holding : nil
    }
  }

  static func networkManager() -> WatchedService {
    let name: StaticString = "org.freedesktop.NetworkManager"
    let metered = ServiceQuery.property(.metered, path: "/org/freedesktop/NetworkManager", of: name, "Metered") {
      reply in
      // NMMetered: 1 is yes, and 3 yes by a guess.
      reply.readVariant("u") { reply.readUInt32() }.map { $0 == 1 || $0 == 3 ? .metered : [] }
    }
    return WatchedService(name, [metered])
  }
}

extension Message {
  /// The next value, if it is a setting of this type: in one variant, or in two, as portals answer Read.
  fileprivate func readSetting<Value>(_ type: StaticString, _ read: () -> Value?) -> Value? {
    readVariant(type, read) ?? readVariant("v") { readVariant(type, read) }
  }
}
