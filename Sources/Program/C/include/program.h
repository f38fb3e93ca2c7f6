/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The C functions that the program nowplaying needs and Swift cannot call, as those with variable arguments, and
 * functions that act on the whole process. */
#ifndef NOWPLAYING_PROGRAM_H
#define NOWPLAYING_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Returns whether a descriptor is a terminal. */
bool tool_is_terminal(int32_t fd);
/** Returns how many columns a terminal has; 80 when the terminal does not say. */
int32_t tool_columns(int32_t fd);

/** Writes a number with the given count of digits after the point. Returns the length without the NUL, which is always
 * less than 400 bytes. */
size_t tool_write_number(char *buffer, size_t size, int32_t digits, double value);
/** Reads the number that a text begins with, as strtod() does. Stores how many bytes the number has; 0 when there is
 * none. */
double tool_read_number(const char *text, size_t *ret_length);

/** Writes all of some bytes, by write() alone: it is called for each line of JSON. Returns 0 or a negative errno. */
int32_t tool_write(int32_t fd, const void *data, size_t size);
/** Waits until one of two descriptors is readable, of which the second may be -1, or until a time of the monotonic
 * clock in µs. Returns false when nobody reads what is written to the third: its reader or terminal has gone. */
bool tool_await(int32_t fd, int32_t other, int32_t output, int64_t until_us);
/** Returns whether a negative errno means that a pipe has no reader any more. */
bool tool_is_broken_pipe(int32_t error);
/** Returns whether a path exists. */
bool tool_exists(const char *path);
/** Writes the working directory, at most `size` bytes with the NUL. Returns false when it cannot be determined. */
bool tool_working_directory(char *buffer, size_t size);
/** Makes a file, or empties it, for writing. Returns a descriptor or a negative errno. */
int32_t tool_create(const char *path);
/** Copies the first bytes of a regular file into another, at most `size`. Returns 0 or a negative errno. */
int32_t tool_copy(int32_t from, int32_t to, int64_t size);
/** Returns the size of a regular file in bytes; -1 for a descriptor of anything else. */
int64_t tool_file_size(int32_t fd);
/** Returns whether some bytes have a text in them; false without bytes. */
bool tool_contains(const void *data, size_t size, const char *text);
/** Returns whether a file has a text of at most 256 bytes in it; false when the file cannot be read. */
bool tool_file_contains(const char *path, const char *text);
/** Returns whether a character takes up room in a line. Combining marks do not. */
bool tool_has_width(uint32_t character);
/** Returns whether a character is printable: assigned, and neither a control nor a format character. */
bool tool_is_printed(uint32_t character);
/** Stores the upper-case or lower-case form of a character: at most three characters. Returns how many. */
size_t tool_change_case(uint32_t character, bool up, uint32_t mapped[3]);
/** Keeps signals that end a process from ending this one at once. Returns a descriptor that is readable when one has
 * come, or a negative errno. */
int32_t tool_catch_end(void);
/** Waits until one of two descriptors is readable, or has failed. Returns false when the third is. */
bool tool_await_either(int32_t one, int32_t other, int32_t end);
/** Returns the signal that has made the descriptor of tool_catch_end() readable; 0 for a SIGHUP that asks the process
 * to read its options, because no terminal has gone. */
int32_t tool_take_signal(int32_t end);
/** Ends the process by a signal. */
void tool_end(int32_t number);
/** Makes a directory, mode 0700, if there is nothing at the path. */
void tool_make_directory(const char *path);
/** Starts the program of a desktop file in a session of its own, by GLib's "gio launch". Returns whether gio was
 * started. */
bool tool_launch(const char *desktop_file);
/** Writes the path of a page of the library's documentation, as "docs/NAME.md", where it is installed beside this
 * program. Returns whether it is. */
bool tool_find_page(const char *name, char *path, size_t size);
/** Becomes another program, with one word as its option. It is looked for in $PATH, then where builds and packages
 * install it. Returns if there is none. */
void tool_become(const char *name, const char *word);
/** Reads a line from the standard input, and returns whether it begins with "y". */
bool tool_confirms(void);
/** Makes an address the session bus of this process and of the processes that it starts. */
void tool_set_bus(const char *address);
/** Returns the time in µs since 1970. */
int64_t tool_real_time_us(void);
/** Returns the number of this process. */
int32_t tool_process_id(void);

#endif
