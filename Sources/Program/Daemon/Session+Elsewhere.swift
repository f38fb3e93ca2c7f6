// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

extension Session {
  /// Whether the session plays on another machine or device. Bridges do not say so of their players by MPRIS.
  var isElsewhere: Bool {
    let (application, name) = (Session.text(info.application_id), Session.text(info.bus_name))
    return isRemote || Bridges.applications.contains { application.equals($0) }
      || Bridges.names.contains { name.exact.begins(with: $0) }
  }

  /// A text that is another one when the session plays something else.
  var itemMark: String { Session.text(item?.id) + "\n" + lines.joined(separator: "\n") }
}

extension Wakefulness.State {
  init(_ session: Session) {
    let isMuted = session.isAble(NOWPLAYING_SURFACE_IS_MUTED) || session.info.volume == 0
    self.init(
      key: session.key, name: session.name, plays: session.isPlaying && !session.isElsewhere && !isMuted,
      isVideo: session.item?.media_type == NOWPLAYING_MEDIA_VIDEO, item: session.itemMark)
  }
}
