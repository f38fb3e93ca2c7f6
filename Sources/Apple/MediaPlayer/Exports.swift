// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's module exports this: programs use URL, Date and CGSize after `import MediaPlayer` alone.
@_exported import Foundation

// The one addition: who the program is on the desktop.
@_exported public import enum AppleSupport.HostProgram
