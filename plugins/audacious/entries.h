/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Numbers the entries of playlists: Audacious has only places, and no ids. An entry gets its number when its playlist
 * is first read, and keeps it when it moves. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <cstddef>
#include <cstdint>
#include <libaudcore/objects.h>
#include <libaudcore/playlist.h>
#include <vector>

class Entries {
public:
  /* Returns the number of the entry at a place, which is never used again; 0 when there is none, and when update() must
   * be called first. */
  uint64_t number(Playlist playlist, int place);
  /* Returns the place of the entry with this number; -1 when it is gone. */
  int place(Playlist playlist, uint64_t number) const;
  /* Returns the highest number that was given so far. */
  uint64_t newest() const { return last; }
  /* Returns the place of the first entry that got a number above this one; if possible one of this file, since other
   * entries may have been added at the same time; -1 when there is none. */
  int first_since(Playlist playlist, uint64_t number, const String &file) const;
  /* Must be called in the hook "playlist update": only then Audacious tells what has changed. */
  void update();
  /* Must be called in the hook "playlist position". */
  void move();

private:
  struct Entry {
    String file;
    uint64_t number;
  };
  struct List {
    Playlist playlist;
    std::vector<Entry> entries;
    /* The place of the playlist's present entry; -1 for none. */
    int position = -1;
  };
  template <class Wanted> int find(const Playlist &playlist, Wanted wanted) const;
  void renumber(List &list, size_t before, size_t after);

  std::vector<List> lists;
  uint64_t last = 0;
};

#endif
