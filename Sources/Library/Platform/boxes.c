/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads MP4 and QuickTime: nested boxes, as in ISO/IEC 14496-12 and Apple's "QuickTime File Format". */
#include <string.h>

#include "video.h"

enum { HEADER = 8, LONG_HEADER = 16, SAMPLE_ENTRY = 86, MOST_DEFAULTS = 8 };

typedef struct box {
  char name[6];
  /** The places in the file at which the content begins, behind the header, and at which the box ends. */
  uint64_t content, end;
} box;

/** The frames of a track: their number and their total duration in the track's units of time. */
typedef struct frames {
  double count, ticks;
  /** The duration of the last frame. It does not count, because muxers do not agree on it. */
  uint32_t last;
} frames;

typedef struct track {
  uint32_t id, timescale;
  bool is_video, is_turned;
  /** The size of the picture in pixels; the size of one pixel; the size of the picture as it is shown, in 1/65536
   * pixels. 0 for a value that the file does not give. */
  uint32_t width, height, pixel_width, pixel_height, shown_width, shown_height;
  frames frames;
} track;

typedef struct movie {
  np_source *source;
  /** The first track with pictures, and the track that is being read. */
  track video, now;
  /** Whether the file has a box with the bytes of frames. */
  bool has_data;
  /** The duration of a frame in each track with fragments, unless a fragment gives another. */
  struct {
    uint32_t id, ticks;
  } defaults[MOST_DEFAULTS];
  int default_count;
  /** Whether the fragment that is being read belongs to the video track, and the duration of its frames. */
  bool is_of_video;
  uint32_t fragment_ticks;
} movie;

static void walk(movie *movie, const box *parent);

/** Returns the first bytes of a box's content; zeros when it has fewer. */
static const uint8_t *fields(movie *movie, const box *box, size_t count) {
  if (box->end - box->content < count) return np_source_zeros;
  return np_source_at(movie->source, box->content, count);
}

static uint32_t word(const uint8_t *bytes) { return (uint32_t)np_number(bytes, 4); }

static void refuse(movie *movie) {
  if (!movie->source->error) movie->source->error = NP_INVALID;
}

/* ---- Tracks ---- */

static void read_track(movie *movie, const box *box) {
  movie->now = (track){0};
  walk(movie, box);
  const track *now = &movie->now;
  if (!movie->video.is_video && now->is_video && now->width && now->height) movie->video = *now;
}

static void read_track_header(movie *movie, const box *box) {
  track *now = &movie->now;
  /* In version 1 each of the three times in the box has 64 bits instead of 32; one of them stands behind the id. */
  bool is_long = fields(movie, box, 1)[0] == 1;
  const uint8_t *bytes = fields(movie, box, is_long ? 96 : 84);
  now->id = word(bytes + (is_long ? 20 : 12));
  if (is_long) bytes += 12;
  /* The first two numbers of the matrix say how x is computed from x and y. If y counts more, the picture lies on its
   * side. */
  int64_t of_x = (int32_t)word(bytes + 40), of_y = (int32_t)word(bytes + 44);
  now->is_turned = of_y * of_y > of_x * of_x;
  now->shown_width = word(bytes + 76);
  now->shown_height = word(bytes + 80);
}

static void read_media_header(movie *movie, const box *box) {
  bool is_long = fields(movie, box, 1)[0] == 1;
  movie->now.timescale = word(fields(movie, box, 24) + (is_long ? 20 : 12));
}

static void read_handler(movie *movie, const box *box) {
  movie->now.is_video = memcmp(fields(movie, box, 12) + 8, "vide", 4) == 0;
}

/** Reads the first entry of the list of sample descriptions. */
static void read_description(movie *movie, const box *list) {
  const uint8_t *entry = fields(movie, list, HEADER + SAMPLE_ENTRY) + HEADER;
  uint64_t start = list->content + HEADER, length = word(entry);
  movie->now.width = (uint32_t)np_number(entry + 32, 2);
  movie->now.height = (uint32_t)np_number(entry + 34, 2);
  if (length < SAMPLE_ENTRY) return;
  uint64_t room = list->end - start;
  walk(movie, &(box){"entry", start + SAMPLE_ENTRY, start + (length < room ? length : room)});
}

static void read_pixel(movie *movie, const box *box) {
  const uint8_t *bytes = fields(movie, box, 8);
  movie->now.pixel_width = word(bytes);
  movie->now.pixel_height = word(bytes + 4);
}

/* ---- Frames ---- */

static void add_frames(frames *frames, uint32_t count, uint32_t ticks) {
  if (count == 0) return;
  frames->count += count;
  frames->ticks += (double)count * ticks;
  frames->last = ticks;
}

/** Returns whether a list is long enough for its number of entries, and refuses the file if it is not. */
static bool list_fits(movie *movie, uint64_t start, uint64_t end, uint32_t count, uint32_t entry) {
  if (start <= end && (uint64_t)count * entry <= end - start) return true;
  refuse(movie);
  return false;
}

static void read_durations(movie *movie, const box *box) {
  uint32_t count = word(fields(movie, box, 8) + 4);
  uint64_t next = box->content + 8;
  if (count == 0 || !list_fits(movie, next, box->end, count, 8)) return;
  for (; count && np_source_step(movie->source); count--, next += 8) {
    const uint8_t *entry = np_source_at(movie->source, next, 8);
    add_frames(&movie->now.frames, word(entry), word(entry + 4));
  }
}

static void read_defaults(movie *movie, const box *box) {
  const uint8_t *bytes = fields(movie, box, 16);
  if (movie->default_count == MOST_DEFAULTS) return;
  movie->defaults[movie->default_count].id = word(bytes + 4);
  movie->defaults[movie->default_count++].ticks = word(bytes + 12);
}

static void read_fragment_header(movie *movie, const box *box) {
  const uint8_t *bytes = fields(movie, box, 8);
  uint32_t flags = word(bytes), id = word(bytes + 4);
  movie->is_of_video = movie->video.is_video && id == movie->video.id;
  movie->fragment_ticks = 0;
  for (int i = 0; i < movie->default_count; i++)
    if (movie->defaults[i].id == id) movie->fragment_ticks = movie->defaults[i].ticks;
  size_t before = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  if (flags & 8) movie->fragment_ticks = word(fields(movie, box, before + 4) + before);
}

static void read_run(movie *movie, const box *box) {
  const uint8_t *bytes = fields(movie, box, 8);
  uint32_t flags = word(bytes), count = word(bytes + 4), entry = 0;
  uint64_t next = box->content + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  for (uint32_t flag = 0x100; flag <= 0x800; flag <<= 1)
    if (flags & flag) entry += 4;
  if (!movie->is_of_video || !list_fits(movie, next, box->end, count, entry)) return;
  if (!(flags & 0x100)) {
    add_frames(&movie->video.frames, count, movie->fragment_ticks);
    return;
  }
  for (; count && np_source_step(movie->source); count--, next += entry)
    add_frames(&movie->video.frames, 1, word(np_source_at(movie->source, next, 4)));
}

static void read_data(movie *movie, const box *box) { movie->has_data |= box->end > box->content; }

/* ---- The file ---- */

/** The boxes that are read, with the functions that read them. The file itself has the empty name. The depth of the
 * recursion is bounded, because no chain of names leads back to its start. */
static const struct {
  char parent[6], name[6];
  void (*read)(movie *movie, const box *box);
} kinds[] = {{"", "mdat", read_data},
             {"", "moov", walk},
             {"moov", "trak", read_track},
             {"trak", "tkhd", read_track_header},
             {"trak", "mdia", walk},
             {"mdia", "mdhd", read_media_header},
             {"mdia", "hdlr", read_handler},
             {"mdia", "minf", walk},
             {"minf", "stbl", walk},
             {"stbl", "stsd", read_description},
             {"entry", "pasp", read_pixel},
             {"stbl", "stts", read_durations},
             {"moov", "mvex", walk},
             {"mvex", "trex", read_defaults},
             {"", "moof", walk},
             {"moof", "traf", walk},
             {"traf", "tfhd", read_fragment_header},
             {"traf", "trun", read_run}};

static void read_box(movie *movie, const box *parent, const box *box) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].parent, parent->name) == 0 && strcmp(kinds[i].name, box->name) == 0) kinds[i].read(movie, box);
}

/** Reads the boxes that are in a box, or in the file. */
static void walk(movie *movie, const box *parent) {
  const bool is_file = !parent->name[0];
  for (uint64_t next = parent->content; parent->end - next >= HEADER && np_source_step(movie->source);) {
    const uint8_t *header = np_source_at(movie->source, next, LONG_HEADER);
    uint64_t length = word(header), room = parent->end - next, before = HEADER;
    box now = {{(char)header[4], (char)header[5], (char)header[6], (char)header[7]}, 0, 0};
    if (length == 1) length = np_number(header + HEADER, 8), before = LONG_HEADER;
    if (length == 0) {
      /* A length of 0 is that of the last box of the file. In QuickTime it also ends the list of boxes in a box. */
      if (!is_file) return;
      length = room;
    }
    /* A file that ends before one of its boxes does is incomplete. A box that is longer than the one around it is cut
     * there, as players do. */
    if (is_file && length > room) {
      refuse(movie);
      return;
    }
    if (length > room) length = room;
    if (length < before) {
      refuse(movie);
      return;
    }
    now.content = next + before;
    now.end = next + length;
    read_box(movie, parent, &now);
    next = now.end;
  }
}

/** Sets the container by the first bytes of the file. Returns whether it is a known one. */
static bool begins_well(np_source *source, np_video *ret) {
  static const char before_brands[][5] = {"moov", "mdat", "wide", "free", "skip", "pnot"};
  const uint8_t *bytes = np_source_at(source, 0, 12);
  ret->container = NP_CONTAINER_QUICKTIME;
  if (memcmp(bytes + 4, "ftyp", 4) == 0) {
    if (memcmp(bytes + 8, "qt  ", 4)) ret->container = NP_CONTAINER_MP4;
    return true;
  }
  /* QuickTime files from before 2005 have no brand. */
  for (size_t i = 0; i < sizeof before_brands / sizeof *before_brands; i++)
    if (memcmp(bytes + 4, before_brands[i], 4) == 0) return true;
  return false;
}

void np_boxes_read(np_source *source, np_video *ret) {
  movie movie = {.source = source};
  const track *video = &movie.video;
  if (!begins_well(source, ret)) {
    refuse(&movie);
    return;
  }
  walk(&movie, &(box){"", 0, source->size});
  if (!video->is_video || !movie.has_data || video->frames.count == 0) {
    refuse(&movie);
    return;
  }
  double width = video->width, height = video->height;
  if (video->pixel_width && video->pixel_height) {
    width *= (double)video->pixel_width / video->pixel_height;
  } else if (video->shown_width && video->shown_height) {
    width = video->shown_width / 65536.0, height = video->shown_height / 65536.0;
  }
  ret->width = video->is_turned ? height : width;
  ret->height = video->is_turned ? width : height;
  double between = video->frames.ticks - video->frames.last;
  if (between > 0) ret->frame_rate = (video->frames.count - 1) * video->timescale / between;
}
