/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: lockscreen [--orders]     shows what plays, as a phone's lock screen does, until its window is closed
 *
 * --orders: "where" on the standard input prints what the page has, a line for each: name, left, top, width and height
 * in pixels of the window, "on" or "off", and its text; then "end". For tests and pictures. */
#include <glib-unix.h>
#include <stdio.h>
#include <string.h>

#include "lockscreen.h"

enum { MOST_PAGES = 16, WIDTH = 390, HEIGHT = 844 };
/* The ratio of height to width from which a window has room for tall artwork and everything below it. */
static const double tall_window = 1.8;

struct lockscreen {
  nowplaying_surface *surface;
  GMainLoop *loop;
  GtkWidget *window, *stack, *nothing;
  Carousel *carousel;
  GPtrArray *pages; /* in order, the most important first */
  char *chosen;     /* the key of the page to which the user has gone; NULL: the first page */
  gboolean is_visible, is_tall;
  guint clock, look;
};

/* ----------------------------------------------------------------------------------------------- The clock -------- */

static struct page *current(struct lockscreen *self) {
  guint index = carousel_get_current(self->carousel);
  return index < self->pages->len ? self->pages->pdata[index] : NULL;
}

static void run_clock(struct lockscreen *self);

static gboolean tick(gpointer user_data) {
  struct lockscreen *self = user_data;
  self->clock = 0;
  run_clock(self);
  return G_SOURCE_REMOVE;
}

/* Wakes up once a second while the visible page plays, and else not. */
static void run_clock(struct lockscreen *self) {
  struct page *page = current(self);
  guint left = page && self->is_visible ? page_tick(page) : 0;
  g_clear_handle_id(&self->clock, g_source_remove);
  if (left) self->clock = g_timeout_add(left, tick, self);
}

/* --------------------------------------------------------------------------------------------------- Sight -------- */

static void see(struct lockscreen *self) {
  guint index = carousel_get_current(self->carousel);
  for (guint i = 0; i < self->pages->len; i++) {
    gboolean is_near = i + 1 >= index && i <= index + 1;
    page_set_sight(self->pages->pdata[i], (struct sight){is_near, self->is_visible && i == index, self->is_tall});
  }
  uint32_t ratios = NOWPLAYING_ASPECT_RATIOS_SQUARE | (self->is_tall ? NOWPLAYING_ASPECT_RATIOS_TALL : 0);
  (void)nowplaying_surface_set_aspect_ratios(self->surface, self->is_visible ? ratios : 0);
  run_clock(self);
}

static gboolean look(gpointer user_data) {
  struct lockscreen *self = user_data;
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(self->window));
  GdkToplevelState hides = GDK_TOPLEVEL_STATE_MINIMIZED;
#if GTK_CHECK_VERSION(4, 12, 0)
  hides |= GDK_TOPLEVEL_STATE_SUSPENDED;
#endif
  int width = gtk_widget_get_width(self->window), height = gtk_widget_get_height(self->window);
  gboolean is_visible = gtk_widget_get_mapped(self->window) && !(gdk_toplevel_get_state(GDK_TOPLEVEL(surface)) & hides);
  gboolean is_tall = height >= width * tall_window;
  self->look = 0;
  if (is_visible != self->is_visible || is_tall != self->is_tall) {
    self->is_visible = is_visible;
    self->is_tall = is_tall;
    see(self);
  }
  return G_SOURCE_REMOVE;
}

/* Calls look() soon and not at once, because pages must not change during GTK's layout. */
static void look_soon(struct lockscreen *self) {
  if (!self->look) self->look = g_idle_add(look, self);
}

static void mapped(struct lockscreen *self) {
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(self->window));
  g_signal_handlers_disconnect_by_func(surface, G_CALLBACK(look_soon), self);
  g_signal_connect_swapped(surface, "notify::state", G_CALLBACK(look_soon), self);
  look_soon(self);
}

/* ------------------------------------------------------------------------------------------------ Sessions -------- */

static struct page *find(struct lockscreen *self, const char *key) {
  for (guint i = 0; i < self->pages->len; i++) {
    if (strcmp(page_key(self->pages->pdata[i]), key) == 0) return self->pages->pdata[i];
  }
  return NULL;
}

static const char *key_of(nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  (void)nowplaying_surface_session_get_info(session, &info);
  return info.key;
}

static void changed(nowplaying_surface *surface, nowplaying_surface_session *session,
                    nowplaying_surface_changes changes, void *user_data) {
  (void)surface, (void)changes;
  struct lockscreen *self = user_data;
  struct page *page = find(self, key_of(session));
  if (!page) return;
  page_update(page, session);
  if (page == current(self)) run_clock(self);
}

/* Sessions came, went, or changed their order: pages of sessions that stay are kept. */
static void ordered(nowplaying_surface *surface, void *user_data) {
  struct lockscreen *self = user_data;
  nowplaying_surface_session *sessions[MOST_PAGES];
  GPtrArray *pages = g_ptr_array_new_with_free_func(page_free);
  GtkWidget *widgets[MOST_PAGES];
  size_t count = 0;
  guint seen = 0;
  (void)nowplaying_surface_get_sessions(surface, sessions, MOST_PAGES, &count);
  for (guint i = 0; i < MIN(count, MOST_PAGES); i++) {
    const char *key = key_of(sessions[i]);
    struct page *page = find(self, key);
    if (!page) page = page_new(surface, key);
    else if (g_ptr_array_find(self->pages, page, &seen)) (void)g_ptr_array_steal_index(self->pages, seen);
    page_update(page, sessions[i]);
    g_ptr_array_add(pages, page);
    widgets[i] = page_widget(page);
    nowplaying_surface_session_unref(sessions[i]);
  }
  for (seen = 0; seen < pages->len && g_strcmp0(page_key(pages->pdata[seen]), self->chosen) != 0;) seen++;
  if (seen == pages->len) {
    seen = 0;
    g_clear_pointer(&self->chosen, g_free);
  }
  carousel_set_pages(self->carousel, widgets, pages->len, seen);
  g_ptr_array_unref(self->pages);
  self->pages = pages;
  gtk_stack_set_visible_child(GTK_STACK(self->stack), pages->len ? GTK_WIDGET(self->carousel) : self->nothing);
  see(self);
}

/* The first page always shows the most important session; another page keeps its session until the session ends. */
static void turned(struct lockscreen *self) {
  guint index = carousel_get_current(self->carousel);
  g_free(self->chosen);
  self->chosen = index ? g_strdup(page_key(self->pages->pdata[index])) : NULL;
  see(self);
}

static void bus_state(nowplaying_surface *surface, nowplaying_bus_state state, void *user_data) {
  (void)surface;
  struct lockscreen *self = user_data;
  gtk_label_set_text(GTK_LABEL(gtk_widget_get_last_child(self->nothing)),
                     state == NOWPLAYING_BUS_NONE ? _("There is no session bus") : _("Nothing is playing"));
}

static gboolean readable(gint fd, GIOCondition condition, gpointer user_data) {
  (void)fd, (void)condition;
  (void)nowplaying_surface_dispatch(((struct lockscreen *)user_data)->surface);
  return G_SOURCE_CONTINUE;
}

/* -------------------------------------------------------------------------------------------------- Orders -------- */

static const char *text_of(GtkWidget *widget) {
  if (GTK_IS_LABEL(widget)) return gtk_label_get_text(GTK_LABEL(widget));
  const char *label = g_object_get_data(G_OBJECT(widget), "label");
  return label ? label : "";
}

/* Returns the place of a widget in the window, also of one in a popover, which has a surface of its own. */
static gboolean find_place(GtkWidget *widget, GtkWidget *window, graphene_rect_t *place) {
  GtkNative *native = gtk_widget_get_native(widget);
  GdkSurface *surface = gtk_native_get_surface(native);
  double x = 0, y = 0;
  if (!gtk_widget_compute_bounds(widget, GTK_WIDGET(native), place)) return FALSE;
  if (GTK_WIDGET(native) == window || !GDK_IS_POPUP(surface)) return TRUE;
  gtk_native_get_surface_transform(native, &x, &y);
  graphene_rect_offset(place, (float)(x + gdk_popup_get_position_x(GDK_POPUP(surface))),
                       (float)(y + gdk_popup_get_position_y(GDK_POPUP(surface))));
  return gtk_widget_get_mapped(widget);
}

static void print_widgets(GtkWidget *widget, GtkWidget *window) {
  graphene_rect_t bounds;
  if (!gtk_widget_get_child_visible(widget) || !gtk_widget_get_visible(widget)) return;
  gboolean is_named = strcmp(gtk_widget_get_name(widget), G_OBJECT_TYPE_NAME(widget)) != 0;
  if (is_named && find_place(widget, window, &bounds))
    printf("%s %.0f %.0f %.0f %.0f %s %s\n", gtk_widget_get_name(widget), bounds.origin.x, bounds.origin.y,
           bounds.size.width, bounds.size.height, gtk_widget_is_sensitive(widget) ? "on" : "off", text_of(widget));
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    print_widgets(child, window);
}

static gboolean ordered_by_text(GIOChannel *input, GIOCondition condition, gpointer user_data) {
  (void)condition;
  struct lockscreen *self = user_data;
  char *line = NULL;
  if (g_io_channel_read_line(input, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL) return G_SOURCE_REMOVE;
  if (strcmp(g_strstrip(line), "where") == 0) {
    print_widgets(self->window, self->window);
    printf("end\n");
    fflush(stdout);
  }
  g_free(line);
  return G_SOURCE_CONTINUE;
}

/* ------------------------------------------------------------------------------------------------- Program -------- */

static gboolean quit(gpointer user_data) {
  g_main_loop_quit(((struct lockscreen *)user_data)->loop);
  return G_SOURCE_CONTINUE;
}

static gboolean closed(struct lockscreen *self) {
  g_main_loop_quit(self->loop);
  return TRUE;
}

static void make_window(struct lockscreen *self) {
  GtkCssProvider *style = gtk_css_provider_new();
  GdkDisplay *display = gdk_display_get_default();
  gtk_css_provider_load_from_resource(style, "/org/nowplaying/lockscreen/style.css");
  gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_USER);
  g_object_unref(style);
  /* All is light on dark: so are the parts that the style leaves to the desktop, such as the marks of choices. */
  g_object_set(gtk_settings_get_for_display(display), "gtk-application-prefer-dark-theme", TRUE, NULL);
  gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), "/org/nowplaying/lockscreen/icons");
  self->window = gtk_window_new();
  gtk_window_set_title(GTK_WINDOW(self->window), _("Lock screen"));
  gtk_window_set_default_size(GTK_WINDOW(self->window), WIDTH, HEIGHT);
  self->carousel = LOCKSCREEN_CAROUSEL(carousel_new());
  self->nothing = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18);
  gtk_widget_set_valign(self->nothing, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class(self->nothing, "nothing");
  gtk_box_append(GTK_BOX(self->nothing), icon_new("np-note-symbolic", 72));
  GtkWidget *label = gtk_label_new("");
  gtk_widget_set_name(label, "nothing");
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  gtk_box_append(GTK_BOX(self->nothing), label);
  self->stack = gtk_stack_new();
  gtk_stack_set_transition_type(GTK_STACK(self->stack), GTK_STACK_TRANSITION_TYPE_CROSSFADE);
  gtk_stack_add_child(GTK_STACK(self->stack), self->nothing);
  gtk_stack_add_child(GTK_STACK(self->stack), GTK_WIDGET(self->carousel));
  gtk_window_set_child(GTK_WINDOW(self->window), self->stack);
  g_signal_connect_swapped(self->carousel, "turned", G_CALLBACK(turned), self);
  g_signal_connect_swapped(self->carousel, "resized", G_CALLBACK(look_soon), self);
  g_signal_connect_swapped(self->window, "close-request", G_CALLBACK(closed), self);
  g_signal_connect_swapped(self->window, "map", G_CALLBACK(mapped), self);
  g_signal_connect_swapped(self->window, "unmap", G_CALLBACK(look_soon), self);
}

/* GTK uses the session bus too, for assistive technologies, and would end the program with the bus. */
static void outlive_bus(void) {
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (bus) g_dbus_connection_set_exit_on_close(bus, FALSE);
}

/* Speaks the user's language, which GTK sets, if it was built with catalogues. */
static void speak(void) {
  bindtextdomain(TEXT_DOMAIN, TEXT_FOLDER);
  bind_textdomain_codeset(TEXT_DOMAIN, "UTF-8");
  textdomain(TEXT_DOMAIN);
}

int main(int argc, char **argv) {
  struct lockscreen self = {.loop = g_main_loop_new(NULL, FALSE), .pages = g_ptr_array_new_with_free_func(page_free)};
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  int32_t fd;
  speak();
  if (!gtk_init_check()) {
    fprintf(stderr, "lockscreen: there is no display\n");
    return 1;
  }
  outlive_bus();
  make_window(&self);
  options.name = "lock screen";
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.user_data = &self;
  callbacks.changed = changed;
  callbacks.ordered = ordered;
  callbacks.bus_state = bus_state;
  if (nowplaying_surface_new(&options, &callbacks, &self.surface) ||
      nowplaying_surface_get_fd(self.surface, &fd)) {
    fprintf(stderr, "lockscreen: %s\n", nowplaying_surface_last_error());
    return 1;
  }
  if (argc > 1 && strcmp(argv[1], "--orders") == 0)
    g_io_add_watch(g_io_channel_unix_new(STDIN_FILENO), G_IO_IN | G_IO_HUP, ordered_by_text, &self);
  guint watch = g_unix_fd_add(fd, G_IO_IN, readable, &self);
  g_unix_signal_add(SIGINT, quit, &self);
  g_unix_signal_add(SIGTERM, quit, &self);
  gtk_window_present(GTK_WINDOW(self.window));
  g_main_loop_run(self.loop);

  g_source_remove(watch);
  g_clear_handle_id(&self.clock, g_source_remove);
  g_clear_handle_id(&self.look, g_source_remove);
  g_ptr_array_unref(self.pages);
  gtk_window_destroy(GTK_WINDOW(self.window));
  nowplaying_surface_free(self.surface);
  g_free(self.chosen);
  g_main_loop_unref(self.loop);
  return 0;
}
