// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: tuner-executor     The tuner in a program whose main loop is an executor of its own.

import Foundation
import Tuner
@_spi(ExperimentalCustomExecutors) import _Concurrency

/// Runs the jobs of the main actor in the program's own loop. Toolkits in Swift have such an executor; it needs neither
/// `HostProgram.mainQueueDescriptor` nor libdispatch's main queue.
final class LoopExecutor: MainExecutor, @unchecked Sendable {
  static let shared = LoopExecutor()

  /// Has a byte while there are jobs.
  private let pipe = Pipe()
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock {
      if jobs.isEmpty { try? pipe.fileHandleForWriting.write(contentsOf: Data([0])) }
      jobs.append(job)
    }
  }

  func run() throws {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    while true {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, -1) > 0 else { continue }
      for job in takeJobs(descriptor) { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  private func takeJobs(_ descriptor: Int32) -> [UnownedJob] {
    lock.withLock {
      var byte: UInt8 = 0
      _ = read(descriptor, &byte, 1)
      defer { jobs = [] }
      return jobs
    }
  }

  func stop() {}
}

struct Executors: ExecutorFactory {
  static var mainExecutor: any MainExecutor { LoopExecutor.shared }
  static var defaultExecutor: any TaskExecutor { PlatformExecutorFactory.defaultExecutor }
}

@main struct Program {
  static func main() throws {
    _createExecutors(factory: Executors.self)
    startTuner()
    try LoopExecutor.shared.run()
  }
}
