// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

// The calls that clients make of the object of MPRIS.
extension Daemon {
  /// Answers a call to MPRIS's object. Returns whether it has answered.
  func answer(_ call: Message) -> Bool {
    guard let interface = call.interface else { return false }
    if interface.equals("org.freedesktop.DBus.Introspectable") {
      guard call.isCall("org.freedesktop.DBus.Introspectable", "Introspect") else { return false }
      call.reply { $0.append(DaemonObject.description) }
    } else if interface.exact == ExactText(DaemonObject.interface) {
      return rotate(call)
    } else if interface.exact == ExactText(MPRIS.properties) {
      let subject = call.readString() ?? ""
      if subject.exact == ExactText(DaemonObject.interface) {
        tell(call)
      } else if subject.exact == ExactText(PlayerNames.choiceInterface) {
        tellFacts(call)
      } else if DaemonObject.isRelayed(subject) {
        relay(call, subject)
      } else {
        call.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "No such interface “" + subject + "”")
      }
    } else if DaemonObject.isRelayed(interface) {
      relay(call, interface)
    } else {
      return false
    }
    return true
  }

  private func rotate(_ call: Message) -> Bool {
    let before = queue.names
    switch call.member?.exact {
    case "Shift": queue.shift()
    case "Unshift": queue.unshift()
    default: return false
    }
    guard let first = queue.names.first else {
      call.reply(error: DaemonObject.noPlayer, DaemonObject.noPlayerText)
      return true
    }
    call.reply { $0.append(first) }
    follow(before)
    isDue = true
    return true
  }

  /// Answers a call that reads properties of playerctld's interface.
  private func tell(_ call: Message) {
    let names = queue.names
    switch call.member?.exact {
    case "GetAll": call.reply { DaemonObject.append(names, to: $0) }
    case "Get" where call.readString()?.equals("PlayerNames") ?? false:
      call.reply { reply in reply.container(.variant, "as") { reply.append(names) } }
    case "Set": call.reply(error: "org.freedesktop.DBus.Error.PropertyReadOnly", "The property cannot be set")
    default: call.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "No such property")
    }
  }

  /// A property of the daemon's own interface: a text, or several.
  typealias Fact = (name: StaticString, texts: [String], isList: Bool)

  /// Everything that the daemon does, as `daemon status` reads it.
  var facts: [Fact] {
    let name = queue.names.first
    let paused = pausedPlayers
    return [
      ("Player", [name ?? ""], false), ("Reason", [name == nil ? "" : choice.rawValue], false),
      ("Order", queue.ranked, true), ("Paused", paused.map { $0.name }, true),
      ("PausedFor", paused.map { $0.cause }, true), ("Awake", awakePlayers, true),
      ("Adapters", services.headset?.adapters ?? [], true), ("Faults", faults + services.faults, true),
      ("Options", options.daemonWords, true),
    ]
  }

  /// Answers a call that reads what the daemon does.
  private func tellFacts(_ call: Message) {
    func append(_ fact: Fact, _ reply: Message) -> Int32 {
      reply.container(.variant, fact.isList ? "as" : "s") {
        fact.isList ? reply.append(fact.texts) : reply.append(fact.texts[0])
      }
    }
    switch call.member?.exact {
    case "GetAll":
      call.reply { reply in
        reply.container(.array, "{sv}") {
          reply.append(each: facts) { fact in
            reply.container(.entry, "sv") { reply.append(fact.name).then(append(fact, reply)) }
          }
        }
      }
    case "Get":
      let property = call.readString() ?? ""
      guard let fact = facts.first(where: { property.equals($0.name) }) else { fallthrough }
      call.reply { append(fact, $0) }
    default: call.reply(error: "org.freedesktop.DBus.Error.InvalidArgs", "No such property")
    }
  }

  private func relay(_ call: Message, _ interface: String) {
    guard let connection else { return }
    guard let player = queue.names.first else {
      if starter?.startPlayer(for: call, connection) ?? false { return }
      if AbsentPlayer.answer(call, interface, canPlay: starter?.canPlay ?? false) { return }
      return call.reply(error: DaemonObject.noPlayer, DaemonObject.noPlayerText)
    }
    if relayed >= Self.maxRelayed {
      return call.reply(error: Message.limitsExceeded, "Too many calls wait for the player")
    }
    told.read(interface)
    let silence = Failure.silence(of: [PlayerNames.instance(player) ?? player])
    let isWaiting = connection.relay(call, to: player, timeout: Self.relayTimeout, silence: silence) {
      [unowned(unsafe) self] in relayed -= 1
    }
    if isWaiting { relayed += 1 }
  }
}
