// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingBus
internal import NowPlayingCore
internal import NowPlayingPush

/// An extension, as its app sees it. Calls the extension, and starts it again when it ends while it has sessions.
/// Belongs to the thread of its client.
final class ExtensionPeer: @unchecked Sendable {
  private let name: String
  private let path: String
  private unowned(unsafe) let client: RemoteClient
  private let thread: BusThread
  /// The unique name of the extension's connection, which tells its signals from those of other programs.
  private var owner: String?
  private var ownedSince = Instant.min
  /// The sessions of the extension, as it last said.
  private var sessions: [RemoteSessionLine] = []
  private var subscriptions: [Subscription?] = []
  private var restart: BusThread.Timer?
  /// How often the extension was started again since the app used it last, or since it lived for long.
  private var restarts = 0
  private var hasSaidNotInstalled = false
  /// The state of the request for a push-to-start token.
  private var tokenRequest = TokenRequest.none
  /// The last logged error of the request for a push-to-start token.
  private var tokenError = ""
  /// Watches for the installation of services after the request for a token has failed. dbus-broker does not signal
  /// installations.
  private var installations: Subscription?
  /// Watches for distributors, from the first request for a token on.
  private var distributors: Subscription?
  /// The push-to-start token; "" while none is known.
  private var startToken = ""

  private enum TokenRequest {
    case none, sent, failed, succeeded
  }

  /// How long a call may take.
  private static let timeout: Microseconds = .seconds(30)
  private static let pauses: [Microseconds] = [.milliseconds(500), .seconds(2), .seconds(8)]
  private static let longLife: Microseconds = .seconds(60)

  init(_ name: String, _ client: RemoteClient, _ thread: BusThread) {
    self.name = name
    self.client = client
    self.thread = thread
    path = RemoteInterface.path(of: name)
  }

  // MARK: Calls

  /// Calls a method. `read` returns the wanted value of the answer.
  func call<Value>(
    _ member: StaticString, _ arguments: [String], _ read: @escaping (Message) -> Value?,
    _ done: @escaping (Result<Value, RemoteFailure>) -> Void
  ) {
    restarts = 0
    send(RemoteInterface.name, member, arguments, read, repeats: true, done)
  }

  /// Reads the list of sessions.
  func readSessions(_ done: @escaping (Result<[String], RemoteFailure>) -> Void) {
    restarts = 0
    send(
      "org.freedesktop.DBus.Properties", "Get", [RemoteInterface.name.description, "Sessions"],
      { Self.readLines(inVariantOf: $0) }, repeats: true
    ) { [self] result in
      if case .success(let lines) = result { changed(lines) }
      done(result.map { $0.map(\.id) })
    }
  }

  private func readToken() {
    look("PushToStartToken", Self.readToken) { [self] in changed(token: $0) }
  }

  private static func readToken(inVariantOf message: Message) -> String? {
    message.readVariant("s") { message.readString() }
  }

  /// Reads the token that was requested. The call goes to the bus name, because the token is wanted even if the process
  /// that was asked for it has ended.
  private func fetchToken() {
    send(
      "org.freedesktop.DBus.Properties", "Get", [RemoteInterface.name.description, "PushToStartToken"],
      { Self.readToken(inVariantOf: $0) }, repeats: true
    ) { [self] result in
      if case .success(let token) = result { changed(token: token) }
    }
  }

  /// Reads a property of the process that owns the name now. The call goes to its unique name: a call to the bus name
  /// would start another process if this one has ended by then.
  private func look<Value>(
    _ property: String, _ read: @escaping (Message) -> Value?, take: @escaping (Value) -> Void
  ) {
    guard let owner else { return }
    let fill = { (message: Message) -> Int32 in
      message.append(RemoteInterface.name).then(message.append(property))
    }
    client.whenConnected { [path] connection in
      connection?.call(
        owner, path, "org.freedesktop.DBus.Properties", "Get", fill, timeout: Self.timeout
      ) { reply in
        if let reply, !reply.isError, let value = read(reply) { take(value) }
      }
    }
  }

  /// Registers the extension for pushes that start sessions, unless that is done already. A request that has failed is
  /// repeated when this function is called, when the extension or the bus appears, and when a service is installed. A
  /// request that has succeeded without a token is repeated when the bus or a distributor appears, because the
  /// extension ends while there is no distributor.
  func requestPushToStart() {
    guard tokenRequest == .none || tokenRequest == .failed else { return }
    restarts = 0
    sendTokenRequest()
  }

  private func repeatTokenRequest() {
    if tokenRequest == .failed { sendTokenRequest() }
  }

  /// Asks again for a token, when the extension has ended without one.
  private func repeatWithoutToken() {
    if tokenRequest == .succeeded, startToken.isEmpty { sendTokenRequest() }
  }

  private func sendTokenRequest() {
    tokenRequest = .sent
    awaitDistributors()
    send(RemoteInterface.name, "RequestPushToStart", [], { _ in () }, repeats: true) { [self] result in
      switch result {
      case .success:
        tokenRequest = .succeeded
        installations = nil
        fetchToken()
      case .failure(let failure):
        tokenRequest = .failed
        let name = name
        MainActorWatch.run { RemoteExtension.named(name).startTokenWasRefused() }
        if case .other(let reason) = failure, reason != tokenError {
          tokenError = reason
          SharedApp.shared.log(.warning, "\(name): no push-to-start token yet: \(reason)")
        }
        awaitInstallation()
      }
    }
  }

  private func awaitInstallation() {
    guard installations == nil else { return }
    let match = "type='signal',sender='org.freedesktop.DBus',member='ActivatableServicesChanged'"
    client.whenConnected { [self] connection in
      installations = connection?.subscribe(match) { [self] message in
        if message.isFromBus { repeatTokenRequest() }
      }
    }
  }

  /// Watches for distributors. The watch begins before the request is sent, so that it misses none after the answer;
  /// until the answer the extension itself notices new distributors.
  private func awaitDistributors() {
    guard distributors == nil else { return }
    client.whenConnected { [self] connection in
      distributors = connection?.watchDistributors { [self] _, isRunning in
        if isRunning { repeatWithoutToken() }
      }
    }
  }

  private func send<Value>(
    _ interface: StaticString, _ member: StaticString, _ arguments: [String],
    _ read: @escaping (Message) -> Value?, repeats: Bool, _ done: @escaping (Result<Value, RemoteFailure>) -> Void
  ) {
    client.whenConnected { [self] connection in
      guard let connection else { return done(.failure(.other("there is no session bus"))) }
      let fill = { (message: Message) in message.append(each: arguments) { message.append($0) } }
      connection.call(name, path, interface, member, fill, timeout: Self.timeout, starts: true) { [self] reply in
        guard let reply else { return done(.failure(.other("the call could not be sent"))) }
        if let error = reply.errorName {
          if repeats, error == RemoteError.restarting.name.description {
            return send(interface, member, arguments, read, repeats: false, done)
          }
          return done(.failure(failure(error, reply.readString() ?? "")))
        }
        done(read(reply).map { .success($0) } ?? .failure(.other("the answer is of another type")))
      }
    }
  }

  private func failure(_ error: String, _ text: String) -> RemoteFailure {
    switch error {
    case RemoteError.invalidAttributes.name.description: return .invalidAttributes(text)
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
      if !hasSaidNotInstalled {
        hasSaidNotInstalled = true
        SharedApp.shared.log(
          .error,
          """
          \(name) is not installed: run the extension's executable with --install. If that is done, the bus looks in \
          another folder: it must have the same XDG_DATA_HOME
          """)
      }
      return .notInstalled
    default: return .other("\(error): \(text)")
    }
  }

  // MARK: Signals of the extension

  func watch(_ connection: Connection) {
    let owner = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
    let properties = """
      type='signal',path='\(path)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',\
      arg0='\(RemoteInterface.name)'
      """
    subscriptions = [
      connection.subscribe(owner) { [self] message in
        guard message.isFromBus, message.readString() == name, message.readString() != nil else { return }
        if let new = message.readString() { ownerChanged(new.isEmpty ? nil : new) }
      },
      connection.subscribe(properties) { [self] message in
        guard message.sender == self.owner else { return }
        _ = message.readString()
        readChanges(message)
      },
    ]
    connection.callBus("GetNameOwner") {
      $0.append(name)
    } answer: { [self] reply in
      if let reply, !reply.isError, let owner = reply.readString() { ownerChanged(owner) }
    }
    repeatTokenRequest()
    repeatWithoutToken()
  }

  /// Handles the loss of the connection: the bus is gone, and with it the extension.
  func lost() {
    (subscriptions, installations, distributors) = ([], nil, nil)
    owner = nil
    restart?.cancel()
    changed([])
  }

  private func ownerChanged(_ new: String?) {
    guard new != owner else { return }
    owner = new
    restart?.cancel()
    if new == nil {
      if BusThread.now - ownedSince >= Self.longLife { restarts = 0 }
      if !sessions.isEmpty { startAgain() }
      tell()
    } else {
      ownedSince = BusThread.now
      look("Sessions", Self.readLines) { [self] in changed($0) }
      readToken()
      repeatTokenRequest()
    }
  }

  /// Starts the extension again, because it has ended while it had sessions.
  private func startAgain() {
    guard restarts < Self.pauses.count else { return }
    let pause = Self.pauses[restarts]
    restarts += 1
    restart = thread.after(pause) { [self] in
      client.whenConnected { [self] connection in
        connection?.callBus("StartServiceByName") { message in
          message.append(name).then(message.append(UInt32.zero))
        } answer: { [self] reply in
          if reply?.isError != false, owner == nil { startAgain() }
        }
      }
    }
  }

  private func readChanges(_ message: Message) {
    _ = message.readDictionary { key in
      switch key {
      case "Sessions":
        guard let lines = Self.readLines(inVariantOf: message) else { return false }
        changed(lines)
        return true
      case "PushToStartToken":
        guard let token = Self.readToken(inVariantOf: message) else { return false }
        changed(token: token)
        return true
      default: return false
      }
    }
  }

  private static func readLines(inVariantOf message: Message) -> [RemoteSessionLine]? {
    message.readVariant("a(ssb)") {
      message.readArray(of: "(ssb)") {
        message.readStructure("ssb") {
          guard let id = message.readString(), let name = message.readString(), let isPrimary = message.readBool()
          else { return nil }
          return RemoteSessionLine(id: id, busName: name, isSystemPrimary: isPrimary)
        }
      }
    }
  }

  private func changed(_ lines: [RemoteSessionLine]) {
    sessions = lines
    tell()
  }

  /// Reports the system primary to the app. While the extension does not run, none of its sessions is the system
  /// primary.
  private func tell() {
    let primaries = owner == nil ? [] : Set(sessions.filter(\.isSystemPrimary).map { Data($0.id.utf8) })
    let name = name
    MainActorWatch.run { RemoteExtension.named(name).changed(systemPrimaries: primaries) }
  }

  private func changed(token: String) {
    startToken = token
    let name = name
    MainActorWatch.run { RemoteExtension.named(name).changed(startToken: token) }
  }
}
