// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingBus
@testable import NowPlayingEngine

@Suite struct BusAddressTests {
  @Test(
    arguments: [
      ("unix:path=/run/user/1000/bus", "/run/user/1000/bus"), ("unix:path=/run/x/bus,guid=12", "/run/x/bus"),
      ("unix:guid=12,path=/a/bus", "/a/bus"), ("unix:path=/with%20space/bus", "/with space/bus"),
      ("unix:path=/c%c3%A9/bus", "/cé/bus"), ("unix:path=/bus", "/bus"), ("unix:path=relative", nil),
      ("unix:path=", nil), ("unix:path=/wrong%2", nil), ("unix:path=/wrong%zz", nil), ("unix:path=/nul%00", nil),
      ("unix:abstract=/tmp/x", nil), ("tcp:host=localhost,path=/x", nil), ("", nil), ("unix:", nil), ("unix", nil),
    ] as [(String, String?)]) func pathOfTheSocket(_ address: String, _ path: String?)
  {
    #expect(BusAddress.socketPath(address) == path)
  }

  @Test func partsOfAList() {
    #expect(BusAddress.parts("unix:path=/a") == ["unix:path=/a"])
    #expect(BusAddress.parts(";a;;tcp:host=b,port=1;") == ["a", "tcp:host=b,port=1"])
    #expect(BusAddress.parts(";").isEmpty && BusAddress.parts("").isEmpty)
    let numbers = (1...40).map { String($0) }
    #expect(BusAddress.parts(numbers.joined(separator: ";")) == Array(numbers.prefix(16)))
  }

  @Test func anAddressThatIsGivenWins() {
    var options = AppOptions(applicationID: "x")
    options.busAddress = "unix:path=/given"
    guard case .address("unix:path=/given")? = options.busSource else {
      Issue.record("the given address is not used")
      return
    }
    options.busSocket = 7
    guard case .socket(7)? = options.busSource else {
      Issue.record("the given socket is not used")
      return
    }
  }
}
