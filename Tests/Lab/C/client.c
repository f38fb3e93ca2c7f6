/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "client.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define PLAYER_PATH "/org/mpris/MediaPlayer2"
#define PROPERTIES_INTERFACE "org.freedesktop.DBus.Properties"

sd_bus *client_open(const char *address) {
  sd_bus *client = NULL;
  CHECK(sd_bus_new(&client) >= 0);
  CHECK(sd_bus_set_address(client, address) >= 0);
  CHECK(sd_bus_set_bus_client(client, 1) >= 0);
  CHECK(sd_bus_start(client) >= 0);
  return client;
}

void client_close(sd_bus *client) { sd_bus_flush_close_unref(client); }

static int take_reply(sd_bus_message *message, void *user_data, sd_bus_error *ret_error) {
  client_reply *reply = user_data;
  const sd_bus_error *error = sd_bus_message_get_error(message);
  if (error) {
    snprintf(reply->error, sizeof reply->error, "%s", error->name);
    snprintf(reply->message, sizeof reply->message, "%s", error->message ? error->message : "");
  }
  reply->done = 1;
  return 1;
}

void client_send(sd_bus *client, client_reply *reply, const char *interface, const char *member, const char *types,
                 ...) {
  *reply = (client_reply){0};
  va_list arguments;
  va_start(arguments, types);
  sd_bus_message *call = NULL;
  CHECK(sd_bus_message_new_method_call(client, &call, TEST_PLAYER_NAME, PLAYER_PATH, interface, member) >= 0);
  CHECK(!types || sd_bus_message_appendv(call, types, arguments) >= 0);
  va_end(arguments);
  CHECK(sd_bus_call_async(client, &reply->slot, call, take_reply, reply, 0) >= 0);
  sd_bus_message_unref(call);
  CHECK(sd_bus_flush(client) >= 0);
}

void client_wait(sd_bus *client, client_reply *reply) {
  while (!reply->done) {
    int result = sd_bus_process(client, NULL);
    CHECK(result >= 0);
    if (result == 0) CHECK(sd_bus_wait(client, 30000000) > 0);
  }
  sd_bus_slot_unref(reply->slot);
  reply->slot = NULL;
}

void client_press(sd_bus *client, const char *interface, const char *member) {
  client_reply reply;
  client_send(client, &reply, interface, member, NULL);
  client_wait(client, &reply);
  if (reply.error[0]) check_failed(__FILE__, __LINE__, "%s failed: %s: %s", member, reply.error, reply.message);
}

void client_send_volume(sd_bus *client, client_reply *reply, double volume) {
  client_send(client, reply, PROPERTIES_INTERFACE, "Set", "ssv", TEST_PLAYER_INTERFACE, "Volume", "d", volume);
}

char *client_text(sd_bus *client, const char *wanted) {
  sd_bus_message *message = NULL;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  char *text = NULL;
  if (sd_bus_get_property(client, TEST_PLAYER_NAME, PLAYER_PATH, TEST_PLAYER_INTERFACE, "Metadata", &error, &message,
                          "a{sv}") < 0)
    check_failed(__FILE__, __LINE__, "Metadata could not be read: %s", error.message);
  CHECK(sd_bus_message_enter_container(message, 'a', "{sv}") > 0);
  while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    const char *key = NULL, *value = NULL;
    CHECK(sd_bus_message_read(message, "s", &key) > 0);
    if (strcmp(key, wanted) == 0) {
      CHECK(sd_bus_message_read(message, "v", "s", &value) > 0);
      text = strdup(value);
    } else {
      CHECK(sd_bus_message_skip(message, "v") >= 0);
    }
    CHECK(sd_bus_message_exit_container(message) >= 0);
  }
  sd_bus_message_unref(message);
  if (!text) check_failed(__FILE__, __LINE__, "Metadata has no %s", wanted);
  return text;
}

char *client_title(sd_bus *client) { return client_text(client, "xesam:title"); }
