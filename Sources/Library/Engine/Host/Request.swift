// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Something that the desktop asks of the host, answered exactly once. Safe to use from any thread.
public final class Request: @unchecked Sendable {
  public enum Kind: Equatable, Sendable {
    case command, quit
    /// A command that leaves the position as it is.
    case button
    /// Another request that is answered by a status alone: names the callback of a C host.
    case other(StaticString)
    /// The same of an entry of the queue; nil for its start.
    indirect case entry(StaticString, EntryID?)
    /// The artwork of this id.
    case artwork(String)
    /// Of the animated artwork of this id: the still picture, and the video.
    case preview(String, AspectRatio)
    case video(String, AspectRatio)

    @inline(never)
    public static func == (a: Kind, b: Kind) -> Bool {
      switch (a, b) {
      case (.artwork(let a), .artwork(let b)): a.exact == b.exact
      case (.preview(let a, let first), .preview(let b, let second)),
        (.video(let a, let first), .video(let b, let second)):
        a.exact == b.exact && first == second
      case (.other(let a), .other(let b)): ExactText(a) == ExactText(b)
      case (.command, .command), (.button, .button), (.quit, .quit): true
      default: false
      }
    }

    /// The name of the callback of a C host that is asked.
    public var callback: StaticString {
      switch self {
      case .command, .button: "command"
      case .quit: "quit"
      case .other(let callback), .entry(let callback, _): callback
      case .artwork: "artwork"
      case .preview: "preview"
      case .video: "video"
      }
    }

    /// Whether the host may go to another position for it.
    var movesPosition: Bool {
      switch self {
      case .command, .entry: true
      default: false
      }
    }

    /// Whether it is answered by a picture.
    public var isPicture: Bool {
      switch self {
      case .artwork, .preview: true
      default: false
      }
    }

    /// Whether it is answered by a video.
    public var isVideo: Bool {
      if case .video = self { return true }
      return false
    }

    /// Whether it is answered by more than a status.
    public var isAsset: Bool { isPicture || isVideo }
  }

  /// The host's answer.
  public enum Answer: Sendable {
    case done
    case picture(StoredPicture)
    /// A picture for a surface.
    case memory(MemoryPicture)
    case video(Video)
    case failed(Failure, String)

    var isDone: Bool {
      if case .failed = self { return false }
      return true
    }
  }

  public let kind: Kind
  /// Whether a surface asked for the picture, which gets its bytes, and not a desktop, which gets an address.
  let isForSurface: Bool
  /// The session whose host is asked; nil for the app's.
  let callee: (any Callee)?
  let queue: RequestQueue
  /// When it has failed without an answer, in µs of the monotonic clock.
  let deadline: Int64
  /// Whether the host may be given it; if not, it is in no queue.
  private(set) var hasRoom = false

  private var answer = Guarded<Answer?>(nil)
  private var isCancelled = Guarded(false)
  /// Whether the callback runs that was given it, and who called the host takes the answer when that returns.
  var isWithHost = Guarded(false)
  /// The references that a C host holds.
  private var hostReferences = Guarded(Int.zero)
  /// The handle of a C host.
  private var hostHandle = Guarded<OpaquePointer?>(nil)
  /// The system's words about the file by which the host has tried to answer.
  private var reason = Guarded<String?>(nil)

  // MARK: Belongs to the loop

  /// Sends the answer to whoever asked.
  var reply: ((Answer) -> Void)?
  /// The answer, on its way there; and whether it is not the host's.
  private var taken: (answer: Answer, isCancelled: Bool)?

  /// How long hosts may take.
  static let timeLimit: Int64 = 10_000_000
  private static var gone: String { "The item is gone" }

  /// - time: how long the host may take.
  /// - limit: how many requests may wait for the host, this one among them; nil to wait only when the host is called.
  init(
    _ kind: Kind, _ queue: RequestQueue, _ callee: (any Callee)?, now: Int64, time: Int64 = Request.timeLimit,
    limit: Int? = .max, isForSurface: Bool = false, reply: ((Answer) -> Void)?
  ) {
    self.kind = kind
    self.isForSurface = isForSurface
    self.queue = queue
    self.callee = callee
    self.reply = reply
    deadline = Clamp.sum(now, time)
    if let limit { hasRoom = locked { queue.add(self, limit: limit, $0) } }
  }

  private func locked<Result>(_ body: (Held) -> Result) -> Result {
    queue.control.monitor.locked(body)
  }

  /// Answers. Returns why the answer had no effect.
  public func complete(_ answer: Answer) -> Failure? {
    let (failure, wakes) = locked { held -> (Failure?, Bool) in
      if let state = state(held) { return (state, false) }
      return (nil, complete(answer, held))
    }
    // Without the lock, for which the loop would only have to wait.
    if wakes { queue.control.reactor.wake() }
    return failure
  }

  /// Answers that it is done, unless it has an answer, and gives references back. Returns the handle when the last one
  /// is among them.
  @_optimize(speed)
  public func complete(releasing count: Int) -> OpaquePointer? {
    if isForked { return Held.alone { releaseHandle(count, $0) } }
    let (handle, wakes) = locked { held in
      let wakes = state(held) == nil && complete(.done, held)
      return (releaseHandle(count, held), wakes)
    }
    if wakes { queue.control.reactor.wake() }
    return handle
  }

  /// Returns whether the loop is to be woken.
  private func complete(_ answer: Answer, _ held: Held) -> Bool {
    self.answer[held] = answer
    if isWithHost[held] { return false }
    queue.finish(self, held)
    return queue.control.needsWake(held)
  }

  /// Answers it in the place of the host, which has said already what it would answer.
  func answer(_ answer: Answer, _ held: Held) { self.answer[held] = answer }

  /// The file by which the host wanted to answer cannot be read.
  public func fileFailed(_ reason: String) { locked { self.reason[$0] = reason } }

  /// Answers by an error, of a file with what the system said of it, unless the host has words of its own.
  public func fail(_ failure: Failure, _ words: String? = nil) -> Failure? {
    let reason = failure == .io ? locked { self.reason[$0] } : nil
    return complete(.failed(failure, words ?? reason ?? failure.sentence.string))
  }

  /// Why an answer would have no effect; nil while one is wanted.
  public var state: Failure? { locked { state($0) } }

  private func state(_ held: Held) -> Failure? {
    switch answer[held] {
    case nil: nil
    case .failed(let failure, _) where isCancelled[held]: failure
    default: .alreadyAnswered
    }
  }

  /// The callback has returned that was given it.
  ///
  /// - isAnsweredInPlace: whether what is done is answered by who asks this, and is not in the queue any more.
  func returned(_ held: Held, isAnsweredInPlace: Bool) -> HostCalls.Outcome {
    isWithHost[held] = false
    // Without a copy of what it carries.
    switch answer[held] {
    case nil: return .open
    case .failed:
      queue.finish(self, held)
      return .failed
    default:
      if isAnsweredInPlace { queue.remove(self, held) } else { queue.finish(self, held) }
      return .done
    }
  }

  /// Ends it, because nobody wants its answer: its subject has gone.
  func cancel() {
    locked { held in
      guard state(held) == nil else { return }
      cancel(.cancelled, held)
      queue.finish(self, held)
    }
  }

  /// Ends it because its app ends. Whoever was asked to quit has done so.
  func end(_ held: Held) {
    if kind == .quit { answer[held] = .done } else { cancel(.cancelled, held) }
  }

  /// Ends it without the host.
  func cancel(_ failure: Failure, _ held: Held) {
    isCancelled[held] = true
    answer[held] = .failed(failure, failure == .timedOut ? "The player did not answer in time" : Self.gone)
  }

  /// Whether this process is a child of the one that was asked.
  public var isForked: Bool { queue.control.isForked }

  /// The host uses the request wrongly.
  public func clientBug(_ message: @autoclosure () -> String) { queue.log.clientBug(message()) }

  /// Takes the answer, to be delivered without the lock.
  func takeAnswer(_ held: Held) {
    guard let answer = answer[held] else { return }
    taken = (answer, isCancelled[held])
    // Hosts may keep their request for long, and nobody asks it for the picture again.
    switch answer {
    case .picture, .memory, .video: self.answer[held] = .done
    default: break
    }
  }

  /// Sends the answer that was taken, once, and tells the host when it was not the host's. In the loop.
  func deliver() {
    guard let (answer, isCancelled) = taken else { return }
    taken = nil
    if let reply {
      self.reply = nil
      reply(answer)
    }
    guard isCancelled else { return }
    // A picture may well take longer, from a slow network.
    if !kind.isAsset, callee?.logsLateRequests != true, case .failed(.timedOut, _) = answer {
      clientBug(
        kind.callback.string
          + ": the request was not answered within ten seconds (it returned 1, which is NOWPLAYING_PENDING)")
    }
    callee?.cancelled(self)
  }

  /// Whether it asks the host of this session.
  func asks(_ session: any Callee) -> Bool {
    guard let callee else { return false }
    return callee === session
  }

  /// The row of an entry in the queue that the session has committed last; nil when it is not there any more.
  public func row(of entry: EntryID) -> Int? { locked { callee?.queue($0) }?.row(of: entry) }

  // MARK: References of a C host

  /// The handle of a C host, if it has one.
  public var handle: OpaquePointer? { locked { hostHandle[$0] } }

  /// Takes a reference; returns false when there is no handle any more.
  public func retainForHost() -> Bool {
    locked { held in
      guard hostHandle[held] != nil else { return false }
      hostReferences[held] += 1
      return true
    }
  }

  /// Gives the request a handle, and two references: one to whoever lends it to the host, and one to the host, which
  /// keeps it if it answers later. It may give it back before its callback returns.
  public func startHandle(_ handle: OpaquePointer) {
    // No other thread asks for it: the host, which may have others, has not seen the handle yet.
    Held.alone { held in
      hostHandle[held] = handle
      hostReferences[held] = 2
    }
  }

  /// Gives references back. Returns the handle when the last one is among them; the request then has failed if it was
  /// open, and `isDropped` is called.
  public func releaseForHost(_ count: Int, isDropped: () -> Void) -> OpaquePointer? {
    // In a forked child another thread may have left the lock taken; there is no other thread now.
    if isForked { return Held.alone { releaseHandle(count, $0) } }
    let (last, isOpen, isGone) = locked { held in
      let isGone = queue.control.isClosing[held] || callee?.isFreed[held] ?? false
      return (releaseHandle(count, held), state(held) == nil, isGone)
    }
    guard let last, isOpen else { return last }
    if isGone {
      // A host that has freed what the request was for need not answer.
      _ = complete(.failed(.cancelled, Self.gone))
    } else if complete(.failed(.commandFailed, "The player dropped the request")) == nil {
      isDropped()
    }
    return last
  }

  private func releaseHandle(_ count: Int, _ held: Held) -> OpaquePointer? {
    hostReferences[held] &-= count
    guard hostReferences[held] <= 0 else { return nil }
    defer { hostHandle[held] = nil }
    return hostHandle[held]
  }
}
