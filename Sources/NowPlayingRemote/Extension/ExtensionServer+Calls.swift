// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingBus
internal import NowPlayingHost
internal import NowPlayingPush

/// The calls of apps. What they bring goes by way of the main actor, where attributes are decoded, and so all of it
/// stays in the order in which it came.
extension ExtensionServer: RemoteCalls {
  func start(_ message: Message) {
    guard let call = open(message), let json = message.readString() else { return }
    decode(json, for: call) { [self] attributes, data in
      guard let work = newWork(for: attributes.id) else {
        return call.fail(.common(.limitsExceeded), "There are \(RemoteInterface.mostSessions) sessions")
      }
      guard keep(data, of: work) else {
        if !work.isExpected { forget(work) }
        return Self.answer(call, .failure(notOnFile))
      }
      work.give(attributes, mayMake: true) { result in
        if case .failure(let fault) = result { call.fail(fault.error, fault.text) } else { call.succeed(work.id) }
      }
    }
  }

  func update(_ message: Message) {
    guard let call = open(message), let id = message.readString(), let json = message.readString() else { return }
    decode(json, for: call) { [self] attributes, data in
      guard attributes.id.exact == id.exact else {
        return refuse(call, "they are those of another session")
      }
      guard let work = work(for: id), work.isExpected else { return Self.answer(call, .failure(SessionWork.notFound)) }
      guard keep(data, of: work) else { return Self.answer(call, .failure(notOnFile)) }
      work.give(attributes, mayMake: false) { Self.answer(call, $0) }
    }
  }

  func end(_ message: Message) {
    guard let call = open(message), let id = message.readString() else { return }
    inOrder { [self] in end(id) { Self.answer(call, $0) } }
  }

  func requestSystemPrimary(_ message: Message) {
    guard let call = open(message), let id = message.readString() else { return }
    inOrder { [self] in
      guard let work = work(for: id), work.isExpected else { return Self.answer(call, .failure(SessionWork.notFound)) }
      work.becomeSystemPrimary { Self.answer(call, $0) }
    }
  }

  func requestPushToStart(_ message: Message) {
    guard let call = open(message) else { return }
    Self.answer(call, wantStartToken() ? .success(()) : .failure(notOnFile))
  }

  private static func answer(_ call: RemoteCall, _ result: Result<Void, SessionWork.Fault>) {
    switch result {
    case .success: call.succeed()
    case .failure(let fault): call.fail(fault.error, fault.text)
    }
  }

  /// A call that will be answered; nil when it has been already, because this process ends.
  private func open(_ message: Message) -> RemoteCall? {
    openCalls += 1
    let call = RemoteCall(message) { [self] in openCalls -= 1 }
    guard !life.isAtItsEnd else {
      call.fail(.restarting, "The extension is about to be started anew")
      return nil
    }
    save()
    return call
  }

  // MARK: By way of the main actor

  private func decode(
    _ json: String, for call: RemoteCall, then: @escaping @Sendable (DecodedAttributes, Data) -> Void
  ) {
    let data = Data(json.utf8)
    decode(data) { [self] result in
      switch result {
      case .success(let attributes): then(attributes, data)
      case .failure(let fault): refuse(call, fault.reason)
      }
    }
  }

  /// Decodes attributes, and checks their id.
  func decode(_ attributes: Data, then: @escaping @Sendable (Result<DecodedAttributes, AttributesFault>) -> Void) {
    let (host, thread) = (host, thread)
    MainActorWatch.run {
      let result = Self.decode(attributes, by: host)
      thread.post { then(result) }
    }
  }

  @MainActor static func decode(
    _ attributes: Data, by host: any ExtensionHost
  ) -> Result<DecodedAttributes, AttributesFault> {
    do throws(AttributesFault) {
      let decoded = try host.decode(attributes)
      try AttributesJSON.check(id: decoded.id)
      return .success(decoded)
    } catch {
      return .failure(error)
    }
  }

  private func inOrder(_ body: @escaping @Sendable () -> Void) {
    let thread = thread
    MainActorWatch.run { thread.post(body) }
  }

  private func refuse(_ call: RemoteCall, _ reason: String) {
    if executable.isReplaced {
      // Given back first: whoever repeats the call reaches the one that was installed.
      leave()
      return call.fail(.restarting, "Another version of the extension was installed")
    }
    say(.warning, "attributes refused: \(reason)")
    call.fail(.invalidAttributes, reason)
  }
}
