/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks every documented error of the functions of a content, and the whole table of fields against kinds and
 * setters. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "misuse.h"

#include "fields_table.h"

/* Returns the kinds that take a field, one bit each; 0 for a number that is no field. */
static int kinds_of(int field) {
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (fields[i].field == field) return fields[i].kinds;
  return 0;
}

/* Returns the status that a setter for the fields first … last must return. */
static nowplaying_status expected(int kind, int field, int first, int last) {
  if (field < first || field > last || !kinds_of(field)) return NOWPLAYING_ERROR_INVALID_ARGUMENT;
  return kinds_of(field) & 1 << kind ? NOWPLAYING_OK : NOWPLAYING_ERROR_NOT_SUPPORTED;
}

static void check(int kind, int field, const char *setter, nowplaying_status actual, nowplaying_status wanted) {
  if (actual != wanted)
    check_failed(__FILE__, __LINE__, "%s of field %d in a content of kind %d returned %d, expected %d", setter, field,
                 kind, actual, wanted);
  if (actual < 0) CHECK(nowplaying_last_error()[0]);
}

static void fields_against_kinds(void) {
  step("every setter takes the fields of its type that the kind has, and no other");
  const char *texts[] = {"one", NULL, "", "two"};
  for (int kind = NOWPLAYING_CONTENT_MUSIC; kind <= NOWPLAYING_CONTENT_GENERIC; kind++) {
    nowplaying_content *content = NULL;
    CHECK_OK(nowplaying_content_new(kind, NULL, &content));
    for (int field = -1; field <= 400; field++) {
      int text_last = field >= 100 ? 199 : 99;
      check(kind, field, "set_text", nowplaying_content_set_text(content, field, "x"),
            expected(kind, field, 1, text_last));
      check(kind, field, "set_texts", nowplaying_content_set_texts(content, field, texts, 4),
            expected(kind, field, 100, 199));
      check(kind, field, "set_integer", nowplaying_content_set_integer(content, field, 7),
            expected(kind, field, 200, 299));
      check(kind, field, "set_number", nowplaying_content_set_number(content, field, 0.5),
            expected(kind, field, 300, 399));
      check(kind, field, "unset", nowplaying_content_unset(content, field),
            kinds_of(field) ? NOWPLAYING_OK : NOWPLAYING_ERROR_INVALID_ARGUMENT);
    }
    nowplaying_content_free(content);
  }
}

static nowplaying_field set_tag(nowplaying_content *content, const char *name, const char *value) {
  nowplaying_field field = -1;
  CHECK_OK(nowplaying_content_set_tag(content, name, value, strlen(value), &field));
  return field;
}

static void tags_are_read(void) {
  step("tags are read, and what they became can be read back");
  nowplaying_content *content = NULL;
  char text[NOWPLAYING_MAX_LYRICS_BYTES + 1] = "untouched";
  int64_t integer = -7;
  double number = -7;
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, NULL, &content));
  CHECK(set_tag(content, "\xa9nam", "caf\xe9") == NOWPLAYING_FIELD_TITLE);
  CHECK(set_tag(content, "ARTIST", "One;Two") == NOWPLAYING_FIELD_ARTISTS);
  CHECK(set_tag(content, "TRCK", "3/12") == NOWPLAYING_FIELD_TRACK_NUMBER);
  CHECK(set_tag(content, "RATING", "4/5") == NOWPLAYING_FIELD_USER_RATING);
  CHECK(set_tag(content, "DATE", "20141108") == NOWPLAYING_FIELD_RELEASE_DATE);
  CHECK(set_tag(content, "DATE", "soon") == 0 && set_tag(content, "encoder", "x") == 0);
  CHECK(set_tag(content, "", "x") == 0);
  CHECK_OK(nowplaying_content_set_tag(content, "TPE1", "Three\0Four", 10, NULL));
  CHECK_OK(nowplaying_content_set_tag(content, "TITLE", NULL, 0, NULL));

  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_text(content, NOWPLAYING_FIELD_ALBUM, 0, text, sizeof text));
  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_text(content, NOWPLAYING_FIELD_TITLE, 1, text, sizeof text));
  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_text(content, NOWPLAYING_FIELD_ARTISTS, 4, text, sizeof text));
  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_text(content, NOWPLAYING_FIELD_ARTISTS, SIZE_MAX, text, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_text(content, NOWPLAYING_FIELD_TRACK_NUMBER, 0, text, 9));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_text(content, NOWPLAYING_FIELD_TITLE, 0, NULL, 9));
  CHECK_ERROR(TOO_LARGE, nowplaying_content_get_text(content, NOWPLAYING_FIELD_TITLE, 0, text, 5));
  CHECK(strcmp(text, "untouched") == 0);
  CHECK_OK(nowplaying_content_get_text(content, NOWPLAYING_FIELD_TITLE, 0, text, 6));
  CHECK(strcmp(text, "caf\xc3\xa9") == 0);
  const char *artists[] = {"One", "Two", "Three", "Four"};
  for (size_t i = 0; i < 4; i++) {
    CHECK_OK(nowplaying_content_get_text(content, NOWPLAYING_FIELD_ARTISTS, i, text, SIZE_MAX));
    CHECK(strcmp(text, artists[i]) == 0);
  }

  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_integer(content, NOWPLAYING_FIELD_DISC_NUMBER, &integer));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_integer(content, NOWPLAYING_FIELD_TITLE, &integer));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, NULL));
  CHECK(integer == -7);
  CHECK_OK(nowplaying_content_get_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, &integer));
  CHECK(integer == 3);
  CHECK_OK(nowplaying_content_get_integer(content, NOWPLAYING_FIELD_RELEASE_DATE, &integer));
  CHECK(integer == 1415404800);
  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_number(content, NOWPLAYING_FIELD_AUTO_RATING, &number));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_number(content, NOWPLAYING_FIELD_TITLE, &number));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_number(content, NOWPLAYING_FIELD_USER_RATING, NULL));
  CHECK(number == -7);
  CHECK_OK(nowplaying_content_get_number(content, NOWPLAYING_FIELD_USER_RATING, &number));
  CHECK(number == 0.8);

  nowplaying_field field = 7;
  CHECK_ERROR(INVALID_HANDLE, nowplaying_content_set_tag(NULL, "TITLE", "x", 1, &field));
  CHECK_ERROR(INVALID_HANDLE, nowplaying_content_get_text(NULL, NOWPLAYING_FIELD_TITLE, 0, text, 9));
  CHECK_ERROR(INVALID_HANDLE, nowplaying_content_get_integer(NULL, NOWPLAYING_FIELD_TRACK_NUMBER, &integer));
  CHECK_ERROR(INVALID_HANDLE, nowplaying_content_get_number(NULL, NOWPLAYING_FIELD_USER_RATING, &number));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_tag(content, NULL, "x", 1, &field));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_tag(content, "TITLE", NULL, 1, &field));
  CHECK_ERROR(TOO_LARGE, nowplaying_content_set_tag(content, "TITLE", "x", SIZE_MAX, &field));
  CHECK_ERROR(TOO_LARGE,
              nowplaying_content_set_tag(content, "TITLE", "x", (size_t)NOWPLAYING_MAX_VIDEO_BYTES + 1, &field));
  CHECK_ERROR(INVALID_ARGUMENT,
              nowplaying_content_set_tag(content, "TITLE", "x", 1, (nowplaying_field *)((char *)&field + 1)));
  CHECK(field == 7);
  nowplaying_content_free(content);
}

static void tags_decide_of_which_kind_it_is(void) {
  step("a content by tags takes the fields of all kinds, and has those of its own");
  nowplaying_content *untouched = (nowplaying_content *)&untouched, *content = untouched;
  nowplaying_content_kind kind = 7;
  char text[16];
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_new_by_tags("id", NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_new_by_tags("id", (nowplaying_content **)((char *)&content + 1)));
  CHECK(content == untouched);
  CHECK_OK(nowplaying_content_new_by_tags(NULL, &content));
  CHECK_ERROR(INVALID_HANDLE, nowplaying_content_get_kind(NULL, &kind));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_kind(content, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_get_kind(content, (nowplaying_content_kind *)((char *)&kind + 1)));
  CHECK(kind == 7);
  CHECK_OK(nowplaying_content_get_kind(content, &kind));
  CHECK(kind == NOWPLAYING_CONTENT_MUSIC);
  CHECK(set_tag(content, "title", "Episode") == NOWPLAYING_FIELD_TITLE && set_tag(content, "genre", "Podcast") != 0);
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_NARRATOR, "Nobody"));
  CHECK_OK(nowplaying_content_set_integer(content, NOWPLAYING_FIELD_SEASON, 2));
  CHECK_OK(nowplaying_content_get_kind(content, &kind));
  CHECK(kind == NOWPLAYING_CONTENT_PODCAST);
  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_text(content, NOWPLAYING_FIELD_NARRATOR, 0, text, sizeof text));
  CHECK_OK(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0));
  CHECK_OK(nowplaying_content_get_kind(content, &kind));
  CHECK(kind == NOWPLAYING_CONTENT_RADIO);
  CHECK_OK(nowplaying_content_get_text(content, NOWPLAYING_FIELD_PROGRAM_NAME, 0, text, sizeof text));
  CHECK(strcmp(text, "Episode") == 0);
  nowplaying_content_free(content);
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_BOOK, NULL, &content));
  CHECK_OK(nowplaying_content_get_kind(content, &kind));
  CHECK(kind == NOWPLAYING_CONTENT_BOOK);
  nowplaying_content_free(content);
}

static void a_path_is_an_address(nowplaying_content *content) {
  char text[NOWPLAYING_MAX_TEXT_BYTES + 1], path[NOWPLAYING_MAX_TEXT_BYTES];
  static const char *const paths[][2] = {
      {"/a b/./c/../\xff%.mp3", "file:///a%20b/%FF%25.mp3"}, {"/../x", "file:///x"}, {"/", "file:///"},
      {"/...//..x/.y/", "file:///.../..x/.y"}, {"file:///a/../b", "file:///a/../b"}, {"a/../b", "a/../b"},
  };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, paths[i][0]));
    CHECK_OK(nowplaying_content_get_text(content, NOWPLAYING_FIELD_URL, 0, text, sizeof text));
    CHECK(strcmp(text, paths[i][1]) == 0);
  }
  memset(path, 'x', sizeof path);
  path[0] = '/';
  path[NOWPLAYING_MAX_TEXT_BYTES - strlen("file://")] = '\0';
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, path));
  CHECK_OK(nowplaying_content_get_text(content, NOWPLAYING_FIELD_URL, 0, text, sizeof text));
  CHECK(strlen(text) == NOWPLAYING_MAX_TEXT_BYTES && strcmp(text + strlen("file://"), path) == 0);
  path[1] = '%';
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, path));
  CHECK_ERROR(INVALID_STATE, nowplaying_content_get_text(content, NOWPLAYING_FIELD_URL, 0, text, sizeof text));
}

static void arguments_are_checked(void) {
  step("arguments of each function are checked");
  nowplaying_content *untouched = (nowplaying_content *)&untouched, *content = untouched;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_new(0, NULL, &content));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_new(9, NULL, &content));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_new(INT32_MIN, NULL, &content));
  CHECK(content == untouched);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, NULL, NULL));
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, NULL, &content));

  const char *texts[NOWPLAYING_MAX_TEXTS + 1];
  for (int i = 0; i <= NOWPLAYING_MAX_TEXTS; i++) texts[i] = "x";
  CHECK_OK(nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, texts, NOWPLAYING_MAX_TEXTS));
  CHECK_ERROR(TOO_LARGE,
              nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, texts, NOWPLAYING_MAX_TEXTS + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, texts, SIZE_MAX));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, NULL, 1));
  CHECK_OK(nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, NULL, 0));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, NULL));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "\xff\xc3 broken \xf0\x9f"));
  a_path_is_an_address(content);

  const double numbers[] = {NAN, INFINITY, -INFINITY, -1, 2, 1e308};
  for (int i = 0; i < 6; i++)
    CHECK_OK(nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, numbers[i]));
  const int64_t integers[] = {INT64_MIN, -1, 0, INT32_MAX, INT64_MAX};
  for (int i = 0; i < 5; i++) {
    CHECK_OK(nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, integers[i]));
    CHECK_OK(nowplaying_content_set_integer(content, NOWPLAYING_FIELD_RELEASE_DATE, integers[i]));
  }

  const char *const no_dates[] = {"x", "206", "soon", "0000", "0000-00-00", "12:30", "May", "20060"};
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, "2006-05"));
  for (int i = 0; i < 8; i++)
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, no_dates[i]));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_text(content, NOWPLAYING_FIELD_TRACK_NUMBER, "2006"));

  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_media_type(content, 2));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_media_type(content, -1));
  CHECK_OK(nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_duration(content, 4, 0));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_duration(content, -1, 0));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, -1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, INT64_MIN));
  CHECK_OK(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, INT64_MAX));
  CHECK_OK(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, -1));
  CHECK_OK(nowplaying_content_set_artwork(content, "art"));
  CHECK_OK(nowplaying_content_set_artwork(content, NULL));
  nowplaying_content_free(content);

  const int films[] = {NOWPLAYING_CONTENT_MOVIE, NOWPLAYING_CONTENT_TV_SHOW};
  for (int i = 0; i < 2; i++) {
    CHECK_OK(nowplaying_content_new(films[i], "film", &content));
    CHECK_ERROR(NOT_SUPPORTED, nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_AUDIO));
    CHECK_OK(nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO));
    nowplaying_content_free(content);
  }
}

static void keys_are_checked(void) {
  step("a key of the player's own is one, and there are at most as many as the header says");
  nowplaying_content *content = test_content("extra", "Title", NULL);
  char longest[NOWPLAYING_MAX_EXTRA_KEY_BYTES + 2] = "a:";
  memset(longest + 2, 'x', sizeof longest - 3);
  const char *const bad[] = {NULL, "", ":", "a:", ":a", "a b:c", "a.b:c", "a:b c", "a:\n", "a:\x7f", "a:\x01",
                             "\xc3\xa4:b", "a:\xc3\xa4", "a:\xff", "a\xff:b", "a b", "a.b", "\xc3\xa4", "mpris:trackid",
                             "xesam:title", "xesam:own", "nowplaying:own", longest};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_extra(content, bad[i], "x"));
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_extra(content, bad[i], NULL));
  }
  longest[NOWPLAYING_MAX_EXTRA_KEY_BYTES] = '\0';
  const char *const good[] = {"a", "audio-bitrate", "mpris", "a:b", "A-9_:!", "0:~", "Mpris:b", "mpris2:b", "xesam-:b",
                              "a::", "a:b:c", longest};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    CHECK_OK(nowplaying_content_set_extra(content, good[i], "\xff\x01\n broken \xf0\x9f"));
    CHECK_OK(nowplaying_content_set_extra(content, good[i], i % 2 ? NULL : ""));
    CHECK_OK(nowplaying_content_set_extra(content, good[i], NULL));
  }
  char key[16];
  for (int i = 0; i < NOWPLAYING_MAX_EXTRA; i++) {
    snprintf(key, sizeof key, "test:%d", i);
    CHECK_OK(nowplaying_content_set_extra(content, key, "x"));
  }
  CHECK_ERROR(TOO_LARGE, nowplaying_content_set_extra(content, "test:more", "x"));
  CHECK_OK(nowplaying_content_set_extra(content, "test:more", NULL));
  CHECK_OK(nowplaying_content_set_extra(content, "test:7", "another"));
  CHECK_OK(nowplaying_content_set_extra(content, "test:7", ""));
  CHECK_OK(nowplaying_content_set_extra(content, "test:more", "x"));
  CHECK_ERROR(TOO_LARGE, nowplaying_content_set_extra(content, "test:7", "x"));
  nowplaying_content_free(content);
}

static void handles_are_checked(void) {
  step("every function of a content checks its handle");
  test_app host;
  test_app_start(&host, NULL, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  nowplaying_content *good = test_content(NULL, "Title", NULL);
  const char *texts[] = {"x"};
  bad_handles bad = bad_handles_make(good, host.app, session, NULL);
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_text(c, NOWPLAYING_FIELD_TITLE, "x"));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_texts(c, NOWPLAYING_FIELD_ARTISTS, texts, 1));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_integer(c, NOWPLAYING_FIELD_TRACK_NUMBER, 1));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_number(c, NOWPLAYING_FIELD_USER_RATING, 1));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_extra(c, "test:key", "x"));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_unset(c, NOWPLAYING_FIELD_TITLE));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_media_type(c, NOWPLAYING_MEDIA_AUDIO));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_duration(c, NOWPLAYING_DURATION_LIVE, 0));
  REFUSED(bad, nowplaying_content, c, nowplaying_content_set_artwork(c, "x"));
  for (int i = 0; i < bad.count; i++) nowplaying_content_free(bad.handles[i]);
  CHECK_OK(nowplaying_content_set_text(good, NOWPLAYING_FIELD_TITLE, "still there"));
  CHECK_OK(nowplaying_session_set_content(session, good));
  nowplaying_content_free(good);
  nowplaying_session_free(session);
  test_app_end(&host);
}

int main(void) {
  test_expect_client_bugs(1);
  fields_against_kinds();
  tags_are_read();
  tags_decide_of_which_kind_it_is();
  arguments_are_checked();
  keys_are_checked();
  handles_are_checked();
  return 0;
}
