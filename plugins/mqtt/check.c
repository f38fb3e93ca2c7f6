/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Says what is open at the broker, for --check: it tries what nobody should be able to do. Its connection also serves
 * --list. */
#include "bridge.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdio.h>
#include <string.h>

#define PATIENCE SECONDS(10)

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

bool check_wait(struct mosquitto *mosq, struct outcome *outcome) {
  int64_t deadline = now_us() + PATIENCE;
  while (!outcome->is_over && now_us() < deadline) {
    if (mosquitto_loop(mosq, 100, 1) != MOSQ_ERR_SUCCESS) break;
  }
  return outcome->is_over;
}

struct mosquitto *check_open(struct outcome *outcome, bool with_user) {
  mosquitto_property *properties = NULL;
  *outcome = (struct outcome){0};
  struct mosquitto *mosq = mosquitto_new(NULL, true, outcome);
  mosquitto_int_option(mosq, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  const char *why = broker_secure(mosq, with_user);
  mosquitto_connect_v5_callback_set(mosq, on_connect);
  mosquitto_publish_v5_callback_set(mosq, on_publish);
  mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, MAX_PACKET_BYTES);
  int result = MOSQ_ERR_SUCCESS;
  if (why == NULL) result = mosquitto_connect_bind_v5(mosq, options.broker, options.port, 30, NULL, properties);
  mosquitto_property_free_all(&properties);
  if (result != MOSQ_ERR_SUCCESS) why = mosquitto_strerror(result);
  else if (why == NULL && !check_wait(mosq, outcome)) why = "it does not answer as a broker does";
  else if (why == NULL && !outcome->is_connected) why = mosquitto_reason_string(outcome->reason);
  if (why == NULL) return mosq;
  if (with_user) say("no connection to %s: %s", options.broker, why);
  mosquitto_destroy(mosq);
  return NULL;
}

/* Returns whether the broker takes a message to a topic, which nobody reads. */
static bool may_write(struct mosquitto *mosq, struct outcome *outcome, const char *topic) {
  outcome->is_over = false;
  mosquitto_publish_v5(mosq, NULL, topic, 0, NULL, 1, false, NULL);
  return check_wait(mosq, outcome) && outcome->reason < MQTT_RC_UNSPECIFIED;
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
  struct mosquitto *mosq = check_open(&outcome, true);
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
  mosq = check_open(&other_outcome, false);
  open += tell(mosq == NULL, "the broker lets in nobody without a user", "the broker lets in everybody");
  mosquitto_destroy(mosq);
  return open > 0 ? 1 : 0;
}
