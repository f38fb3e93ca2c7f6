// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import Testing

@testable import NowPlayingBus
@testable import NowPlayingEngine

@Suite struct AutoplayTests {
  @Test(
    arguments: [
      ("off", true), (" \n\toff\n", true), ("off because of the noise", true), ("off\u{B}", true), ("on", false),
      ("OFF", false), ("offline", false), ("on off", false), ("", false), ("\n", false), ("of", false),
      ("off\0", false),
    ]) func theFirstWordOfTheFileDecides(_ text: String, _ isOff: Bool) throws
  {
    try withRuntimeDirectory { root in
      let home = root.appending(path: ".config/nowplaying")
      let configuration = root.appending(path: "c/nowplaying")
      for folder in [home, configuration] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      func read(_ configuration: String?, variable: String? = nil) -> Bool {
        Autoplay(variable: variable, configuration: configuration, home: root.path()).isOff
      }
      let c = root.path() + "/c"
      try text.write(to: home.appending(path: "autoplay"), atomically: true, encoding: .utf8)
      #expect(read(nil) == isOff && read("relative") == isOff && !read(c))
      try text.write(to: configuration.appending(path: "autoplay"), atomically: true, encoding: .utf8)
      #expect(read(c) == isOff)
      #expect(read(c, variable: "off") && !read(c, variable: "on"))
    }
  }

  @Test func whatIsNoFileIsNothing() throws {
    #expect(!Autoplay.unset.isOff && !Autoplay(variable: nil, configuration: "x", home: "y").isOff)
    try withRuntimeDirectory { root in
      let file = root.appending(path: "nowplaying/autoplay")
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      #expect(!Autoplay(variable: nil, configuration: root.path(), home: nil).isOff)
      try FileManager.default.removeItem(at: file)
      #expect(mkfifo(file.path(), 0o600) == 0)
      #expect(!Autoplay(variable: nil, configuration: root.path(), home: nil).isOff)
    }
  }

  @Test func theFileIsReadAtEachStart() throws {
    try withRuntimeDirectory { root in
      let folder = root.appending(path: "nowplaying")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let reactor = try #require(Reactor.make())
      let autoplay = Autoplay(variable: nil, configuration: root.path(), home: nil)
      let conditions = VideoRestrictions(reactor, system: nil, autoplay, BusErrors { Issue.record("\($0)") })
      var heard: [PreviewOnly] = []
      conditions.changed = { heard.append(conditions.reasons) }
      func turn() {
        #expect(!conditions.turn(isInformed: false) && conditions.nextTime == .max)
      }
      for text in ["off", "on", "off"] {
        try text.write(to: folder.appending(path: "autoplay"), atomically: true, encoding: .utf8)
        turn()
        #expect(conditions.reasons.isEmpty)
        conditions.start()
        turn()
        #expect(conditions.reasons == (text == "off" ? .autoplayOff : []))
        conditions.stop()
        #expect(conditions.reasons.isEmpty)
        turn()
      }
      #expect(heard == [.autoplayOff, [], .autoplayOff, []])
    }
  }
}
