// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

@implementation @_cdecl("nowplaying_content_new")
public func nowplaying_content_new(
  _ kind: nowplaying_content_kind, _ id: UnsafePointer<CChar>!, _ ret_content: UnsafeMutablePointer<OpaquePointer?>!
) -> nowplaying_status {
  guard let kind = ContentKind(rawValue: kind) else {
    return status(.invalidArgument, "unknown kind of content")
  }
  return make(kind, id, ret_content)
}

@implementation @_cdecl("nowplaying_content_new_by_tags")
public func nowplaying_content_new_by_tags(
  _ id: UnsafePointer<CChar>!, _ ret_content: UnsafeMutablePointer<OpaquePointer?>!
) -> nowplaying_status {
  make(nil, id, ret_content)
}

/// Makes a content. `kind` is nil when the tags decide the kind.
private func make(
  _ kind: ContentKind?, _ id: UnsafePointer<CChar>?, _ place: UnsafeMutablePointer<OpaquePointer?>?,
  in function: StaticString = #function
) -> nowplaying_status {
  guard let place = Argument.place(place) else {
    return status(.invalidArgument, "ret_content is NULL or misaligned", in: function)
  }
  let content = Content(kind: kind ?? .generic, id: Argument.identifier(id) ?? "")
  guard let handle = Handle.make(.content, ContentBox(content, decidesKind: kind == nil)) else {
    return status(.system, in: function)
  }
  place.pointee = handle
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_get_kind")
public func nowplaying_content_get_kind(
  _ content: OpaquePointer!, _ ret_kind: UnsafeMutablePointer<nowplaying_content_kind>!
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let place = Argument.place(ret_kind) else {
    return status(.invalidArgument, "ret_kind is NULL or misaligned")
  }
  place.pointee = box.described.kind.rawValue
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_free")
public func nowplaying_content_free(_ content: OpaquePointer!) {
  if Handle.content(content) != nil { Handle.free(content) }
}

@implementation @_cdecl("nowplaying_content_set_text")
@_optimize(speed)
public func nowplaying_content_set_text(
  _ content: OpaquePointer!, _ field: nowplaying_field, _ text: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let field = TextField(rawValue: field) else { return set(box, field, text) }
  guard box.tags.takes(field, box.content) else {
    return status(.notSupported, "this kind of content has no such field")
  }
  if field == .url, let text, text.pointee == 47 {
    let uri = Argument.bytes(text, limit: field.limit) { Escape.fileURI(ofPath: $0) }
    // A URI that is too long is dropped, because a part of it would be another address.
    box.content.set(.url, uri.byteCount > field.limit ? nil : uri)
  } else {
    box.content.set(field, Argument.text(text, limit: field.limit))
  }
  return NOWPLAYING_OK
}

/// Sets a field that is a list or a date, from one text.
private func set(
  _ box: ContentBox, _ field: nowplaying_field, _ text: UnsafePointer<CChar>?, in function: StaticString = #function
) -> nowplaying_status {
  if let field = ListField(rawValue: field) {
    box.content.set(field, Argument.text(text).map { [$0] })
    return NOWPLAYING_OK
  }
  guard let wanted = IntegerField(rawValue: field), wanted.isDate else {
    return refuse(field, of: box, "this is not a field of a text or a date", in: function)
  }
  let date = Argument.text(text)
  let seconds = date.flatMap(DateText.seconds)
  guard date == nil || seconds != nil else {
    return status(.invalidArgument, "there is no date in this text", in: function)
  }
  box.content.integers[wanted] = seconds
  return NOWPLAYING_OK
}

/// Refuses a field that the setter does not take. The first such field is kept and logged later, because a player may
/// ignore the status. Refusals of other values are not logged: a tag of a file may have any value.
private func refuse(
  _ field: nowplaying_field, of box: ContentBox, _ details: StaticString, in function: StaticString = #function
) -> nowplaying_status {
  if box.refused == 0 { box.refused = field }
  return status(.invalidArgument, details, in: function)
}

@implementation @_cdecl("nowplaying_content_set_texts")
public func nowplaying_content_set_texts(
  _ content: OpaquePointer!, _ field: nowplaying_field, _ texts: UnsafePointer<UnsafePointer<CChar>?>!, _ count: Int
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let wanted = ListField(rawValue: field) else {
    return refuse(field, of: box, "this is not a field of several texts")
  }
  guard count >= 0, count <= Limits.list else {
    return status(.tooLarge, "more than NOWPLAYING_MAX_TEXTS")
  }
  guard count == 0 || texts != nil && Argument.isAligned(texts) else {
    return status(.invalidArgument, "texts is NULL or misaligned")
  }
  let list = Argument.texts(texts, count)
  box.content.set(wanted, list.isEmpty ? nil : list)
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_integer")
public func nowplaying_content_set_integer(
  _ content: OpaquePointer!, _ field: nowplaying_field, _ value: Int64
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let wanted = IntegerField(rawValue: field) else {
    return refuse(field, of: box, "this is not an integer field")
  }
  guard box.tags.takes(wanted, box.content) else {
    return status(.notSupported, "this kind of content has no such field")
  }
  let saysNothing = value < (wanted.countsFromOne ? 1 : 0) && !wanted.isDate
  box.content.integers[wanted] = saysNothing ? nil : value
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_number")
public func nowplaying_content_set_number(
  _ content: OpaquePointer!, _ field: nowplaying_field, _ value: Double
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let wanted = NumberField(rawValue: field) else {
    return refuse(field, of: box, "this is not a number field")
  }
  box.content.numbers[wanted] = value.isNaN ? nil : Clamp.number(value, 0, 1)
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_extra")
public func nowplaying_content_set_extra(
  _ content: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ text: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let key = Argument.text(key), Extra.isKey(key) else {
    return status(.invalidArgument, "this is not a key of the form \"player:name\"")
  }
  guard box.content.extra.set(key, to: Argument.text(text)) else {
    return status(.tooLarge, "more than NOWPLAYING_MAX_EXTRA")
  }
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_chapters")
public func nowplaying_content_set_chapters(
  _ content: OpaquePointer!, _ chapters: UnsafePointer<nowplaying_chapter>!, _ count: Int
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard (0...Limits.chapters).contains(count) else { return status(.tooLarge, "more than NOWPLAYING_MAX_CHAPTERS") }
  do throws(WrongArgument) {
    box.content.chapters = try Chapters.read(chapters, count)
    return NOWPLAYING_OK
  } catch {
    return status(error.failure, text: error.text)
  }
}

@implementation @_cdecl("nowplaying_content_set_tag")
public func nowplaying_content_set_tag(
  _ content: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ bytes: UnsafeRawPointer!, _ size: Int,
  _ ret_field: UnsafeMutablePointer<nowplaying_field>!
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let name else { return status(.invalidArgument, "name is NULL") }
  guard bytes != nil || size == 0 else { return status(.invalidArgument, "bytes is NULL") }
  guard (0...Limits.video).contains(size) else { return status(.tooLarge, "size is beyond NOWPLAYING_MAX_VIDEO_BYTES") }
  guard ret_field == nil || Argument.isAligned(UnsafePointer(ret_field)) else {
    return status(.invalidArgument, "ret_field is misaligned")
  }
  let value = UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: size)
  let field = Argument.bytes(name, limit: Limits.identifier) { box.tags.read($0, value, into: &box.content) }
  ret_field?.pointee = field?.number ?? 0
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_get_text")
public func nowplaying_content_get_text(
  _ content: OpaquePointer!, _ field: nowplaying_field, _ index: Int, _ ret_text: UnsafeMutablePointer<CChar>!,
  _ size: Int
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let ret_text else { return status(.invalidArgument, "ret_text is NULL") }
  let described = box.described
  var found: String?
  switch AnyField(field) {
  case .text(let field)?: found = index == 0 ? described.texts[field] : nil
  case .list(let field)?:
    let list = described.lists[field] ?? []
    if list.indices.contains(index) { found = list[index] }
  default: return status(.invalidArgument, "this is not a field of texts")
  }
  guard let found else { return status(.invalidState, noField) }
  return Argument.write(found, ret_text, size) ? NOWPLAYING_OK : status(.tooLarge, "the text does not fit")
}

private let noField: StaticString = "the content does not have this field"

/// Writes the value of a field to `place`.
///
/// - find: returns nil when there is no such field, and a nil value when the content has no value for it.
private func give<Value>(
  _ place: UnsafeMutablePointer<Value>?, _ content: OpaquePointer?, wrong: StaticString,
  in function: StaticString = #function, _ find: (Content) -> Value??
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle, in: function) }
  guard let place = Argument.place(place) else {
    return status(.invalidArgument, "ret_value is NULL or misaligned", in: function)
  }
  guard let found = find(box.described) else { return status(.invalidArgument, wrong, in: function) }
  guard let value = found else { return status(.invalidState, noField, in: function) }
  place.pointee = value
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_get_integer")
public func nowplaying_content_get_integer(
  _ content: OpaquePointer!, _ field: nowplaying_field, _ ret_value: UnsafeMutablePointer<Int64>!
) -> nowplaying_status {
  give(ret_value, content, wrong: "this is not an integer field") { content in
    IntegerField(rawValue: field).map { content.integers[$0] }
  }
}

@implementation @_cdecl("nowplaying_content_get_number")
public func nowplaying_content_get_number(
  _ content: OpaquePointer!, _ field: nowplaying_field, _ ret_value: UnsafeMutablePointer<Double>!
) -> nowplaying_status {
  give(ret_value, content, wrong: "this is not a number field") { content in
    NumberField(rawValue: field).map { content.numbers[$0] }
  }
}

@implementation @_cdecl("nowplaying_content_unset")
public func nowplaying_content_unset(_ content: OpaquePointer!, _ field: nowplaying_field) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  switch AnyField(field) {
  case .text(let field)?: box.content.texts[field] = nil
  case .list(let field)?: box.content.lists[field] = nil
  case .integer(let field)?: box.content.integers[field] = nil
  case .number(let field)?: box.content.numbers[field] = nil
  case nil: return status(.invalidArgument, "this is not a field")
  }
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_media_type")
public func nowplaying_content_set_media_type(
  _ content: OpaquePointer!, _ type: nowplaying_media_type
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let type = MediaType(rawValue: type) else {
    return status(.invalidArgument, "unknown media type")
  }
  let kind = box.content.kind
  guard type == .video || (kind != .movie && kind != .tvShow) else {
    return status(.notSupported, "movies and TV shows are video")
  }
  box.content.mediaType = type
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_duration")
public func nowplaying_content_set_duration(
  _ content: OpaquePointer!, _ kind: nowplaying_duration_kind, _ duration_us: Int64
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  switch kind {
  case NOWPLAYING_DURATION_UNKNOWN: box.content.duration = .unknown
  case NOWPLAYING_DURATION_LIVE: box.content.duration = .live
  case NOWPLAYING_DURATION_CONTINUOUS: box.content.duration = .continuous
  case NOWPLAYING_DURATION_FINITE where duration_us >= 0: box.content.duration = .finite(Microseconds(duration_us))
  case NOWPLAYING_DURATION_FINITE:
    return status(.invalidArgument, "duration_us is negative")
  default: return status(.invalidArgument, "unknown kind of duration")
  }
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_animated_artwork")
public func nowplaying_content_set_animated_artwork(
  _ content: OpaquePointer!, _ ratio: nowplaying_aspect_ratio, _ artwork_id: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  guard let ratio = AspectRatio(rawValue: ratio) else { return status(.invalidArgument, "unknown aspect ratio") }
  box.content.animatedArtwork[ratio] = Argument.identifier(artwork_id)
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_content_set_artwork")
public func nowplaying_content_set_artwork(
  _ content: OpaquePointer!, _ artwork_id: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let box = Handle.content(content) else { return status(.invalidHandle) }
  box.content.artworkID = Argument.identifier(artwork_id)
  return NOWPLAYING_OK
}
