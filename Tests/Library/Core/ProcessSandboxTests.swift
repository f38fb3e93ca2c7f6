// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import Testing

struct ProcessSandboxTests {
  private static let user = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/"

  @Test(arguments: [
    ("app-flatpak-org.gnome.Music-4711.scope", "flatpak org.gnome.Music"),
    ("app-flatpak-com.example.a\\x2db-4711.scope", "flatpak com.example.a-b"),
    ("app-flatpak-com.example.a-b-4711.scope", "flatpak com.example.a-b"),
    ("app-flatpak-com.example.\\x2", ""), ("app-flatpak-a\\xzz-1.scope", "flatpak a\\xzz"),
    ("app-flatpak-4711.scope", ""), ("app-flatpak-", ""), ("app-flatpak--1/b-c", ""),
    ("snap.spotify.spotify-0d1e.scope", "snap spotify"), ("snap.firefox_two.firefox.scope", "snap firefox_two"),
    ("snap.", ""), ("snap./x.y", ""), ("app-gnome-vlc-4711.scope", ""), ("snapd.service", ""), ("", ""),
  ])
  func anIdIsInTheNameOfTheGroup(name: String, wanted: String) {
    #expect(describe(Self.user + name + "\n") == wanted)
    #expect(describe("12:devices:/\n1:name=systemd:/x/" + name + "\n0::/y-z.scope\n") == wanted)
  }

  private func describe(_ groups: String) -> String {
    switch ProcessSandbox(controlGroups: groups) {
    case .flatpak(let id)?: "flatpak " + id
    case .snap(let id)?: "snap " + id
    case nil: ""
    }
  }
}
