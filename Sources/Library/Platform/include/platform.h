/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions that Swift cannot express, or expresses differently with and without its runtime. */
#ifndef NOWPLAYING_PLATFORM_H
#define NOWPLAYING_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sdbus.h"

/* ---- Handles. A C handle is a cell with a magic number, so that a wrong handle is an error and not a crash. ---- */

typedef struct np_cell {
  uint64_t magic;
  void *object;
} np_cell;

np_cell *np_cell_new(uint64_t magic, void *object);
/** Returns the object of a cell, or NULL when the pointer is NULL or misaligned, or when the cell has another magic. */
void *np_cell_get(const void *cell, uint64_t magic);
/** Return, for the last cell that was refused in this thread, the magic that it should have had, and whether it was
 * NULL. */
uint64_t np_cell_wanted(void);
bool np_cell_was_null(void);
/** Overwrites the magic of a cell, so that it is refused from now on, and frees it. */
void np_cell_free(np_cell *cell);

/* ---- Threads, because Embedded Swift has no Mutex. ---- */

/** A mutex with one condition variable. */
typedef struct np_monitor np_monitor;
np_monitor *np_monitor_new(void);
void np_monitor_free(np_monitor *monitor);
void np_monitor_lock(np_monitor *monitor);
void np_monitor_unlock(np_monitor *monitor);
void np_monitor_wait(np_monitor *monitor);
void np_monitor_broadcast(np_monitor *monitor);

/** Starts a thread with all signals blocked except those of faults. Returns 0 or a negative errno. */
int32_t np_thread_start(void (*body)(void *context), void *context, uint64_t *ret_thread);
void np_thread_join(uint64_t thread);
void np_thread_detach(uint64_t thread);
/** Disables pthread_cancel() for this thread: a thread that was cancelled in a system call of the library would keep a
 * lock or lose a wake for ever. Returns the value to give to np_cancel_restore(). */
int32_t np_cancel_disable(void);
void np_cancel_restore(int32_t before);
/** Returns the id of this thread, which is never 0. */
uint64_t np_thread_self(void);
/** Returns how often fork() was called between the first process that has called np_fork_watch() and this process. */
uint32_t np_fork_generation(void);
void np_fork_watch(void);

/* ---- Counts that are changed with a lock and read without it. Inline, because reading is one instruction. ---- */

static inline uintptr_t np_count_read(const uintptr_t *count) { return __atomic_load_n(count, __ATOMIC_ACQUIRE); }
static inline void np_count_write(uintptr_t *count, uintptr_t value) {
  __atomic_store_n(count, value, __ATOMIC_RELEASE);
}

/* ---- The last error: a thread-local variable, which Embedded Swift does not have. ---- */

void np_last_error_set(const char *utf8, size_t length);
const char *np_last_error_get(void);

/* ---- Texts ---- */

/** Writes to stderr, in one piece if the system can. It is no cancellation point. */
void np_print(const uint8_t *text, size_t length);

/** Calls strnlen(), which reads many bytes at once: each text that a player sets is measured. */
size_t np_text_length(const char *text, size_t limit);

/* ---- Time and random numbers ---- */

int64_t np_now_us(void);
/** Returns the processor time that the calling thread has used. */
int64_t np_thread_time_us(void);
uint64_t np_random(void);

/* ---- Errors that Swift tells apart, as the negative errno that the functions here and sd-bus return. ---- */

/** The file or directory does not exist: -ENOENT. */
#define NP_MISSING (-2)
/** Another process holds the lock: -EWOULDBLOCK. */
#define NP_LOCKED (-11)
/** The argument, or the file, is of a wrong kind: -EINVAL. */
#define NP_INVALID (-22)
/** The file is over the limit: -EFBIG. */
#define NP_TOO_LARGE (-27)

/* ---- Descriptors ---- */

/** Stands for no descriptor. */
#define NP_NONE (-1)
/** Returns whether a result is a negative errno and not a descriptor. */
static inline bool np_is_error(int32_t result) { return result < 0; }
/** Takes the result of a call that makes a descriptor. Returns a descriptor that is not 0, 1 or 2, or a negative errno:
 * where a program has closed those, its other libraries would print to the new file. */
int32_t np_above_stdio(int32_t fd);

/* ---- The loop: epoll, eventfd, timerfd, inotify. In C because Swift cannot import the macros of flags. ---- */

/* Events with the values that poll(), epoll and sd_bus_get_events() use. */
#define NP_POLL_IN 1u
#define NP_POLL_OUT 4u
#define NP_POLL_EDGE 0x80000000u
/** The largest number of keys that np_epoll_wait() writes at a time. */
#define NP_MOST_READY 16

int32_t np_epoll_new(void);
/** Adds a descriptor (`was` is 0), changes its events, or removes it (`events` is 0). Returns 0 or a negative errno. */
int32_t np_epoll_set(int32_t epoll, int32_t fd, uint32_t was, uint32_t events, uint32_t key);
/** Writes the keys of the descriptors that are ready. Returns their number, which may be 0 unless `waits` is true. */
int32_t np_epoll_wait(int32_t epoll, bool waits, uint32_t ret_keys[NP_MOST_READY]);
/** Waits until a descriptor can be read or written, by `events`, or until a time. Returns whether it can. */
bool np_poll_one(int32_t fd, uint32_t events, int64_t until_us);
/** Waits as np_poll_one() does, for a socket, but gives up when the other end has read nothing for `patience_us`. */
bool np_socket_await(int32_t fd, uint32_t events, int64_t patience_us, int64_t until_us);
/** Returns whether something can be read from a socket; true also when the system does not say. */
bool np_socket_holds_data(int32_t fd);
/** Returns whether something can be written to a socket; true also when it has failed, or the system does not say. */
bool np_socket_takes_data(int32_t fd);
/** Read from a socket that does not block, or write to it. Return the number of bytes; -1 for none. */
int64_t np_socket_receive(int32_t fd, void *buffer, size_t capacity);
int64_t np_socket_send(int32_t fd, const void *data, size_t size);
/** Tells the other end of a socket that nothing more is sent, and waits until the other end has read everything and
 * closes its end. It gives up as np_socket_await() does. */
void np_socket_finish(int32_t fd, int64_t patience_us, int64_t until_us);
int32_t np_eventfd_new(void);
/** Makes an eventfd readable. It is no cancellation point, because it is the only system call of most functions of the
 * library. */
void np_eventfd_signal(int32_t fd);
int32_t np_timerfd_new(void);
/** Sets the absolute time at which the timer becomes readable; INT64_MAX disarms it. */
void np_timerfd_set(int32_t fd, int64_t at_us);
void np_timerfd_drain(int32_t fd);
/** Watches until a path exists, by watching the nearest of its directories that exists for the next entry. Returns a
 * descriptor, and the name of that entry, which the caller frees by np_free(); or a negative errno and NULL. */
int32_t np_watch_new(const char *path, char **ret_name);
/** Reads the events of a watch. Returns whether the entry exists now, or can no longer be watched for. */
bool np_watch_drain(int32_t fd, const char *name);
void np_free(void *memory);
void np_close(int32_t fd);
/** Returns whether a descriptor is a connected stream socket. */
bool np_is_stream_socket(int32_t fd);

/* ---- Files ---- */

/** Returns whether the directory around a path exists, and whether nobody else can replace entries of this user in it:
 * it belongs to this user, or only owners may remove their entries in it, as in /tmp. */
bool np_parent_is_trusted(const char *path);
/** Makes a directory with mode 0700, if it does not exist. Returns 0 when it is a directory of this user, not a link,
 * that no other user can enter; else a negative errno. */
int32_t np_directory_private(const char *path);
/** Locks a directory of this user, which must not be a link, by the file "lock" in it, without waiting. Returns the
 * descriptor that holds the lock, or a negative errno: NP_LOCKED when another process holds it, NP_MISSING when it was
 * removed. */
int32_t np_lock_directory(const char *path);
/** Returns whether a path still leads to the directory that was locked. */
bool np_directory_is_held(const char *path, int32_t lock);
/** Writes all of some bytes. Going over a limit on the size of files is an error, and raises no signal. Returns 0 or a
 * negative errno. */
int32_t np_write_all(int32_t fd, const void *data, size_t size);
/** Writes a whole file under another name and renames it, so that nobody reads half of it. Returns 0 or a negative
 * errno. */
int32_t np_write_file(const char *directory, const char *name, const void *data, size_t size);
/** Makes a file in memory with some bytes that nobody can ever change: it is sealed against growing, shrinking, writing
 * and further seals. `name` is visible only in /proc. Returns a descriptor, which is for reading only unless a sandbox
 * forbids that, or a negative errno. */
int32_t np_memory_file(const char *name, const void *data, size_t size);
/** Makes a file as np_memory_file() does, with the bytes of a regular file of at most `limit` bytes. The descriptor of
 * the regular file is not given to clients, because a client of the same user could open that file through it for
 * writing. Also writes the size, and a number that differs for another file or another state of the file. Returns as
 * np_memory_file(), or the error of np_open_file(). */
int32_t np_memory_copy(const char *name, const char *path, size_t limit, size_t *ret_size, uint64_t *ret_identity);
/** Opens the file behind a descriptor once more, for reading, with its own offset. Returns the new descriptor or a
 * negative errno. */
int32_t np_open_again(int32_t fd);
/** Returns whether two sealed files of the same size have the same bytes; false also when they cannot be mapped. */
bool np_have_same_bytes(int32_t one, int32_t other, size_t size);
/** Returns the number of bytes of a text; 0 for NULL. */
size_t np_text_size(const char *text);
/** Duplicates a descriptor. Returns the new descriptor or a negative errno. */
int32_t np_duplicate(int32_t fd);
/** Maps a file in memory of 1 to `limit` bytes that is sealed as np_memory_file() does it. Returns 0 or a negative
 * errno: NP_TOO_LARGE over the limit, NP_INVALID when it is not sealed or is empty. */
int32_t np_sealed_map(int32_t fd, size_t limit, size_t *ret_size, const void **ret_data);
/** Unmaps what np_sealed_map() has mapped. */
void np_unmap(const void *data, size_t size);
/** Opens a regular file of at most `limit` bytes for reading. A file of another kind is not opened at all. Returns a
 * descriptor or a negative errno: NP_TOO_LARGE over the limit, NP_INVALID if it is not a regular file. */
int32_t np_open_file(const char *path, size_t limit, size_t *ret_size);
/** Reads at most `capacity` bytes of an open file from `offset` on; fewer only at its end. Returns the number of bytes
 * or a negative errno. */
int64_t np_read_at(int32_t fd, uint64_t offset, void *buffer, size_t capacity);
/** Reads a regular file of at most `limit` bytes. Returns its size or a negative errno: -EFBIG over the limit, -EINVAL
 * if it is not a regular file. *ret_data is NULL for an empty file. */
int64_t np_load_file(const char *path, size_t limit, const void **ret_data);
void np_unload_file(const void *data);
/** Returns whether a path is a regular file, not a link, with this size; with any size for -1. */
bool np_file_has_size(const char *path, int64_t size);
/** Returns whether a file is in memory, so that reading it never waits for a disk. */
bool np_file_is_in_memory(const char *path);
void np_remove_file(const char *path);
/** Removes a directory of this user and the files in it. Does nothing to a link. */
void np_remove_directory(const char *path);
void np_remove_empty_directory(const char *path);
/** Calls back with the name of each entry of a directory except "." and "..". */
void np_list_directory(const char *path, void (*each)(const char *name, void *context), void *context);
/** Reads at most `capacity` bytes of a small file. Returns the number of bytes or a negative errno. */
int64_t np_read_file(const char *path, char *buffer, size_t capacity);
/** Reads at most `capacity` bytes of a symbolic link's target, without a NUL. Returns the number of bytes or a negative
 * errno. */
int64_t np_read_link(const char *path, char *buffer, size_t capacity);
int32_t np_process_id(void);
const char *np_getenv(const char *name);
uint32_t np_user_id(void);
/** Returns the English text of an error. It is valid until this thread calls the function again. */
const char *np_strerror(int32_t error);
uint64_t np_hash(const void *data, size_t size, uint64_t seed);

/* ---- Videos ---- */

typedef enum np_container { NP_CONTAINER_MP4, NP_CONTAINER_QUICKTIME, NP_CONTAINER_WEBM } np_container;

/** The shape and the frame rate of a video's first track with pictures, from the video's headers. */
typedef struct np_video {
  np_container container;
  /** The size as it is shown, after turning and with the shape of its pixels. Only the ratio of the two numbers has a
   * meaning. */
  double width, height;
  /** The average frame rate from the first to the last frame, in frames a second; 0 when there is only one frame, or no
   * time passes between the frames. */
  double frame_rate;
} np_video;

/** Reads the headers of an MP4, QuickTime or WebM video. Any bytes may be given: it ends after a bounded number of
 * steps, which take less than a second for a file in memory. Returns 0 or a negative errno: NP_INVALID when it is a
 * file of another kind, has no pictures, or is incomplete. */
int32_t np_video_read(int32_t fd, size_t size, np_video *ret);

/* ---- sd-bus: its tables of members can be made only by macros, which Swift cannot expand, and the size of an entry
 * differs from one library to another. ---- */

/** Makes a table for an interface with a number of members, which the functions below put at the indices from 0 on.
 * Returns NULL without memory; the functions below accept that. */
sd_bus_vtable *np_vtable_new(size_t members);
void np_vtable_free(sd_bus_vtable *table);
/** Returns the size of an entry in the sd-bus that is used. It is never larger than in the sd-bus with which this was
 * built. */
size_t np_vtable_entry_size(void);
/** How PropertiesChanged announces a property: never because it is constant, with its value, with its name alone, or
 * never although it changes. */
typedef enum { NP_CONSTANT, NP_EMITS_CHANGE, NP_EMITS_INVALIDATION, NP_UNANNOUNCED } np_announcement;
void np_vtable_property(sd_bus_vtable *table, size_t index, const char *name, const char *signature,
                        sd_bus_property_get_t get, size_t offset, bool writable, np_announcement announcement);
/** Puts a method. `names` has the names of the arguments and then of the results, with spaces between them. */
void np_vtable_method(sd_bus_vtable *table, size_t index, const char *name, const char *arguments, const char *result,
                      const char *names, sd_bus_message_handler_t handler, size_t offset);
void np_vtable_signal(sd_bus_vtable *table, size_t index, const char *name, const char *arguments, const char *names);
/** The kind of a message, for code that watches messages: a signal, a call of the object at the path `at`, a call of an
 * object at the path `below` or under it, or another message. A path may be NULL. */
typedef enum { NP_OTHER, NP_SIGNAL, NP_CALL_AT, NP_CALL_BELOW } np_message_kind;
np_message_kind np_watched(sd_bus_message *message, const char *at, const char *below);
/** Makes a copy of a call, with only what is needed to answer the call. */
int32_t np_call_without_body(sd_bus_message *call, sd_bus_message **ret_call);
/** Appends a text that is known to be UTF-8, up to a NUL if there is one. Returns a negative errno on failure. */
int32_t np_append_text(sd_bus_message *message, const void *text, ptrdiff_t length);
/** Replies without a value. In C because the function of sd-bus is variadic. */
int32_t np_reply(sd_bus_message *call);
/** Makes an sd-bus connection whose other end is a socket of the caller: a message that is sent arrives there as bytes,
 * and bytes that are written there arrive as a message. In C because the constants of sockets are not imported. Returns
 * NULL on failure. */
sd_bus *np_mirror_new(int32_t *ret_socket);
/** Returns whether an error of sd-bus means only that the connection is closed, closing or not yet made. */
bool np_is_disconnect(int32_t error);
/** Returns whether an error of connecting means only that the socket does not exist. */
bool np_is_missing(int32_t error);
/** Returns whether an error means that the process has no file descriptor left. */
bool np_is_exhausted(int32_t error);
/** Returns whether an error of connecting means that the address can never be valid. */
bool np_is_malformed(int32_t error);
/** Returns whether a negative errno means that an answer did not come in time. */
bool np_is_timeout(int32_t error);
int32_t np_reply_error(sd_bus_message *call, const char *name, const char *message);

#endif
