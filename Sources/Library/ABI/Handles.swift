// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

extension Handle {
  static func app(_ handle: OpaquePointer?) -> App? { object(.app, handle) }
  static func session(_ handle: OpaquePointer?) -> Session? { object(.session, handle) }
  static func content(_ handle: OpaquePointer?) -> ContentBox? { object(.content, handle) }
  static func request(_ handle: OpaquePointer?) -> Request? { object(.request, handle) }
}

/// The object that a content's handle stands for.
final class ContentBox {
  var content: Content
  /// The first field that was given to a setter of another type and has not been logged yet; 0 for none.
  var refused: nowplaying_field = 0
  /// Reads the tags, and remembers which fields were filled from them.
  var tags: TagReader

  init(_ content: Content, decidesKind: Bool = false) {
    self.content = content
    tags = TagReader(decidesKind: decidesKind)
  }

  /// The content as sessions get it: with the kind that its tags decide, if they decide it.
  var described: Content { tags.kind?.decide(content) ?? content }
}
