/* Measures a peer's rows: interleaved rounds, each sample right after an untimed repetition;
 * medians of times on the wall, as the benchmark package reports those of simbench. */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAXIMUM_ROWS = 32, MAXIMUM_ROUNDS = 1000, BYTES = WIDTH * HEIGHT * 4 };

uint32_t *canvas;
static int frame_number;
static double times[MAXIMUM_ROWS][MAXIMUM_ROUNDS];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void draw_frame(const Row *row, int frame, int restores_backdrop) {
  if (restores_backdrop) peer_restore_backdrop();
  row->draw(frame);
  peer_finish();
}

static double draw_frames(const Row *row, int count) {
  double start = now();
  for (int i = 0; i < count; i++) draw_frame(row, ++frame_number, row->restores_backdrop);
  return (now() - start) / count;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *samples, int count) {
  qsort(samples, count, sizeof *samples, ascending);
  return (samples[(count - 1) / 2] + samples[count / 2]) / 2;
}

static int is_wanted(const char *name, const char *filter) {
  char words[1024];
  snprintf(words, sizeof words, "%s", filter);
  if (!*words) return 1;
  for (char *word = strtok(words, ","); word; word = strtok(NULL, ","))
    if (strstr(name, word)) return 1;
  return 0;
}

static int write_picture(const char *folder, const Row *row) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.rgba", folder, row->name);
  peer_restore_backdrop();
  draw_frame(row, COMPARED_FRAME, 0);
  FILE *file = fopen(path, "wb");
  if (!file) return perror(path), 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    uint32_t p = canvas[i];
    uint8_t bytes[4] = {p >> 16, p >> 8, p, p >> 24};
    fwrite(bytes, 1, 4, file);
  }
  return fclose(file) == 0;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: %s ROUNDS FILTER PICTURE-FOLDER (or - for none)\n", arguments[0]);
    return 2;
  }
  int rounds = atoi(arguments[1]);
  if (rounds < 1 || rounds > MAXIMUM_ROUNDS) return fprintf(stderr, "1 to 1000 rounds\n"), 2;
  canvas = aligned_alloc(64, BYTES);
  if (!canvas) return perror("memory"), 1;
  memset(canvas, 0, BYTES);
  peer_begin();

  int repeats[MAXIMUM_ROWS];
  for (int i = 0; rows[i].name; i++) {
    draw_frames(&rows[i], 3);
    int trial = 1;
    while (draw_frames(&rows[i], trial) * trial < 2e6) trial *= 2;
    repeats[i] = (int)(4e6 / draw_frames(&rows[i], trial)) + 1;
  }
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; rows[i].name; i++) {
      if (!is_wanted(rows[i].name, arguments[2])) continue;
      draw_frames(&rows[i], 1);
      times[i][round] = draw_frames(&rows[i], repeats[i]);
    }
  }
  for (int i = 0; rows[i].name; i++) {
    if (!is_wanted(rows[i].name, arguments[2])) continue;
    printf("%s\t%.1f\n", rows[i].name, median(times[i], rounds));
    int has_picture = !strstr(rows[i].name, "-alone") && !strstr(rows[i].name, "append");
    if (strcmp(arguments[3], "-") && has_picture && !write_picture(arguments[3], &rows[i]))
      return 1;
  }
  return 0;
}

/* MARK: sprites */

void paint_sprite(uint32_t *pixels, int side, double radius, double dx, double dy, Color color) {
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      double ox = x + 0.5 - side / 2.0 - dx, oy = y + 0.5 - side / 2.0 - dy;
      double alpha = color.alpha / 255.0 * soft_disc(sqrt(ox * ox + oy * oy) / radius);
      uint32_t a = lround(alpha * 255), r = lround(alpha * color.red);
      uint32_t g = lround(alpha * color.green), b = lround(alpha * color.blue);
      pixels[y * side + x] = a << 24 | r << 16 | g << 8 | b;
    }
  }
}

int sprite_side(int sprite) {
  double radius = disc_radius(sprite / (PHASES * PHASES));
  return 2 * (int)ceil(radius + 1);
}

void make_sprite(int sprite, uint32_t *pixels) {
  int phase_x = sprite % PHASES, phase_y = sprite / PHASES % PHASES;
  paint_sprite(pixels, sprite_side(sprite), disc_radius(sprite / (PHASES * PHASES)),
               (phase_x + 0.5) / PHASES - 0.5, (phase_y + 0.5) / PHASES - 0.5,
               rgb(0xF0F5FB, 220));
}

Placement place_sprite(int index, int frame) {
  Disc disc = soft_disc_at(index, frame);
  double x = disc.center.x + 0.5, y = disc.center.y + 0.5;
  int whole_x = (int)floor(x), whole_y = (int)floor(y);
  int phase_x = (int)((x - whole_x) * PHASES), phase_y = (int)((y - whole_y) * PHASES);
  int sprite = ((index & 7) * PHASES + phase_y) * PHASES + phase_x;
  int half = sprite_side(sprite) / 2;
  return (Placement){sprite, whole_x - half, whole_y - half};
}
