/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C++ for the scenarios of contract/scenarios: the host, as their page describes it. */
#include <nowplaying/nowplaying.hpp>

#include "driver.h"

using namespace nowplaying;

namespace {
std::unique_ptr<App> app;
std::unique_ptr<Session> session;
std::string picture;

/** How the handler of a word answers, and the request that it keeps. Handlers run on the library's thread. */
std::mutex mutex;
std::map<std::string, std::string> answers;
std::map<std::string, Request> kept;

std::string text(const char *key) { return given(key) == nullptr ? "" : given(key); }

std::vector<std::string> texts(const char *value) {
  char buffer[MAX_TEXT];
  const char *list[MAX_LIST];
  const std::size_t count = list_of(value, buffer, list);
  return std::vector<std::string>(list, list + count);
}

template <class Value> Value valued(const char *prefix, const std::string &word) {
  return static_cast<Value>(number(prefix, word.c_str()));
}

Answer answer(const std::string &word, Request request) {
  const std::lock_guard lock(mutex);
  const std::string how = answers[word];
  if (how == "later") return kept.insert_or_assign(word, request), Answer::later();
  return how.rfind("failed:", 0) == 0 ? Answer::failed(how.substr(7)) : Answer::done();
}

/** Tells that a handler was called, and answers as a step has said. */
Answer told(const std::string &word, Request request) { return say(word.c_str(), nullptr), answer(word, request); }
Answer told(const std::string &word, Request request, const char *key, std::string_view value) {
  return say(word.c_str(), key, std::string(value).c_str(), nullptr), answer(word, request);
}
Answer told(const std::string &word, Request request, const char *key, double value) {
  char digits[64];
  std::snprintf(digits, sizeof digits, "%.9g", value);
  return told(word, std::move(request), key, std::string_view(digits));
}

double seconds(Microseconds time) { return static_cast<double>(time.count()) / 1e6; }
const char *truth(bool is) { return is ? "true" : "false"; }

void make_app() {
  AppOptions options;
  options.application_id = "org.example.Scenario";
  options.display_name = text("name");
  options.uri_schemes = {"file", "https"};
  if (text("idle") == "true") options.flags |= NOWPLAYING_APP_SHOW_IDLE;
  AppHandlers handlers;
  handlers.log = [](LogLevel, std::string_view line) {
    if (line.find("bug:") != std::string_view::npos) say("complaint", "text", std::string(line).c_str(), nullptr);
  };
  const char *can = given("can");
  if (has(can, "raise")) handlers.raise = [](Request request) { return told("raise", request); };
  if (has(can, "quit")) handlers.quit = [](Request request) { return told("quit", request); };
  if (has(can, "fullscreen"))
    handlers.fullscreen = [](bool is, Request request) {
      return told("fullscreen", request, "on", std::string_view(truth(is)));
    };
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
  handlers.artwork = [](const nowplaying_artwork_event &, Request request) {
    return request.artwork_file(picture), Answer::later();
  };
  const char *can = given("can");
  if (has(can, "volume"))
    handlers.volume = [](double volume, Request request) { return told("volume", request, "volume", volume); };
  if (has(can, "go-to"))
    handlers.queue_go_to = [](std::string_view id, Request request) { return told("go-to", request, "id", id); };
  if (has(can, "remove"))
    handlers.queue_remove = [](std::string_view id, Request request) { return told("remove", request, "id", id); };
  if (has(can, "add"))
    handlers.queue_add = [](std::string_view uri, std::optional<std::string_view> after, bool plays, Request request) {
      say("add", "uri", std::string(uri).c_str(), "after", std::string(after.value_or("")).c_str(), "now",
          truth(plays), nullptr);
      return answer("add", request);
    };
  session = std::make_unique<Session>(*app, text("id"), handlers);
}

/** Sets a field; the number of a field in the header tells its type. */
void set_field(Content &content, const char *word, const std::string &value) {
  const int field = number("FIELD_", word);
  const bool is_date = field >= NOWPLAYING_FIELD_RELEASE_DATE && field <= NOWPLAYING_FIELD_LAST_PLAYED;
  if (field < NOWPLAYING_FIELD_ARTISTS) {
    content.set(static_cast<TextField>(field), value);
  } else if (field < NOWPLAYING_FIELD_TRACK_NUMBER) {
    std::vector<std::string> list = texts(value.c_str());
    // The library refuses more, so that a player learns of it.
    if (list.size() > NOWPLAYING_MAX_TEXTS) list.resize(NOWPLAYING_MAX_TEXTS);
    content.set(static_cast<ListField>(field), list);
  } else if (field >= NOWPLAYING_FIELD_USER_RATING) {
    content.set(static_cast<NumberField>(field), std::stod(value));
  } else if (is_date) {
    content.set(static_cast<IntegerField>(field), value);
  } else {
    content.set(static_cast<IntegerField>(field), std::int64_t{value == "true" ? 1 : std::stoll(value)});
  }
}

void set_content() {
  Content content(valued<ContentKind>("CONTENT_", text("kind")), text("id"));
  for (int i = 0; i < pair_count; i++) {
    const std::string key = pairs[i].key, value = pairs[i].value;
    if (key == "picture") picture = value;
    else if (key == "artwork") content.artwork(value);
    else if (key == "media-type") content.media_type(valued<MediaType>("MEDIA_", value));
    else if (key == "duration" && std::isdigit(static_cast<unsigned char>(value[0])))
      content.duration(Microseconds(microseconds(value.c_str())));
    else if (key == "duration") content.duration(valued<DurationKind>("DURATION_", value));
    else if (key != "kind" && key != "id") set_field(content, pairs[i].key, value);
  }
  session->set_content(content);
}

void set_snapshot() {
  Snapshot snapshot;
  snapshot.state = text("state") == "failed" ? NOWPLAYING_STATE_ERROR : number("STATE_", given("state"));
  if (given("position")) snapshot.elapsed_us = microseconds(given("position"));
  if (given("rate")) snapshot.rate = std::stod(given("rate"));
  if (given("default-rate")) snapshot.default_rate = std::stod(given("default-rate"));
  if (given("kind")) snapshot.error_kind = number("ERROR_KIND_", given("kind"));
  snapshot.error = given("text");
  session->set_snapshot(snapshot);
}

/** Calls the handler of a command with the argument that its kind has. */
Answer command_told(const std::string &word, const CommandEvent &event, Request request) {
  char mode[64];
  const auto moded = [&](const char *prefix, int value) {
    return told(word, request, "mode", std::string_view(word_of(prefix, value, mode, sizeof mode)));
  };
  switch (event.kind()) {
  case CommandKind::SeekToPosition: return told(word, request, "position", seconds(event.time()));
  case CommandKind::SkipForward:
  case CommandKind::SkipBackward: return told(word, request, "interval", seconds(event.time()));
  case CommandKind::ChangeRate: return told(word, request, "rate", event.rate());
  case CommandKind::ChangeRepeatMode: return moded("REPEAT_", static_cast<int>(event.mode<RepeatMode>()));
  case CommandKind::ChangeShuffleMode: return moded("SHUFFLE_", static_cast<int>(event.mode<ShuffleMode>()));
  case CommandKind::Feedback: return moded("FEEDBACK_", static_cast<int>(event.mode<Feedback>()));
  default: return told(word, request);
  }
}

template <class Mode> void set_modes(Command &command, const char *prefix, const std::vector<std::string> &words) {
  std::vector<Mode> supported;
  for (std::size_t i = 1; i < words.size(); i++) supported.push_back(valued<Mode>(prefix, words[i]));
  command.modes(valued<Mode>(prefix, words[0]), supported);
}

Command made_command(const std::string &word, const char *value) {
  Command command(valued<CommandKind>("COMMAND_", word), [word](const CommandEvent &event, Request request) {
    return command_told(word, event, request);
  });
  const std::vector<std::string> words = texts(value);
  double low = 0, high = 0;
  if (words[0] == "true" || words[0] == "false") return command.enabled(words[0] == "true");
  if (word == "change-repeat-mode") return set_modes<RepeatMode>(command, "REPEAT_", words), command;
  if (word == "change-shuffle-mode") return set_modes<ShuffleMode>(command, "SHUFFLE_", words), command;
  if (word == "feedback") return set_modes<Feedback>(command, "FEEDBACK_", words), command;
  if (std::sscanf(value, "%lf..%lf", &low, &high) == 2) return command.rate_range(low, high);
  std::vector<Microseconds> intervals;
  std::vector<double> rates;
  for (const std::string &each : words) {
    intervals.push_back(Microseconds(microseconds(each.c_str())));
    rates.push_back(std::stod(each));
  }
  return word == "change-rate" ? command.rates(rates) : command.intervals(intervals);
}

void set_commands() {
  std::vector<Command> commands;
  for (int i = 0; i < pair_count; i++) commands.push_back(made_command(pairs[i].key, pairs[i].value));
  session->set_commands(commands);
}

void set_queue() {
  std::vector<Content> queue;
  for (const std::string &id : texts(given("ids")))
    queue.push_back(Content(ContentKind::Music, id).set(TextField::Title, "Title of " + id));
  session->set_queue(queue);
}

void set_playlists() {
  std::vector<Playlist> playlists;
  for (const std::string &id : texts(given("ids"))) playlists.push_back(Playlist{id, "Name of " + id});
  app->set_playlists(playlists);
  app->set_active_playlist(text("active"));
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
    {"app", make_app}, {"session", make_session}, {"content", set_content}, {"snapshot", set_snapshot},
    {"commands", set_commands}, {"queue", set_queue}, {"playlists", set_playlists}, {"answers", set_answers},
    {"finish", finish},
    {"nothing", [] { session->clear_content(); }},
    {"volume", [] { session->set_volume(std::stod(given("volume"))); }},
    {"commit", [] { session->commit(); }},
    {"primary", [] { session->request_application_primary(); }},
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
