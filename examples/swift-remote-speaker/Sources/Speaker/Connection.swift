// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CMPDClient
import Foundation

/// A connection to the Music Player Daemon, by libmpdclient, whose functions wait for the answer.
final class Connection {
  struct Failure: LocalizedError {
    let errorDescription: String?
  }

  let mpd: OpaquePointer

  init(_ speaker: MPD) throws {
    guard let mpd = mpd_connection_new(speaker.host, UInt32(speaker.port), 5000) else {
      throw Failure(errorDescription: "libmpdclient has no memory left")
    }
    self.mpd = mpd
    try check(mpd_connection_get_error(mpd) == MPD_ERROR_SUCCESS)
    // Keepalive notices that a speaker was switched off.
    mpd_connection_set_keepalive(mpd, true)
  }

  deinit { mpd_connection_free(mpd) }

  private var failure: Failure { Failure(errorDescription: String(cString: mpd_connection_get_error_message(mpd))) }

  func check(_ success: Bool) throws {
    if !success { throw failure }
  }

  /// Waits until the playback changes.
  func change() async throws {
    try check(mpd_send_idle_mask(mpd, mpd_idle(rawValue: MPD_IDLE_PLAYER.rawValue | MPD_IDLE_MIXER.rawValue)))
    // Any thread may cancel a source, though its type does not say so.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: mpd_connection_get_fd(mpd))
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.setEventHandler { source.cancel() }
        source.setCancelHandler { continuation.resume() }
        source.resume()
      }
    } onCancel: {
      source.cancel()
    }
    try Task.checkCancellation()
    try check(mpd_recv_idle(mpd, false).rawValue != 0)
  }

  func playback() throws -> Playback? {
    guard let status = mpd_run_status(mpd) else { throw failure }
    defer { mpd_status_free(status) }
    guard let song = mpd_run_current_song(mpd) else {
      try check(mpd_connection_get_error(mpd) == MPD_ERROR_SUCCESS)
      return nil
    }
    defer { mpd_song_free(song) }
    let volume = mpd_status_get_volume(status)
    return Playback(
      song: Playback.Song(song), state: Playback.State(mpd_status_get_state(status)),
      elapsedTime: TimeInterval(mpd_status_get_elapsed_ms(status)) / 1000, timestamp: Date(),
      volume: volume < 0 ? nil : Float(volume) / 100)
  }

  func cover(of uri: String) throws -> Data {
    for read in [mpd_run_readpicture, mpd_run_albumart] {
      var (cover, part) = (Data(), [UInt8](repeating: 0, count: 8192))
      while case let count = read(mpd, uri, UInt32(cover.count), &part, part.count), count > 0 {
        cover.append(contentsOf: part.prefix(Int(count)))
      }
      if !cover.isEmpty { return cover }
      // The song has no picture of this kind.
      mpd_connection_clear_error(mpd)
    }
    throw Failure(errorDescription: "\(uri) has no cover")
  }
}

extension Playback.State {
  fileprivate init(_ state: mpd_state) {
    self = state == MPD_STATE_PLAY ? .playing : state == MPD_STATE_PAUSE ? .paused : .stopped
  }
}

extension Playback.Song {
  fileprivate init(_ song: OpaquePointer) {
    func tag(_ type: mpd_tag_type) -> String? { mpd_song_get_tag(song, type, 0).map { String(cString: $0) } }
    let milliseconds = mpd_song_get_duration_ms(song)
    id = String(mpd_song_get_id(song))
    uri = String(cString: mpd_song_get_uri(song))
    title = tag(MPD_TAG_TITLE) ?? tag(MPD_TAG_NAME) ?? uri
    artist = tag(MPD_TAG_ARTIST) ?? ""
    album = tag(MPD_TAG_ALBUM) ?? ""
    duration = milliseconds == 0 ? nil : TimeInterval(milliseconds) / 1000
  }
}
