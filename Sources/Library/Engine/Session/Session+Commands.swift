// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// Changes of one command.
extension Session {
  /// Sets one command in the place of the one that it replaces. Fails with `tooLarge` when there is no room for
  /// another.
  public func set(command: CommandDescriptor) -> Failure? {
    if !handler.takesCommands { notice(command.kind.word, without: .command) }
    var hasRoom = true
    let failure = stage { state, _ in
      var commands = state.commands
      hasRoom = commands.put(command)
      return state.commands.change(to: commands)
    }
    return failure ?? (hasRoom ? nil : .tooLarge)
  }

  /// Changes the custom command with an id. Fails with `invalidState` when there is none.
  public func changeCustom(_ id: String, enabled: Bool, isActive: Bool) -> Failure? {
    var found = false
    let failure = stage { state, _ in
      for index in state.commands.indices {
        guard let look = state.commands[index].look, look.id?.exact == id.exact else { continue }
        found = true
        let shown = look.with(isActive: isActive)
        if shown === look, state.commands[index].enabled == enabled { return false }
        state.commands[index].enabled = enabled
        state.commands[index].look = shown
        return true
      }
      return false
    }
    return failure ?? (found ? nil : .invalidState)
  }
}
