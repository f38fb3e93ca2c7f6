// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore
internal import Observation

/// The aspect ratios of animated artwork that the desktop's surfaces show. They are observable, so that a model that
/// reads them is read again when a surface appears or vanishes.
///
/// They may be read on any thread, and are changed on the main actor, as models are.
package final class ShownRatios: Observable, Sendable {
  package static let shared = ShownRatios()

  private let registrar = ObservationRegistrar()
  private let state = Locked(AspectRatios())

  private init() {}

  package var ratios: AspectRatios {
    registrar.access(self, keyPath: \.ratios)
    return state.withLock { $0 }
  }

  @MainActor func changed(_ ratios: AspectRatios) {
    registrar.withMutation(of: self, keyPath: \.ratios) { state.withLock { $0 = ratios } }
  }
}
