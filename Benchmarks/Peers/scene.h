/* The pictures that simbench's kernels draw, as numbers: every formula here is the one in
 * Sources/Host/SimKernels/Work, in pixels instead of points. Keep the two alike; `run` compares
 * what is drawn. */
#ifndef SCENE_H
#define SCENE_H

#include <math.h>
#include <stdint.h>

enum { WIDTH = 1170, HEIGHT = 2532, COMPARED_FRAME = 7, STROKE_POINTS = 1001 };

static const float SCALE = 3, POINTS_X = WIDTH / 3.0f, POINTS_Y = HEIGHT / 3.0f;

/* A color that is not multiplied by its alpha. */
typedef struct { int red, green, blue, alpha; } Color;

/* A color at a place between 0 and 1. */
typedef struct { double offset; Color color; } Stop;

/* Positions and lengths in pixels. */
typedef struct { double x, y; } Point;
typedef struct { Point center; double radius; Color color; } Disc;
typedef struct { Point center; double radius, width; Color color; } Ring;

static inline Color rgb(uint32_t hex, int alpha) {
  return (Color){hex >> 16 & 255, hex >> 8 & 255, hex & 255, alpha};
}

static inline float scattered(int index, int salt) {
  uint32_t x = (uint32_t)(index * 64 + salt) + 0x9E3779B9u;
  x ^= x >> 16;
  x *= 0x7FEB352Du;
  x ^= x >> 15;
  x *= 0x846CA68Bu;
  x ^= x >> 16;
  return (float)(x >> 8) * 0x1p-24f;
}

static inline float wandering(float start, float speed, int frame, float extent) {
  float place = start + speed * (float)(frame & 1023);
  return place - extent * floorf(place / extent);
}

static inline Point pixels(float x, float y) { return (Point){x * SCALE, y * SCALE}; }

/* MARK: falloffs, as alpha over the distance in radii */

static inline double smoothstep(double t) {
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return t * t * (3 - 2 * t);
}

static inline double soft_disc(double t) { return smoothstep(1 - t * t); }
static inline double glow(double t) { return t < 1 ? (1 - t * t) * (1 - t * t) : 0; }

/* Samples a falloff at evenly spaced stops. */
static inline void sample(double (*falloff)(double), Color color, int count, Stop *stops) {
  for (int i = 0; i < count; i++) {
    double t = (double)i / (count - 1);
    Color faded = color;
    faded.alpha = (int)lround(color.alpha * falloff(t));
    stops[i] = (Stop){t, faded};
  }
}

/* MARK: backdrop and gradients */

static const Stop BACKDROP[2] = {{0, {0x18, 0x24, 0x3C, 255}}, {1, {0x5A, 0x73, 0x96, 255}}};
static const Stop SKY[3] = {
    {0, {0x3A, 0x49, 0x66, 255}}, {0.5, {0x62, 0x77, 0x9A, 255}}, {1, {0xC3, 0xCE, 0xDB, 255}}};

static inline void linear_axis(int frame, Point axis[2]) {
  float shift = wandering(0, 1, frame, 40);
  axis[0] = pixels(shift, 0);
  axis[1] = pixels(POINTS_X - shift, POINTS_Y);
}

static inline void vertical_axis(int frame, Point axis[2]) {
  axis[0] = pixels(0, 0);
  axis[1] = pixels(0, POINTS_Y - wandering(0, 1, frame, 40));
}

static inline Disc radial_circle(int frame) {
  return (Disc){pixels(POINTS_X / 2, 400 + wandering(0, 1, frame, 40)), 460 * SCALE, {0}};
}

/* MARK: discs and rings */

enum { DISCS = 600, DISC_RADII = 8, DISC_STOPS = 9 };

static inline double disc_radius(int size) { return (2 + 4 * (float)size / 7) * SCALE; }

static inline Disc soft_disc_at(int index, int frame) {
  float x = wandering(scattered(index, 0) * POINTS_X, 0.7f, frame, POINTS_X);
  float y =
      wandering(scattered(index, 1) * POINTS_Y, 0.5f + scattered(index, 2), frame, POINTS_Y);
  return (Disc){pixels(x, y), disc_radius(index & 7), rgb(0xF0F5FB, 220)};
}

static inline Disc breathing_disc_at(int index, int frame) {
  Disc disc = soft_disc_at(index, frame);
  disc.radius = (2 + wandering(scattered(index, 3) * 4, 0.03f, frame, 4)) * SCALE;
  int shade = (int)(140 + wandering(scattered(index, 4) * 100, 1, frame, 100));
  disc.color = (Color){shade, 245, 251, 220};
  return disc;
}

enum { RINGS = 12 };

static inline Ring ring_at(int index, int frame) {
  return (Ring){
      pixels(POINTS_X * (0.2f + 0.6f * scattered(index, 5)),
             POINTS_Y * (0.2f + 0.6f * scattered(index, 6))),
      (12 + wandering(120 * scattered(index, 7), 0.8f, frame, 120)) * SCALE,
      (1.5f + (float)(index & 3) * 0.5f) * SCALE, rgb(0xE8F0FA, 200)};
}

enum { BUBBLES = 30, LARGE_STOPS = 17 };

static inline void bubble_at(int index, int frame, Disc *body, Ring *outline, Disc *highlight) {
  float radius = 20 + 30 * scattered(index, 10);
  float x = wandering(scattered(index, 8) * POINTS_X, 0.3f, frame, POINTS_X);
  float y = wandering(scattered(index, 9) * POINTS_Y, -0.9f, frame, POINTS_Y);
  *body = (Disc){pixels(x, y), radius * SCALE, rgb(0x9FC4E8, 120)};
  *outline = (Ring){pixels(x, y), (radius - 1) * SCALE, SCALE, rgb(0xF2F8FF, 180)};
  *highlight = (Disc){pixels(x - radius * 0.35f, y - radius * 0.4f), radius * 0.25f * SCALE,
                      rgb(0xFFFFFF, 210)};
}

enum { BLOBS = 2 };

static inline Disc blob_at(int index, int frame) {
  float sway = wandering(0, 0.4f, frame, 60);
  if (index == 0) return (Disc){pixels(150 + sway, 280), 150 * SCALE, rgb(0xE7A35B, 230)};
  return (Disc){pixels(240 - sway, 560), 150 * SCALE, rgb(0x5B8FE7, 230)};
}

enum { ORBS = 6 };

static inline Disc orb_at(int index, int frame) {
  static const uint32_t colors[ORBS] = {0xB0603A, 0x3A70B0, 0x4AA060,
                                        0xA04A90, 0xA0903A, 0x3A9AA0};
  float x = wandering(65 + 50 * (float)index, 0.6f, frame, POINTS_X);
  float y = wandering(90 + 130 * (float)index, -0.4f, frame, POINTS_Y);
  return (Disc){pixels(x, y), 200 * SCALE, rgb(colors[index], 150)};
}

/* The ring of light reaches `reach` to both sides of its radius; its stops count from the center
 * to `radius + reach`. */
enum { LIGHT_STOPS = 25 };

static inline Ring ring_light_at(int frame, double *reach, Stop stops[LIGHT_STOPS]) {
  double width = 8 * SCALE, softness = 12 * SCALE;
  Ring ring = {pixels(POINTS_X / 2, POINTS_Y / 2), (160 + wandering(0, 0.25f, frame, 8)) * SCALE,
               width, rgb(0xFFE9C0, 235)};
  *reach = width / 2 + softness + 0.5;
  double outer = ring.radius + *reach;
  for (int i = 0; i < LIGHT_STOPS; i++) {
    double offset = *reach * (2.0 * i / (LIGHT_STOPS - 1) - 1);
    Color color = ring.color;
    double light = smoothstep((*reach - fabs(offset)) / (softness + 1));
    color.alpha = (int)lround(color.alpha * light);
    stops[i] = (Stop){(ring.radius + offset) / outer, color};
  }
  return ring;
}

/* MARK: a camera's picture, wider than the canvas and moving under the ring of light */

enum { CAMERA_TRAVEL = 8, CAMERA_WIDTH = WIDTH + CAMERA_TRAVEL };

static inline void camera_pixels(uint32_t *pixels) {
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < CAMERA_WIDTH; x++)
      pixels[y * CAMERA_WIDTH + x] = 255u << 24 | (uint32_t)(x * 200 / 1178) << 16 |
                                     (uint32_t)(y * 200 / 2532) << 8 |
                                     (uint32_t)((x / 16 ^ y / 16) & 127);
}

/* MARK: strokes */

static const double STROKE_RADIUS = 2 * 3;

static inline Color stroke_color(void) { return rgb(0xF4D58D, 255); }

static inline Point stroke_point(int index, float shift) {
  int row = index / 30, place = index % 30;
  int column = row & 1 ? 29 - place : place;
  return pixels(18 + 12 * (float)column + shift, 30 + 23 * (float)row + (place & 1 ? 3 : 0));
}

static inline float stroke_shift(int frame) { return wandering(0, 0.17f, frame, 8); }

#endif
