// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How audio programs set up their session.
import AVFAudio

nonisolated let sharedSession = AVAudioSession.sharedInstance()

final class AudioSetup {
  func activate() {
    let session = AVAudioSession.sharedInstance()
    do {
      try session.setCategory(.playback, mode: .default, policy: .longFormAudio)
      try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio, options: [])
      try session.setCategory(.playback, mode: .moviePlayback, options: [.allowAirPlay, .allowBluetoothA2DP])
      try session.setCategory(.playAndRecord, options: [.allowBluetooth, .defaultToSpeaker, .mixWithOthers])
      try session.setCategory(AVAudioSession.Category.playback)
      try session.setMode(.default)
      try session.setMode(AVAudioSession.Mode.moviePlayback)
      try session.setPreferredIOBufferDuration(0.005)
      try session.setPreferredSampleRate(44_100)
      try session.setPreferredOutputNumberOfChannels(2)
      try session.setPrefersNoInterruptionsFromSystemAlerts(true)
      try session.setSupportsMultichannelContent(true)
      try session.overrideOutputAudioPort(.speaker)
      try session.setActive(true)
      try session.setActive(true, options: [])
    } catch let error as NSError where error.code == AVAudioSession.ErrorCode.cannotInterruptOthers.rawValue {
      print("Somebody else is heard: \(error.localizedDescription)")
    } catch {
      print("Failed to set the audio session's category: \(error)")
    }
  }

  func deactivate() { try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation) }

  func ask() -> [String] {
    let session = sharedSession
    guard !session.isOtherAudioPlaying, !session.secondaryAudioShouldBeSilencedHint else { return [] }
    if session.category != .playback || session.mode == .voiceChat { return [session.category.rawValue] }
    if session.categoryOptions.contains(.mixWithOthers) || session.routeSharingPolicy == .longFormAudio { return [] }
    if !session.availableCategories.contains(.multiRoute) || !session.availableModes.contains(.videoChat) { return [] }
    return [
      "\(session.outputVolume * 100) %", "\(session.outputLatency + session.inputLatency) s",
      "\(session.sampleRate) Hz", "\(session.preferredSampleRate)", "\(session.ioBufferDuration)",
      "\(session.preferredIOBufferDuration)", "\(session.outputNumberOfChannels)",
      "\(session.maximumOutputNumberOfChannels)", "\(session.isInputAvailable)",
      "\(session.prefersNoInterruptionsFromSystemAlerts)",
    ]
  }
}

func activateLater() async throws {
  sharedSession.requestRecordPermission { isGranted in
    guard isGranted, sharedSession.recordPermission == .granted else { return }
    sharedSession.activate(options: []) { isActive, error in
      if let error { print("It is \(isActive ? "active" : "inactive"): \(error)") }
    }
  }
  guard await sharedSession.requestRecordPermission(), try await sharedSession.activate(options: []) else { return }
  try await sharedSession.activate()
}

func activateInBackground() async {
  await Task.detached(priority: .userInitiated) {
    try? sharedSession.setActive(true)
  }.value
}
