// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's NowPlaying exports these modules: models use @Observable, UUID and Date after `import NowPlaying` alone. On
// Linux URLSession is a module of its own, which loads a network client and thirty libraries: programs import it.
@_exported import Foundation
@_exported import Observation

// HostProgram, which Apple's module does not have, says who the program is on the desktop.
@_exported public import enum AppleSupport.HostProgram
