// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

/// All tests that drive this process as a player. It is one player, so they run one after the other.
@MainActor @Suite(.serialized) enum MediaPlayerTests {}
