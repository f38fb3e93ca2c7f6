// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

@Suite struct SecretTests {
  @Test(arguments: [
    ("https://user:password@example.org/a.ogg", "https://***@example.org/a.ogg"),
    ("ftp://TOKEN@example.org", "ftp://***@example.org"), ("http://u:p@ss@host:80/x@y", "http://***@host:80/x@y"),
    ("smb://u:p%40ss@host/share", "smb://***@host/share"), ("https://@host/", "https://@host/"),
    ("https://h/a?token=abc", "https://h/a?token=***"),
    ("https://h/a?x=1&Api_Key=abc&y=2", "https://h/a?x=1&Api_Key=***&y=2"),
    ("https://h/a?X-Plex-Token=abc#t=10", "https://h/a?X-Plex-Token=***#t=10"),
    ("https://h/a#access_token=abc;sig=d", "https://h/a#access_token=***;sig=***"),
    ("https://h/a?%74oken=abc", "https://h/a?%74oken=***"),
    ("https://h/a?api%2Dkey=a%26b", "https://h/a?api%2Dkey=***"),
    (
      "https://h/a?X-Amz-Signature=a&X-Amz-Credential=b&X-Amz-Date=c",
      "https://h/a?X-Amz-Signature=***&X-Amz-Credential=***&X-Amz-Date=c"
    ),
    ("https://h/rest/getCoverArt?id=1&u=me&t=abc&s=def", "https://h/rest/getCoverArt?id=1&u=***&t=***&s=***"),
    ("https://h/rest/stream.view?p=enc:abc", "https://h/rest/stream.view?p=***"),
    ("https://h/watch?v=x&t=42s&p=2&s=1", "https://h/watch?v=x&t=42s&p=2&s=1"),
    ("https://h/rest/a?p=1 https://h/b?p=2", "https://h/rest/a?p=*** https://h/b?p=2"),
    (
      "https://p/?url=https%3A%2F%2Fu%3Ap%40h%2Fa%3Fjwt%3Dabc%26x%3D1&q=jpg",
      "https://p/?url=https%3A%2F%2F***%40h%2Fa%3Fjwt%3D***%26x%3D1&q=jpg"
    ),
    (
      "https://p/?url=https%253A%252F%252Fu%253Ap%2540h%252Fa%253Fjwt%253Dabc%2526x&q=1",
      "https://p/?url=https%253A%252F%252F***%2540h%252Fa%253Fjwt%253D***%2526x&q=1"
    ),
    ("//user:password@host/a", "//***@host/a"), ("http:///user:password@host", "http:///***@host"),
    ("AC//DC@home", "AC//DC@home"),
    ("https://h/token=abc/a.mp3?x=1", "https://h/token=***/a.mp3?x=1"),
    ("https://h/token/abc/a.mp3?x=1", "https://h/token/***/a.mp3?x=1"),
    ("https://h/token/abc/a.mp3", "https://h/token/***/a.mp3"), ("https://h/Token/abc", "https://h/Token/***"),
    ("file:///music/token/abc/a.mp3", "file:///music/token/abc/a.mp3"),
    ("https://h/v1/Access_Token/a%2Fb", "https://h/v1/Access_Token/***"),
    ("https://h/tokens/abc/my%20token/a.mp3", "https://h/tokens/abc/my%20token/a.mp3"),
    ("https://h/a/token/", "https://h/a/token/"), ("https://h/token", "https://h/token"),
    ("https://h/key/abc?countrycode=us&design=1", "https://h/key/abc?countrycode=us&design=1"),
    ("https://h/hdnts=exp=1~acl=/*~hmac=abc/a.m3u8", "https://h/hdnts=***~acl=/*~hmac=***/a.m3u8"),
    ("https://h/a?token[]=abc&key%5B0%5D=d", "https://h/a?token[]=***&key%5B0%5D=***"),
    ("https://h/a?x=token=abc", "https://h/a?x=token=***"), ("https://h/a?token=\"abc\"", "https://h/a?token=\"***\""),
    ("https://h/a?token=&x=1", "https://h/a?token=&x=1"), ("https://h/a?token", "https://h/a?token"),
    ("https://h/a?tokens=3&signs=1&keys=2", "https://h/a?tokens=3&signs=1&keys=2"),
    ("it is at \"https://h/a?auth=abc\", which", "it is at \"https://h/a?auth=***\", which"),
    ("it is at https://h/a?key=abc, which", "it is at https://h/a?key=***, which"),
    ("Is this a key? key=C", "Is this a key? key=C"), ("R&B", "R&B"), ("", ""), ("://", "://"), ("?=", "?="),
    ("%", "%"),
    ("me@example.org", "me@example.org"), ("a?token=%", "a?token=***"), ("a?token=%zz", "a?token=***"),
    ("https://h/4/x/token-time=1&token-hash=abc", "https://h/4/x/token-time=1&token-hash=***"),
    (#"{"token":"abc","x":1}"#, #"{"token":"***","x":1}"#), (#"{ 'api_key' : 'abc' }"#, #"{ 'api_key' : '***' }"#),
    (#"{\"otp\":\"123\"}"#, #"{\"otp\":\"***\"}"#), (#"{"pin":1,"sid":23}"#, #"{"pin":1,"sid":***}"#),
    (#"{"tokens":"3"}"#, #"{"tokens":"3"}"#), (#"the "key": "#, #"the "key": "#), (#"""""#, #"""""#),
  ]) func secretsAreReplaced(_ text: String, _ wanted: String) {
    #expect(Secret.redacted(text) == wanted)
    #expect(Secret.redacted(wanted) == wanted)
    #expect(Secret.isIn(text) == (text != wanted))
  }

  /// Each name is used by some service.
  @Test(arguments: [
    "token", "access_token", "api_key", "apikey", "ApiKey", "X-Plex-Token", "jwt", "auth", "key", "sig", "signature",
    "password", "X-Amz-Signature", "X-Amz-Security-Token", "X-Goog-Signature", "X-Emby-Token", "lsig", "secret_token",
    "client_secret", "sid", "_sid", "hdnts", "__token__", "Signature", "PASSWD", "sessionid",
    "access_key", "stream-key", "Subscription-Key", "ticket", "wmsAuthSign", "ssid", "code",
    "Policy", "sign", "upsig", "rlkey", "tempauth", "vkey", "listen_key", "resourcekey", "JSESSIONID", "PHPSESSID",
    "X-Goog-Credential", "session", "otp", "bearer", "cookie", "wowzatokenhash",
  ]) func namesAreKnown(_ name: String) {
    for separator in ["?", "&", ";", "#"] {
      #expect(Secret.redacted("https://h/a" + separator + name + "=abc") == "https://h/a" + separator + name + "=***")
    }
  }

  /// A hash may sign an address, or tell the versions of a picture apart: it is not printed, and no player is blamed.
  @Test(arguments: ["md5", "hash"]) func hashesAreReplacedAndNoSecrets(_ name: String) {
    let address = "https://h/a?" + name + "="
    #expect(Secret.redacted(address + "abc") == address + "***")
    #expect(!Secret.isIn(address + "abc") && Secret.isIn(address + "abc&sig=d"))
  }

  /// A text that looks like a secret and may be something else is not printed, and no player is blamed.
  @Test(arguments: [
    ("http://h:8080/live/me/my%20pass/123.ts", "http://h:8080/live/***/123.ts"),
    ("http://h/movie/me/pass/1?x=1", "http://h/movie/***/1?x=1"),
    ("http://h/timeshift/u/p/60/1", "http://h/timeshift/***/60/1"),
    ("http://h/live/2024/summer/a.mp4", "http://h/live/2024/summer/a.mp4"), ("http://h/live/a/1", "http://h/live/a/1"),
    ("http://h/trance?0123abcdef", "http://h/trance?***"), ("http://h/trance?0123abcdef#t", "http://h/trance?***#t"),
    ("http://h/a?1700000000", "http://h/a?1700000000"), ("http://h/a?download", "http://h/a?download"),
    ("What is R2D2?0123abcdef is no key", "What is R2D2?*** is no key"), ("a?0123abcdef?b", "a?0123abcdef?b"),
    ("https://h/feed/podcast/1/private/0123abcd-ef.rss", "https://h/feed/podcast/1/private/***.rss"),
    ("https://h/private/music/a.rss", "https://h/private/music/a.rss"),
    ("rtmp://h/live/cam-1?x=1", "rtmp://h/live/***?x=1"), ("rtmps://u:p@h:443/app/a/b", "rtmps://***@h:443/app/***"),
    ("rtmp://h/live", "rtmp://h/live"), ("rtmp://h/live/", "rtmp://h/live/"), ("rtsp://h/live/a", "rtsp://h/live/a"),
    ("https://v/1?h=0123abcdef", "https://v/1?h=***"), ("https://v/1?w=640&h=480", "https://v/1?w=640&h=480"),
    ("https://h/a?st=abcdefgh0&e=1", "https://h/a?st=***&e=1"),
    ("https://h/a?st=1700000000&e=1", "https://h/a?st=1700000000&e=1"),
    ("Authorization: Basic dTpw", "Authorization: ***"), ("Cookie: a=b; c=d\nHost: h", "Cookie: ***\nHost: h"),
    ("Cookie: The Film", "Cookie: The Film"), ("X-Api-Key: 0123abcdef, x", "X-Api-Key: ***, x"),
    ("Secret: Part Two", "Secret: Part Two"), ("with Bearer 0123abcd.ef-_ now", "with Bearer *** now"),
    ("Bearer of bad news", "Bearer of bad news"), ("Overbearer 0123abcdef", "Overbearer 0123abcdef"),
    ("xBearer 0123abcdef", "xBearer 0123abcdef"),
  ]) func whatLooksLikeASecretIsReplaced(_ text: String, _ wanted: String) {
    #expect(Secret.redacted(text) == wanted)
    #expect(Secret.redacted(wanted) == wanted)
    #expect(Secret.isIn(text) == text.contains("@"))
  }

  @Test(arguments: [
    ("https://user:password@example.org/a.ogg", "https://example.org/a.ogg"),
    ("HTTP://u:p@h:80?x=a@b", "HTTP://h:80?x=a@b"),
    ("rtsp://u:p@[fe80::1%25eth0]:554/a", "rtsp://[fe80::1%25eth0]:554/a"),
    ("smb://DOMAIN;me:p w@host/share", "smb://host/share"), ("ftp://u:p@ss@host#x", "ftp://host#x"),
    ("x-of+mine.1://u:%2F%40@host", "x-of+mine.1://host"), ("https://me%40example.org:p@host", "https://host"),
    ("https://u:p%40host/a", "https://host/a"), ("https://TOKEN@host", "https://host"),
    ("ytdl://https://u:p@host/a@b", "ytdl://https://host/a@b"), ("//u:p@host/a", "//host/a"),
    ("https://u:ä\"<é@host/ü", "https://host/ü"), ("https://h/\\u:p@x", "https://h/\\u:p@x"),
    ("https://host/@me/a", "https://host/@me/a"), ("https://[::1]:8000/a@b", "https://[::1]:8000/a@b"),
    ("https://h?a=b@c", "https://h?a=b@c"), ("https://h#a@b", "https://h#a@b"), ("udp://@:1234", "udp://@:1234"),
    ("file:///home/me@host/a.ogg", "file:///home/me@host/a.ogg"), ("/music/AC//DC@home", "/music/AC//DC@home"),
    ("mailto:me@host", "mailto:me@host"), ("://@", "://@"), ("//", "//"), ("", ""), ("https://u@", "https://"),
    ("https://u:p%4", "https://u:p%4"),
  ]) func userAndPasswordAreLeftOut(_ address: String, _ wanted: String) {
    #expect(Secret.withoutUser(address) == wanted)
    #expect(Secret.withoutUser(wanted) == wanted)
    var content = Content(kind: .music, id: "1")
    for field in FieldRow.texts.compactMap({ TextField(rawValue: $0.number) }) where field != .title {
      content.set(field, address)
      #expect(content.texts[field] == (field == .url ? wanted : address))
    }
  }

  /// The title of a file or stream without tags is often its address, or the end of the address.
  @Test(arguments: [
    ("stream.flac?id=7&u=me&t=26719a", "stream.flac"), ("https://u:p@h/live?token=abc", "https://h/live"),
    ("a b.mp3?X-Plex-Token=abc def", "a b.mp3"), ("https://h:8000/live", "https://h:8000/live"),
    ("Is this a key? key=C", "Is this a key? key=C"), ("What?", "What?"), ("?", "?"), ("?a=b", "?a=b"), ("", ""),
    ("1+1=2?", "1+1=2?"), ("What?=", "What?="), ("AC//DC@home", "AC//DC@home"), ("a?b", "a?b"),
    ("Who? What? a=b", "Who? What? a=b"), ("a#access_token=abc", "a"), ("a?b#token=abc", "a"), ("a#b", "a#b"),
    ("stream?%74oken=abc", "stream"), ("#1 hit?a=b", "#1 hit"), ("#a=b", "#a=b"),
    ("a?live&token=b", "a"), ("What?=a=b", "What?=a=b"),
  ]) func titlesHaveNoQuery(_ given: String, _ wanted: String) {
    var content = Content(kind: .music, id: "1")
    content.set(.title, given)
    #expect(content.texts[.title] == wanted)
    content.set(.album, given)
    #expect(content.texts[.album] == given)
  }

  @Test func longTextsTakeNoLongTime() {
    let many = String(repeating: "://a@?token=b&", count: 5000)
    #expect(Secret.redacted(many) == String(repeating: "://***@?token=***&", count: 5000))
    let deep = String(repeating: "?", count: 50_000) + String(repeating: "%3A//", count: 5000)
    #expect(Secret.redacted(deep) == deep)
    // Parts of what each rule looks for, so that each is tried at each place.
    for part in [
      "?a", "/live/a", "'a':", "token:a", "cookie:", "cookie:a", "bearer ", "rtmp://", "\"\\", "a-", "/private/",
    ] {
      #expect(Secret.redacted(String(repeating: part, count: 20_000)).utf8.count > 0)
    }
  }
}
