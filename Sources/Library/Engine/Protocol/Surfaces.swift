// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The registrations of surfaces on all connections of an app, the conditions that forbid videos, and the pictures and
/// videos that surfaces were given.
final class Surfaces: LoopBound {
  private struct Declaration {
    let object: AppObject
    let ratios: AspectRatios
  }

  private let core: AppCore
  private let conditions: VideoRestrictions
  private var declarations: [Declaration] = []
  let kept: KeptPictures

  init(_ core: AppCore, _ conditions: VideoRestrictions) {
    self.core = core
    self.conditions = conditions
    kept = KeptPictures(core)
    conditions.changed = { [unowned(unsafe) core] in core.locked { _ = core.changed($0) } }
  }

  /// The reasons why only previews may be shown now, as surfaces are told while one is registered.
  var previewOnly: PreviewOnly { declarations.isEmpty ? [] : conditions.reasons }

  /// The reasons why no video may be given out now, for the calls for videos that wait for them; nil while they are not
  /// known.
  var reasonsAgainstVideos: PreviewOnly? { conditions.areKnown ? conditions.reasons : nil }

  /// The number of calls that wait for `reasonsAgainstVideos`, on all connections.
  var callsThatWait = 0 { didSet { watchConditions() } }

  /// Watches the conditions while a surface is registered or a call waits for them.
  private func watchConditions() {
    if declarations.isEmpty, callsThatWait == 0 { conditions.stop() } else { conditions.start() }
  }

  /// Sets the aspect ratios that the surfaces of one connection show.
  func declare(_ ratios: AspectRatios, isAnybodyThere: Bool, by object: AppObject) {
    declarations.removeAll { $0.object === object }
    if isAnybodyThere { declarations.append(Declaration(object: object, ratios: ratios)) }
    watchConditions()
    var union: AspectRatios = []
    for declaration in declarations { union.formUnion(declaration.ratios) }
    let isNews = core.locked { held in
      guard core.shownRatios[held] != union else { return false }
      core.shownRatios[held] = union
      return true
    }
    if isNews { core.tell { $0.ratiosChanged(union) } }
  }
}
