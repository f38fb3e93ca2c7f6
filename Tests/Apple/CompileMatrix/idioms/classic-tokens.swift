// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Commands of the command center as a table, which are added and removed together.
import MediaPlayer

@MainActor final class CommandTable {
  typealias Handler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

  private var targets: [ObjectIdentifier: (command: MPRemoteCommand, target: Any)] = [:]
  private let center: MPRemoteCommandCenter

  init(center: MPRemoteCommandCenter = .shared()) { self.center = center }

  func set(_ path: KeyPath<MPRemoteCommandCenter, MPRemoteCommand>, _ handler: Handler?) {
    let command = center[keyPath: path]
    if let old = targets.removeValue(forKey: ObjectIdentifier(command)) { old.command.removeTarget(old.target) }
    command.isEnabled = handler != nil
    if let handler { targets[ObjectIdentifier(command)] = (command, command.addTarget(handler: handler)) }
  }

  func removeAll() {
    targets.values.forEach { $0.command.removeTarget($0.target) }
    targets = [:]
  }
}

@MainActor func fill(_ table: CommandTable, skip: @escaping (Int) -> Bool) {
  table.set(\.nextTrackCommand) { _ in skip(1) ? .success : .noActionableNowPlayingItem }
  table.set(\.previousTrackCommand) { _ in skip(-1) ? .success : .noActionableNowPlayingItem }
  table.set(\.seekForwardCommand) { event in
    switch (event as? MPSeekCommandEvent)?.type {
    case .beginSeeking?: return .success
    case .endSeeking?: return .success
    default: return .commandFailed
    }
  }
  table.set(\.bookmarkCommand.asCommand, nil)
}

extension MPFeedbackCommand {
  fileprivate var asCommand: MPRemoteCommand { self }
}
