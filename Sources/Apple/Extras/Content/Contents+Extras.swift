// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import NowPlaying

/// A content of the module NowPlaying, which keeps the additional properties itself.
protocol ContentOfNowPlaying: ExtendedMediaContentRepresentable, CarriesAdditions {}

extension ContentOfNowPlaying {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension MusicContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
extension PodcastContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
extension MovieContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
extension TVShowContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
extension BookContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
extension RadioContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
extension HomeMediaContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
extension GenericContent: ContentOfNowPlaying, ExtendedMediaContentRepresentable {}
