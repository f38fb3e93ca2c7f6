/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions that Swift cannot express, or expresses differently with and without its runtime. Each has one reason. */
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
/** The object of a cell, or NULL when the pointer is NULL, misaligned, or the magic is another. */
void *np_cell_get(const void *cell, uint64_t magic);
/** Of the last cell that this thread was refused: the magic that it should have had, and whether it was NULL. */
uint64_t np_cell_wanted(void);
bool np_cell_was_null(void);
/** Poisons and frees. */
void np_cell_free(np_cell *cell);

/* ---- Threads. Embedded Swift has no Mutex. ---- */

/** A mutex with one condition. */
typedef struct np_monitor np_monitor;
np_monitor *np_monitor_new(void);
void np_monitor_free(np_monitor *monitor);
void np_monitor_lock(np_monitor *monitor);
void np_monitor_unlock(np_monitor *monitor);
void np_monitor_wait(np_monitor *monitor);
void np_monitor_broadcast(np_monitor *monitor);

/** Starts a thread with all signals blocked but those of a fault. Returns 0 or a negative errno. */
int32_t np_thread_start(void (*body)(void *context), void *context, uint64_t *ret_thread);
void np_thread_join(uint64_t thread);
void np_thread_detach(uint64_t thread);
/** Puts pthread_cancel() off for this thread: a thread that ended in a system call of ours would take a lock or a wake
 * with it. Returns what np_cancel_restore() needs. */
int32_t np_cancel_disable(void);
void np_cancel_restore(int32_t before);
/** Never 0. */
uint64_t np_thread_self(void);
/** Counts the forks between the first process that watched for them and this one. */
uint32_t np_fork_generation(void);
void np_fork_watch(void);

/* ---- Counts that are read without the lock by which they are changed. Inline: a reader is nothing else. ---- */

static inline uintptr_t np_count_read(const uintptr_t *count) { return __atomic_load_n(count, __ATOMIC_ACQUIRE); }
static inline void np_count_write(uintptr_t *count, uintptr_t value) {
  __atomic_store_n(count, value, __ATOMIC_RELEASE);
}

/* ---- Last error: a thread-local, which Embedded Swift lacks. ---- */

void np_last_error_set(const char *utf8, size_t length);
const char *np_last_error_get(void);

/* ---- Texts. ---- */

/** Writes to stderr, in one piece where the system takes it so. Is not cancelled. */
void np_print(const uint8_t *text, size_t length);

/** strnlen: a text is measured for each field that a player sets, and the C library does it many bytes at a time. */
size_t np_text_length(const char *text, size_t limit);

/* ---- Time and chance. ---- */

int64_t np_now_us(void);
/** The processor time that the calling thread has had. */
int64_t np_thread_time_us(void);
uint64_t np_random(void);

/* ---- Errors that Swift tells apart: negative numbers of errno, as the functions here and sd-bus return them. ---- */

/** No such file or directory: -ENOENT. */
#define NP_MISSING (-2)
/** Another process holds the lock: -EWOULDBLOCK. */
#define NP_LOCKED (-11)
/** Not what was asked for: -EINVAL. */
#define NP_INVALID (-22)
/** The file is over the limit: -EFBIG. */
#define NP_TOO_LARGE (-27)

/* ---- Descriptors. ---- */

/** No descriptor. */
#define NP_NONE (-1)
/** Whether a result is a negative errno, and no descriptor. */
static inline bool np_is_error(int32_t result) { return result < 0; }
/** Takes the result of a call that makes a descriptor. Returns one that is none of 0, 1 and 2, or a negative errno:
 * where a program has closed those, its other libraries still print to them. */
int32_t np_above_stdio(int32_t fd);

/* ---- The loop: epoll, eventfd, timerfd, inotify; wrapped because their flags are macros that do not import. ---- */

/* As poll(), epoll and sd_bus_get_events() have them. */
#define NP_POLL_IN 1u
#define NP_POLL_OUT 4u
#define NP_POLL_EDGE 0x80000000u
/** The most keys that np_epoll_wait() writes at a time. */
#define NP_MOST_READY 16

int32_t np_epoll_new(void);
/** Adds (was = 0), changes, or removes (events = 0) a descriptor. Returns 0 or a negative errno. */
int32_t np_epoll_set(int32_t epoll, int32_t fd, uint32_t was, uint32_t events, uint32_t key);
/** Writes the keys of what is ready, of which there may be none unless it waits. Returns how many. */
int32_t np_epoll_wait(int32_t epoll, bool waits, uint32_t ret_keys[NP_MOST_READY]);
/** Waits until the descriptor can be read or written, by `events`, or until a time. Returns whether it can. */
bool np_poll_one(int32_t fd, uint32_t events, int64_t until_us);
/** The same for a socket, but gives up also when its other end has read nothing for as long as `patience_us`. */
bool np_socket_await(int32_t fd, uint32_t events, int64_t patience_us, int64_t until_us);
/** Whether something can be read from a socket; true also when the system does not say. */
bool np_socket_holds_data(int32_t fd);
/** Whether something can be written into a socket; true also when it has failed, or the system does not say. */
bool np_socket_takes_data(int32_t fd);
/** Reads from a socket that does not block, or writes into it. Returns how many bytes; -1 for none. */
int64_t np_socket_receive(int32_t fd, void *buffer, size_t capacity);
int64_t np_socket_send(int32_t fd, const void *data, size_t size);
/** Tells the other end of a socket that nothing more comes, and waits until it has read everything and closes, as long
 * as np_socket_await() does. */
void np_socket_finish(int32_t fd, int64_t patience_us, int64_t until_us);
int32_t np_eventfd_new(void);
/** Is not cancelled: it is the one system call of most functions of the library. */
void np_eventfd_signal(int32_t fd);
int32_t np_timerfd_new(void);
/** Sets the absolute time at which the timer becomes readable, or disarms it by INT64_MAX. */
void np_timerfd_set(int32_t fd, int64_t at_us);
void np_timerfd_drain(int32_t fd);
/** Watches for a path to appear: for the next missing entry in the nearest of its directories that exists. Returns a
 * descriptor, and the name of that entry, which is the caller's to np_free(); or a negative errno and NULL. */
int32_t np_watch_new(const char *path, char **ret_name);
/** Reads what has happened. Returns whether the entry has appeared, or can no longer be watched for. */
bool np_watch_drain(int32_t fd, const char *name);
void np_free(void *memory);
void np_close(int32_t fd);
/** Whether a descriptor is a connected stream socket. */
bool np_is_stream_socket(int32_t fd);

/* ---- Files. ---- */

/** Whether the directory that a path lies in is there, and of ours or one where nobody can take away what is of others
 * (/tmp). */
bool np_parent_is_trusted(const char *path);
/** Makes a directory, mode 0700, if it is not there. Returns 0 when it is a directory of ours, not a link, that nobody
 * else can enter, else a negative errno. */
int32_t np_directory_private(const char *path);
/** Locks a directory of ours, which is no link, by the file "lock" in it, without waiting. Returns the descriptor that
 * holds the lock or a negative errno: NP_LOCKED when somebody else holds it, NP_MISSING when it has been removed. */
int32_t np_lock_directory(const char *path);
/** Whether a path still leads to the directory that was locked. */
bool np_directory_is_held(const char *path, int32_t lock);
/** Writes all of some bytes. Over a limit on the size of files it is an error, and not the signal. 0 or a negative
 * errno. */
int32_t np_write_all(int32_t fd, const void *data, size_t size);
/** Writes a whole file beside its place and renames it, so that nobody reads half of it. 0 or a negative errno. */
int32_t np_write_file(const char *directory, const char *name, const void *data, size_t size);
/** Makes a file in memory that holds some bytes and can never be changed by anybody: sealed against growing, shrinking,
 * writing and further seals. `name` is seen in /proc alone. Returns a descriptor, which is for reading alone unless a
 * sandbox forbids that, or a negative errno. */
int32_t np_memory_file(const char *name, const void *data, size_t size);
/** Makes such a file with the bytes of a regular file of at most `limit` bytes, whose descriptor would let a client of
 * the same user open the file itself for writing. Writes how many there are, and a number that tells the file, as it is
 * now, from others. Returns as np_memory_file(), or the error of np_open_file(). */
int32_t np_memory_copy(const char *name, const char *path, size_t limit, size_t *ret_size, uint64_t *ret_identity);
/** Opens the file of a descriptor once more, for reading, with an offset of its own. Returns the new descriptor or a
 * negative errno. */
int32_t np_open_again(int32_t fd);
/** Whether two sealed files of the same size have the same bytes; false also when they cannot be mapped. */
bool np_have_same_bytes(int32_t one, int32_t other, size_t size);
/** Returns the bytes of a text; 0 of NULL. */
size_t np_text_size(const char *text);
/** Duplicates a descriptor. Returns the new one or a negative errno. */
int32_t np_duplicate(int32_t fd);
/** Maps a file of 1 to `limit` bytes that nobody can change any more: of memory, and sealed as np_memory_file() does.
 * Returns 0 or a negative errno: NP_TOO_LARGE over the limit, NP_INVALID when it can be changed, or has no bytes. */
int32_t np_sealed_map(int32_t fd, size_t limit, size_t *ret_size, const void **ret_data);
/** Gives back what np_sealed_map() has mapped. */
void np_unmap(const void *data, size_t size);
/** Opens a regular file of at most `limit` bytes for reading; nothing else is opened at all. Returns a descriptor or a
 * negative errno: NP_TOO_LARGE over the limit, NP_INVALID if it is not a regular file. */
int32_t np_open_file(const char *path, size_t limit, size_t *ret_size);
/** Reads at most `capacity` bytes of an open file from a place on, fewer only at its end. Returns how many, or a
 * negative errno. */
int64_t np_read_at(int32_t fd, uint64_t offset, void *buffer, size_t capacity);
/** Reads a regular file of at most `limit` bytes. Its size or a negative errno: -EFBIG over the limit, -EINVAL if it is
 * not a regular file. *ret_data is NULL for an empty file. */
int64_t np_load_file(const char *path, size_t limit, const void **ret_data);
void np_unload_file(const void *data);
/** Whether it is a regular file, not a link, of a size; of any size by -1. */
bool np_file_has_size(const char *path, int64_t size);
/** Whether a file lies in memory, where reading it never waits for a disk. */
bool np_file_is_in_memory(const char *path);
void np_remove_file(const char *path);
/** Removes a directory of ours and the files in it. Does nothing to a link. */
void np_remove_directory(const char *path);
void np_remove_empty_directory(const char *path);
/** Calls back with the name of each entry of a directory but "." and "..". */
void np_list_directory(const char *path, void (*each)(const char *name, void *context), void *context);
/** Reads at most `capacity` bytes of a small file. Returns how many, or a negative errno. */
int64_t np_read_file(const char *path, char *buffer, size_t capacity);
/** Reads at most `capacity` bytes of where a symbolic link leads, without a NUL. Returns how many, or a negative
 * errno. */
int64_t np_read_link(const char *path, char *buffer, size_t capacity);
int32_t np_process_id(void);
const char *np_getenv(const char *name);
uint32_t np_user_id(void);
/** In English, until this thread asks again. */
const char *np_strerror(int32_t error);
uint64_t np_hash(const void *data, size_t size, uint64_t seed);

/* ---- Videos. ---- */

typedef enum np_container { NP_CONTAINER_MP4, NP_CONTAINER_QUICKTIME, NP_CONTAINER_WEBM } np_container;

/** The shape and the frame rate of the first track with pictures, by the headers of a video. */
typedef struct np_video {
  np_container container;
  /** As it is shown: turned, and by the shape of its pixels; these say a ratio, and not how many pixels there are. */
  double width, height;
  /** The average from the first to the last frame, in frames a second; 0 where there is one frame, or no time. */
  double frame_rate;
} np_video;

/** Reads what the headers of an MP4, QuickTime or WebM video say. Any bytes may be given: after a bounded number of
 * steps, which take less than a second for a file in memory, it is done. Returns 0 or a negative errno: NP_INVALID when
 * it is another file, has no pictures, or ends before it should. */
int32_t np_video_read(int32_t fd, size_t size, np_video *ret);

/* ---- sd-bus: tables of members are to be made by macros only, which Swift cannot expand, and how large an entry is
 * differs from one library to another. ---- */

/** Makes the table of an interface with so many members, each of which is then put at an index from 0 on. NULL without
 * memory, which the functions below take. */
sd_bus_vtable *np_vtable_new(size_t members);
void np_vtable_free(sd_bus_vtable *table);
/** How large an entry is in the sd-bus that is used; never more than in the one that was built with. */
size_t np_vtable_entry_size(void);
/** How PropertiesChanged is emitted for a property: never, with its value, with its name alone, or not. */
typedef enum { NP_CONSTANT, NP_EMITS_CHANGE, NP_EMITS_INVALIDATION, NP_UNANNOUNCED } np_announcement;
void np_vtable_property(sd_bus_vtable *table, size_t index, const char *name, const char *signature,
                        sd_bus_property_get_t get, size_t offset, bool writable, np_announcement announcement);
/** `names`: of the arguments, then of the results, with spaces between. */
void np_vtable_method(sd_bus_vtable *table, size_t index, const char *name, const char *arguments, const char *result,
                      const char *names, sd_bus_message_handler_t handler, size_t offset);
void np_vtable_signal(sd_bus_vtable *table, size_t index, const char *name, const char *arguments, const char *names);
/** The kind of a message to those who watch: a signal, a call of the object at a path, one of an object at another path
 * or below it, or another. A path may be NULL. */
typedef enum { NP_OTHER, NP_SIGNAL, NP_CALL_AT, NP_CALL_BELOW } np_message_kind;
np_message_kind np_watched(sd_bus_message *message, const char *at, const char *below);
/** Makes a call that is answered as this one is, and has nothing else of it. */
int32_t np_call_without_body(sd_bus_message *call, sd_bus_message **ret_call);
/** Appends a text that is known to be UTF-8, up to a NUL if there is one. Returns a negative errno on failure. */
int32_t np_append_text(sd_bus_message *message, const void *text, ptrdiff_t length);
/** Replies without a value; the function of sd-bus is variadic. */
int32_t np_reply(sd_bus_message *call);
/** Makes an sd-bus that speaks to nobody but a socket that is made with it, which is the caller's: a message that is
 * sent comes out there as it is on the wire, and a message that is written there comes in. In C for the constants of
 * sockets, which do not import. NULL on failure. */
sd_bus *np_mirror_new(int32_t *ret_socket);
/** Whether an error of sd-bus says only that the connection is closed, closing or not yet made. */
bool np_is_disconnect(int32_t error);
/** Whether an error of connecting says only that there is no socket. */
bool np_is_missing(int32_t error);
/** Whether an error says that there is no file descriptor for this process. */
bool np_is_exhausted(int32_t error);
/** Whether an error of connecting says that the address can never be one. */
bool np_is_malformed(int32_t error);
/** Whether a negative errno says that an answer did not come in time. */
bool np_is_timeout(int32_t error);
int32_t np_reply_error(sd_bus_message *call, const char *name, const char *message);

#endif
