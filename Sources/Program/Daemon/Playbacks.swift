// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

extension Playback {
  init(_ session: Session) {
    self.init(
      title: Session.text(session.item?.first_line), length: session.duration ?? .zero,
      process: session.info.process_id,
      browser: Session.text(nowplaying_surface_session_get_extra(session.handle, "kde:pid")))
  }
}
