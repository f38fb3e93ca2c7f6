// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore

extension Track {
  /// Checks the tracks of a C program, and copies them.
  static func read(_ pointer: UnsafePointer<nowplaying_track>?, _ count: Int) throws(WrongArgument) -> [Track] {
    var tracks: [Track] = []
    let refusal: StaticString = "tracks is NULL with a count, or misaligned"
    try Argument.each(pointer, count, MemoryLayout<nowplaying_track>.alignment, refusal: refusal) {
      (place, stride) throws(WrongArgument) in
      let track = try read(place.assumingMemoryBound(to: nowplaying_track.self), stride)
      for other in tracks where track.excludes(other) {
        throw WrongArgument(details: "two tracks of a kind have the same id, or are both selected")
      }
      tracks.append(track)
    }
    return tracks
  }

  private static func read(_ pointer: UnsafePointer<nowplaying_track>, _ stride: Int) throws(WrongArgument) -> Track {
    guard let given = Argument.sized(pointer, defaults: nowplaying_track(), smallest: NP_FIRST_TRACK),
      given.struct_size == stride
    else { throw WrongArgument(details: "impossible struct_size; use NOWPLAYING_TRACK_INIT") }
    guard let kind = TrackKind(rawValue: given.kind) else { throw WrongArgument(details: "unknown kind of track") }
    let characteristics = TrackCharacteristics(rawValue: given.characteristics)
    guard characteristics.isSubset(of: .known), given.reserved == 0 else {
      throw WrongArgument(details: "unknown characteristic of a track, or reserved is not 0")
    }
    guard let id = Argument.identifier(given.id) else { throw WrongArgument(details: "a track has no id") }
    return Track(
      kind, id: id, language: Argument.text(given.language, limit: Limits.identifier),
      title: Argument.text(given.title, limit: Limits.identifier), characteristics: characteristics,
      isSelected: given.selected != 0)
  }
}

extension Chapters {
  /// Checks the chapters of a C program, and copies them; nil for none.
  static func read(_ pointer: UnsafePointer<nowplaying_chapter>?, _ count: Int) throws(WrongArgument) -> Chapters? {
    var chapters: [Chapter] = []
    let refusal: StaticString = "chapters is NULL with a count, or misaligned"
    try Argument.each(pointer, count, MemoryLayout<nowplaying_chapter>.alignment, refusal: refusal) {
      (place, stride) throws(WrongArgument) in
      let chapter = place.assumingMemoryBound(to: nowplaying_chapter.self)
      guard let given = Argument.sized(chapter, defaults: nowplaying_chapter(), smallest: NP_FIRST_CHAPTER),
        given.struct_size == stride
      else { throw WrongArgument(details: "impossible struct_size; use NOWPLAYING_CHAPTER_INIT") }
      let start = Microseconds(given.start_us)
      if start < chapters.last?.start ?? .zero {
        throw WrongArgument(details: "a chapter begins before the item, or before the previous chapter")
      }
      chapters.append(
        Chapter(
          start: start, title: Argument.text(given.title, limit: Limits.chapterTitle) ?? "",
          artworkID: Argument.identifier(given.artwork_id) ?? ""))
    }
    return Chapters(chapters)
  }
}
