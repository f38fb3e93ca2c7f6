// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's module exports these: models use @Observable, UUID, Date and URLSession after `import NowPlaying` alone.
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import Observation

// The one addition: who the program is on the desktop.
@_exported public import enum AppleSupport.HostProgram
