// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

/// A program that is run to its end.
package struct Tool: Sendable {
  package let status: Int32
  /// The output, without white space at its ends.
  package let output: String
  package let errors: String

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Runs a program. The main actor is free meanwhile: the library needs it.
  package static func run(_ command: [String], environment: [String: String] = [:]) async throws -> Tool {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try runBlocking(command, environment) })
      }
    }
  }

  /// Runs a program that must succeed, and returns its output.
  package static func output(_ command: [String], environment: [String: String] = [:]) async throws -> String {
    let tool = try await run(command, environment: environment)
    guard tool.status == 0 else {
      throw Failure(description: "\(command.joined(separator: " ")): status \(tool.status): \(tool.errors)")
    }
    return tool.output
  }

  /// Runs a program, and keeps the thread until it has ended.
  package static func runBlocking(_ command: [String], _ environment: [String: String]) throws -> Tool {
    let child = try Child(command, environment: environment)
    func text(_ end: FileHandle) -> String {
      String(decoding: end.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let (output, errors) = (text(child.output), text(child.errors))
    return Tool(status: child.wait(), output: output, errors: errors)
  }
}

/// Waits until a condition holds, leaving the main actor free between checks. The condition is checked a minimum number
/// of times before giving up, because other tests may block the main actor beyond the timeout.
@MainActor package func eventually(
  _ what: String, within limit: Duration = .seconds(20), at location: SourceLocation = #_sourceLocation,
  _ condition: @MainActor () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  var looks = 0
  while try await !condition() {
    looks += 1
    guard looks < 200 || ContinuousClock.now < end else {
      Issue.record("It did not happen within \(limit): \(what)", sourceLocation: location)
      throw Tool.Failure(description: "did not happen: \(what)")
    }
    // sleeps: paces a loop that waits for a condition
    try await Task.sleep(for: .milliseconds(5))
  }
}
