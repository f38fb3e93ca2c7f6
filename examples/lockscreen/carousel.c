/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Pages side by side, of which one is seen: swiped with a finger, a mouse or a touchpad, or turned by Page Up and Down.
 * Only the pages that can be seen are drawn. */
#include <math.h>

#include "lockscreen.h"

enum { TURN_US = 380000, DOT = 6, DOT_GAP = 8, DOTS_ABOVE_END = 18 };
/* A drag is a swipe if it takes at most SWIPE_MS and covers at least SWIPE pixels. SCROLL is the distance that a
 * touchpad scrolls for one page. */
enum { SWIPE_MS = 300, SWIPE = 30, SCROLL = 12 };

struct _Carousel {
  GtkWidget parent;
  guint current;
  double position, from; /* in pages; where a turn began */
  gint64 turn_began;     /* 0: no page is turned */
  guint tick;
  double drag_began, scrolled;
  guint32 drag_time;
};

G_DEFINE_TYPE(Carousel, carousel, GTK_TYPE_WIDGET)

static guint turned_signal, resized_signal;

static guint count_of(Carousel *self) {
  guint count = 0;
  for (GtkWidget *page = gtk_widget_get_first_child(GTK_WIDGET(self)); page; page = gtk_widget_get_next_sibling(page))
    count++;
  return count;
}

/* Returns 1 if the next page is to the right, and -1 if it is to the left, where text runs from right to left. */
static int way_of(Carousel *self) {
  return gtk_widget_get_direction(GTK_WIDGET(self)) == GTK_TEXT_DIR_RTL ? -1 : 1;
}

guint carousel_get_current(Carousel *self) { return self->current; }

/* ------------------------------------------------------------------------------------------------- Turning -------- */

static gboolean advance(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data) {
  (void)user_data;
  Carousel *self = LOCKSCREEN_CAROUSEL(widget);
  double passed = CLAMP((double)(gdk_frame_clock_get_frame_time(clock) - self->turn_began) / TURN_US, 0, 1);
  self->position = self->from + (self->current - self->from) * (1 - pow(1 - passed, 3));
  gtk_widget_queue_allocate(widget);
  if (passed < 1) return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void rest(Carousel *self) {
  if (self->tick) gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
  self->tick = 0;
}

static void turn(Carousel *self, double from, guint to) {
  gboolean animates = FALSE;
  rest(self);
  g_object_get(gtk_widget_get_settings(GTK_WIDGET(self)), "gtk-enable-animations", &animates, NULL);
  self->current = to;
  self->from = from;
  if (animates && gtk_widget_get_mapped(GTK_WIDGET(self)) && from != to) {
    self->turn_began = gdk_frame_clock_get_frame_time(gtk_widget_get_frame_clock(GTK_WIDGET(self)));
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), advance, NULL, NULL);
  } else {
    self->position = to;
    gtk_widget_queue_allocate(GTK_WIDGET(self));
  }
}

/* The user goes to another page, or back to the current one. */
static void go(Carousel *self, int to) {
  guint before = self->current, count = count_of(self);
  if (count == 0) return;
  turn(self, self->position, (guint)CLAMP(to, 0, (int)count - 1));
  if (self->current != before) g_signal_emit(self, turned_signal, 0);
}

void carousel_set_pages(Carousel *self, GtkWidget **pages, guint count, guint current) {
  GtkWidget *widget = GTK_WIDGET(self), *seen = NULL, *page;
  guint index = 0, was = 0;
  gboolean is_there = FALSE;
  for (page = gtk_widget_get_first_child(widget); page; page = gtk_widget_get_next_sibling(page)) {
    if (index++ == self->current) seen = page;
  }
  for (index = 0; index < count; index++) {
    if (pages[index] == seen) was = index, is_there = TRUE;
  }
  /* The visible page stays where it is, and the others get new places around it. */
  double from = is_there ? was + (self->position - self->current) : current;
  for (GtkWidget *next = gtk_widget_get_first_child(widget); (page = next);) {
    next = gtk_widget_get_next_sibling(page);
    for (index = 0; index < count && pages[index] != page; index++) {
    }
    if (index == count) gtk_widget_unparent(page);
  }
  for (index = 0; index < count; index++) gtk_widget_insert_before(pages[index], widget, NULL);
  self->position = from;
  turn(self, from, current);
  gtk_widget_queue_resize(widget);
}

/* --------------------------------------------------------------------------------------------------- Input -------- */

static void drag_begin(GtkGestureDrag *gesture, double x, double y, Carousel *self) {
  (void)x, (void)y;
  rest(self);
  self->drag_time = gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture));
  self->drag_began = self->position;
}

static void drag_update(GtkGestureDrag *gesture, double x, double y, Carousel *self) {
  (void)y;
  double pages = x / MAX(1, gtk_widget_get_width(GTK_WIDGET(self)));
  double most = count_of(self) - 1.0, to = self->drag_began - way_of(self) * pages;
  if (fabs(x) > 8) gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  /* Beyond the first and the last page, the pages follow the drag by a third of its distance. */
  self->position = to < 0 ? to / 3 : to > most ? most + (to - most) / 3 : to;
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void drag_end(GtkGestureDrag *gesture, double x, double y, Carousel *self) {
  guint32 passed = gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture)) - self->drag_time;
  gboolean is_swipe = passed < SWIPE_MS && fabs(x) > SWIPE && fabs(x) > fabs(y);
  if (self->position == self->current) return;
  is_swipe = is_swipe || fabs(x) > gtk_widget_get_width(GTK_WIDGET(self)) / 3.0;
  go(self, (int)self->current + (!is_swipe ? 0 : x < 0 ? way_of(self) : -way_of(self)));
}

static gboolean scroll(GtkEventControllerScroll *controller, double x, double y, Carousel *self) {
  (void)controller, (void)y;
  self->scrolled += x;
  if (fabs(self->scrolled) < SCROLL) return x != 0;
  go(self, (int)self->current + (self->scrolled > 0 ? way_of(self) : -way_of(self)));
  self->scrolled = 0;
  return TRUE;
}

static void scroll_begin(GtkEventControllerScroll *controller, Carousel *self) {
  (void)controller;
  self->scrolled = 0;
}

static gboolean turn_by_key(GtkWidget *widget, GVariant *pages, gpointer user_data) {
  (void)user_data;
  go(LOCKSCREEN_CAROUSEL(widget), (int)LOCKSCREEN_CAROUSEL(widget)->current + g_variant_get_int32(pages));
  return TRUE;
}

/* -------------------------------------------------------------------------------------------------- Widget -------- */

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
  (void)minimum_baseline, (void)natural_baseline;
  for (GtkWidget *page = gtk_widget_get_first_child(widget); page; page = gtk_widget_get_next_sibling(page)) {
    int least, most;
    gtk_widget_measure(page, orientation, for_size, &least, &most, NULL, NULL);
    *minimum = MAX(*minimum, least);
    *natural = MAX(*natural, most);
  }
}

static void allocate(GtkWidget *widget, int width, int height, int baseline) {
  Carousel *self = LOCKSCREEN_CAROUSEL(widget);
  double place = -self->position;
  for (GtkWidget *page = gtk_widget_get_first_child(widget); page; page = gtk_widget_get_next_sibling(page), place++) {
    float x = (float)round(way_of(self) * place * width);
    gtk_widget_set_child_visible(page, fabs(place) < 1);
    gtk_widget_allocate(page, width, height, baseline, gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(x, 0)));
  }
  gtk_widget_queue_draw(widget); /* the dots */
  g_signal_emit(self, resized_signal, 0);
}

static void snapshot_carousel(GtkWidget *widget, GtkSnapshot *snapshot) {
  Carousel *self = LOCKSCREEN_CAROUSEL(widget);
  guint count = count_of(self);
  GTK_WIDGET_CLASS(carousel_parent_class)->snapshot(widget, snapshot);
  float x = ((float)gtk_widget_get_width(widget) - (float)(count * (DOT + DOT_GAP) - DOT_GAP)) / 2;
  for (guint i = 0; count > 1 && i < count; i++, x += DOT + DOT_GAP) {
    double distance = fmin(1, fabs(self->position - (way_of(self) > 0 ? i : count - 1 - i)));
    graphene_rect_t dot = GRAPHENE_RECT_INIT(x, (float)(gtk_widget_get_height(widget) - DOTS_ABOVE_END), DOT, DOT);
    GskRoundedRect round;
    gsk_rounded_rect_init_from_rect(&round, &dot, DOT / 2.0f);
    gtk_snapshot_push_rounded_clip(snapshot, &round);
    gtk_snapshot_append_color(snapshot, &(GdkRGBA){1, 1, 1, (float)(0.95 - 0.6 * distance)}, &dot);
    gtk_snapshot_pop(snapshot);
  }
}

static void dispose(GObject *object) {
  GtkWidget *page;
  while ((page = gtk_widget_get_first_child(GTK_WIDGET(object)))) gtk_widget_unparent(page);
  G_OBJECT_CLASS(carousel_parent_class)->dispose(object);
}

static void carousel_class_init(CarouselClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = dispose;
  widget->measure = measure;
  widget->size_allocate = allocate;
  widget->snapshot = snapshot_carousel;
  turned_signal = g_signal_new("turned", carousel_get_type(), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  resized_signal = g_signal_new("resized", carousel_get_type(), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void carousel_init(Carousel *self) {
  GtkWidget *widget = GTK_WIDGET(self);
  GtkGesture *drag = gtk_gesture_drag_new();
  GtkEventController *keys = gtk_shortcut_controller_new();
  GtkEventController *scrolls = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL);
  g_signal_connect(drag, "drag-begin", G_CALLBACK(drag_begin), self);
  g_signal_connect(drag, "drag-update", G_CALLBACK(drag_update), self);
  g_signal_connect(drag, "drag-end", G_CALLBACK(drag_end), self);
  g_signal_connect(scrolls, "scroll", G_CALLBACK(scroll), self);
  g_signal_connect(scrolls, "scroll-begin", G_CALLBACK(scroll_begin), self);
  const struct { guint key; int pages; } turns[] = {{GDK_KEY_Page_Down, 1}, {GDK_KEY_Page_Up, -1}};
  for (int i = 0; i < 2; i++) {
    GtkShortcut *shortcut = gtk_shortcut_new(gtk_keyval_trigger_new(turns[i].key, 0),
                                             gtk_callback_action_new(turn_by_key, NULL, NULL));
    gtk_shortcut_set_arguments(shortcut, g_variant_new_int32(turns[i].pages));
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys), shortcut);
  }
  gtk_shortcut_controller_set_scope(GTK_SHORTCUT_CONTROLLER(keys), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(drag));
  gtk_widget_add_controller(widget, scrolls);
  gtk_widget_add_controller(widget, keys);
  gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
}

GtkWidget *carousel_new(void) { return g_object_new(carousel_get_type(), NULL); }
