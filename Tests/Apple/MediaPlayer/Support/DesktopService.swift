// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

/// A service of the desktop, simulated by python-dbusmock on the tests' bus. It ends with this object.
@MainActor final class DesktopService {
  private let place: (name: String, path: String)
  private let child: Child

  private init(_ arguments: [String], _ name: String, _ path: String) async throws {
    place = (name, path)
    let (bus, address) = (Player.bus, Player.bus.address)
    child = try Child(
      ["/usr/bin/python3", "-B", "-m", "dbusmock"] + arguments,
      environment: ["DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address])
    try await eventually("\(name) is there") { try await bus.has(name) }
  }

  deinit { child.end() }

  static func screenSaver() async throws -> DesktopService {
    let (name, path) = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver")
    let service = try await DesktopService([name, path, name], name, path)
    try await service.add("Inhibit", "ss", "u", "ret = 7")
    try await service.add("UnInhibit", "u", "", "")
    return service
  }

  static func portal() async throws -> DesktopService {
    let (name, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
    let service = try await DesktopService([name, path, "org.freedesktop.portal.Inhibit"], name, path)
    try await service.add("Inhibit", "sua{sv}", "o", "ret = '/org/freedesktop/portal/desktop/request/1'")
    return service
  }

  static func logind() async throws -> DesktopService {
    try await DesktopService(["--template", "logind"], "org.freedesktop.login1", "/org/freedesktop/login1")
  }

  private func add(_ method: String, _ takes: String, _ returns: String, _ body: String) async throws {
    _ = try await call("org.freedesktop.DBus.Mock", "AddMethod", "sssss", "", method, takes, returns, body)
  }

  /// Has the service hang, and continue.
  func suspend() { child.signal(SIGSTOP) }
  func resume() { child.signal(SIGCONT) }

  /// The calls of a method, each with its arguments, as busctl writes them.
  func calls(_ method: String) async throws -> JSON {
    JSON(text: try await call("org.freedesktop.DBus.Mock", "GetMethodCalls", "s", method))["data"][0]
  }

  /// Calls a method of the service; returns its answer in JSON.
  func call(_ interface: String, _ member: String, _ arguments: String...) async throws -> String {
    let tool = try await Player.bus.busctl(["call", place.name, place.path, interface, member] + arguments)
    if tool.status != 0 { throw Tool.Failure(description: "\(member): \(tool.errors)") }
    return tool.output
  }
}
