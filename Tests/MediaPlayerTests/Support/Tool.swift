// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A program that is run to its end.
struct Tool {
  let status: Int32
  let output: String
  let errors: String

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program. The main actor is free meanwhile: the library needs it.
  static func run(_ command: [String], environment: [String: String] = [:]) async throws -> Tool {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try runBlocking(command, environment) })
      }
    }
  }

  /// Runs a program that must succeed, and returns what it prints.
  static func output(_ command: [String], environment: [String: String] = [:]) async throws -> String {
    let tool = try await run(command, environment: environment)
    guard tool.status == 0 else {
      throw Failure(description: "\(command.joined(separator: " ")): status \(tool.status): \(tool.errors)")
    }
    return tool.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func runBlocking(_ command: [String], _ environment: [String: String]) throws -> Tool {
    let child = try Child(command, environment: environment)
    let text = child.output.readDataToEndOfFile()
    let errorText = child.errors.readDataToEndOfFile()
    return Tool(
      status: child.wait(), output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: errorText, as: UTF8.self))
  }
}

/// Waits until a condition holds; between two looks at it the main actor is free.
@MainActor func eventually(
  _ what: String, within limit: Duration = .seconds(20), _ condition: @MainActor () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  repeat {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(5))
  } while ContinuousClock.now < end
  throw Tool.Failure(description: "did not happen within \(limit): \(what)")
}
