// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
package import NowPlayingCore
package import NowPlayingEngine

// Pictures and videos. The program gives them on the main actor or on another executor. They are passed to the engine
// off the main actor, because the engine's functions for them read and write files.

extension MainActorRelay {
  package func artwork(_ id: String, _ width: Int32, _ height: Int32, _ request: Request) {
    start(request) { relay in
      let picture = try relay.livingHost.picture(id, Self.size(width, height, .square))
      return try await Self.hand(picture, to: request)
    }
  }

  package func preview(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request) {
    start(request) { relay in
      let picture = try relay.livingHost.preview(id, ratio, Self.size(width, height, ratio))
      return try await Self.hand(picture, to: request)
    }
  }

  package func video(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request) {
    start(request) { relay in
      let video = try relay.livingHost.video(id, ratio, Self.size(width, height, ratio))
      return try await Self.hand(video, to: request)
    }
  }

  /// Returns the size to ask the program for. A surface without a preference gives a height of 0; a program would make
  /// a picture of no size for that, so the default height for pictures is used.
  private static func size(_ width: Int32, _ height: Int32, _ ratio: AspectRatio) -> CGSize {
    let shape = ratio == .square ? 1 : 0.75
    if height > 0 { return CGSize(width: width > 0 ? Double(width) : Double(height) * shape, height: Double(height)) }
    if width > 0 { return CGSize(width: Double(width), height: Double(width) / shape) }
    return CGSize(width: 512 * shape, height: 512)
  }

  /// Passes a picture to the engine. Returns nil when the engine has answered the request with it, else the error to
  /// answer with.
  @concurrent private static func hand(_ picture: Picture, to request: Request) async throws -> Request.Answer? {
    let bytes = try await picture()
    return refusal(bytes.withUnsafeBytes { request.complete(.bytes($0)) })
  }

  /// Passes a video to the engine. Returns nil when the engine has answered the request with it, else the error to
  /// answer with.
  @concurrent private static func hand(_ video: Video, to request: Request) async throws -> Request.Answer? {
    let url = try await video()
    var reason: String?
    guard url.isFileURL else {
      return refusal(request.complete(videoAt: url.absoluteString) { reason = $0 }, reason)
    }
    let failure = url.withUnsafeFileSystemRepresentation { path in
      path.map { request.complete(videoIn: $0) { reason = $0 } } ?? .invalidArgument
    }
    return refusal(failure, reason)
  }

  /// Returns the error for the client when the engine has refused a picture or video; nil when it has not.
  ///
  /// - reason: the system's reason for refusing the file.
  private static func refusal(_ failure: Failure?, _ reason: String? = nil) -> Request.Answer? {
    guard let failure else { return nil }
    let sentence =
      switch failure {
      case .notAnImage: "It is not a picture in PNG, JPEG, WebP or GIF"
      case .notAVideo: "It is not a video in MP4, QuickTime or WebM"
      case .notLocal, .invalidArgument: "It is not a file on this machine"
      case .wrongAspectRatio: "It has another aspect ratio"
      case .frameRate: "It has more than 60 frames a second"
      case .tooLarge: "It is too large"
      case .io: "It cannot be read or stored"
      default: "It cannot be handed on"
      }
    return .failed(failure, reason.map { sentence + ": " + $0 } ?? sentence)
  }
}
