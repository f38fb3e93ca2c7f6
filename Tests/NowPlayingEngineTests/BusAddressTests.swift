// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingEngine

@Suite struct BusAddressTests {
  @Test(arguments: [
    ("unix:path=/run/user/1000/bus", "/run/user/1000"), ("unix:path=/run/x/bus,guid=12", "/run/x"),
    ("unix:path=/bus", nil), ("unix:abstract=/tmp/x", nil), ("tcp:host=localhost", nil), ("", nil),
    ("unix:path=/with%20space/bus", nil),
  ] as [(String, String?)]) func directoryOfTheSocket(_ address: String, _ directory: String?) {
    #expect(BusAddress.socketDirectory(address) == directory)
  }

  @Test func anAddressThatIsGivenWins() {
    var options = App.Options(applicationID: "x")
    options.busAddress = "unix:path=/given"
    guard case .address("unix:path=/given")? = BusAddress.source(options) else {
      Issue.record("the given address is not used")
      return
    }
    options.busSocket = 7
    guard case .socket(7)? = BusAddress.source(options) else {
      Issue.record("the given socket is not used")
      return
    }
  }
}
