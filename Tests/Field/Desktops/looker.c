/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A module for programs with GTK 3, which load it by $GTK_MODULES: on SIGUSR1 it writes the labels, pictures and
 * buttons of phosh's media player that are on the lock screen to the file $LOOKED, with the places where they are
 * drawn. On SIGUSR2 it does the first action of the button whose name is in the file $LOOKED.press, as AT-SPI does it
 * for a screen reader. With $LOOKED_FROM_RIGHT, text runs from right to left. */
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

/* Returns the letters of a label in the order in which they are drawn, from the left. */
static char *drawn(GtkLabel *label) {
  PangoLayout *layout = gtk_label_get_layout(label);
  PangoLayoutIter *iterator = pango_layout_get_iter(layout);
  GString *found = g_string_new(NULL);
  do {
    gunichar letter = g_utf8_get_char(pango_layout_get_text(layout) + pango_layout_iter_get_index(iterator));
    if (letter) g_string_append_unichar(found, letter);
  } while (pango_layout_iter_next_char(iterator));
  pango_layout_iter_free(iterator);
  return g_string_free(found, FALSE);
}

/* Returns what is drawn of a widget. */
static JsonObject *describe(GtkWidget *widget) {
  JsonObject *part = json_object_new();
  GtkStyleContext *style = gtk_widget_get_style_context(widget);
  PangoFontDescription *font = NULL;
  int x = 0, y = 0;
  double opacity = 1;
  gtk_style_context_get(style, gtk_style_context_get_state(style), "font", &font, "opacity", &opacity, NULL);
  gtk_widget_translate_coordinates(widget, gtk_widget_get_toplevel(widget), 0, 0, &x, &y);
  json_object_set_string_member(part, "type", G_OBJECT_TYPE_NAME(widget));
  json_object_set_string_member(part, "name", atk_object_get_name(gtk_widget_get_accessible(widget)));
  json_object_set_int_member(part, "x", x);
  json_object_set_int_member(part, "y", y);
  json_object_set_int_member(part, "width", gtk_widget_get_allocated_width(widget));
  json_object_set_int_member(part, "height", gtk_widget_get_allocated_height(widget));
  json_object_set_double_member(part, "size", pango_font_description_get_size(font) / (double)PANGO_SCALE);
  json_object_set_double_member(part, "opacity", opacity);
  if (GTK_IS_LABEL(widget)) {
    json_object_set_string_member(part, "text", gtk_label_get_text(GTK_LABEL(widget)));
    char *letters = drawn(GTK_LABEL(widget));
    json_object_set_string_member(part, "drawn", letters);
    g_free(letters);
    json_object_set_boolean_member(part, "cut", pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(widget))));
  } else if (GTK_IS_IMAGE(widget)) {
    char *icon = NULL;
    g_object_get(widget, "icon-name", &icon, NULL);
    json_object_set_string_member(part, "icon", icon);
    g_free(icon);
  }
  pango_font_description_free(font);
  return part;
}

static void look_at(GtkWidget *widget, gpointer parts) {
  if (!gtk_widget_get_mapped(widget)) return;
  if (GTK_IS_LABEL(widget) || GTK_IS_IMAGE(widget) || GTK_IS_BUTTON(widget) || GTK_IS_PROGRESS_BAR(widget))
    json_array_add_object_element(parts, describe(widget));
  if (GTK_IS_CONTAINER(widget)) gtk_container_forall(GTK_CONTAINER(widget), look_at, parts);
}

static void find_player(GtkWidget *widget, gpointer parts) {
  if (g_str_equal(G_OBJECT_TYPE_NAME(widget), "PhoshMediaPlayer")) look_at(widget, parts);
  else if (GTK_IS_CONTAINER(widget)) gtk_container_forall(GTK_CONTAINER(widget), find_player, parts);
}

/* Presses the button with the name, which is set to NULL then. */
static void press(GtkWidget *widget, gpointer name) {
  char **wanted = name;
  AtkObject *accessible = gtk_widget_get_accessible(widget);
  if (*wanted && GTK_IS_BUTTON(widget) && gtk_widget_get_mapped(widget) &&
      g_strcmp0(atk_object_get_name(accessible), *wanted) == 0) {
    *wanted = NULL;
    atk_action_do_action(ATK_ACTION(accessible), 0);
  } else if (*wanted && GTK_IS_CONTAINER(widget)) {
    gtk_container_forall(GTK_CONTAINER(widget), press, name);
  }
}

static gboolean obey(gpointer data) {
  char *path = g_strconcat(g_getenv("LOOKED"), ".press", NULL), *name = NULL;
  g_file_get_contents(path, &name, NULL, NULL);
  char *wanted = name;
  GList *windows = gtk_window_list_toplevels();
  for (GList *each = windows; each; each = each->next) press(each->data, &wanted);
  g_list_free(windows);
  g_free(name);
  g_free(path);
  return G_SOURCE_CONTINUE;
}

static gboolean tell(gpointer data) {
  JsonNode *node = json_node_init_array(json_node_alloc(), json_array_new());
  GList *windows = gtk_window_list_toplevels();
  for (GList *each = windows; each; each = each->next)
    if (g_str_equal(G_OBJECT_TYPE_NAME(each->data), "PhoshLockscreen"))
      find_player(each->data, json_node_get_array(node));
  g_list_free(windows);
  char *text = json_to_string(node, FALSE);
  g_file_set_contents(g_getenv("LOOKED"), text, -1, NULL);
  g_free(text);
  json_node_unref(node);
  return G_SOURCE_CONTINUE;
}

G_MODULE_EXPORT void gtk_module_init(int *count, char ***words);
void gtk_module_init(int *count, char ***words) {
  if (g_getenv("LOOKED_FROM_RIGHT")) gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL);
  g_unix_signal_add(SIGUSR1, tell, NULL);
  g_unix_signal_add(SIGUSR2, obey, NULL);
  tell(NULL); /* says that the signal may come */
}
