// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The daemon's work on the bus of the system: it keeps the machine awake, and serves headsets.
final class SystemServices {
  private let reactor: Reactor
  private let errors: BusErrors
  private var bus: SystemBus?
  private var system: Connection?
  private var session: Connection?
  private var wakefulness = Wakefulness()
  private var inhibitor: Inhibitor?
  private var battery: Battery?
  private var servesHeadsets = false
  private(set) var headset: Headset?
  /// Takes a key of a headset; see `Headset`.
  var press: (Headset.Key) -> Bool = { _ in false }
  /// Whether the sessions must be looked at although none has changed.
  private var isDue = false

  init(_ reactor: Reactor, _ errors: BusErrors) { (self.reactor, self.errors) = (reactor, errors) }

  /// Takes over the options. What stays switched on goes on as it is.
  func apply(_ options: Arguments) {
    (wakefulness.kind, wakefulness.needsAC) = (options.inhibitors, options.inhibitsOnACAlone)
    if wakefulness.kind == nil { inhibitor = nil } else if inhibitor == nil { inhibitor = Inhibitor() }
    if !wakefulness.needsAC { (battery, wakefulness.isOnBattery) = (nil, false) }
    servesHeadsets = options.servesHeadsets
    isDue = true
    guard inhibitor != nil || servesHeadsets else {
      headset?.stop()
      headset = nil
      bus?.stop()
      (bus, system) = (nil, nil)
      return
    }
    if bus == nil { bus = SystemBus(reactor, errors) { [unowned(unsafe) self] in attach(system: $0) } }
    attach(system: system)
    attach(session: session)
  }

  private func attach(system: Connection?) {
    let isSame = self.system === system
    self.system = system
    inhibitor?.attach(system: system)
    attachHeadset(isSame: isSame)
    battery = nil
    guard let system, wakefulness.needsAC else { return }
    battery = Battery(system) { [unowned(unsafe) self] in
      wakefulness.isOnBattery = battery?.isDischarging ?? false
      isDue = true
    }
  }

  /// Keeps the place of the player at BlueZ while its connection stays.
  private func attachHeadset(isSame: Bool) {
    if isSame, headset != nil, servesHeadsets { return }
    headset?.stop()
    headset = nil
    guard servesHeadsets, let system else { return }
    headset = Headset(system) {
      [unowned(unsafe) self] in
      press($0)
    } needsLook: {
      [unowned(unsafe) self] in
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
  func turn() -> Bool {
    let hasMore = bus?.turn() ?? false
    headset?.turn()
    return hasMore
  }
  func listen() { bus?.listen() }

  /// The time of the next turn, and of the next look at the sessions.
  var nextTime: Int64 { min(bus?.nextTime ?? .max, headset?.nextTime ?? .max, lookTime) }
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
