// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// The questions to each service. An answer of a wrong type counts as none.
extension WatchedService {
  /// The desktop portals, which sandboxed programs can reach, too.
  static func portals() -> WatchedService {
    let path = "/org/freedesktop/portal/desktop"
    let saver = ServiceQuery.property(
      .powerSaver, path: path, of: "org.freedesktop.portal.PowerProfileMonitor", "power-saver-enabled"
    ) { reply in
      reply.readVariant("b") { reply.readBool() }.map { $0 ? .powerSaver : [] }
    }
    // The portal refuses to answer GetMetered to a sandbox without network.
    let metered = ServiceQuery(
      .metered, path: path, interface: "org.freedesktop.portal.NetworkMonitor", member: "GetMetered", arguments: [],
      change: "interface='org.freedesktop.portal.NetworkMonitor',member='changed'"
    ) { reply in
      reply.readBool().map { $0 ? .metered : [] }
    }
    // The setting reduced-motion exists since xdg-desktop-portal 1.21.0. Where it has no preference, the older
    // enable-animations decides.
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
    // All versions of the portal have Read; ReadOne came with version 2.
    return ServiceQuery(
      .reducedMotion, path: path, interface: "org.freedesktop.portal.Settings", member: "Read",
      arguments: [namespace, key], change: change, read: read)
  }

  /// power-profiles-daemon since 0.20, and its replacements tuned and TLP.
  static func powerProfiles() -> WatchedService {
    WatchedService(
      "org.freedesktop.UPower.PowerProfiles",
      [profiles(path: "/org/freedesktop/UPower/PowerProfiles", "org.freedesktop.UPower.PowerProfiles")])
  }

  /// power-profiles-daemon by its older name.
  static func hadessPowerProfiles() -> WatchedService {
    WatchedService(
      "net.hadess.PowerProfiles", [profiles(path: "/net/hadess/PowerProfiles", "net.hadess.PowerProfiles")])
  }

  /// The question to power-profiles-daemon, or a service in its place: the only source that signals overheating. The
  /// thermal zones in sysfs would have to be read again and again; the kernel sends netlink messages, but not into the
  /// network namespace of a sandbox.
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
          // Several drivers may give several reasons, separated by commas.
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
      // The values of NMMetered: 1 is yes, 3 is a guessed yes.
      reply.readVariant("u") { reply.readUInt32() }.map { $0 == 1 || $0 == 3 ? .metered : [] }
    }
    return WatchedService(name, [metered])
  }
}

extension Message {
  /// Reads a setting of a type. Portals answer Read with one variant or two nested ones.
  fileprivate func readSetting<Value>(_ type: StaticString, _ read: () -> Value?) -> Value? {
    readVariant(type, read) ?? readVariant("v") { readVariant(type, read) }
  }
}
