// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// The functions that sd-bus calls. Only this file and Thread.swift turn objects into pointers and back.

/// A closure that sd-bus calls with a message. The slot of sd-bus owns it.
final class MessageCallback {
  private let errors: BusErrors
  private let body: (Message) -> Void

  init(_ errors: BusErrors, _ body: @escaping (Message) -> Void) {
    self.errors = errors
    self.body = body
  }

  /// The pointer that sd-bus is given; valid while somebody retains the object.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let trampoline: sd_bus_message_handler_t = { message, context, _ in
    if let message, let context {
      let callback = Unmanaged<MessageCallback>.fromOpaque(context).takeUnretainedValue()
      // The closure can end the subscription that it belongs to.
      withExtendedLifetime(callback) { callback.body(Message(raw: message, errors: callback.errors)) }
    }
    return 0
  }

  /// Takes the bus's answer to a subscription. Without this function sd-bus would close the connection when the answer
  /// is an error or late, as when the bus was stopped for a while. An error because the bus has ended is not reported
  /// here: the owner of the connection notices the end.
  static let subscribed: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context, sd_bus_message_is_method_error(message, nil) > 0,
      sd_bus_is_open(sd_bus_message_get_bus(message)) > 0
    else { return 0 }
    Unmanaged<MessageCallback>.fromOpaque(context)._withUnsafeGuaranteedRef {
      $0.errors.limited("The bus has not confirmed in time that it watches for a signal")
    }
    return 0
  }

  /// Makes the slot own this object, and the connection own the slot.
  func belongs(to slot: OpaquePointer?) {
    guard let slot else { return }
    let reference = Unmanaged.passRetained(self)
    let kept = sd_bus_slot_set_destroy_callback(slot) { context in
      if let context { Unmanaged<MessageCallback>.fromOpaque(context).release() }
    }
    if !errors.check(kept, "sd_bus_slot_set_destroy_callback") { reference.release() }
    errors.check(sd_bus_slot_set_floating(slot, true.asInt32), "sd_bus_slot_set_floating")
    sd_bus_slot_unref(slot)
  }
}

/// Shows the messages of a connection to several watchers before any handler sees them. They share one filter of
/// sd-bus, because each filter costs time at every message. Owned by the connection.
final class MessageWatch {
  private let errors: BusErrors
  private var slot: OpaquePointer?
  var signals: [(Message) -> Void] = []
  /// Called with each call of the object at a path. Returns whether it has answered the call.
  var callsAt: ((Message) -> Bool)?
  var callsAtPath: UnsafePointer<CChar>?
  /// The number of calls of that object.
  private(set) var callsSeen = 0
  /// Called with each call of the object at a path and of the objects below it.
  var callsBelow: ((Message) -> Void)?
  var callsBelowPath: UnsafePointer<CChar>?

  init(_ errors: BusErrors) { self.errors = errors }

  /// Adds the filter to sd-bus, if that was not done yet.
  func open(_ raw: OpaquePointer) {
    if slot != nil { return }
    let result = sd_bus_add_filter(raw, &slot, Self.trampoline, Unmanaged.passUnretained(self).toOpaque())
    errors.check(result, "sd_bus_add_filter")
  }

  /// Whether sd-bus took the filter, so that messages are seen.
  var isOpen: Bool { slot != nil }

  private static let trampoline: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    return Unmanaged<MessageWatch>.fromOpaque(context)._withUnsafeGuaranteedRef { watch in
      let seen = Message(raw: message, errors: watch.errors)
      switch np_watched(message, watch.callsAtPath, watch.callsBelowPath) {
      case NP_CALL_AT:
        watch.callsSeen &+= 1
        return watch.callsAt?(seen).asInt32 ?? 0
      case NP_CALL_BELOW: watch.callsBelow?(seen)
      case NP_SIGNAL:
        for body in watch.signals {
          seen.rewind()
          body(seen)
        }
      default: break
      }
      return 0
    }
  }

  deinit { sd_bus_slot_unref(slot) }
}

/// A closure that is called with a peer's messages until the object ends: the signals of a match, or the answer to a
/// call.
public final class Subscription {
  private let slot: OpaquePointer
  private let callback: MessageCallback

  init(slot: OpaquePointer, callback: MessageCallback) {
    self.slot = slot
    self.callback = callback
  }

  deinit { sd_bus_slot_unref(slot) }
}

/// Shows every message of a connection to a closure before any handler sees it, until the object ends. The closure
/// returns whether it has answered the message.
final class MessageGate {
  private let errors: BusErrors
  private let body: (Message) -> Bool
  private var slot: OpaquePointer?

  private init(_ errors: BusErrors, _ body: @escaping (Message) -> Bool) {
    self.errors = errors
    self.body = body
  }

  /// Adds the filter to sd-bus; nil when sd-bus refuses it.
  static func make(_ raw: OpaquePointer, _ errors: BusErrors, _ body: @escaping (Message) -> Bool) -> MessageGate? {
    let gate = MessageGate(errors, body)
    // sd-bus calls the filter first that was added last.
    let result = sd_bus_add_filter(raw, &gate.slot, trampoline, Unmanaged.passUnretained(gate).toOpaque())
    return errors.check(result, "sd_bus_add_filter") ? gate : nil
  }

  private static let trampoline: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context else { return 0 }
    let gate = Unmanaged<MessageGate>.fromOpaque(context).takeUnretainedValue()
    return gate.body(Message(raw: message, errors: gate.errors)).asInt32
  }

  deinit { sd_bus_slot_unref(slot) }
}

/// An interface of the object at a path, exported until this object ends.
///
/// sd-bus finds the context of a member by the member's offset, so no name is searched for a second time.
public final class ExportedInterface {
  /// The closures of one member, and what they use. A call of a client copies nothing else.
  private struct Context {
    /// The reporter of failures, which outlives every connection.
    unowned(unsafe) let errors: BusErrors
    let name: UnsafePointer<CChar>
    var get: ((Message) -> Int32)?
    var call: ((Message) -> Void)?
  }

  private let contexts: UnsafeMutablePointer<Context>
  private let count: Int
  /// The table of sd-bus. C allocates and fills it, because C alone knows the size of an entry.
  private let vtable: UnsafeMutablePointer<sd_bus_vtable>?
  private var slot: OpaquePointer?

  public init(_ connection: Connection, path: String, name: StaticString, _ members: [Member]) {
    count = members.count
    contexts = .allocate(capacity: members.count)
    vtable = np_vtable_new(members.count)
    for (index, member) in members.enumerated() {
      (contexts + index).initialize(to: put(member, at: index, connection.errors))
    }
    connection.errors.check(
      path.withCString { sd_bus_add_object_vtable(connection.raw, &slot, $0, name.cString, vtable, contexts) },
      "sd_bus_add_object_vtable")
  }

  /// Whether sd-bus took the interface, so that clients can reach it.
  public var isExported: Bool { slot != nil }

  deinit {
    sd_bus_slot_unref(slot)
    np_vtable_free(vtable)
    contexts.deinitialize(count: count)
    contexts.deallocate()
  }

  /// Fills the entry of a member in the table, and returns the member's context.
  private func put(_ member: Member, at index: Int, _ errors: BusErrors) -> Context {
    let offset = index * MemoryLayout<Context>.stride
    switch member.kind {
    case .property(let writable, let announcement):
      np_vtable_property(
        vtable, index, member.name, member.types, Self.getter, offset, writable, Self.flag(announcement))
    case .method:
      np_vtable_method(vtable, index, member.name, member.types, member.result, member.names, Self.method, offset)
    case .signal: np_vtable_signal(vtable, index, member.name, member.types, member.names)
    }
    return Context(errors: errors, name: member.name, get: member.get, call: member.call)
  }

  private static func flag(_ announcement: PropertyAnnouncement) -> np_announcement {
    switch announcement {
    case .constant: NP_CONSTANT
    case .byValue: NP_EMITS_CHANGE
    case .byName: NP_EMITS_INVALIDATION
    case .none: NP_UNANNOUNCED
    }
  }

  private static let getter: sd_bus_property_get_t = { _, _, _, _, reply, context, _ in
    guard let reply, let context = context?.assumingMemoryBound(to: Context.self), let get = context.pointee.get else {
      return NP_INVALID
    }
    let result = get(Message(raw: reply, errors: context.pointee.errors))
    context.pointee.errors.check(result, named: context.pointee.name)
    return result
  }

  private static let method: sd_bus_message_handler_t = { call, context, _ in
    // The call can end the interface and free the context: the closure is retained first.
    guard let call, let context = context?.assumingMemoryBound(to: Context.self), let body = context.pointee.call else {
      return NP_INVALID
    }
    body(Message(raw: call, errors: context.pointee.errors))
    return true.asInt32
  }
}

/// Gives every call of the object at a path to a closure before the object's interfaces see it; with `below` also calls
/// of paths below it that have no object. The closure returns whether it has answered the call.
public final class ObjectHandler {
  /// The reporter of failures, which outlives every connection.
  private unowned(unsafe) let errors: BusErrors
  private let body: (Message) -> Bool
  private var slot: OpaquePointer?

  public init(_ connection: Connection, path: String, below: Bool = false, _ body: @escaping (Message) -> Bool) {
    errors = connection.errors
    self.body = body
    let context = Unmanaged.passUnretained(self).toOpaque()
    let result = path.withCString { path in
      below
        ? sd_bus_add_fallback(connection.raw, &slot, path, Self.trampoline, context)
        : sd_bus_add_object(connection.raw, &slot, path, Self.trampoline, context)
    }
    errors.check(result, "sd_bus_add_object")
  }

  private static let trampoline: sd_bus_message_handler_t = { call, context, _ in
    guard let call, let context else { return NP_INVALID }
    // The call can end the handler: the closure is retained first.
    let (body, message) = Unmanaged<ObjectHandler>.fromOpaque(context)._withUnsafeGuaranteedRef {
      ($0.body, Message(raw: call, errors: $0.errors))
    }
    return body(message).asInt32
  }

  /// Whether sd-bus took the handler, so that calls reach it.
  public var isExported: Bool { slot != nil }

  deinit { sd_bus_slot_unref(slot) }
}
