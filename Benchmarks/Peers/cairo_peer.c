/* The rows drawn with Cairo's image surface. */
#include "harness.h"

#include <cairo.h>
#include <stdlib.h>

const char *peer_name = "Cairo";

static cairo_t *context;
static cairo_surface_t *target, *backdrop, *camera, *sprites[SPRITES];

static void set_color(Color c) {
  cairo_set_source_rgba(context, c.red / 255.0, c.green / 255.0, c.blue / 255.0, c.alpha / 255.0);
}

static void add_stops(cairo_pattern_t *pattern, const Stop *stops, int count) {
  for (int i = 0; i < count; i++) {
    Color c = stops[i].color;
    cairo_pattern_add_color_stop_rgba(pattern, stops[i].offset, c.red / 255.0, c.green / 255.0,
                                      c.blue / 255.0, c.alpha / 255.0);
  }
}

static void use(cairo_pattern_t *pattern) {
  cairo_set_source(context, pattern);
  cairo_pattern_destroy(pattern);
}

static void paint_linear(cairo_t *onto, const Point axis[2], const Stop *stops, int count) {
  cairo_pattern_t *pattern =
      cairo_pattern_create_linear(axis[0].x, axis[0].y, axis[1].x, axis[1].y);
  add_stops(pattern, stops, count);
  cairo_set_source(onto, pattern);
  cairo_pattern_destroy(pattern);
  cairo_paint(onto);
}

static void use_radial(Point center, double radius, const Stop *stops, int count) {
  cairo_pattern_t *pattern =
      cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius);
  add_stops(pattern, stops, count);
  use(pattern);
}

static void fill_disc(Disc disc, double (*falloff)(double), int count) {
  Stop stops[LARGE_STOPS];
  sample(falloff, disc.color, count, stops);
  use_radial(disc.center, disc.radius, stops, count);
  cairo_arc(context, disc.center.x, disc.center.y, disc.radius, 0, 2 * M_PI);
  cairo_fill(context);
}

static void stroke_ring(Ring ring) {
  set_color(ring.color);
  cairo_set_line_width(context, ring.width);
  cairo_arc(context, ring.center.x, ring.center.y, ring.radius, 0, 2 * M_PI);
  cairo_stroke(context);
}

void peer_begin(void) {
  int stride = WIDTH * 4;
  target = cairo_image_surface_create_for_data((unsigned char *)canvas, CAIRO_FORMAT_ARGB32,
                                               WIDTH, HEIGHT, stride);
  context = cairo_create(target);
  backdrop = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *onto = cairo_create(backdrop);
  paint_linear(onto, (Point[2]){{0, 0}, {0, HEIGHT}}, BACKDROP, 2);
  cairo_destroy(onto);
  uint32_t *pixels = malloc(CAMERA_WIDTH * HEIGHT * 4);
  camera_pixels(pixels);
  camera = cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_RGB24,
                                               CAMERA_WIDTH, HEIGHT, CAMERA_WIDTH * 4);
  for (int i = 0; i < SPRITES; i++) {
    int side = sprite_side(i);
    uint32_t *pixels = malloc(side * side * 4);
    make_sprite(i, pixels);
    sprites[i] = cairo_image_surface_create_for_data(
        (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, side, side, side * 4);
  }
}

void peer_restore_backdrop(void) {
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface(context, backdrop, 0, 0);
  cairo_paint(context);
  cairo_set_operator(context, CAIRO_OPERATOR_OVER);
}

void peer_finish(void) { cairo_surface_flush(target); }

static void soft_discs(int frame) {
  for (int i = 0; i < DISCS; i++) {
    Placement place = place_sprite(i, frame);
    cairo_set_source_surface(context, sprites[place.sprite], place.x, place.y);
    cairo_paint(context);
  }
}

static void breathing_discs(int frame) {
  for (int i = 0; i < DISCS; i++) fill_disc(breathing_disc_at(i, frame), soft_disc, DISC_STOPS);
}

static void rings(int frame) {
  for (int i = 0; i < RINGS; i++) stroke_ring(ring_at(i, frame));
}

static void bubbles(int frame) {
  for (int i = 0; i < BUBBLES; i++) {
    Disc body, highlight;
    Ring outline;
    bubble_at(i, frame, &body, &outline, &highlight);
    fill_disc(body, soft_disc, LARGE_STOPS);
    stroke_ring(outline);
    fill_disc(highlight, soft_disc, LARGE_STOPS);
  }
}

static void blobs(int frame) {
  for (int i = 0; i < BLOBS; i++) fill_disc(blob_at(i, frame), soft_disc, LARGE_STOPS);
}

static void orbs(int frame, cairo_operator_t operator) {
  cairo_set_operator(context, operator);
  for (int i = 0; i < ORBS; i++) fill_disc(orb_at(i, frame), glow, LARGE_STOPS);
  cairo_set_operator(context, CAIRO_OPERATOR_OVER);
}

static void orbs_add(int frame) { orbs(frame, CAIRO_OPERATOR_ADD); }
static void orbs_screen(int frame) { orbs(frame, CAIRO_OPERATOR_SCREEN); }

static void ring_light(int frame) {
  double reach;
  Stop stops[LIGHT_STOPS];
  Ring ring = ring_light_at(frame, &reach, stops);
  use_radial(ring.center, ring.radius + reach, stops, LIGHT_STOPS);
  cairo_set_line_width(context, reach * 2);
  cairo_arc(context, ring.center.x, ring.center.y, ring.radius, 0, 2 * M_PI);
  cairo_stroke(context);
}

static void camera_ring(int frame) {
  cairo_set_source_surface(context, camera, -(frame % CAMERA_TRAVEL), 0);
  cairo_paint(context);
  ring_light(frame);
}

static void linear_gradient(int frame) {
  Point axis[2];
  linear_axis(frame, axis);
  paint_linear(context, axis, SKY, 3);
}

static void vertical_gradient(int frame) {
  Point axis[2];
  vertical_axis(frame, axis);
  paint_linear(context, axis, SKY, 3);
}

static void radial_gradient(int frame) {
  Disc circle = radial_circle(frame);
  use_radial(circle.center, circle.radius, SKY, 3);
  cairo_paint(context);
}

static void begin_stroke(void) {
  set_color(stroke_color());
  cairo_set_line_width(context, STROKE_RADIUS * 2);
  cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
}

static void append_segment(int frame) {
  Point from = stroke_point(frame % 1000, 0), to = stroke_point(frame % 1000 + 1, 0);
  begin_stroke();
  cairo_move_to(context, from.x, from.y);
  cairo_line_to(context, to.x, to.y);
  cairo_stroke(context);
}

static void redraw_stroke(int frame) {
  begin_stroke();
  for (int i = 0; i < STROKE_POINTS; i++) {
    Point point = stroke_point(i, stroke_shift(frame));
    cairo_line_to(context, point.x, point.y);
  }
  cairo_stroke(context);
}

const Row rows[] = {
    {"soft-discs", 1, soft_discs},
    {"soft-discs-alone", 0, soft_discs},
    {"breathing-discs", 1, breathing_discs},
    {"rings", 1, rings},
    {"rings-alone", 0, rings},
    {"bubbles", 1, bubbles},
    {"blobs", 1, blobs},
    {"orbs-add", 1, orbs_add},
    {"orbs-screen", 1, orbs_screen},
    {"ring-light", 1, ring_light},
    {"ring-light-alone", 0, ring_light},
    {"camera-ring", 0, camera_ring},
    {"linear-gradient", 0, linear_gradient},
    {"vertical-gradient", 0, vertical_gradient},
    {"radial-gradient", 0, radial_gradient},
    {"append-segment", 0, append_segment},
    {"append-segment-alone", 0, append_segment},
    {"redraw-stroke", 1, redraw_stroke},
    {"redraw-stroke-alone", 0, redraw_stroke},
    {0},
};
