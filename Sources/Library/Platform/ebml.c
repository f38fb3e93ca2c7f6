/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads WebM: EBML as in RFC 8794, with the elements of Matroska (RFC 9559) that WebM has.
 *
 * Elements are read one after the other, whatever other elements they are in. Each id has one meaning, so that no
 * nesting need be followed, also where a recorder did not know how long its segment and its clusters would be. */
#include <string.h>

#include "video.h"

enum {
  ID_HEADER = 0x1A45DFA3,
  ID_DOC_TYPE = 0x4282,
  ID_SEGMENT = 0x18538067,
  ID_INFO = 0x1549A966,
  ID_TIMESTAMP_SCALE = 0x2AD7B1,
  ID_TRACKS = 0x1654AE6B,
  ID_TRACK = 0xAE,
  ID_NUMBER = 0xD7,
  ID_TYPE = 0x83,
  ID_CODEC = 0x86,
  ID_VIDEO = 0xE0,
  ID_WIDTH = 0xB0,
  ID_HEIGHT = 0xBA,
  ID_CROP_BOTTOM = 0x54AA,
  ID_CROP_TOP = 0x54BB,
  ID_CROP_LEFT = 0x54CC,
  ID_CROP_RIGHT = 0x54DD,
  ID_SHOWN_WIDTH = 0x54B0,
  ID_SHOWN_HEIGHT = 0x54BA,
  ID_SHOWN_UNIT = 0x54B2,
  ID_CLUSTER = 0x1F43B675,
  ID_TIMESTAMP = 0xE7,
  ID_SIMPLE_BLOCK = 0xA3,
  ID_BLOCK_GROUP = 0xA0,
  ID_BLOCK = 0xA1,
};

enum { TYPE_VIDEO = 1, UNIT_UNKNOWN = 4 };

typedef struct element {
  uint32_t id;
  bool is_endless;
  uint64_t content, size;
} element;

typedef enum codec { CODEC_OTHER, CODEC_VP8, CODEC_VP9, CODEC_AV1 } codec;

typedef struct track {
  uint64_t number, type, unit;
  codec codec;
  /** The size of the picture as it is stored, the parts that are cut off, and the size as it is shown; 0 for a value
   * that the file does not give. */
  double width, height, crop_across, crop_down, shown_width, shown_height;
} track;

typedef struct webm {
  np_source *source;
  bool is_webm;
  /** The offset of the end of the segment, or of the end of the file if the file ends earlier. */
  uint64_t end;
  /** The first track with pictures, and the track that is being read. */
  track video, now;
  /** The unit of time in ns, and the time of the present cluster in this unit. */
  uint64_t scale;
  double cluster;
  /** The number of frames that are shown, and the times of the first and the last of them. */
  double frames, first, last;
} webm;

/* ---- Elements ---- */

/** Returns the length in bytes of a number, which its leading bits give; 0 when it is more than `most`. */
static unsigned length_of(uint8_t first, unsigned most) {
  unsigned length = 1;
  while (length <= most && !(first & 0x80 >> (length - 1))) length++;
  return length <= most ? length : 0;
}

static bool read_header(np_source *source, uint64_t offset, element *ret) {
  const uint8_t *bytes = np_source_at(source, offset, 12);
  unsigned id = length_of(bytes[0], 4), size = length_of(bytes[id], 8);
  if (id == 0 || size == 0) return false;
  ret->id = (uint32_t)np_number(bytes, id);
  const uint64_t all = UINT64_MAX >> (64 - 7 * size);
  ret->size = np_number(bytes + id, size) & all;
  ret->is_endless = ret->size == all;
  ret->content = offset + id + size;
  return true;
}

static uint64_t number_in(webm *webm, const element *element) {
  if (element->size > 8) return 0;
  return np_number(np_source_at(webm->source, element->content, 8), (size_t)element->size);
}

/** Returns whether an element's content is a text, which zeros may follow. */
static bool has_text(webm *webm, const element *element, const char *text) {
  size_t length = strlen(text);
  if (element->size < length || element->size > NP_SOURCE_MOST) return false;
  const uint8_t *bytes = np_source_at(webm->source, element->content, (size_t)element->size);
  return memcmp(bytes, text, length) == 0 && (element->size == length || bytes[length] == 0);
}

/* ---- The content of elements ---- */

/** Ends the reading of a track. The first track with pictures in a codec of WebM becomes the video track. */
static void end_track(webm *webm) {
  const track *now = &webm->now;
  bool is_video = now->type == TYPE_VIDEO && now->codec != CODEC_OTHER;
  if (!webm->video.width && is_video && now->width > now->crop_across && now->height > now->crop_down)
    webm->video = *now;
  webm->now = (track){0};
}

static void read_block(webm *webm, const element *block) {
  /* A block begins with the number of its track, its time in the cluster, its flags, and the start of its frame. */
  const uint8_t *bytes = np_source_at(webm->source, block->content, 12);
  unsigned length = length_of(bytes[0], 8);
  if (length == 0 || block->size < length + 4 || !webm->video.width) return;
  uint64_t number = np_number(bytes, length) & UINT64_MAX >> (64 - 7 * length);
  if (number != webm->video.number) return;
  bytes += length;
  /* A frame that is not shown, and only serves to decode others, is not counted. In VP8 it has a block of its own,
   * which is skipped here; in VP9 and AV1 its block also has a frame that is shown. */
  bool is_hidden = bytes[2] & 0x08 || (webm->video.codec == CODEC_VP8 && !(bytes[3] & 0x10));
  if (is_hidden) return;
  double time = webm->cluster + (int16_t)np_number(bytes, 2);
  if (!webm->frames || time < webm->first) webm->first = time;
  if (!webm->frames || time > webm->last) webm->last = time;
  webm->frames++;
}

static void read_track_element(webm *webm, const element *element) {
  track *now = &webm->now;
  uint64_t number = number_in(webm, element);
  switch (element->id) {
    case ID_NUMBER: now->number = number; break;
    case ID_TYPE: now->type = number; break;
    case ID_WIDTH: now->width = number; break;
    case ID_HEIGHT: now->height = number; break;
    case ID_CROP_LEFT:
    case ID_CROP_RIGHT: now->crop_across += number; break;
    case ID_CROP_TOP:
    case ID_CROP_BOTTOM: now->crop_down += number; break;
    case ID_SHOWN_WIDTH: now->shown_width = number; break;
    case ID_SHOWN_HEIGHT: now->shown_height = number; break;
    case ID_SHOWN_UNIT: now->unit = number; break;
    case ID_CODEC:
      if (has_text(webm, element, "V_VP8")) now->codec = CODEC_VP8;
      if (has_text(webm, element, "V_VP9")) now->codec = CODEC_VP9;
      if (has_text(webm, element, "V_AV1")) now->codec = CODEC_AV1;
  }
}

/** Reads an element. Returns whether it contains other elements. */
static bool read_element(webm *webm, const element *element) {
  switch (element->id) {
    case ID_SEGMENT:
      if (!element->is_endless) webm->end = element->content + element->size;
      return true;
    case ID_TRACK:
    case ID_CLUSTER: end_track(webm); return true;
    case ID_HEADER:
    case ID_INFO:
    case ID_TRACKS:
    case ID_VIDEO:
    case ID_BLOCK_GROUP: return true;
    case ID_DOC_TYPE: webm->is_webm = has_text(webm, element, "webm"); break;
    case ID_TIMESTAMP_SCALE: webm->scale = number_in(webm, element); break;
    case ID_TIMESTAMP: webm->cluster = (double)number_in(webm, element); break;
    case ID_BLOCK:
    case ID_SIMPLE_BLOCK: read_block(webm, element); break;
    default: read_track_element(webm, element);
  }
  return false;
}

/** Reads all elements. Returns whether the file is whole. */
static bool read_elements(webm *webm) {
  for (uint64_t next = 0; next < webm->end;) {
    element now;
    if (!np_source_step(webm->source) || !read_header(webm->source, next, &now)) return false;
    if (now.content > webm->end) return false;
    bool is_inside = now.size <= webm->end - now.content;
    if (!is_inside && !now.is_endless) return false;
    bool has_others = read_element(webm, &now);
    /* An element of unknown length is possible only where other elements are in it: its end is found while these are
     * read. */
    if (!is_inside && !has_others) return false;
    next = has_others ? now.content : now.content + now.size;
  }
  return true;
}

void np_ebml_read(np_source *source, np_video *ret) {
  webm webm = {.source = source, .end = source->size, .scale = 1000000};
  const track *video = &webm.video;
  if (!read_elements(&webm) || !webm.is_webm || !webm.frames) {
    if (!source->error) source->error = NP_INVALID;
    return;
  }
  ret->container = NP_CONTAINER_WEBM;
  ret->width = video->width - video->crop_across;
  ret->height = video->height - video->crop_down;
  bool is_known = video->unit != UNIT_UNKNOWN;
  if (is_known && video->shown_width > 0) ret->width = video->shown_width;
  if (is_known && video->shown_height > 0) ret->height = video->shown_height;
  /* Computed from the times of the frames and not from DefaultDuration: that is optional, browsers do not write it, and
   * ffmpeg copies it from its source even when it leaves out frames. Times are rounded to the unit, so that the true
   * distance of two of them may be one unit more. */
  double between = (webm.last - webm.first + 1) * (double)webm.scale / 1e9;
  if (webm.frames > 1 && between > 0) ret->frame_rate = (webm.frames - 1) / between;
}
