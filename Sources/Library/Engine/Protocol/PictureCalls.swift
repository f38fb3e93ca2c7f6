// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Brings what surfaces ask of pictures and videos to hosts, and what hosts give back to them. Belongs to the loop.
final class PictureCalls {
  private let core: AppCore
  private let surfaces: Surfaces
  /// Nil for all local sessions; else the one that plays on other devices.
  private let remote: Session?
  private var waiting: [Waiting] = []
  private let open: OpenCalls
  private var kept: KeptPictures { surfaces.kept }

  /// One request to a host, and all calls that it will answer.
  private final class Waiting {
    let object: SessionObject
    let kind: Request.Kind
    /// The id by which surfaces know an artwork.
    let shown: String
    let width: Int32
    let height: Int32
    var request: Request?
    var calls: [KeptMessage]
    var session: Session { object.session }

    init(
      _ object: SessionObject, _ kind: Request.Kind, _ shown: String, _ size: (Int32, Int32), _ call: KeptMessage
    ) {
      (self.object, self.kind, self.shown) = (object, kind, shown)
      (width, height) = size
      calls = [call]
    }
  }

  /// The widest and highest picture that can be asked for.
  static let most: UInt32 = 16_384
  /// How long hosts may take for a preview, which surfaces show at once, and for a video, in µs.
  static let previewTime: Int64 = 2_000_000
  static let videoTime: Int64 = 30_000_000

  init(_ core: AppCore, _ surfaces: Surfaces, _ open: OpenCalls, remote: Session?) {
    self.core = core
    self.surfaces = surfaces
    self.remote = remote
    self.open = open
  }

  // MARK: Calls

  func getArtwork(_ message: Message, _ object: SessionObject) {
    guard let id = message.readString() else { return message.replyUnreadable() }
    guard let size = readSize(message) else { return }
    if let shown = object.artwork.id, !shown.isEmpty, ProtocolID.item(shown).exact == id.exact {
      guard let own = object.artwork.own else { return refuseID(message) }
      return giveArtwork(own, shown, object.artwork.picture, size, object, message)
    }
    guard let (own, shown) = object.artwork.chapter(id, of: object.committed?.state.content?.chapters) else {
      return refuseID(message)
    }
    let provided = object.session.provided(own)
    guard object.artwork.takes(shown, for: provided?.key ?? ShownArtwork.noPicture) else { return refuseID(message) }
    giveArtwork(own, shown, provided, size, object, message)
  }

  /// Gives the picture of an artwork id of the host, which surfaces know as `shown`.
  private func giveArtwork(
    _ own: String, _ shown: String, _ provided: StoredPicture?, _ size: (Int32, Int32), _ object: SessionObject,
    _ message: Message
  ) {
    if let provided { return sendProvided(provided, shown, own, object, message) }
    let handler = object.session.handler
    // Hosts are promised a size.
    let (width, height) = (size.0 > 0 ? size.0 : size.1, size.1 > 0 ? size.1 : size.0)
    let wanted = width > 0 ? (width, height) : (ArtworkCache.size, ArtworkCache.size)
    ask(.artwork(own), wanted, Request.timeLimit, object, message, shown) {
      // A host that takes no question may provide the picture all the same.
      if handler.givesArtwork { handler.artwork(own, $0, $1, $2) }
    }
  }

  /// Gives the picture that a host has provided, which is the same at each size.
  private func sendProvided(
    _ file: StoredPicture, _ shown: String, _ own: String, _ object: SessionObject, _ message: Message
  ) {
    let (kind, none) = (Request.Kind.artwork(own), (Int32.zero, Int32.zero))
    object.artwork.answer(shown, by: file.key)
    if let answer = kept.answer(object.session, kind, none, waiting: 0) { return Self.reply(answer, message) }
    let answer = Self.memory(of: file)
    note(answer, kind)
    if case .failed(.io, _) = answer, let picture = object.committed?.picture, picture.id.exact == own.exact {
      object.session.lose(picture)
    }
    Self.reply(kept.keep(answer, object.session, kind, none), message)
  }

  /// Returns a picture that a host has provided, as surfaces get it. What lies on a disk was read when it was provided.
  private static func memory(of file: StoredPicture) -> Request.Answer {
    if let memory = file.memory { return .memory(memory) }
    var result = Result<MemoryPicture, Failure>.failure(.io)
    let failure = PictureSource.address(file.url).read(unreadable: { _ in }) { bytes, _ in
      result = MemoryPicture.make(bytes, nil)
      return nil
    }
    switch result {
    case .success(let picture): return .memory(picture)
    case .failure(let other): return .failed(failure ?? other, (failure ?? other).sentence.string)
    }
  }

  func getPreview(_ message: Message, _ object: SessionObject) {
    guard let (id, ratio, size) = readAnimated(message, object) else { return }
    let handler = object.session.handler
    ask(.preview(id, ratio), size, Self.previewTime, object, message) { handler.preview(id, ratio, $0, $1, $2) }
  }

  func getVideo(_ message: Message, _ object: SessionObject) {
    guard let (id, ratio, size) = readAnimated(message, object) else { return }
    let why = surfaces.previewOnly
    guard why.isEmpty else {
      var sentence = "No video may be shown now:"
      for word in why.words { sentence += " " + word }
      return message.reply(ProtocolRefusal(.previewOnly, sentence))
    }
    let handler = object.session.handler
    ask(.video(id, ratio), size, Self.videoTime, object, message) { handler.video(id, ratio, $0, $1, $2) }
  }

  /// The size that is wanted; nil when the call is answered because it cannot be had.
  private func readSize(_ message: Message) -> (Int32, Int32)? {
    guard let width = message.readUInt32(), let height = message.readUInt32() else {
      message.replyUnreadable()
      return nil
    }
    guard width <= Self.most, height <= Self.most else {
      message.reply(ProtocolRefusal(.invalidArgument, "A picture is at most 16384 pixels wide and high"))
      return nil
    }
    return (Int32(clamping: width), Int32(clamping: height))
  }

  private func readAnimated(
    _ message: Message, _ object: SessionObject
  ) -> (id: String, ratio: AspectRatio, size: (Int32, Int32))? {
    guard let id = message.readString(), let word = message.readString() else {
      message.replyUnreadable()
      return nil
    }
    guard let size = readSize(message) else { return nil }
    // A word that is not known may be one of a later version: the item has nothing of it.
    guard let ratio = AspectRatio(word: word),
      let own = object.committed?.state.content?.animatedArtwork[ratio], !own.isEmpty,
      object.session.handler.givesAnimatedArtwork, ProtocolID.item(own).exact == id.exact
    else {
      refuseID(message)
      return nil
    }
    return (own, ratio, size)
  }

  private func refuseID(_ message: Message) {
    message.reply(ProtocolRefusal(.notFound, "The present item has no picture of this id"))
  }

  // MARK: Asking

  /// Asks the host, unless it has been asked the same before, or for as many sizes as are kept.
  private func ask(
    _ kind: Request.Kind, _ size: (Int32, Int32), _ time: Int64, _ object: SessionObject, _ message: Message,
    _ shown: String = "", _ perform: (Int32, Int32, Request) -> Void
  ) {
    let session = object.session
    let others = waiting.filter { $0.session === session && $0.kind == kind }
    if let answer = kept.answer(session, kind, size, waiting: others.count) { return Self.reply(answer, message) }
    let same = others.first { $0.width == size.0 && $0.height == size.1 }
    guard same != nil || others.count < KeptPictures.maxWaiting, let sender = message.sender, open.begin(sender) else {
      return message.reply(OpenCalls.refusal)
    }
    let call = KeptMessage(message)
    call.dropBody()
    if let same { return same.calls.append(call) }
    let wait = Waiting(object, kind, shown, size, call)
    let request = Request(
      kind, core.requests, session, now: np_now_us(), time: time, limit: Limits.requests, isForSurface: true
    ) { [self] in finish(wait, $0) }
    guard request.hasRoom else {
      open.end(sender)
      return message.reply(OpenCalls.refusal)
    }
    wait.request = request
    waiting.append(wait)
    if !session.tell({ _ in perform(size.0, size.1, request) }) { request.cancel() }
  }

  private func finish(_ wait: Waiting, _ answer: Request.Answer) {
    waiting.removeAll { $0 === wait }
    var (answer, key) = (answer, ShownArtwork.noPicture)
    if case .picture(let file) = answer {
      // Surfaces, which get no picture of the web, are told where it is.
      if case .artwork(let id) = wait.kind, file.givenURL != nil { wait.session.remember(file, for: id) }
      (answer, key) = (Self.memory(of: file), file.key)
    }
    note(answer, wait.kind)
    if case .artwork = wait.kind, !wait.object.artwork.answer(wait.shown, by: key) {
      answer = .failed(.cancelled, "The artwork has another id")
    }
    answer = kept.keep(answer, wait.session, wait.kind, (wait.width, wait.height))
    for call in wait.calls {
      if let sender = call.message.sender { open.end(sender) }
      Self.reply(answer, call.message)
    }
    wait.calls = []
  }

  /// Tells the host's developer what surfaces do not get. A host without a picture has made no mistake, and neither has
  /// one whose picture comes from a slow network.
  private func note(_ answer: Request.Answer, _ kind: Request.Kind) {
    guard case .failed(let failure, let text) = answer, failure != .cancelled, failure != .timedOut else { return }
    var what = ""
    switch kind {
    case .artwork(let id): what = "artwork \"" + id + "\""
    case .preview(let id, let ratio): what = "preview \"" + id + "\" (" + ratio.word.string + ")"
    case .video(let id, let ratio): what = "video \"" + id + "\" (" + ratio.word.string + ")"
    default: return
    }
    core.log(failure == .noSuchContent ? .debug : .warning, "No " + what + " for a surface: " + text)
  }

  private static func reply(_ answer: Request.Answer, _ message: Message) {
    switch answer {
    case .memory(let picture):
      message.reply(otherwise: ProtocolError.failed.name) { reply in
        var result = reply.append(descriptor: picture.descriptor)
        if result >= 0 { result = reply.append(picture.format.mimeType) }
        if result >= 0 { result = reply.append(picture.width) }
        if result >= 0 { result = reply.append(picture.height) }
        return result
      }
    case .video(let video):
      // With an offset of its own, because it is read and not mapped. Where the system has no /proc it is shared.
      let own = np_open_again(video.descriptor)
      defer { np_close(own) }
      message.reply(otherwise: ProtocolError.failed.name) { reply in
        reply.append(descriptor: own < 0 ? video.descriptor : own).then(reply.append(video.format.mimeType))
      }
    case .failed(let failure, let text):
      message.reply(ProtocolRefusal(ProtocolError(failure, isAsset: true), text))
    case .done, .picture: message.reply(ProtocolRefusal(.failed, "The player gave no picture"))
    }
  }

  // MARK: Endings

  /// The session shows another item: pictures of the one before are not wanted any more.
  func check(_ object: SessionObject) {
    let content = object.committed?.state.content
    let isGone = { (session: Session, kind: Request.Kind) -> Bool in
      guard session === object.session else { return false }
      switch kind {
      case .artwork(let id):
        return content?.artworkID?.exact != id.exact && content?.chapters?.artwork(ProtocolID.item(id)) == nil
      case .preview(let id, let ratio), .video(let id, let ratio):
        return content?.animatedArtwork[ratio]?.exact != id.exact
      default: return false
      }
    }
    cancel { isGone($0.session, $0.kind) }
    kept.removeAll { session, kind in
      if isGone(session, kind) { return true }
      // The one that was provided last is the picture.
      guard case .artwork(let id) = kind, session === object.session else { return false }
      return object.artwork.others.contains { $0.exact == id.exact }
    }
  }

  /// The session has ended.
  func remove(_ session: Session) {
    cancel { $0.session === session }
    kept.removeAll { of, _ in of === session }
  }

  /// The connection is gone, and with it all who asked.
  func endAll() {
    cancel { _ in true }
    kept.removeAll { [remote] of, _ in remote.map { $0 === of } ?? !of.isRemote }
  }

  /// Whether something is kept that goes with its item.
  var keepsAny: Bool { !kept.isEmpty }

  private func cancel(_ isMeant: (Waiting) -> Bool) {
    let gone = waiting.filter(isMeant)
    for wait in gone {
      // The answer goes out now, and the host is called in its turn.
      wait.request?.reply = nil
      wait.request?.cancel()
      finish(wait, .failed(.cancelled, "The item is gone"))
    }
  }
}
