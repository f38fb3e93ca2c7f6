// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's MediaPlayer exports Foundation: programs use URL, Date and CGSize after `import MediaPlayer` alone.
@_exported import Foundation

// The one type that Apple's module does not have: HostProgram, which says who the program is on the desktop.
@_exported public import enum AppleSupport.HostProgram
