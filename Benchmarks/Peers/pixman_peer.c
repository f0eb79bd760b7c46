/* The rows that pixman can draw: images and gradients; it has no paths. */
#include "harness.h"

#include <pixman.h>
#include <stdlib.h>

const char *peer_name = "pixman";

static pixman_image_t *target, *backdrop, *camera, *sprites[SPRITES];

static void convert(const Stop *stops, int count, pixman_gradient_stop_t *out) {
  for (int i = 0; i < count; i++) {
    Color c = stops[i].color;
    out[i].x = pixman_double_to_fixed(stops[i].offset);
    out[i].color = (pixman_color_t){c.red * 257, c.green * 257, c.blue * 257, c.alpha * 257};
  }
}

static pixman_point_fixed_t fixed(Point point) {
  return (pixman_point_fixed_t){pixman_double_to_fixed(point.x), pixman_double_to_fixed(point.y)};
}

/* Beyond its ends a gradient goes on with the color there. */
static void paint(pixman_op_t operation, pixman_image_t *source, pixman_image_t *onto, int x,
                  int y, int width, int height) {
  pixman_image_set_repeat(source, PIXMAN_REPEAT_PAD);
  pixman_image_composite32(operation, source, NULL, onto, x, y, 0, 0, x, y, width, height);
  pixman_image_unref(source);
}

static void paint_linear(pixman_image_t *onto, const Point axis[2], const Stop *stops, int count) {
  pixman_gradient_stop_t converted[LIGHT_STOPS];
  convert(stops, count, converted);
  pixman_point_fixed_t from = fixed(axis[0]), to = fixed(axis[1]);
  paint(PIXMAN_OP_SRC, pixman_image_create_linear_gradient(&from, &to, converted, count), onto, 0,
        0, WIDTH, HEIGHT);
}

static void paint_radial(pixman_op_t operation, Point center, double radius, const Stop *stops,
                         int count, int fills_canvas) {
  pixman_gradient_stop_t converted[LIGHT_STOPS];
  convert(stops, count, converted);
  pixman_point_fixed_t middle = fixed(center);
  pixman_image_t *gradient = pixman_image_create_radial_gradient(
      &middle, &middle, 0, pixman_double_to_fixed(radius), converted, count);
  int x = 0, y = 0, right = WIDTH, bottom = HEIGHT;
  if (!fills_canvas) {
    x = fmax(0, floor(center.x - radius)), y = fmax(0, floor(center.y - radius));
    right = fmin(WIDTH, ceil(center.x + radius)), bottom = fmin(HEIGHT, ceil(center.y + radius));
  }
  paint(operation, gradient, target, x, y, right - x, bottom - y);
}

static void paint_disc(pixman_op_t operation, Disc disc, double (*falloff)(double), int count) {
  Stop stops[LARGE_STOPS];
  sample(falloff, disc.color, count, stops);
  paint_radial(operation, disc.center, disc.radius, stops, count, 0);
}

void peer_begin(void) {
  target = pixman_image_create_bits(PIXMAN_a8r8g8b8, WIDTH, HEIGHT, canvas, WIDTH * 4);
  backdrop = pixman_image_create_bits(PIXMAN_a8r8g8b8, WIDTH, HEIGHT, NULL, 0);
  paint_linear(backdrop, (Point[2]){{0, 0}, {0, HEIGHT}}, BACKDROP, 2);
  camera = pixman_image_create_bits(PIXMAN_x8r8g8b8, CAMERA_WIDTH, HEIGHT, NULL, 0);
  camera_pixels(pixman_image_get_data(camera));
  for (int i = 0; i < SPRITES; i++) {
    int side = sprite_side(i);
    uint32_t *pixels = malloc(side * side * 4);
    make_sprite(i, pixels);
    sprites[i] = pixman_image_create_bits(PIXMAN_a8r8g8b8, side, side, pixels, side * 4);
  }
}

void peer_restore_backdrop(void) {
  pixman_image_composite32(PIXMAN_OP_SRC, backdrop, NULL, target, 0, 0, 0, 0, 0, 0, WIDTH, HEIGHT);
}

void peer_finish(void) {}

static void soft_discs(int frame) {
  for (int i = 0; i < DISCS; i++) {
    Placement place = place_sprite(i, frame);
    int side = sprite_side(place.sprite);
    pixman_image_composite32(PIXMAN_OP_OVER, sprites[place.sprite], NULL, target, 0, 0, 0, 0,
                             place.x, place.y, side, side);
  }
}

static void breathing_discs(int frame) {
  for (int i = 0; i < DISCS; i++)
    paint_disc(PIXMAN_OP_OVER, breathing_disc_at(i, frame), soft_disc, DISC_STOPS);
}

static void blobs(int frame) {
  for (int i = 0; i < BLOBS; i++)
    paint_disc(PIXMAN_OP_OVER, blob_at(i, frame), soft_disc, LARGE_STOPS);
}

static void orbs(int frame, pixman_op_t operation) {
  for (int i = 0; i < ORBS; i++) paint_disc(operation, orb_at(i, frame), glow, LARGE_STOPS);
}

static void orbs_add(int frame) { orbs(frame, PIXMAN_OP_ADD); }
static void orbs_screen(int frame) { orbs(frame, PIXMAN_OP_SCREEN); }

static void ring_light(int frame) {
  double reach;
  Stop stops[LIGHT_STOPS];
  Ring ring = ring_light_at(frame, &reach, stops);
  paint_radial(PIXMAN_OP_OVER, ring.center, ring.radius + reach, stops, LIGHT_STOPS, 0);
}

static void camera_ring(int frame) {
  pixman_image_composite32(PIXMAN_OP_SRC, camera, NULL, target, frame % CAMERA_TRAVEL, 0, 0, 0, 0,
                           0, WIDTH, HEIGHT);
  ring_light(frame);
}

static void linear_gradient(int frame) {
  Point axis[2];
  linear_axis(frame, axis);
  paint_linear(target, axis, SKY, 3);
}

static void vertical_gradient(int frame) {
  Point axis[2];
  vertical_axis(frame, axis);
  paint_linear(target, axis, SKY, 3);
}

static void radial_gradient(int frame) {
  Disc circle = radial_circle(frame);
  paint_radial(PIXMAN_OP_SRC, circle.center, circle.radius, SKY, 3, 1);
}

const Row rows[] = {
    {"soft-discs", 1, soft_discs},
    {"soft-discs-alone", 0, soft_discs},
    {"breathing-discs", 1, breathing_discs},
    {"blobs", 1, blobs},
    {"orbs-add", 1, orbs_add},
    {"orbs-screen", 1, orbs_screen},
    {"ring-light", 1, ring_light},
    {"ring-light-alone", 0, ring_light},
    {"camera-ring", 0, camera_ring},
    {"linear-gradient", 0, linear_gradient},
    {"vertical-gradient", 0, vertical_gradient},
    {"radial-gradient", 0, radial_gradient},
    {0},
};
