/* The rows drawn with Blend2D, one thread, its just-in-time compiler on. */
#include "blend2d_api.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

const char *peer_name = "Blend2D";

static BLObject context, target, backdrop, camera, sprites[SPRITES];

/* Stops at the first failure: a picture that was not drawn would look fast. */
static void check(BLResult result) {
  if (result == 0) return;
  fprintf(stderr, "Blend2D failed with %#x\n", result);
  exit(1);
}

static BLObject gradient(uint32_t type, const void *values, const Stop *stops, int count) {
  BLGradientStop converted[LIGHT_STOPS];
  for (int i = 0; i < count; i++) {
    Color c = stops[i].color;
    uint64_t rgba = (uint64_t)c.alpha << 48 | (uint64_t)c.red << 32 | (uint64_t)c.green << 16 |
                    (uint64_t)c.blue;
    converted[i] = (BLGradientStop){stops[i].offset, rgba * 257};
  }
  BLObject object;
  check(blGradientInitAs(&object, type, values, BL_EXTEND_MODE_PAD, converted, count, NULL));
  return object;
}

static BLObject radial(Point center, double radius, const Stop *stops, int count) {
  BLRadialValues values = {center.x, center.y, center.x, center.y, radius, 0};
  return gradient(BL_GRADIENT_RADIAL, &values, stops, count);
}

static void fill_linear(BLObject *onto, const Point axis[2], const Stop *stops, int count) {
  BLLinearValues values = {axis[0].x, axis[0].y, axis[1].x, axis[1].y};
  BLObject style = gradient(BL_GRADIENT_LINEAR, &values, stops, count);
  check(blContextFillAllExt(onto, &style));
  blGradientDestroy(&style);
}

static void fill_disc(Disc disc, double (*falloff)(double), int count) {
  Stop stops[LARGE_STOPS];
  sample(falloff, disc.color, count, stops);
  BLObject style = radial(disc.center, disc.radius, stops, count);
  BLCircle circle = {disc.center.x, disc.center.y, disc.radius};
  check(blContextFillGeometryExt(&context, BL_CIRCLE, &circle, &style));
  blGradientDestroy(&style);
}

static uint32_t packed(Color c) {
  return (uint32_t)c.alpha << 24 | (uint32_t)c.red << 16 | (uint32_t)c.green << 8 |
         (uint32_t)c.blue;
}

static void stroke_ring(Ring ring) {
  BLCircle circle = {ring.center.x, ring.center.y, ring.radius};
  check(blContextSetStrokeWidth(&context, ring.width));
  check(blContextStrokeGeometryRgba32(&context, BL_CIRCLE, &circle, packed(ring.color)));
}

void peer_begin(void) {
  check(blImageInitAsFromData(&target, WIDTH, HEIGHT, BL_FORMAT_PRGB32, canvas, WIDTH * 4,
                              BL_READ_AND_WRITE, NULL, NULL));
  check(blContextInitAs(&context, &target, NULL));
  check(blImageInitAs(&backdrop, WIDTH, HEIGHT, BL_FORMAT_PRGB32));
  BLObject onto;
  check(blContextInitAs(&onto, &backdrop, NULL));
  fill_linear(&onto, (Point[2]){{0, 0}, {0, HEIGHT}}, BACKDROP, 2);
  check(blContextEnd(&onto));
  uint32_t *pixels = malloc(CAMERA_WIDTH * HEIGHT * 4);
  camera_pixels(pixels);
  check(blImageInitAsFromData(&camera, CAMERA_WIDTH, HEIGHT, BL_FORMAT_XRGB32, pixels,
                              CAMERA_WIDTH * 4, BL_READ_AND_WRITE, NULL, NULL));
  for (int i = 0; i < SPRITES; i++) {
    int side = sprite_side(i);
    uint32_t *pixels = malloc(side * side * 4);
    make_sprite(i, pixels);
    check(blImageInitAsFromData(&sprites[i], side, side, BL_FORMAT_PRGB32, pixels, side * 4,
                                BL_READ_AND_WRITE, NULL, NULL));
  }
}

void peer_restore_backdrop(void) {
  check(blContextSetCompOp(&context, BL_COPY));
  check(blContextBlitImageI(&context, &(BLPointI){0, 0}, &backdrop, NULL));
  check(blContextSetCompOp(&context, BL_OVER));
}

void peer_finish(void) { check(blContextFlush(&context, BL_FLUSH_SYNC)); }

static void soft_discs(int frame) {
  for (int i = 0; i < DISCS; i++) {
    Placement place = place_sprite(i, frame);
    BLPointI origin = {place.x, place.y};
    check(blContextBlitImageI(&context, &origin, &sprites[place.sprite], NULL));
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

static void orbs(int frame, uint32_t operation) {
  check(blContextSetCompOp(&context, operation));
  for (int i = 0; i < ORBS; i++) fill_disc(orb_at(i, frame), glow, LARGE_STOPS);
  check(blContextSetCompOp(&context, BL_OVER));
}

static void orbs_add(int frame) { orbs(frame, BL_PLUS); }
static void orbs_screen(int frame) { orbs(frame, BL_SCREEN); }

static void ring_light(int frame) {
  double reach;
  Stop stops[LIGHT_STOPS];
  Ring ring = ring_light_at(frame, &reach, stops);
  BLObject style = radial(ring.center, ring.radius + reach, stops, LIGHT_STOPS);
  BLCircle circle = {ring.center.x, ring.center.y, ring.radius};
  check(blContextSetStrokeWidth(&context, reach * 2));
  check(blContextStrokeGeometryExt(&context, BL_CIRCLE, &circle, &style));
  blGradientDestroy(&style);
}

static void camera_ring(int frame) {
  BLPointI origin = {-(frame % CAMERA_TRAVEL), 0};
  check(blContextBlitImageI(&context, &origin, &camera, NULL));
  ring_light(frame);
}

static void linear_gradient(int frame) {
  Point axis[2];
  linear_axis(frame, axis);
  fill_linear(&context, axis, SKY, 3);
}

static void vertical_gradient(int frame) {
  Point axis[2];
  vertical_axis(frame, axis);
  fill_linear(&context, axis, SKY, 3);
}

static void radial_gradient(int frame) {
  Disc circle = radial_circle(frame);
  BLObject style = radial(circle.center, circle.radius, SKY, 3);
  check(blContextFillAllExt(&context, &style));
  blGradientDestroy(&style);
}

static void begin_stroke(void) {
  check(blContextSetStrokeWidth(&context, STROKE_RADIUS * 2));
  check(blContextSetStrokeCaps(&context, BL_CAP_ROUND));
  check(blContextSetStrokeJoin(&context, BL_JOIN_ROUND));
}

static void append_segment(int frame) {
  Point from = stroke_point(frame % 1000, 0), to = stroke_point(frame % 1000 + 1, 0);
  BLLine line = {from.x, from.y, to.x, to.y};
  begin_stroke();
  check(blContextStrokeGeometryRgba32(&context, BL_LINE, &line, packed(stroke_color())));
}

static void redraw_stroke(int frame) {
  static BLPoint points[STROKE_POINTS];
  for (int i = 0; i < STROKE_POINTS; i++) {
    Point point = stroke_point(i, stroke_shift(frame));
    points[i] = (BLPoint){point.x, point.y};
  }
  BLArrayView view = {points, STROKE_POINTS};
  begin_stroke();
  check(blContextStrokeGeometryRgba32(&context, BL_POLYLINE, &view, packed(stroke_color())));
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
