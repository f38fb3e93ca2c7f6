// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// `nowplaying artwork`, `preview` and `video`: write a file, or bytes for another program.
enum Pictures {
  private enum Kind {
    case artwork, preview, video
  }

  static func artwork(_ arguments: Arguments, _ console: Console) throws(Failure) {
    try run(.artwork, arguments, console)
  }

  static func preview(_ arguments: Arguments, _ console: Console) throws(Failure) {
    try run(.preview, arguments, console)
  }

  static func video(_ arguments: Arguments, _ console: Console) throws(Failure) { try run(.video, arguments, console) }

  private static func run(_ kind: Kind, _ arguments: Arguments, _ console: Console) throws(Failure) {
    let toFile = arguments.output.map { !$0.equals("-") } ?? false
    if !toFile, console.isTerminal {
      throw Failure(
        text: "Pictures are not printed on a terminal", next: "Name a file with -o FILE, or pipe the output.")
    }
    let panel = try Panel()
    guard let session = try panel.sessions(of: arguments, console).first else { throw Failure.noPlayers }
    let answer = try ask(kind, arguments, session, panel)
    // Reads the size before an existing output file is emptied. Of a file that still grows, this many bytes are copied.
    let length = tool_file_size(answer.descriptor)
    if answer.descriptor >= 0, length < 0 { throw Failure(text: "The player has given no file") }
    if length > Limits.video {
      throw Failure(text: "The video is longer than " + String(Limits.video >> 20) + " MiB")
    }
    let output = try OutputFile.open(toFile ? arguments.output : nil)
    defer { if toFile { np_close(output) } }
    var result: Int32
    if answer.descriptor >= 0 {
      result = tool_copy(answer.descriptor, output, length)
    } else {
      result = answer.data.withUnsafeBytes { np_write_all(output, $0.baseAddress, $0.count) }
    }
    if result.isFailure { throw OutputFile.failure(arguments.output, result) }
    if toFile, let name = arguments.output {
      let size = answer.width > 0 ? " " + String(answer.width) + " × " + String(answer.height) : ""
      console.write(CleanText.line(name + "  " + answer.type + size) + "\n")
    }
  }

  private static func ask(
    _ kind: Kind, _ arguments: Arguments, _ session: Session, _ panel: Panel
  ) throws(Failure) -> Answer {
    let (size, handle, surface) = (arguments.size, session.handle, panel.surface)
    let ratio = arguments.isTall ? NOWPLAYING_ASPECT_RATIO_TALL : NOWPLAYING_ASPECT_RATIO_SQUARE
    let height = arguments.isTall ? size / 3 * 4 : size
    // The index of the chapter whose own picture is wanted; negative for the picture of the item.
    var index = -1
    if let word = arguments.chapter {
      let found = try Chapters.find(word, session)
      if found.chapter.artwork_id.pointee != 0 { index = found.index }
    }
    if kind == .artwork, index < 0, !session.hasPicture {
      throw Failure(text: session.label(among: panel.present) + " has no picture")
    }
    if kind != .artwork {
      let ratios = arguments.isTall ? NOWPLAYING_ASPECT_RATIOS_TALL : NOWPLAYING_ASPECT_RATIOS_SQUARE
      nowplaying_surface_set_aspect_ratios(surface, ratios)
    }
    return try panel.ask(
      session, limit: nil,
      refused: { status in
        switch status {
        case NOWPLAYING_ERROR_NO_SUCH_CONTENT where index >= 0:
          Failure(text: CleanText.line(session.player) + " has no picture of chapter " + String(index + 1))
        case NOWPLAYING_ERROR_NOT_LOCAL: elsewhere(kind == .artwork ? address(session) : "")
        case NOWPLAYING_ERROR_NOT_AN_IMAGE where kind == .artwork && !address(session).isEmpty:
          Failure(text: "There is no PNG, JPEG, WebP or GIF at " + CleanText.line(address(session)))
        default: nil
        }
      }
    ) { done, data in
      switch kind {
      case .artwork where index >= 0:
        nowplaying_surface_get_chapter_artwork(surface, handle, index, size, size, done, data, nil)
      case .artwork: nowplaying_surface_get_artwork(surface, handle, size, size, done, data, nil)
      case .preview: nowplaying_surface_get_preview(surface, handle, ratio, size, height, done, data, nil)
      case .video: nowplaying_surface_get_video(surface, handle, ratio, size, height, done, data, nil)
      }
    }
  }

  /// Returns the URL of a session's picture; "" when its player has none.
  private static func address(_ session: Session) -> String {
    let url = Session.text(session.item?.artwork_url)
    if !url.isEmpty || !session.isShownByMPRIS { return url }
    do throws(Failure) {
      let name = PlayerNames.prefix.description + session.player
      guard case .value(.variant(let metadata)) = try SessionBus.open().property(of: name, "Metadata"),
        case .string(let text) = (metadata.properties ?? [])["mpris:artUrl"]
      else { return "" }
      return text
    } catch {}
    return ""
  }

  /// Returns the error for a picture at a URL that is not a file of this machine.
  private static func elsewhere(_ url: String) -> Failure {
    if url.isEmpty { return Failure(text: "It is not on this computer, and the player does not say where it is") }
    let isOnWeb = url.starts(with: "https:") || url.starts(with: "http:")
    return Failure(
      text: "The picture is " + (isOnWeb ? "on the web, at " : "no file of this machine: ") + CleanText.line(url),
      next: isOnWeb ? "Fetch it with curl or wget." : "")
  }
}
