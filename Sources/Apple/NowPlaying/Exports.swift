// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's NowPlaying exports these modules: models use @Observable, UUID, Date and URLSession after `import NowPlaying`
// alone. CNowPlayingLinking keeps the libraries of FoundationNetworking out of programs that do not use it.
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import Observation

// HostProgram, which Apple's module does not have, says who the program is on the desktop.
@_exported public import enum AppleSupport.HostProgram
