// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: 'observe\(_:options:changeHandler:\)' is unavailable: Linux has no key-value observing
import AVFAudio

func follow() -> NSObject {
  AVAudioSession.sharedInstance().observe(\.outputVolume, options: [.new]) { session, change in
    print(session.outputVolume, change.newValue ?? 0)
  }
}
