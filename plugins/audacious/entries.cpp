/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "entries.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>

static bool is_at(const Playlist &playlist, int place) { return place >= 0 && place < playlist.n_entries(); }

uint64_t Entries::number(Playlist playlist, int place) {
  if (!is_at(playlist, place)) return 0;
  auto list = std::find_if(lists.begin(), lists.end(), [&](const List &other) { return other.playlist == playlist; });
  if (list == lists.end()) {
    list = lists.insert(lists.end(), List{playlist, {}});
    renumber(*list, 0, 0);
  }
  /* After a change of the playlist and before its hook, the stored places do not match; checking count and file detects
   * most cases. */
  bool known = list->entries.size() == static_cast<size_t>(playlist.n_entries()) &&
               list->entries[place].file == playlist.entry_filename(place);
  return known ? list->entries[place].number : 0;
}

/* Returns the place of the first entry for which `wanted` is true; -1 when there is none. */
template <class Wanted> int Entries::find(const Playlist &playlist, Wanted wanted) const {
  for (const List &list : lists) {
    if (list.playlist != playlist) continue;
    auto found = std::find_if(list.entries.begin(), list.entries.end(), wanted);
    if (found != list.entries.end()) return static_cast<int>(found - list.entries.begin());
  }
  return -1;
}

int Entries::place(Playlist playlist, uint64_t number) const {
  return find(playlist, [&](const Entry &entry) { return entry.number == number; });
}

int Entries::first_since(Playlist playlist, uint64_t number, const String &file) const {
  int place = find(playlist, [&](const Entry &entry) { return entry.number > number && entry.file == file; });
  return place >= 0 ? place : find(playlist, [&](const Entry &entry) { return entry.number > number; });
}

/* Gives the changed part of a playlist its numbers. Audacious tells how many entries at the start and at the end are
 * unchanged. Entries between them are recognised by their files; when a file occurs several times, the playing one is
 * recognised by its place and the others by their order. A place of -1 is beyond all counts here. */
void Entries::renumber(List &list, size_t before, size_t after) {
  size_t count = std::max(0, list.playlist.n_entries()), old_count = list.entries.size();
  before = std::min({before, count, old_count});
  after = std::min({after, count - before, old_count - before});

  /* The old numbers between the unchanged parts, by file and in order. */
  std::unordered_map<std::string, std::deque<uint64_t>> known;
  for (size_t i = before; i < old_count - after; ++i) {
    known[std::string(list.entries[i].file)].push_back(list.entries[i].number);
  }
  std::vector<Entry> entries(list.entries.begin(), list.entries.begin() + before);
  for (size_t i = before; i < count - after; ++i) entries.push_back({list.playlist.entry_filename(i), 0});
  entries.insert(entries.end(), list.entries.end() - after, list.entries.end());

  size_t old_place = list.position, place = list.position = list.playlist.get_position();
  if (old_place < old_count && place < count && entries[place].number == 0) {
    std::deque<uint64_t> &numbers = known[std::string(entries[place].file)];
    auto present = std::find(numbers.begin(), numbers.end(), list.entries[old_place].number);
    if (present != numbers.end()) {
      entries[place].number = *present;
      numbers.erase(present);
    }
  }
  for (Entry &entry : entries) {
    if (entry.number != 0) continue;
    std::deque<uint64_t> &numbers = known[std::string(entry.file)];
    entry.number = numbers.empty() ? ++last : numbers.front();
    if (!numbers.empty()) numbers.pop_front();
  }
  list.entries = std::move(entries);
}

void Entries::update() {
  lists.erase(std::remove_if(lists.begin(), lists.end(), [](const List &list) { return !list.playlist.exists(); }),
              lists.end());
  for (List &list : lists) {
    Playlist::Update update = list.playlist.update_detail();
    if (update.level != Playlist::Structure) continue;
    renumber(list, std::max(0, update.before), std::max(0, update.after));
  }
}

void Entries::move() {
  for (List &list : lists) list.position = list.playlist.get_position();
}
