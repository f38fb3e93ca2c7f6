// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CMPV
import Foundation

/// libmpv, which plays one file at a time.
final class Decoder {
  /// An event of the decoder.
  enum Event {
    /// A file is open: its tags and its length are known.
    case opened
    /// The position has jumped: a file starts, or the user has sought.
    case restarted
    /// A file was played to its end.
    case finished
    /// A file cannot be played.
    case failed(String)
  }

  struct Failure: LocalizedError {
    let errorDescription: String?
  }

  /// Called with each event.
  var heard: (Event) -> Void = { _ in }

  private let mpv: OpaquePointer

  /// Starts mpv. Options are mpv's, without their dashes: ["ao": "null"].
  init(_ options: [String: String]) throws {
    guard let mpv = mpv_create() else { throw Failure(errorDescription: "libmpv has no memory left") }
    self.mpv = mpv
    for (name, value) in ["vid": "no", "idle": "yes"].merging(options, uniquingKeysWith: { $1 }) {
      try check(mpv_set_option_string(mpv, name, value), "--\(name)=\(value)")
    }
    try check(mpv_initialize(mpv), "libmpv")
    // The decoder lives as long as the program.
    mpv_set_wakeup_callback(mpv, wakeUp, Unmanaged.passUnretained(self).toOpaque())
  }

  private func check(_ result: Int32, _ what: String) throws {
    guard result < 0 else { return }
    throw Failure(errorDescription: "\(what): \(String(cString: mpv_error_string(result)))")
  }

  fileprivate func listen() {
    while let event = mpv_wait_event(mpv, 0)?.pointee, event.event_id != MPV_EVENT_NONE {
      switch event.event_id {
      case MPV_EVENT_FILE_LOADED: heard(.opened)
      case MPV_EVENT_PLAYBACK_RESTART: heard(.restarted)
      case MPV_EVENT_END_FILE:
        guard let end = event.data?.assumingMemoryBound(to: mpv_event_end_file.self).pointee else { continue }
        if end.reason == MPV_END_FILE_REASON_EOF { heard(.finished) }
        if end.reason == MPV_END_FILE_REASON_ERROR { heard(.failed(String(cString: mpv_error_string(end.error)))) }
      default: break
      }
    }
  }

  // MARK: Orders

  func open(_ file: URL) throws { try command("loadfile", file.path) }
  func stop() throws { try command("stop") }
  func seek(to seconds: TimeInterval) throws { try command("seek", String(seconds), "absolute+exact") }

  private func command(_ words: String...) throws {
    var arguments = words.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for argument in arguments { free(UnsafeMutableRawPointer(mutating: argument)) } }
    try check(mpv_command(mpv, &arguments), words.joined(separator: " "))
  }

  // MARK: State

  var isPaused: Bool {
    get { text("pause") == "yes" }
    set { mpv_set_property_string(mpv, "pause", newValue ? "yes" : "no") }
  }

  var speed: Float {
    get { text("speed").flatMap { Float($0) } ?? 1 }
    set { mpv_set_property_string(mpv, "speed", String(newValue)) }
  }

  var position: TimeInterval? { text("time-pos/full").flatMap { TimeInterval($0) } }
  var duration: TimeInterval? { text("duration/full").flatMap { TimeInterval($0) } }

  /// A tag of the file; nil when it has none.
  func tag(_ name: String) -> String? { text("metadata/by-key/" + name) }

  private func text(_ property: String) -> String? {
    guard let text = mpv_get_property_string(mpv, property) else { return nil }
    defer { mpv_free(text) }
    return String(cString: text)
  }
}

/// Called by mpv on its own threads.
private nonisolated func wakeUp(_ context: UnsafeMutableRawPointer?) {
  nonisolated(unsafe) let context = context
  Task { @MainActor in
    if let context { Unmanaged<Decoder>.fromOpaque(context).takeUnretainedValue().listen() }
  }
}
