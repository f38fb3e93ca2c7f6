// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

// The C functions for parts of an item, its chapters, lyrics and tracks, for the icons of buttons, and for errors.

/// NOWPLAYING_TIME_UNKNOWN, which Swift does not import because the macro has a cast.
private let unknown = Int64.min

@implementation @_cdecl("nowplaying_surface_icon_name")
public func nowplaying_surface_icon_name(_ icon: UnsafePointer<CChar>!) -> UnsafePointer<CChar>! {
  guard let icon else { return nil }
  for row in IconNames.rows where row.word.isSame(as: icon) { return row.name.cString }
  return icon
}

@implementation @_cdecl("nowplaying_surface_error_sentence")
public func nowplaying_surface_error_sentence(_ kind: nowplaying_error_kind) -> UnsafePointer<CChar>! {
  for row in ErrorSentences.rows where row.kind.rawValue == kind { return row.sentence.cString }
  return ErrorSentences.other.cString
}

extension StaticString {
  fileprivate func isSame(as text: UnsafePointer<CChar>) -> Bool {
    for index in 0..<utf8CodeUnitCount where CChar(bitPattern: utf8Start[index]) != text[index] { return false }
    return text[utf8CodeUnitCount] == 0
  }
}

@implementation @_cdecl("nowplaying_surface_session_get_chapter")
public func nowplaying_surface_session_get_chapter(
  _ session: OpaquePointer!, _ index: Int, _ ret_chapter: UnsafeMutablePointer<nowplaying_chapter>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let chapters = session.model.item?.fields.chapters, chapters.indices.contains(index) else {
    return status(.noSuchContent, "there is no such chapter")
  }
  var value = nowplaying_chapter()
  value.start_us = chapters[index].start.count
  value.title = chapters[index].title.pointer
  value.artwork_id = chapters[index].artworkID.pointer
  return give(&value, ret_chapter, smallest: NP_FIRST_CHAPTER)
}

@implementation @_cdecl("nowplaying_surface_session_get_chapter_at")
public func nowplaying_surface_session_get_chapter_at(
  _ session: OpaquePointer!, _ position_us: Int64, _ ret_index: UnsafeMutablePointer<Int>!,
  _ ret_end_us: UnsafeMutablePointer<Int64>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let ret_index = Argument.place(ret_index), ret_end_us == nil || Argument.place(ret_end_us) != nil else {
    return status(.invalidArgument, badPlace)
  }
  let item = session.model.item
  let chapters = item?.fields.chapters ?? []
  guard let index = chapters.lastIndex(where: { $0.start.count <= position_us }) else {
    return status(.noSuchContent, "the position is in no chapter")
  }
  ret_index.pointee = index
  ret_end_us?.pointee = index + 1 < chapters.count ? chapters[index + 1].start.count : item?.length?.count ?? unknown
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_surface_session_get_lyrics_at")
public func nowplaying_surface_session_get_lyrics_at(
  _ session: OpaquePointer!, _ position_us: Int64, _ ret_line: UnsafeMutablePointer<UnsafePointer<CChar>?>!,
  _ ret_next_us: UnsafeMutablePointer<Int64>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let ret_line = Argument.place(ret_line), ret_next_us == nil || Argument.place(ret_next_us) != nil else {
    return status(.invalidArgument, badPlace)
  }
  guard let lyrics = session.model.item?.lyrics else {
    return status(.noSuchContent, "there are no lyrics whose lines have times")
  }
  let line = lyrics.line(at: Microseconds(position_us))
  ret_line.pointee = line.text.pointer
  ret_next_us?.pointee = line.next?.count ?? unknown
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_surface_session_get_track")
public func nowplaying_surface_session_get_track(
  _ session: OpaquePointer!, _ index: Int, _ ret_track: UnsafeMutablePointer<nowplaying_track>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  let tracks = session.model.tracks
  guard tracks.indices.contains(index) else { return status(.noSuchContent, "there is no such track") }
  let track = tracks[index]
  var value = nowplaying_track()
  value.id = track.id.pointer
  value.language = track.language.pointer
  value.title = track.title.pointer
  value.kind = track.kind.rawValue
  value.characteristics = track.characteristics.rawValue
  value.selected = track.isSelected ? 1 : 0
  return give(&value, ret_track, smallest: NP_FIRST_TRACK)
}
