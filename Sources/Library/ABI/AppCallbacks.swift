// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

/// Calls the C callbacks of an app's host.
final class AppCallbacks: AppHandler {
  let table: nowplaying_app_callbacks
  /// The app's handle, which each callback gets. It is set before the loop starts.
  var handle: OpaquePointer?

  init(_ table: nowplaying_app_callbacks) { self.table = table }

  var canRaise: Bool { table.raise != nil }
  var canQuit: Bool { table.quit != nil }
  var canOpenURIs: Bool { table.open_uri != nil }

  func log(_ level: LogLevel, _ message: String) {
    guard let log = table.log else { return }
    log(handle, level.rawValue, message.cString, table.user_data)
  }

  func busChanged(_ state: BusState) { table.bus_state?(handle, state.rawValue, table.user_data) }

  func raise(_ request: Request) {
    RequestHandle.lend(request) { table.raise?(handle, $0, table.user_data) }
  }

  func quit(_ request: Request) {
    RequestHandle.lend(request) { table.quit?(handle, $0, table.user_data) }
  }

  func open(_ uri: String, _ request: Request) {
    RequestHandle.lend(request) { request in
      guard var path = Escape.path(ofFileURI: uri) else {
        return table.open_uri?(handle, request, uri.cString, nil, table.user_data)
      }
      path.append(0)
      return path.withUnsafeBytes {
        table.open_uri?(
          handle, request, uri.cString, $0.baseAddress?.assumingMemoryBound(to: CChar.self), table.user_data)
      }
    }
  }

  var activatesPlaylists: Bool { table.activate_playlist != nil }

  func activate(playlist id: String, _ request: Request) {
    RequestHandle.lend(request) { request in
      Repair.original(id).withUnsafeBufferPointer {
        table.activate_playlist?(handle, request, $0.baseAddress, table.user_data)
      }
    }
  }

  func ratiosChanged(_ ratios: AspectRatios) { table.aspect_ratios?(handle, ratios.rawValue, table.user_data) }

  func wakeUp() { table.wakeup?(handle, table.user_data) }

  func finish() { table.destroy?(table.user_data) }
}
