// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The imports of source for Apple's systems, as ComingFromApplePlatforms.md has them, and what is used of them.
#if canImport(AVFoundation)
  import AVFoundation
#else
  import AVFAudio  // AVAudioSession
#endif
#if canImport(UIKit)
  import UIKit
#else
  import MediaPlayer  // UIImage, UIApplication
#endif

final class AudioEngine {
  var position = 0.0
}

func position(_ engine: AudioEngine) -> TimeInterval {
  #if canImport(AVFoundation)
    let elapsedTime = player.currentTime().seconds
  #else
    let elapsedTime = engine.position
  #endif
  return elapsedTime
}

func prepare(_ cover: Data) throws -> UIImage? {
  try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default)
  return UIImage(data: cover)
}
