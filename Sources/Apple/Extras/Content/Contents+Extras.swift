// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import NowPlaying

// All contents of the module NowPlaying take the additional properties.

extension MusicContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension PodcastContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension MovieContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension TVShowContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension BookContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension RadioContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension HomeMediaContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}

extension GenericContent: ExtendedMediaContentRepresentable {
  /// The properties that Apple's framework does not have.
  public var extras: MediaContentExtras {
    get { additions as? MediaContentExtras ?? MediaContentExtras() }
    set { additions = newValue }
  }
}
