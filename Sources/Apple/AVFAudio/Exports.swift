// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Apple's module exports this.
@_exported import Foundation
