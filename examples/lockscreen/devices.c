/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The volume sliders of a page: for the session, or for each device on which it plays. */
#include "lockscreen.h"

/* A slider. While the user holds it, or the player has not answered, it does not follow the player. */
struct level {
  struct page *page;
  GtkWidget *scale;
  char *device; /* NULL: of the session */
  gboolean is_held, waits, has_moved;
};

struct devices {
  struct page *page;
  GtkWidget *box;
  char *made_of;
  GPtrArray *scales; /* of the session or, by their number, of the devices; NULL for those without */
};

/* ----------------------------------------------------------------------------------------------- Releasing -------- */

static gboolean heard(GtkEventControllerLegacy *controller, GdkEvent *event, gpointer user_data) {
  (void)user_data;
  GdkEventType type = gdk_event_get_event_type(event);
  if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL)
    ((void (*)(gpointer))g_object_get_data(G_OBJECT(controller), "released"))(
        g_object_get_data(G_OBJECT(controller), "user_data"));
  return FALSE;
}

/* Calls back when a slider is released. A gesture of our own would not work, because the slider's gesture claims the
 * events. */
void when_released(GtkWidget *widget, GCallback released, gpointer user_data) {
  GtkEventController *controller = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
  g_object_set_data(G_OBJECT(controller), "released", (gpointer)released);
  g_object_set_data(G_OBJECT(controller), "user_data", user_data);
  g_signal_connect(controller, "event", G_CALLBACK(heard), NULL);
  gtk_widget_add_controller(widget, controller);
}

/* ------------------------------------------------------------------------------------------------- Volumes -------- */

static void send_volume(struct level *level);

/* The answer goes to the slider, whose page may have gone. */
static void answered(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  GtkWidget *scale = user_data;
  struct level *level = g_object_get_data(G_OBJECT(scale), "level");
  if (gtk_widget_get_root(scale)) {
    level->waits = FALSE;
    if (level->has_moved && result->status == NOWPLAYING_OK) send_volume(level);
    void *waiter = page_waiter(level->page);
    page_done(surface, result, waiter);
  }
  g_object_unref(scale);
}

/* Sends one volume at a time, always the newest: a slider moves faster than a speaker in another room answers. */
static void send_volume(struct level *level) {
  level->has_moved = FALSE;
  level->waits = TRUE;
  g_object_ref(level->scale);
  if (nowplaying_surface_set_volume(page_surface(level->page), page_session(level->page), level->device,
                                    gtk_range_get_value(GTK_RANGE(level->scale)), answered, level->scale, NULL)) {
    level->waits = FALSE;
    g_object_unref(level->scale);
  }
}

static gboolean moved(GtkRange *range, GtkScrollType type, double value, struct level *level) {
  level->is_held = type == GTK_SCROLL_JUMP;
  gtk_range_set_value(range, CLAMP(value, 0, 1));
  level->has_moved = TRUE;
  if (!level->waits) send_volume(level);
  return TRUE;
}

static void let_go(struct level *level) { level->is_held = FALSE; }

static void level_free(gpointer data) {
  struct level *level = data;
  g_free(level->device);
  g_free(level);
}

static GtkWidget *add_slider(struct devices *devices, GtkWidget *row, const char *device, const char *name,
                             const char *label) {
  struct level *level = g_new0(struct level, 1);
  level->page = devices->page;
  level->device = g_strdup(device);
  level->scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05);
  gtk_widget_set_name(level->scale, name);
  gtk_range_set_round_digits(GTK_RANGE(level->scale), -1);
  gtk_widget_set_hexpand(level->scale, TRUE);
  gtk_widget_set_valign(level->scale, GTK_ALIGN_CENTER);
  gtk_accessible_update_property(GTK_ACCESSIBLE(level->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full(G_OBJECT(level->scale), "level", level, level_free);
  g_signal_connect(level->scale, "change-value", G_CALLBACK(moved), level);
  when_released(level->scale, G_CALLBACK(let_go), level);
  gtk_box_append(GTK_BOX(row), level->scale);
  return level->scale;
}

static void show_level(GtkWidget *scale, double volume) {
  struct level *level = scale ? g_object_get_data(G_OBJECT(scale), "level") : NULL;
  if (level && !level->is_held && !level->waits) gtk_range_set_value(GTK_RANGE(scale), CLAMP(volume, 0, 1));
}

/* ------------------------------------------------------------------------------------------------- Devices -------- */

static void step(GtkWidget *button, struct page *page) {
  const char *device = g_object_get_data(G_OBJECT(button), "device");
  int32_t direction = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "step"));
  void *waiter = page_waiter(page);
  if (nowplaying_surface_step_volume(page_surface(page), page_session(page), device, direction, page_done, waiter,
                                     NULL))
    g_object_unref(waiter);
}

static void add_step(struct devices *devices, GtkWidget *row, const char *device, guint number, int direction) {
  char *name = g_strdup_printf("%s-%u", direction > 0 ? "louder" : "quieter", number);
  GtkWidget *button = icon_button_new(name, direction > 0 ? "np-plus-symbolic" : "np-minus-symbolic", 18,
                                      direction > 0 ? _("Louder") : _("Quieter"));
  g_object_set_data_full(G_OBJECT(button), "device", g_strdup(device), g_free);
  g_object_set_data(G_OBJECT(button), "step", GINT_TO_POINTER(direction));
  g_signal_connect(button, "clicked", G_CALLBACK(step), devices->page);
  gtk_box_append(GTK_BOX(row), button);
  g_free(name);
}

static const char *icon_of(nowplaying_device_type type) {
  switch (type) {
    case NOWPLAYING_DEVICE_TV:
    case NOWPLAYING_DEVICE_SET_TOP_BOX:
    case NOWPLAYING_DEVICE_MEDIA_STICK: return "np-tv-symbolic";
    case NOWPLAYING_DEVICE_GAMING_CONSOLE: return "np-gaming-symbolic";
    case NOWPLAYING_DEVICE_PHONE:
    case NOWPLAYING_DEVICE_TABLET: return "np-phone-symbolic";
    case NOWPLAYING_DEVICE_LAPTOP:
    case NOWPLAYING_DEVICE_DESKTOP: return "np-computer-symbolic";
    case NOWPLAYING_DEVICE_WEARABLE: return "np-watch-symbolic";
    case NOWPLAYING_DEVICE_CAR: return "np-car-symbolic";
    case NOWPLAYING_DEVICE_WEB: return "np-web-symbolic";
    default: return "np-speaker-symbolic";
  }
}

static GtkWidget *add_device(struct devices *devices, GtkWidget *list, const nowplaying_device *device, guint number) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *name = gtk_label_new(device->name);
  GtkWidget *scale = NULL;
  gtk_widget_add_css_class(row, "device");
  gtk_box_append(GTK_BOX(row), icon_new(icon_of(device->type), 22));
  gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode(GTK_LABEL(name), TRUE);
  gtk_label_set_xalign(GTK_LABEL(name), 0);
  gtk_widget_set_name(name, "device");
  gtk_widget_set_hexpand(name, TRUE);
  gtk_box_append(GTK_BOX(row), name);
  if (device->volume >= 0) {
    char *slider = g_strdup_printf("volume-%u", number);
    scale = add_slider(devices, row, device->id, slider, device->name);
    g_free(slider);
  }
  if (device->can_step) {
    add_step(devices, row, device->id, number, -1);
    add_step(devices, row, device->id, number, 1);
  }
  gtk_box_append(GTK_BOX(list), row);
  return scale;
}

static void add_devices(struct devices *devices, nowplaying_surface_session *session) {
  nowplaying_device device = NOWPLAYING_DEVICE_INIT;
  GtkWidget *list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(list, "list");
  for (guint i = 0; nowplaying_surface_session_get_device(session, i, &device) == NOWPLAYING_OK; i++)
    g_ptr_array_add(devices->scales, add_device(devices, list, &device, i));
  gtk_box_append(GTK_BOX(devices->box), list);
}

static void add_volume(struct devices *devices) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
  gtk_widget_add_css_class(row, "volume");
  gtk_box_append(GTK_BOX(row), icon_new("np-volume-low-symbolic", 16));
  g_ptr_array_add(devices->scales, add_slider(devices, row, NULL, "volume", _("Volume")));
  gtk_box_append(GTK_BOX(row), icon_new("np-volume-high-symbolic", 16));
  gtk_box_append(GTK_BOX(devices->box), row);
}

/* Returns a text about the rows. While the text stays the same, the rows are kept, and only the sliders move. */
static char *describe(nowplaying_surface_session *session, gboolean has_volume) {
  nowplaying_device device = NOWPLAYING_DEVICE_INIT;
  GString *text = g_string_new(has_volume ? "volume" : "");
  for (size_t i = 0; nowplaying_surface_session_get_device(session, i, &device) == NOWPLAYING_OK; i++)
    g_string_append_printf(text, "%s\n%s\n%d %d %d\n", device.id, device.name, device.type, device.volume >= 0,
                           device.can_step != 0);
  return g_string_free(text, FALSE);
}

void devices_update(struct devices *devices, nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_device device = NOWPLAYING_DEVICE_INIT;
  GtkWidget *child;
  (void)nowplaying_surface_session_get_info(session, &info);
  gboolean has_devices = nowplaying_surface_session_get_device(session, 0, &device) == NOWPLAYING_OK;
  gboolean has_volume = !has_devices && info.abilities & NOWPLAYING_SURFACE_CAN_SET_VOLUME;
  char *made_of = describe(session, has_volume);
  if (g_strcmp0(made_of, devices->made_of) != 0) {
    g_ptr_array_set_size(devices->scales, 0);
    while ((child = gtk_widget_get_first_child(devices->box))) gtk_box_remove(GTK_BOX(devices->box), child);
    if (has_devices) add_devices(devices, session);
    if (has_volume) add_volume(devices);
    g_free(devices->made_of);
    devices->made_of = g_strdup(made_of);
    gtk_widget_set_visible(devices->box, has_devices || has_volume);
  }
  g_free(made_of);
  if (has_volume) show_level(devices->scales->pdata[0], info.volume);
  for (guint i = 0; nowplaying_surface_session_get_device(session, i, &device) == NOWPLAYING_OK; i++)
    show_level(devices->scales->pdata[i], device.volume);
}

struct devices *devices_new(struct page *page, GtkWidget *box) {
  struct devices *devices = g_new0(struct devices, 1);
  devices->page = page;
  devices->box = box;
  devices->scales = g_ptr_array_new();
  return devices;
}

void devices_free(struct devices *devices) {
  g_ptr_array_unref(devices->scales);
  g_free(devices->made_of);
  g_free(devices);
}
