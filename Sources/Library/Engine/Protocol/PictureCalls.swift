// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Passes surfaces' requests for pictures and videos to hosts, and the answers back.
final class PictureCalls: LoopBound {
  private let core: AppCore
  private let surfaces: Surfaces
  /// The session that plays on other devices; nil for the calls to all local sessions.
  private let remote: Session?
  private var waiting: [Waiting] = []
  private let open: OpenCalls
  private var kept: KeptPictures { surfaces.kept }

  /// A request to a host, with all calls that its answer is for.
  private final class Waiting {
    let object: SessionObject
    let kind: Request.Kind
    /// The id by which surfaces know the artwork.
    let shown: String
    let width: Int32
    let height: Int32
    /// Nil while it is not known whether videos may be shown.
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

  /// Answers with the picture of a host's artwork id, which surfaces know as `shown`.
  private func giveArtwork(
    _ own: String, _ shown: String, _ provided: StoredPicture?, _ size: (Int32, Int32), _ object: SessionObject,
    _ message: Message
  ) {
    if let provided { return sendProvided(provided, shown, own, object, message) }
    let handler = object.session.handler
    // Hosts are promised a size, so a missing width or height is filled in.
    let (width, height) = (size.0 > 0 ? size.0 : size.1, size.1 > 0 ? size.1 : size.0)
    let wanted = width > 0 ? (width, height) : (ArtworkCache.size, ArtworkCache.size)
    ask(.artwork(own), wanted, Limits.requestTime, object, message, shown) {
      // A host without this callback may still provide the picture.
      if handler.givesArtwork { handler.artwork(own, $0, $1, $2) }
    }
  }

  /// Answers with a picture that a host has provided, which is the same for every size.
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

  /// Converts a provided picture for surfaces. The bytes of a file on a disk were read when it was provided.
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
    ask(.preview(id, ratio), size, Limits.previewTime, object, message) { handler.preview(id, ratio, $0, $1, $2) }
  }

  func getVideo(_ message: Message, _ object: SessionObject) {
    guard let (id, ratio, size) = readAnimated(message, object), let call = open.keep(message) else { return }
    waiting.append(Waiting(object, .video(id, ratio), "", size, call))
    surfaces.callsThatWait += 1
    giveVideos()
  }

  /// Goes on with the calls for videos, once it is known whether videos may be shown.
  func giveVideos() {
    guard !waiting.isEmpty, let reasons = surfaces.reasonsAgainstVideos else { return }
    for wait in waiting where wait.request == nil {
      guard case .video(let id, let ratio) = wait.kind else { continue }
      let handler = wait.session.handler
      for call in end(wait) {
        if !reasons.isEmpty {
          refuseVideo(call.message, reasons)
          continue
        }
        ask(wait.kind, (wait.width, wait.height), Limits.videoTime, wait.object, call.message) {
          handler.video(id, ratio, $0, $1, $2)
        }
      }
    }
  }

  private func refuseVideo(_ message: Message, _ reasons: PreviewOnly) {
    var sentence = "No video may be shown now:"
    for word in reasons.words { sentence += " " + word }
    message.reply(ProtocolRefusal(.previewOnly, sentence))
  }

  /// Reads the wanted size; nil when it is too large and the call was answered.
  private func readSize(_ message: Message) -> (Int32, Int32)? {
    guard let width = message.readUInt32(), let height = message.readUInt32() else {
      message.replyUnreadable()
      return nil
    }
    guard width <= Limits.pixels, height <= Limits.pixels else {
      message.reply(
        ProtocolRefusal(
          .invalidArgument,
          "A picture is at most " + Escape.decimal(Int64(clamping: Limits.pixels)) + " pixels wide and high"))
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
    // An unknown word may be an aspect ratio of a later version: the item has no artwork for it.
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

  /// Asks the host, unless a kept answer or an open request fits.
  private func ask(
    _ kind: Request.Kind, _ size: (Int32, Int32), _ time: Microseconds, _ object: SessionObject, _ message: Message,
    _ shown: String = "", _ perform: (Int32, Int32, Request) -> Void
  ) {
    let session = object.session
    let others = waiting.filter { $0.session === session && $0.request?.kind == kind }
    if let answer = kept.answer(session, kind, size, waiting: others.count) { return Self.reply(answer, message) }
    let same = others.first { $0.width == size.0 && $0.height == size.1 }
    guard same != nil || others.count < KeptPictures.maxWaiting else { return message.reply(OpenCalls.refusal) }
    guard let call = open.keep(message) else { return }
    if let same { return same.calls.append(call) }
    let wait = Waiting(object, kind, shown, size, call)
    let request = Request(
      kind, core.requests, session, now: Instant.now, time: time, limit: Limits.requests, isForSurface: true
    ) { [self] in finish(wait, $0) }
    guard request.hasRoom else {
      open.end(call)
      return message.reply(OpenCalls.refusal)
    }
    wait.request = request
    waiting.append(wait)
    if !session.tell({ _ in perform(size.0, size.1, request) }) { request.cancel() }
  }

  private func finish(_ wait: Waiting, _ answer: Request.Answer) {
    var (answer, key) = (answer, ShownArtwork.noPicture)
    if case .picture(let file) = answer {
      // Surfaces get no bytes of a picture on the web. The picture is remembered, so that they see its address in the
      // item.
      if case .artwork(let id) = wait.kind, file.givenURL != nil { wait.session.remember(file, for: id) }
      (answer, key) = (Self.memory(of: file), file.key)
    }
    note(answer, wait.kind)
    if case .artwork = wait.kind, !wait.object.artwork.answer(wait.shown, by: key) {
      answer = .failed(.cancelled, "The artwork has another id")
    }
    answer = kept.keep(answer, wait.session, wait.kind, (wait.width, wait.height))
    for call in end(wait) { Self.reply(answer, call.message) }
  }

  /// Ends a wait. Returns its calls, which are still to be answered.
  private func end(_ wait: Waiting) -> [KeptMessage] {
    waiting.removeAll { $0 === wait }
    if wait.request == nil { surfaces.callsThatWait -= 1 }
    let calls = wait.calls
    wait.calls = []
    for call in calls { open.end(call) }
    return calls
  }

  /// Logs a picture that surfaces do not get, for the host's developer. A host without a picture has made no mistake,
  /// and neither has one whose cover is on the web, where clients of MPRIS fetch it, or one with a slow network.
  private func note(_ answer: Request.Answer, _ kind: Request.Kind) {
    guard case .failed(let failure, let text) = answer, failure != .cancelled, failure != .timedOut else { return }
    var what = ""
    var isMistake = failure != .noSuchContent
    switch kind {
    case .artwork(let id):
      what = "artwork \"" + id + "\""
      isMistake = isMistake && failure != .notLocal
    case .preview(let id, let ratio): what = "preview \"" + id + "\" (" + ratio.word.string + ")"
    case .video(let id, let ratio): what = "video \"" + id + "\" (" + ratio.word.string + ")"
    default: return
    }
    core.log(isMistake ? .warning : .debug, "No " + what + " for a surface: " + text)
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
      // A surface reads a video from its descriptor, so each is sent one with an offset of its own. Without /proc they
      // share the offset.
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

  /// Drops the pictures of the previous item, after the session has shown another.
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
      // The picture that was provided last replaces earlier ones of its id.
      guard case .artwork(let id) = kind, session === object.session else { return false }
      return object.artwork.others.contains { $0.exact == id.exact }
    }
  }

  /// Drops everything of a session that has ended.
  func remove(_ session: Session) {
    cancel { $0.session === session }
    kept.removeAll { of, _ in of === session }
  }

  /// Cancels all requests, because the connection and its callers are gone.
  func endAll() {
    cancel { _ in true }
    kept.removeAll { [remote] of, _ in remote.map { $0 === of } ?? !of.isRemote }
  }

  /// Whether pictures are kept, or calls wait, that end with their item.
  var isInUse: Bool { !kept.isEmpty || !waiting.isEmpty }

  private func cancel(_ isMeant: (Waiting) -> Bool) {
    let gone = waiting.filter(isMeant)
    for wait in gone {
      // The callers are answered now; the host is called later in the turn.
      wait.request?.reply = nil
      wait.request?.cancel()
      finish(wait, .failed(.cancelled, "The item is gone"))
    }
  }
}
