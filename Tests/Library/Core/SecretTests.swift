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
    "X-Goog-Credential", "session",
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
  }
}
