/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The command line and the configuration file, which have the same words: `--user kitchen` there is `user kitchen`
 * here. The command line counts more. A password is taken from the file alone, because everybody sees a command line.*/
#include "bridge.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <systemd/sd-id128.h>
#include <unistd.h>

struct options options = {.volume_limit = 1, .keep_minutes = 10, .out = true, .in = true};

static const char *config; /* the file that the command line names */
static bool is_help;

/* Where the values are set: each has one of these. */
static const struct word {
  const char *name;
  const char **text;
  bool *truth;
  double *number;
  double most;
  bool is_for_file, is_for_line;
} words[] = {
    {.name = "broker", .text = &options.broker, .is_for_file = true, .is_for_line = true},
    {.name = "user", .text = &options.user, .is_for_file = true, .is_for_line = true},
    {.name = "password", .text = &options.password, .is_for_file = true},
    {.name = "ca", .text = &options.ca, .is_for_file = true, .is_for_line = true},
    {.name = "insecure", .truth = &options.insecure, .is_for_file = true, .is_for_line = true},
    {.name = "name", .text = &options.name, .is_for_file = true, .is_for_line = true},
    {.name = "type", .text = &options.type, .is_for_file = true, .is_for_line = true},
    {.name = "out", .truth = &options.out, .is_for_file = true, .is_for_line = true},
    {.name = "in", .truth = &options.in, .is_for_file = true, .is_for_line = true},
    {.name = "urls", .truth = &options.urls, .is_for_file = true, .is_for_line = true},
    {.name = "lyrics", .truth = &options.lyrics, .is_for_file = true, .is_for_line = true},
    {.name = "home-assistant", .text = &options.home, .is_for_file = true, .is_for_line = true},
    {.name = "each", .truth = &options.each, .is_for_file = true, .is_for_line = true},
    {.name = "volume-limit", .number = &options.volume_limit, .most = 1, .is_for_file = true, .is_for_line = true},
    {.name = "keep", .number = &options.keep_minutes, .most = 1440, .is_for_file = true, .is_for_line = true},
    {.name = "config", .text = &config, .is_for_line = true},
    {.name = "help", .truth = &is_help, .is_for_line = true},
    {.name = "check", .truth = &options.check, .is_for_line = true},
    {.name = "list", .truth = &options.list, .is_for_line = true},
    {.name = "try", .truth = &options.try, .is_for_line = true},
};

static const struct word *find_word(const char *name, bool is_file) {
  for (size_t i = 0; i < COUNT(words); ++i) {
    bool is_here = is_file ? words[i].is_for_file : words[i].is_for_line;
    if (is_here && strcmp(words[i].name, name) == 0) return &words[i];
  }
  return NULL;
}

/* Sets a value. A truth without one is yes. */
static bool set_word(const struct word *word, const char *value) {
  char *end = NULL;
  if (word->truth != NULL) {
    *word->truth = value == NULL || strcmp(value, "yes") == 0;
    return *word->truth || strcmp(value, "no") == 0;
  }
  if (value == NULL || *value == '\0') return false;
  if (word->text != NULL) {
    free((char *)(uintptr_t)*word->text);
    *word->text = strdup(value);
    return true;
  }
  *word->number = strtod(value, &end);
  return *end == '\0' && *word->number >= 0 && *word->number <= word->most;
}

/* ------------------------------------------------------------------------------------------------- File ---------- */

static bool read_line(char *line, const char *path, int number) {
  char *name = line + strspn(line, " \t");
  name[strcspn(name, "\r\n")] = '\0';
  if (*name == '\0' || *name == '#') return true;
  char *value = name + strcspn(name, " \t");
  if (*value != '\0') *value++ = '\0';
  value += strspn(value, " \t");
  const struct word *word = find_word(name, true);
  if (word != NULL && set_word(word, *value != '\0' ? value : NULL)) return true;
  write_line(stderr, "%s:%d: %s", path, number, word != NULL ? "this is no value for it" : "there is no such option");
  return false;
}

static bool read_file(const char *path, bool is_wanted) {
  char line[4096];
  struct stat found;
  bool is_right = true;
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    if (is_wanted || errno != ENOENT) write_line(stderr, "%s: %s", path, strerror(errno));
    return !is_wanted && errno == ENOENT;
  }
  for (int number = 1; is_right && fgets(line, sizeof line, file) != NULL; ++number) {
    is_right = read_line(line, path, number);
  }
  if (options.password != NULL && (fstat(fileno(file), &found) != 0 || (found.st_mode & 077) != 0)) {
    write_line(stderr, "%s: others can read the password in it; use chmod 600", path);
    is_right = false;
  }
  fclose(file);
  return is_right;
}

static bool read_own_file(void) {
  char path[4096];
  const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  if (folder != NULL && *folder == '/') snprintf(path, sizeof path, "%s/nowplaying/mqtt.conf", folder);
  else snprintf(path, sizeof path, "%s/.config/nowplaying/mqtt.conf", home != NULL ? home : "");
  return read_file(path, false);
}

/* ---------------------------------------------------------------------------------------------- Command line ----- */

static void print_usage(FILE *file) {
  fprintf(file, "Usage: " PROGRAM " [--try | --check | --list] [--config FILE] [--broker mqtts://HOST[:PORT]]\n"
                "       [--user USER] [--ca FILE] [--name NAME] [--type KIND] [--in=no] [--out=no] [--urls]\n"
                "       [--lyrics] [--volume-limit 0.8] [--keep MINUTES] [--insecure]\n"
                "       [--home-assistant INTEGRATION [--each]]\n");
}

static bool fail(const char *word, const char *why) {
  write_line(stderr, PROGRAM ": %s: %s", word, why);
  print_usage(stderr);
  return false;
}

/* Reads the command line, and calls `take` for each option. Returns false when it is wrong, which it says. */
static bool read_arguments(int argc, char **argv, bool (*take)(const struct word *word, const char *value)) {
  struct option known[COUNT(words) + 1] = {{0}};
  int count = 0, found, index = 0;
  for (size_t i = 0; i < COUNT(words); ++i) {
    int has_value = words[i].truth != NULL ? optional_argument : required_argument;
    if (words[i].is_for_line) known[count++] = (struct option){words[i].name, has_value, NULL, 1};
  }
  optind = 0;
  while ((found = getopt_long(argc, argv, "", known, &index)) != -1) {
    if (found != 1) {
      print_usage(stderr);
      return false;
    }
    if (!take(find_word(known[index].name, false), optarg)) return fail(known[index].name, "this is no value for it");
  }
  return optind == argc || fail(argv[optind], "this is no option");
}

/* Takes only what has to be known before the file is read. */
static bool take_first(const struct word *word, const char *value) {
  bool is_first = word->text == &config || word->truth == &options.try || word->truth == &is_help;
  return !is_first || set_word(word, value);
}

/* ------------------------------------------------------------------------------------------------ Meaning -------- */

/* Divides mqtts://HOST:PORT, mqtt://HOST:PORT, HOST:PORT and [ADDRESS]:PORT; a path is that of a socket. */
static bool set_broker(void) {
  static char place[MAX_TOPIC_BYTES];
  char *start = place, *end;
  if (snprintf(place, sizeof place, "%s", options.broker != NULL ? options.broker : "localhost") >= MAX_TOPIC_BYTES) {
    return false;
  }
  free((char *)(uintptr_t)options.broker);
  options.tls = strncmp(place, "mqtts://", 8) == 0;
  if (options.tls || strncmp(place, "mqtt://", 7) == 0) start = strstr(place, "://") + 3;
  options.broker = start;
  options.port = 0;
  if (*start == '/') return !options.tls;
  options.port = options.tls ? 8883 : 1883;
  char *close = *start == '[' ? strchr(start, ']') : NULL;
  if (close != NULL) {
    options.broker = start + 1;
    *close = '\0';
  }
  char *colon = close != NULL ? (close[1] == ':' ? close + 1 : NULL) : strchr(start, ':');
  if (close != NULL && close[1] != '\0' && colon == NULL) return false;
  if (colon != NULL) {
    long port = strtol(colon + 1, &end, 10);
    *colon = '\0';
    if (*end != '\0' || end == colon + 1 || port < 1 || port > 65535) return false;
    options.port = (int)port;
  }
  return *options.broker != '\0';
}

bool options_are_local(void) {
  const char *host = options.broker;
  struct in_addr address;
  if (inet_pton(AF_INET, host, &address) == 1) return ntohl(address.s_addr) >> 24 == 127;
  return *host == '/' || strcmp(host, "localhost") == 0 || strcmp(host, "::1") == 0;
}

/* Sets the name in topics: that of the user, so that an ACL of the broker holds it; else one made of the machine's id
 * and the user, which says neither. Returns NULL, or what is wrong. */
static const char *set_host(void) {
  sd_id128_t id, app = SD_ID128_MAKE(8c, 5a, 1e, 2f, 6b, 9d, 4c, 37, a0, 52, e4, 1b, 7f, 63, d8, 90);
  if (options.user != NULL) {
    snprintf(options.host, sizeof options.host, "%s", options.user);
    return is_name(options.user) ? NULL : "give a user of at most 63 bytes, without / + # and $";
  }
  app.qwords[0] ^= getuid();
  if (sd_id128_get_machine_app_specific(app, &id) < 0) return "this machine has no id: give a user";
  snprintf(options.host, sizeof options.host, "%016llx", (unsigned long long)id.qwords[0]);
  return NULL;
}

/* Sets what people call this machine: its own name. */
static void set_name(void) {
  static char name[256];
  if (options.name != NULL || gethostname(name, sizeof name - 1) != 0) return;
  name[strcspn(name, ".")] = '\0';
  options.name = name;
}

bool options_read(int argc, char **argv) {
  if (!read_arguments(argc, argv, take_first)) return false;
  if (is_help) {
    print_usage(stdout);
    exit(0);
  }
  /* With --try nothing of the own broker counts. */
  if (!options.try && !(config != NULL ? read_file(config, true) : read_own_file())) return false;
  if (!read_arguments(argc, argv, set_word)) return false;
  if (!set_broker()) return fail(options.broker, "not the address of a broker");
  const char *problem = options.try ? NULL : set_host();
  if (problem != NULL) return fail(options.user != NULL ? options.user : "user", problem);
  static const char *const integrations[] = {"mqtt_media_player", "mqtt_universal_media_player"};
  const struct word_list known = {integrations, COUNT(integrations)};
  if (options.home != NULL && number_of_word(&known, options.home, -1) < 0) {
    return fail(options.home, "give mqtt_media_player or mqtt_universal_media_player, as Home Assistant has it");
  }
  if (number_of_word(&device_types, options.type, options.type == NULL ? 0 : -1) < 0) {
    return fail(options.type, "not a kind of device, as \"desktop\" or \"speaker\"");
  }
  if (!options.tls && !options.insecure && !options_are_local()) {
    return fail(options.broker, "not without TLS: give mqtts://HOST, or --insecure");
  }
  set_name();
  return true;
}
