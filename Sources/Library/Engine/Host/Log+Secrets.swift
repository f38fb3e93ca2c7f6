// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// Warnings about secrets in the addresses that a host publishes. The addresses are published all the same, because they
// would not work without the secret.
extension Log {
  /// The kinds of addresses; each is a bit of `secretsNoticed`.
  enum Address: UInt8 {
    case item = 1
    case picture = 2

    fileprivate var subject: StaticString {
      switch self {
      case .item: "url of an item"
      case .picture: "address of a picture"
      }
    }

    fileprivate var advice: StaticString {
      switch self {
      case .item: "set one without it, or none"
      case .picture: "give its bytes instead, as with nowplaying_session_provide_artwork_data()"
      }
    }
  }

  /// Warns a host that it publishes a secret, once for each kind of address.
  func noticeSecret(in url: String?, _ address: Address) {
    guard let url, LogLevel.warning.rawValue <= loudest, !url.exact.begins(with: "file:///") else { return }
    if control.monitor.locked({ secretsNoticed[$0] & address.rawValue != 0 }) || !Secret.isIn(url) { return }
    let isNew = control.monitor.locked { held in
      let before = secretsNoticed[held]
      secretsNoticed[held] = before | address.rawValue
      return before & address.rawValue == 0
    }
    if isNew {
      self(
        .warning,
        "The " + address.subject.string + " has a secret in it, which every program of the user can read: "
          + address.advice.string + " (" + Secret.redacted(url) + ")")
    }
  }
}

extension RequestQueue {
  /// Stores a picture, and warns of a secret in its address.
  func keep(
    _ bytes: UnsafeRawBufferPointer?, _ url: String?, forSurfaces: Bool
  ) -> Result<StoredPicture, Failure> {
    if bytes == nil { log.noticeSecret(in: url, .picture) }
    return artwork.keep(bytes, url, forSurfaces: forSurfaces)
  }
}
