// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The doctor's section on sleep: the programs for which the machine does not go to sleep while nobody uses it.
enum AwakeReport {
  /// Returns the locks "idle" of logind, with the reason of each; nothing where there is no logind or no lock.
  static func findings() -> [Finding] {
    let logind = Logind.name.description
    guard let system = try? SessionBus.open(BusAddress.system), system.owner(of: logind) != nil else { return [] }
    let locks = system.call(logind, Logind.path, Logind.manager, "ListInhibitors")
    return (locks.value?.children ?? []).compactMap { lock in
      guard case .structure(let parts) = lock, parts.count > 3, case .string(let what) = parts[0],
        case .string(let who) = parts[1], case .string(let why) = parts[2], case .string(let mode) = parts[3],
        mode.equals("block"),
        what.utf8.split(separator: UInt8(ascii: ":")).contains(where: { $0.elementsEqual("idle".utf8) })
      else { return nil }
      return .right(CleanText.line(who + ": " + why))
    }
  }
}
