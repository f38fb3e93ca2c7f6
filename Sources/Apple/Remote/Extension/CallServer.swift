// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingPush

/// Carries out the calls of apps. Belongs to the extension's bus thread.
///
/// Each call goes by way of the main actor, where attributes are decoded, so that all calls stay in the order in which
/// they came.
final class CallServer: RemoteCalls, @unchecked Sendable {
  /// The number of calls that are not answered yet.
  private(set) var openCalls = 0
  private let thread: BusThread
  private let host: any ExtensionHost
  private let executable: Executable
  private let sessions: SessionStore
  private let registrations: PushRegistrations
  private unowned(unsafe) let process: any ExtensionProcess

  init(
    _ thread: BusThread, _ host: any ExtensionHost, _ executable: Executable, _ sessions: SessionStore,
    _ registrations: PushRegistrations, _ process: any ExtensionProcess
  ) {
    self.thread = thread
    self.host = host
    self.executable = executable
    self.sessions = sessions
    self.registrations = registrations
    self.process = process
  }

  var lines: [RemoteSessionLine] { sessions.lines }
  var startToken: String { registrations.startToken }
  func touched() { process.touched() }

  func start(_ message: Message) {
    guard let call = open(message), let json = message.readString() else { return }
    decode(json, for: call) { [self] attributes, data in
      guard let work = sessions.newWork(for: attributes.id) else {
        return call.fail(.common(.limitsExceeded), "There are \(PushLimits.sessions) sessions")
      }
      guard sessions.keep(data, of: work) else {
        if !work.isExpected { sessions.isDone(work) }
        return Self.answer(call, .failure(sessions.notOnFile))
      }
      work.show(attributes, mayMake: true) { result in
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
      guard let work = work(for: id, call) else { return }
      guard sessions.keep(data, of: work) else { return Self.answer(call, .failure(sessions.notOnFile)) }
      work.show(attributes, mayMake: false) { Self.answer(call, $0) }
    }
  }

  func end(_ message: Message) {
    guard let call = open(message), let id = message.readString() else { return }
    thread.postByMainActor { [sessions] in sessions.end(id) { Self.answer(call, $0) } }
  }

  func requestSystemPrimary(_ message: Message) {
    guard let call = open(message), let id = message.readString() else { return }
    thread.postByMainActor { [self] in
      work(for: id, call)?.becomeSystemPrimary { Self.answer(call, $0) }
    }
  }

  func requestPushToStart(_ message: Message) {
    guard let call = open(message) else { return }
    Self.answer(call, registrations.registerForStarts() ? .success(()) : .failure(sessions.notOnFile))
  }

  /// Returns the work of a session; nil when there is no such session: then the call has been answered with an error.
  private func work(for id: String, _ call: RemoteCall) -> SessionWork? {
    if let work = sessions.work(for: id), work.isExpected { return work }
    Self.answer(call, .failure(SessionWork.notFound))
    return nil
  }

  private static func answer(_ call: RemoteCall, _ result: Result<Void, SessionWork.CallError>) {
    switch result {
    case .success: call.succeed()
    case .failure(let fault): call.fail(fault.error, fault.text)
    }
  }

  /// Makes a call that will be answered; nil when it was answered at once, because this process is ending.
  private func open(_ message: Message) -> RemoteCall? {
    openCalls += 1
    let call = RemoteCall(message) { [self] in openCalls -= 1 }
    guard !process.life.isAtItsEnd else {
      call.fail(.restarting, "The extension is about to be started anew")
      return nil
    }
    sessions.save()
    return call
  }

  private func decode(
    _ json: String, for call: RemoteCall, then: @escaping @Sendable (DecodedAttributes, Data) -> Void
  ) {
    let data = Data(json.utf8)
    host.decode(data, in: thread) { [self] result in
      switch result {
      case .success(let attributes): then(attributes, data)
      case .failure(let fault): refuse(call, fault.reason)
      }
    }
  }

  private func refuse(_ call: RemoteCall, _ reason: String) {
    if executable.isReplaced {
      // The name is given back before the answer, so that an app that repeats the call reaches the newly installed
      // version.
      process.leave()
      return call.fail(.restarting, "Another version of the extension was installed")
    }
    SharedApp.shared.log(.warning, "attributes refused: \(reason)")
    call.fail(.invalidAttributes, reason)
  }
}
