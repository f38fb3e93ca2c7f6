// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: 'MPNowPlayingSession' is unavailable: There is no AVPlayer
import MediaPlayer

@MainActor func makeSession(_ player: NSObject) -> Any { MPNowPlayingSession(players: [player]) }
