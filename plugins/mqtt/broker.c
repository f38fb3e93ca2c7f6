/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The connection to the broker. A new client is made for each connection, so that nothing of an earlier one is sent
 * late. libmosquitto waits for names, for the network and for TLS when it connects, which it does on a thread of its
 * own; afterwards no call waits. */
#include "bridge.h"

#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define KEEPALIVE_S 30
#define SHORTEST_WAIT (SECONDS(1) / 10)
#define LONGEST_WAIT SECONDS(60)
/* How often libmosquitto looks whether the broker still answers, and wants to hear something. */
#define LOOK SECONDS(10)
/* Messages that the broker has not acknowledged; more wait here, where newer ones replace them. */
#define MAX_WAITING 32
/* Packets that are read before the buses have their turn. */
#define MAX_PACKETS 64

static struct {
  const struct broker_events *events;
  struct mosquitto *mosq; /* NULL while there is no connection */
  pthread_t thread;
  int done; /* an eventfd: the thread has ended */
  int result;
  bool is_connecting, is_connected, is_lost;
  int64_t retry_at, wait, look, look_at, connected_at;
  int short_lives; /* connections, one after the other, that were lost at once */
  size_t waiting;
  char trouble[256]; /* what was said last, so that it is said once */
} broker;

void say(const char *format, ...) {
  char line[sizeof broker.trouble];
  va_list words;
  va_start(words, format);
  vsnprintf(line, sizeof line, format, words);
  va_end(words);
  if (strcmp(line, broker.trouble) != 0) write_line(stderr, PROGRAM ": %s", line);
  memcpy(broker.trouble, line, sizeof line);
}

/* ------------------------------------------------------------------------------------------- What comes ---------- */

static void on_connect(struct mosquitto *mosq, void *data, int reason, int flags,
                       const mosquitto_property *properties) {
  if (reason != 0) {
    say("the broker %s refuses the connection: %s", options.broker, mosquitto_reason_string(reason));
    broker.is_lost = true;
    return;
  }
  say("connected to the broker %s as \"%s\"", options.broker, options.host);
  broker.is_connected = true;
  broker.connected_at = now_us();
  /* The broker may want to hear something more often. */
  uint16_t keepalive = 0;
  mosquitto_property_read_int16(properties, MQTT_PROP_SERVER_KEEP_ALIVE, &keepalive, false);
  if (keepalive > 0) broker.look = earlier(LOOK, SECONDS(keepalive) / 4);
  broker.look_at = now_us() + broker.look;
  broker.events->connected();
}

static void on_disconnect(struct mosquitto *mosq, void *data, int reason, const mosquitto_property *properties) {
  broker.is_lost = true;
}

static void on_publish(struct mosquitto *mosq, void *data, int mid, int reason, const mosquitto_property *properties) {
  if (broker.waiting > 0) --broker.waiting;
  if (reason == MQTT_RC_NOT_AUTHORIZED) {
    say("the broker does not let \"%s\" write all topics of the bridge: look at its ACL", options.host);
  } else if (reason >= MQTT_RC_UNSPECIFIED) {
    say("the broker refuses a message: %s", mosquitto_reason_string(reason));
  }
}

static void on_message(struct mosquitto *mosq, void *data, const struct mosquitto_message *given,
                       const mosquitto_property *properties) {
  struct message message = {given->topic, given->payload, (size_t)given->payloadlen, given->retain, NULL, NULL, 0};
  char *topic = NULL;
  void *correlation = NULL;
  /* libmosquitto takes what a broker should have kept. */
  if (message.size > MAX_PACKET_BYTES) return;
  uint16_t size = 0;
  mosquitto_property_read_string(properties, MQTT_PROP_RESPONSE_TOPIC, &topic, false);
  mosquitto_property_read_binary(properties, MQTT_PROP_CORRELATION_DATA, &correlation, &size, false);
  message.response_topic = topic;
  message.correlation = correlation;
  message.correlation_size = size;
  broker.events->received(&message);
  free(topic);
  free(correlation);
}

/* ------------------------------------------------------------------------------------------ Connecting ----------- */

const char *broker_secure(struct mosquitto *mosq, bool with_user) {
  const char *folder = options.ca == NULL ? "/etc/ssl/certs" : NULL;
  if (with_user && options.user != NULL) mosquitto_username_pw_set(mosq, options.user, options.password);
  if (!options.tls) return NULL;
  bool is_safe = mosquitto_tls_set(mosq, options.ca, folder, NULL, NULL, NULL) == MOSQ_ERR_SUCCESS &&
                 mosquitto_tls_opts_set(mosq, 1, NULL, NULL) == MOSQ_ERR_SUCCESS;
  return is_safe ? NULL : "the authorities that may sign its certificate cannot be read";
}

static const char *set_up(struct mosquitto *mosq) {
  char topic[MAX_TOPIC_BYTES];
  mosquitto_int_option(mosq, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option(mosq, MOSQ_OPT_TCP_NODELAY, 1);
  snprintf(topic, sizeof topic, "np/1/%s/status", options.host);
  if (options.out) mosquitto_will_set_v5(mosq, topic, 7, "offline", 1, true, NULL);
  mosquitto_connect_v5_callback_set(mosq, on_connect);
  mosquitto_disconnect_v5_callback_set(mosq, on_disconnect);
  mosquitto_publish_v5_callback_set(mosq, on_publish);
  mosquitto_message_v5_callback_set(mosq, on_message);
  return broker_secure(mosq, true);
}

static void *run_thread(void *data) {
  mosquitto_property *properties = NULL;
  mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, MAX_PACKET_BYTES);
  broker.result = mosquitto_connect_bind_v5(broker.mosq, options.broker, options.port, KEEPALIVE_S, NULL, properties);
  if (broker.result == MOSQ_ERR_ERRNO) broker.result = -errno;
  mosquitto_property_free_all(&properties);
  eventfd_write(broker.done, 1);
  return NULL;
}

/* Counts a connection that has ended. One that lasted longer than the wait for it makes the next wait short. Two
 * programs with one name take it from one another: each loses it soon after it has it. */
static void count_life(void) {
  int64_t lasted = now_us() - broker.connected_at;
  broker.short_lives = lasted < SECONDS(10) ? broker.short_lives + 1 : 0;
  if (lasted > broker.wait) broker.wait = SHORTEST_WAIT;
  if (broker.short_lives < 4) return;
  say("the broker ends each connection soon: has another program the user \"%s\"?", options.host);
}

/* Ends a connection. The next one comes after a time by chance, so that a house does not come all at once. */
static void lose(const char *why) {
  bool was_connected = broker.is_connected;
  /* The broker of --try has only just been started. */
  if (why != NULL && !options.try) say("no connection to the broker %s: %s", options.broker, why);
  if (was_connected) count_life();
  mosquitto_destroy(broker.mosq);
  broker.mosq = NULL;
  broker.is_connected = broker.is_lost = false;
  broker.retry_at = now_us() + broker.wait / 4 + (int64_t)(drand48() * 0.75 * (double)broker.wait);
  broker.wait = broker.wait < LONGEST_WAIT / 2 ? broker.wait * 2 : LONGEST_WAIT;
  if (was_connected) broker.events->disconnected();
}

static void open_connection(void) {
  char id[MAX_NAME_BYTES + 16];
  snprintf(id, sizeof id, "nowplaying-%s", options.host);
  broker.mosq = mosquitto_new(id, true, NULL);
  if (broker.mosq == NULL) return;
  const char *problem = set_up(broker.mosq);
  broker.waiting = 0;
  broker.is_lost = false;
  if (problem != NULL) {
    lose(problem);
    return;
  }
  broker.is_connecting = pthread_create(&broker.thread, NULL, run_thread, NULL) == 0;
  broker.is_lost = !broker.is_connecting;
}

static const char *words_for(int result) {
  if (result == MOSQ_ERR_KEEPALIVE) return "it does not answer"; /* libmosquitto 2.0.11 has no words for it */
  return result < 0 ? strerror(-result) : mosquitto_strerror(result);
}

static void finish_connecting(void) {
  eventfd_t done;
  if (eventfd_read(broker.done, &done) < 0) return;
  pthread_join(broker.thread, NULL);
  broker.is_connecting = false;
  broker.look = LOOK;
  broker.look_at = now_us() + LOOK;
  if (broker.result != MOSQ_ERR_SUCCESS) lose(words_for(broker.result));
}

/* ------------------------------------------------------------------------------------------------- Turn ---------- */

void broker_init(const struct broker_events *events) {
  mosquitto_lib_init();
  broker.events = events;
  broker.wait = SHORTEST_WAIT;
  broker.done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  srand48((long)now_us() ^ getpid());
}

bool broker_is_connected(void) { return broker.is_connected && !broker.is_lost; }

bool broker_takes_more(void) { return broker_is_connected() && broker.waiting < MAX_WAITING; }

struct pollfd broker_pollfd(void) {
  struct pollfd found = {.fd = broker.done, .events = POLLIN};
  if (broker.is_connecting || broker.mosq == NULL) return found;
  found.fd = mosquitto_socket(broker.mosq);
  if (mosquitto_want_write(broker.mosq)) found.events |= POLLOUT;
  return found;
}

int64_t broker_deadline(void) {
  if (broker.is_lost) return 0;
  if (broker.is_connecting) return NEVER;
  return broker.mosq != NULL ? broker.look_at : broker.retry_at;
}

/* Reads what is there; the socket of TLS is not readable any more when a rest has been read from it already. */
static int read_packets(void) {
  SSL *ssl = mosquitto_ssl_get(broker.mosq);
  int result = MOSQ_ERR_SUCCESS;
  for (int i = 0; i < MAX_PACKETS && result == MOSQ_ERR_SUCCESS && !broker.is_lost; ++i) {
    errno = 0;
    result = mosquitto_loop_read(broker.mosq, 1);
    if (errno == EAGAIN && (ssl == NULL || SSL_pending(ssl) == 0)) break;
  }
  return result;
}

void broker_turn(void) {
  if (broker.is_connecting) {
    finish_connecting();
  } else if (broker.mosq == NULL) {
    if (now_us() >= broker.retry_at) open_connection();
  } else {
    int result = broker.is_lost ? MOSQ_ERR_SUCCESS : read_packets();
    if (result == MOSQ_ERR_SUCCESS && mosquitto_want_write(broker.mosq)) result = mosquitto_loop_write(broker.mosq, 1);
    if (result == MOSQ_ERR_SUCCESS && now_us() >= broker.look_at) {
      result = mosquitto_loop_misc(broker.mosq);
      broker.look_at = now_us() + broker.look;
    }
    if (result != MOSQ_ERR_SUCCESS) lose(words_for(result));
    else if (broker.is_lost) lose(broker.is_connected ? "it has ended it" : NULL);
  }
}

void broker_reconnect(void) {
  if (broker.mosq == NULL || broker.is_connecting) return;
  broker.is_lost = true;
  broker.wait = SHORTEST_WAIT;
}

void broker_close(void) {
  struct pollfd wanted;
  int64_t deadline = now_us() + SECONDS(1);
  /* The thread cannot be ended while it waits for a name. */
  if (broker.is_connecting) _exit(0);
  while (broker_is_connected() && (broker.waiting > 0 || mosquitto_want_write(broker.mosq)) && now_us() < deadline) {
    wanted = broker_pollfd();
    poll(&wanted, 1, 100);
    broker_turn();
  }
  if (broker.mosq != NULL) mosquitto_disconnect(broker.mosq);
  mosquitto_destroy(broker.mosq);
  broker.mosq = NULL;
  mosquitto_lib_cleanup();
}

/* ------------------------------------------------------------------------------------------- What goes out ------- */

bool broker_send(const char *topic, const struct outgoing *message) {
  mosquitto_property *properties = NULL;
  if (!broker_is_connected()) return false;
  if (message->expiry_s > 0) {
    mosquitto_property_add_int32(&properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, message->expiry_s);
  }
  if (message->response_topic != NULL) {
    mosquitto_property_add_string(&properties, MQTT_PROP_RESPONSE_TOPIC, message->response_topic);
  }
  if (message->correlation_size > 0) {
    mosquitto_property_add_binary(&properties, MQTT_PROP_CORRELATION_DATA, message->correlation,
                                  (uint16_t)message->correlation_size);
  }
  int result = mosquitto_publish_v5(broker.mosq, NULL, topic, (int)message->size, message->payload, 1, message->retain,
                                    properties);
  mosquitto_property_free_all(&properties);
  if (result == MOSQ_ERR_SUCCESS) ++broker.waiting;
  else if (result == MOSQ_ERR_OVERSIZE_PACKET) say("the broker takes no message of %zu bytes", message->size);
  else broker.is_lost = true;
  return result == MOSQ_ERR_SUCCESS;
}

bool broker_retain(const char *topic, struct json_object *value) {
  struct outgoing message = {.retain = true};
  if (value != NULL) {
    message.payload = json_object_to_json_string_length(value, JSON_C_TO_STRING_PLAIN, &message.size);
  }
  bool is_taken = broker_send(topic, &message);
  json_object_put(value);
  return is_taken;
}

void broker_subscribe(const char *const *filters, size_t count, bool with_own) {
  int subscribing = with_own ? 0 : MQTT_SUB_OPT_NO_LOCAL;
  if (!broker_is_connected()) return;
  int result = mosquitto_subscribe_multiple(broker.mosq, NULL, (int)count, (char *const *)(uintptr_t)filters, 1,
                                            subscribing, NULL);
  if (result != MOSQ_ERR_SUCCESS) broker.is_lost = true;
}

void broker_unsubscribe(const char *const *filters, size_t count) {
  if (!broker_is_connected()) return;
  int result = mosquitto_unsubscribe_multiple(broker.mosq, NULL, (int)count, (char *const *)(uintptr_t)filters, NULL);
  if (result != MOSQ_ERR_SUCCESS) broker.is_lost = true;
}
