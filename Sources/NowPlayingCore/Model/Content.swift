// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of an item.
///
/// A value whose copies share one storage until they are changed: a host sets it, a commit takes it, the loop reads it,
/// and none of them should pay for its texts.
public struct Content: Equatable, @unchecked Sendable {
  private var storage: Storage

  private final class Storage {
    let kind: ContentKind
    var id: String
    var mediaType: MediaType
    var duration: MediaDuration
    var artworkID: String?
    var animatedArtwork: AnimatedArtwork?
    var texts = FieldValues<TextField, String>()
    var lists = FieldValues<ListField, [String]>()
    var integers = FieldValues<IntegerField, Int64>()
    var numbers = FieldValues<NumberField, Double>()

    init(kind: ContentKind, id: String) {
      self.kind = kind
      self.id = id
      mediaType = kind == .movie || kind == .tvShow ? .video : .audio
      duration = kind == .radio ? .live : .unknown
    }

    init(copying other: Storage) {
      kind = other.kind
      id = other.id
      mediaType = other.mediaType
      duration = other.duration
      artworkID = other.artworkID
      animatedArtwork = other.animatedArtwork
      texts = other.texts
      lists = other.lists
      integers = other.integers
      numbers = other.numbers
    }
  }

  public init(kind: ContentKind, id: String) { storage = Storage(kind: kind, id: id) }

  /// To be called before each change.
  private mutating func own() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
  }

  public var kind: ContentKind { storage.kind }

  /// Names the item within its session. Never empty once it is set to a session.
  public var id: String {
    get { storage.id }
    set {
      own()
      storage.id = newValue
    }
  }

  public var mediaType: MediaType {
    get { storage.mediaType }
    set {
      own()
      storage.mediaType = newValue
    }
  }

  public var duration: MediaDuration {
    get { storage.duration }
    set {
      own()
      storage.duration = newValue
    }
  }

  /// Names the item's picture; nil when it has none.
  public var artworkID: String? {
    get { storage.artworkID }
    set {
      own()
      storage.artworkID = newValue
    }
  }

  public var animatedArtwork: AnimatedArtwork? {
    get { storage.animatedArtwork }
    set {
      own()
      storage.animatedArtwork = newValue
    }
  }

  public var texts: FieldValues<TextField, String> {
    get { storage.texts }
    _modify {
      own()
      yield &storage.texts
    }
  }

  public var lists: FieldValues<ListField, [String]> {
    get { storage.lists }
    _modify {
      own()
      yield &storage.lists
    }
  }

  public var integers: FieldValues<IntegerField, Int64> {
    get { storage.integers }
    _modify {
      own()
      yield &storage.integers
    }
  }

  public var numbers: FieldValues<NumberField, Double> {
    get { storage.numbers }
    _modify {
      own()
      yield &storage.numbers
    }
  }

  /// Whether they are the same without a look at their values.
  public func isIdentical(to other: Content) -> Bool { storage === other.storage }

  public static func == (a: Content, b: Content) -> Bool {
    let (a, b) = (a.storage, b.storage)
    if a === b { return true }
    return a.kind == b.kind && a.id.exact == b.id.exact && a.mediaType == b.mediaType && a.duration == b.duration
      && a.artworkID?.exact == b.artworkID?.exact && a.animatedArtwork == b.animatedArtwork && a.texts == b.texts
      && a.lists == b.lists && a.integers == b.integers && a.numbers == b.numbers
  }

  /// The length in microseconds, when it has one that is greater than 0.
  public var length: Int64? {
    if case .finite(let length) = duration, length > 0 { return length }
    return nil
  }

  /// Whether it makes sense to go to a position in it.
  public var hasPositions: Bool { duration != .live }

  /// Whether both describe the same thing to look at. Of a station, which is one item, the next song is another.
  public func looksLike(_ other: Content) -> Bool {
    guard id.exact == other.id.exact else { return false }
    guard kind == .radio || other.kind == .radio else { return true }
    for field in [TextField.title, .programName] where texts[field]?.exact != other.texts[field]?.exact { return false }
    return Array.areSame(lists[.artists] ?? [], other.lists[.artists] ?? [])
  }
}
