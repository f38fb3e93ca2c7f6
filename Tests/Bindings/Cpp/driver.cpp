/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C++ for the scenarios of contract/scenarios: the host, as their page describes it. */
#include <nowplaying/nowplaying.hpp>

#include "driver.h"

using namespace nowplaying;

namespace {
std::unique_ptr<App> app;
std::unique_ptr<Session> session;

/** Guards what the handlers use, which run on the library's thread: how the handler of a word answers, the request that
 * it keeps, the picture of the item and its chapters with its form, and the position of the engine. */
std::mutex mutex;
std::map<std::string, std::string> answers;
std::map<std::string, Request> kept;
std::pair<std::string, std::string> picture;
std::optional<Microseconds> position;

std::string text(const char *key) { return given(key) == nullptr ? "" : given(key); }
bool truth_of(const char *key) { return is_true(given(key)) != 0; }

std::vector<std::string> texts(const char *value, std::size_t most = MAX_LIST) {
  const list found = list_of(value);
  return std::vector<std::string>(found.at, found.at + std::min(found.count, most));
}

/** The rows of a table. */
std::vector<std::vector<std::string>> rows(const char *value, std::size_t width) {
  std::vector<std::vector<std::string>> found;
  const list cells = list_of(value);
  for (std::size_t i = 0; i + width <= cells.count; i += width) found.emplace_back(cells.at + i, cells.at + i + width);
  return found;
}

template <class Value> Value valued(const char *prefix, const std::string &word) {
  return static_cast<Value>(number(prefix, word.c_str()));
}

std::int64_t day(const std::string &text) { return date_of(text.c_str()); }
Microseconds time_of(const std::string &seconds) { return Microseconds(microseconds(seconds.c_str())); }

/** Prints an argument of a handler; the request is none. */
void put(const char *text) { say_text(text); }
void put(const std::string &text) { put(text.c_str()); }
void put(std::string_view text) { put(std::string(text)); }
void put(std::optional<std::string_view> text) { put(text.value_or("")); }
void put(bool is) { put(truth(is)); }
void put(double value) { put(digits_of(value).text); }
void put(int value) { put(static_cast<double>(value)); }
void put(Microseconds time) { put(static_cast<double>(time.count()) / 1e6); }
void put(TrackKind kind) { put(word_of("TRACK_", static_cast<int>(kind)).text); }
void put(std::optional<std::int64_t> row) { put(row.value_or(-1) < 0 ? "" : std::to_string(*row)); }
void put(const Request &) {}

/** The handler of a word, whose last argument is the request. It tells of the others, and answers as a step says. */
struct Told {
  std::string word;
  template <class... Given> Answer operator()(const Given &...given) const {
    const Request &request = std::get<const Request &>(std::tie(given...));
    std::unique_lock lock(mutex);
    const std::string how = answers[word];
    if (how == "later") kept.insert_or_assign(word, request);
    lock.unlock();
    say_verb(word.c_str());
    (put(given), ...);
    if (word.rfind("queue_", 0) == 0) put(request.queue_row());
    say_end();
    if (how == "later") return Answer::later();
    return how.rfind("failed:", 0) == 0 ? Answer::failed(how.substr(7)) : Answer::done();
  }
};

/** Sets the handler of a name, if the step asks for it. */
#define HANDLE(name) if (has(given("can"), #name)) handlers.name = Told{#name}

std::string bytes(const std::string &path) {
  std::string found(MAX_TEXT, '\0');
  found.resize(bytes_of(path.c_str(), found.data(), found.size()));
  return found;
}

Answer artwork(const nowplaying_artwork_event &event, Request request) {
  std::unique_lock lock(mutex);
  const auto [place, form] = picture;
  lock.unlock();
  if (place.empty()) return Answer::failed({}, Code::NoSuchContent);
  Answer told = Told{"artwork"}(event.artwork_id, request);
  if (told.is_later || told.code != Code::OK) return told;
  const std::string data = form == "data" ? bytes(place) : "";
  if (form == "data") request.artwork_data(data.data(), data.size());
  else if (form == "address") request.artwork_url(place);
  else request.artwork_file(place);
  return Answer::later();
}

void set_field(Content &content, const char *word, const std::string &value) {
  const int field = number("FIELD_", word);
  switch (form_of(field)) {
  case FORM_TEXT: content.set(static_cast<TextField>(field), value); break;
  // The library refuses more, so that a player learns of it.
  case FORM_TEXTS: content.set(static_cast<ListField>(field), texts(value.c_str(), NOWPLAYING_MAX_TEXTS)); break;
  case FORM_DATE: content.set(static_cast<IntegerField>(field), value); break;
  case FORM_INTEGER: content.set(static_cast<IntegerField>(field), integer_of(value.c_str())); break;
  case FORM_NUMBER: content.set(static_cast<NumberField>(field), std::stod(value)); break;
  }
}

/** Sets what a step says of an item by a key. Tags are set before, because a field that is given counts before them. */
void set_property(Content &content, const std::string &key, const char *value) {
  if (key == "kind" || key == "id" || key == "tags" || key == "picture" || key == "form") return;
  if (key == "artwork") content.artwork(value);
  else if (key == "media-type") content.media_type(valued<MediaType>("MEDIA_", value));
  else if (key == "chapters") {
    std::vector<Chapter> chapters;
    for (const auto &row : rows(value, 3)) chapters.push_back(Chapter{time_of(row[0]), row[1], row[2]});
    content.chapters(chapters);
  } else if (key == "extra") for (const auto &row : rows(value, 2)) content.extra(row[0], row[1]);
  else if (key != "duration") set_field(content, key.c_str(), value);
  else if (std::isdigit(static_cast<unsigned char>(*value))) content.duration(time_of(value));
  else content.duration(valued<DurationKind>("DURATION_", value));
}

argument argument_of(CommandKind kind) { return ::argument_of(static_cast<nowplaying_command_kind>(kind)); }

Command made_command(const std::string &word, const char *value) {
  const CommandKind kind = valued<CommandKind>("COMMAND_", word);
  const argument argument = argument_of(kind);
  const auto handler = [argument, told = Told{word}](const CommandEvent &event, Request request) {
    switch (argument.member) {
    case MEMBER_TIME: return told(event.time(), request);
    case MEMBER_RATE: return told(event.rate(), request);
    case MEMBER_RATING: return told(event.rating(), request);
    case MEMBER_PHASE: return told(word_of(argument.words, static_cast<int>(event.phase())).text, request);
    case MEMBER_MODE: return told(word_of(argument.words, event.mode<int>()).text, request);
    case MEMBER_ON: return told(event.mode<bool>(), request);
    case MEMBER_ID: return told(event.id(), request);
    default: return told(request);
    }
  };
  Command command = kind == CommandKind::Custom ? Command::custom(text("id"), text("title"), handler)
                                                : Command(kind, handler);
  const nowplaying_command read = command_of(word.c_str(), value);
  std::vector<int> modes;
  for (int mode = 0; mode < 32; mode++)
    if ((read.supported >> mode & 1) != 0) modes.push_back(mode);
  if (argument.member == MEMBER_MODE) command.modes(read.current, modes);
  return command.enabled(read.enabled != 0).rate_range(read.rate_minimum, read.rate_maximum)
      .rates(std::vector<double>(read.rates, read.rates + read.rate_count))
      .intervals(std::vector<Microseconds>(read.intervals_us, read.intervals_us + read.interval_count));
}

const std::map<std::string, void (*)()> verbs = {
    {"app", [] {
       AppOptions options;
       options.application_id = "org.example.Scenario";
       options.display_name = text("display-name");
       options.desktop_entry = text("desktop-entry");
       options.instance = text("instance");
       options.bus_name = text("bus-name");
       options.uri_schemes = texts(given("uri-schemes"));
       options.mime_types = texts(given("mime-types"));
       if (truth_of("show-idle")) options.flags |= NOWPLAYING_APP_SHOW_IDLE;
       AppHandlers handlers;
       handlers.log = [](LogLevel, std::string_view line) {
         if (line.find("bug:") != std::string_view::npos) say("complaint", std::string(line).c_str());
       };
       HANDLE(raise); HANDLE(quit); HANDLE(fullscreen); HANDLE(activate_playlist);
       if (has(given("can"), "open_uri"))
         handlers.open_uri = [](auto uri, auto, auto request) { return Told{"open_uri"}(uri, request); };
       app = std::make_unique<App>(options, handlers);
     }},
    {"looks", [] {
       if (given("display-name")) app->set_display_name(text("display-name"));
       if (given("fullscreen")) app->set_fullscreen(truth_of("fullscreen"));
     }},
    {"session", [] {
       SessionHandlers handlers;
       handlers.artwork = artwork;
       HANDLE(volume); HANDLE(select_track); HANDLE(device_volume); HANDLE(device_step);
       HANDLE(queue_go_to); HANDLE(queue_add); HANDLE(queue_remove);
       if (has(given("can"), "position"))
         handlers.position = [] { const std::lock_guard lock(mutex); return position; };
       if (has(given("can"), "primary_changed"))
         handlers.primary_changed = [](auto primary) { say("primary_changed", ways_of(primary).text); };
       session = std::make_unique<Session>(*app, text("id"), handlers, truth_of("remote"));
     }},
    {"content", [] {
       std::unique_lock lock(mutex);
       picture = {text("picture"), text("form")};
       lock.unlock();
       std::optional<ContentKind> kind;
       if (!says("kind", "tagged")) kind = valued<ContentKind>("CONTENT_", text("kind"));
       Content content(kind, text("id"));
       for (const auto &row : rows(given("tags"), 2)) content.tag(row[0], row[1]);
       for (int i = 0; i < pair_count; i++) set_property(content, pairs[i].key, pairs[i].value);
       session->set_content(content);
     }},
    {"nothing", [] { session->clear_content(); }},
    {"provide", [] {
       const std::string id = text("id"), place = text("picture"), form = text("form");
       const std::string data = form == "data" ? bytes(place) : "";
       if (place.empty()) session->provide_artwork_none(id);
       else if (form == "data") session->provide_artwork_data(id, data.data(), data.size());
       else if (form == "address") session->provide_artwork_url(id, place);
       else session->provide_artwork_file(id, place);
     }},
    {"snapshot", [] {
       Snapshot snapshot;
       fill_snapshot(&snapshot) ? session->set_snapshot(snapshot) : session->clear_snapshot();
     }},
    {"commands", [] {
       std::vector<Command> commands;
       for (int i = 0; i < pair_count; i++) commands.push_back(made_command(pairs[i].key, pairs[i].value));
       session->set_commands(commands);
     }},
    {"button", [] {
       Command command = made_command(text("command"), given("value") ? given("value") : "true");
       command.titles(text("title"), text("short-title")).icon(text("icon")).active(truth_of("active"));
       if (given("slot")) command.slot(valued<Slot>("SLOT_", text("slot")));
       if (given("steps")) command.steps(std::stoi(text("steps")));
       session->set_command(command);
     }},
    {"change", [] {
       const CommandKind kind = valued<CommandKind>("COMMAND_", text("command"));
       if (given("mode")) session->set_command_mode(kind, number(argument_of(kind).words, given("mode")));
       else if (kind == CommandKind::Custom)
         session->set_custom_command(text("id"), truth_of("enabled"), truth_of("active"));
       else session->set_command_enabled(kind, truth_of("enabled"));
     }},
    {"volume", [] {
       if (given("volume")) session->set_volume(says("volume", "none") ? -1 : std::stod(given("volume")));
       if (given("volume-maximum")) session->set_volume_maximum(std::stod(given("volume-maximum")));
       if (given("muted")) session->set_muted(truth_of("muted"));
     }},
    {"row", [] { session->set_queue_row(given("row") ? std::stoll(given("row")) : -1); }},
    {"queue", [] {
       std::vector<Content> queue;
       for (const std::string &id : texts(given("ids")))
         queue.push_back(Content(ContentKind::Music, id).set(TextField::Title, "Title of " + id));
       session->set_queue(queue);
     }},
    {"playlists", [] {
       std::vector<Playlist> playlists;
       for (const auto &row : rows(given("rows"), 6))
         playlists.push_back(Playlist{row[0], row[1], row[2], day(row[3]), day(row[4]), day(row[5])});
       app->set_playlists(playlists);
       app->set_active_playlist(text("active"));
     }},
    {"tracks", [] {
       std::vector<Track> tracks;
       for (const auto &row : rows(given("rows"), 6))
         tracks.push_back(Track{valued<TrackKind>("TRACK_", row[0]), row[1], row[2], row[3], row[4] == "true",
                                characteristics_of(row[5].c_str())});
       session->set_tracks(tracks);
     }},
    {"devices", [] {
       std::vector<Device> devices;
       for (const auto &row : rows(given("rows"), 5)) {
         devices.push_back(Device{row[0], row[1], {}, valued<DeviceType>("DEVICE_", row[2]), row[4] == "true"});
         if (!row[3].empty()) devices.back().volume = std::stod(row[3]);
       }
       session->set_devices(devices);
     }},
    {"engine", [] {
       const std::lock_guard lock(mutex);
       position = given("position") ? std::optional(time_of(given("position"))) : std::nullopt;
     }},
    {"commit", [] { session->commit(); }},
    {"answers", [] {
       const std::lock_guard lock(mutex);
       for (int i = 0; i < pair_count; i++) answers[pairs[i].key] = pairs[i].value;
     }},
    {"finish", [] {
       std::unique_lock lock(mutex);
       Request request = kept.extract(text("command")).mapped();
       lock.unlock();
       given("failed") ? request.fail(Code::CommandFailed, text("failed")) : request.complete();
     }},
    {"primary", [] { session->request_application_primary(); }},
    {"system", [] { session->request_system_primary(); }},
    {"resign", [] { session->resign_system_primary(); }},
    {"close", [] { session.reset(); }}};
} // namespace

int main() {
  for (const char *verb; (verb = next_line()) != nullptr;) {
    try {
      verbs.at(verb)();
      say("ok", nullptr);
    } catch (const Error &error) {
      say("failed", error.what());
    }
  }
  session.reset();
  app.reset();
}
