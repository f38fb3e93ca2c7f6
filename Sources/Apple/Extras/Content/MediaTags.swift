// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

/// The tags of a file, as a decoder reports them, in any system of tags. Give all of them: the library knows what they
/// mean, and ignores those that it does not need.
public struct MediaTags: Equatable, ExpressibleByDictionaryLiteral, Sendable {
  private struct Tag: Equatable {
    let name: [UInt8]
    let value: [UInt8]
  }

  private var tags: [Tag] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list of names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Whether the list has no tags.
  public var isEmpty: Bool { tags.isEmpty }

  /// Adds a tag.
  ///
  /// - Parameters:
  ///   - name: A frame of ID3v2 ("TPE1", "TXXX:MusicBrainz Album Id"), a Vorbis comment, a key of APE, an atom of MP4
  ///     ("©nam"), an attribute of ASF ("WM/AlbumTitle"), or the name of the tag in FFmpeg, GStreamer, MPD, VLC or
  ///     TagLib.
  ///   - value: A text, or several values with NULs between them.
  public mutating func append(_ name: String, _ value: String) { append(name, Array(value.utf8)) }

  /// Adds a tag whose value is given as bytes: UTF-8, or UTF-16 with a mark that says so, or else Windows-1252.
  public mutating func append(_ name: String, _ value: some Sequence<UInt8>) {
    tags.append(Tag(name: Array(name.utf8), value: Array(value)))
  }

  // MARK: Values of the tags

  /// The title; nil when no tag has it.
  public var title: String? { content(.music).texts[.title] }
  /// The artists.
  public var artists: [String] { content(.music).lists[.artists] ?? [] }
  /// The title of the album; nil when no tag has it.
  public var album: String? { content(.music).texts[.album] }

  /// Returns the content that the tags describe, as a content of a kind.
  func content(_ kind: ContentKind) -> Content {
    var content = Content(kind: kind, id: "")
    var reader = TagReader()
    for tag in tags {
      tag.name.withUnsafeBufferPointer { name in
        tag.value.withUnsafeBufferPointer { _ = reader.read(name, $0, into: &content) }
      }
    }
    return content
  }
}

extension Content.Item {
  /// Copies the fields of the tags that the content does not have itself.
  mutating func extend(_ tags: MediaTags) {
    if tags.isEmpty { return }
    let content = tags.content(kind)
    for row in FieldRow.tables.joined() {
      switch AnyField(row.number) {
      case .text(let field)?: if texts[field]?.isEmpty ?? true { texts[field] = content.texts[field] }
      case .list(let field)?: if lists[field]?.isEmpty ?? true { lists[field] = content.lists[field] }
      case .integer(let field)?: if integers[field] == nil { integers[field] = content.integers[field] }
      case .number(let field)?: if numbers[field] == nil { numbers[field] = content.numbers[field] }
      case nil: break
      }
    }
  }
}
