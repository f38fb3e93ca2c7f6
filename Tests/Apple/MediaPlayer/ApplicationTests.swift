// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Testing

@testable import MediaPlayer

extension MediaPlayerTests {
  @MainActor @Suite(.serialized) final class ApplicationTests {
    private let application = UIApplication.shared

    init() async throws {
      try await Player.reset()
      application.isIdleTimerDisabled = false
      setenv("DBUS_SYSTEM_BUS_ADDRESS", Player.bus.address, 1)
    }

    @Test func `a program is always in front and has all the time it wants`() {
      #expect(application.applicationState == .active)
      #expect(application.backgroundTimeRemaining == .greatestFiniteMagnitude)
      let tasks = [
        application.beginBackgroundTask(), application.beginBackgroundTask(withName: "save"),
        application.beginBackgroundTask { Issue.record("it never expires") },
      ]
      #expect(Set(tasks).count == 3 && !tasks.contains(.invalid))
      for task in tasks + [.invalid] { application.endBackgroundTask(task) }
    }

    @Test func `the screen saver keeps the screen on until it need not`() async throws {
      let (screenSaver, portal) = (try await DesktopService.screenSaver(), try await DesktopService.portal())
      #expect(!application.isIdleTimerDisabled)
      application.isIdleTimerDisabled = true
      application.isIdleTimerDisabled = true
      try await eventually("it is asked") { try await !screenSaver.calls("Inhibit")[0].isNull }
      let call = try await screenSaver.calls("Inhibit")[0][1]
      #expect(call[0]["data"].text == "org.example.MediaPlayerTests" && call[1]["data"].text == "Keeps the screen on")
      #expect(try await screenSaver.calls("UnInhibit")[0].isNull)
      application.isIdleTimerDisabled = false
      try await eventually("it is told") { try await screenSaver.calls("UnInhibit")[0][1][0]["data"].number == 7 }
      #expect(try await screenSaver.calls("Inhibit")[1].isNull, "each wish is told once")
      #expect(try await portal.calls("Inhibit")[0].isNull, "one service is enough")
    }

    @Test func `without a screen saver the portal and logind are asked`() async throws {
      let (portal, logind) = (try await DesktopService.portal(), try await DesktopService.logind())
      application.isIdleTimerDisabled = true
      try await eventually("logind has it") { try await self.inhibitors(logind).contains("idle") }
      let call = try await portal.calls("Inhibit")[0][1]
      #expect(call[0]["data"].text == "" && call[1]["data"].number == 8)
      #expect(call[2]["data"]["reason"]["data"].text == "Keeps the screen on")
      application.isIdleTimerDisabled = false
      try await eventually("logind has it no longer") { try await !self.inhibitors(logind).contains("idle") }
    }

    private func inhibitors(_ logind: DesktopService) async throws -> String {
      try await logind.call("org.freedesktop.login1.Manager", "ListInhibitors")
    }

    @Test func `the log says when no service keeps the screen on`() async throws {
      let before = Player.lines.all.count
      application.isIdleTimerDisabled = true
      try await eventually("a line says so") {
        Player.lines.all.dropFirst(before).contains { $0.contains("isIdleTimerDisabled") }
      }
    }

    @Test func `a service that hangs holds nobody up`() async throws {
      let screenSaver = try await DesktopService.screenSaver()
      screenSaver.suspend()
      let start = ContinuousClock.now
      application.isIdleTimerDisabled = true
      application.isIdleTimerDisabled = false
      #expect(ContinuousClock.now - start < .seconds(1))
      screenSaver.resume()
    }
  }
}
