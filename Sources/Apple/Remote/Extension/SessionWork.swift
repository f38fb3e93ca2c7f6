// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingCore

/// The owner of a session's stored state, which is told of the session's work. Called in the extension's bus thread.
protocol SessionKeeper: AnyObject {
  /// Called before `session(_:)` is called. Returns the session's push token, if it has one already.
  func willMake(_ work: SessionWork) -> Data?
  /// Called when `session(_:)` has returned. Returns an error when the session cannot be kept and must end.
  func didMake(_ work: SessionWork) -> SessionWork.CallError?
  /// Called when `session(_:)` has thrown, or has not returned in time.
  func didNotMake(_ work: SessionWork, _ fault: SessionWork.CallError)
  /// Called when the session has ended and its player is gone.
  func didEnd(_ work: SessionWork)
  /// Called when no work is left and there is no session.
  func isDone(_ work: SessionWork)
}

/// The work for one id: its jobs are done one after the other, in the order in which they came. Belongs to the
/// extension's bus thread.
final class SessionWork: @unchecked Sendable {
  /// The error of a job that has failed.
  struct CallError: Error {
    let error: RemoteError
    let text: String
  }

  typealias Done = (Result<Void, CallError>) -> Void

  private enum Job {
    /// Gives attributes to `session(_:)` or `update(_:)`; to `session(_:)` only if `mayMake`.
    case show(DecodedAttributes, mayMake: Bool, Done)
    case becomeSystemPrimary(Done)
    case end(Done)

    var done: Done {
      switch self {
      case .show(_, _, let done), .becomeSystemPrimary(let done), .end(let done): done
      }
    }
  }

  let id: String
  /// The JSON of the newest attributes.
  var attributes = Data()
  /// Whether apps see a session with this id, because the session was made, or is stored.
  var isRegistered = false
  private(set) var instance: SessionInstance?
  private var queue: [Job] = []
  private var current: Job?
  /// The timer of the next attempt after `session(_:)` has thrown.
  private var retry: BusThread.Timer?
  private var pause = SessionWork.firstPause

  private let thread: BusThread
  private let host: any ExtensionHost
  private unowned(unsafe) let keeper: any SessionKeeper

  /// The first and the longest pause between two attempts to make the session.
  private static let firstPause: Microseconds = .seconds(5)
  private static let longestPause: Microseconds = .seconds(300)
  /// How long to wait for the bus to give a name or to take it back.
  private static let busTimeout: Microseconds = .seconds(2)

  init(_ id: String, _ thread: BusThread, _ host: any ExtensionHost, _ keeper: any SessionKeeper) {
    self.id = id
    self.thread = thread
    self.host = host
    self.keeper = keeper
  }

  /// The session as apps see it; nil when they see no session with this id.
  var line: RemoteSessionLine? {
    guard isRegistered else { return nil }
    return RemoteSessionLine(
      id: id, busName: instance?.busName ?? "", isSystemPrimary: instance?.isSystemPrimary ?? false)
  }

  /// Whether apps see a session with this id, or will see one when the jobs are done.
  var isExpected: Bool {
    isRegistered || ([current].compactMap { $0 } + queue).contains { if case .show = $0 { true } else { false } }
  }

  /// Whether a job that ends the session is queued, behind the job that is being done.
  var isEnding: Bool { queue.contains { if case .end = $0 { true } else { false } } }

  // MARK: Adding jobs

  func show(_ attributes: DecodedAttributes, mayMake: Bool, done: @escaping Done) {
    add(.show(attributes, mayMake: mayMake, done))
  }

  func becomeSystemPrimary(done: @escaping Done) { add(.becomeSystemPrimary(done)) }

  /// Ends the session. A model that is being made is abandoned, and so are the jobs that wait for it.
  func end(done: @escaping Done) {
    let isMaking = instance.map { $0.host == nil } ?? true
    if isMaking {
      let jobs = queue
      queue = []
      if let current, case .show(let attributes, let mayMake, let done) = current {
        if instance?.abandon() ?? true {
          instance = nil
          self.current = nil
        } else {
          // The session is about to be shown. It is ended afterwards, like each session that was made.
          self.current = .show(attributes, mayMake: mayMake) { _ in }
        }
        done(.failure(Self.cancelled))
      }
      for job in jobs { job.done(.failure(Self.cancelled)) }
    }
    add(.end(done))
  }

  private static let cancelled = CallError(error: .common(.cancelled), text: "The session was ended meanwhile")

  private func add(_ job: Job) {
    queue.append(job)
    next()
  }

  private func next() {
    guard current == nil else { return }
    guard !queue.isEmpty else {
      if !isRegistered, instance == nil { keeper.isDone(self) }
      return
    }
    let job = queue.removeFirst()
    current = job
    retry?.cancel()
    switch job {
    case .show(let attributes, let mayMake, _):
      if let host = instance?.host {
        update(host, attributes)
      } else if mayMake || isRegistered {
        make(attributes)
      } else {
        finish(.failure(Self.notFound))
      }
    case .becomeSystemPrimary: becomeSystemPrimary()
    case .end: end()
    }
  }

  static let notFound = CallError(error: .common(.notFound), text: "There is no session with this id")

  private func finish(_ result: Result<Void, CallError>) {
    guard let job = current else { return }
    current = nil
    job.done(result)
    next()
  }

  // MARK: Doing jobs

  private func update(_ host: any SessionHost, _ attributes: DecodedAttributes) {
    let thread = thread
    MainActorWatch.run {
      host.update(attributes)
      let hasContent = host.hasContent
      thread.post { [self] in
        guard let instance, hasContent else { return finish(.success(())) }
        waitUntilShown(instance)
      }
    }
  }

  private func make(_ attributes: DecodedAttributes) {
    let token = keeper.willMake(self)
    let instance = SessionInstance(thread)
    self.instance = instance
    instance.make(attributes, token, by: host) { [self] result in
      switch result {
      case .success(let hasContent):
        pause = Self.firstPause
        if let fault = keeper.didMake(self) { return takeBack(fault) }
        if hasContent, !isEnding { waitUntilShown(instance) } else { finish(.success(())) }
      case .failure(let failure):
        self.instance = nil
        let fault = CallError(failure)
        keeper.didNotMake(self, fault)
        finish(.failure(fault))
        if isRegistered, current == nil, queue.isEmpty { tryLater(attributes) }
      }
    }
  }

  /// Ends the session that was just made, and then fails the job that made it.
  private func takeBack(_ fault: CallError) {
    guard let job = current else { return }
    current = .end { _ in job.done(.failure(fault)) }
    end()
  }

  /// Waits until the session has a bus name, so that an app that has started it sees it when the answer comes.
  private func waitUntilShown(_ instance: SessionInstance) {
    wait {
      instance.onShown = $0
    } until: {
      !instance.busName.isEmpty
    }
  }

  /// Plans another attempt to make the session, which stays stored: the extension may only lack something for now.
  private func tryLater(_ attributes: DecodedAttributes) {
    retry = thread.after(pause) { [self] in show(attributes, mayMake: true) { _ in } }
    pause = min(pause * 2, Self.longestPause)
  }

  private func becomeSystemPrimary() {
    guard let host = instance?.host, let job = current else { return finish(.failure(Self.notFound)) }
    // Other jobs go on while the bus decides.
    current = nil
    let thread = thread
    let answer = Answer(done: job.done)
    Task { @MainActor in
      do {
        try await host.requestToBecomeSystemPrimary()
        thread.post { answer.done(.success(())) }
      } catch {
        let fault = CallError(error: .common(.failed), text: errorText(error))
        thread.post { answer.done(.failure(fault)) }
      }
    }
    next()
  }

  /// The closure to call with the result of a job. `@unchecked Sendable`: it is called in the extension's bus thread
  /// only.
  private struct Answer: @unchecked Sendable {
    let done: Done
  }

  private func end() {
    isRegistered = false
    guard let instance, instance.end() else {
      instance = nil
      keeper.didEnd(self)
      return finish(.success(()))
    }
    var isGone = false
    wait { action in
      instance.onGone = {
        isGone = true
        action()
      }
    } until: {
      isGone
    } then: { [self] in
      self.instance = nil
      keeper.didEnd(self)
    }
  }

  /// Finishes the present job when an event has come, or without the event after `busTimeout`.
  private func wait(
    _ subscribe: (@escaping () -> Void) -> Void, until hasCome: () -> Bool, then: @escaping () -> Void = {}
  ) {
    var isWaiting = true
    var timeout: BusThread.Timer?
    let come = { [self] in
      guard isWaiting else { return }
      isWaiting = false
      timeout?.cancel()
      then()
      finish(.success(()))
    }
    subscribe(come)
    if hasCome() { return come() }
    timeout = thread.after(Self.busTimeout, come)
  }
}

extension SessionWork.CallError {
  init(_ failure: SessionInstance.Failure) {
    switch failure {
    case .threw(let text): self.init(error: .common(.failed), text: text)
    case .tookTooLong: self.init(error: .common(.timedOut), text: "session(_:) has not returned within ten seconds")
    }
  }
}
