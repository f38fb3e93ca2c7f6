// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

/// A surface of org.nowplaying, as a process with one connection: `Tests/Lab/surface`.
package final class Surface: Sendable {
  private let child: Child
  /// Sends one order at a time.
  private let queue = DispatchQueue(label: "surface")

  /// The answer to an order.
  package struct Answer: Sendable {
    package let json: JSON

    /// The error's name, without the beginning that all names have; nil when there was none.
    package var error: String? { json["error"].text }
    package var text: String? { json["text"].text }
    /// A returned value.
    package func value(_ index: Int) -> JSON { json["values"][index] }
    /// The bytes of the returned descriptor.
    package var bytes: Data? { json["bytes"].text.flatMap { Data(base64Encoded: $0) } }
  }

  private static let lab = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// - player: its whole bus name.
  package init(_ bus: PrivateBus, _ player: String) throws {
    child = try Child([Self.lab.appending(path: "surface").path(), player], environment: bus.environment)
  }

  /// Ends the process, which leaves the bus.
  deinit { child.end() }

  /// Gives an order. The main actor is free meanwhile: the library needs it.
  @discardableResult
  package func ask(_ order: String) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [child] in
        continuation.resume(
          with: Result {
            try child.input.write(contentsOf: Data((order + "\n").utf8))
            guard let line = try child.readLine() else {
              let said = String(decoding: child.errors.readDataToEndOfFile(), as: UTF8.self)
              throw Tool.Failure(description: "The surface has ended: \(said)")
            }
            return Answer(json: JSON(text: line))
          })
      }
    }
  }

  /// Registers the aspect ratios in which the surface shows animated artwork.
  package func register(_ ratios: [String]) async throws {
    let answer = try await ask("Surfaces1.Register ({'aspect-ratios': <@as \(ratios)>, 'name': <'Test'>},)")
    #expect(answer.error == nil, "\(answer.text ?? "")")
  }

  /// Returns the item of the primary session.
  package func content() async throws -> JSON { try await ask("Session1").json["Content"] }

  /// Returns the commands of the primary session.
  package func commands() async throws -> JSON { try await ask("Session1").json["Commands"] }

  package func send(_ command: String, _ arguments: String = "@a{sv} {}") async throws -> Answer {
    try await ask("Session1.SendCommand ('\(command)', \(arguments))")
  }

  package func preview(_ id: String, _ ratio: String, _ size: (Int, Int) = (0, 0)) async throws -> Answer {
    try await ask("AnimatedArtwork1.GetPreview ('\(id)', '\(ratio)', uint32 \(size.0), uint32 \(size.1))")
  }

  package func video(_ id: String, _ ratio: String, _ size: (Int, Int) = (0, 0)) async throws -> Answer {
    try await ask("AnimatedArtwork1.GetVideo ('\(id)', '\(ratio)', uint32 \(size.0), uint32 \(size.1))")
  }
}
