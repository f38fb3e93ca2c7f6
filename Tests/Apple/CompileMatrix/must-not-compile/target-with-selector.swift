// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: 'removeTarget\(_:action:\)' is unavailable: Linux has no selectors
import MediaPlayer

@MainActor final class Commands: NSObject {
  func end() { MPRemoteCommandCenter.shared().playCommand.removeTarget(self, action: nil) }
}
