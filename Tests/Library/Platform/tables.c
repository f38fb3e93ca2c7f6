/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests the tables of sd-bus: how a client sees an interface described, and that its members are found by their
 * offsets. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "platform.h"
#include "system.h"

static const char interface[] = "org.example.Table", path[] = "/table";
/** The values of the members: each member has one, and finds it by its offset. */
static uint32_t numbers[] = {10, 11, 12, 13, 14};

static int get(sd_bus *bus, const char *at, const char *of, const char *property, sd_bus_message *reply, void *context,
               sd_bus_error *error) {
  return sd_bus_message_append_basic(reply, 'u', context);
}

static int answer(sd_bus_message *call, void *context, sd_bus_error *error) {
  return sd_bus_reply_method_return(call, "u", *(uint32_t *)context);
}

static size_t offset(size_t index) { return index * sizeof *numbers; }

static void *serve(void *argument) {
  sd_bus *bus = argument;
  int result;
  while ((result = sd_bus_process(bus, NULL)) >= 0)
    if (result == 0 && sd_bus_wait(bus, UINT64_MAX) < 0) break;
  return NULL;
}

static sd_bus *open_end(int fd, bool serves) {
  sd_bus *bus = NULL;
  sd_id128_t id = {{1}};
  CHECK(sd_bus_new(&bus) >= 0 && sd_bus_set_fd(bus, fd, fd) >= 0);
  if (serves) CHECK(sd_bus_set_server(bus, 1, id) >= 0);
  CHECK(sd_bus_start(bus) >= 0);
  return bus;
}

static sd_bus_vtable *make_table(void) {
  sd_bus_vtable *table = np_vtable_new(5);
  np_vtable_property(table, 0, "Constant", "u", get, offset(0), false, NP_CONSTANT);
  np_vtable_property(table, 1, "Emitted", "u", get, offset(1), true, NP_EMITS_CHANGE);
  np_vtable_property(table, 2, "Named", "u", get, offset(2), false, NP_EMITS_INVALIDATION);
  np_vtable_method(table, 3, "Ask", "s", "u", "question answer", answer, offset(3));
  np_vtable_signal(table, 4, "Said", "s", "words");
  return table;
}

static void expect_introspection(sd_bus *client) {
  sd_bus_message *reply = NULL;
  const char *xml;
  CHECK(sd_bus_call_method(client, NULL, path, "org.freedesktop.DBus.Introspectable", "Introspect", NULL, &reply,
                           NULL) >= 0);
  CHECK(sd_bus_message_read(reply, "s", &xml) > 0);
  const char *start = strstr(xml, " <interface name=\"org.example.Table\">");
  const char changes[] = "org.freedesktop.DBus.Property.EmitsChangedSignal";
  char expected[1000];
  CHECK(start != NULL);
  snprintf(expected, sizeof expected,
           " <interface name=\"org.example.Table\">\n"
           "  <property name=\"Constant\" type=\"u\" access=\"read\">\n"
           "   <annotation name=\"%s\" value=\"const\"/>\n  </property>\n"
           "  <property name=\"Emitted\" type=\"u\" access=\"readwrite\">\n  </property>\n"
           "  <property name=\"Named\" type=\"u\" access=\"read\">\n"
           "   <annotation name=\"%s\" value=\"invalidates\"/>\n  </property>\n"
           "  <method name=\"Ask\">\n   <arg type=\"s\" name=\"question\" direction=\"in\"/>\n"
           "   <arg type=\"u\" name=\"answer\" direction=\"out\"/>\n  </method>\n"
           "  <signal name=\"Said\">\n   <arg type=\"s\" name=\"words\"/>\n  </signal>\n </interface>\n",
           changes, changes);
  char *said = strndup(start, strlen(expected));
  CHECK_TEXT(said, expected);
  free(said);
  sd_bus_message_unref(reply);
}

static void expect_numbers(sd_bus *client) {
  const char *const properties[] = {"Constant", "Emitted", "Named"};
  sd_bus_error error = SD_BUS_ERROR_NULL;
  sd_bus_message *reply = NULL;
  uint32_t number = 0;
  for (size_t i = 0; i < 3; i++) {
    CHECK(sd_bus_get_property_trivial(client, NULL, path, interface, properties[i], NULL, 'u', &number) >= 0);
    CHECK_EQUAL(number, numbers[i]);
  }
  CHECK(sd_bus_call_method(client, NULL, path, interface, "Ask", NULL, &reply, "s", "what") >= 0);
  CHECK(sd_bus_message_read(reply, "u", &number) > 0);
  CHECK_EQUAL(number, numbers[3]);
  sd_bus_message_unref(reply);
  CHECK(sd_bus_set_property(client, NULL, path, interface, "Emitted", &error, "u", 1) < 0);
  CHECK_TEXT(error.name, SD_BUS_ERROR_PROPERTY_READ_ONLY);
  sd_bus_error_free(&error);
}

/** How many more allocations succeed. */
static int calls_left = INT_MAX;
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) { return calls_left-- > 0 ? __real_calloc(count, size) : NULL; }

int main(void) {
  int fds[2];
  pthread_t thread;
  sd_bus_slot *slot = NULL;
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
  sd_bus *server = open_end(fds[0], true), *client = open_end(fds[1], false);
  step("without memory");
  calls_left = 0;
  CHECK(make_table() == NULL);
  np_vtable_free(NULL);
  CHECK_EQUAL(sd_bus_add_object_vtable(server, &slot, path, interface, NULL, numbers), -EINVAL);
  sd_bus_vtable *table;
  for (int named = 0; named < 2; named++) {
    calls_left = 1 + named;
    table = make_table();
    calls_left = INT_MAX;
    CHECK(table != NULL);
    CHECK_EQUAL(sd_bus_add_object_vtable(server, &slot, path, interface, table, numbers), -EINVAL);
    np_vtable_free(table);
  }
  table = make_table();
  CHECK(sd_bus_add_object_vtable(server, &slot, path, interface, table, numbers) >= 0);
  CHECK(pthread_create(&thread, NULL, serve, server) == 0);
  step("introspection");
  expect_introspection(client);
  step("numbers");
  expect_numbers(client);
  sd_bus_close(client);
  pthread_join(thread, NULL);
  sd_bus_slot_unref(slot);
  sd_bus_close(server);
  sd_bus_unref(client);
  sd_bus_unref(server);
  np_vtable_free(table);
  return 0;
}
