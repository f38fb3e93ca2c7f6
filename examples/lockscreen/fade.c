/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Draws what is scrolled sideways so that it fades out where it goes on. GTK 4.8 has no masks: strips of the child are
 * drawn, each paler than the one before. */
#include <math.h>

#include "lockscreen.h"

enum { REACH = 48, STRIP = 2 };

struct _Fade {
  GtkWidget parent;
};

G_DEFINE_TYPE(Fade, fade, GTK_TYPE_WIDGET)

/* Returns how opaque a place is that is at a distance from an end, behind which something is hidden. */
static double opacity_of(double distance, double hidden) {
  double least = 1 - CLAMP(hidden / REACH, 0, 1);
  return CLAMP(least + (1 - least) * distance / REACH, 0, 1);
}

static void snapshot_fade(GtkWidget *widget, GtkSnapshot *snapshot) {
  GtkWidget *child = gtk_widget_get_first_child(widget);
  GtkAdjustment *place = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(child));
  double before = gtk_adjustment_get_value(place) - gtk_adjustment_get_lower(place);
  double behind = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place) -
                  gtk_adjustment_get_value(place);
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget), step;
  for (int x = 0; x < width; x += step) {
    step = x >= REACH && x < width - REACH ? width - REACH - x : MIN(STRIP, width - x);
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT((float)x, 0, (float)step, (float)height));
    gtk_snapshot_push_opacity(snapshot, fmin(opacity_of(x, before), opacity_of(width - x - step, behind)));
    gtk_widget_snapshot_child(widget, child, snapshot);
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_pop(snapshot);
  }
}

static void dispose(GObject *object) {
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(object));
  if (child) gtk_widget_unparent(child);
  G_OBJECT_CLASS(fade_parent_class)->dispose(object);
}

static void fade_class_init(FadeClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  GTK_WIDGET_CLASS(class)->snapshot = snapshot_fade;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}

static void fade_init(Fade *self) { (void)self; }

GtkWidget *fade_new(GtkWidget *scrolled) {
  GtkWidget *fade = g_object_new(fade_get_type(), NULL);
  GtkAdjustment *place = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scrolled));
  gtk_widget_set_parent(scrolled, fade);
  g_signal_connect_object(place, "value-changed", G_CALLBACK(gtk_widget_queue_draw), fade, G_CONNECT_SWAPPED);
  g_signal_connect_object(place, "changed", G_CALLBACK(gtk_widget_queue_draw), fade, G_CONNECT_SWAPPED);
  return fade;
}
