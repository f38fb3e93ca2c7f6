// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore
internal import NowPlayingEngine

/// Answers the requests of the desktop for both centers.
@MainActor final class CenterHost: MainActorSessionHost {
  nonisolated init() {}

  func operation(for event: CommandEvent) -> MainActorRelay.Operation? {
    { if let failure = Self.perform(event).failure { throw failure } }
  }

  /// Calls the handlers of a command, and succeeds without doing anything when the command is not offered any more.
  static func perform(_ event: CommandEvent) -> MPRemoteCommandHandlerStatus {
    guard let command = CenterSession.shared.commands.command(tag: event.tag) else { return .success }
    return send(command.makeEvent(event), to: command)
  }

  private static func send(
    _ event: MPRemoteCommandEvent, to command: MPRemoteCommand
  ) -> MPRemoteCommandHandlerStatus {
    var status = MPRemoteCommandHandlerStatus.success
    for handler in CenterSession.shared.read({ command.handlers }) {
      let result = handler(event)
      if status == .success { status = result }
    }
    return status
  }

  // MARK: Languages

  /// Has the program choose a language option; for nil it has the program switch off the chosen option of the kind.
  static func choose(_ kind: TrackKind, _ id: String?) throws {
    let center = CenterSession.shared
    let languages = LanguageTracks(center.info ?? [:])
    guard let id else { return try switchOff(languages.chosen(kind)) }
    guard let option = languages.option(kind, id) else {
      throw MainActorRelay.Answered(.noSuchContent, "The item has no such language")
    }
    try choose(option, to: center.commands.enableLanguageOptionCommand)
  }

  private static func switchOff(_ chosen: (option: MPNowPlayingInfoLanguageOption, mayBeNone: Bool)?) throws {
    guard let chosen else { return }
    let command = CenterSession.shared.commands.disableLanguageOptionCommand
    guard chosen.mayBeNone, !CenterSession.shared.read({ command.handlers }).isEmpty else {
      throw MainActorRelay.Answered(.notSupported, "One of these languages is always on")
    }
    try choose(chosen.option, to: command)
  }

  private static func choose(_ option: MPNowPlayingInfoLanguageOption, to command: MPRemoteCommand) throws {
    let event = MPChangeLanguageOptionCommandEvent()
    event.command = command
    event.timestamp = ProcessInfo.processInfo.systemUptime
    event.languageOption = option
    event.setting = .nowPlayingItemOnly
    if let failure = send(event, to: command).failure { throw failure }
  }

  // MARK: Pictures

  func picture(_ id: String, _ size: CGSize) throws -> MainActorRelay.Picture {
    guard let artwork = Self.reader?.artwork, artwork.id == id else { throw Self.replaced }
    let bytes = try Self.bytes(of: artwork.image(at: artwork.size(within: size)))
    return { bytes }
  }

  func preview(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Picture {
    let image = try Self.animatedArtwork(id, ratio).preview(size)
    return { try Self.bytes(of: await image()) }
  }

  func video(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Video {
    let file = try Self.animatedArtwork(id, ratio).video(size)
    return {
      guard let file = await file() else { throw MainActorRelay.Answered(.noSuchContent, "The player has no video") }
      return file
    }
  }

  /// A reader of the present dictionary, so that the handlers of the newest objects are called.
  private static var reader: InfoReader? { CenterSession.shared.info.map { InfoReader(info: $0) } }

  private static func animatedArtwork(_ id: String, _ ratio: AspectRatio) throws -> MPMediaItemAnimatedArtwork {
    guard let artwork = reader?.animatedArtwork(ratio), artwork.name == id else { throw replaced }
    return artwork
  }

  private static let replaced = MainActorRelay.Answered(.noSuchContent, "The picture has been replaced")

  nonisolated private static func bytes(of image: UIImage?) throws -> Data {
    guard let image, !image.encoded.isEmpty else {
      throw MainActorRelay.Answered(.noSuchContent, "The player has no picture")
    }
    return image.encoded
  }

  /// Does nothing: each change of the centers is published at once.
  func publishChanges() {}

  func primaryChanged(_ primary: Primary) {}
  func primaryResult(_ which: Primary, _ failure: Failure?) {}
}
