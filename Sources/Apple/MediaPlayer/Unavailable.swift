// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Declarations that programs for Apple's systems use and that cannot be here: the compiler says what to do instead.

/// A session for a player of AVFoundation.
@available(
  *, unavailable,
  message:
    "There is no AVPlayer: use MPNowPlayingInfoCenter.default() and MPRemoteCommandCenter.shared(), or MediaSession"
)
open class MPNowPlayingSession: NSObject {
  /// Creates a session.
  public init(players: [Any]) {}
}

/// The library of the device.
@available(*, unavailable, message: "Linux has no media library: keep the program's own list of files")
open class MPMediaLibrary: NSObject {}

/// A search in the library of the device.
@available(*, unavailable, message: "Linux has no media library: keep the program's own list of files")
open class MPMediaQuery: NSObject {}

/// An item, or more, of the library of the device.
@available(*, unavailable, message: "Linux has no media library: keep the program's own list of files")
open class MPMediaEntity: NSObject {}

/// An item of the library of the device.
@available(*, unavailable, message: "Linux has no media library: describe the item in nowPlayingInfo")
open class MPMediaItem: NSObject {}

/// Items of the library of the device.
@available(*, unavailable, message: "Linux has no media library: keep the program's own list of files")
open class MPMediaItemCollection: NSObject {}

/// A playlist of the library of the device.
@available(*, unavailable, message: "Linux has no media library: keep the program's own list of files")
open class MPMediaPlaylist: NSObject {}

/// A view with which people choose items of the library.
@available(*, unavailable, message: "Linux has no media library: use the toolkit's dialog for files")
open class MPMediaPickerController: NSObject {}

/// The player of the system.
@available(*, unavailable, message: "Linux has no system player: play with an engine such as libmpv or GStreamer")
open class MPMusicPlayerController: NSObject {}

/// A view for the volume of the system.
@available(*, unavailable, message: "Views are the toolkit's: use its scale for the volume of the program's stream")
open class MPVolumeView: NSObject {}

extension UIImage {
  /// The picture in memory.
  @available(
    *, unavailable,
    message: "Linux has no CGImage, and a picture is a file here: keep the bytes that it was made of"
  )
  public var cgImage: Any? { nil }

  /// Creates a picture from one in memory.
  @available(
    *, unavailable, message: "Linux has no CGImage: give the bytes of a PNG, JPEG, WebP or GIF to init(data:)"
  )
  public convenience init(cgImage: Any) { self.init() }
}

extension MPRemoteCommand {
  /// Adds a method of an object as a handler.
  @available(*, unavailable, message: "Linux has no selectors: use addTarget(handler:), and keep what it returns")
  public func addTarget(_ target: Any, action: Any) {}

  /// Removes a method of an object.
  @available(
    *, unavailable, message: "Linux has no selectors: give removeTarget(_:) what addTarget(handler:) has returned"
  )
  public func removeTarget(_ target: Any, action: Any?) {}
}
