// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import Foundation

/// One object that the extension has made, or makes, for a session. Belongs to the thread that serves.
final class SessionInstance: @unchecked Sendable {
  private(set) var host: (any SessionHost)?
  /// The name on the bus under which it is shown; "" while it is not.
  private(set) var busName = ""
  private(set) var isSystemPrimary = false
  /// Whether the bus has given no name when there was something to show.
  var isRefused = false
  /// Where it plays, in a word.
  private(set) var place: String?
  /// Called when the name on the bus comes, and when it has gone for good.
  var onShown: () -> Void = {}
  var onGone: () -> Void = {}

  private let thread: BusThread
  private var task: Task<Void, Never>?
  private var clock: BusThread.Timer?
  private var made: ((Result<Bool, Failure>) -> Void)?
  private let stage = Locked(Stage.making)

  private enum Stage {
    case making
    /// `session(_:)` has returned, and the object is about to be shown.
    case appearing
    case abandoned
  }

  enum Failure: Error {
    case threw(String)
    case tookTooLong
  }

  /// How long `session(_:)` may take, in µs.
  private static let timeout: Int64 = 10_000_000

  init(_ thread: BusThread) { self.thread = thread }

  /// Has the extension make it.
  ///
  /// - token: its push token, if it has one already.
  /// - done: called once, unless it is abandoned before; with whether there is something to show.
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
      // Models ask for their token when they are made.
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
    // Nobody waits for it any more.
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

  /// Gives up what is being made, unless the object is about to be shown: then it is made in a moment. Returns whether
  /// it is given up.
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

  /// Ends it; `onGone` follows when it was there. Returns whether it was.
  func end() -> Bool {
    guard let host else { return false }
    // The object holds this one, by what it reports.
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
