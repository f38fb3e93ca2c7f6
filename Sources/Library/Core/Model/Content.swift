// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of an item.
///
/// Copies share one storage until one of them is changed. So a host sets a content, a commit stores it and the loop
/// reads it without copying its texts.
public struct Content: Equatable, @unchecked Sendable {
  private var storage: Storage

  /// The values of a content.
  public struct Item {
    public var kind: ContentKind
    public var id: String
    public var mediaType: MediaType
    public var duration: MediaDuration
    public var artworkID: String?
    public var artworkURL: String?
    public var animatedArtwork = AnimatedArtwork()
    public var texts = FieldValues<TextField, String>()
    public var lists = FieldValues<ListField, [String]>()
    public var integers = FieldValues<IntegerField, Int64>()
    public var numbers = FieldValues<NumberField, Double>()
    public var extra = Extra()
    public var chapters: Chapters?

    public init(kind: ContentKind, id: String) {
      self.kind = kind
      self.id = id
      mediaType = kind == .movie || kind == .tvShow ? .video : .audio
      duration = kind == .radio ? .live : .unknown
    }
  }

  private final class Storage {
    var item: Item

    init(_ item: consuming Item) { self.item = item }
  }

  public init(kind: ContentKind, id: String) { self.init(Item(kind: kind, id: id)) }

  /// Makes a content of complete values, which costs less than setting them one by one.
  public init(_ item: consuming Item) { storage = Storage(item) }

  /// Gives this content a storage of its own. To be called before each change.
  private mutating func own() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.item) }
  }

  /// A copy of all values.
  public var item: Item { storage.item }

  public var kind: ContentKind { storage.item.kind }

  /// The id of the item within its session. Never empty once the content is set to a session.
  public var id: String {
    get { storage.item.id }
    set {
      own()
      storage.item.id = newValue
    }
  }

  public var mediaType: MediaType {
    get { storage.item.mediaType }
    set {
      own()
      storage.item.mediaType = newValue
    }
  }

  public var duration: MediaDuration {
    get { storage.item.duration }
    set {
      own()
      storage.item.duration = newValue
    }
  }

  /// The id of the item's picture; nil when the item has none.
  public var artworkID: String? {
    get { storage.item.artworkID }
    set {
      own()
      storage.item.artworkID = newValue
    }
  }

  /// The address of the item's picture, where the host gave one. The engine sets it.
  public var artworkURL: String? {
    get { storage.item.artworkURL }
    set {
      own()
      storage.item.artworkURL = newValue
    }
  }

  /// The ids of the item's animated artworks.
  public var animatedArtwork: AnimatedArtwork {
    get { storage.item.animatedArtwork }
    set {
      own()
      storage.item.animatedArtwork = newValue
    }
  }

  public var texts: FieldValues<TextField, String> {
    get { storage.item.texts }
    _modify {
      own()
      yield &storage.item.texts
    }
  }

  /// Sets a text. User and password are removed from an address: anyone who reads what is published could sign in with
  /// them. The query is removed from a title that is an address. A text of one line has no blanks at its ends, so that
  /// one of blanks alone is none.
  public mutating func set(_ field: TextField, _ text: String?) {
    switch field {
    case .url: texts[field] = text.map(Secret.withoutUser)
    case .title: texts[field] = text.map { Secret.title($0.withoutBlanks) }
    case .lyrics, .collectionID, .serviceID: texts[field] = text
    default: texts[field] = text?.withoutBlanks
    }
  }

  /// Sets a list of texts, which have no blanks at their ends.
  public mutating func set(_ field: ListField, _ texts: [String]?) {
    lists[field] = texts.map { $0.map { $0.withoutBlanks } }
  }

  public var lists: FieldValues<ListField, [String]> {
    get { storage.item.lists }
    _modify {
      own()
      yield &storage.item.lists
    }
  }

  public var integers: FieldValues<IntegerField, Int64> {
    get { storage.item.integers }
    _modify {
      own()
      yield &storage.item.integers
    }
  }

  public var numbers: FieldValues<NumberField, Double> {
    get { storage.item.numbers }
    _modify {
      own()
      yield &storage.item.numbers
    }
  }

  /// The texts under keys that the player has defined itself.
  public var extra: Extra {
    get { storage.item.extra }
    _modify {
      own()
      yield &storage.item.extra
    }
  }

  /// The chapters; nil when the item has none.
  public var chapters: Chapters? {
    get { storage.item.chapters }
    set {
      own()
      storage.item.chapters = newValue
    }
  }

  /// Whether the item is an advertisement, which may not be skipped.
  public var isAdvertisement: Bool { (storage.item.integers[.advertisement] ?? 0) != 0 }

  /// The content as another kind, without the fields that this kind does not have.
  func described(as kind: ContentKind) -> Content {
    var item = storage.item
    item.kind = kind
    if kind == .movie || kind == .tvShow { item.mediaType = .video }
    for entry in item.texts.entries where !entry.field.belongs(to: kind) { item.texts[entry.field] = nil }
    for entry in item.integers.entries where !entry.field.belongs(to: kind) { item.integers[entry.field] = nil }
    return Content(item)
  }

  /// Whether two contents share one storage, and so are equal without comparing values.
  public func isIdentical(to other: Content) -> Bool { storage === other.storage }

  public static func == (a: Content, b: Content) -> Bool {
    let (a, b) = (a.storage, b.storage)
    if a === b { return true }
    return a.item.kind == b.item.kind && a.item.id.exact == b.item.id.exact && a.item.mediaType == b.item.mediaType
      && a.item.duration == b.item.duration && a.item.artworkID?.exact == b.item.artworkID?.exact
      && a.item.artworkURL?.exact == b.item.artworkURL?.exact
      && a.item.animatedArtwork == b.item.animatedArtwork && a.item.texts == b.item.texts
      && a.item.lists == b.item.lists && a.item.integers == b.item.integers && a.item.numbers == b.item.numbers
      && a.item.extra == b.item.extra && a.item.chapters == b.item.chapters
  }

  /// The length; nil when it is unknown or 0.
  public var length: Microseconds? {
    if case .finite(let length) = duration, length > .zero { return length }
    return nil
  }

  /// Whether the item has positions to seek to: a live broadcast has none.
  public var hasPositions: Bool { duration != .live }

  /// Whether the item has this artist and no other.
  func isOnlyArtist(_ name: String) -> Bool {
    var isThere = false
    for artist in lists[.artists] ?? [] where !artist.isEmpty {
      if isThere || artist.exact != name.exact { return false }
      isThere = true
    }
    return isThere
  }

  /// Whether the album of a podcast, show or broadcast only repeats the name of the show, station or artist, as tags of
  /// podcasts and data of servers do. These kinds have no albums.
  var repeatsItselfAsAlbum: Bool {
    guard kind == .podcast || kind == .tvShow || kind == .radio, let album = texts[.album] else { return false }
    let name = kind == .radio ? texts[.stationName] : texts[.showName]
    return name?.exact == album.exact || isOnlyArtist(album)
  }

  /// The text of a field; nil where it is missing or empty.
  func shown(_ field: TextField) -> String? {
    guard let text = texts[field], !text.isEmpty else { return nil }
    return text
  }

  /// Whether a person who looks at the desktop takes two contents for the same item. A station is one item with one id,
  /// but its songs differ.
  public func looksLike(_ other: Content) -> Bool {
    guard id.exact == other.id.exact else { return false }
    guard kind == .radio || other.kind == .radio else { return true }
    for field in [TextField.title, .programName] where texts[field]?.exact != other.texts[field]?.exact { return false }
    return Array.areSame(lists[.artists] ?? [], other.lists[.artists] ?? [])
  }
}
