/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Made by bindings/generate of bindings/cpp/nowplaying.hpp.in: do not edit. */
/**
 * libnowplaying for C++17 and later: nowplaying.h with objects that free themselves, closures and strings. Everything
 * is in this header; link libnowplaying.so as from C. nowplaying.h has the meaning, the limits and the threads of each
 * function that is called here.
 *
 * Exceptions: a function that fails throws Error. Without exceptions (-fno-exceptions, or NOWPLAYING_NO_EXCEPTIONS
 * defined before this header) it returns a Code, OK or the error, and a constructor that fails leaves an empty object,
 * which is false; last_error() has the details of both. An exception that leaves a handler becomes an error for the
 * caller, with its text.
 *
 * Threads: handlers run where callbacks do: on the library's thread, or in App::dispatch(). Objects may be used from
 * any thread, but one at a time each, other than Request, which may be used and copied from several.
 *
 * Not here: what surfaces use. They have surface.h, or the bindings for GLib and Qt.
 */
#ifndef NOWPLAYING_HPP
#define NOWPLAYING_HPP

#include <nowplaying/nowplaying.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#if !defined(NOWPLAYING_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define NOWPLAYING_NO_EXCEPTIONS
#endif

namespace nowplaying {

/* ------------------------------------------------------------------------------------------- Enumerations -------- */

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
  None = NOWPLAYING_BUS_NONE, Connected = NOWPLAYING_BUS_CONNECTED, Published = NOWPLAYING_BUS_PUBLISHED,
};
/** Audio or video. */
enum class MediaType : std::int32_t {
  Audio = NOWPLAYING_MEDIA_AUDIO, Video = NOWPLAYING_MEDIA_VIDEO,
};
/** A length that is no number of seconds. */
enum class DurationKind : std::int32_t {
  Unknown = NOWPLAYING_DURATION_UNKNOWN, Finite = NOWPLAYING_DURATION_FINITE, Live = NOWPLAYING_DURATION_LIVE,
  Continuous = NOWPLAYING_DURATION_CONTINUOUS,
};
/** The shape of an animated artwork: 1:1 or 3:4. */
enum class AspectRatio : std::int32_t {
  Square = NOWPLAYING_ASPECT_RATIO_SQUARE, Tall = NOWPLAYING_ASPECT_RATIO_TALL,
};
/** Whether it plays. */
enum class PlaybackState : std::int32_t {
  Stopped = NOWPLAYING_STATE_STOPPED, Playing = NOWPLAYING_STATE_PLAYING, Paused = NOWPLAYING_STATE_PAUSED,
  Buffering = NOWPLAYING_STATE_BUFFERING, Interrupted = NOWPLAYING_STATE_INTERRUPTED, Error = NOWPLAYING_STATE_ERROR,
};
/** The cause of an error, by which surfaces choose what to offer. */
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
/** The kind of a track: one of each plays at a time, or none of the last two. */
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
/* ------------------------------------------------------------------------------------------------- Errors -------- */

/** Returns the details of the last error on this thread. */
inline std::string last_error() { return nowplaying_last_error(); }

#ifdef NOWPLAYING_NO_EXCEPTIONS
/** The result of a function: Code::OK, or the error. */
using Result = Code;
inline Code check(nowplaying_status status) noexcept { return static_cast<Code>(status); }
#else
/** The result of a function that throws where it fails. */
using Result = void;

/** An error of the library. Thrown in a handler, its code is the answer to the caller. */
class Error : public std::runtime_error {
public:
  explicit Error(Code code) : Error(code, nowplaying_strerror(static_cast<nowplaying_status>(code))) {}
  Error(Code code, const std::string &text) : std::runtime_error(text), code_(code) {}
  Code code() const noexcept { return code_; }

private:
  Code code_;
};

inline void check(nowplaying_status status) {
  if (status >= 0) return;
  const std::string details = last_error();
  throw Error(static_cast<Code>(status), details.empty() ? nowplaying_strerror(status) : details);
}
#endif

using Microseconds = std::chrono::microseconds;

namespace detail {
struct Free {
  void operator()(nowplaying_content *content) const noexcept { nowplaying_content_free(content); }
  void operator()(nowplaying_session *session) const noexcept { nowplaying_session_free(session); }
};

/** A text for C: NULL for none. */
inline const char *c_text(const std::string &text) noexcept { return text.empty() ? nullptr : text.c_str(); }

/** The texts of a range, copied: a range may make them as it goes; and pointers to them. */
struct Texts {
  template <class Range> explicit Texts(const Range &range) {
    for (const auto &each : range) copies.emplace_back(each);
    for (const std::string &copy : copies) pointers.push_back(copy.c_str());
  }
  std::vector<std::string> copies;
  std::vector<const char *> pointers;
};

/** The elements of a range of our own classes, copied for the same reason, as structs. */
template <class Struct, class Element> struct Structs {
  template <class Range> explicit Structs(const Range &range) : copies(std::begin(range), std::end(range)) {
    for (const Element &copy : copies) structs.push_back(copy.c_struct());
  }
  std::vector<Element> copies;
  std::vector<Struct> structs;
};
} // namespace detail

/* ------------------------------------------------------------------------------------------------ Content -------- */

/** A chapter of an item. */
struct Chapter {
  Microseconds start{0};
  std::string title;
  std::string artwork_id;

  nowplaying_chapter c_struct() const noexcept {
    nowplaying_chapter chapter = NOWPLAYING_CHAPTER_INIT;
    chapter.start_us = start.count();
    chapter.title = detail::c_text(title);
    chapter.artwork_id = detail::c_text(artwork_id);
    return chapter;
  }
};

/** What plays. The setters return the content, so that they can be chained; without exceptions the first that fails is
 * in code(), and Session::set_content() returns it. */
class Content {
public:
  /** id: names the item; empty for none. */
  explicit Content(ContentKind kind, const std::string &id = {}) {
    nowplaying_content *made = nullptr;
    note(nowplaying_content_new(static_cast<nowplaying_content_kind>(kind), detail::c_text(id), &made));
    handle_.reset(made);
  }

  Content &set(TextField field, const std::string &text) {
    return note(nowplaying_content_set_text(get(), static_cast<nowplaying_field>(field), text.c_str()));
  }
  Content &set(ListField field, const std::string &text) {
    return note(nowplaying_content_set_text(get(), static_cast<nowplaying_field>(field), text.c_str()));
  }
  /** texts: a range of std::string, or of what makes one. */
  template <class Range, class = decltype(std::begin(std::declval<const Range &>())),
            class = std::enable_if_t<!std::is_convertible_v<const Range &, std::string>>>
  Content &set(ListField field, const Range &texts) {
    const detail::Texts given(texts);
    return note(nowplaying_content_set_texts(get(), static_cast<nowplaying_field>(field), given.pointers.data(),
                                             given.pointers.size()));
  }
  Content &set(ListField field, std::initializer_list<std::string> texts) {
    return set<std::initializer_list<std::string>>(field, texts);
  }
  Content &set(IntegerField field, std::int64_t value) {
    return note(nowplaying_content_set_integer(get(), static_cast<nowplaying_field>(field), value));
  }
  /** A date as a text, "2006-05-31". */
  Content &set(IntegerField field, const std::string &date) {
    return note(nowplaying_content_set_text(get(), static_cast<nowplaying_field>(field), date.c_str()));
  }
  Content &set(NumberField field, double value) {
    return note(nowplaying_content_set_number(get(), static_cast<nowplaying_field>(field), value));
  }
  /** Takes a tag as its file or decoder has it; what cannot be read is left out. */
  Content &tag(const std::string &name, std::string_view value) {
    return note(nowplaying_content_set_tag(get(), name.c_str(), value.data(), value.size(), nullptr));
  }
  Content &extra(const std::string &key, const std::string &text) {
    return note(nowplaying_content_set_extra(get(), key.c_str(), text.c_str()));
  }
  Content &media_type(MediaType type) {
    return note(nowplaying_content_set_media_type(get(), static_cast<nowplaying_media_type>(type)));
  }
  Content &duration(Microseconds duration) {
    return note(nowplaying_content_set_duration(get(), NOWPLAYING_DURATION_FINITE, duration.count()));
  }
  Content &duration(DurationKind kind) {
    return note(nowplaying_content_set_duration(get(), static_cast<nowplaying_duration_kind>(kind), 0));
  }
  Content &artwork(const std::string &id) { return note(nowplaying_content_set_artwork(get(), detail::c_text(id))); }
  Content &animated_artwork(AspectRatio ratio, const std::string &id) {
    return note(nowplaying_content_set_animated_artwork(get(), static_cast<nowplaying_aspect_ratio>(ratio),
                                                        detail::c_text(id)));
  }
  /** chapters: Chapter in any range. */
  template <class Range = std::initializer_list<Chapter>> Content &chapters(const Range &chapters) {
    const detail::Structs<nowplaying_chapter, Chapter> given(chapters);
    return note(nowplaying_content_set_chapters(get(), given.structs.data(), given.structs.size()));
  }
  template <class Field> Content &unset(Field field) {
    return note(nowplaying_content_unset(get(), static_cast<nowplaying_field>(field)));
  }

  /** A text of the content; nothing where it has none. */
  std::optional<std::string> text(TextField field) const { return text(static_cast<nowplaying_field>(field), 0); }
  std::optional<std::string> text(ListField field, std::size_t index) const {
    return text(static_cast<nowplaying_field>(field), index);
  }
  std::optional<std::int64_t> integer(IntegerField field) const {
    std::int64_t value = 0;
    if (nowplaying_content_get_integer(get(), static_cast<nowplaying_field>(field), &value) < 0) return std::nullopt;
    return value;
  }
  std::optional<double> number(NumberField field) const {
    double value = 0;
    if (nowplaying_content_get_number(get(), static_cast<nowplaying_field>(field), &value) < 0) return std::nullopt;
    return value;
  }

  nowplaying_content *get() const noexcept { return handle_.get(); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  /** Without exceptions: the first error of the constructor or a setter; Code::OK for none. */
  Code code() const noexcept { return code_; }

private:
  std::unique_ptr<nowplaying_content, detail::Free> handle_;
  Code code_ = Code::OK;

  Content &note(nowplaying_status status) {
#ifdef NOWPLAYING_NO_EXCEPTIONS
    if (code_ == Code::OK) code_ = static_cast<Code>(status);
#endif
    static_cast<void>(check(status));
    return *this;
  }

  std::optional<std::string> text(nowplaying_field field, std::size_t index) const {
    std::string text(NOWPLAYING_MAX_LYRICS_BYTES + 1, '\0');
    if (nowplaying_content_get_text(get(), field, index, text.data(), text.size()) < 0) return std::nullopt;
    text.resize(std::char_traits<char>::length(text.c_str()));
    return text;
  }
};

/** How it plays. The members of nowplaying_snapshot that have no function here are those of the base. */
struct Snapshot : nowplaying_snapshot {
  Snapshot() noexcept : nowplaying_snapshot(NOWPLAYING_SNAPSHOT_INIT) {}
  /** elapsed: the position now; nothing where it is not known. */
  explicit Snapshot(PlaybackState now, std::optional<Microseconds> elapsed = {}, double speed = 1.0) noexcept
      : Snapshot() {
    state = static_cast<nowplaying_playback_state>(now);
    if (elapsed) elapsed_us = elapsed->count();
    rate = speed;
  }
  static Snapshot playing(Microseconds elapsed = Microseconds{0}) noexcept {
    return Snapshot(PlaybackState::Playing, elapsed);
  }
  static Snapshot paused(Microseconds elapsed = Microseconds{0}) noexcept {
    return Snapshot(PlaybackState::Paused, elapsed);
  }
};

/* ----------------------------------------------------------------------------------------------- Requests -------- */

/** Something that the desktop asks. A copy may be kept, and answered once, from any thread; when the last copy goes
 * without an answer the caller gets an error. */
class Request {
public:
  /** Takes over a reference. */
  explicit Request(nowplaying_request *request) noexcept : request_(request) {}
  Request(const Request &other) noexcept : request_(nowplaying_request_ref(other.request_)) {}
  Request(Request &&other) noexcept : request_(std::exchange(other.request_, nullptr)) {}
  Request &operator=(Request other) noexcept {
    std::swap(request_, other.request_);
    return *this;
  }
  ~Request() {
    if (request_ != nullptr) nowplaying_request_unref(request_);
  }

  Result complete() { return check(nowplaying_request_complete(request_, NOWPLAYING_OK, nullptr)); }
  Result fail(Code code, const std::string &text = {}) {
    return check(nowplaying_request_complete(request_, static_cast<nowplaying_status>(code), detail::c_text(text)));
  }
  Result artwork_data(const void *data, std::size_t size) {
    return check(nowplaying_request_complete_artwork_data(request_, data, size));
  }
  Result artwork_file(const std::string &path) {
    return check(nowplaying_request_complete_artwork_file(request_, path.c_str()));
  }
  Result artwork_url(const std::string &url) {
    return check(nowplaying_request_complete_artwork_url(request_, url.c_str()));
  }
  Result video_data(const void *data, std::size_t size) {
    return check(nowplaying_request_complete_video_data(request_, data, size));
  }
  Result video_file(const std::string &path) {
    return check(nowplaying_request_complete_video_file(request_, path.c_str()));
  }
  Result video_url(const std::string &url) {
    return check(nowplaying_request_complete_video_url(request_, url.c_str()));
  }
  /** Whether somebody still waits for the answer. */
  bool is_open() const noexcept { return nowplaying_request_get_state(request_) == NOWPLAYING_OK; }
  /** The row of the queue that it is about; nothing for another request. */
  std::optional<std::int64_t> queue_row() const {
    std::int64_t row = 0;
    if (nowplaying_request_get_queue_row(request_, &row) < 0) return std::nullopt;
    return row;
  }

  nowplaying_request *get() const noexcept { return request_; }

private:
  nowplaying_request *request_;
};

/** The answer of a handler. */
struct Answer {
  Code code = Code::OK;
  std::string text;
  bool is_later = false;

  static Answer done() { return {}; }
  /** A copy of the request was kept, or the request has been answered. */
  static Answer later() { return {Code::OK, {}, true}; }
  /** text: a sentence that the caller gets. */
  static Answer failed(std::string text = {}, Code code = Code::CommandFailed) { return {code, std::move(text), false}; }
};

namespace detail {
/** Calls a handler, and gives the request its answer. */
template <class Handler, class... Given>
nowplaying_status answer(nowplaying_request *given, const Handler &handler, const Given &...arguments) noexcept {
  Request request(given);
  Answer answer;
#ifdef NOWPLAYING_NO_EXCEPTIONS
  answer = handler(arguments..., request);
#else
  try {
    answer = handler(arguments..., request);
  } catch (const Error &error) {
    answer = Answer::failed(error.what(), error.code());
  } catch (const std::exception &error) {
    answer = Answer::failed(error.what());
  } catch (...) {
    answer = Answer::failed();
  }
#endif
  // It may have been answered already; then there is nothing to add.
  if (!answer.is_later) {
    nowplaying_request_complete(request.get(), static_cast<nowplaying_status>(answer.code), c_text(answer.text));
  }
  return NOWPLAYING_PENDING;
}

/** Calls a handler that answers nothing: nothing may be thrown through C. */
template <class Handler, class... Given> void tell(const Handler &handler, const Given &...arguments) noexcept {
#ifdef NOWPLAYING_NO_EXCEPTIONS
  handler(arguments...);
#else
  try {
    handler(arguments...);
  } catch (...) {
  }
#endif
}

/** An argument of a callback, as what a handler takes: a number as an enumeration or a bool, a text, an event. */
template <class C> struct Lent {
  C value;
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>> operator T() const noexcept {
    return static_cast<T>(value);
  }
};
template <> struct Lent<const char *> {
  const char *value;
  operator std::string_view() const noexcept { return value; }
  operator std::optional<std::string_view>() const noexcept {
    return value == nullptr ? std::nullopt : std::optional<std::string_view>(value);
  }
};
template <class Event> struct Lent<const Event *> {
  const Event *value;
  operator const Event &() const noexcept { return *value; }
};
template <> struct Lent<nowplaying_request *> {
  nowplaying_request *value;
  operator Request() const noexcept { return Request(nowplaying_request_ref(value)); }
};

/** The last of the arguments of a callback, its `user_data`, and the others before it. */
template <class Handlers, class... Given, std::size_t... Index, class Call>
auto with_handlers(const std::tuple<Given...> &given, std::index_sequence<Index...>, Call call) noexcept {
  const auto &handlers = *static_cast<std::shared_ptr<Handlers> *>(std::get<sizeof...(Given) - 1>(given))->get();
  return call(handlers, Lent<std::tuple_element_t<Index, std::tuple<Given...>>>{std::get<Index>(given)}...);
}

/** Has a callback call a handler, if there is one. */
template <auto Handler, class Handlers, class Object, class... Given>
void offer(nowplaying_status (*&callback)(Object *, nowplaying_request *, Given...), const Handlers &handlers) noexcept {
  if (!(handlers.*Handler)) return;
  callback = [](Object *, nowplaying_request *request, Given... given) -> nowplaying_status {
    return with_handlers<Handlers>(
        std::tuple<Given...>(given...), std::make_index_sequence<sizeof...(Given) - 1>(),
        [request](const Handlers &all, const auto &...lent) { return answer(request, all.*Handler, lent...); });
  };
}
template <auto Handler, class Handlers, class Object, class... Given>
void offer(void (*&callback)(Object *, Given...), const Handlers &handlers) noexcept {
  if (!(handlers.*Handler)) return;
  callback = [](Object *, Given... given) {
    with_handlers<Handlers>(std::tuple<Given...>(given...), std::make_index_sequence<sizeof...(Given) - 1>(),
                            [](const Handlers &all, const auto &...lent) { tell(all.*Handler, lent...); });
  };
}
} // namespace detail

/* ----------------------------------------------------------------------------------------------- Commands -------- */

/** A command that somebody gave; see nowplaying_command_event. */
class CommandEvent {
public:
  explicit CommandEvent(const nowplaying_command_event &event) noexcept : event_(event) {}
  CommandKind kind() const noexcept { return static_cast<CommandKind>(event_.kind); }
  /** Where to, or how far. */
  Microseconds time() const noexcept { return Microseconds(event_.time_us); }
  double rate() const noexcept { return event_.rate; }
  double rating() const noexcept { return event_.rating; }
  Phase phase() const noexcept { return static_cast<Phase>(event_.phase); }
  /** The mode: a RepeatMode, ShuffleMode or Feedback, or for MUTE a bool. */
  template <class Mode> Mode mode() const noexcept { return static_cast<Mode>(event_.mode); }
  /** The id of a custom command. */
  std::string_view id() const noexcept { return event_.id == nullptr ? std::string_view() : event_.id; }

private:
  const nowplaying_command_event &event_;
};

/** A button of the desktop, and its closure: of no argument, of (const CommandEvent &), or of (const CommandEvent &,
 * Request). It returns nothing, or an Answer. */
class Command {
public:
  using Handler = std::function<Answer(const CommandEvent &, Request)>;

  template <class Closure> Command(CommandKind kind, Closure closure) : handler_(wrapped(std::move(closure))) {
    command_.kind = static_cast<nowplaying_command_kind>(kind);
  }

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
  /** Put a bookmark at the position, or take it away. */
  template <class Closure> static Command bookmark(Closure closure) {
    return Command(CommandKind::Bookmark, std::move(closure));
  }
  /** Mute, or cease to. */
  template <class Closure> static Command mute(Closure closure) {
    return Command(CommandKind::Mute, std::move(closure));
  }
  /** A button of the player's own. */
  template <class Closure> static Command custom(std::string id, std::string title, Closure closure) {
    Command command(CommandKind::Custom, std::move(closure));
    command.id_ = std::move(id);
    return std::move(command.titles(std::move(title)));
  }

  /** Whether it can be given now. */
  Command &enabled(bool is) { return command_.enabled = is, *this; }
  Command &titles(std::string title, std::string short_title = {}) {
    return title_ = std::move(title), short_title_ = std::move(short_title), *this;
  }
  Command &icon(std::string icon) { return icon_ = std::move(icon), *this; }
  Command &slot(Slot slot) { return command_.slot = static_cast<nowplaying_slot>(slot), *this; }
  Command &active(bool is) { return command_.active = is, *this; }
  Command &steps(std::int32_t steps) { return command_.steps = steps, *this; }
  Command &intervals(const std::vector<Microseconds> &intervals) {
    intervals_.clear();
    for (Microseconds interval : intervals) intervals_.push_back(interval.count());
    return *this;
  }
  Command &rates(std::vector<double> rates) { return rates_ = std::move(rates), *this; }
  Command &rate_range(double minimum, double maximum) {
    return command_.rate_minimum = minimum, command_.rate_maximum = maximum, *this;
  }
  /** The present mode, and those that can be chosen; none for all. */
  template <class Mode> Command &modes(Mode current, std::initializer_list<Mode> supported = {}) {
    command_.current = static_cast<std::int32_t>(current);
    command_.supported = 0;
    for (Mode mode : supported) command_.supported |= 1u << static_cast<unsigned>(mode);
    return *this;
  }

  const Handler &handler() const noexcept { return handler_; }

  /** Lives as long as the command, and is not changed by it later. */
  nowplaying_command c_struct(std::uint64_t tag) const noexcept {
    nowplaying_command command = command_;
    command.tag = tag;
    command.intervals_us = intervals_.empty() ? nullptr : intervals_.data();
    command.interval_count = intervals_.size();
    command.rates = rates_.empty() ? nullptr : rates_.data();
    command.rate_count = rates_.size();
    command.title = detail::c_text(title_);
    command.short_title = detail::c_text(short_title_);
    command.icon = detail::c_text(icon_);
    command.id = detail::c_text(id_);
    return command;
  }

private:
  nowplaying_command command_ = NOWPLAYING_COMMAND_INIT(0);
  Handler handler_;
  std::vector<std::int64_t> intervals_;
  std::vector<double> rates_;
  std::string title_, short_title_, icon_, id_;

  template <class Closure> static Handler wrapped(Closure closure) {
    return [closure = std::move(closure)](const CommandEvent &event, Request request) mutable -> Answer {
      auto call = [&]() -> decltype(auto) {
        if constexpr (std::is_invocable_v<Closure &, const CommandEvent &, Request>) {
          return closure(event, std::move(request));
        } else if constexpr (std::is_invocable_v<Closure &, const CommandEvent &>) {
          return closure(event);
        } else {
          return closure();
        }
      };
      if constexpr (std::is_convertible_v<decltype(call()), Answer>) {
        return call();
      } else {
        call();
        return Answer::done();
      }
    };
  }
};

/* ---------------------------------------------------------------------------- Devices, tracks, playlists -------- */

/** A device that a remote session plays on. */
struct Device {
  std::string id, name;
  /** From 0.0 to 1.0; nothing where it has no level that can be set. */
  std::optional<double> volume;
  DeviceType type = DeviceType::Speaker;
  bool can_step = false;

  nowplaying_device c_struct() const noexcept {
    nowplaying_device device = NOWPLAYING_DEVICE_INIT;
    device.id = id.c_str();
    device.name = name.c_str();
    if (volume) device.volume = *volume;
    device.type = static_cast<nowplaying_device_type>(type);
    device.can_step = can_step;
    return device;
  }
};

/** An audio track or subtitles that can be chosen. */
struct Track {
  TrackKind kind = TrackKind::Audio;
  std::string id, language, title;
  bool is_selected = false;
  /** Bits NOWPLAYING_TRACK_…. */
  nowplaying_track_characteristics characteristics = 0;

  nowplaying_track c_struct() const noexcept {
    nowplaying_track track = NOWPLAYING_TRACK_INIT(static_cast<nowplaying_track_kind>(kind));
    track.id = id.c_str();
    track.language = detail::c_text(language);
    track.title = detail::c_text(title);
    track.characteristics = characteristics;
    track.selected = is_selected;
    return track;
  }
};

/** A playlist of the app. The times are in seconds since 1970. */
struct Playlist {
  std::string id, name, icon_url;
  std::optional<std::int64_t> created, modified, last_played;

  nowplaying_playlist c_struct() const noexcept {
    nowplaying_playlist playlist = NOWPLAYING_PLAYLIST_INIT;
    playlist.id = id.c_str();
    playlist.name = name.c_str();
    playlist.icon_url = detail::c_text(icon_url);
    if (created) playlist.created = *created;
    if (modified) playlist.modified = *modified;
    if (last_played) playlist.last_played = *last_played;
    return playlist;
  }
};

/* --------------------------------------------------------------------------------------------------- App -------- */

/** The options of an app; see nowplaying_app_options. */
struct AppOptions {
  std::string application_id, display_name, desktop_entry, bus_address, instance, track_path_prefix, bus_name;
  std::vector<std::string> uri_schemes, mime_types;
  int bus_fd = -1;
  LoopMode loop = LoopMode::Thread;
  LogLevel log_level = LogLevel::Warning;
  /** Bits NOWPLAYING_APP_…. */
  nowplaying_app_flags flags = 0;
};

/** What the desktop asks of the app. The desktop offers what has a handler here; see nowplaying_app_callbacks. */
struct AppHandlers {
  std::function<void(LogLevel, std::string_view)> log;
  std::function<void(BusState)> bus_state;
  std::function<Answer(Request)> raise, quit;
  /** The URI, and the path of one of this machine. */
  std::function<Answer(std::string_view, std::optional<std::string_view>, Request)> open_uri;
  std::function<Answer(bool, Request)> fullscreen;
  std::function<void()> wakeup;
  /** Bits NOWPLAYING_ASPECT_RATIOS_…. */
  std::function<void(std::uint32_t)> aspect_ratios;
  std::function<Answer(std::string_view, Request)> activate_playlist;
};

/** One program that plays. It goes when the object does; when that has been destroyed, no handler runs any more. */
class App {
public:
  explicit App(const AppOptions &options, AppHandlers handlers = {}) {
    nowplaying_app_options given = NOWPLAYING_APP_OPTIONS_INIT;
    const detail::Texts schemes(options.uri_schemes), types(options.mime_types);
    given.application_id = options.application_id.c_str();
    given.display_name = detail::c_text(options.display_name);
    given.desktop_entry = detail::c_text(options.desktop_entry);
    given.bus_address = detail::c_text(options.bus_address);
    given.instance = detail::c_text(options.instance);
    given.track_path_prefix = detail::c_text(options.track_path_prefix);
    given.bus_name = detail::c_text(options.bus_name);
    given.uri_schemes = schemes.pointers.data();
    given.uri_scheme_count = schemes.pointers.size();
    given.mime_types = types.pointers.data();
    given.mime_type_count = types.pointers.size();
    given.bus_fd = options.bus_fd;
    given.loop = static_cast<nowplaying_loop_mode>(options.loop);
    given.log_level = static_cast<nowplaying_log_level>(options.log_level);
    given.flags = options.flags;
    auto shared = std::make_unique<Shared>(std::make_shared<AppHandlers>(std::move(handlers)));
    const nowplaying_app_callbacks callbacks = calls(*shared);
    const nowplaying_status status = nowplaying_app_new(&given, &callbacks, &app_);
    if (status >= 0) shared.release(); // `destroy` deletes it
    static_cast<void>(check(status));
  }
  explicit App(const std::string &application_id) : App(named(application_id)) {}
  App(App &&other) noexcept : app_(std::exchange(other.app_, nullptr)) {}
  App &operator=(App &&other) noexcept {
    std::swap(app_, other.app_);
    return *this;
  }
  ~App() { nowplaying_app_free(app_); }

  /** LoopMode::Fd: the descriptor to poll for reading; -1 otherwise. */
  int fd() const noexcept {
    std::int32_t found = -1;
    return nowplaying_app_get_fd(app_, &found) < 0 ? -1 : found;
  }
  Result dispatch() { return check(nowplaying_app_dispatch(app_)); }
  BusState bus_state() const noexcept {
    nowplaying_bus_state state = NOWPLAYING_BUS_NONE;
    static_cast<void>(nowplaying_app_get_bus_state(app_, &state));
    return static_cast<BusState>(state);
  }
  /** The name on the bus; empty while there is none. */
  std::string bus_name() const {
    char name[NOWPLAYING_MAX_BUS_NAME_BYTES + 1] = "";
    static_cast<void>(nowplaying_app_get_bus_name(app_, name, sizeof name));
    return name;
  }
  Result set_display_name(const std::string &name) {
    return check(nowplaying_app_set_display_name(app_, name.c_str()));
  }
  Result set_fullscreen(bool is) { return check(nowplaying_app_set_fullscreen(app_, is)); }
  /** playlists: Playlist in any range. */
  template <class Range = std::initializer_list<Playlist>> Result set_playlists(const Range &playlists) {
    const detail::Structs<nowplaying_playlist, Playlist> given(playlists);
    return check(nowplaying_app_set_playlists(app_, given.structs.data(), given.structs.size()));
  }
  /** id: empty for none. */
  Result set_active_playlist(const std::string &id) {
    return check(nowplaying_app_set_active_playlist(app_, detail::c_text(id)));
  }

  nowplaying_app *get() const noexcept { return app_; }
  explicit operator bool() const noexcept { return app_ != nullptr; }

private:
  nowplaying_app *app_ = nullptr;

  static AppOptions named(const std::string &application_id) {
    AppOptions options;
    options.application_id = application_id;
    return options;
  }

  using Shared = std::shared_ptr<AppHandlers>;

  static nowplaying_app_callbacks calls(Shared &shared) noexcept {
    nowplaying_app_callbacks calls = NOWPLAYING_APP_CALLBACKS_INIT;
    const AppHandlers &handlers = *shared;
    calls.user_data = &shared;
    calls.destroy = [](void *data) { delete static_cast<Shared *>(data); };
    detail::offer<&AppHandlers::log>(calls.log, handlers);
    detail::offer<&AppHandlers::bus_state>(calls.bus_state, handlers);
    detail::offer<&AppHandlers::raise>(calls.raise, handlers);
    detail::offer<&AppHandlers::quit>(calls.quit, handlers);
    detail::offer<&AppHandlers::open_uri>(calls.open_uri, handlers);
    detail::offer<&AppHandlers::fullscreen>(calls.fullscreen, handlers);
    detail::offer<&AppHandlers::wakeup>(calls.wakeup, handlers);
    detail::offer<&AppHandlers::aspect_ratios>(calls.aspect_ratios, handlers);
    detail::offer<&AppHandlers::activate_playlist>(calls.activate_playlist, handlers);
    return calls;
  }
};

/* ----------------------------------------------------------------------------------------------- Session -------- */

/** What the desktop asks of a session beside its commands; see nowplaying_session_callbacks. */
struct SessionHandlers {
  /** Answers by Request::artwork_data() or its like, then Answer::later(). */
  std::function<Answer(const nowplaying_artwork_event &, Request)> artwork;
  std::function<Answer(double, Request)> volume;
  std::function<void(Request)> request_cancelled;
  /** Bits NOWPLAYING_PRIMARY_…. */
  std::function<void(nowplaying_primary_flags)> primary_changed;
  std::function<void(nowplaying_primary_flags, Code)> primary_result;
  std::function<void(Interruption)> interruption;
  std::function<Answer(const nowplaying_animated_artwork_event &, Request)> preview, video;
  std::function<Answer(std::string_view, double, Request)> device_volume;
  std::function<Answer(std::string_view, int, Request)> device_step;
  std::function<Answer(std::string_view, Request)> queue_go_to, queue_remove;
  /** The URI, the id of the entry before it, and whether to play it at once. */
  std::function<Answer(std::string_view, std::optional<std::string_view>, bool, Request)> queue_add;
  /** Nothing where the snapshot says it. */
  std::function<std::optional<Microseconds>()> position;
  std::function<Answer(TrackKind, std::optional<std::string_view>, Request)> select_track;
};

/** One thing that a program plays. Stage what has changed, and commit. It may outlive its app, and does nothing then. */
class Session {
public:
  /** is_remote: it plays on other devices. */
  Session(App &app, const std::string &id, SessionHandlers handlers = {}, bool is_remote = false) {
    state_ = std::make_shared<State>();
    static_cast<SessionHandlers &>(*state_) = std::move(handlers);
    auto shared = std::make_unique<Shared>(state_);
    const nowplaying_session_callbacks callbacks = calls(*shared);
    nowplaying_session *made = nullptr;
    const nowplaying_status status =
        (is_remote ? nowplaying_session_new_remote : nowplaying_session_new)(app.get(), id.c_str(), &callbacks, &made);
    if (status >= 0) shared.release(); // `destroy` deletes it
    handle_.reset(made);
    static_cast<void>(check(status));
  }

  Result set_content(const Content &content) {
    if (content.code() != Code::OK) return check(static_cast<nowplaying_status>(content.code()));
    return check(nowplaying_session_set_content(get(), content.get()));
  }
  Result clear_content() { return check(nowplaying_session_set_content(get(), nullptr)); }
  Result set_snapshot(const nowplaying_snapshot &snapshot) {
    return check(nowplaying_session_set_snapshot(get(), &snapshot));
  }
  /** commands: Command in any range. */
  template <class Range = std::initializer_list<Command>> Result set_commands(const Range &commands) {
    std::map<std::uint64_t, Known> known;
    const std::vector<Command> copies(std::begin(commands), std::end(commands));
    std::vector<nowplaying_command> given;
    for (const Command &command : copies) given.push_back(add(command, known));
    const nowplaying_status status = nowplaying_session_set_commands(get(), given.data(), given.size());
    if (status >= 0) {
      const std::lock_guard lock(state_->mutex);
      state_->commands.swap(known);
    }
    return check(status);
  }
  /** Replaces the command of its kind, and of its id or button. */
  Result set_command(const Command &command) {
    std::map<std::uint64_t, Known> known;
    const nowplaying_command given = add(command, known);
    const nowplaying_status status = nowplaying_session_set_command(get(), &given);
    if (status >= 0) {
      const std::lock_guard lock(state_->mutex);
      for (auto &[tag, added] : known) state_->commands[tag] = std::move(added);
    }
    return check(status);
  }
  Result set_command_enabled(CommandKind kind, bool is) {
    return check(nowplaying_session_set_command_enabled(get(), static_cast<nowplaying_command_kind>(kind), is));
  }
  template <class Mode> Result set_command_mode(CommandKind kind, Mode mode) {
    return check(nowplaying_session_set_command_mode(get(), static_cast<nowplaying_command_kind>(kind),
                                                     static_cast<std::int32_t>(mode)));
  }
  Result set_custom_command(const std::string &id, bool is_enabled, bool is_active) {
    return check(nowplaying_session_set_custom_command(get(), id.c_str(), is_enabled, is_active));
  }
  Result set_muted(bool is) { return check(nowplaying_session_set_muted(get(), is)); }
  Result set_volume(double volume) { return check(nowplaying_session_set_volume(get(), volume)); }
  Result set_volume_maximum(double maximum) { return check(nowplaying_session_set_volume_maximum(get(), maximum)); }
  /** devices: Device in any range; so with tracks. */
  template <class Range = std::initializer_list<Device>> Result set_devices(const Range &devices) {
    const detail::Structs<nowplaying_device, Device> given(devices);
    return check(nowplaying_session_set_devices(get(), given.structs.data(), given.structs.size()));
  }
  template <class Range = std::initializer_list<Track>> Result set_tracks(const Range &tracks) {
    const detail::Structs<nowplaying_track, Track> given(tracks);
    return check(nowplaying_session_set_tracks(get(), given.structs.data(), given.structs.size()));
  }
  /** entries: Content in any range. */
  template <class Range> Result set_queue(const Range &entries) {
    std::vector<const nowplaying_content *> given;
    for (const Content &entry : entries) given.push_back(entry.get());
    return check(nowplaying_session_set_queue(get(), given.data(), given.size()));
  }
  Result set_queue_row(std::int64_t row) { return check(nowplaying_session_set_queue_row(get(), row)); }
  Result commit() { return check(nowplaying_session_commit(get())); }

  Result provide_artwork_data(const std::string &id, const void *data, std::size_t size) {
    return check(nowplaying_session_provide_artwork_data(get(), id.c_str(), data, size));
  }
  Result provide_artwork_file(const std::string &id, const std::string &path) {
    return check(nowplaying_session_provide_artwork_file(get(), id.c_str(), path.c_str()));
  }
  Result provide_artwork_url(const std::string &id, const std::string &url) {
    return check(nowplaying_session_provide_artwork_url(get(), id.c_str(), url.c_str()));
  }
  Result provide_artwork_none(const std::string &id) {
    return check(nowplaying_session_provide_artwork_none(get(), id.c_str()));
  }
  Result request_application_primary() { return check(nowplaying_session_request_application_primary(get())); }
  Result request_system_primary() { return check(nowplaying_session_request_system_primary(get())); }
  Result resign_system_primary() { return check(nowplaying_session_resign_system_primary(get())); }
  /** Bits NOWPLAYING_PRIMARY_…. */
  nowplaying_primary_flags primary() const noexcept {
    nowplaying_primary_flags primary = 0;
    static_cast<void>(nowplaying_session_get_primary(get(), &primary));
    return primary;
  }

  nowplaying_session *get() const noexcept { return handle_.get(); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

private:
  /** The closure of a command that was set, and what names that. */
  struct Known {
    nowplaying_command_kind kind;
    std::string id;
    std::uint32_t supported;
    std::shared_ptr<const Command::Handler> handler;

    /** Whether both are one button; each of a pair of thumbs can also be neutral. */
    bool is_same(const Known &other) const noexcept {
      return kind == other.kind && id == other.id &&
             (kind != NOWPLAYING_COMMAND_FEEDBACK || (supported | 1u) == (other.supported | 1u));
    }
  };

  struct State : SessionHandlers {
    std::mutex mutex;
    /** By the numbers that their events have. */
    std::map<std::uint64_t, Known> commands;
    std::uint64_t last = 0;
  };

  std::unique_ptr<nowplaying_session, detail::Free> handle_;
  /** Also after the app has gone, with which `destroy` is called. */
  std::shared_ptr<State> state_;
  using Shared = std::shared_ptr<SessionHandlers>;

  /** A command has the same number each time that it is set. */
  nowplaying_command add(const Command &command, std::map<std::uint64_t, Known> &known) {
    const std::lock_guard lock(state_->mutex);
    nowplaying_command made = command.c_struct(0);
    Known added{made.kind, made.id == nullptr ? "" : made.id, made.supported,
                std::make_shared<const Command::Handler>(command.handler())};
    for (const auto &[tag, other] : state_->commands) {
      if (other.is_same(added) && known.count(tag) == 0) made.tag = tag;
    }
    if (made.tag == 0) made.tag = ++state_->last;
    known[made.tag] = std::move(added);
    return made;
  }

  static std::shared_ptr<const Command::Handler> find(State &state, const nowplaying_command_event &event) {
    const std::lock_guard lock(state.mutex);
    const auto found = state.commands.find(event.tag);
    return found == state.commands.end() ? nullptr : found->second.handler;
  }

  static State &of(void *data) noexcept { return static_cast<State &>(**static_cast<Shared *>(data)); }

  static nowplaying_session_callbacks calls(Shared &shared) noexcept {
    nowplaying_session_callbacks calls = NOWPLAYING_SESSION_CALLBACKS_INIT;
    const SessionHandlers &handlers = *shared;
    calls.user_data = &shared;
    calls.destroy = [](void *data) { delete static_cast<Shared *>(data); };
    calls.command = [](nowplaying_session *, nowplaying_request *request, const nowplaying_command_event *event,
                       void *data) -> nowplaying_status {
      const auto handler = find(of(data), *event);
      if (handler == nullptr) return NOWPLAYING_ERROR_NOT_SUPPORTED;
      return detail::answer(request, *handler, CommandEvent(*event));
    };
    detail::offer<&SessionHandlers::artwork>(calls.artwork, handlers);
    detail::offer<&SessionHandlers::volume>(calls.volume, handlers);
    detail::offer<&SessionHandlers::request_cancelled>(calls.request_cancelled, handlers);
    detail::offer<&SessionHandlers::primary_changed>(calls.primary_changed, handlers);
    detail::offer<&SessionHandlers::primary_result>(calls.primary_result, handlers);
    detail::offer<&SessionHandlers::interruption>(calls.interruption, handlers);
    detail::offer<&SessionHandlers::preview>(calls.preview, handlers);
    detail::offer<&SessionHandlers::video>(calls.video, handlers);
    detail::offer<&SessionHandlers::device_volume>(calls.device_volume, handlers);
    detail::offer<&SessionHandlers::device_step>(calls.device_step, handlers);
    detail::offer<&SessionHandlers::queue_go_to>(calls.queue_go_to, handlers);
    detail::offer<&SessionHandlers::queue_add>(calls.queue_add, handlers);
    detail::offer<&SessionHandlers::queue_remove>(calls.queue_remove, handlers);
    detail::offer<&SessionHandlers::select_track>(calls.select_track, handlers);
    if (handlers.position) {
      calls.position = [](nowplaying_session *, std::int64_t *ret_elapsed_us, void *data) -> nowplaying_status {
        std::optional<Microseconds> elapsed;
        detail::tell([&] { elapsed = of(data).position(); });
        if (!elapsed) return NOWPLAYING_ERROR_INVALID_STATE;
        *ret_elapsed_us = elapsed->count();
        return NOWPLAYING_OK;
      };
    }
    return calls;
  }
};

} // namespace nowplaying

#endif
