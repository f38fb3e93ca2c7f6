// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import MediaPlayer

/// Values, which need no bus.
@Suite struct ValueTests {
  @Test(arguments: ["a.png", "a.jpg", "a.gif", "a.webp", "lossless.webp", "alpha.webp"])
  func `UIImage reads the size of every format`(_ file: String) async throws {
    let data = try await Pictures.make(file, "green", width: 300, height: 200)
    let image = try #require(UIImage(data: data))
    #expect(image.size == CGSize(width: 300, height: 200))
    #expect(image.scale == 1)
    #expect(image.encoded == data)
    #expect((image.pngData() == data) == (file == "a.png"))
    for count in 0..<min(data.count, 64) { _ = UIImage(data: data.prefix(count)) }
    #expect(UIImage(data: data.dropFirst()) == nil)
  }

  @Test func `UIImage gives its bytes in their own format only, and can be empty`() async throws {
    let picture = try await Pictures.make("a.jpg", "green")
    let image = try #require(UIImage(data: picture, scale: 2))
    #expect(image.jpegData(compressionQuality: 0.8) == picture && image.pngData() == nil)
    #expect(UIImage().size == .zero && UIImage().pngData() == nil)
    #expect(UIImage(systemName: "music.note") == nil)
  }

  @Test func `UIImage is nil for what is no picture`() {
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(data: Data("<svg/>".utf8)) == nil)
    #expect(UIImage(contentsOfFile: "/etc/passwd") == nil)
    #expect(UIImage(contentsOfFile: "/does/not/exist") == nil)
    #expect(UIImage(named: "does-not-exist-anywhere") == nil)
  }

  @Test func `UIImage finds resources and icons by name`() async throws {
    let data = try await Pictures.make("a.png", "green")
    let name = "nowplaying-" + UUID().uuidString
    let root = NSTemporaryDirectory() + name
    let icons = root + "/icons/hicolor/256x256/apps"
    try FileManager.default.createDirectory(atPath: icons, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: icons + "/" + name + ".png"))
    defer { try? FileManager.default.removeItem(atPath: root) }
    setenv("XDG_DATA_HOME", root, 1)
    defer { unsetenv("XDG_DATA_HOME") }
    #expect(UIImage(named: name)?.encoded == data)
    #expect(UIImage(named: name + ".png")?.encoded == data)
    let resource = try #require(Bundle.main.resourcePath) + "/" + name + "-resource.png"
    try data.write(to: URL(fileURLWithPath: resource))
    defer { try? FileManager.default.removeItem(atPath: resource) }
    #expect(UIImage(named: name + "-resource")?.size == CGSize(width: 64, height: 48))
  }

  @Test func `raw values are Apple's`() {
    let states: [MPNowPlayingPlaybackState] = [.unknown, .playing, .paused, .stopped, .interrupted]
    #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect([MPNowPlayingInfoMediaType.none, .audio, .video].map(\.rawValue) == [0, 1, 2])
    let statuses: [MPRemoteCommandHandlerStatus] = [
      .success, .noSuchContent, .noActionableNowPlayingItem, .deviceNotFound, .commandFailed,
    ]
    #expect(statuses.map(\.rawValue) == [0, 100, 110, 120, 200])
    #expect([MPSeekCommandEventType.beginSeeking, .endSeeking].map(\.rawValue) == [0, 1])
    #expect([MPShuffleType.off, .items, .collections].map(\.rawValue) == [0, 1, 2])
    #expect([MPRepeatType.off, .one, .all].map(\.rawValue) == [0, 1, 2])
    #expect([MPChangeLanguageOptionSetting.none, .nowPlayingItemOnly, .permanent].map(\.rawValue) == [0, 1, 2])
    #expect([MPNowPlayingInfoLanguageOptionType.audible, .legible].map(\.rawValue) == [0, 1])
    #expect(MPMediaType.anyAudio.isSuperset(of: [.music, .podcast, .audioBook, .audioITunesU]))
    let video: MPMediaType = [.movie, .tvShow, .videoPodcast, .musicVideo, .videoITunesU, .homeVideo]
    #expect(video.rawValue == 0x3F00 && MPMediaType.anyVideo.isSuperset(of: video))
    #expect(MPMediaType.any.rawValue == .max)
  }

  @Test func `MPError is a Cocoa error`() throws {
    let error = MPError(.notFound, userInfo: [NSLocalizedDescriptionKey: "Gone"])
    #expect((error as NSError).domain == "MPErrorDomain")
    #expect((error as NSError).code == 4)
    #expect((error as NSError).localizedDescription == "Gone")
    #expect(error == MPError(.notFound) && error.code == MPError.notFound && error != MPError(.cancelled))
    #expect((0...7).map { MPError.Code(rawValue: $0) }.allSatisfy { $0 != nil })
    for thrown in [MPError(.cancelled), NSError(domain: MPErrorDomain, code: 6)] as [any Error] {
      do {
        throw thrown
      } catch MPError.notFound {
        Issue.record("It is another code")
      } catch MPError.cancelled {
        continue
      }
    }
  }

  @Test func `language options keep what they are given`() {
    let option = MPNowPlayingInfoLanguageOption(
      type: .legible, languageTag: "de", characteristics: [MPLanguageOptionCharacteristicEasyToRead],
      displayName: "Deutsch", identifier: "1")
    #expect(option.languageOptionType == .legible && option.languageTag == "de" && option.identifier == "1")
    #expect(option.languageOptionCharacteristics == ["public.easy-to-read"] && option.displayName == "Deutsch")
    #expect(!option.isAutomaticLegibleLanguageOption() && !option.isAutomaticAudibleLanguageOption())
    let group = MPNowPlayingInfoLanguageOptionGroup(
      languageOptions: [option], defaultLanguageOption: option, allowEmptySelection: true)
    #expect(group.languageOptions == [option] && group.defaultLanguageOption === option && group.allowEmptySelection)
  }

  @Test func `events can be made for tests of a program`() {
    #expect(MPRemoteCommandEvent().command.isEnabled)
    #expect(MPSeekCommandEvent().type == .beginSeeking)
    #expect(MPChangeLanguageOptionCommandEvent().languageOption.languageTag == nil)
  }
}
