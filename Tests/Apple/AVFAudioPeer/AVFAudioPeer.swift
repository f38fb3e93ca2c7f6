// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import AVFAudio
import Foundation
import NowPlayingExtras

/// Another program that uses AVFAudio, for the tests of what two programs do with each other.
@main struct AVFAudioPeer {
  static func main() throws {
    let session = AVAudioSession.sharedInstance()
    session.pausesOtherPlayers = true
    try session.setCategory(.playback)
    while let line = readLine() {
      switch line {
      case "activate": try session.setActive(true)
      case "deactivate": try session.setActive(false)
      default: try session.setActive(false, options: .notifyOthersOnDeactivation)
      }
      FileHandle.standardOutput.write(Data("done\n".utf8))
    }
  }
}
