/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Generated from nowplaying.abi.json: do not edit. */
/** The lists of nowplaying.hpp, which includes this file in its middle: nothing else does. */
namespace nowplaying {

/** The subject of a NowPlayingError. */
enum class Code : std::int32_t {
  OK = NOWPLAYING_OK, InvalidArgument = NOWPLAYING_ERROR_INVALID_ARGUMENT,
  InvalidHandle = NOWPLAYING_ERROR_INVALID_HANDLE, InvalidState = NOWPLAYING_ERROR_INVALID_STATE,
  AlreadyAnswered = NOWPLAYING_ERROR_ALREADY_ANSWERED, Cancelled = NOWPLAYING_ERROR_CANCELLED,
  TimedOut = NOWPLAYING_ERROR_TIMED_OUT, NotSupported = NOWPLAYING_ERROR_NOT_SUPPORTED,
  NotPermitted = NOWPLAYING_ERROR_NOT_PERMITTED, NoBus = NOWPLAYING_ERROR_NO_BUS,
  CommandFailed = NOWPLAYING_ERROR_COMMAND_FAILED, NoSuchContent = NOWPLAYING_ERROR_NO_SUCH_CONTENT,
  TooLarge = NOWPLAYING_ERROR_TOO_LARGE, NotAnImage = NOWPLAYING_ERROR_NOT_AN_IMAGE, Io = NOWPLAYING_ERROR_IO,
  Forked = NOWPLAYING_ERROR_FORKED, Busy = NOWPLAYING_ERROR_BUSY, System = NOWPLAYING_ERROR_SYSTEM,
  NotLocal = NOWPLAYING_ERROR_NOT_LOCAL, NotAVideo = NOWPLAYING_ERROR_NOT_A_VIDEO,
  WrongAspectRatio = NOWPLAYING_ERROR_WRONG_ASPECT_RATIO, FrameRate = NOWPLAYING_ERROR_FRAME_RATE,
};
/** Whether the desktop can be reached. */
enum class BusState : std::int32_t {
  NoBus = NOWPLAYING_BUS_NONE, Connected = NOWPLAYING_BUS_CONNECTED, Published = NOWPLAYING_BUS_PUBLISHED,
};
/** Audio or video. */
enum class MediaType : std::int32_t {
  Audio = NOWPLAYING_MEDIA_AUDIO, Video = NOWPLAYING_MEDIA_VIDEO,
};
/** The length of an item, where it is not a number of seconds. */
enum class DurationKind : std::int32_t {
  Unknown = NOWPLAYING_DURATION_UNKNOWN, Finite = NOWPLAYING_DURATION_FINITE, Live = NOWPLAYING_DURATION_LIVE,
  Continuous = NOWPLAYING_DURATION_CONTINUOUS,
};
/** The shape of an animated artwork: 1:1 or 3:4. */
enum class AspectRatio : std::int32_t {
  Square = NOWPLAYING_ASPECT_RATIO_SQUARE, Tall = NOWPLAYING_ASPECT_RATIO_TALL,
};
/** The state of playback. */
enum class PlaybackState : std::int32_t {
  Stopped = NOWPLAYING_STATE_STOPPED, Playing = NOWPLAYING_STATE_PLAYING, Paused = NOWPLAYING_STATE_PAUSED,
  Buffering = NOWPLAYING_STATE_BUFFERING, Interrupted = NOWPLAYING_STATE_INTERRUPTED, Error = NOWPLAYING_STATE_ERROR,
};
/** The cause of an error; surfaces choose by it what to offer. */
enum class ErrorKind : std::int32_t {
  Other = NOWPLAYING_ERROR_KIND_OTHER, Network = NOWPLAYING_ERROR_KIND_NETWORK, SignIn = NOWPLAYING_ERROR_KIND_SIGN_IN,
  Region = NOWPLAYING_ERROR_KIND_REGION, Format = NOWPLAYING_ERROR_KIND_FORMAT,
  NotAvailable = NOWPLAYING_ERROR_KIND_NOT_AVAILABLE,
};
/** A command that a desktop can send to a player. */
enum class CommandKind : std::int32_t {
  Play = NOWPLAYING_COMMAND_PLAY, Pause = NOWPLAYING_COMMAND_PAUSE, Stop = NOWPLAYING_COMMAND_STOP,
  TogglePlayPause = NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, Next = NOWPLAYING_COMMAND_NEXT,
  Previous = NOWPLAYING_COMMAND_PREVIOUS, SeekToPosition = NOWPLAYING_COMMAND_SEEK_TO_POSITION,
  SkipForward = NOWPLAYING_COMMAND_SKIP_FORWARD, SkipBackward = NOWPLAYING_COMMAND_SKIP_BACKWARD,
  SeekForward = NOWPLAYING_COMMAND_SEEK_FORWARD, SeekBackward = NOWPLAYING_COMMAND_SEEK_BACKWARD,
  ChangeRate = NOWPLAYING_COMMAND_CHANGE_RATE, ChangeRepeatMode = NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE,
  ChangeShuffleMode = NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, Feedback = NOWPLAYING_COMMAND_FEEDBACK,
  NextChapter = NOWPLAYING_COMMAND_NEXT_CHAPTER, PreviousChapter = NOWPLAYING_COMMAND_PREVIOUS_CHAPTER,
  SeekToLive = NOWPLAYING_COMMAND_SEEK_TO_LIVE, SetRating = NOWPLAYING_COMMAND_SET_RATING,
  Bookmark = NOWPLAYING_COMMAND_BOOKMARK, Mute = NOWPLAYING_COMMAND_MUTE, Custom = NOWPLAYING_COMMAND_CUSTOM,
};
/** Where a surface that has few places shows a command. */
enum class Slot : std::int32_t {
  Any = NOWPLAYING_SLOT_ANY, Central = NOWPLAYING_SLOT_CENTRAL, Back = NOWPLAYING_SLOT_BACK,
  Forward = NOWPLAYING_SLOT_FORWARD, BackSecondary = NOWPLAYING_SLOT_BACK_SECONDARY,
  ForwardSecondary = NOWPLAYING_SLOT_FORWARD_SECONDARY, Overflow = NOWPLAYING_SLOT_OVERFLOW,
};
/** The part of the queue that repeats. */
enum class RepeatMode : std::int32_t {
  Off = NOWPLAYING_REPEAT_OFF, One = NOWPLAYING_REPEAT_ONE, All = NOWPLAYING_REPEAT_ALL,
};
/** The order of the queue. */
enum class ShuffleMode : std::int32_t {
  Off = NOWPLAYING_SHUFFLE_OFF, Items = NOWPLAYING_SHUFFLE_ITEMS, Collections = NOWPLAYING_SHUFFLE_COLLECTIONS,
};
/** The user's opinion of an item. */
enum class Feedback : std::int32_t {
  Neutral = NOWPLAYING_FEEDBACK_NEUTRAL, Positive = NOWPLAYING_FEEDBACK_POSITIVE,
  Negative = NOWPLAYING_FEEDBACK_NEGATIVE,
};
/** Whether a fast-forward or rewind button is pressed or released. */
enum class Phase : std::int32_t {
  Begin = NOWPLAYING_PHASE_BEGIN, End = NOWPLAYING_PHASE_END,
};
/** The kind of a device that plays. */
enum class DeviceType : std::int32_t {
  Speaker = NOWPLAYING_DEVICE_SPEAKER, Tv = NOWPLAYING_DEVICE_TV, SetTopBox = NOWPLAYING_DEVICE_SET_TOP_BOX,
  MediaStick = NOWPLAYING_DEVICE_MEDIA_STICK, GamingConsole = NOWPLAYING_DEVICE_GAMING_CONSOLE,
  Phone = NOWPLAYING_DEVICE_PHONE, Tablet = NOWPLAYING_DEVICE_TABLET, Laptop = NOWPLAYING_DEVICE_LAPTOP,
  Desktop = NOWPLAYING_DEVICE_DESKTOP, Wearable = NOWPLAYING_DEVICE_WEARABLE, Car = NOWPLAYING_DEVICE_CAR,
  Web = NOWPLAYING_DEVICE_WEB,
};
/** The kind of a track: one audio track plays at a time, and at most one of each other kind. */
enum class TrackKind : std::int32_t {
  Audio = NOWPLAYING_TRACK_AUDIO, Subtitles = NOWPLAYING_TRACK_SUBTITLES, Captions = NOWPLAYING_TRACK_CAPTIONS,
};
/** Another player took over, or is gone. */
enum class Interruption : std::int32_t {
  Began = NOWPLAYING_INTERRUPTION_BEGAN, Ended = NOWPLAYING_INTERRUPTION_ENDED,
};
/** The importance of a line of the log. */
enum class LogLevel : std::int32_t {
  Error = NOWPLAYING_LOG_ERROR, Warning = NOWPLAYING_LOG_WARNING, Info = NOWPLAYING_LOG_INFO,
  Debug = NOWPLAYING_LOG_DEBUG,
};
/** The owner of the loop that serves the bus. */
enum class LoopMode : std::int32_t {
  Thread = NOWPLAYING_LOOP_THREAD, Fd = NOWPLAYING_LOOP_FD, Wakeup = NOWPLAYING_LOOP_WAKEUP,
};
/** The kind of an item. */
enum class ContentKind : std::int32_t {
  Music = NOWPLAYING_CONTENT_MUSIC, Podcast = NOWPLAYING_CONTENT_PODCAST, Movie = NOWPLAYING_CONTENT_MOVIE,
  TvShow = NOWPLAYING_CONTENT_TV_SHOW, Book = NOWPLAYING_CONTENT_BOOK, Radio = NOWPLAYING_CONTENT_RADIO,
  HomeMedia = NOWPLAYING_CONTENT_HOME_MEDIA, Generic = NOWPLAYING_CONTENT_GENERIC,
};
/** A field of a content that is a text. */
enum class TextField : std::int32_t {
  Title = NOWPLAYING_FIELD_TITLE, Subtitle = NOWPLAYING_FIELD_SUBTITLE, Album = NOWPLAYING_FIELD_ALBUM,
  ShowName = NOWPLAYING_FIELD_SHOW_NAME, Author = NOWPLAYING_FIELD_AUTHOR, Narrator = NOWPLAYING_FIELD_NARRATOR,
  StationName = NOWPLAYING_FIELD_STATION_NAME, ProgramName = NOWPLAYING_FIELD_PROGRAM_NAME,
  SourceName = NOWPLAYING_FIELD_SOURCE_NAME, Description = NOWPLAYING_FIELD_DESCRIPTION, Isrc = NOWPLAYING_FIELD_ISRC,
  Url = NOWPLAYING_FIELD_URL, Lyrics = NOWPLAYING_FIELD_LYRICS, CollectionId = NOWPLAYING_FIELD_COLLECTION_ID,
  ServiceId = NOWPLAYING_FIELD_SERVICE_ID,
};
/** A field of a content that is a list of texts. */
enum class ListField : std::int32_t {
  Artists = NOWPLAYING_FIELD_ARTISTS, AlbumArtists = NOWPLAYING_FIELD_ALBUM_ARTISTS,
  Composers = NOWPLAYING_FIELD_COMPOSERS, Lyricists = NOWPLAYING_FIELD_LYRICISTS, Genres = NOWPLAYING_FIELD_GENRES,
  Comments = NOWPLAYING_FIELD_COMMENTS, MusicbrainzTrackIds = NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS,
  MusicbrainzAlbumIds = NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS,
  MusicbrainzArtistIds = NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS,
  MusicbrainzAlbumArtistIds = NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS,
};
/** A field of a content that is an integer. */
enum class IntegerField : std::int32_t {
  TrackNumber = NOWPLAYING_FIELD_TRACK_NUMBER, DiscNumber = NOWPLAYING_FIELD_DISC_NUMBER,
  BeatsPerMinute = NOWPLAYING_FIELD_BEATS_PER_MINUTE, PlayCount = NOWPLAYING_FIELD_PLAY_COUNT,
  Chapter = NOWPLAYING_FIELD_CHAPTER, ChapterCount = NOWPLAYING_FIELD_CHAPTER_COUNT,
  ReleaseDate = NOWPLAYING_FIELD_RELEASE_DATE, FirstPlayed = NOWPLAYING_FIELD_FIRST_PLAYED,
  LastPlayed = NOWPLAYING_FIELD_LAST_PLAYED, Explicit = NOWPLAYING_FIELD_EXPLICIT,
  ExcludedFromSuggestions = NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS, Season = NOWPLAYING_FIELD_SEASON,
  Episode = NOWPLAYING_FIELD_EPISODE, Advertisement = NOWPLAYING_FIELD_ADVERTISEMENT,
};
/** A field of a content that is a number. */
enum class NumberField : std::int32_t {
  UserRating = NOWPLAYING_FIELD_USER_RATING, AutoRating = NOWPLAYING_FIELD_AUTO_RATING,
};

/** A chapter of an item. */
struct Chapter {
  Microseconds start{0};
  std::string title{};
  std::string artwork_id{};

  nowplaying_chapter c_struct() const noexcept {
    nowplaying_chapter made = NOWPLAYING_CHAPTER_INIT;
    made.start_us = start.count();
    made.title = detail::c_text(title);
    made.artwork_id = detail::c_text(artwork_id);
    return made;
  }
};
/** A device that a remote session plays on; `volume` is empty where none can be set. */
struct Device {
  std::string id{};
  std::string name{};
  std::optional<double> volume{};
  DeviceType type = DeviceType::Speaker;
  bool can_step = false;

  nowplaying_device c_struct() const noexcept {
    nowplaying_device made = NOWPLAYING_DEVICE_INIT;
    made.id = id.c_str();
    made.name = name.c_str();
    made.volume = volume.value_or(made.volume);
    made.type = static_cast<nowplaying_device_type>(type);
    made.can_step = can_step;
    return made;
  }
};
/** An audio track or subtitles that can be chosen. */
struct Track {
  TrackKind kind = TrackKind::Audio;
  std::string id{};
  std::string language{};
  std::string title{};
  bool is_selected = false;
  nowplaying_track_characteristics characteristics = 0;

  nowplaying_track c_struct() const noexcept {
    nowplaying_track made = NOWPLAYING_TRACK_INIT(0);
    made.kind = static_cast<nowplaying_track_kind>(kind);
    made.id = id.c_str();
    made.language = detail::c_text(language);
    made.title = detail::c_text(title);
    made.selected = is_selected;
    made.characteristics = characteristics;
    return made;
  }
};
/** A playlist of the app. The times are in seconds since 1970. */
struct Playlist {
  std::string id{};
  std::string name{};
  std::string icon_url{};
  std::optional<std::int64_t> created{};
  std::optional<std::int64_t> modified{};
  std::optional<std::int64_t> last_played{};

  nowplaying_playlist c_struct() const noexcept {
    nowplaying_playlist made = NOWPLAYING_PLAYLIST_INIT;
    made.id = id.c_str();
    made.name = name.c_str();
    made.icon_url = detail::c_text(icon_url);
    made.created = created.value_or(made.created);
    made.modified = modified.value_or(made.modified);
    made.last_played = last_played.value_or(made.last_played);
    return made;
  }
};
/** The options of an app; see nowplaying_app_options. */
struct AppOptions {
  std::string application_id{};
  std::string display_name{};
  std::string desktop_entry{};
  std::string bus_address{};
  std::vector<std::string> uri_schemes{};
  std::vector<std::string> mime_types{};
  int bus_fd = -1;
  LoopMode loop = LoopMode::Thread;
  LogLevel log_level = LogLevel::Warning;
  std::string instance{};
  std::string track_path_prefix{};
  std::string bus_name{};
  nowplaying_app_flags flags = 0;

  nowplaying_app_options c_struct() const noexcept {
    nowplaying_app_options made = NOWPLAYING_APP_OPTIONS_INIT;
    made.application_id = application_id.c_str();
    made.display_name = detail::c_text(display_name);
    made.desktop_entry = detail::c_text(desktop_entry);
    made.bus_address = detail::c_text(bus_address);
    made.bus_fd = bus_fd;
    made.loop = static_cast<nowplaying_loop_mode>(loop);
    made.log_level = static_cast<nowplaying_log_level>(log_level);
    made.instance = detail::c_text(instance);
    made.track_path_prefix = detail::c_text(track_path_prefix);
    made.bus_name = detail::c_text(bus_name);
    made.flags = flags;
    return made;
  }
};

/** The requests of the desktop to the app. One without a handler is not offered. See nowplaying_app_callbacks. */
struct AppHandlers {
  /** level, message */
  detail::Handler<void(LogLevel, std::string_view)> log;
  /** state */
  detail::Handler<void(BusState)> bus_state;
  detail::Handler<Answer(Request)> raise;
  detail::Handler<Answer(Request)> quit;
  /** uri, path */
  detail::Handler<Answer(std::string_view, std::optional<std::string_view>, Request)> open_uri;
  /** fullscreen */
  detail::Handler<Answer(bool, Request)> fullscreen;
  detail::Handler<void()> wakeup;
  /** ratios */
  detail::Handler<void(std::uint32_t)> aspect_ratios;
  /** playlist_id */
  detail::Handler<Answer(std::string_view, Request)> activate_playlist;
};
/** The requests of the desktop to a session, other than commands; see nowplaying_session_callbacks. */
struct SessionHandlers {
  /** event */
  detail::Handler<Answer(const nowplaying_artwork_event &, Request)> artwork;
  /** volume */
  detail::Handler<Answer(double, Request)> volume;
  detail::Handler<void(Request)> request_cancelled;
  /** primary */
  detail::Handler<void(nowplaying_primary_flags)> primary_changed;
  /** which, status */
  detail::Handler<void(nowplaying_primary_flags, Code)> primary_result;
  /** interruption */
  detail::Handler<void(Interruption)> interruption;
  /** event */
  detail::Handler<Answer(const nowplaying_animated_artwork_event &, Request)> preview;
  /** event */
  detail::Handler<Answer(const nowplaying_animated_artwork_event &, Request)> video;
  /** device_id, volume */
  detail::Handler<Answer(std::string_view, double, Request)> device_volume;
  /** device_id, step */
  detail::Handler<Answer(std::string_view, int, Request)> device_step;
  /** entry_id */
  detail::Handler<Answer(std::string_view, Request)> queue_go_to;
  /** uri, after_id, play */
  detail::Handler<Answer(std::string_view, std::optional<std::string_view>, bool, Request)> queue_add;
  /** entry_id */
  detail::Handler<Answer(std::string_view, Request)> queue_remove;
  /** Returns the position, or nothing: then that of the snapshot counts. */
  std::function<std::optional<Microseconds>()> position;
  /** kind, track_id */
  detail::Handler<Answer(TrackKind, std::optional<std::string_view>, Request)> select_track;
};
/** A command that somebody gave; see nowplaying_command_event. */
class CommandEvent {
public:
  explicit CommandEvent(const nowplaying_command_event &event) noexcept : event_(event) {}
  CommandKind kind() const noexcept { return static_cast<CommandKind>(event_.kind); }
  Phase phase() const noexcept { return static_cast<Phase>(event_.phase); }
  Microseconds time() const noexcept { return Microseconds(event_.time_us); }
  double rate() const noexcept { return event_.rate; }
  /** The mode: a RepeatMode, ShuffleMode or Feedback, or for MUTE a bool. */
  template <class Mode> Mode mode() const noexcept { return static_cast<Mode>(event_.mode); }
  std::string_view id() const noexcept { return event_.id == nullptr ? std::string_view() : event_.id; }
  double rating() const noexcept { return event_.rating; }

private:
  const nowplaying_command_event &event_;
};

namespace detail {
/** Sets each callback that has a handler to a function that calls it. */
inline void offer(nowplaying_app_callbacks &calls, const AppHandlers &handlers) noexcept {
  if (handlers.log) {
    calls.log = [](nowplaying_app *, nowplaying_log_level level, const char *message, void *data) {
      tell(of<AppHandlers>(data).log, static_cast<LogLevel>(level), std::string_view(message));
    };
  }
  if (handlers.bus_state) {
    calls.bus_state = [](nowplaying_app *, nowplaying_bus_state state, void *data) {
      tell(of<AppHandlers>(data).bus_state, static_cast<BusState>(state));
    };
  }
  if (handlers.raise) {
    calls.raise = [](nowplaying_app *, nowplaying_request *request, void *data) {
      return answer(request, of<AppHandlers>(data).raise);
    };
  }
  if (handlers.quit) {
    calls.quit = [](nowplaying_app *, nowplaying_request *request, void *data) {
      return answer(request, of<AppHandlers>(data).quit);
    };
  }
  if (handlers.open_uri) {
    calls.open_uri = [](nowplaying_app *, nowplaying_request *request, const char *uri, const char *path, void *data) {
      return answer(request, of<AppHandlers>(data).open_uri, std::string_view(uri), optional(path));
    };
  }
  if (handlers.fullscreen) {
    calls.fullscreen = [](nowplaying_app *, nowplaying_request *request, int32_t fullscreen, void *data) {
      return answer(request, of<AppHandlers>(data).fullscreen, fullscreen != 0);
    };
  }
  if (handlers.wakeup) {
    calls.wakeup = [](nowplaying_app *, void *data) {
      tell(of<AppHandlers>(data).wakeup);
    };
  }
  if (handlers.aspect_ratios) {
    calls.aspect_ratios = [](nowplaying_app *, uint32_t ratios, void *data) {
      tell(of<AppHandlers>(data).aspect_ratios, ratios);
    };
  }
  if (handlers.activate_playlist) {
    calls.activate_playlist = [](nowplaying_app *, nowplaying_request *request, const char *playlist_id, void *data) {
      return answer(request, of<AppHandlers>(data).activate_playlist, std::string_view(playlist_id));
    };
  }
}

/** Sets each callback that has a handler to a function that calls it. */
inline void offer(nowplaying_session_callbacks &calls, const SessionHandlers &handlers) noexcept {
  if (handlers.artwork) {
    calls.artwork = [](nowplaying_session *, nowplaying_request *request, const nowplaying_artwork_event *event,
        void *data) {
      return answer(request, of<SessionHandlers>(data).artwork, *event);
    };
  }
  if (handlers.volume) {
    calls.volume = [](nowplaying_session *, nowplaying_request *request, double volume, void *data) {
      return answer(request, of<SessionHandlers>(data).volume, volume);
    };
  }
  if (handlers.request_cancelled) {
    calls.request_cancelled = [](nowplaying_session *, nowplaying_request *request, void *data) {
      tell(of<SessionHandlers>(data).request_cancelled, lent(request));
    };
  }
  if (handlers.primary_changed) {
    calls.primary_changed = [](nowplaying_session *, nowplaying_primary_flags primary, void *data) {
      tell(of<SessionHandlers>(data).primary_changed, primary);
    };
  }
  if (handlers.primary_result) {
    calls.primary_result = [](nowplaying_session *, nowplaying_primary_flags which, nowplaying_status status,
        void *data) {
      tell(of<SessionHandlers>(data).primary_result, which, static_cast<Code>(status));
    };
  }
  if (handlers.interruption) {
    calls.interruption = [](nowplaying_session *, nowplaying_interruption interruption, void *data) {
      tell(of<SessionHandlers>(data).interruption, static_cast<Interruption>(interruption));
    };
  }
  if (handlers.preview) {
    calls.preview = [](nowplaying_session *, nowplaying_request *request,
        const nowplaying_animated_artwork_event *event, void *data) {
      return answer(request, of<SessionHandlers>(data).preview, *event);
    };
  }
  if (handlers.video) {
    calls.video = [](nowplaying_session *, nowplaying_request *request, const nowplaying_animated_artwork_event *event,
        void *data) {
      return answer(request, of<SessionHandlers>(data).video, *event);
    };
  }
  if (handlers.device_volume) {
    calls.device_volume = [](nowplaying_session *, nowplaying_request *request, const char *device_id, double volume,
        void *data) {
      return answer(request, of<SessionHandlers>(data).device_volume, std::string_view(device_id), volume);
    };
  }
  if (handlers.device_step) {
    calls.device_step = [](nowplaying_session *, nowplaying_request *request, const char *device_id, int32_t step,
        void *data) {
      return answer(request, of<SessionHandlers>(data).device_step, std::string_view(device_id), step);
    };
  }
  if (handlers.queue_go_to) {
    calls.queue_go_to = [](nowplaying_session *, nowplaying_request *request, const char *entry_id, void *data) {
      return answer(request, of<SessionHandlers>(data).queue_go_to, std::string_view(entry_id));
    };
  }
  if (handlers.queue_add) {
    calls.queue_add = [](nowplaying_session *, nowplaying_request *request, const char *uri, const char *after_id,
        int32_t play, void *data) {
      return answer(request, of<SessionHandlers>(data).queue_add, std::string_view(uri), optional(after_id), play != 0);
    };
  }
  if (handlers.queue_remove) {
    calls.queue_remove = [](nowplaying_session *, nowplaying_request *request, const char *entry_id, void *data) {
      return answer(request, of<SessionHandlers>(data).queue_remove, std::string_view(entry_id));
    };
  }
  if (handlers.position) calls.position = position<SessionHandlers>;
  if (handlers.select_track) {
    calls.select_track = [](nowplaying_session *, nowplaying_request *request, nowplaying_track_kind kind,
        const char *track_id, void *data) {
      return answer(request, of<SessionHandlers>(data).select_track, static_cast<TrackKind>(kind), optional(track_id));
    };
  }
}

struct Free {
  void operator()(nowplaying_content *content) const noexcept { nowplaying_content_free(content); }
  void operator()(nowplaying_session *session) const noexcept { nowplaying_session_free(session); }
  void operator()(nowplaying_app *app) const noexcept { nowplaying_app_free(app); }
};
/** A handle of C, which is freed with this object; false where it could not be made. */
template <class Object> class Handle {
public:
  Object *get() const noexcept { return handle_.get(); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

protected:
  std::unique_ptr<Object, Free> handle_;
};
/** The functions nowplaying_session_… that need nothing but their arguments. */
struct SessionFunctions : Handle<nowplaying_session> {
  /** Sets `enabled` of every command of a kind. */
  Result set_command_enabled(CommandKind kind, bool enabled) {
    return check(nowplaying_session_set_command_enabled(get(), static_cast<nowplaying_command_kind>(kind), enabled));
  }
  /** Sets `enabled` and `active` of a CUSTOM command. */
  Result set_custom_command(const std::string &id, bool enabled, bool active) {
    return check(nowplaying_session_set_custom_command(get(), id.c_str(), enabled, active));
  }
  /** Sets whether the session is muted. */
  Result set_muted(bool muted) {
    return check(nowplaying_session_set_muted(get(), muted));
  }
  /** tracks: a range of Track. */
  template <class Range = std::initializer_list<Track>> Result set_tracks(const Range &tracks) {
    const Structs<nowplaying_track, Track> given(tracks);
    return check(nowplaying_session_set_tracks(get(), given.structs.data(), given.structs.size()));
  }
  /** Sets the volume. */
  Result set_volume(double volume) {
    return check(nowplaying_session_set_volume(get(), volume));
  }
  /** Sets the highest volume that the desktop may set. */
  Result set_volume_maximum(double maximum) {
    return check(nowplaying_session_set_volume_maximum(get(), maximum));
  }
  /** devices: a range of Device. */
  template <class Range = std::initializer_list<Device>> Result set_devices(const Range &devices) {
    const Structs<nowplaying_device, Device> given(devices);
    return check(nowplaying_session_set_devices(get(), given.structs.data(), given.structs.size()));
  }
  /** Sets which entry of the queue plays. */
  Result set_queue_row(std::int64_t row) {
    return check(nowplaying_session_set_queue_row(get(), row));
  }
  /** Publishes what was staged. */
  Result commit() {
    return check(nowplaying_session_commit(get()));
  }
  /** Drops what was staged since the last commit. */
  Result discard() {
    return check(nowplaying_session_discard(get()));
  }
  /** Provides the bytes of a PNG. */
  Result provide_artwork_data(const std::string &artwork_id, const void *data, std::size_t size) {
    return check(nowplaying_session_provide_artwork_data(get(), artwork_id.c_str(), data, size));
  }
  /** Provides a file as the picture of an artwork id. */
  Result provide_artwork_file(const std::string &artwork_id, const std::string &path) {
    return check(nowplaying_session_provide_artwork_file(get(), artwork_id.c_str(), path.c_str()));
  }
  /** Provides the address of a picture as that of an artwork id. */
  Result provide_artwork_url(const std::string &artwork_id, const std::string &url) {
    return check(nowplaying_session_provide_artwork_url(get(), artwork_id.c_str(), url.c_str()));
  }
  /** Tells the library that there is no picture for an artwork id. */
  Result provide_artwork_none(const std::string &artwork_id) {
    return check(nowplaying_session_provide_artwork_none(get(), artwork_id.c_str()));
  }
  /** Asks to become the session that the app shows. */
  Result request_application_primary() {
    return check(nowplaying_session_request_application_primary(get()));
  }
  /** Asks to become the session that the app shows and that the whole desktop drives. */
  Result request_system_primary() {
    return check(nowplaying_session_request_system_primary(get()));
  }
  /** Gives the system primary back. */
  Result resign_system_primary() {
    return check(nowplaying_session_resign_system_primary(get()));
  }
  /** Gets the ways in which the session is primary. */
  nowplaying_primary_flags primary() const noexcept {
    nowplaying_primary_flags found{};
    static_cast<void>(nowplaying_session_get_primary(get(), &found));
    return found;
  }
};
/** The functions nowplaying_app_… that need nothing but their arguments. */
struct AppFunctions : Handle<nowplaying_app> {
  /** Gets the file descriptor to poll for reading. */
  int fd() const noexcept {
    int32_t found = -1;
    static_cast<void>(nowplaying_app_get_fd(get(), &found));
    return found;
  }
  /** Serves the bus. */
  Result dispatch() {
    return check(nowplaying_app_dispatch(get()));
  }
  /** Gets whether the app can be reached by the desktop now. */
  BusState bus_state() const noexcept {
    nowplaying_bus_state found{};
    static_cast<void>(nowplaying_app_get_bus_state(get(), &found));
    return static_cast<BusState>(found);
  }
  /** Sets the name that people see. */
  Result set_display_name(const std::string &display_name) {
    return check(nowplaying_app_set_display_name(get(), display_name.c_str()));
  }
  /** Sets whether the player fills the screen. */
  Result set_fullscreen(bool fullscreen) {
    return check(nowplaying_app_set_fullscreen(get(), fullscreen));
  }
  /** Gets the aspect ratios in which surfaces show animated artwork now. */
  std::uint32_t aspect_ratios() const noexcept {
    uint32_t found{};
    static_cast<void>(nowplaying_app_get_aspect_ratios(get(), &found));
    return found;
  }
  /** playlists: a range of Playlist. */
  template <class Range = std::initializer_list<Playlist>> Result set_playlists(const Range &playlists) {
    const Structs<nowplaying_playlist, Playlist> given(playlists);
    return check(nowplaying_app_set_playlists(get(), given.structs.data(), given.structs.size()));
  }
  /** Sets the playlist that plays. */
  Result set_active_playlist(const std::string &playlist_id) {
    return check(nowplaying_app_set_active_playlist(get(), c_text(playlist_id)));
  }
};

/** A function for each kind of command: Command::play(closure). */
template <class Command> struct CommandKinds {
  /** Play. */
  template <class Closure> static Command play(Closure closure) {
    return Command(CommandKind::Play, std::move(closure));
  }
  /** Pause. */
  template <class Closure> static Command pause(Closure closure) {
    return Command(CommandKind::Pause, std::move(closure));
  }
  /** Stop. */
  template <class Closure> static Command stop(Closure closure) {
    return Command(CommandKind::Stop, std::move(closure));
  }
  /** Play when not playing, else pause. */
  template <class Closure> static Command toggle_play_pause(Closure closure) {
    return Command(CommandKind::TogglePlayPause, std::move(closure));
  }
  /** Go to the next item. */
  template <class Closure> static Command next(Closure closure) {
    return Command(CommandKind::Next, std::move(closure));
  }
  /** Go to the previous item. */
  template <class Closure> static Command previous(Closure closure) {
    return Command(CommandKind::Previous, std::move(closure));
  }
  /** Go to a position. */
  template <class Closure> static Command seek_to_position(Closure closure) {
    return Command(CommandKind::SeekToPosition, std::move(closure));
  }
  /** Go forward by an interval. */
  template <class Closure> static Command skip_forward(Closure closure) {
    return Command(CommandKind::SkipForward, std::move(closure));
  }
  /** Go back by an interval. */
  template <class Closure> static Command skip_backward(Closure closure) {
    return Command(CommandKind::SkipBackward, std::move(closure));
  }
  /** Fast forward while a button is held. */
  template <class Closure> static Command seek_forward(Closure closure) {
    return Command(CommandKind::SeekForward, std::move(closure));
  }
  /** Rewind while a button is held. */
  template <class Closure> static Command seek_backward(Closure closure) {
    return Command(CommandKind::SeekBackward, std::move(closure));
  }
  /** Change the speed. */
  template <class Closure> static Command change_rate(Closure closure) {
    return Command(CommandKind::ChangeRate, std::move(closure));
  }
  /** Change what repeats. */
  template <class Closure> static Command change_repeat_mode(Closure closure) {
    return Command(CommandKind::ChangeRepeatMode, std::move(closure));
  }
  /** Change the order. */
  template <class Closure> static Command change_shuffle_mode(Closure closure) {
    return Command(CommandKind::ChangeShuffleMode, std::move(closure));
  }
  /** Like, dislike, or neither. */
  template <class Closure> static Command feedback(Closure closure) {
    return Command(CommandKind::Feedback, std::move(closure));
  }
  /** Go to the next chapter. */
  template <class Closure> static Command next_chapter(Closure closure) {
    return Command(CommandKind::NextChapter, std::move(closure));
  }
  /** Go to the previous chapter. */
  template <class Closure> static Command previous_chapter(Closure closure) {
    return Command(CommandKind::PreviousChapter, std::move(closure));
  }
  /** Go to what is broadcast at this moment. */
  template <class Closure> static Command seek_to_live(Closure closure) {
    return Command(CommandKind::SeekToLive, std::move(closure));
  }
  /** Rate the item. */
  template <class Closure> static Command set_rating(Closure closure) {
    return Command(CommandKind::SetRating, std::move(closure));
  }
  /** Put a bookmark at the position, or remove it. */
  template <class Closure> static Command bookmark(Closure closure) {
    return Command(CommandKind::Bookmark, std::move(closure));
  }
  /** Mute, or unmute. */
  template <class Closure> static Command mute(Closure closure) {
    return Command(CommandKind::Mute, std::move(closure));
  }
};
} // namespace detail
} // namespace nowplaying
