// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// Where sd-bus calls Swift, and with Thread.swift the only place here that turns objects into pointers and back.

/// A closure that sd-bus calls with a message. Owned by the slot that it belongs to.
final class MessageCallback {
  private let errors: BusErrors
  private let body: (Message) -> Void

  init(_ errors: BusErrors, _ body: @escaping (Message) -> Void) {
    self.errors = errors
    self.body = body
  }

  /// The pointer for sd-bus; valid while somebody retains the object.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let trampoline: sd_bus_message_handler_t = { message, context, _ in
    if let message, let context {
      let callback = Unmanaged<MessageCallback>.fromOpaque(context).takeUnretainedValue()
      // The closure may end the subscription that it belongs to.
      withExtendedLifetime(callback) { callback.body(Message(raw: message, errors: callback.errors)) }
    }
    return 0
  }

  /// The bus's answer to a subscription. Without this function sd-bus closes the connection when the answer is an error
  /// or late, as that of a bus which was stopped for a while; and then all who follow would be lost.
  static let subscribed: sd_bus_message_handler_t = { message, context, _ in
    guard let message, let context, sd_bus_message_is_method_error(message, nil) > 0 else { return 0 }
    Unmanaged<MessageCallback>.fromOpaque(context)._withUnsafeGuaranteedRef {
      $0.errors.limited("The bus has not confirmed in time that it watches for a signal")
    }
    return 0
  }

  /// Gives the object to a slot, and the slot to its connection.
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

/// Shows messages of a connection to those who watch, before anybody else sees them. One filter for all of them: each
/// costs at every message. Owned by the connection.
final class MessageWatch {
  private let errors: BusErrors
  private var slot: OpaquePointer?
  var signals: [(Message) -> Void] = []
  /// The calls of the object at a path; whether one is taken.
  var callsAt: ((Message) -> Bool)?
  var callsAtPath: UnsafePointer<CChar>?
  /// Counts these calls.
  private(set) var callsSeen = 0
  /// The calls of the object at a path and of all below it.
  var callsBelow: ((Message) -> Void)?
  var callsBelowPath: UnsafePointer<CChar>?

  init(_ errors: BusErrors) { self.errors = errors }

  /// Has sd-bus take the filter, if it has not yet.
  func open(_ raw: OpaquePointer) {
    if slot != nil { return }
    let result = sd_bus_add_filter(raw, &slot, Self.trampoline, Unmanaged.passUnretained(self).toOpaque())
    errors.check(result, "sd_bus_add_filter")
  }

  /// Whether anything is seen: sd-bus took the filter.
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

/// A closure for messages of a peer, until the object ends: the signals of a match, or the answer to a call.
public final class Subscription {
  private let slot: OpaquePointer
  private let callback: MessageCallback

  init(slot: OpaquePointer, callback: MessageCallback) {
    self.slot = slot
    self.callback = callback
  }

  deinit { sd_bus_slot_unref(slot) }
}

/// Sees every message of a connection before anybody else, until the object ends. The body returns whether it has taken
/// the message.
final class MessageGate {
  private let errors: BusErrors
  private let body: (Message) -> Bool
  private var slot: OpaquePointer?

  private init(_ errors: BusErrors, _ body: @escaping (Message) -> Bool) {
    self.errors = errors
    self.body = body
  }

  /// Nil when sd-bus refuses it.
  static func make(_ raw: OpaquePointer, _ errors: BusErrors, _ body: @escaping (Message) -> Bool) -> MessageGate? {
    let gate = MessageGate(errors, body)
    // Of two filters sd-bus asks the later one first.
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

/// An interface at a path of a connection, until the object ends.
///
/// Every member has a context of its own, found by sd-bus through the member's offset: no name is looked up twice.
public final class ExportedInterface {
  /// The closure of one member, and what it needs: for a call of a client nothing else is copied.
  private struct Context {
    /// Lives as long as the loop.
    unowned(unsafe) let errors: BusErrors
    let name: UnsafePointer<CChar>
    var get: ((Message) -> Int32)?
    var call: ((Message) -> Void)?
  }

  private let contexts: UnsafeMutablePointer<Context>
  private let count: Int
  /// Made and filled by C, which alone knows the size of an entry.
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

  /// Whether clients can reach it: sd-bus took the interface.
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
    // The interface may end in the call, and the context with it: the closure is kept.
    guard let call, let context = context?.assumingMemoryBound(to: Context.self), let body = context.pointee.call else {
      return NP_INVALID
    }
    body(Message(raw: call, errors: context.pointee.errors))
    return true.asInt32
  }
}

/// Sees every call to a path before its interfaces do, and with `below` also calls to paths below it at which there is
/// nothing. The body returns whether it has taken the call.
public final class ObjectHandler {
  /// Lives as long as the loop.
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
    // The handler may end in the call.
    let (body, message) = Unmanaged<ObjectHandler>.fromOpaque(context)._withUnsafeGuaranteedRef {
      ($0.body, Message(raw: call, errors: $0.errors))
    }
    return body(message).asInt32
  }

  /// Whether calls reach it: sd-bus took it.
  public var isExported: Bool { slot != nil }

  deinit { sd_bus_slot_unref(slot) }
}
