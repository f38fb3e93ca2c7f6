// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import NowPlayingCore
package import NowPlayingEngine

/// A session's host that lives on the main actor, which carries out requests of the desktop.
@MainActor package protocol MainActorSessionHost: AnyObject {
  /// Returns the operation that carries out a command; nil when the command is not offered any more. The operation must
  /// not hold the host.
  func operation(for event: CommandEvent) -> MainActorRelay.Operation?
  /// Returns a closure that makes the bytes of a picture. It must not hold the host.
  func picture(_ id: String, _ size: CGSize) throws -> MainActorRelay.Picture
  /// Returns a closure that makes the still of a moving picture. It must not hold the host.
  func preview(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Picture
  /// Returns a closure that makes the file of a moving picture. It must not hold the host.
  func video(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Video
  /// Publishes the changes that an operation has made, before its caller is answered.
  func publishChanges()
  func primaryChanged(_ primary: Primary)
  func primaryResult(_ which: Primary, _ failure: Failure?)
}

/// Passes the engine's requests, which come on its own thread, to the main actor, in order.
///
/// The engine holds the relay, and the relay does not hold the host, so that the host is released when all others have
/// let go of it. The host is looked up on the main actor only: if the engine's thread released it last, the host's end
/// would wait for that thread.
///
/// `@unchecked Sendable`: `host` is set before the session can be shown, and weak references can be read on any thread.
package final class MainActorRelay: SessionHandler, @unchecked Sendable {
  /// Carries out a command. Throws the error for the client: `Answered` with a kind and a text, or any other error, of
  /// which the client gets the text alone.
  package typealias Operation = @MainActor () async throws -> Void
  package typealias Picture = @Sendable () async throws -> Data
  /// Returns the URL of the video's file.
  package typealias Video = @Sendable () async throws -> URL

  /// The error for a client whose command or picture has failed: its kind and its text.
  package struct Answered: Error {
    let failure: Failure
    let text: String

    package init(_ failure: Failure, _ text: String) {
      self.failure = failure
      self.text = text
    }
  }

  /// A change of a device that a client asks for.
  package enum DeviceChange: Sendable {
    case level(Double)
    case louder, quieter
  }

  package weak var host: (any MainActorSessionHost)?

  /// Returns the operation that changes a device; nil for a session that plays on this machine. The operation must not
  /// hold the host. Like `host`, the property is set before the session can be shown.
  package var device: (@MainActor @Sendable (_ id: String, DeviceChange) throws -> @Sendable () async throws -> Void)?

  /// Kinds of changes of a session.
  package struct Changes: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let track = Changes(rawValue: 1)
    package static let volume = Changes(rawValue: 2)
    package static let goTo = Changes(rawValue: 4)
    package static let add = Changes(rawValue: 8)
    package static let remove = Changes(rawValue: 16)

    /// The kind of a change.
    package init(_ change: SessionChange) {
      switch change {
      case .select: self = .track
      case .volume: self = .volume
      case .goTo: self = .goTo
      case .add: self = .add
      case .remove: self = .remove
      }
    }
  }

  /// Returns the operation that makes a change of the session, with the row of the queue that the change is about; nil
  /// for a session that cannot be changed. The operation must not hold the host. Like `host`, the property is set
  /// before the session can be shown.
  package var change: (@MainActor @Sendable (SessionChange, _ row: Int?) throws -> Operation)?

  /// The changes that can be made at present, beside the choice of a track.
  private let taken = Locked(Changes())

  /// A request that the host has not answered.
  private struct Open {
    let request: Request
    /// The task that answers the request; nil before the task is begun.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private struct Work {
    /// The requests in the order in which they were made; nearly always one.
    var open: [Open] = []
    var isFinished = false

    func index(of request: Request) -> Int? { open.firstIndex { $0.request === request } }

    /// Removes a request. Returns whether it was open.
    mutating func remove(_ request: Request) -> Bool {
      guard let index = index(of: request) else { return false }
      open.remove(at: index)
      return true
    }
  }

  private let work = Locked(Work())

  /// The request that the present task, or a task that it has started, carries out.
  @TaskLocal private static var present: Request?

  package init() {}

  package var takesCommands: Bool { true }
  package var takesDeviceVolume: Bool { device != nil }
  package var takesDeviceSteps: Bool { device != nil }
  package var givesArtwork: Bool { true }
  package var givesAnimatedArtwork: Bool { true }

  /// Carries out a command in a single task, so that commands begin in the order in which they were given.
  package func perform(_ event: CommandEvent, _ request: Request) {
    start(request) { relay in
      guard let operation = try relay.livingHost.operation(for: event) else { return .done }
      try await Self.$present.withValue(request) { try await operation() }
      relay.host?.publishChanges()
      return .done
    }
  }

  package func setVolume(_ volume: Double, ofDevice id: String, _ request: Request) {
    change(id, .level(volume), request)
  }

  package func step(_ step: Int32, device id: String, _ request: Request) {
    change(id, step > 0 ? .louder : .quieter, request)
  }

  private func change(_ id: String, _ change: DeviceChange, _ request: Request) {
    start(request) { relay in
      guard let device = relay.device else { throw Answered(.notSupported, "The player has no devices") }
      try await device(id, change)()
      relay.host?.publishChanges()
      return .done
    }
  }

  /// Sets the changes that can be made at present. The choice of a track always counts as one of them: a session's
  /// object on the bus gets its interfaces when it is made, and an item with tracks may come later.
  package func takes(_ changes: Changes) { taken.withLock { $0 = changes } }

  package func takes(_ change: SessionChange) -> Bool {
    guard self.change != nil else { return false }
    return taken.withLock { $0 }.union(.track).contains(Changes(change))
  }

  package func make(_ change: SessionChange, _ request: Request) {
    start(request) { relay in
      guard let make = relay.change else { throw Answered(.notSupported, "The player cannot do this") }
      let operation = try make(change, change.entry.flatMap { request.row(of: $0) })
      try await Self.$present.withValue(request) { try await operation() }
      relay.host?.publishChanges()
      return .done
    }
  }

  /// Whether the relay itself logs late answers, so that the library does not: the library's line is about callbacks of
  /// C, and the program has given closures.
  package var logsLateRequests: Bool { true }

  package func cancelled(_ request: Request) {
    let (isOpen, task): (Bool, Task<Void, Never>?) = work.withLock { work in
      guard let index = work.index(of: request) else { return (false, nil) }
      work.open[index].isCancelled = true
      return (true, work.open[index].task)
    }
    if isOpen, request.state == .timedOut, !request.kind.isAsset {
      let change = device == nil ? "The choice of a track" : "The change of a device, or the choice of a track,"
      let what = request.kind == .command ? "A command" : change
      SharedApp.shared.log(
        .warning, "\(what) was not done within ten seconds: its caller got an error, and its task is cancelled")
    }
    task?.cancel()
  }

  package func primaryChanged(_ primary: Primary) {
    MainActorWatch.run { self.host?.primaryChanged(primary) }
  }

  package func primaryResult(_ which: Primary, _ failure: Failure?) {
    MainActorWatch.run { self.host?.primaryResult(which, failure) }
  }

  /// To be called before the session is ended. If one of its own commands ends it, that command has succeeded, and its
  /// task goes on to its end.
  package func ending() {
    guard let present = Self.present, work.withLock({ $0.remove(present) }) else { return }
    _ = present.complete(.done)
  }

  /// Handles the end of the session: answers its open requests with an error, because the engine leaves all answers to
  /// commands to the host, and cancels their tasks.
  package func finish() {
    let open = work.withLock { work in
      work.isFinished = true
      for index in work.open.indices { work.open[index].isCancelled = true }
      return work.open
    }
    for open in open {
      _ = open.request.complete(.failed(.cancelled, "The session has ended"))
      open.task?.cancel()
    }
  }

  // MARK: Work for a request

  @MainActor var livingHost: any MainActorSessionHost {
    get throws {
      guard let host else { throw Answered(.cancelled, "The session is gone") }
      return host
    }
  }

  /// Does something for a request on the main actor, and answers with its result, or with the text of the error that it
  /// throws. The task is cancelled when the request is, because its time is over or its session has ended.
  func start(
    _ request: Request, _ body: @escaping @MainActor @Sendable (MainActorRelay) async throws -> Request.Answer?
  ) {
    let isFinished = work.withLock { work in
      if !work.isFinished { work.open.append(Open(request: request)) }
      return work.isFinished
    }
    if isFinished {
      _ = request.complete(.failed(.cancelled, "The session is gone"))
      return
    }
    MainActorWatch.run { self.begin(request, body) }
  }

  /// Begins the task immediately: a task that is enqueued on the main actor would begin only in the next turn of the
  /// main queue.
  @MainActor private func begin(
    _ request: Request, _ body: @escaping @MainActor @Sendable (MainActorRelay) async throws -> Request.Answer?
  ) {
    // A request that was given up while it waited for the main actor is not begun any more.
    guard request.state == nil else { return remove(request) }
    let task = Task.immediate { @MainActor in
      if let answer = await self.answer(body) { _ = request.complete(answer) }
      self.remove(request)
    }
    let isCancelled = work.withLock { work in
      guard let index = work.index(of: request) else { return false }
      work.open[index].task = task
      return work.open[index].isCancelled
    }
    if isCancelled { task.cancel() }
  }

  private func remove(_ request: Request) { work.withLock { _ = $0.remove(request) } }

  @MainActor private func answer(
    _ body: @MainActor @Sendable (MainActorRelay) async throws -> Request.Answer?
  ) async -> Request.Answer? {
    do {
      return try await body(self)
    } catch let answered as Answered {
      return .failed(answered.failure, answered.text)
    } catch {
      return .failed(.commandFailed, errorText(error))
    }
  }
}

/// Returns the text that a client is shown for an error: the error's own sentence, if it has one, else its name. For
/// errors without a sentence Foundation makes one up, which says less than the name.
package func errorText(_ error: any Error) -> String {
  let sentence = (error as? any LocalizedError)?.errorDescription
  let hasSentence = type(of: error) is NSError.Type || error is any CustomNSError
  let text = sentence ?? (hasSentence ? error.localizedDescription : String(describing: error))
  return Repair.text(text, limit: Limits.text)
}

extension SessionChange {
  /// The entry of the queue that the change is about.
  fileprivate var entry: EntryID? {
    switch self {
    case .goTo(let entry), .remove(let entry): entry
    case .add(_, let after, _): after
    case .volume, .select: nil
    }
  }
}
