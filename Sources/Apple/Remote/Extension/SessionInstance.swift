// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation
internal import NowPlayingCore

/// One model that the extension has made, or is making, for a session. Belongs to the extension's bus thread.
final class SessionInstance: @unchecked Sendable {
  private(set) var host: (any SessionHost)?
  /// The name on the bus under which the session is shown; "" while it is not shown.
  private(set) var busName = ""
  private(set) var isSystemPrimary = false
  /// Whether the bus has refused a name when there was something to show.
  var isRefused = false
  /// The name of the place where the session plays.
  private(set) var place: String?
  /// Called when the session has got a bus name. `onGone` is called when the session has lost its name for good.
  var onShown: () -> Void = {}
  var onGone: () -> Void = {}

  private let thread: BusThread
  private var task: Task<Void, Never>?
  private var clock: BusThread.Timer?
  private var made: ((Result<Bool, Failure>) -> Void)?
  private let stage = Locked(Stage.making)

  private enum Stage {
    case making
    /// `session(_:)` has returned, and the session is about to be shown.
    case appearing
    case abandoned
  }

  enum Failure: Error {
    case threw(String)
    case tookTooLong
  }

  /// How long `session(_:)` may take.
  private static let timeout: Microseconds = .seconds(10)

  init(_ thread: BusThread) { self.thread = thread }

  /// Has the extension make the model.
  ///
  /// - token: the session's push token, if it has one already.
  /// - done: called once, with whether there is something to show, unless the attempt is abandoned before.
  func make(
    _ attributes: DecodedAttributes, _ token: Data?, by host: any ExtensionHost,
    done: @escaping (Result<Bool, Failure>) -> Void
  ) {
    made = done
    let thread = thread
    let reports = SessionReports(
      shown: { [self] name in thread.post { self.placed(name) } },
      isSystemPrimary: { [self] isIt in thread.post { self.isSystemPrimary = isIt } },
      mayAppear: { [stage] in Self.leave(stage, for: .appearing) })
    clock = thread.after(Self.timeout) { [self] in
      guard Self.leave(stage, for: .abandoned) else { return }
      task?.cancel()
      settle(.failure(.tookTooLong))
    }
    MainActorWatch.handing()
    task = Task { @MainActor in
      MainActorWatch.taking()
      // The token is set before, because models ask for it when they are made.
      SessionTokens.shared.begin(attributes.id, token)
      do {
        let session = try await host.makeSession(attributes, reports)
        let (hasContent, place) = (session.hasContent, session.place)
        thread.post {
          self.place = place
          self.finished(session, hasContent)
        }
      } catch {
        let text = errorText(error)
        thread.post { self.settle(.failure(.threw(text))) }
      }
    }
  }

  private func finished(_ session: any SessionHost, _ hasContent: Bool) {
    // The attempt was abandoned meanwhile.
    guard made != nil else { return end(session) }
    host = session
    settle(.success(hasContent))
  }

  private func settle(_ result: Result<Bool, Failure>) {
    clock?.cancel()
    let made = made
    self.made = nil
    made?(result)
  }

  /// Abandons the attempt to make the model, unless it is about to be shown, and so is made in a moment. Returns
  /// whether it was abandoned.
  func abandon() -> Bool {
    guard Self.leave(stage, for: .abandoned) else { return false }
    clock?.cancel()
    made = nil
    task?.cancel()
    return true
  }

  private static func leave(_ stage: Locked<Stage>, for next: Stage) -> Bool {
    stage.withLock { stage in
      guard stage == .making else { return false }
      stage = next
      return true
    }
  }

  /// Ends the session, if it was made; `onGone` follows. Returns whether it was made.
  func end() -> Bool {
    guard let host else { return false }
    // Released here, because the host holds this object through its reports.
    self.host = nil
    end(host)
    return true
  }

  private func end(_ session: any SessionHost) {
    MainActorWatch.run { session.end() }
  }

  private func placed(_ name: String?) {
    busName = name ?? ""
    guard name != nil else { return onGone() }
    if busName.isEmpty { return }
    isRefused = false
    onShown()
  }
}
