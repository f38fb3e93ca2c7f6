/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C++ for the scenarios of contract/scenarios: the host, as their page describes it. */
#include <nowplaying/nowplaying.hpp>

#include "driver.h"

using namespace nowplaying;

namespace {
std::unique_ptr<App> app;
std::unique_ptr<Session> session;

/** A picture in the form in which a host has it; without a path or an address it comes later. */
struct Picture {
  std::string place, form;
};

/** Guards what the handlers use, which run on the library's thread: how the handler of a word answers, the request that
 * it keeps, the picture of the item and its chapters, and the position of the engine. */
std::mutex mutex;
std::map<std::string, std::string> answers;
std::map<std::string, Request> kept;
Picture picture;
std::optional<Microseconds> position;

std::string text(const char *key) { return given(key) == nullptr ? "" : given(key); }
bool truth_of(const char *key) { return is_true(given(key)) != 0; }

std::vector<std::string> texts(const char *value) {
  const list found = list_of(value);
  return std::vector<std::string>(found.at, found.at + found.count);
}

/** The rows of a table. */
std::vector<std::vector<std::string>> rows(const char *value, std::ptrdiff_t width) {
  std::vector<std::vector<std::string>> found;
  const std::vector<std::string> cells = texts(value);
  for (auto cell = cells.begin(); cells.end() - cell >= width; cell += width) found.emplace_back(cell, cell + width);
  return found;
}

template <class Value> Value valued(const char *prefix, const std::string &word) {
  return static_cast<Value>(number(prefix, word.c_str()));
}

Microseconds time_of(const std::string &seconds) { return Microseconds(microseconds(seconds.c_str())); }

template <class Value> std::string shown(const Value &value) {
  if constexpr (std::is_same_v<Value, bool>) return truth(value);
  else if constexpr (std::is_same_v<Value, Microseconds>) return shown(static_cast<double>(value.count()) / 1e6);
  else if constexpr (std::is_arithmetic_v<Value>) return digits_of(static_cast<double>(value)).text;
  else return std::string(value);
}

/** Tells that a handler was called, with its arguments as for say(), and answers as a step has said. */
template <class... Given> Answer told(const std::string &word, const Request &request, const Given &...arguments) {
  std::unique_lock lock(mutex);
  const std::string how = answers[word];
  if (how == "later") kept.insert_or_assign(word, request);
  lock.unlock();
  say(word.c_str(), shown(arguments).c_str()..., nullptr);
  if (how == "later") return Answer::later();
  return how.rfind("failed:", 0) == 0 ? Answer::failed(how.substr(7)) : Answer::done();
}

/** The row that a request is about; nothing before the first one. */
std::string row_of(const Request &request) {
  const std::int64_t row = request.queue_row().value_or(-1);
  return row < 0 ? "" : shown(row);
}

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
  Answer answer = told("artwork", request, "id", event.artwork_id);
  if (answer.is_later || answer.code != Code::OK) return answer;
  const std::string data = form == "data" ? bytes(place) : "";
  if (form == "data") request.artwork_data(data.data(), data.size());
  else if (form == "address") request.artwork_url(place);
  else request.artwork_file(place);
  return Answer::later();
}

void make_app() {
  AppOptions options;
  options.application_id = "org.example.Scenario";
  options.display_name = text("name");
  options.desktop_entry = text("desktop-entry");
  options.instance = text("instance");
  options.bus_name = text("bus-name");
  options.uri_schemes = {"file", "https"};
  options.mime_types = texts(given("mime-types"));
  if (truth_of("idle")) options.flags |= NOWPLAYING_APP_SHOW_IDLE;
  AppHandlers handlers;
  handlers.log = [](LogLevel, std::string_view line) {
    if (line.find("bug:") != std::string_view::npos) say("complaint", "text", std::string(line).c_str(), nullptr);
  };
  const char *can = given("can");
  if (has(can, "raise")) handlers.raise = [](Request request) { return told("raise", request); };
  if (has(can, "quit")) handlers.quit = [](Request request) { return told("quit", request); };
  if (has(can, "fullscreen"))
    handlers.fullscreen = [](bool is, Request request) { return told("fullscreen", request, "on", is); };
  if (has(can, "uris"))
    handlers.open_uri = [](std::string_view uri, std::optional<std::string_view>, Request request) {
      return told("open-uri", request, "uri", uri);
    };
  if (has(can, "playlists"))
    handlers.activate_playlist = [](std::string_view id, Request request) {
      return told("activate-playlist", request, "id", id);
    };
  app = std::make_unique<App>(options, handlers);
}

void make_session() {
  SessionHandlers handlers;
  handlers.artwork = artwork;
  const char *can = given("can");
  if (has(can, "volume"))
    handlers.volume = [](double volume, Request request) { return told("volume", request, "volume", volume); };
  if (has(can, "go-to"))
    handlers.queue_go_to = [](std::string_view id, Request request) {
      return told("go-to", request, "id", id, "row", row_of(request));
    };
  if (has(can, "remove"))
    handlers.queue_remove = [](std::string_view id, Request request) {
      return told("remove", request, "id", id, "row", row_of(request));
    };
  if (has(can, "add"))
    handlers.queue_add = [](std::string_view uri, std::optional<std::string_view> after, bool plays, Request request) {
      return told("add", request, "uri", uri, "after", after.value_or(""), "row", row_of(request), "now", plays);
    };
  if (has(can, "tracks"))
    handlers.select_track = [](TrackKind kind, std::optional<std::string_view> id, Request request) {
      return told("select-track", request, "kind", word_of("TRACK_", static_cast<int>(kind)).text, "id",
                  id.value_or(""));
    };
  if (has(can, "position"))
    handlers.position = [] {
      const std::lock_guard lock(mutex);
      return position;
    };
  if (has(can, "primary"))
    handlers.primary_changed = [](nowplaying_primary_flags primary) {
      say("primary", "ways", ways_of(primary).text, nullptr);
    };
  if (has(can, "device-volume"))
    handlers.device_volume = [](std::string_view id, double volume, Request request) {
      return told("device-volume", request, "id", id, "volume", volume);
    };
  if (has(can, "device-step"))
    handlers.device_step = [](std::string_view id, int step, Request request) {
      return told("device-step", request, "id", id, "step", step);
    };
  session = std::make_unique<Session>(*app, text("id"), handlers, truth_of("remote"));
}

void set_field(Content &content, const char *word, const std::string &value) {
  const int field = number("FIELD_", word);
  std::vector<std::string> list;
  switch (form_of(field)) {
  case FORM_TEXT: content.set(static_cast<TextField>(field), value); break;
  case FORM_TEXTS:
    list = texts(value.c_str());
    // The library refuses more, so that a player learns of it.
    if (list.size() > NOWPLAYING_MAX_TEXTS) list.resize(NOWPLAYING_MAX_TEXTS);
    content.set(static_cast<ListField>(field), list);
    break;
  case FORM_DATE: content.set(static_cast<IntegerField>(field), value); break;
  case FORM_INTEGER: content.set(static_cast<IntegerField>(field), integer_of(value.c_str())); break;
  case FORM_NUMBER: content.set(static_cast<NumberField>(field), std::stod(value)); break;
  }
}

void set_chapters(Content &content, const char *value) {
  std::vector<Chapter> chapters;
  for (const auto &row : rows(value, 3)) chapters.push_back(Chapter{time_of(row[0]), row[1], row[2]});
  content.chapters(chapters);
}

void set_content() {
  std::unique_lock lock(mutex);
  picture = {text("picture"), text("form")};
  lock.unlock();
  std::optional<ContentKind> kind;
  if (!says("kind", "tagged")) kind = valued<ContentKind>("CONTENT_", text("kind"));
  Content content(kind, text("id"));
  // A field that is given counts before the tags.
  for (const auto &row : rows(given("tags"), 2)) content.tag(row[0], row[1]);
  for (int i = 0; i < pair_count; i++) {
    const std::string key = pairs[i].key, value = pairs[i].value;
    if (key == "kind" || key == "id" || key == "tags" || key == "picture" || key == "form") continue;
    if (key == "artwork") content.artwork(value);
    else if (key == "media-type") content.media_type(valued<MediaType>("MEDIA_", value));
    else if (key == "chapters") set_chapters(content, pairs[i].value);
    else if (key == "extra") for (const auto &row : rows(pairs[i].value, 2)) content.extra(row[0], row[1]);
    else if (key != "duration") set_field(content, pairs[i].key, value);
    else if (std::isdigit(static_cast<unsigned char>(value[0]))) content.duration(time_of(value));
    else content.duration(valued<DurationKind>("DURATION_", value));
  }
  session->set_content(content);
}

void provide() {
  const std::string id = text("id"), place = text("picture"), form = text("form");
  const std::string data = form == "data" ? bytes(place) : "";
  if (place.empty()) session->provide_artwork_none(id);
  else if (form == "data") session->provide_artwork_data(id, data.data(), data.size());
  else if (form == "address") session->provide_artwork_url(id, place);
  else session->provide_artwork_file(id, place);
}

void set_snapshot() {
  Snapshot snapshot;
  if (fill_snapshot(&snapshot)) session->set_snapshot(snapshot);
  else session->clear_snapshot();
}

argument argument_of(CommandKind kind) { return ::argument_of(static_cast<nowplaying_command_kind>(kind)); }

/** Tells of a command with the argument that its kind has. */
Answer command_told(const std::string &word, const CommandEvent &event, Request request) {
  const argument argument = argument_of(event.kind());
  const auto with = [&](const auto &value) { return told(word, request, argument.key, value); };
  switch (argument.member) {
  case MEMBER_TIME: return with(event.time());
  case MEMBER_RATE: return with(event.rate());
  case MEMBER_RATING: return with(event.rating());
  case MEMBER_PHASE: return with(word_of(argument.words, static_cast<int>(event.phase())).text);
  case MEMBER_MODE: return with(word_of(argument.words, event.mode<int>()).text);
  case MEMBER_ON: return with(event.mode<bool>());
  case MEMBER_ID: return with(event.id());
  default: return told(word, request);
  }
}

Command made_command(const std::string &word, const char *value) {
  const CommandKind kind = valued<CommandKind>("COMMAND_", word);
  const argument argument = argument_of(kind);
  const auto handler = [word](const CommandEvent &event, Request request) {
    return command_told(word, event, request);
  };
  Command command = kind == CommandKind::Custom ? Command::custom(text("id"), text("title"), handler)
                                                : Command(kind, handler);
  const std::vector<std::string> words = texts(value);
  double low = 0, high = 0;
  if (words[0] == "true" || words[0] == "false") return command.enabled(words[0] == "true");
  if (range_of(value, &low, &high)) return command.rate_range(low, high);
  std::vector<int> modes;
  std::vector<double> rates;
  std::vector<Microseconds> intervals;
  for (const std::string &each : words) {
    if (argument.member == MEMBER_MODE) modes.push_back(number(argument.words, each.c_str()));
    else if (argument.member == MEMBER_RATE) rates.push_back(std::stod(each));
    else intervals.push_back(time_of(each));
  }
  if (!modes.empty()) command.modes(modes[0], std::vector<int>(modes.begin() + 1, modes.end()));
  return command.rates(rates).intervals(intervals);
}

void set_commands() {
  std::vector<Command> commands;
  for (int i = 0; i < pair_count; i++) commands.push_back(made_command(pairs[i].key, pairs[i].value));
  session->set_commands(commands);
}

void set_button() {
  Command command = made_command(text("command"), given("value") ? given("value") : "true");
  command.titles(text("title"), text("short-title")).icon(text("icon")).active(truth_of("active"));
  if (given("slot")) command.slot(valued<Slot>("SLOT_", text("slot")));
  if (given("steps")) command.steps(std::stoi(text("steps")));
  session->set_command(command);
}

void change() {
  const CommandKind kind = valued<CommandKind>("COMMAND_", text("command"));
  if (given("mode")) session->set_command_mode(kind, number(argument_of(kind).words, given("mode")));
  else if (kind == CommandKind::Custom)
    session->set_custom_command(text("id"), truth_of("enabled"), truth_of("active"));
  else session->set_command_enabled(kind, truth_of("enabled"));
}

void set_volume() {
  if (given("volume")) session->set_volume(says("volume", "none") ? -1 : std::stod(given("volume")));
  if (given("maximum")) session->set_volume_maximum(std::stod(given("maximum")));
  if (given("muted")) session->set_muted(truth_of("muted"));
}

void set_row() { session->set_queue_row(given("row") ? std::stoll(given("row")) : -1); }

void set_queue() {
  std::vector<Content> queue;
  for (const std::string &id : texts(given("ids")))
    queue.push_back(Content(ContentKind::Music, id).set(TextField::Title, "Title of " + id));
  session->set_queue(queue);
  if (given("row")) set_row();
}

void set_playlists() {
  const list icons = list_of(given("icon-url")), created = list_of(given("created")),
             modified = list_of(given("modified")), played = list_of(given("last-played"));
  std::vector<Playlist> playlists;
  for (const std::string &id : texts(given("ids"))) {
    const std::size_t row = playlists.size();
    const char *icon = cell(&icons, row);
    playlists.push_back(Playlist{id, "Name of " + id, icon ? icon : "", date_of(cell(&created, row)),
                                 date_of(cell(&modified, row)), date_of(cell(&played, row))});
  }
  app->set_playlists(playlists);
  app->set_active_playlist(text("active"));
}

void set_tracks() {
  std::vector<Track> tracks;
  for (const auto &row : rows(given("rows"), 6))
    tracks.push_back(Track{valued<TrackKind>("TRACK_", row[0]), row[1], row[2], row[3], row[4] == "true",
                           characteristics_of(row[5].c_str())});
  session->set_tracks(tracks);
}

void set_devices() {
  std::vector<Device> devices;
  for (const auto &row : rows(given("rows"), 5)) {
    devices.push_back(Device{row[0], row[1], {}, valued<DeviceType>("DEVICE_", row[2]), row[4] == "true"});
    if (!row[3].empty()) devices.back().volume = std::stod(row[3]);
  }
  session->set_devices(devices);
}

void set_engine() {
  const std::lock_guard lock(mutex);
  position.reset();
  if (given("position")) position = time_of(given("position"));
}

void set_answers() {
  const std::lock_guard lock(mutex);
  for (int i = 0; i < pair_count; i++) {
    std::string how = pairs[i].value;
    answers[pairs[i].key] = decoded(how.data());
  }
}

void finish() {
  std::unique_lock lock(mutex);
  Request request = kept.extract(text("command")).mapped();
  lock.unlock();
  if (given("failed")) request.fail(Code::CommandFailed, text("failed"));
  else request.complete();
}

const std::map<std::string, void (*)()> verbs = {
    {"app", make_app}, {"session", make_session}, {"content", set_content}, {"provide", provide},
    {"snapshot", set_snapshot}, {"commands", set_commands}, {"button", set_button}, {"change", change},
    {"volume", set_volume}, {"queue", set_queue}, {"row", set_row}, {"playlists", set_playlists},
    {"tracks", set_tracks}, {"devices", set_devices}, {"engine", set_engine}, {"answers", set_answers},
    {"finish", finish},
    {"looks", [] {
       if (given("name")) app->set_display_name(text("name"));
       if (given("fullscreen")) app->set_fullscreen(truth_of("fullscreen"));
     }},
    {"nothing", [] { session->clear_content(); }},
    {"commit", [] { session->commit(); }},
    {"primary", [] {
       if (says("which", "system")) session->request_system_primary();
       else session->request_application_primary();
     }},
    {"resign", [] { session->resign_system_primary(); }},
    {"close", [] { session.reset(); }}};
} // namespace

int main() {
  for (const char *verb; (verb = next_line()) != nullptr;) {
    try {
      verbs.at(verb)();
      say("ok", nullptr);
    } catch (const Error &error) {
      say("failed", "text", error.what(), nullptr);
    }
  }
  session.reset();
  app.reset();
  kept.clear();
}
