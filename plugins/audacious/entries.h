/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Audacious has no ids of entries, only their places. Here each entry gets a number when its playlist is first asked
 * for, and takes it along where it moves. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <cstddef>
#include <cstdint>
#include <libaudcore/objects.h>
#include <libaudcore/playlist.h>
#include <vector>

class Entries {
public:
  /* The number of the entry at a place, which no other entry ever has; 0 where there is none, and where update() must
   * be called first. */
  uint64_t number(Playlist playlist, int place);
  /* Where that entry is now; -1 when it has gone. */
  int place(Playlist playlist, uint64_t number) const;
  /* The last number of all. */
  uint64_t newest() const { return last; }
  /* Where the first entry is that got a number after this one, and if there is one, of this file, since others may
   * have been added at the same time; -1 when there is none. */
  int first_since(Playlist playlist, uint64_t number, const String &file) const;
  /* To be called in the hook "playlist update": only then Audacious says what is different. */
  void update();
  /* To be called in the hook "playlist position". */
  void move();

private:
  struct Entry {
    String file;
    uint64_t number;
  };
  struct List {
    Playlist playlist;
    std::vector<Entry> entries;
    /* The number of the entry that is to play in it, 0 for none. */
    uint64_t present;
  };
  template <class Wanted> int find(const Playlist &playlist, Wanted wanted) const;
  void renumber(List &list, size_t before, size_t after);
  void find_present(List &list);

  std::vector<List> lists;
  uint64_t last = 0;
};

#endif
