// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's AVFAudio exports Foundation, so programs need no import of their own for it.
@_exported import Foundation
