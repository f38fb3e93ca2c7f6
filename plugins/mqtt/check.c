/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Says what is open at the broker, for --check: it tries what nobody should be able to do. */
#include "bridge.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdio.h>
#include <string.h>

#define PATIENCE SECONDS(10)

/* The outcome of one try. */
struct outcome {
  bool is_connected, is_over;
  int reason; /* of the connection, or of the message */
};

static void on_connect(struct mosquitto *mosq, void *data, int reason, int flags,
                       const mosquitto_property *properties) {
  struct outcome *outcome = data;
  outcome->is_connected = reason == 0;
  outcome->is_over = true;
  outcome->reason = reason;
}

static void on_publish(struct mosquitto *mosq, void *data, int mid, int reason, const mosquitto_property *properties) {
  struct outcome *outcome = data;
  outcome->is_over = true;
  outcome->reason = reason;
}

/* Waits until something has come of it. Returns whether it has. */
static bool wait_for(struct mosquitto *mosq, struct outcome *outcome) {
  int64_t deadline = now_us() + PATIENCE;
  while (!outcome->is_over && now_us() < deadline) {
    if (mosquitto_loop(mosq, 100, 1) != MOSQ_ERR_SUCCESS) break;
  }
  return outcome->is_over;
}

/* Connects. with_user: as the bridge does, or as somebody without a user. NULL: it is not possible, which it says. */
static struct mosquitto *open_as(struct outcome *outcome, bool with_user) {
  *outcome = (struct outcome){0};
  struct mosquitto *mosq = mosquitto_new(NULL, true, outcome);
  mosquitto_int_option(mosq, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  broker_secure(mosq, with_user);
  mosquitto_connect_v5_callback_set(mosq, on_connect);
  mosquitto_publish_v5_callback_set(mosq, on_publish);
  int result = mosquitto_connect_bind_v5(mosq, options.broker, options.port, 30, NULL, NULL);
  if (result == MOSQ_ERR_SUCCESS && wait_for(mosq, outcome) && outcome->is_connected) return mosq;
  const char *why = result != MOSQ_ERR_SUCCESS ? mosquitto_strerror(result) : mosquitto_reason_string(outcome->reason);
  if (with_user) say("no connection to %s: %s", options.broker, why);
  mosquitto_destroy(mosq);
  return NULL;
}

/* Returns whether the broker takes a message to a topic, which nobody reads. */
static bool may_write(struct mosquitto *mosq, struct outcome *outcome, const char *topic) {
  outcome->is_over = false;
  mosquitto_publish_v5(mosq, NULL, topic, 0, NULL, 1, false, NULL);
  return wait_for(mosq, outcome) && outcome->reason < MQTT_RC_UNSPECIFIED;
}

/* Writes a line. Returns 1 for what is open. */
static int tell(bool is_well, const char *well, const char *open) {
  printf("%s  %s\n", is_well ? "ok   " : "OPEN ", is_well ? well : open);
  return is_well ? 0 : 1;
}

int check(void) {
  struct outcome outcome, other_outcome;
  char own[MAX_TOPIC_BYTES];
  int open = 0;
  snprintf(own, sizeof own, "np/1/%s/check", options.host);
  struct mosquitto *mosq = open_as(&outcome, true);
  if (mosq == NULL) return 2;
  printf("ok     connected to %s as \"%s\"\n", options.broker, options.host);
  open += tell(options.tls || options_are_local(),
               options.tls ? "the connection is encrypted, the broker verified" : "the broker is on this machine",
               "the connection is not encrypted: whoever is in the network reads and changes it");
  open += tell(may_write(mosq, &outcome, own), "the broker takes what this machine says",
               "the broker takes nothing from this machine: its ACL has to let it write np/1/USER/#");
  open += tell(!may_write(mosq, &outcome, "np/1/another-machine/check"), "no machine can speak for another",
               "each user of the broker can speak for each machine: give it the ACL of this package");
  mosquitto_destroy(mosq);
  mosq = open_as(&other_outcome, false);
  open += tell(mosq == NULL, "the broker lets in nobody without a user", "the broker lets in everybody");
  mosquitto_destroy(mosq);
  return open > 0 ? 1 : 0;
}
