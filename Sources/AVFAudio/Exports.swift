// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What Apple's module brings along.
@_exported import Foundation
