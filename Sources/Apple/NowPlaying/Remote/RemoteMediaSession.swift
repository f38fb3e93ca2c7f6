// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingRemote

/// A session that plays on other devices and is shown by the app's extension, as the app sees it.
///
/// The object is a handle: releasing it does not end the session, which outlives the app. While a handle of a session
/// exists, no second one is made.
@Observable
@MainActor public class RemoteMediaSession<Attributes> where Attributes: RemoteMediaSessionAttributes {
  /// The id of the session's attributes.
  public nonisolated let id: String

  @ObservationIgnored private let served: RemoteExtension

  private init(_ id: String, _ served: RemoteExtension) {
    self.id = id
    self.served = served
  }

  private static var served: RemoteExtension { .serving(String(describing: Attributes.self)) }

  private static func handle(_ id: String, _ served: RemoteExtension) -> RemoteMediaSession<Attributes> {
    RemoteHandles.shared.handle(id, served.name) { RemoteMediaSession(id, served) }
  }

  /// Starts a session: the extension makes it, and when this function returns it is on the desktop. If a session with
  /// the attributes' id exists already, the attributes update it.
  ///
  /// - Throws: ``RemoteMediaSessionError/invalidAttributes`` when the extension cannot read the attributes,
  ///   ``RemoteMediaSessionError/internalFailure`` for any other failure, such as when the extension is not installed,
  ///   and the errors of encoding the attributes.
  public static func start(attributes: Attributes) async throws -> RemoteMediaSession<Attributes> {
    let served = served
    let text = try Self.text(attributes)
    return handle(try await Self.translating { try await served.start(text) }, served)
  }

  /// All sessions of the extension, in the order in which they were started.
  public static func sessions() async throws -> [RemoteMediaSession<Attributes>] {
    let served = served
    return try await Self.translating { try await served.sessions() }.map { handle($0, served) }
  }

  /// The address to which the app's server pushes to start a session: a PushSubscription of the web's Push API, in
  /// JSON. Nil until there is one. Reading this property registers the extension for such pushes.
  public static var pushToStartToken: Data? { served.startToken }

  /// The present token, if there is one, and each later one.
  public static var pushToStartTokenUpdates: AsyncStream<Data> { served.startTokenUpdates }

  /// Whether the session is the one that the whole desktop should drive.
  public var isSystemPrimary: Bool { served.isSystemPrimary(id) }

  /// Gives the session new attributes, which replace all former ones.
  ///
  /// - Throws: The errors of ``start(attributes:)``; ``RemoteMediaSessionError/invalidAttributes`` also when the
  ///   attributes have another id.
  public func update(_ attributes: Attributes) async throws {
    guard attributes.id.utf8.elementsEqual(id.utf8) else { throw RemoteMediaSessionError.invalidAttributes }
    let (id, served, text) = (id, served, try Self.text(attributes))
    try await Self.translating { try await served.update(id, text) }
  }

  /// Asks that the whole desktop drive the session before all others.
  public func requestToBecomeSystemPrimary() async throws {
    let (id, served) = (id, served)
    try await Self.translating { try await served.requestSystemPrimary(id) }
  }

  /// Ends the session. When this function returns, the session is gone from the desktop.
  public func end() async throws {
    let (id, served) = (id, served)
    try await Self.translating { try await served.end(id) }
  }

  private static func text(_ attributes: Attributes) throws -> String {
    String(decoding: try JSONEncoder().encode(attributes), as: UTF8.self)
  }

  private static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch RemoteFailure.invalidAttributes {
      throw RemoteMediaSessionError.invalidAttributes
    } catch is RemoteFailure {
      throw RemoteMediaSessionError.internalFailure
    }
  }
}

extension RemoteMediaSession: Identifiable {}

/// The handles that exist, by their sessions.
@MainActor private final class RemoteHandles {
  static let shared = RemoteHandles()

  private struct Key: Hashable {
    let type: ObjectIdentifier
    let served: String
    let id: Data
  }

  private struct Held {
    weak var handle: AnyObject?
  }

  private var handles: [Key: Held] = [:]

  func handle<Handle: AnyObject>(_ id: String, _ served: String, _ make: () -> Handle) -> Handle {
    let key = Key(type: ObjectIdentifier(Handle.self), served: served, id: Data(id.utf8))
    if let present = handles[key]?.handle as? Handle { return present }
    handles = handles.filter { $0.value.handle != nil }
    let new = make()
    handles[key] = Held(handle: new)
    return new
  }
}
