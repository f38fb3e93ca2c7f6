/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The time, the timers, the random numbers and the sockets of a simulation. The functions of libc that the libraries
 * and sd-bus use for these are defined anew in the program, where the dynamic linker finds them first: so the libraries
 * run as they are installed, and no real time passes. */
#ifndef SIMULATION_CLOCK_H
#define SIMULATION_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/** Sets the time of all clocks, in µs. It never goes back within a simulation. */
void sim_set_now(int64_t now_us);
int64_t sim_now(void);
/** Returns the real time of this machine, for measuring. */
int64_t sim_real_us(void);
/** Returns the time that this process and the ended ones that it has started have used of processors. */
int64_t sim_used_us(void);
/** Makes the timers readable whose time has come. Returns how many. */
int32_t sim_fire_timers(void);
/** Returns the earliest time of a timer; INT64_MAX where none is set. */
int64_t sim_next_timer(void);
/** Sets what getrandom() gives from now on. */
void sim_set_random(uint64_t seed);

/** Called when a program connects to a path: returns 0 and is given the other end, which it owns; or returns the errno
 * with which the connection fails. */
typedef int32_t (*sim_connect_handler)(const char *path, void *user_data);
/** Called while a program waits for its socket: serves the bus, and may set the time up to a time. Returns 0 when
 * nothing can happen any more before that time. */
typedef int32_t (*sim_wait_handler)(int64_t until_us, void *user_data);
/** Called with the other end of a connection. */
typedef void (*sim_accept_handler)(int32_t fd, void *user_data);
void sim_set_handlers(sim_connect_handler connect, sim_accept_handler accept, sim_wait_handler wait, void *user_data);

/** The errno of a path that does not exist. */
#define SIM_NOT_THERE 2
void sim_make_file(const char *path);
void sim_remove_file(const char *path);
int32_t sim_process(void);

/** Returns how many descriptors the process has open. */
int32_t sim_open_descriptors(void);
/** Read and write without waiting. Return the number of bytes; 0 where there is nothing; -1 where the other end is
 * closed. */
int64_t sim_receive(int32_t fd, void *buffer, uint64_t capacity);
int64_t sim_send(int32_t fd, const void *data, uint64_t size);
void sim_close(int32_t fd);
bool sim_is_readable(int32_t fd);

/** Has a function run in another thread, before this one takes a lock while it holds none; NULL: no longer.
 *
 * after_locks: how many locks are taken before. */
typedef void (*sim_work)(void *user_data);
void sim_run_in_thread(int64_t after_locks, sim_work work, void *user_data);
/** Whether this thread is at something that the other one must not come between. */
void sim_hold_thread(bool holds);

/** Runs a function in a process of its own, and returns what that process tells: the length of a text that ends with
 * NUL; -1 where the process has crashed. `body` ends its process by `sim_tell`. */
typedef void (*sim_body)(void *user_data);
int64_t sim_in_child(sim_body body, void *user_data, char *ret_text, uint64_t capacity);
/** Tells the parent a text, and ends the process. */
void sim_tell(const char *text);
/** Runs the program `nowplaying`, which waits within this function. Returns its exit code. */
int32_t sim_run_program(const char *const *words, uint64_t count);

#endif
