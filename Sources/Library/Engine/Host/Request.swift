// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A request of the desktop to the host, which is answered exactly once. Safe to use from any thread.
public final class Request: @unchecked Sendable {
  public enum Kind: Equatable, Sendable {
    case command, quit
    /// A command that leaves the position and the item as they are.
    case button
    /// Another request that is answered by a status alone. Has the name of the C callback.
    case other(StaticString)
    /// A request about an entry of the queue, with the name of the C callback; nil is the start of the queue.
    indirect case entry(StaticString, EntryID?)
    /// A request for the picture of an artwork id.
    case artwork(String)
    /// Requests for the still picture and for the video of an animated artwork's id.
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
      case (.entry(let a, let first), .entry(let b, let second)): ExactText(a) == ExactText(b) && first == second
      case (.command, .command), (.button, .button), (.quit, .quit): true
      default: false
      }
    }

    /// The name of the C callback that is given the request.
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

    /// Whether the host may go to another position to serve the request.
    var movesPosition: Bool {
      switch self {
      case .command, .entry: true
      default: false
      }
    }

    /// Whether the request is answered by a picture.
    public var isPicture: Bool {
      switch self {
      case .artwork, .preview: true
      default: false
      }
    }

    /// Whether the request is answered by a video.
    public var isVideo: Bool {
      if case .video = self { return true }
      return false
    }

    /// Whether the request is answered by more than a status.
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
  /// Whether a surface asked for the picture and is given its bytes. Otherwise the desktop is given an address.
  let isForSurface: Bool
  /// The session whose host is asked; nil when the app's host is.
  let callee: (any Callee)?
  let queue: RequestQueue
  /// The time at which the request fails if it has no answer.
  let deadline: Instant
  /// Whether the request may be given to the host. Otherwise too many requests wait, and this one is not in the queue.
  private(set) var hasRoom = false

  private var answer = Guarded<Answer?>(nil)
  private var isCancelled = Guarded(false)
  /// Whether the callback that was given the request is running. When it returns, the caller takes the answer.
  var isWithHost = Guarded(false)
  /// The references that a C host holds.
  private var hostReferences = Guarded(Int.zero)
  /// The handle that a C host was given.
  private var hostHandle = Guarded<OpaquePointer?>(nil)
  /// The system's error about the file with which the host tried to answer.
  private var reason = Guarded<String?>(nil)

  // MARK: Used in the loop alone

  /// Sends the answer to the client.
  var reply: ((Answer) -> Void)?
  /// The answer that is being delivered; and whether the library cancelled the request.
  private var taken: (answer: Answer, isCancelled: Bool)?

  private static var gone: String { "The item is gone" }

  /// - time: the time that the host has.
  /// - limit: the most requests that may wait for the host, with this one; nil to join the queue only when the host is
  ///   called.
  init(
    _ kind: Kind, _ queue: RequestQueue, _ callee: (any Callee)?, now: Instant, time: Microseconds = Limits.requestTime,
    limit: Int? = .max, isForSurface: Bool = false, reply: ((Answer) -> Void)?
  ) {
    self.kind = kind
    self.isForSurface = isForSurface
    self.queue = queue
    self.callee = callee
    self.reply = reply
    deadline = now + time
    if let limit { hasRoom = locked { enqueue($0, limit: limit) } }
  }

  /// Joins the queue. Returns false when `limit` requests wait already.
  func enqueue(_ held: Held, limit: Int) -> Bool { queue.open[held].add(self, until: deadline, limit: limit) }

  private func locked<Result>(_ body: (Held) -> Result) -> Result {
    queue.control.monitor.locked(body)
  }

  /// Answers the request. Returns the reason if the answer has no effect.
  public func complete(_ answer: Answer) -> Failure? {
    let (failure, wakes) = locked { held -> (Failure?, Bool) in
      if let state = state(held) { return (state, false) }
      return (nil, complete(answer, held))
    }
    // Woken without the lock, for which the loop would have to wait.
    if wakes { queue.control.reactor.wake() }
    return failure
  }

  /// Answers with success, if the request has no answer yet, and releases references. Returns the handle when the last
  /// reference was released.
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

  /// Answers the request. Returns whether the caller has to wake the loop.
  private func complete(_ answer: Answer, _ held: Held) -> Bool {
    self.answer[held] = answer
    if isWithHost[held] { return false }
    queue.open[held].finish(self)
    return queue.control.needsWake(held)
  }

  /// Sets an answer that the host has given in advance, by providing a picture.
  func answer(_ answer: Answer, _ held: Held) { self.answer[held] = answer }

  /// Notes the system's error about the file with which the host tried to answer.
  public func fileFailed(_ reason: String) { locked { self.reason[$0] = reason } }

  /// Answers with an error. Its message is the host's, or else that of `fileFailed`, or else a sentence for the
  /// failure.
  public func fail(_ failure: Failure, _ words: String? = nil) -> Failure? {
    let reason = failure == .io ? locked { self.reason[$0] } : nil
    return complete(.failed(failure, words ?? reason ?? failure.sentence.string))
  }

  /// The reason for which an answer would have no effect; nil while an answer is wanted.
  public var state: Failure? { locked { state($0) } }

  private func state(_ held: Held) -> Failure? {
    switch answer[held] {
    case nil: nil
    case .failed(let failure, _) where isCancelled[held]: failure
    default: .alreadyAnswered
    }
  }

  /// Notes that the callback that was given the request has returned.
  ///
  /// - isAnsweredInPlace: whether the caller sends the answer itself when the host has succeeded, so that the request
  ///   leaves the queue.
  func returned(_ held: Held, isAnsweredInPlace: Bool) -> HostCalls.Outcome {
    isWithHost[held] = false
    // The payload of the answer is not copied here.
    switch answer[held] {
    case nil: return .open
    case .failed:
      queue.open[held].finish(self)
      return .failed
    default:
      if isAnsweredInPlace { queue.open[held].remove(self) } else { queue.open[held].finish(self) }
      return .done
    }
  }

  /// Cancels the request, because its item or session has gone.
  func cancel() {
    locked { held in
      guard state(held) == nil else { return }
      cancel(.cancelled, held)
      queue.open[held].finish(self)
    }
  }

  /// Ends the request because the app ends. A request to quit has succeeded then.
  func end(_ held: Held) {
    if kind == .quit { answer[held] = .done } else { cancel(.cancelled, held) }
  }

  /// Ends the request without the host.
  func cancel(_ failure: Failure, _ held: Held) {
    isCancelled[held] = true
    answer[held] = .failed(failure, failure == .timedOut ? "The player did not answer in time" : Self.gone)
  }

  /// Whether this process is a forked child of the one that the request was made in.
  public var isForked: Bool { queue.control.isForked }

  /// Logs a wrong use of the request by the host.
  public func clientBug(_ message: @autoclosure () -> String) { queue.log.clientBug(message()) }

  /// Takes the answer for `deliver`, which is called without the lock.
  func takeAnswer(_ held: Held) {
    guard let answer = answer[held] else { return }
    taken = (answer, isCancelled[held])
    // A host may keep its request for long: the picture is not kept with it.
    switch answer {
    case .picture, .memory, .video: self.answer[held] = .done
    default: break
    }
  }

  /// Sends the answer that was taken, once, and tells the host if the library cancelled the request. In the loop.
  func deliver() {
    guard let (answer, isCancelled) = taken else { return }
    taken = nil
    if let reply {
      self.reply = nil
      reply(answer)
    }
    guard isCancelled else { return }
    // A picture from a slow network may well take longer.
    if !kind.isAsset, callee?.logsLateRequests != true, case .failed(.timedOut, _) = answer {
      clientBug(
        kind.callback.string
          + ": the request was not answered within ten seconds (it returned 1, which is NOWPLAYING_PENDING)")
    }
    callee?.cancelled(self)
  }

  /// Whether the request is for the host of this session.
  func asks(_ session: any Callee) -> Bool {
    guard let callee else { return false }
    return callee === session
  }

  /// The row of an entry in the queue that the session has committed last; nil when the entry is gone.
  public func row(of entry: EntryID) -> Int? { locked { callee?.queue($0) }?.row(of: entry) }

  // MARK: References of a C host

  /// The handle of a C host, if it has one.
  public var handle: OpaquePointer? { locked { hostHandle[$0] } }

  /// Takes a reference. Returns false when there is no handle any more.
  public func retainForHost() -> Bool {
    locked { held in
      guard hostHandle[held] != nil else { return false }
      hostReferences[held] += 1
      return true
    }
  }

  /// Gives the request a handle and two references: one for the caller of the host, and one for the host, which keeps
  /// it to answer later. The host may release it before its callback returns.
  public func startHandle(_ handle: OpaquePointer) {
    // No lock is needed: no other thread knows the handle yet.
    Held.alone { held in
      hostHandle[held] = handle
      hostReferences[held] = 2
    }
  }

  /// Releases references. Returns the handle when the last one was released. A request that is still open fails then,
  /// and `isDropped` is called.
  public func releaseForHost(_ count: Int, isDropped: () -> Void) -> OpaquePointer? {
    // No lock in a forked child, where another thread of the parent may have held it.
    if isForked { return Held.alone { releaseHandle(count, $0) } }
    let (last, isOpen, isGone) = locked { held in
      let isGone = queue.control.isClosing[held] || callee?.isFreed[held] ?? false
      return (releaseHandle(count, held), state(held) == nil, isGone)
    }
    guard let last, isOpen else { return last }
    if isGone {
      // A host need not answer a request of a session or app that it has freed.
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
