// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingSystemd
import NowPlayingCore

// Functions for the daemon, which stands for other players and passes their messages on.
extension Connection {
  /// Passes a call of a client on to the object of a peer at the same path, and the peer's answer back to the client.
  /// The bus does not start the peer for it. An error keeps its name and text. Returns whether the client still waits;
  /// otherwise it expects no answer, or has been given an error.
  ///
  /// - timeout: how long the peer may take.
  /// - silence: the text of the client's error when the peer takes longer.
  /// - ended: called once the client has its answer.
  public func relay(
    _ call: Message, to peer: String, timeout: Microseconds, silence: String, ended: @escaping () -> Void
  ) -> Bool {
    var message: OpaquePointer?
    var result = peer.withCString {
      sd_bus_message_new_method_call(
        raw, &message, $0, sd_bus_message_get_path(call.raw), sd_bus_message_get_interface(call.raw),
        sd_bus_message_get_member(call.raw))
    }
    defer { sd_bus_message_unref(message) }
    call.rewind()
    if !result.isFailure { result = sd_bus_message_copy(message, call.raw, true.asInt32) }
    if !result.isFailure { result = sd_bus_message_set_auto_start(message, false.asInt32) }
    if !call.expectsReply {
      if !result.isFailure { result = sd_bus_send(raw, message, nil) }
      errors.check(result, "a call that is passed on")
      return false
    }
    let client = KeptMessage(call)
    let began = Instant.now
    let callback = MessageCallback(errors) { answer in
      client.message.answer(with: answer, silence: answer.isTimeout(since: began, timeout) ? silence : nil)
      ended()
    }
    var slot: OpaquePointer?
    if !result.isFailure {
      result = sd_bus_call_async(raw, &slot, message, MessageCallback.trampoline, callback.context, timeout.ofBus)
    }
    guard errors.check(result, "a call that is passed on"), slot != nil else {
      call.reply(error: Message.failed, "The call cannot be passed on")
      return false
    }
    callback.belongs(to: slot)
    client.dropBody()
    return true
  }

  /// Emits the signal of a peer again, as a signal of this connection.
  public func relay(signal: Message) {
    var message: OpaquePointer?
    var result = sd_bus_message_new_signal(
      raw, &message, sd_bus_message_get_path(signal.raw), sd_bus_message_get_interface(signal.raw),
      sd_bus_message_get_member(signal.raw))
    defer { sd_bus_message_unref(message) }
    let signal = signal.passable
    if !result.isFailure { result = sd_bus_message_copy(message, signal.message.raw, true.asInt32) }
    if !result.isFailure { result = sd_bus_send(raw, message, nil) }
    errors.check(result, "a signal that is passed on")
  }
}

extension Message {
  /// Answers a call with the answer of another process.
  fileprivate func answer(with answer: Message, silence: String?) {
    if let name = answer.errorName {
      // An error must have a text: libraries of clients crash at one without (rule 13 in Rules.md).
      let text = silence ?? answer.errorText
      name.withCString { reply(errorNamed: $0, text.isEmpty ? name : text) }
    } else {
      let answer = answer.passable
      reply { sd_bus_message_copy($0.raw, answer.message.raw, true.asInt32) }
    }
  }

  /// Copies an `a{sv}`, the next value of another message, without one of its keys. Appends an empty `a{sv}` where the
  /// next value of the other message is none.
  public func append(mapOf other: Message, without key: StaticString) -> Int32 {
    container(.array, "{sv}") {
      guard sd_bus_message_enter_container(other.raw, BusType.array.rawValue, "{sv}") > 0 else { return 0 }
      var result = Int32.zero
      while !result.isFailure, sd_bus_message_enter_container(other.raw, BusType.entry.rawValue, "sv") > 0 {
        guard let name = other.readString() else { return result }
        if name.exact == ExactText(key) {
          result = sd_bus_message_skip(other.raw, "v")
        } else {
          result = container(.entry, "sv") {
            append(name).then(sd_bus_message_copy(raw, other.raw, false.asInt32))
          }
        }
        result = result.then(sd_bus_message_exit_container(other.raw))
      }
      return result.then(sd_bus_message_exit_container(other.raw))
    }
  }
}
