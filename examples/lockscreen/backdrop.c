/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Draws a page's artwork, and behind the whole page its colours, blurred and darkened. */
#include <math.h>

#include "lockscreen.h"

enum { GROUND_COLUMNS = 96, FADE_US = 450000, RESIZE_US = 350000, CORNER = 14 };
/* The size of the card while paused, as a share, and the height of tall artwork for its width. */
static const double resting = 0.84, tall_height = 4.0 / 3;
static const double golden_ratio = 0.6180339887;

/* An artwork that is or was shown. */
struct layer {
  GdkPaintable *picture;
  GdkPaintable *video;
  GdkPixbuf *colours;
  GdkTexture *ground; /* made of the colours for a size */
  int width, height;  /* the size */
  GtkIconPaintable *icon;
  enum shape shape;
};

struct _Backdrop {
  GtkWidget parent;
  GtkWidget *place;
  struct layer now, before;
  gint64 fade_began, resize_began; /* 0: not */
  double fade, size, size_from, size_to;
  gulong frames;
  guint tick;
};

G_DEFINE_TYPE(Backdrop, backdrop, GTK_TYPE_WIDGET)

static void layer_clear(struct layer *layer) {
  g_clear_object(&layer->picture);
  g_clear_object(&layer->video);
  g_clear_object(&layer->colours);
  g_clear_object(&layer->ground);
  g_clear_object(&layer->icon);
}

/* ------------------------------------------------------------------------------------------------- Colours -------- */

/* Returns a picture of two matching colours, which are always the same for a name. Names that differ by their last
 * digit have neighbouring hashes, and steps of the golden ratio are far from one another on the circle of hues. */
static GdkPixbuf *colours_of(const char *name) {
  float hue = (float)fmod(g_str_hash(name) * golden_ratio, 1), red, green, blue;
  GdkPixbuf *pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, 2, 16);
  guchar *pixels = gdk_pixbuf_get_pixels(pixbuf);
  for (int y = 0; y < 16; y++) {
    float step = (float)y / 15;
    gtk_hsv_to_rgb(fmodf(hue + 0.12f * step, 1), 0.55f, 0.75f - 0.35f * step, &red, &green, &blue);
    for (int x = 0; x < 2; x++) {
      guchar *pixel = pixels + y * gdk_pixbuf_get_rowstride(pixbuf) + 3 * x;
      pixel[0] = (guchar)(red * 255), pixel[1] = (guchar)(green * 255), pixel[2] = (guchar)(blue * 255);
    }
  }
  return pixbuf;
}

/* One pass of a moving average over a line of pixels; at the ends fewer pixels count. */
static void blur_line(const float *from, float *to, int count, int step, int reach) {
  float sum[3] = {0};
  for (int i = -reach; i <= reach; i++) {
    for (int c = 0; c < 3; c++) sum[c] += from[CLAMP(i, 0, count - 1) * step + c];
  }
  for (int i = 0; i < count; i++) {
    int enters = CLAMP(i + reach + 1, 0, count - 1), leaves = CLAMP(i - reach, 0, count - 1);
    for (int c = 0; c < 3; c++) {
      to[i * step + c] = sum[c] / (float)(2 * reach + 1);
      sum[c] += from[enters * step + c] - from[leaves * step + c];
    }
  }
}

/* Blurs a picture by three moving averages, whose result is close to that of a Gaussian blur. */
static void blur(float *pixels, int columns, int rows, int reach) {
  float *other = g_new(float, (gsize)(columns * rows * 3));
  for (int pass = 0; pass < 3; pass++) {
    for (int y = 0; y < rows; y++) blur_line(pixels + y * columns * 3, other + y * columns * 3, columns, 3, reach);
    for (int x = 0; x < columns; x++) blur_line(other + x * 3, pixels + x * 3, rows, columns * 3, reach);
  }
  g_free(other);
}

/* Returns a picture's pixels, stretched to a size. For tall artwork, the rows below it mirror its lower end. */
static float *spread(const GdkPixbuf *colours, int columns, int rows, enum shape shape) {
  const guchar *pixels = gdk_pixbuf_read_pixels(colours);
  int across = gdk_pixbuf_get_width(colours), down = gdk_pixbuf_get_height(colours);
  int stride = gdk_pixbuf_get_rowstride(colours), channels = gdk_pixbuf_get_n_channels(colours);
  double artwork = shape == SHAPE_TALL ? columns * tall_height : rows;
  float *spread = g_new(float, (gsize)(columns * rows * 3));
  for (int y = 0; y < rows; y++) {
    double at = y < artwork ? y / artwork : fmax(0.8, 2 - y / artwork);
    const guchar *row = pixels + CLAMP((int)(at * down), 0, down - 1) * stride;
    for (int x = 0; x < columns; x++) {
      const guchar *pixel = row + x * across / columns * channels;
      float opacity = channels == 4 ? (float)pixel[3] / 255 : 1;
      for (int c = 0; c < 3; c++) spread[(y * columns + x) * 3 + c] = (float)pixel[c] / 255 * opacity;
    }
  }
  return spread;
}

static double smooth(double from, double to, double value) {
  double t = CLAMP((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/* Returns how bright a picture is, 0 to 1; the ground is darkened by it so that white text can be read. */
static double brightness(const float *pixels, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += 0.3 * pixels[3 * i] + 0.59 * pixels[3 * i + 1] + 0.11 * pixels[3 * i + 2];
  return sum / count;
}

/* Makes the background of a page. Tall artwork is drawn behind the background, which is transparent there. */
static GdkTexture *make_ground(const GdkPixbuf *colours, enum shape shape, int width, int height) {
  int columns = GROUND_COLUMNS, rows = CLAMP(columns * height / MAX(1, width), 1, 4 * columns);
  float *pixels = spread(colours, columns, rows, shape);
  blur(pixels, columns, rows, columns / 7);
  double dark = fmin(0.62, 0.26 / fmax(0.02, brightness(pixels, columns * rows)));
  guchar *bytes = g_malloc((gsize)(columns * rows * 4));
  for (int y = 0; y < rows; y++) {
    double down = (double)y / rows, opacity = 1, factor = dark * (1.12 - 0.5 * down);
    if (shape == SHAPE_TALL)
      opacity = fmax(0.3 * (1 - smooth(0, 0.13, down)), smooth(0.62, 0.985, y / (columns * tall_height)));
    for (int x = 0; x < columns; x++) {
      const float *pixel = pixels + (y * columns + x) * 3;
      double grey = 0.3 * pixel[0] + 0.59 * pixel[1] + 0.11 * pixel[2];
      guchar *byte = bytes + (y * columns + x) * 4;
      for (int c = 0; c < 3; c++) {
        double vivid = CLAMP(grey + (pixel[c] - grey) * 1.45, 0, 1) * factor * opacity * 255;
        byte[c] = (guchar)fmin(255 * opacity, vivid + (double)((x * 7 + y * 13 + c * 5) % 16) / 16);
      }
      byte[3] = (guchar)(opacity * 255);
    }
  }
  GBytes *data = g_bytes_new_take(bytes, (gsize)(columns * rows * 4));
  GdkTexture *ground =
      gdk_memory_texture_new(columns, rows, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, data, (gsize)columns * 4);
  g_bytes_unref(data);
  g_free(pixels);
  return ground;
}

/* ------------------------------------------------------------------------------------------------- Drawing -------- */

/* Fills a rectangle, whatever the picture's own shape is. */
static void draw_filling(GtkSnapshot *snapshot, GdkPaintable *picture, const graphene_rect_t *rect) {
  double ratio = gdk_paintable_get_intrinsic_aspect_ratio(picture);
  double width = rect->size.width, height = rect->size.height;
  if (ratio > 0 && ratio > width / height) width = height * ratio;
  else if (ratio > 0) height = width / ratio;
  gtk_snapshot_save(snapshot);
  gtk_snapshot_push_clip(snapshot, rect);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(rect->origin.x + (rect->size.width - (float)width) / 2,
                                                        rect->origin.y + (rect->size.height - (float)height) / 2));
  gdk_paintable_snapshot(picture, snapshot, width, height);
  gtk_snapshot_pop(snapshot);
  gtk_snapshot_restore(snapshot);
}

/* Returns the place of the card: centred, with the picture's shape unless that is extreme. */
static graphene_rect_t card_of(Backdrop *self, const struct layer *layer) {
  graphene_rect_t place, card;
  if (!gtk_widget_compute_bounds(self->place, GTK_WIDGET(self), &place)) place = GRAPHENE_RECT_INIT(0, 0, 0, 0);
  GdkPaintable *picture = layer->video ? layer->video : layer->picture;
  double ratio = picture ? gdk_paintable_get_intrinsic_aspect_ratio(picture) : 1;
  ratio = ratio > 0 ? CLAMP(ratio, 0.75, 16.0 / 9) : 1;
  double width = fmin(place.size.width, place.size.height * ratio) * self->size, height = width / ratio;
  graphene_rect_init(&card, place.origin.x + (place.size.width - (float)width) / 2,
                     place.origin.y + (place.size.height - (float)height) / 2, (float)width, (float)height);
  return card;
}

static void draw_card(Backdrop *self, GtkSnapshot *snapshot, const struct layer *layer) {
  static const GdkRGBA shadow = {0, 0, 0, 0.45f}, edge = {1, 1, 1, 0.10f}, white = {1, 1, 1, 0.9f};
  static const GskColorStop sheen[] = {{0, {1, 1, 1, 0.22f}}, {1, {1, 1, 1, 0.07f}}};
  graphene_rect_t card = card_of(self, layer);
  GskRoundedRect outline;
  if (card.size.width < 1 || card.size.height < 1) return;
  gsk_rounded_rect_init_from_rect(&outline, &card, CORNER);
  gtk_snapshot_append_outset_shadow(snapshot, &outline, &shadow, 0, 14, 0, 30);
  gtk_snapshot_push_rounded_clip(snapshot, &outline);
  if (layer->video || layer->picture) {
    draw_filling(snapshot, layer->video ? layer->video : layer->picture, &card);
  } else {
    graphene_point_t foot = GRAPHENE_POINT_INIT(card.origin.x, card.origin.y + card.size.height);
    gtk_snapshot_append_linear_gradient(snapshot, &card, &card.origin, &foot, sheen, 2);
    double size = card.size.width * 0.36;
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(card.origin.x + (card.size.width - (float)size) / 2,
                                                          card.origin.y + (card.size.height - (float)size) / 2));
    gtk_symbolic_paintable_snapshot_symbolic(GTK_SYMBOLIC_PAINTABLE(layer->icon), snapshot, size, size, &white, 1);
    gtk_snapshot_restore(snapshot);
  }
  gtk_snapshot_pop(snapshot);
  gtk_snapshot_append_border(snapshot, &outline, (float[4]){1, 1, 1, 1}, (GdkRGBA[4]){edge, edge, edge, edge});
}

static void draw_layer(Backdrop *self, GtkSnapshot *snapshot, struct layer *layer) {
  int width = gtk_widget_get_width(GTK_WIDGET(self)), height = gtk_widget_get_height(GTK_WIDGET(self));
  graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height);
  if (!layer->colours || width < 1 || height < 1) return;
  if (!layer->ground || layer->width != width || layer->height != height) {
    g_clear_object(&layer->ground);
    layer->ground = make_ground(layer->colours, layer->shape, width, height);
    layer->width = width, layer->height = height;
  }
  if (layer->shape == SHAPE_TALL) {
    graphene_rect_t top = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)(width * tall_height));
    gtk_snapshot_append_color(snapshot, &(GdkRGBA){0, 0, 0, 1}, &all);
    if (layer->video || layer->picture) draw_filling(snapshot, layer->video ? layer->video : layer->picture, &top);
  }
  gtk_snapshot_append_texture(snapshot, layer->ground, &all);
  if (layer->shape == SHAPE_CARD) draw_card(self, snapshot, layer);
}

static void snapshot_backdrop(GtkWidget *widget, GtkSnapshot *snapshot) {
  Backdrop *self = LOCKSCREEN_BACKDROP(widget);
  if (self->fade < 1) draw_layer(self, snapshot, &self->before);
  if (self->fade < 1) gtk_snapshot_push_opacity(snapshot, self->fade);
  draw_layer(self, snapshot, &self->now);
  if (self->fade < 1) gtk_snapshot_pop(snapshot);
}

/* --------------------------------------------------------------------------------------------- Transitions -------- */

/* Advances the transitions, in each frame until all of them have ended. */
static gboolean advance(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data) {
  (void)user_data;
  Backdrop *self = LOCKSCREEN_BACKDROP(widget);
  gint64 now = gdk_frame_clock_get_frame_time(clock);
  self->fade = self->fade_began ? smooth(0, FADE_US, (double)(now - self->fade_began)) : 1;
  double step = self->resize_began ? smooth(0, RESIZE_US, (double)(now - self->resize_began)) : 1;
  self->size = self->size_from + (self->size_to - self->size_from) * step;
  gtk_widget_queue_draw(widget);
  if (self->fade >= 1) layer_clear(&self->before);
  if (self->fade < 1 || step < 1) return G_SOURCE_CONTINUE;
  self->fade_began = self->resize_began = 0;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* Begins a transition. Returns the time of its begin; 0 if it ends at once, because it would not be seen or the user
 * wants no animations. */
static gint64 begin(Backdrop *self) {
  GtkWidget *widget = GTK_WIDGET(self);
  gboolean animates = FALSE;
  g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &animates, NULL);
  if (!self->tick) self->tick = gtk_widget_add_tick_callback(widget, advance, NULL, NULL);
  if (!animates || !gtk_widget_get_mapped(widget)) return 0;
  return gdk_frame_clock_get_frame_time(gtk_widget_get_frame_clock(widget));
}

void backdrop_set_playing(Backdrop *self, gboolean is_playing) {
  double wanted = is_playing ? 1 : resting;
  if (self->size_to == wanted) return;
  self->size_from = self->size;
  self->size_to = wanted;
  self->resize_began = begin(self);
}

static void drop_video(Backdrop *self) {
  if (self->now.video) g_signal_handler_disconnect(self->now.video, self->frames);
  g_clear_object(&self->now.video);
}

void backdrop_set_video(Backdrop *self, GdkPaintable *video) {
  drop_video(self);
  if (video) {
    self->now.video = g_object_ref(video);
    self->frames = g_signal_connect_swapped(video, "invalidate-contents", G_CALLBACK(gtk_widget_queue_draw), self);
  }
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void backdrop_show(Backdrop *self, const struct picture *picture, enum shape shape, const char *icon,
                   const char *name) {
  drop_video(self);
  layer_clear(&self->before);
  self->before = self->now;
  self->now = (struct layer){.shape = shape};
  if (picture) {
    self->now.picture = GDK_PAINTABLE(g_object_ref(picture->texture));
    self->now.colours = g_object_ref(picture->colours);
  } else {
    GtkIconTheme *theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(GTK_WIDGET(self)));
    self->now.colours = colours_of(name);
    self->now.icon = gtk_icon_theme_lookup_icon(theme, icon, NULL, 128, 1, GTK_TEXT_DIR_NONE, 0);
  }
  self->fade_began = begin(self);
  self->fade = self->fade_began && self->before.colours ? 0 : 1;
}

static void dispose(GObject *object) {
  Backdrop *self = LOCKSCREEN_BACKDROP(object);
  drop_video(self);
  layer_clear(&self->now);
  layer_clear(&self->before);
  G_OBJECT_CLASS(backdrop_parent_class)->dispose(object);
}

static void backdrop_class_init(BackdropClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  GTK_WIDGET_CLASS(class)->snapshot = snapshot_backdrop;
}

static void backdrop_init(Backdrop *self) { self->fade = 1, self->size = self->size_from = self->size_to = resting; }

GtkWidget *backdrop_new(GtkWidget *place) {
  Backdrop *self = g_object_new(backdrop_get_type(), "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  self->place = place;
  return GTK_WIDGET(self);
}
