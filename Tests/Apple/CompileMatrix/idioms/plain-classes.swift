// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How audio programs from before Swift's concurrency use UIKit's application: in classes of no actor.
import MediaPlayer

final class AudioService {
  private var task = UIBackgroundTaskIdentifier.invalid

  func start() {
    UIApplication.shared.beginReceivingRemoteControlEvents()
    UIApplication.shared.isIdleTimerDisabled = true
    task = UIApplication.shared.beginBackgroundTask { [weak self] in self?.endTask() }
    let isBehind = UIApplication.shared.applicationState == .background
    MPRemoteCommandCenter.shared().playCommand.isEnabled = !isBehind
  }

  func stop() {
    UIApplication.shared.isIdleTimerDisabled = false
    UIApplication.shared.endReceivingRemoteControlEvents()
    endTask()
  }

  private func endTask() {
    if task != .invalid { UIApplication.shared.endBackgroundTask(task) }
    task = .invalid
  }
}
