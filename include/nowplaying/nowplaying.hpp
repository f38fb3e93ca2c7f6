/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/**
 * libnowplaying for C++17 and later: nowplaying.h with objects that free themselves, closures and strings. Everything
 * is in this header and in lists.hpp, which it includes; link libnowplaying.so as from C. nowplaying.h describes each
 * function that is called here, with its limits and its threads.
 *
 * Exceptions: a function that fails throws Error. Without exceptions (-fno-exceptions, or NOWPLAYING_NO_EXCEPTIONS
 * defined before this header) it returns a Code, OK or the error, and a constructor that fails leaves an empty object,
 * which is false; last_error() has the details of both. If a handler throws an Error, the caller gets its text. That of
 * any other exception may have a path or a token in it: it is printed to stderr, and the caller is told that the player
 * failed.
 *
 * Handlers: a closure takes as many of the arguments as it wants, from the first on. A closure that answers returns an
 * Answer, or nothing, which means that it is done.
 *
 * Threads: handlers run where callbacks do: on the library's thread, or in App::dispatch(). Any thread may use an
 * object, but only one at a time; several threads may use and copy a Request at the same time.
 *
 * The functions for surfaces are not here: use surface.h, or the bindings for GLib and Qt.
 */
#ifndef NOWPLAYING_HPP
#define NOWPLAYING_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "nowplaying.hpp needs C++17 or later: compile with -std=c++17"
#endif

#include <nowplaying/detail.hpp>
#include <nowplaying/nowplaying.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if !defined(NOWPLAYING_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define NOWPLAYING_NO_EXCEPTIONS
#endif

namespace nowplaying {

/* ------------------------------------------------------------------------------------------------- Errors -------- */

/** The subject of an error, or OK; its members are in lists.hpp. */
enum class Code : std::int32_t;

/** Returns the details of the last error on this thread. */
inline std::string last_error() { return nowplaying_last_error(); }

#ifdef NOWPLAYING_NO_EXCEPTIONS
/** The result of a function: Code::OK, or the error. */
using Result = Code;
inline Code check(nowplaying_status status) noexcept { return static_cast<Code>(status); }
inline void verify(nowplaying_status) noexcept {}
#else
/** The result of a function; one that fails throws. */
using Result = void;

/** An error of the library. When a handler throws it, its code is the answer to the caller. */
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
/** Throws if a function that a constructor or a setter calls has failed. */
inline void verify(nowplaying_status status) { check(status); }
#endif

using Microseconds = std::chrono::microseconds;

/* ----------------------------------------------------------------------------------------------- Requests -------- */

/** A request of the desktop. You may keep a copy, and answer it once, from any thread. When the last copy is destroyed
 * without an answer, the caller gets an error. */
class Request {
public:
  /** Takes over a reference to a request of C. */
  explicit Request(nowplaying_request *request) : request_(request, nowplaying_request_unref) {}

  Result complete() { return fail(Code{}); }
  Result fail(Code code, const std::string &text = {}) {
    return call(nowplaying_request_complete, code, detail::c_text(text));
  }
  Result artwork_data(const void *data, std::size_t size) {
    return call(nowplaying_request_complete_artwork_data, data, size);
  }
  Result artwork_file(const std::string &path) { return call(nowplaying_request_complete_artwork_file, path.c_str()); }
  Result artwork_url(const std::string &url) { return call(nowplaying_request_complete_artwork_url, url.c_str()); }
  Result video_data(const void *data, std::size_t size) {
    return call(nowplaying_request_complete_video_data, data, size);
  }
  Result video_file(const std::string &path) { return call(nowplaying_request_complete_video_file, path.c_str()); }
  Result video_url(const std::string &url) { return call(nowplaying_request_complete_video_url, url.c_str()); }
  /** Whether the caller still waits for the answer. */
  bool is_open() const noexcept { return nowplaying_request_get_state(get()) == NOWPLAYING_OK; }
  /** The row of the queue that the request is about; nothing for other requests. */
  std::optional<std::int64_t> queue_row() const {
    std::int64_t row = 0;
    if (nowplaying_request_get_queue_row(get(), &row) < 0) return std::nullopt;
    return row;
  }

  nowplaying_request *get() const noexcept { return request_.get(); }

private:
  std::shared_ptr<nowplaying_request> request_;

  template <class Function, class... Given> Result call(Function function, Given... given) {
    return check(detail::call(function, get(), given...));
  }
};

/** The answer of a handler. */
struct Answer {
  Code code{}; // OK
  std::string text;
  bool is_later = false;

  static Answer done() { return {}; }
  /** The handler has kept a copy of the request, or has answered it already. */
  static Answer later() { return {Code{}, {}, true}; }
  /** text: a sentence for the caller. */
  static Answer failed(std::string text = {}, Code code = Code{NOWPLAYING_ERROR_COMMAND_FAILED}) {
    return {code, std::move(text), false};
  }
};

namespace detail {
/** Prints the text of an exception that is not for the caller, and returns the answer in its place. */
inline Answer broken(const char *text) {
  std::fprintf(stderr, "nowplaying: a handler threw an exception: %s\n", text);
  return Answer::failed("The player failed, and its log says why.");
}

/** Calls a handler, and answers the request with what it returns. */
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
    answer = broken(error.what());
  } catch (...) {
    answer = broken("no std::exception");
  }
#endif
  // Otherwise a copy of the request was kept for a later answer, or has been answered.
  if (!answer.is_later) {
    nowplaying_request_complete(request.get(), static_cast<nowplaying_status>(answer.code), c_text(answer.text));
  }
  return NOWPLAYING_PENDING;
}

/** Calls a handler without a result. Exceptions end here, because none may be thrown through C. */
template <class Handler, class... Given> void tell(const Handler &handler, const Given &...arguments) noexcept {
#ifdef NOWPLAYING_NO_EXCEPTIONS
  handler(arguments...);
#else
  try {
    handler(arguments...);
  } catch (const std::exception &error) {
    broken(error.what());
  } catch (...) {
    broken("no std::exception");
  }
#endif
}

/** Makes a Request from the one that a callback has borrowed. */
inline Request lent(nowplaying_request *request) { return Request(nowplaying_request_ref(request)); }

inline std::optional<std::string_view> optional(const char *text) noexcept {
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(text);
}

/** The handlers behind the `user_data` of a callback. */
template <class Handlers> Handlers &of(void *data) noexcept { return **static_cast<std::shared_ptr<Handlers> *>(data); }

template <class Handlers>
nowplaying_status position(nowplaying_session *, std::int64_t *ret_elapsed_us, void *data) noexcept {
  std::optional<Microseconds> elapsed;
  tell([&] { elapsed = of<Handlers>(data).position(); });
  if (!elapsed) return NOWPLAYING_ERROR_INVALID_STATE;
  *ret_elapsed_us = elapsed->count();
  return NOWPLAYING_OK;
}
} // namespace detail
} // namespace nowplaying

#include <nowplaying/lists.hpp>

namespace nowplaying {
namespace detail {
/** Makes an object with `make`, and with callbacks that call the handlers. The handlers live until C calls `destroy`.
 */
template <class Handlers, class Callbacks, class Make>
nowplaying_status keep(Callbacks callbacks, std::shared_ptr<Handlers> handlers, const Make &make) {
  using Shared = std::shared_ptr<Handlers>;
  auto shared = std::make_unique<Shared>(std::move(handlers));
  callbacks.user_data = shared.get();
  callbacks.destroy = [](void *data) { delete static_cast<Shared *>(data); };
  offer(callbacks, **shared);
  const nowplaying_status status = make(callbacks);
  if (status >= 0) static_cast<void>(shared.release()); // deleted by `destroy`
  return status;
}
} // namespace detail

/* ------------------------------------------------------------------------------------------------ Content -------- */

/** The item that plays. The setters return the content, so that they can be chained; without exceptions the first error
 * is in code(), and Session::set_content() returns it. */
class Content : public detail::Handle<nowplaying_content> {
public:
  /** id: the id of the item; empty for none. kind: std::nullopt if its tags, media type and duration decide. */
  explicit Content(std::optional<ContentKind> kind, const std::string &id = {}) {
    nowplaying_content *made = nullptr;
    note(kind ? nowplaying_content_new(static_cast<nowplaying_content_kind>(*kind), detail::c_text(id), &made)
              : nowplaying_content_new_by_tags(detail::c_text(id), &made));
    handle_.reset(made);
  }
  /** The kind of the content; if its tags decide, the one that they mean so far. */
  ContentKind kind() const {
    nowplaying_content_kind found = NOWPLAYING_CONTENT_GENERIC;
    return nowplaying_content_get_kind(get(), &found), static_cast<ContentKind>(found);
  }

  Content &set(TextField field, const std::string &text) & {
    return call(nowplaying_content_set_text, field, text.c_str());
  }
  Content &set(ListField field, const std::string &text) & {
    if (text.find('\0') != std::string::npos) return set(field, {text});
    return call(nowplaying_content_set_text, field, text.c_str());
  }
  /** texts: a range of std::string, or of values that convert to it. A text with NULs counts as several texts. */
  template <class Range, class = decltype(std::begin(std::declval<const Range &>())),
            class = std::enable_if_t<!std::is_convertible_v<const Range &, std::string>>>
  Content &set(ListField field, const Range &texts) & {
    const detail::Texts given(texts);
    return call(nowplaying_content_set_texts, field, given.pointers.data(), given.pointers.size());
  }
  Content &set(ListField field, std::initializer_list<std::string> texts) & {
    return set<std::initializer_list<std::string>>(field, texts);
  }
  Content &set(IntegerField field, std::int64_t value) & { return call(nowplaying_content_set_integer, field, value); }
  /** A date as a text, "2006-05-31". */
  Content &set(IntegerField field, const std::string &date) & {
    return call(nowplaying_content_set_text, field, date.c_str());
  }
  Content &set(NumberField field, double value) & { return call(nowplaying_content_set_number, field, value); }
  /** Adds a tag as the file or the decoder has it; a tag that cannot be read is left out. */
  Content &tag(const std::string &name, std::string_view value) & {
    return call(nowplaying_content_set_tag, name.c_str(), value.data(), value.size(), nullptr);
  }
  Content &extra(const std::string &key, const std::string &text) & {
    return call(nowplaying_content_set_extra, key.c_str(), text.c_str());
  }
  Content &media_type(MediaType type) & { return call(nowplaying_content_set_media_type, type); }
  Content &duration(Microseconds duration) & {
    return call(nowplaying_content_set_duration, DurationKind::Finite, duration.count());
  }
  Content &duration(DurationKind kind) & { return call(nowplaying_content_set_duration, kind, 0); }
  Content &artwork(const std::string &id) & { return call(nowplaying_content_set_artwork, detail::c_text(id)); }
  Content &animated_artwork(AspectRatio ratio, const std::string &id) & {
    return call(nowplaying_content_set_animated_artwork, ratio, detail::c_text(id));
  }
  /** chapters: a range of Chapter. */
  template <class Range = std::initializer_list<Chapter>> Content &chapters(const Range &chapters) & {
    const detail::Structs<nowplaying_chapter, Chapter> given(chapters);
    return call(nowplaying_content_set_chapters, given.structs.data(), given.structs.size());
  }
  template <class Field> Content &unset(Field field) & { return call(nowplaying_content_unset, field); }

  /* The same for a content without a name, which a function can then return: `return Content(kind, id).set(…);`. */
  template <class... Values> Content &&set(const Values &...values) && { return std::move(set(values...)); }
  Content &&set(ListField field, std::initializer_list<std::string> texts) && { return std::move(set(field, texts)); }
  template <class... Values> Content &&tag(const Values &...values) && { return std::move(tag(values...)); }
  template <class... Values> Content &&extra(const Values &...values) && { return std::move(extra(values...)); }
  template <class Value> Content &&duration(Value value) && { return std::move(duration(value)); }
  Content &&artwork(const std::string &id) && { return std::move(artwork(id)); }
  Content &&media_type(MediaType type) && { return std::move(media_type(type)); }
  template <class... Values> Content &&animated_artwork(const Values &...values) && {
    return std::move(animated_artwork(values...));
  }
  template <class Range = std::initializer_list<Chapter>> Content &&chapters(const Range &chapters) && {
    return std::move(this->chapters(chapters));
  }
  template <class Field> Content &&unset(Field field) && { return std::move(unset(field)); }

  /** A text of the content; nothing if it has none. */
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

  /** Without exceptions: the first error of the constructor or a setter; Code::OK for none. */
  Code code() const noexcept { return code_; }

private:
  Code code_ = Code::OK;

  template <class Function, class... Given> Content &call(Function function, Given... given) {
    return note(detail::call(function, get(), given...));
  }

  Content &note(nowplaying_status status) {
#ifdef NOWPLAYING_NO_EXCEPTIONS
    if (code_ == Code::OK) code_ = static_cast<Code>(status);
#endif
    verify(status);
    return *this;
  }

  std::optional<std::string> text(nowplaying_field field, std::size_t index) const {
    std::string text(NOWPLAYING_MAX_LYRICS_BYTES + 1, '\0');
    if (nowplaying_content_get_text(get(), field, index, text.data(), text.size()) < 0) return std::nullopt;
    text.resize(std::char_traits<char>::length(text.c_str()));
    return text;
  }
};

/** The state of playback. Members of nowplaying_snapshot without a function here are set directly. */
struct Snapshot : nowplaying_snapshot {
  Snapshot() noexcept : nowplaying_snapshot(NOWPLAYING_SNAPSHOT_INIT) {}
  /** elapsed: the present position; nothing if it is not known. */
  explicit Snapshot(PlaybackState now, std::optional<Microseconds> elapsed = {}, double speed = 1.0) noexcept
      : Snapshot() {
    state = static_cast<nowplaying_playback_state>(now);
    if (elapsed) elapsed_us = elapsed->count();
    rate = speed;
  }
  static Snapshot playing(Microseconds elapsed = {}) noexcept { return Snapshot(PlaybackState::Playing, elapsed); }
  static Snapshot paused(Microseconds elapsed = {}) noexcept { return Snapshot(PlaybackState::Paused, elapsed); }
};

/* ----------------------------------------------------------------------------------------------- Commands -------- */

/** A button of the desktop, and its closure. */
class Command : public detail::CommandKinds<Command> {
public:
  using Handler = detail::Handler<Answer(const CommandEvent &, Request)>;

  template <class Closure> Command(CommandKind kind, Closure closure) : handler_(std::move(closure)) {
    command_.kind = static_cast<nowplaying_command_kind>(kind);
  }

  /** One of the player's own buttons. */
  template <class Closure> static Command custom(std::string id, std::string title, Closure closure) {
    Command command(CommandKind::Custom, std::move(closure));
    command.id_ = std::move(id);
    return std::move(command.titles(std::move(title)));
  }

  /** Sets whether the command can be given now. */
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
  /** Sets the present mode, and a range of the modes that can be chosen; an empty one stands for all. */
  template <class Mode, class Range = std::initializer_list<Mode>>
  Command &modes(Mode current, const Range &supported = {}) {
    command_.current = static_cast<std::int32_t>(current);
    command_.supported = 0;
    for (Mode mode : supported) command_.supported |= 1u << static_cast<unsigned>(mode);
    return *this;
  }

  const Handler &handler() const noexcept { return handler_; }

  /** Returns the struct of C. It points into the command, which must live as long and stay unchanged. */
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
};

/* --------------------------------------------------------------------------------------------------- App -------- */

/** One program that plays. It ends with the object; when that has been destroyed, no handler runs any more. */
class App : public detail::AppFunctions {
public:
  explicit App(const AppOptions &options, AppHandlers handlers = {}) {
    nowplaying_app_options given = options.c_struct();
    const detail::Texts schemes(options.uri_schemes), types(options.mime_types);
    given.uri_schemes = schemes.pointers.data();
    given.uri_scheme_count = schemes.pointers.size();
    given.mime_types = types.pointers.data();
    given.mime_type_count = types.pointers.size();
    nowplaying_app *made = nullptr;
    const nowplaying_status status = detail::keep(
        nowplaying_app_callbacks NOWPLAYING_APP_CALLBACKS_INIT, std::make_shared<AppHandlers>(std::move(handlers)),
        [&](const nowplaying_app_callbacks &callbacks) { return nowplaying_app_new(&given, &callbacks, &made); });
    handle_.reset(made);
    verify(status);
  }
  explicit App(const std::string &application_id) : App(AppOptions{application_id}) {}

  /** The name on the bus; empty while there is none. */
  std::string bus_name() const {
    char name[NOWPLAYING_MAX_BUS_NAME_BYTES + 1] = "";
    static_cast<void>(nowplaying_app_get_bus_name(get(), name, sizeof name));
    return name;
  }
};

/* ----------------------------------------------------------------------------------------------- Session -------- */

/** One thing that a program plays. Set what has changed, and commit. Its functions fail after its app has ended. */
class Session : public detail::SessionFunctions {
public:
  /** is_remote: the session plays on other devices. */
  Session(App &app, const std::string &id, SessionHandlers handlers = {}, bool is_remote = false) {
    state_ = std::make_shared<State>();
    static_cast<SessionHandlers &>(*state_) = std::move(handlers);
    nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
    callbacks.command = command;
    nowplaying_session *made = nullptr;
    const auto make = is_remote ? nowplaying_session_new_remote : nowplaying_session_new;
    const nowplaying_status status = detail::keep<SessionHandlers>(
        callbacks, state_,
        [&](const nowplaying_session_callbacks &all) { return make(app.get(), id.c_str(), &all, &made); });
    handle_.reset(made);
    verify(status);
  }

  Result set_content(const Content &content) {
    if (content.code() != Code::OK) return check(static_cast<nowplaying_status>(content.code()));
    return check(nowplaying_session_set_content(get(), content.get()));
  }
  Result clear_content() { return check(nowplaying_session_set_content(get(), nullptr)); }
  Result set_snapshot(const nowplaying_snapshot &snapshot) {
    return check(nowplaying_session_set_snapshot(get(), &snapshot));
  }
  /** The playback is not known. */
  Result clear_snapshot() { return check(nowplaying_session_set_snapshot(get(), nullptr)); }
  /** commands: a range of Command. */
  template <class Range = std::initializer_list<Command>> Result set_commands(const Range &commands) {
    std::map<std::uint64_t, Known> known;
    const std::vector<Command> copies(std::begin(commands), std::end(commands));
    std::vector<nowplaying_command> given;
    for (const Command &command : copies) given.push_back(add(command, known));
    return take(nowplaying_session_set_commands(get(), given.data(), given.size()), known, true);
  }
  /** Replaces the command of the same kind, for a custom one of the same id, and for feedback of the same button. */
  Result set_command(const Command &command) {
    std::map<std::uint64_t, Known> known;
    const nowplaying_command given = add(command, known);
    return take(nowplaying_session_set_command(get(), &given), known, false);
  }
  template <class Mode> Result set_command_mode(CommandKind kind, Mode mode) {
    return check(detail::call(nowplaying_session_set_command_mode, get(), kind, mode));
  }
  /** entries: a range of Content. */
  template <class Range> Result set_queue(const Range &entries) {
    std::vector<const nowplaying_content *> given;
    for (const Content &entry : entries) given.push_back(entry.get());
    return check(nowplaying_session_set_queue(get(), given.data(), given.size()));
  }
private:
  /** The closure of a command that was set, and the values that identify the command. */
  struct Known {
    nowplaying_command_kind kind;
    std::string id;
    std::uint32_t supported;
    std::shared_ptr<const Command::Handler> handler;

    /** Whether both are the same button. For feedback, NEUTRAL is not compared: a button may support it or not. */
    bool is_same(const Known &other) const noexcept {
      return kind == other.kind && id == other.id &&
             (kind != NOWPLAYING_COMMAND_FEEDBACK || (supported | 1u) == (other.supported | 1u));
    }
  };

  struct State : SessionHandlers {
    std::mutex mutex;
    /** The commands by the tags that their events have. */
    std::map<std::uint64_t, Known> commands;
    std::uint64_t last = 0;
  };

  /** The session holds the state, too: C releases it, with `destroy`, when the app ends, perhaps before the session. */
  std::shared_ptr<State> state_;

  /** Makes the struct of a command. The same command has the same tag each time that it is set. */
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

  /** Keeps the closures of commands that were set, beside the former ones or, for all, instead of them. */
  Result take(nowplaying_status status, std::map<std::uint64_t, Known> &known, bool is_all) {
    if (status >= 0) {
      const std::lock_guard lock(state_->mutex);
      if (!is_all) known.insert(state_->commands.begin(), state_->commands.end());
      state_->commands.swap(known);
    }
    return check(status);
  }

  static nowplaying_status command(nowplaying_session *, nowplaying_request *request,
                                   const nowplaying_command_event *event, void *data) noexcept {
    std::shared_ptr<const Command::Handler> handler;
    {
      State &state = static_cast<State &>(detail::of<SessionHandlers>(data));
      const std::lock_guard lock(state.mutex);
      if (const auto found = state.commands.find(event->tag); found != state.commands.end()) {
        handler = found->second.handler;
      }
    }
    if (handler == nullptr) return NOWPLAYING_ERROR_NOT_SUPPORTED;
    return detail::answer(request, *handler, CommandEvent(*event));
  }
};

} // namespace nowplaying

#endif
