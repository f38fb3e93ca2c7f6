// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

extension Action {
  /// The outcome that a player's answer means.
  func outcome(_ reply: Message, now: Instant) -> Outcome {
    if let error = reply.errorName {
      let failure = failure(error, now)
      let text = reply.errorText
      return .failed(failure, text.isEmpty ? error : text)
    }
    do throws(Failure) {
      switch request {
      case .artwork, .chapterArtwork, .preview: return try picture(reply)
      case .video: return try video(reply)
      default: return .done
      }
    } catch {
      return .failed(error, Self.sentence(error))
    }
  }

  private static func sentence(_ failure: Failure) -> String {
    switch failure {
    case .notAnImage: "The player has sent something other than a picture"
    case .notAVideo: "The player has sent something other than a video"
    case .tooLarge: "The player has sent a file that is too large"
    case .system: "There is no file descriptor left"
    default: "The player has sent a file that cannot be read, or could still be changed"
    }
  }

  private func picture(_ reply: Message) throws(Failure) -> Outcome {
    guard reply.hasSignature("hsuu"), let descriptor = reply.readDescriptor() else { throw .notAnImage }
    return try .picture(ReceivedFile.sealed(descriptor))
  }

  private func video(_ reply: Message) throws(Failure) -> Outcome {
    guard reply.hasSignature("hs"), let descriptor = reply.readDescriptor() else { throw .notAVideo }
    let file = try ReceivedFile.unmapped(descriptor)
    let format = reply.readString().flatMap { word in
      [VideoFormat.mp4, .quickTime, .webM].first { ExactText($0.mimeType) == word.exact }
    }
    guard let format else { throw .notAVideo }
    return .video(file, mime: format.mimeType)
  }

  private func failure(_ error: String, _ now: Instant) -> Failure {
    if let error = ProtocolError(name: error) {
      if case .video = request, error == .wrongFormat { return .notAVideo }
      return error.failure
    }
    switch error.exact {
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
      "org.freedesktop.DBus.Error.TimedOut":
      // The bus sends the same error for a player that has left.
      return now - began >= timeout ? .timedOut : .cancelled
    case "org.freedesktop.DBus.Error.Disconnected", "org.freedesktop.DBus.Error.ServiceUnknown",
      "org.freedesktop.DBus.Error.NameHasNoOwner":
      return .cancelled
    case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
      "org.freedesktop.DBus.Error.UnknownProperty", "org.freedesktop.DBus.Error.PropertyReadOnly",
      "org.freedesktop.DBus.Error.NotSupported":
      return .notSupported
    case "org.freedesktop.DBus.Error.InvalidArgs": return .invalidArgument
    case "org.freedesktop.DBus.Error.AccessDenied": return .notPermitted
    default: return .commandFailed
    }
  }
}
