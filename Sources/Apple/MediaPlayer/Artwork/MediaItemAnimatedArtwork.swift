// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
internal import NowPlayingCore

/// A moving picture of an item: a short video that loops, and a still that is shown until the video plays.
///
/// Put it into `nowPlayingInfo` under the key of its shape. While a surface shows the item, it asks for the still
/// first, and then for the video, unless the machine saves power or the user wants nothing to move. The handlers are
/// called on the main actor. All other programs show the item's `MPMediaItemArtwork`.
open class MPMediaItemAnimatedArtwork: NSObject {
  /// The id of the moving picture: two objects with the same id show the same. A part that was given once is asked for
  /// again when it is to be shown again.
  public let artworkID: String
  let previewImageRequestHandler: (CGSize, @escaping (UIImage?) -> Void) -> Void
  let videoAssetFileURLRequestHandler: (CGSize, @escaping (URL?) -> Void) -> Void

  /// Creates a moving picture whose parts are handed to completions, each to be called once, on any thread.
  ///
  /// - Parameters:
  ///   - artworkID: The id of the moving picture.
  ///   - previewImageRequestHandler: Gives the still at about a size in pixels; nil when there is none. The request
  ///     fails after two seconds.
  ///   - videoAssetFileURLRequestHandler: Gives the video at about a size in pixels as the URL of a local file, which
  ///     stays while the object is in the dictionary: MP4, QuickTime or WebM, of the key's shape, of at most 256 MiB,
  ///     with at most 60 frames a second; nil when there is none. The request fails after 30 seconds.
  public init(
    artworkID: String,
    previewImageRequestHandler: @escaping (CGSize, @escaping (UIImage?) -> Void) -> Void,
    videoAssetFileURLRequestHandler: @escaping (CGSize, @escaping (URL?) -> Void) -> Void
  ) {
    self.artworkID = artworkID
    self.previewImageRequestHandler = previewImageRequestHandler
    self.videoAssetFileURLRequestHandler = videoAssetFileURLRequestHandler
  }

  /// Creates a moving picture whose parts are made asynchronously.
  ///
  /// - Parameters:
  ///   - artworkID: The id of the moving picture.
  ///   - previewImageRequestHandler: Returns the still at about a size in pixels; nil when there is none. The request
  ///     fails after two seconds.
  ///   - videoAssetFileURLRequestHandler: Returns the video at about a size in pixels, as the URL of a file such as the
  ///     other initializer wants; nil when there is none. The request fails after 30 seconds.
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

  /// Makes a handler with a completion from an asynchronous one.
  private static func completing<Part>(
    _ handler: @escaping (CGSize) async -> Part?
  ) -> (CGSize, @escaping (Part?) -> Void) -> Void {
    // `nonisolated(unsafe)`: the handlers are called on the main actor only and stay there, so that what they capture
    // never crosses a thread.
    { size, completion in
      nonisolated(unsafe) let handler = handler
      nonisolated(unsafe) let completion = completion
      Task { @MainActor in completion(await handler(size)) }
    }
  }

  // MARK: For CenterHost

  /// The id in the form that the engine takes.
  var name: String { Repair.text(artworkID, limit: Limits.text) }

  /// Calls the handler for the still, and returns how to wait for it.
  @MainActor func preview(_ size: CGSize) -> @Sendable () async -> UIImage? {
    Self.asked { previewImageRequestHandler(size, $0) }
  }

  /// Calls the handler for the video, and returns how to wait for it.
  @MainActor func video(_ size: CGSize) -> @Sendable () async -> URL? {
    Self.asked { videoAssetFileURLRequestHandler(size, $0) }
  }

  /// Calls a handler, and returns a closure that waits for the first value that the handler's completion is called
  /// with, on whatever thread. The value is nil when the handler gives none, and when the waiting task is cancelled.
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
