/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The constants of the C interface, for C++ and QML. Generated from the description of the C interface: do not edit. */
#ifndef NOWPLAYING_QT_CONSTANTS_H
#define NOWPLAYING_QT_CONSTANTS_H

#include <QObject>

/** Classes and functions of this library are exported from it. */
#define NOWPLAYING_QT_EXPORT Q_DECL_EXPORT

/** Says in a class that QML has no such object to make, as QML_UNCREATABLE does, whose header is not one of Qt Core.
 * Newer versions, as Qt 6.8, look for the members, too, and warn without them. */
#define NOWPLAYING_QML_UNCREATABLE(reason)         \
  Q_CLASSINFO("QML.Creatable", "false")            \
  Q_CLASSINFO("QML.UncreatableReason", reason)     \
public:                                            \
  enum class QmlIsUncreatable { yes = true };      \
  constexpr void qt_qmlMarker_uncreatable() {}     \
                                                   \
private:

/** The classes and enumerations of this library; in QML the constants are NowPlaying.CommandPlay and so on. */
namespace NowPlaying {
Q_NAMESPACE_EXPORT(NOWPLAYING_QT_EXPORT)
Q_CLASSINFO("QML.Element", "NowPlaying")

/** NOWPLAYING_OK and NOWPLAYING_ERROR_…, as the C headers describe them. */
enum Code {
  Ok = 0,
  ErrorInvalidArgument = -1,
  ErrorInvalidHandle = -2,
  ErrorInvalidState = -3,
  ErrorAlreadyAnswered = -4,
  ErrorCancelled = -5,
  ErrorTimedOut = -6,
  ErrorNotSupported = -7,
  ErrorNotPermitted = -8,
  ErrorNoBus = -9,
  ErrorCommandFailed = -10,
  ErrorNoSuchContent = -11,
  ErrorTooLarge = -12,
  ErrorNotAnImage = -13,
  ErrorIo = -14,
  ErrorForked = -15,
  ErrorBusy = -16,
  ErrorSystem = -17,
  ErrorNotLocal = -18,
  ErrorNotAVideo = -19,
  ErrorWrongAspectRatio = -20,
  ErrorFrameRate = -21,
};
Q_ENUM_NS(Code)

/** NOWPLAYING_LOG_…, as the C headers describe them. */
enum LogLevel {
  LogError = 0,
  LogWarning = 1,
  LogInfo = 2,
  LogDebug = 3,
};
Q_ENUM_NS(LogLevel)

/** NOWPLAYING_BUS_…, as the C headers describe them. */
enum BusState {
  BusNone = 0,
  BusConnected = 1,
  BusPublished = 2,
};
Q_ENUM_NS(BusState)

/** NOWPLAYING_CONTENT_…, as the C headers describe them. */
enum ContentKind {
  ContentMusic = 1,
  ContentPodcast = 2,
  ContentMovie = 3,
  ContentTvShow = 4,
  ContentBook = 5,
  ContentRadio = 6,
  ContentHomeMedia = 7,
  ContentGeneric = 8,
};
Q_ENUM_NS(ContentKind)

/** NOWPLAYING_MEDIA_…, as the C headers describe them. */
enum MediaType {
  MediaAudio = 0,
  MediaVideo = 1,
};
Q_ENUM_NS(MediaType)

/** NOWPLAYING_DURATION_…, as the C headers describe them. */
enum DurationKind {
  DurationUnknown = 0,
  DurationFinite = 1,
  DurationLive = 2,
  DurationContinuous = 3,
};
Q_ENUM_NS(DurationKind)

/** NOWPLAYING_FIELD_…, as the C headers describe them. */
enum Field {
  FieldTitle = 1,
  FieldSubtitle = 2,
  FieldAlbum = 3,
  FieldShowName = 4,
  FieldAuthor = 5,
  FieldNarrator = 6,
  FieldStationName = 7,
  FieldProgramName = 8,
  FieldSourceName = 9,
  FieldDescription = 10,
  FieldIsrc = 11,
  FieldUrl = 12,
  FieldLyrics = 13,
  FieldCollectionId = 14,
  FieldServiceId = 15,
  FieldArtists = 100,
  FieldAlbumArtists = 101,
  FieldComposers = 102,
  FieldLyricists = 103,
  FieldGenres = 104,
  FieldComments = 105,
  FieldMusicbrainzTrackIds = 106,
  FieldMusicbrainzAlbumIds = 107,
  FieldMusicbrainzArtistIds = 108,
  FieldMusicbrainzAlbumArtistIds = 109,
  FieldTrackNumber = 200,
  FieldDiscNumber = 201,
  FieldBeatsPerMinute = 202,
  FieldPlayCount = 203,
  FieldChapter = 204,
  FieldChapterCount = 205,
  FieldReleaseDate = 206,
  FieldFirstPlayed = 207,
  FieldLastPlayed = 208,
  FieldExplicit = 209,
  FieldExcludedFromSuggestions = 210,
  FieldSeason = 211,
  FieldEpisode = 212,
  FieldAdvertisement = 213,
  FieldUserRating = 300,
  FieldAutoRating = 301,
};
Q_ENUM_NS(Field)

/** NOWPLAYING_ASPECT_RATIO_…, as the C headers describe them. */
enum AspectRatio {
  AspectRatioSquare = 1,
  AspectRatioTall = 2,
};
Q_ENUM_NS(AspectRatio)

/** NOWPLAYING_ASPECT_RATIOS_…, as the C headers describe them. */
enum AspectRatios {
  AspectRatiosSquare = 1,
  AspectRatiosTall = 2,
};
Q_ENUM_NS(AspectRatios)

/** NOWPLAYING_STATE_…, as the C headers describe them. */
enum PlaybackState {
  StateStopped = 0,
  StatePlaying = 1,
  StatePaused = 2,
  StateBuffering = 3,
  StateInterrupted = 4,
  StateError = 5,
};
Q_ENUM_NS(PlaybackState)

/** NOWPLAYING_ERROR_KIND_…, as the C headers describe them. */
enum ErrorKind {
  ErrorKindOther = 0,
  ErrorKindNetwork = 1,
  ErrorKindSignIn = 2,
  ErrorKindRegion = 3,
  ErrorKindFormat = 4,
  ErrorKindNotAvailable = 5,
};
Q_ENUM_NS(ErrorKind)

/** NOWPLAYING_COMMAND_…, as the C headers describe them. */
enum CommandKind {
  CommandPlay = 1,
  CommandPause = 2,
  CommandStop = 3,
  CommandTogglePlayPause = 4,
  CommandNext = 5,
  CommandPrevious = 6,
  CommandSeekToPosition = 7,
  CommandSkipForward = 8,
  CommandSkipBackward = 9,
  CommandSeekForward = 10,
  CommandSeekBackward = 11,
  CommandChangeRate = 12,
  CommandChangeRepeatMode = 13,
  CommandChangeShuffleMode = 14,
  CommandFeedback = 15,
  CommandNextChapter = 16,
  CommandPreviousChapter = 17,
  CommandSeekToLive = 18,
  CommandSetRating = 19,
  CommandBookmark = 20,
  CommandMute = 21,
  CommandCustom = 22,
};
Q_ENUM_NS(CommandKind)

/** NOWPLAYING_SLOT_…, as the C headers describe them. */
enum Slot {
  SlotAny = 0,
  SlotCentral = 1,
  SlotBack = 2,
  SlotForward = 3,
  SlotBackSecondary = 4,
  SlotForwardSecondary = 5,
  SlotOverflow = 6,
};
Q_ENUM_NS(Slot)

/** NOWPLAYING_REPEAT_…, as the C headers describe them. */
enum RepeatMode {
  RepeatOff = 0,
  RepeatOne = 1,
  RepeatAll = 2,
};
Q_ENUM_NS(RepeatMode)

/** NOWPLAYING_SHUFFLE_…, as the C headers describe them. */
enum ShuffleMode {
  ShuffleOff = 0,
  ShuffleItems = 1,
  ShuffleCollections = 2,
};
Q_ENUM_NS(ShuffleMode)

/** NOWPLAYING_FEEDBACK_…, as the C headers describe them. */
enum FeedbackMode {
  FeedbackNeutral = 0,
  FeedbackPositive = 1,
  FeedbackNegative = 2,
};
Q_ENUM_NS(FeedbackMode)

/** NOWPLAYING_PHASE_…, as the C headers describe them. */
enum Phase {
  PhaseBegin = 0,
  PhaseEnd = 1,
};
Q_ENUM_NS(Phase)

/** NOWPLAYING_DEVICE_…, as the C headers describe them. */
enum DeviceType {
  DeviceSpeaker = 1,
  DeviceTv = 2,
  DeviceSetTopBox = 3,
  DeviceMediaStick = 4,
  DeviceGamingConsole = 5,
  DevicePhone = 6,
  DeviceTablet = 7,
  DeviceLaptop = 8,
  DeviceDesktop = 9,
  DeviceWearable = 10,
  DeviceCar = 11,
  DeviceWeb = 12,
};
Q_ENUM_NS(DeviceType)

/** NOWPLAYING_TRACK_…, as the C headers describe them. */
enum TrackKind {
  TrackAudio = 1,
  TrackSubtitles = 2,
  TrackCaptions = 3,
};
Q_ENUM_NS(TrackKind)

/** NOWPLAYING_TRACK_IS_… and NOWPLAYING_TRACK_DESCRIBES_…, as the C headers describe them. */
enum TrackCharacteristics {
  TrackIsDefault = 1,
  TrackIsForced = 2,
  TrackDescribesVideo = 4,
  TrackIsCommentary = 8,
};
Q_ENUM_NS(TrackCharacteristics)

/** NOWPLAYING_SURFACE_CHANGED_…, as the C headers describe them. */
enum Changes {
  ChangedInfo = 1,
  ChangedItem = 2,
  ChangedPlayback = 4,
  ChangedCommands = 8,
  ChangedDevices = 16,
  ChangedQueue = 32,
  ChangedPlaylists = 64,
  ChangedTracks = 128,
  ChangedBeganAgain = 256,
};
Q_ENUM_NS(Changes)

/** NOWPLAYING_SURFACE_ORDER_…, as the C headers describe them. */
enum Order {
  OrderAny = 0,
  OrderAlphabetical = 1,
  OrderCreated = 2,
  OrderModified = 3,
  OrderPlayed = 4,
  OrderUser = 5,
};
Q_ENUM_NS(Order)

/** NOWPLAYING_SURFACE_ROW_…, as the C headers describe them. */
enum ControlRow {
  RowCentral = 0,
  RowBeside = 1,
  RowOverflow = 2,
  RowStars = 3,
  RowPosition = 4,
  RowVolume = 5,
};
Q_ENUM_NS(ControlRow)

} // namespace NowPlaying

#endif
