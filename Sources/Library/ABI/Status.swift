// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingC

@implementation @_cdecl("nowplaying_strerror")
public func nowplaying_strerror(_ status: nowplaying_status) -> UnsafePointer<CChar>! { sentence(of: status) }

@implementation @_cdecl("nowplaying_last_error")
public func nowplaying_last_error() -> UnsafePointer<CChar>! { np_last_error_get() }

@implementation @_cdecl("nowplaying_version")
public func nowplaying_version() -> UInt32 { Version.number }

@implementation @_cdecl("nowplaying_version_string")
public func nowplaying_version_string() -> UnsafePointer<CChar>! { Version.text.cString }
