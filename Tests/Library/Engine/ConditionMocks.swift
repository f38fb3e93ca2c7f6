// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

/// A service that reports conditions, simulated by python-dbusmock.
enum MockService: Sendable {
  case portals, powerProfiles, olderPowerProfiles, networkManager

  var isOnSystemBus: Bool { self != .portals }

  /// A template of dbusmock, or a file of this project.
  var template: String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Lab/mocks").path()
    return switch self {
    case .portals: folder + "/portal.py"
    case .powerProfiles: folder + "/power_profiles.py"
    case .olderPowerProfiles: "power_profiles_daemon"
    case .networkManager: "networkmanager"
    }
  }

  var name: String {
    switch self {
    case .portals: "org.freedesktop.portal.Desktop"
    case .powerProfiles: "org.freedesktop.UPower.PowerProfiles"
    case .olderPowerProfiles: "net.hadess.PowerProfiles"
    case .networkManager: "org.freedesktop.NetworkManager"
    }
  }

  var path: String { self == .portals ? "/org/freedesktop/portal/desktop" : "/" + name.replacing(".", with: "/") }
}

/// A value that a service reports.
enum Source: String, CaseIterable, Sendable {
  case portalPowerSaver = "power-saver"
  case portalMetered = "metered"
  case portalReducedMotion = "reduced-motion"
  case portalAnimations = "enable-animations"
  case powerSaver, heat, olderPowerSaver, olderHeat, network, guessedNetwork

  var service: MockService {
    switch self {
    case .portalPowerSaver, .portalMetered, .portalReducedMotion, .portalAnimations: .portals
    case .powerSaver, .heat: .powerProfiles
    case .olderPowerSaver, .olderHeat: .olderPowerProfiles
    case .network, .guessedNetwork: .networkManager
    }
  }

  var reason: PreviewOnly {
    switch self {
    case .portalPowerSaver, .powerSaver, .olderPowerSaver: .powerSaver
    case .portalMetered, .network, .guessedNetwork: .metered
    case .portalReducedMotion, .portalAnimations: .reducedMotion
    case .heat, .olderHeat: .thermal
    }
  }

  /// Returns the value that means that the condition holds, or does not hold, as busctl's type and value.
  func value(_ holds: Bool) -> [String] {
    switch self {
    case .portalPowerSaver, .portalMetered: ["b", holds ? "true" : "false"]
    case .portalReducedMotion: ["u", holds ? "1" : "0"]
    case .portalAnimations: ["b", holds ? "false" : "true"]
    case .powerSaver, .olderPowerSaver: ["s", holds ? "power-saver" : "performance"]
    case .heat, .olderHeat: ["s", holds ? "lap-detected,high-operating-temperature" : "lap-detected"]
    case .network: ["u", holds ? "1" : "2"]
    case .guessedNetwork: ["u", holds ? "3" : "4"]
    }
  }

  /// The service's property that has the value; nil where the portals report it.
  var property: String? {
    switch self {
    case .powerSaver, .olderPowerSaver: "ActiveProfile"
    case .heat, .olderHeat: "PerformanceDegraded"
    case .network, .guessedNetwork: "Metered"
    default: nil
    }
  }

  /// Arguments with which the condition of a mock holds at once, in JSON.
  var parameters: String {
    let value = value(true)
    return "{\"\(property ?? rawValue)\": \(value[0] == "s" ? "\"\(value[1])\"" : value[1])}"
  }
}

/// A mock that runs.
@MainActor final class Mock {
  let service: MockService
  private let bus: PrivateBus
  private let child: Child

  /// Makes a mock, and returns when the service owns its name.
  init(_ service: MockService, on bus: PrivateBus, _ parameters: String = "{}") async throws {
    self.service = service
    self.bus = bus
    child = try Child(
      ["/usr/bin/python3", "-B", "-m", "dbusmock", "--template", service.template, "--parameters", parameters],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    try await eventually("\(service) is there") { try await bus.has(service.name) }
    if service == .networkManager { try await call("AddProperty", "ssv", service.name, "Metered", "u", "0") }
  }

  /// Makes a service that reports that a condition holds.
  convenience init(_ source: Source, on bus: PrivateBus) async throws {
    try await self.init(source.service, on: bus, source.parameters)
    if source.service == .networkManager { try await say(source, source.value(true)) }
  }

  deinit { child.signal(SIGKILL) }

  /// Ends the mock as a crash does.
  func end() async throws {
    child.end()
    let (bus, name) = (bus, service.name)
    try await eventually("the bus has noticed it") { try await !bus.has(name) }
  }

  func call(_ member: String, _ arguments: String...) async throws {
    let call = ["call", service.name, service.path, "org.freedesktop.DBus.Mock", member]
    let tool = try await bus.busctl(call + arguments)
    if tool.status != 0 { throw Tool.Failure(description: "\(member): \(tool.errors)") }
  }

  /// Sets a value, which may be odd, and emits the change.
  func say(_ source: Source, _ value: [String]) async throws {
    if let property = source.property {
      try await call("UpdateProperties", "sa{sv}", service.name, "1", property, value[0], value[1])
    } else {
      try await call("Say", "sv", source.rawValue, value[0], value[1])
    }
  }
}
