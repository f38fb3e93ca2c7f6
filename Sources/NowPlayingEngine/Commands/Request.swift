// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Something that the desktop asks of the host, answered exactly once. Safe to use from any thread.
public final class Request: @unchecked Sendable {
  public enum Kind: Equatable, Sendable {
    case command, volume
    case raise, quit, openURI
    /// The artwork of this id.
    case artwork(String)

    public static func == (a: Kind, b: Kind) -> Bool {
      switch (a, b) {
      case (.artwork(let a), .artwork(let b)): a.exact == b.exact
      case (.command, .command), (.volume, .volume), (.raise, .raise), (.quit, .quit), (.openURI, .openURI): true
      default: false
      }
    }

    /// What a C host calls the callback that is asked.
    public var callback: StaticString {
      switch self {
      case .command: "command"
      case .volume: "volume"
      case .raise: "raise"
      case .quit: "quit"
      case .openURI: "open_uri"
      case .artwork: "artwork"
      }
    }

    public var isArtwork: Bool {
      if case .artwork = self { return true }
      return false
    }
  }

  /// What the host says.
  public enum Answer: Sendable {
    case done
    case picture(StoredPicture)
    case failed(Failure, String)

    var isDone: Bool {
      if case .failed = self { return false }
      return true
    }
  }

  public let kind: Kind
  let session: Session?
  private let app: App
  /// When it has failed without an answer, in µs of the monotonic clock.
  let deadline: Int64

  // MARK: Guarded by the app's monitor

  private(set) var answer: Answer?
  private(set) var isCancelled = false
  /// What a C host holds.
  private var hostReferences = 0
  /// Whether the host has taken a reference of its own.
  private var wasKept = false
  /// The handle of a C host.
  public var hostHandle: OpaquePointer?

  // MARK: Belongs to the loop

  /// What is expected of the host since it was given the request; see `Anticipation`.
  var step: UInt64?
  /// Sends the answer to whoever asked.
  var reply: ((Answer) -> Void)?

  /// How long hosts may take.
  static let timeLimit: Int64 = 10_000_000
  private static var gone: String { "The item is gone" }

  init(_ kind: Kind, _ app: App, _ session: Session?, now: Int64, reply: @escaping (Answer) -> Void) {
    self.kind = kind
    self.app = app
    self.session = session
    self.reply = reply
    deadline = Clamp.sum(now, Self.timeLimit)
    app.monitor.locked { app.pendingRequests.append(self) }
  }

  /// Answers. Returns why the answer had no effect.
  public func complete(_ answer: Answer) -> Failure? {
    app.monitor.locked {
      if let state = stateLocked { return state }
      self.answer = answer
      app.pendingRequests.removeAll { $0 === self }
      app.answeredRequests.append(self)
      app.wakeLocked()
      return nil
    }
  }

  /// Answers with a picture. The file is written in the calling thread, so that the loop never waits for a disk.
  public func complete(picture bytes: UnsafeRawBufferPointer) -> Failure? {
    guard kind.isArtwork else { return .invalidArgument }
    if let state { return state }
    switch app.artwork.store(bytes) {
    case .success(let picture): return complete(.picture(picture))
    case .failure(let failure): return failure
    }
  }

  /// Why an answer would have no effect; nil while one is wanted.
  public var state: Failure? { app.monitor.locked { stateLocked } }

  /// With the lock held.
  var stateLocked: Failure? {
    switch answer {
    case nil: nil
    case .failed(let failure, _) where isCancelled: failure
    default: .alreadyAnswered
    }
  }

  /// Ends it, because nobody wants its answer: its subject has gone.
  func cancel() {
    app.monitor.locked {
      guard stateLocked == nil else { return }
      cancelLocked(.cancelled)
      app.pendingRequests.removeAll { $0 === self }
      app.answeredRequests.append(self)
    }
  }

  /// Ends it because its app ends. Whoever was asked to quit has done so. With the lock held.
  func endLocked() {
    if kind == .quit { answer = .done } else { cancelLocked(.cancelled) }
  }

  /// Ends it without the host. With the lock held.
  func cancelLocked(_ failure: Failure) {
    isCancelled = true
    answer = .failed(failure, failure == .timedOut ? "The player did not answer in time" : Self.gone)
  }

  /// Whether this process is a child of the one that was asked.
  public var isForked: Bool { app.isForked }

  /// The host uses the request wrongly.
  public func clientBug(_ message: @autoclosure () -> String) { app.clientBug(message()) }

  /// Sends the answer, once. In the loop.
  func deliver() {
    let reply = self.reply
    let answer = app.monitor.locked {
      let answer = self.answer
      // Hosts may keep their request for long, and nobody asks it for the picture again.
      if case .picture = answer { self.answer = .done }
      return answer
    }
    self.reply = nil
    if let reply, let answer { reply(answer) }
  }

  // MARK: References of a C host

  /// Takes a reference; returns false when there is no handle any more.
  public func retainForHost() -> Bool {
    app.monitor.locked {
      guard hostHandle != nil else { return false }
      hostReferences += 1
      wasKept = true
      return true
    }
  }

  /// Gives the request a handle and its first reference.
  public func startHandle(_ handle: OpaquePointer) {
    app.monitor.locked {
      hostHandle = handle
      hostReferences = 1
    }
  }

  /// Gives a reference back. Returns the handle when it was the last one; the request then has failed if it was open,
  /// and `isDropped` is called with whether the host had kept it.
  public func releaseForHost(isDropped: (_ wasKept: Bool) -> Void) -> OpaquePointer? {
    // In a forked child another thread may have left the lock taken; there is no other thread now.
    if isForked { return releaseHandle() }
    let last = app.monitor.locked { releaseHandle() }
    if last == nil { return nil }
    // A host that has freed what the request was for need not answer.
    if app.monitor.locked({ app.isClosing || session?.isFreed ?? false }) {
      _ = complete(.failed(.cancelled, Self.gone))
    } else if complete(.failed(.commandFailed, "The player dropped the request")) == nil {
      isDropped(app.monitor.locked { wasKept })
    }
    return last
  }

  private func releaseHandle() -> OpaquePointer? {
    hostReferences -= 1
    guard hostReferences == 0 else { return nil }
    defer { hostHandle = nil }
    return hostHandle
  }
}
