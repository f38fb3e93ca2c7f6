// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// What the daemon asks of the machine, by the bus of the system: to stay awake.
final class SystemServices {
  private let reactor: Reactor
  private let errors: BusErrors
  private var bus: SystemBus?
  private var system: Connection?
  private var session: Connection?
  private var wakefulness = Wakefulness()
  private var inhibitor: Inhibitor?
  private var battery: Battery?
  /// Whether the sessions must be looked at although none has changed.
  private var isDue = false

  init(_ reactor: Reactor, _ errors: BusErrors) { (self.reactor, self.errors) = (reactor, errors) }

  /// Takes over the options. What stays switched on goes on as it is.
  func apply(_ options: Arguments) {
    (wakefulness.kind, wakefulness.needsAC) = (options.inhibitors, options.inhibitsOnACAlone)
    if wakefulness.kind == nil { inhibitor = nil } else if inhibitor == nil { inhibitor = Inhibitor() }
    if !wakefulness.needsAC { (battery, wakefulness.isOnBattery) = (nil, false) }
    isDue = true
    guard inhibitor != nil else {
      bus?.stop()
      (bus, system) = (nil, nil)
      return
    }
    if bus == nil { bus = SystemBus(reactor, errors) { [unowned(unsafe) self] in attach(system: $0) } }
    attach(system: system)
    attach(session: session)
  }

  private func attach(system: Connection?) {
    self.system = system
    inhibitor?.attach(system: system)
    battery = nil
    guard let system, wakefulness.needsAC else { return }
    battery = Battery(system) { [unowned(unsafe) self] in
      wakefulness.isOnBattery = battery?.isDischarging ?? false
      isDue = true
    }
  }

  /// Uses another connection to the session bus, or none.
  func attach(session: Connection?) {
    self.session = session
    inhibitor?.attach(session: session)
  }

  // MARK: In the loop

  /// Handles messages. Returns whether more may wait.
  func turn() -> Bool { bus?.turn() ?? false }
  func listen() { bus?.listen() }

  /// The time of the next turn, and of the next look at the sessions.
  var nextTime: Int64 { min(bus?.nextTime ?? .max, lookTime) }
  var lookTime: Int64 { isDue ? .min : inhibitor == nil ? .max : wakefulness.nextTime }

  /// Takes over what the sessions do now.
  ///
  /// - sessions: the most important first.
  func look(_ sessions: [Session]) {
    isDue = false
    guard let inhibitor else { return }
    wakefulness.look(sessions.map { Wakefulness.State($0) }, now: np_now_us())
    inhibitor.take(wakefulness.wish())
  }

  /// The players that keep the machine awake.
  var awake: [String] { inhibitor == nil ? [] : wakefulness.names }
}
