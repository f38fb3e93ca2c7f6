// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A moving picture of an item: a short video that loops, and a still that is shown until it plays.
///
/// Give it in `nowPlayingInfo` under a key of `MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys`. Under another key
/// it is ignored, and neither handler is called.
open class MPMediaItemAnimatedArtwork: NSObject {
  /// Names the moving picture: two objects with the same id show the same.
  public let artworkID: String
  let previewImageRequestHandler: (CGSize, @escaping (UIImage?) -> Void) -> Void
  let videoAssetFileURLRequestHandler: (CGSize, @escaping (URL?) -> Void) -> Void

  /// A moving picture whose parts are handed to completions, each to be called once, on any thread.
  ///
  /// - Parameters:
  ///   - artworkID: Names the moving picture.
  ///   - previewImageRequestHandler: Gives the still for a size in pixels; nil when there is none. Should be quick.
  ///   - videoAssetFileURLRequestHandler: Gives the video for a size in pixels as the URL of a local file, which stays
  ///     while the object is in use; nil when there is none. May take 30 seconds.
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
  ///   - previewImageRequestHandler: Gives the still for a size in pixels; nil when there is none. Should be quick.
  ///   - videoAssetFileURLRequestHandler: Gives the video for a size in pixels as the URL of a local file, which stays
  ///     while the object is in use; nil when there is none. May take 30 seconds.
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
}
