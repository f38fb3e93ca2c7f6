// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport

/// Observes a model, and publishes its values. Holds the model.
@MainActor final class ModelObserver {
  private let publisher: SessionPublisher
  private let turn = ObservationTurn()
  private let reading: () -> SessionReading

  /// - reading: reads each property of the model once.
  init(_ publisher: SessionPublisher, _ model: Any, _ reading: @escaping () -> SessionReading) {
    if type(of: model) is AnyClass, !(model is any Observable) {
      SharedApp.shared.log(
        .debug, "\(type(of: model)) is not @Observable: changes of its own properties are not seen")
    }
    self.publisher = publisher
    self.reading = reading
    publisher.refresh = { [weak self] in self?.readIfWanted() }
    turn.publisher = publisher
    read()
  }

  /// Reads the model and publishes its values. One reading both publishes and observes.
  ///
  /// The observation holds neither this observer nor the model, so that both can be released.
  func read() {
    let (turn, publisher) = (turn, publisher)
    let needsSecond = turn.begin()
    let reading = withObservationTracking(reading) { turn.want() }
    turn.ended(foundNews: publisher.publish(reading))
    if needsSecond || publisher.needsSecondReading { turn.want() }
  }

  private func readIfWanted() {
    if turn.isWanted { read() }
  }
}
