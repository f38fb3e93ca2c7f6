// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Secret {
  /// The names of parameters whose values are secrets.
  struct Names {
    /// In lower case and without "-", "_" and ".". The first byte of a name may be a mark:
    ///
    /// - "*": the name is the end of longer ones, as of X-Plex-Token, or of a stream key.
    /// - "#": it signs an address in some services, and tells the versions of a file apart in others.
    /// - "/": it is a parameter of Subsonic: user, password, token or salt. Elsewhere it may mean a page or a place.
    ///
    /// They are one text that is searched, because an array of texts takes more room.
    private static let all: StaticString = """
      *auth *authsign *cookie *credential *key *password *secret *sessid *session *sessionid *sig *signature *token \
      *tokenhash authorization bearer code cookies credentials hdnea hdntl hdnts hmac jwt otp pass passphrase passwd \
      policy pw pwd sid sign ssid ticket totp #hash #md5 /p /s /t /u
      """
    /// Short names that mean other things, too, as the height of a picture: their values count if they look like keys.
    private static let short: StaticString = "h k st streamid"

    /// Whether secrets are replaced in printed text, for which names with "#" count, and what only looks like a secret.
    /// They do not where a player is warned that it publishes a secret.
    let isForPrint: Bool
    /// Whether the address is one of Subsonic.
    var withSubsonic = false

    init(isForPrint: Bool) { self.isForPrint = isForPrint }

    /// Whether the value of a name counts if it looks like a key.
    func mayHave(_ name: [UInt8]) -> Bool { isForPrint && have(name, Self.short) }

    /// Whether a name is in a list.
    func have(_ name: [UInt8], _ list: StaticString = all) -> Bool {
      name.withUnsafeBufferPointer { name in
        let list = UnsafeBufferPointer(start: list.utf8Start, count: list.utf8CodeUnitCount)
        var start = 0
        while start < list.count {
          let end = list.index(of: UInt8(ascii: " "), from: start) ?? list.count
          let mark = list[start]
          let isMarked = mark < UInt8(ascii: "a")
          let word = list.part(from: isMarked ? start + 1 : start, to: end)
          let given = mark == UInt8(ascii: "*") ? name.part(from: name.count - word.count) : name
          let counts = mark == UInt8(ascii: "#") ? isForPrint : mark == UInt8(ascii: "/") ? withSubsonic : true
          if counts, given.elementsEqual(word) { return true }
          start = end + 1
        }
        return false
      }
    }
  }
}
