// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The daemon's work on the bus of the system: it keeps the machine awake, and serves headsets.
final class SystemServices {
  private var bus: SystemBus?
  private var wakefulness = Wakefulness()
  private var inhibitor: Inhibitor?
  private var battery: Battery?
  private let reactor: Reactor
  private let errors: BusErrors
  /// The connections that can be used now.
  private var system: Connection?
  private var session: Connection?
  private var servesHeadsets = false
  private(set) var headset: Headset?
  /// Takes a key of a headset; see `Headset`.
  var press: (Headset.Key) -> Bool = { _ in false }
  /// Whether the sessions must be looked at although none has changed.
  private var isDue = true

  init(_ reactor: Reactor, _ errors: BusErrors) { (self.reactor, self.errors) = (reactor, errors) }

  /// Does what the options want from now on. What they wanted before, too, goes on.
  func take(_ options: Arguments) {
    if options.inhibitors == nil {
      wakefulness = Wakefulness()
      inhibitor?.take(Wakefulness.Wish())
    } else if inhibitor == nil {
      inhibitor = Inhibitor()
      inhibitor?.attach(system: system)
      inhibitor?.attach(session: session)
    }
    (wakefulness.kind, wakefulness.needsAC) = (options.inhibitors, options.inhibitsOnACAlone)
    servesHeadsets = options.servesHeadsets
    if options.inhibitors == nil, !servesHeadsets {
      bus = nil
      attach(system: nil)
    } else if bus == nil {
      bus = SystemBus(reactor, errors) { [unowned(unsafe) self] in attach(system: $0) }
    }
    serve()
    isDue = true
  }

  /// Uses another connection to the bus of the system, or none.
  private func attach(system: Connection?) {
    self.system = system
    inhibitor?.attach(system: system)
    (headset, battery) = (nil, nil)
    serve()
  }

  /// Begins what is wanted and can be done now, and ends what is not wanted.
  private func serve() {
    guard let system else { return }
    if !servesHeadsets {
      headset?.leave()
      headset = nil
    } else if headset == nil {
      headset = Headset(system) {
        [unowned(unsafe) self] in
        press($0)
      } needsLook: {
        [unowned(unsafe) self] in
        isDue = true
      }
    }
    if !wakefulness.needsAC {
      (battery, wakefulness.isOnBattery) = (nil, false)
    } else if battery == nil {
      battery = Battery(system) { [unowned(unsafe) self] in
        wakefulness.isOnBattery = battery?.isDischarging ?? false
        isDue = true
      }
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
    inhibitor?.turn()
    return hasMore
  }
  func listen() { bus?.listen() }

  /// The time of the next turn, and of the next look at the sessions.
  var nextTime: Instant {
    min(bus?.nextTime ?? .max, headset?.nextTime ?? .max, inhibitor?.nextTime ?? .max, lookTime)
  }
  var lookTime: Instant { isDue ? .min : inhibitor == nil ? .max : wakefulness.nextTime }

  /// Takes over what the sessions do now.
  ///
  /// - sessions: the most important first.
  func look(_ sessions: [Session]) {
    isDue = false
    guard let inhibitor else { return }
    wakefulness.look(sessions.map { Wakefulness.State($0) }, now: Instant.now)
    inhibitor.take(wakefulness.wish())
  }

  /// The sessions that keep the machine awake.
  var awake: [Wakefulness.State] { inhibitor?.holds ?? false ? wakefulness.counted : [] }

  /// A sentence for each option that cannot do its work.
  var faults: [String] {
    let hasNoBus = system == nil && bus?.isMissing ?? true
    var faults: [String] = []
    if let fault = inhibitor?.fault(hasNoBus: hasNoBus) { faults.append("--inhibit: " + fault) }
    if wakefulness.needsAC, hasNoBus || battery?.isUnknown ?? false {
      faults.append("--on-ac: UPower is not there, so the battery is not known")
    }
    if servesHeadsets {
      if hasNoBus {
        faults.append("--bluetooth: there is no bus of the system")
      } else if headset?.hasNoBluez ?? false {
        faults.append("--bluetooth: BlueZ is not there")
      }
    }
    return faults
  }
}
