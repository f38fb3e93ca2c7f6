/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The parts of which nowplaying.hpp is built, for no other use: texts, ranges and arguments for C, and handlers. */
#ifndef NOWPLAYING_DETAIL_HPP
#define NOWPLAYING_DETAIL_HPP

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
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

template <class Closure, class Tuple, std::size_t... Index>
decltype(auto) call_some(Closure &closure, Tuple &&given, std::index_sequence<Index...>) {
  if constexpr (std::is_invocable_v<Closure &, std::tuple_element_t<Index, Tuple>...>) {
    return closure(std::get<Index>(std::move(given))...);
  } else {
    static_assert(sizeof...(Index) > 0, "this closure takes other arguments than its handler has");
    if constexpr (sizeof...(Index) > 0) {
      return call_some(closure, std::move(given), std::make_index_sequence<sizeof...(Index) - 1>());
    }
  }
}

/** Calls a closure with as many of the arguments as it takes, from the first on. */
template <class Closure, class... Given> decltype(auto) call_with(Closure &closure, Given &&...given) {
  return call_some(closure, std::forward_as_tuple(std::forward<Given>(given)...), std::index_sequence_for<Given...>());
}

template <class Signature> struct Handler;
/** A function that is made of any closure that takes the first of the arguments, perhaps none, and returns the result
 * or nothing, which is `Result{}`. */
template <class Result, class... Given> struct Handler<Result(Given...)> : std::function<Result(Given...)> {
  using Function = std::function<Result(Given...)>;
  Handler() noexcept = default;
  template <class Closure, class = std::enable_if_t<!std::is_base_of_v<Handler, Closure>>>
  Handler(Closure closure) : Function(made(std::move(closure))) {}

private:
  template <class Closure> static Function made(Closure closure) {
    if constexpr (std::is_convertible_v<Closure, Function>) {
      return closure; // also a null pointer
    } else {
      return [closure = std::move(closure)](Given... given) mutable -> Result {
        using Returned = decltype(call_with(closure, std::forward<Given>(given)...));
        if constexpr (std::is_convertible_v<Returned, Result>) {
          return call_with(closure, std::forward<Given>(given)...);
        } else {
          call_with(closure, std::forward<Given>(given)...);
          return Result{};
        }
      };
    }
  }
};
} // namespace detail
} // namespace nowplaying

#endif
