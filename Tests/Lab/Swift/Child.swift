// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Glibc

/// A process that we start.
///
/// Foundation's own class waits for the wrong event when a child closes the descriptors that it inherits, as PulseAudio
/// does, and starts children with their signals blocked.
package final class Child: Sendable {
  package let process: pid_t
  /// The input of the child; ends when this object does.
  package let input: FileHandle
  /// The output of the child.
  package let output: FileHandle
  package let errors: FileHandle

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private static let lock = NSLock()

  /// Starts a program that is found by PATH. Without an environment it has ours.
  package init(_ command: [String], environment: [String: String] = [:]) throws {
    // Starts one child at a time, so that no other child inherits the ends of its pipes.
    Self.lock.lock()
    defer { Self.lock.unlock() }
    let (childInput, input) = Self.pipe()
    let (output, childOutput) = Self.pipe()
    let (errors, childErrors) = Self.pipe()
    defer { for end in [childInput, childOutput, childErrors] { close(end) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in [childInput, childOutput, childErrors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { $0 + "=" + $1 }
    let arguments = command.map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let result = posix_spawnp(&process, command[0], &actions, &attributes, arguments, environment)
    self.process = process
    self.input = FileHandle(fileDescriptor: input, closeOnDealloc: true)
    self.output = FileHandle(fileDescriptor: output, closeOnDealloc: true)
    self.errors = FileHandle(fileDescriptor: errors, closeOnDealloc: true)
    guard result == 0 else { throw Failure(description: "\(command[0]) cannot be started: is it installed?") }
  }

  private static func pipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { fatalError("No descriptors are left") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  package func signal(_ signal: Int32) { kill(process, signal) }

  /// Kills the child, and waits for its end.
  package func end() {
    signal(SIGKILL)
    _ = wait()
  }

  /// Waits for the child's end; returns its exit status, or 128 plus the number of the signal that ended it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Returns the next line that the child prints; nil at the end.
  package func readLine() throws -> String? {
    var line = Data()
    while let byte = try output.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
      line += byte
    }
    return nil
  }
}
