// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The data that a station sends: sound, and between it, every so many bytes, a block of text ("ICY metadata").
///
/// Fetched by a child process, curl: Foundation's URLSession on Linux refuses the headers that Icecast sends.
nonisolated enum IcecastStream {
  enum Event: Sendable {
    case name(String)
    case title(String)
    case audio(Data)
  }

  struct Failure: LocalizedError {
    let errorDescription: String?
  }

  /// Returns the events of a station, until the stream ends or is no longer read.
  static func events(of url: URL) -> AsyncThrowingStream<Event, any Error> {
    AsyncThrowingStream { events in
      let curl = Process()
      let output = Pipe()
      curl.executableURL = URL(filePath: "/usr/bin/env")
      // curl prints the headers before the body; a redirected station has several sets of headers.
      curl.arguments = [
        "curl", "--silent", "--fail", "--include", "--no-buffer", "--location", "--connect-timeout", "10",
        "--header", "Icy-MetaData: 1", "--", url.absoluteString,
      ]
      curl.standardOutput = output
      do { try curl.run() } catch { return events.finish(throwing: error) }
      let process = curl.processIdentifier
      events.onTermination = { _ in kill(process, SIGTERM) }
      Thread {
        var parser = IcecastParser()
        while true {
          let data = output.fileHandleForReading.availableData
          if data.isEmpty { break }
          for event in parser.parse(data) { events.yield(event) }
        }
        events.finish(throwing: Failure(errorDescription: "the station does not send, or has ended"))
      }.start()
    }
  }
}

/// Takes the stream apart.
nonisolated struct IcecastParser {
  private enum Part {
    case headers(Data)
    /// Sound, and how many bytes of it are left before the next block of metadata; nil without such blocks.
    case audio(left: Int?)
    case blockLength
    case block(Data, left: Int)
  }

  private var part = Part.headers(Data())
  private var interval: Int?

  mutating func parse(_ data: Data) -> [IcecastStream.Event] {
    var events: [IcecastStream.Event] = []
    var rest = data[...]
    while !rest.isEmpty {
      switch part {
      case .headers(var headers):
        headers.append(rest.removeFirst())
        part = .headers(headers)
        if headers.suffix(4) == Data("\r\n\r\n".utf8) { events += endOfHeaders(headers) }
      case .audio(nil):
        events.append(.audio(Data(rest)))
        rest = rest.suffix(0)
      case .audio(let left?):
        let audio = rest.prefix(left)
        if !audio.isEmpty { events.append(.audio(Data(audio))) }
        rest = rest.dropFirst(audio.count)
        part = left == audio.count ? .blockLength : .audio(left: left - audio.count)
      case .blockLength:
        // The length is in units of 16 bytes; mostly it is 0, because nothing has changed.
        let length = Int(rest.removeFirst()) * 16
        part = length == 0 ? .audio(left: interval) : .block(Data(), left: length)
      case .block(let block, let left):
        let more = rest.prefix(left)
        rest = rest.dropFirst(more.count)
        part = .block(block + more, left: left - more.count)
        if left == more.count { events += endOfBlock(block + more) }
      }
    }
    return events
  }

  private mutating func endOfHeaders(_ headers: Data) -> [IcecastStream.Event] {
    let lines = String(decoding: headers, as: UTF8.self).split(separator: "\r\n")
    // After a redirection, the headers of the next address follow.
    if let status = lines.first?.split(separator: " ").dropFirst().first, status.hasPrefix("3") {
      part = .headers(Data())
      return []
    }
    var events: [IcecastStream.Event] = []
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard pair.count == 2 else { continue }
      switch pair[0].lowercased() {
      case "icy-name": events.append(.name(pair[1]))
      case "icy-metaint": interval = Int(pair[1]).flatMap { $0 > 0 ? $0 : nil }
      default: break
      }
    }
    part = .audio(left: interval)
    return events
  }

  private mutating func endOfBlock(_ block: Data) -> [IcecastStream.Event] {
    part = .audio(left: interval)
    let bytes = block.prefix { $0 != 0 }
    // The encoding is not said: some stations send UTF-8, and Icecast turns MP3 stations' titles into Latin-1.
    let text = String(bytes: bytes, encoding: .utf8) ?? String(bytes: bytes, encoding: .isoLatin1) ?? ""
    guard let start = text.range(of: "StreamTitle='"),
      let end = text.range(of: "';", range: start.upperBound..<text.endIndex)
    else { return [] }
    return [.title(String(text[start.upperBound..<end.lowerBound]))]
  }
}
