// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// The bytes of a picture.
public struct ArtworkRepresentation: Sendable {
  /// Why there is no picture.
  public enum ArtworkRepresentationError: Error, Hashable, Sendable, LocalizedError {
    /// The data is not a picture that desktops can show.
    case noRepresentationAvailable

    /// A sentence for the log and for clients.
    public var errorDescription: String? { "The data is not a picture in PNG, JPEG, WebP or GIF" }
  }

  let data: Data

  /// Creates a picture from encoded data: PNG, JPEG, WebP or GIF.
  ///
  /// - Throws: ``ArtworkRepresentationError/noRepresentationAvailable`` for any other data.
  public init(data: Data) throws {
    guard data.withUnsafeBytes({ ImageFormat($0) }) != nil else {
      throw ArtworkRepresentationError.noRepresentationAvailable
    }
    self.data = data
  }

  /// Creates a picture from one in memory.
  @available(
    *, unavailable, message: "Linux has no CGImage: give the bytes of a PNG, JPEG, WebP or GIF to init(data:)"
  )
  public init(cgImage: Any) throws { data = Data() }
}
