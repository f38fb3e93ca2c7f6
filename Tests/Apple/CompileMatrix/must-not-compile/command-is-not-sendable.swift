// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: type 'MediaCommand' does not conform to the 'Sendable' protocol
import NowPlaying

// Commands carry closures of the main actor: they must not cross to another thread.
func needsSendable<Value: Sendable>(_ value: Value) {}

func crosses(_ command: MediaCommand) { needsSendable(command) }
