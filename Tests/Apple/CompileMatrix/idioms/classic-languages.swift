// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Languages of sound and subtitles, by the information center and two commands.
import MediaPlayer

@MainActor final class LanguageMenu {
  private(set) var chosen: [MPNowPlayingInfoLanguageOptionType: String] = [:]

  private func option(_ type: MPNowPlayingInfoLanguageOptionType, _ tag: String) -> MPNowPlayingInfoLanguageOption {
    MPNowPlayingInfoLanguageOption(
      type: type, languageTag: tag, characteristics: [MPLanguageOptionCharacteristicIsMainProgramContent],
      displayName: Locale.current.localizedString(forIdentifier: tag) ?? tag, identifier: "\(type.rawValue)-\(tag)")
  }

  func offer(_ tags: [String]) {
    let groups = [MPNowPlayingInfoLanguageOptionType.audible, .legible].map { type in
      let options = tags.map { option(type, $0) }
      return MPNowPlayingInfoLanguageOptionGroup(
        languageOptions: options, defaultLanguageOption: options.first, allowEmptySelection: type == .legible)
    }
    MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPNowPlayingInfoPropertyAvailableLanguageOptions] = groups
    MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPNowPlayingInfoPropertyCurrentLanguageOptions] =
      groups.compactMap(\.defaultLanguageOption)
  }

  func listen() {
    let center = MPRemoteCommandCenter.shared()
    _ = center.enableLanguageOptionCommand.addTarget { [weak self] event in
      guard let event = event as? MPChangeLanguageOptionCommandEvent else { return .commandFailed }
      self?.chosen[event.languageOption.languageOptionType] = event.languageOption.languageTag
      return event.setting == .none ? .noSuchContent : .success
    }
    _ = center.disableLanguageOptionCommand.addTarget { [weak self] event in
      guard let option = (event as? MPChangeLanguageOptionCommandEvent)?.languageOption else { return .commandFailed }
      self?.chosen[option.languageOptionType] = nil
      return .success
    }
  }
}
