// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

/// A moving picture of an item: a short video that loops, and a still that is shown until it plays.
///
/// Give it in `nowPlayingInfo` under the key of its shape. Its handlers are called on the main actor when a surface
/// asks, which it does while somebody looks: first for the still, and then, unless the machine saves power or the user
/// wants nothing to move, for the video. Everywhere else the item's `MPMediaItemArtwork` is shown.
open class MPMediaItemAnimatedArtwork: NSObject {
  /// Names the moving picture: two objects with the same id show the same. What was given for one id is asked for again
  /// when it is to be shown again.
  public let artworkID: String
  let previewImageRequestHandler: (CGSize, @escaping (UIImage?) -> Void) -> Void
  let videoAssetFileURLRequestHandler: (CGSize, @escaping (URL?) -> Void) -> Void

  /// A moving picture whose parts are handed to completions, each to be called once, on any thread.
  ///
  /// - Parameters:
  ///   - artworkID: Names the moving picture.
  ///   - previewImageRequestHandler: Gives the still at about a size in pixels; nil when there is none. It is given up
  ///     after two seconds.
  ///   - videoAssetFileURLRequestHandler: Gives the video at about a size in pixels as the URL of a local file, which
  ///     stays while the object is in the dictionary: MP4, QuickTime or WebM, of the key's shape, of at most 256 MiB,
  ///     with at most 60 frames a second; nil when there is none. It is given up after 30 seconds.
  public init(
    artworkID: String,
    previewImageRequestHandler: @escaping (CGSize, @escaping (UIImage?) -> Void) -> Void,
    videoAssetFileURLRequestHandler: @escaping (CGSize, @escaping (URL?) -> Void) -> Void
  ) {
    self.artworkID = artworkID
    self.previewImageRequestHandler = previewImageRequestHandler
    self.videoAssetFileURLRequestHandler = videoAssetFileURLRequestHandler
  }

  /// A moving picture whose parts are made asynchronously.
  ///
  /// - Parameters:
  ///   - artworkID: Names the moving picture.
  ///   - previewImageRequestHandler: Gives the still, as above.
  ///   - videoAssetFileURLRequestHandler: Gives the video, as above.
  public convenience init(
    artworkID: String,
    previewImageRequestHandler: @escaping (CGSize) async -> UIImage?,
    videoAssetFileURLRequestHandler: @escaping (CGSize) async -> URL?
  ) {
    self.init(
      artworkID: artworkID,
      previewImageRequestHandler: Self.completing(previewImageRequestHandler),
      videoAssetFileURLRequestHandler: Self.completing(videoAssetFileURLRequestHandler))
  }

  /// A handler with a completion out of an asynchronous one.
  private static func completing<Part>(
    _ handler: @escaping (CGSize) async -> Part?
  ) -> (CGSize, @escaping (Part?) -> Void) -> Void {
    // The handlers are called on the main actor only, and stay there: what they capture never crosses a thread.
    { size, completion in
      nonisolated(unsafe) let handler = handler
      nonisolated(unsafe) let completion = completion
      Task { @MainActor in completion(await handler(size)) }
    }
  }

  // MARK: For the center

  /// The id as the engine has it.
  var name: String { Repair.text(artworkID, limit: Limits.text) }

  /// Asks for the still.
  @MainActor func preview(_ size: CGSize) -> @Sendable () async -> UIImage? {
    Self.asked { previewImageRequestHandler(size, $0) }
  }

  /// Asks for the video.
  @MainActor func video(_ size: CGSize) -> @Sendable () async -> URL? {
    Self.asked { videoAssetFileURLRequestHandler(size, $0) }
  }

  /// Calls a handler, and returns how to wait for what it gives: the first that its completion is called with, on
  /// whatever thread. Nil when it gives nothing, also when the waiting task is cancelled.
  private static func asked<Part: Sendable>(
    _ handler: (@escaping (Part?) -> Void) -> Void
  ) -> @Sendable () async -> Part? {
    let (given, completion) = AsyncStream.makeStream(of: Part?.self)
    handler { part in
      completion.yield(part)
      completion.finish()
    }
    return { await given.first { _ in true } ?? nil }
  }
}
