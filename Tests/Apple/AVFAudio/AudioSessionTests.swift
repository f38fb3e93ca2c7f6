// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingExtras
import SwiftSupport
import Testing

@testable import AVFAudio

/// Tests that need no bus.
@Suite struct AudioSessionTests {
  @Test func `category, mode and options are recorded`() throws {
    let session = AVAudioSession(isShared: false)
    #expect(session.category == .soloAmbient && session.mode == .default && session.categoryOptions == [])
    try session.setCategory(.playback, mode: .moviePlayback, options: .duckOthers)
    #expect(session.category == .playback && session.mode == .moviePlayback && session.categoryOptions == .duckOthers)
    try session.setCategory(.ambient)
    #expect(session.category == .ambient && session.mode == .moviePlayback && session.categoryOptions == [])
    try session.setCategory(.record, options: [.allowBluetoothHFP, .allowAirPlay])
    #expect(session.category == .record && session.categoryOptions.rawValue == 0x44)
    try session.setCategory(.playback, mode: .spokenAudio)
    #expect(session.mode == .spokenAudio && session.categoryOptions == [])
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
    try session.setCategory(.playback, mode: .default, policy: .longFormAudio)
    try session.setMode(.voicePrompt)
    try session.setPreferredIOBufferDuration(0.02)
    try session.setCategory(.playback, options: .allowBluetooth)
    #expect(session.routeSharingPolicy == .longFormAudio && session.mode == .voicePrompt)
    #expect(session.preferredIOBufferDuration == 0.02 && session.categoryOptions == .allowBluetoothHFP)
  }

  @Test(arguments: [
    (AVAudioSession.Category.playback, AVAudioSession.Mode.default, "music"), (.playback, .spokenAudio, "music"),
    (.playback, .moviePlayback, "video"), (.playAndRecord, .voiceChat, "phone"), (.playAndRecord, .default, "phone"),
    (.playAndRecord, .gameChat, "game"), (.record, .default, "production"), (.playback, .voicePrompt, "event"),
    (.ambient, .default, ""), (.soloAmbient, .default, ""),
  ])
  func `media role`(_ category: AVAudioSession.Category, _ mode: AVAudioSession.Mode, _ role: String) throws {
    let session = AVAudioSession(isShared: false)
    try session.setCategory(category, mode: mode)
    #expect(session.mediaRole ?? "" == role)
    #expect(session.mediaRoleProperty == (role.isEmpty ? "" : "media.role=" + role))
  }

  @Test func `a session is activated without waiting`() async throws {
    let session = AVAudioSession(isShared: false)
    #expect(try await session.activate(options: []))
    #expect(try await session.activate())
    let isActive = await withCheckedContinuation { continuation in
      session.activate { isActive, error in continuation.resume(returning: isActive && error == nil) }
    }
    #expect(isActive)
  }

  /// Observers are told by notifications and by messages, in order, when the session becomes active or inactive, and
  /// whether to resume.
  @MainActor @Test func `activity is told`() async throws {
    let center = NotificationCenter.default
    let session = AVAudioSession(isShared: false)
    var told: [String] = []
    let tokens = [
      center.addObserver(of: session, for: .didBecomeActive) { _ in told.append("active") },
      center.addObserver(of: session, for: .didBecomeInactive) { message in
        if case .appDeactivated = message.deactivationResult { told.append("inactive") }
      },
      center.addObserver(of: session, for: .resumptionRecommendation) { message in
        told.append(message.recommendation == .shouldResume ? "resume" : "stay")
      },
    ]
    var named: [String] = []
    let names: [(Notification.Name, String)] = [
      (AVAudioSession.didBecomeActiveNotification, "active"),
      (AVAudioSession.didBecomeInactiveNotification, "inactive"),
    ]
    let observers = names.map { name, word in
      center.addObserver(forName: name, object: session, queue: nil) { note in
        let context = note.userInfo?[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
        let isRight = word == "active" ? note.userInfo?.isEmpty ?? true : context?.source == .app
        MainActor.assumeIsolated { named.append(isRight ? word : "nonsense") }
      }
    }
    defer {
      for token in tokens { center.removeObserver(token) }
      for observer in observers { center.removeObserver(observer) }
    }
    try session.setActive(true)
    try session.setActive(true)
    #expect(try await session.deactivate(options: .notifyOthersOnDeactivation))
    #expect(try await session.deactivate())
    try await eventually("both changes are told") { told.count == 2 && named.count == 2 }
    #expect(told == ["active", "inactive"] && named == ["active", "inactive"])
    for recommendation in [AVAudioSession.ResumptionRecommendation.shouldResume, .shouldNotResume] {
      center.post(AVAudioSession.ResumptionRecommendationMessage(recommendation: recommendation), subject: session)
    }
    #expect(told == ["active", "inactive", "resume", "stay"])
  }

  /// A message that is made into a notification and back keeps its contents; programs do so in their own tests.
  @MainActor @Test func `messages are notifications`() {
    typealias Inactive = AVAudioSession.DidBecomeInactiveMessage
    let interruption = AVAudioSession.InterruptionContext(.builtInMicMuted)
    let notification = Inactive.makeNotification(Inactive(deactivationResult: .systemInterruption(interruption)))
    #expect(notification.name == AVAudioSession.didBecomeInactiveNotification)
    guard case .systemInterruption(let context) = Inactive.makeMessage(notification)?.deactivationResult else {
      Issue.record("it is another message")
      return
    }
    #expect(context.reason == .builtInMicMuted)
    #expect(Inactive.makeMessage(Notification(name: notification.name)) == nil)
    typealias Resumption = AVAudioSession.ResumptionRecommendationMessage
    let stay = Resumption.makeNotification(Resumption(recommendation: .shouldNotResume))
    #expect(stay.name == AVAudioSession.resumptionRecommendationNotification)
    #expect(Resumption.makeMessage(stay)?.recommendation == .shouldNotResume)
    #expect(AVAudioSession.DidBecomeActiveMessage.name == AVAudioSession.didBecomeActiveNotification)
  }

  @Test func `everybody may record`() async {
    let session = AVAudioSession(isShared: false)
    #expect(session.recordPermission == .granted)
    #expect(await session.requestRecordPermission())
    #expect(await withCheckedContinuation { asked in session.requestRecordPermission { asked.resume(returning: $0) } })
  }

  @Test func `raw values are Apple's`() {
    #expect(AVAudioSession.RecordPermission.granted.rawValue == 1_735_552_628)
    #expect(AVAudioSession.RecordPermission.denied.rawValue == 1_684_369_017)
    #expect(AVAudioSession.RecordPermission.undetermined.rawValue == 1_970_168_948)
    #expect(
      AVAudioSession.DeactivationSource.app.rawValue == 1 && AVAudioSession.DeactivationSource.system.rawValue == 2)
    #expect(AVAudioSession.ResumptionRecommendation.shouldResume.rawValue == 1)
    #expect(AVAudioSession.ResumptionRecommendation.shouldNotResume.rawValue == 0)
    #expect(AVAudioSessionDeactivationOptions.notifyOthersOnDeactivation.rawValue == 1)
    #expect(AVAudioSession.deactivationContextKey == "AVAudioSessionDeactivationContextKey")
    #expect(AVAudioSession.resumptionContextKey == "AVAudioSessionResumptionContextKey")
    #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
    #expect(AVAudioSession.InterruptionReason.routeDisconnected.rawValue == 4)
    #expect(AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
  }

  /// A sound server tells its clients the role of a stream.
  @Test func `media role reaches PulseAudio`() async throws {
    let session = AVAudioSession(isShared: false)
    try session.setCategory(.playback, mode: .default)
    let directory = NSTemporaryDirectory() + "nowplaying-pulse-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let server = try Child(
      [
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L", "module-null-sink",
        "-L", "module-native-protocol-unix socket=\(directory)/native auth-anonymous=1",
      ], environment: ["HOME": directory, "XDG_RUNTIME_DIR": directory])
    defer { server.end() }
    let environment = ["PULSE_SERVER": "unix:\(directory)/native", "HOME": directory]
    try await eventually("PulseAudio runs") {
      try await Tool.run(["pactl", "info"], environment: environment).status == 0
    }
    let role = ["PULSE_PROP": session.mediaRoleProperty]
    let player = try Child(["pacat", "--playback", "/dev/zero"], environment: environment.merging(role) { $1 })
    defer { player.end() }
    try await eventually("the stream has its role") {
      try await Tool.output(["pactl", "list", "clients"], environment: environment).contains("media.role = \"music\"")
    }
  }
}
