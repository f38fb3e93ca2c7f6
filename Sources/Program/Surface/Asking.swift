// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// The result of an action.
struct Answer {
  var isThere = false
  var status = NOWPLAYING_OK
  var message = ""
  var type = ""
  /// The bytes of a picture, and below, its size in pixels.
  var data: [UInt8] = []
  var width = Int32.zero
  var height = Int32.zero
  /// The descriptor of a video, which the caller closes; else -1.
  var descriptor = NP_NONE
}

extension Panel {
  typealias Begin = (nowplaying_surface_done, UnsafeMutableRawPointer) -> nowplaying_status

  /// The time within which players answer, in seconds: the library waits a second longer.
  static let longestSeconds = 10

  /// Calls an action, and waits for its result.
  ///
  /// - session: the session whose player is asked.
  /// - patience: how long the player may take; nil for no limit but the library's, which is that of players.
  ///   After this time the player may still carry out the action.
  /// - limit: the seconds within which players answer; nil where the library has another limit.
  /// - next: advice when the player does not offer the action.
  /// - takes: advice when the action does not accept such a value.
  /// - invalid: returns the error for a value that the action does not accept, in the words of the command line; nil
  ///   for that of the player.
  /// - isShown: whether the player shows that it has carried out the action.
  /// - refused: returns the error for a status for which the player has given no reason; nil for the library's error.
  @discardableResult
  func ask(
    _ session: Session, patience: Microseconds? = nil, limit: Int? = longestSeconds,
    next: String = "'nowplaying show' names the commands that it offers.", takes: String = "",
    invalid: () -> Failure? = { nil }, isShown: () -> Bool = { false },
    refused: (nowplaying_status) -> Failure? = { _ in nil }, _ begin: Begin
  ) throws(Failure) -> Answer {
    let place = UnsafeMutablePointer<Answer>.allocate(capacity: 1)
    place.initialize(to: Answer())
    var isWanted = true
    defer {
      // After a timeout the memory must stay, because the callback may still write the answer into it.
      if isWanted {
        place.deinitialize(count: 1)
        place.deallocate()
      }
    }
    let status = begin(Self.done, UnsafeMutableRawPointer(place))
    if status < 0 {
      throw (status == NOWPLAYING_ERROR_INVALID_ARGUMENT ? invalid() : nil)
        ?? Self.failure(status, String(cString: nowplaying_surface_last_error()), next, takes)
    }
    var isMentioned = patience != nil
    let end = Instant.now + (patience ?? SessionBus.patience)
    while !place.pointee.isThere {
      turn(until: isMentioned && patience == nil ? .max : end)
      if place.pointee.isThere || Instant.now < end { continue }
      let isSeen = isShown()
      if isSeen || patience != nil {
        isWanted = false
        if isSeen { return Answer() }
        throw Failure.unanswered([session.player])
      }
      if !isMentioned { Console.mention("The player has not answered yet; Ctrl-C stops waiting.") }
      isMentioned = true
    }
    let (result, message) = (place.pointee.status, place.pointee.message)
    if result != NOWPLAYING_OK {
      let isOwn = !message.isEmpty && message.exact != String(cString: nowplaying_surface_strerror(result)).exact
      if result == NOWPLAYING_ERROR_INVALID_ARGUMENT, let failure = invalid() { throw failure }
      if result == NOWPLAYING_ERROR_TIMED_OUT, let limit {
        throw Failure.unanswered([session.player], within: limit)
      }
      // The bus says that nobody has replied; a person wants to know who.
      if result == NOWPLAYING_ERROR_CANCELLED, events.pointee.bus != NOWPLAYING_BUS_NONE {
        throw Failure(
          text: CleanText.line(session.player) + " has gone before it answered",
          next: "'nowplaying list' names the players that are there.", isStatus: true)
      }
      throw (isOwn ? nil : refused(result)) ?? Self.failure(result, message, next, takes)
    }
    return place.pointee
  }

  private static let done: nowplaying_surface_done = { _, result, data in
    guard let answer = data?.assumingMemoryBound(to: Answer.self), let result = result?.pointee else { return }
    answer.pointee.status = result.status
    answer.pointee.message = Session.text(result.message)
    answer.pointee.type = Session.text(result.mime_type)
    if let bytes = result.data {
      answer.pointee.data = Array(UnsafeRawBufferPointer(start: bytes, count: result.size))
    } else if result.fd >= 0 {
      answer.pointee.descriptor = np_duplicate(result.fd)
    }
    (answer.pointee.width, answer.pointee.height) = (result.width, result.height)
    answer.pointee.isThere = true
  }

  private static func failure(
    _ status: nowplaying_status, _ message: String, _ offers: String, _ takes: String
  ) -> Failure {
    let next: String
    switch status {
    case NOWPLAYING_ERROR_NOT_SUPPORTED: next = offers
    case NOWPLAYING_ERROR_INVALID_STATE: next = "'nowplaying show' greys commands that cannot be used now."
    case NOWPLAYING_ERROR_INVALID_ARGUMENT: next = takes
    case NOWPLAYING_ERROR_NO_SUCH_CONTENT: next = "'nowplaying show' says what there is now."
    case NOWPLAYING_ERROR_TIMED_OUT: next = "'nowplaying doctor' looks at it."
    case NOWPLAYING_ERROR_CANCELLED: next = "Start the command again."
    case NOWPLAYING_ERROR_NOT_PERMITTED: next = "'nowplaying preview' has the picture that is shown instead of a video."
    default: next = ""
    }
    let text = message.isEmpty ? String(cString: nowplaying_surface_strerror(status)) : message
    let isStatus = status == NOWPLAYING_ERROR_NOT_SUPPORTED || status == NOWPLAYING_ERROR_INVALID_STATE
    return Failure(text: text, next: next, isStatus: isStatus)
  }
}
