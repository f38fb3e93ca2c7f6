// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How audio programs listen to interruptions and to changes of the route.
import AVFAudio

@MainActor final class AudioEvents {
  private var tokens: [any NSObjectProtocol] = []
  private(set) var isPlaying = false

  func observe() {
    let center = NotificationCenter.default
    tokens = [
      center.addObserver(
        forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: .main
      ) { [weak self] notification in
        guard let info = notification.userInfo, let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
          let type = AVAudioSession.InterruptionType(rawValue: value)
        else { return }
        let options = AVAudioSession.InterruptionOptions(
          rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
        let reason = (info[AVAudioSessionInterruptionReasonKey] as? UInt)
          .flatMap { AVAudioSession.InterruptionReason(rawValue: $0) }
        if info[AVAudioSessionInterruptionWasSuspendedKey] as? Bool == true { return }
        MainActor.assumeIsolated { self?.interrupted(type, options.contains(.shouldResume), reason) }
      },
      center.addObserver(forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main) {
        [weak self] notification in
        guard let value = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
          let reason = AVAudioSession.RouteChangeReason(rawValue: value)
        else { return }
        let previous = notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey]
        let wasHeadphones =
          (previous as? AVAudioSessionRouteDescription)?.outputs
          .contains { $0.portType == .headphones } ?? false
        MainActor.assumeIsolated { self?.routeChanged(reason, wasHeadphones) }
      },
      center.addObserver(forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: nil) { _ in },
      center.addObserver(forName: AVAudioSession.mediaServicesWereLostNotification, object: nil, queue: nil) { _ in },
      center.addObserver(forName: AVAudioSession.silenceSecondaryAudioHintNotification, object: nil, queue: nil) {
        let value = $0.userInfo?[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt
        if value.flatMap(AVAudioSession.SilenceSecondaryAudioHintType.init) == .begin { print("silence") }
      },
    ]
  }

  private func interrupted(
    _ type: AVAudioSession.InterruptionType, _ mayResume: Bool, _ reason: AVAudioSession.InterruptionReason?
  ) {
    switch type {
    case .began: isPlaying = reason == .builtInMicMuted
    case .ended: isPlaying = mayResume
    @unknown default: break
    }
  }

  private func routeChanged(_ reason: AVAudioSession.RouteChangeReason, _ wasHeadphones: Bool) {
    switch reason {
    case .oldDeviceUnavailable where wasHeadphones: isPlaying = false
    case .newDeviceAvailable, .override, .wakeFromSleep, .categoryChange: break
    default: break
    }
  }

  var output: String? {
    let route = AVAudioSession.sharedInstance().currentRoute
    guard let port = route.outputs.first, route.inputs.isEmpty else { return nil }
    switch port.portType {
    case .builtInSpeaker, .builtInReceiver, .headphones: return port.portName
    case .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .airPlay, .carAudio: return port.uid
    case .HDMI, .displayPort, .thunderbolt, .usbAudio, .fireWire, .PCI, .AVB, .virtual, .lineOut: return port.uid
    default: return AVAudioSession.sharedInstance().currentRoute.outputs.first?.portType.rawValue
    }
  }

  var areHeadphonesIn: Bool {
    AVAudioSession.sharedInstance().currentRoute.outputs.contains { $0.portType == AVAudioSession.Port.headphones }
  }
}
