/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The parts of which nowplaying.hpp is built, for no other use: texts, ranges and arguments for C. */
#ifndef NOWPLAYING_DETAIL_HPP
#define NOWPLAYING_DETAIL_HPP

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include <nowplaying/nowplaying.h>

namespace nowplaying {
namespace detail {
/** Returns a text for C: NULL if it is empty. */
inline const char *c_text(const std::string &text) noexcept { return text.empty() ? nullptr : text.c_str(); }

/** The texts of a range, and pointers to them. They are copied, because a range may make its elements as it goes. A
 * text with NULs counts as several texts, because readers of ID3v2.4 return several values so. */
struct Texts {
  template <class Range> explicit Texts(const Range &range) {
    for (const auto &each : range) add(std::string(each));
    for (const std::string &copy : copies) pointers.push_back(copy.c_str());
  }
  void add(const std::string &text) {
    std::size_t begin = 0, end = 0;
    do {
      end = std::min(text.find('\0', begin), text.size());
      if (end > begin || text.empty()) copies.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    } while (end < text.size());
  }
  std::vector<std::string> copies;
  std::vector<const char *> pointers;
};

/** Calls a function of C on an object, with the other arguments converted to the types of its parameters. */
template <class Object, class... To, class... From>
nowplaying_status call(nowplaying_status (*function)(Object *, To...), Object *object, From... from) {
  return function(object, static_cast<To>(from)...);
}

/** The elements of a range as structs of C. They are copied, because a range may make its elements as it goes. */
template <class Struct, class Element> struct Structs {
  template <class Range> explicit Structs(const Range &range) : copies(std::begin(range), std::end(range)) {
    for (const Element &copy : copies) structs.push_back(copy.c_struct());
  }
  std::vector<Element> copies;
  std::vector<Struct> structs;
};
} // namespace detail
} // namespace nowplaying

#endif
