/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Whether the lists in an MP4 or QuickTime file can be as long as they say.
 *
 * MediaInfo, in the versions that distributions have, believes a list that claims more entries than there are bytes
 * for: of a damaged file of one kilobyte it makes 24 GB, or counts to four thousand million with the player waiting.
 * Such a file is refused before MediaInfo sees it. */
#include <string.h>

#include "CPlatform.h"

/* More boxes are in no loop of half a minute. */
enum { MOST_BOXES = 65536, MOST_LEVELS = 8, HEADER = 24, NAME_END = 8 };

/** The boxes on the ways to the lists. */
static const char containers[][5] = {"moov", "trak", "edts", "mdia", "minf", "stbl",
                                     "moof", "traf", "mfra", "meta", "iprp", "cmov"};

/** Where MediaInfo reads the number of entries, from the start of the box; how many bytes an entry has at least, 0
 * where that is in another box; and of which version of the box this is true, ANY of each. */
enum { ANY = 255 };
static const struct list {
  char name[5];
  uint8_t count_at, entry, version;
} lists[] = {{"elst", 12, 12, ANY}, {"stts", 12, 8, ANY}, {"co64", 12, 8, ANY}, {"stdp", 8, 2, ANY},
             {"stsh", 8, 8, ANY},   {"subs", 12, 6, ANY}, {"ipma", 12, 3, ANY}, {"tfra", 20, 11, ANY},
             {"sbgp", 16, 8, 0},    {"sbgp", 20, 8, 1},   {"sgpd", 20, 1, 1},   {"stz2", 16, 0, ANY},
             {"trun", 12, 0, ANY}};

typedef struct box {
  uint64_t start, end;
  /** What it begins with; zeros behind the end of the file. */
  uint8_t header[HEADER];
} box;

static uint64_t number_at(const uint8_t *bytes) {
  return (uint64_t)bytes[0] << 24 | (uint64_t)bytes[1] << 16 | (uint64_t)bytes[2] << 8 | bytes[3];
}

static bool has_name(const box *box, const char *name) { return memcmp(box->header + 4, name, 4) == 0; }

/** How long the header of a container is; 0 for another box. */
static unsigned container_header(const box *box) {
  for (size_t i = 0; i < sizeof containers / sizeof *containers; i++) {
    if (!has_name(box, containers[i])) continue;
    unsigned header = number_at(box->header) == 1 ? 16 : NAME_END;
    /* That of MP4 has a version, and that of QuickTime begins with a box. */
    return has_name(box, "meta") && number_at(box->header + header) == 0 ? header + 4 : header;
  }
  return 0;
}

static bool list_fits(const box *box, size_t file_size) {
  /* A compressed moov, which could have anything in it, and be of any size. Nobody has written one for decades. */
  if (has_name(box, "cmvd")) return false;
  unsigned longer = number_at(box->header) == 1 ? 8 : 0;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    const struct list *list = &lists[i];
    if (!has_name(box, list->name)) continue;
    /* No list has 4 GB. */
    if (longer) return false;
    if (list->version != ANY && box->header[NAME_END] != list->version) continue;
    uint64_t count = number_at(box->header + list->count_at), entries_at = box->start + list->count_at + 4;
    uint64_t room = box->end > entries_at ? box->end - entries_at : 0;
    /* Each sample has half a byte somewhere. */
    if (list->entry ? count * list->entry > room : count > 2 * file_size) return false;
  }
  return true;
}

int32_t np_lists_fit(int32_t fd, size_t size) {
  /* Where the file ends, and the containers that the next box is in. */
  uint64_t ends[MOST_LEVELS] = {size};
  int level = 0, boxes = 0;
  box now = {0};
  for (;;) {
    while (ends[level] < now.start + NAME_END) {
      if (level == 0) return 0;
      now.start = ends[level--];
    }
    memset(now.header, 0, HEADER);
    int64_t count = np_read_at(fd, now.start, now.header, HEADER);
    if (count < 0) return (int32_t)count;
    uint64_t length = number_at(now.header), room = ends[level] - now.start;
    if (length == 1) length = number_at(now.header + 8) << 32 | number_at(now.header + 12);
    /* A length that is none goes to the end of what the box is in. */
    now.end = now.start + (length < NAME_END || length > room ? room : length);
    if (boxes++ == MOST_BOXES || !list_fits(&now, size)) return NP_INVALID;
    unsigned inside = container_header(&now);
    if (inside && level + 1 == MOST_LEVELS) return NP_INVALID;
    if (inside) ends[++level] = now.end;
    now.start = inside ? now.start + inside : now.end;
  }
}
