// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: is unavailable: Linux has no media library; is unavailable: Linux has no system player
import MediaPlayer

func look() -> [Any] { [MPMediaLibrary(), MPMediaQuery(), MPMusicPlayerController()] }
