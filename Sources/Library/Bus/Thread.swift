// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

private final class ThreadBody {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

/// Starts a thread that runs a closure. Returns its id, or an errno that is not 0.
public func startThread(_ body: @escaping () -> Void) -> (error: Int32, thread: UInt64) {
  let context = Unmanaged.passRetained(ThreadBody(body))
  var thread = UInt64.zero
  let error = np_thread_start(
    { context in
      if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
    }, context.toOpaque(), &thread)
  if error != 0 { context.release() }
  return (error, thread)
}

private final class NameList {
  var list: [String] = []
}

/// The names in a directory.
public func directoryEntries(_ path: String) -> [String] {
  let names = NameList()
  np_list_directory(
    path.cString,
    { name, context in
      guard let name, let context else { return }
      Unmanaged<NameList>.fromOpaque(context).takeUnretainedValue().list.append(String(cString: name))
    }, Unmanaged.passUnretained(names).toOpaque())
  return names.list
}
