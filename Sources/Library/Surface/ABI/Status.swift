// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingC

@implementation @_cdecl("nowplaying_surface_strerror")
public func nowplaying_surface_strerror(_ status: nowplaying_status) -> UnsafePointer<CChar>! { sentence(of: status) }

@implementation @_cdecl("nowplaying_surface_last_error")
public func nowplaying_surface_last_error() -> UnsafePointer<CChar>! { np_last_error_get() }

@implementation @_cdecl("nowplaying_surface_version")
public func nowplaying_surface_version() -> UInt32 { Version.number }
