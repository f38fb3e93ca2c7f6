/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: built_in thread|loop|picture     A player that contains the library, and forgets to ask to be shown; with
 * "loop" it never calls the library either. With "picture" it is shown, and names a picture that nobody gives. It lives
 * until the end of its input. */
#include <nowplaying/nowplaying.h>
#include <stdio.h>
#include <string.h>

#ifdef MARK
static const char *const volatile mark = MARK;
#else
static const char *const volatile mark = "C";
#endif

int main(int argc, char **argv) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "org.example.BuiltIn";
  options.loop = argc > 1 && strcmp(argv[1], "loop") == 0 ? NOWPLAYING_LOOP_FD : NOWPLAYING_LOOP_THREAD;
  int is_shown = argc > 1 && strcmp(argv[1], "picture") == 0;
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  nowplaying_content *content = NULL;
  if (nowplaying_app_new(&options, NULL, &app) || nowplaying_session_new(app, NULL, NULL, &session) ||
      nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, "one", &content) ||
      nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "One") ||
      nowplaying_content_set_artwork(content, is_shown ? "cover" : NULL) ||
      nowplaying_session_set_content(session, content) || nowplaying_session_commit(session) ||
      (is_shown && nowplaying_session_request_application_primary(session))) {
    fprintf(stderr, "%s: %s\n", mark, nowplaying_last_error());
    return 1;
  }
  puts("ready");
  fflush(stdout);
  while (getchar() != EOF) {
  }
  nowplaying_content_free(content);
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  return 0;
}
