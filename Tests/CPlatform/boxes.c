/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Lists in the headers of a video that claim more than there is. */
#include <string.h>
#include <unistd.h>

#include "CPlatform.h"
#include "system.h"

static void put_number(uint8_t *at, uint32_t number) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(number >> (24 - 8 * i));
}

/** Begins a box. Returns where its content is. */
static uint8_t *put(uint8_t *at, uint32_t length, const char *name) {
  put_number(at, length);
  memcpy(at + 4, name, 4);
  return at + 8;
}

/** Whether a file is refused that has one list, behind `way`, of so many entries by 12 bytes for them. */
static void list_of(const char *way, const char *name, unsigned count_at, uint8_t version, uint32_t count, int fits) {
  enum { FREE = 20, REST = 64 };
  uint8_t bytes[200] = {0}, *next = put(bytes, FREE, "free") + FREE - 8;
  uint8_t *end = next + strlen(way) * 2 + count_at + 4 + 12;
  for (; *way; way += 4) next = put(next, (uint32_t)(end - next), way);
  uint8_t *list = next;
  put(list, (uint32_t)(end - list), name)[0] = version;
  put_number(list + count_at, count);
  int32_t memory = np_memory_file("list", bytes, (size_t)(end - bytes) + REST);
  CHECK(memory > 2);
  step("a list %s of %u", name, count);
  CHECK_EQUAL(np_lists_fit(memory, (size_t)(end - bytes) + REST), fits ? 0 : NP_INVALID);
  close(memory);
}

/** The same in a container whose length has 64 bits. */
static void list_in_long_container(uint32_t count, int fits) {
  uint8_t bytes[16 + 28] = {0}, *length = put(bytes, 1, "moov");
  put_number(length + 4, sizeof bytes);
  put_number(put(length + 8, 28, "elst") + 4, count);
  int32_t memory = np_memory_file("list", bytes, sizeof bytes);
  CHECK_EQUAL(np_lists_fit(memory, sizeof bytes), fits ? 0 : NP_INVALID);
  close(memory);
}

int main(void) {
  static const struct {
    const char *way, *name;
    unsigned count_at;
    uint8_t version;
    uint32_t most;
  } all[] = {{"moovtrakedts", "elst", 12, 0, 1},        {"moovtrakmdiaminfstbl", "stts", 12, 0, 1},
             {"moovtrakmdiaminfstbl", "co64", 12, 0, 1}, {"moovtrakmdiaminfstbl", "stdp", 8, 0, 6},
             {"moovtrakmdiaminfstbl", "stsh", 8, 0, 1},  {"moovtrakmdiaminfstbl", "subs", 12, 0, 2},
             {"moovmetaiprp", "ipma", 12, 0, 4},         {"mfra", "tfra", 20, 0, 1},
             {"moovtrakmdiaminfstbl", "sbgp", 16, 0, 1}, {"moovtrakmdiaminfstbl", "sbgp", 20, 1, 1},
             {"moovtrakmdiaminfstbl", "sgpd", 20, 1, 12}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    list_of(all[i].way, all[i].name, all[i].count_at, all[i].version, all[i].most, 1);
    list_of(all[i].way, all[i].name, all[i].count_at, all[i].version, all[i].most + 1, 0);
    list_of(all[i].way, all[i].name, all[i].count_at, all[i].version, UINT32_MAX, 0);
  }
  /* Entries that are elsewhere; a list of a version without any; what is in no container; a compressed moov. */
  list_of("moovtrakmdiaminfstbl", "stz2", 16, 0, 200, 1);
  list_of("moovtrakmdiaminfstbl", "stz2", 16, 0, 2000, 0);
  list_of("mooftraf", "trun", 12, 0, 200, 1);
  list_of("mooftraf", "trun", 12, 0, UINT32_MAX, 0);
  list_of("moovtrakmdiaminfstbl", "sgpd", 20, 0, UINT32_MAX, 1);
  list_of("udta", "elst", 12, 0, UINT32_MAX, 1);
  list_of("moovcmov", "cmvd", 12, 0, 1, 0);
  list_in_long_container(1, 1);
  list_in_long_container(2, 0);
  list_of("moovmoovmoovmoovmoovmoovmoov", "elst", 12, 0, 1, 1);
  list_of("moovmoovmoovmoovmoovmoovmoovmoov", "elst", 12, 0, 1, 0);
  return 0;
}
