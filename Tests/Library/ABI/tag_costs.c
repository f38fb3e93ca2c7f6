/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that no tag costs the square of its size, which would stop the player: each tag here has the longest value
 * that is read. One of that cost takes a minute; all of these together take seconds. */
#include <string.h>
#include <time.h>

#include "../../Lab/C/app.h"

enum { SIZE = 4 * NOWPLAYING_MAX_LYRICS_BYTES, MOST_SECONDS = 10 };

static const char *const names[] = {
  "TIT2", "TALB", "TPE1", "TCON", "gnre", "COMM", "TDRC", "TRCK", "POPM", "rating", "USLT", "SYLT", "TXXX", "UFID",
  "MUSICBRAINZ_ARTISTID", "private-id3v2-frame", "extended-comment", "ITUNESADVISORY", "icy-title", "URL", "podcast",
};

#define UNIT(text) {text, sizeof text - 1}
static const struct {
  const char *text;
  size_t length;
} units[] = {
  UNIT("a\0"), UNIT("a;"), UNIT("a,"), UNIT("\xc3\xa9\0"), UNIT("\xef\xbf\xbd\0"), UNIT(" \0"), UNIT("\n"),
  UNIT("a\n"), UNIT("["), UNIT("[0:1]"), UNIT("[0:1]a\n"), UNIT("<0:1>a"), UNIT("(1)"), UNIT("("), UNIT("(("),
  UNIT("1"), UNIT("-1\0"), UNIT("1/"), UNIT("."), UNIT("2006\0"), UNIT("2006-"), UNIT("0-0-\0"), UNIT(" rating="),
  UNIT("://"), UNIT("x://@"), UNIT("%40"), UNIT("?a="), UNIT("/token/"), UNIT(" - "), UNIT("a - \0"),
};

/* The bytes before a text that say its encoding in a frame of ID3v2, and how many bytes a character has. The last is a
 * frame of lyrics, with a language and an empty description. */
static const struct {
  const char *head;
  size_t length, width;
} frames[] = {{"", 0, 1}, {"\3", 1, 1}, {"\1\xff\xfe", 3, 2}, {"\0eng\2\1\0", 7, 1}};

static char value[SIZE + 16];

static void read_tag(const char *name, size_t unit, size_t frame) {
  nowplaying_content *content = NULL;
  nowplaying_content_kind kind;
  size_t size = frames[frame].length, width = frames[frame].width;
  memset(value, 0, sizeof value);
  memcpy(value, frames[frame].head, size);
  for (size_t i = 0; size + width <= SIZE; i++, size += width) value[size] = units[unit].text[i % units[unit].length];
  CHECK_OK(nowplaying_content_new_by_tags("", &content));
  clock_t start = clock();
  CHECK_OK(nowplaying_content_set_tag(content, name, value, size, NULL));
  CHECK_OK(nowplaying_content_get_kind(content, &kind));
  CHECK(clock() - start < MOST_SECONDS * CLOCKS_PER_SEC);
  nowplaying_content_free(content);
}

int main(void) {
  for (size_t name = 0; name < sizeof names / sizeof *names; name++)
    for (size_t unit = 0; unit < sizeof units / sizeof *units; unit++) {
      step("%s of %zu bytes, unit %zu", names[name], units[unit].length, unit);
      for (size_t frame = 0; frame < sizeof frames / sizeof *frames; frame++) read_tag(names[name], unit, frame);
    }
  return 0;
}
