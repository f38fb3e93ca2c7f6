// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: built_in_swift     A program of Swift with the thread that the library starts in one. It lives until the end
// of its input.
import CNowPlayingPlatform
import Glibc

var thread = UInt64.zero
let failure = np_thread_start({ _ in pause() }, nil, &thread)
if failure == 0 {
  print("ready")
  fflush(nil)
}
while readLine() != nil {}
