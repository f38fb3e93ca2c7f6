/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A player that uses all of nowplaying.hpp, with exceptions and without them. It prints a line for each handler that
 * runs, and ends with its standard input. */
#include <iostream>
#include <list>
#include <nowplaying/nowplaying.hpp>
#include <set>
#include <thread>

using namespace nowplaying;

namespace {
std::mutex output;

template <class... Words> void say(const Words &...words) {
  const std::lock_guard lock(output);
  const char *between = "";
  ((std::cout << between << words, between = " "), ...);
  std::cout << std::endl;
}

const unsigned char png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 1, 0, 0, 0,
                             1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60,
                             0x82};

AppHandlers app_handlers() {
  AppHandlers handlers;
  // Closures take as many of the arguments as they want, and those that return nothing are done.
  handlers.log = [] {};
  handlers.raise = [] { say("raise"); };
  handlers.quit = [](Request) { return say("quit"), Answer::done(); };
  handlers.open_uri = [](std::string_view uri, std::optional<std::string_view> path, Request) {
    say("open", uri, path.value_or("-"));
    return Answer::failed("there is no disc in the drive");
  };
  handlers.fullscreen = [](bool is) { say("fullscreen", is); };
  handlers.activate_playlist = [](std::string_view id, Request) {
    say("playlist", id);
#ifndef NOWPLAYING_NO_EXCEPTIONS
    throw std::runtime_error("a token");
#endif
    return Answer::failed("The player failed, and its log says why.");
  };
  return handlers;
}

SessionHandlers session_handlers(std::list<std::thread> &threads) {
  SessionHandlers handlers;
  handlers.artwork = [](const nowplaying_artwork_event &event, Request request) {
    say("artwork", event.artwork_id);
    static_cast<void>(request.artwork_data(png, sizeof png));
    return Answer::later();
  };
  // Another thread answers, with a copy of the request.
  handlers.volume = [&threads](double volume, Request request) {
    threads.emplace_back([volume, request]() mutable {
      say("volume", volume, request.is_open());
      static_cast<void>(request.complete());
    });
    return Answer::later();
  };
  handlers.queue_go_to = [](std::string_view id, Request request) {
    return say("go to", id, request.queue_row().value_or(-1)), Answer::done();
  };
  handlers.queue_remove = [](std::string_view id, Request) { return say("remove", id), Answer::done(); };
  handlers.queue_add = [](std::string_view uri, std::optional<std::string_view> after, bool plays, Request) {
    return say("add", uri, after.value_or("-"), plays), Answer::done();
  };
  handlers.position = [] { return std::optional<Microseconds>(7'250'000); };
  handlers.select_track = [](TrackKind kind, std::optional<std::string_view> id, Request) {
    return say("track", static_cast<int>(kind), id.value_or("-")), Answer::done();
  };
  handlers.primary_result = [](nowplaying_primary_flags which, Code code) {
    say("primary", which, static_cast<int>(code));
  };
  return handlers;
}

std::vector<Command> commands(Session &session) {
  return {
      Command::play([] { say("play"); }),
      Command::pause([](const CommandEvent &event) { say("pause", static_cast<int>(event.kind())); }),
      Command::next([](const CommandEvent &, Request) { return say("next"), Answer::failed("this is the last"); }),
      Command::previous([]() -> Answer {
#ifndef NOWPLAYING_NO_EXCEPTIONS
        throw Error(Code::NoSuchContent, "thrown");
#else
        return Answer::failed("thrown", Code::NoSuchContent);
#endif
      }),
      Command::stop([&session] {
        say("stop");
        // The command is replaced while its own closure runs.
        static_cast<void>(session.set_command(Command::stop([] { say("stop again"); })));
        static_cast<void>(session.commit());
      }),
      Command::seek_to_position([](const CommandEvent &event) { say("seek", event.time().count()); }),
      Command::change_rate([](const CommandEvent &event) { say("rate", event.rate()); }).rates({1.0, 1.5}),
      Command::change_repeat_mode([](const CommandEvent &event) {
        say("repeat", event.mode<RepeatMode>() == RepeatMode::All);
      }).modes(RepeatMode::Off, {RepeatMode::Off, RepeatMode::All}),
      Command::custom("sleep", "Sleep", [](const CommandEvent &event) { say("custom", event.id()); }).icon("moon"),
  };
}

void describe(Session &session) {
  Content content(ContentKind::Music, "song");
  content.set(TextField::Title, "Title")
      .set(ListField::Artists, {"One", "Two"})
      .set(ListField::Genres, std::set<std::string>{"Pop", "Rock"})
      .set(IntegerField::TrackNumber, 3)
      .set(IntegerField::ReleaseDate, "2006-05-31")
      .set(NumberField::UserRating, 0.5)
      .tag("TALB", "Album")
      .duration(std::chrono::minutes(3))
      .artwork("cover")
      .chapters({Chapter{Microseconds{0}, "Intro", ""}, Chapter{std::chrono::seconds(30), "Song", ""}});
  say("content", content.text(TextField::Album).value_or("-"), content.text(ListField::Artists, 1).value_or("-"),
      content.integer(IntegerField::TrackNumber).value_or(-1), content.number(NumberField::UserRating).value_or(-1),
      content.text(TextField::Isrc).value_or("-"), static_cast<int>(content.code()));
  static_cast<void>(session.set_content(content));
  Content by_tags(std::nullopt, "episode");
  by_tags.tag("genre", "Podcast");
  say("kinds", static_cast<int>(content.kind()), static_cast<int>(by_tags.kind()));
  std::vector<Content> queue;
  for (const char *id : {"a", "song"}) queue.emplace_back(ContentKind::Music, id);
  static_cast<void>(session.set_queue(queue));
  static_cast<void>(session.set_queue_row(1));
  static_cast<void>(session.set_tracks({Track{TrackKind::Audio, "en", "en", "English", true}}));
  static_cast<void>(session.set_volume(0.5));
  static_cast<void>(session.set_snapshot(Snapshot::playing(std::chrono::seconds(5))));
  static_cast<void>(session.commit());
}

/** A session outlives its app. Lists of texts may be ranges of other types, which may make a text when it is read. */
void outlive() {
  AppOptions options;
  options.application_id = "outlived";
  auto app = std::make_unique<App>(options);
  Session session(*app, "main");
  app.reset();
#ifndef NOWPLAYING_NO_EXCEPTIONS
  try {
    session.set_commands(commands(session));
  } catch (const Error &error) {
    say("outlived", static_cast<int>(error.code()));
  }
#else
  say("outlived", static_cast<int>(session.set_commands(commands(session))));
#endif
  const char *const artists[] = {"Simon and a long name for a text", "Garfunkel"};
  Content content(ContentKind::Music);
  content.set(ListField::Artists, artists);
  say("artists", content.text(ListField::Artists, 0).value_or("-"));
  // Readers of ID3v2.4 give several values as one text.
  content.set(ListField::Artists, std::string("One\0Two", 7));
  say("separate", content.text(ListField::Artists, 0).value_or("-"), content.text(ListField::Artists, 1).value_or("-"));
  content.set(ListField::Artists, {std::string("One\0Two\0", 8), std::string("Three")});
  say("separate", content.text(ListField::Artists, 1).value_or("-"), content.text(ListField::Artists, 2).value_or("-"));
}

/** Wrong arguments throw an exception; without exceptions they give a code and an empty object. */
void misuse(App &app) {
#ifndef NOWPLAYING_NO_EXCEPTIONS
  const auto thrown = [](auto call) {
    try {
      call();
      return 0;
    } catch (const Error &error) {
      return error.what()[0] == '\0' ? 1 : static_cast<int>(error.code());
    }
  };
  say("misuse", thrown([] { App{""}; }), thrown([&] { Session(app, "main"); }),
      thrown([] { Content(ContentKind::Music).set(IntegerField::ReleaseDate, "soon"); }),
      thrown([] { Content(static_cast<ContentKind>(99)); }));
#else
  const App none{""};
  const Session second(app, "main");
  Content dated(ContentKind::Music);
  dated.set(IntegerField::ReleaseDate, "soon").set(TextField::Title, "Title");
  const Content unknown(static_cast<ContentKind>(99));
  say("misuse", none ? 0 : -1, second ? 0 : -1, static_cast<int>(dated.code()), unknown ? 0 : -1);
#endif
}
} // namespace

int main() {
  AppOptions options;
  options.application_id = "cpp";
  options.uri_schemes = {"file"};
  std::list<std::thread> threads;
  {
    App app(options, app_handlers());
    Session session(app, "main", session_handlers(threads));
    misuse(app);
    outlive();
    static_cast<void>(session.set_commands(commands(session)));
    describe(session);
    static_cast<void>(app.set_playlists({Playlist{"p", "Playlist", "", 1, {}, {}}}));
    static_cast<void>(session.request_application_primary());
    App moved = std::move(app);
    std::cin.get();
    for (std::thread &thread : threads) thread.join();
    say("ends", moved.bus_name(), app ? 1 : 0);
  }
  say("ended");
}
