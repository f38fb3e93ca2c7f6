/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Pictures: PNGs of any size with stripes in two colours, which follow from the picture's id. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "player.h"

enum { USUAL_SIZE = 512, MOST_SIZE = 2048 };

struct png {
  unsigned char *bytes;
  size_t size;
};

static void put_number(unsigned char *at, uint32_t number) {
  for (int i = 0; i < 4; i++) at[i] = (unsigned char)(number >> (24 - 8 * i));
}

static void put_chunk(struct png *png, const char *name, const unsigned char *data, size_t size) {
  unsigned char *at = png->bytes + png->size;
  put_number(at, (uint32_t)size);
  memcpy(at + 4, name, 4);
  if (size) memcpy(at + 8, data, size);
  put_number(at + 8 + size, (uint32_t)crc32(0, at + 4, (uInt)(4 + size)));
  png->size += 12 + size;
}

/** Makes a PNG with one bit per pixel, so that even the largest is made quickly. Returns no bytes when there is no
 * memory. */
static struct png make_png(const char *id, int32_t width, int32_t height) {
  // Each row begins with its filter number: 0, none.
  size_t row = 1 + ((size_t)width + 7) / 8, pixels_size = row * (size_t)height;
  uLongf packed_size = compressBound(pixels_size);
  unsigned char *pixels = malloc(pixels_size), *packed = malloc(packed_size);
  struct png png = {malloc(packed_size + 128), 0};
  if (pixels && packed && png.bytes) {
    memset(pixels, 0xf0, pixels_size);
    for (int32_t y = 0; y < height; y++) pixels[row * (size_t)y] = 0;
    unsigned char header[13] = {[8] = 1, [9] = 3}, colours[6] = {255, 255, 255};
    put_number(header, (uint32_t)width);
    put_number(header + 4, (uint32_t)height);
    uLong colour = crc32(0, (const unsigned char *)id, (uInt)strlen(id));
    memcpy(colours + 3, &colour, 3);
    memcpy(png.bytes, "\x89PNG\r\n\x1a\n", png.size = 8);
    put_chunk(&png, "IHDR", header, sizeof header);
    put_chunk(&png, "PLTE", colours, sizeof colours);
    if (compress2(packed, &packed_size, pixels, pixels_size, Z_BEST_SPEED) == Z_OK) {
      put_chunk(&png, "IDAT", packed, packed_size);
    }
    put_chunk(&png, "IEND", NULL, 0);
  }
  free(pixels);
  free(packed);
  return png;
}

static nowplaying_status give_png(nowplaying_request *request, const char *id, int32_t width, int32_t height) {
  struct png png = make_png(id, width, height);
  nowplaying_status status = NOWPLAYING_ERROR_SYSTEM;
  if (png.bytes) status = nowplaying_request_complete_artwork_data(request, png.bytes, png.size);
  free(png.bytes);
  return status;
}

static int32_t legal(int32_t wanted) {
  if (wanted == 0) return USUAL_SIZE;
  return wanted > MOST_SIZE ? MOST_SIZE : wanted;
}

nowplaying_status give_picture(nowplaying_request *request, const char *id, int32_t width, int32_t height) {
  return give_png(request, id, legal(width), legal(height));
}

nowplaying_status give_preview(nowplaying_request *request, const nowplaying_animated_artwork_event *event,
                               nowplaying_aspect_ratio ratio) {
  int32_t across = ratio == NOWPLAYING_ASPECT_RATIO_TALL ? 3 : 1, down = ratio == NOWPLAYING_ASPECT_RATIO_TALL ? 4 : 1;
  int32_t fits_across = legal(event->width) / across, fits_down = legal(event->height) / down;
  int32_t unit = fits_across < fits_down ? fits_across : fits_down;
  if (unit == 0) unit = 1;
  return give_png(request, event->artwork_id, across * unit, down * unit);
}
