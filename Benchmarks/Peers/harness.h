/* What a peer's program consists of: rows, each a function that draws one frame. */
#ifndef HARNESS_H
#define HARNESS_H

#include "scene.h"

/* A row of the table; its name is that of the kernel. */
typedef struct {
  const char *name;
  /* Whether every frame starts by restoring the backdrop; rows that end in -alone do not, and
   * their pictures are those of the row without -alone. */
  int restores_backdrop;
  void (*draw)(int frame);
} Row;

/* Premultiplied pixels with alpha in the high byte: what all three peers draw on. */
extern uint32_t *canvas;

/* What a peer defines. */
extern const char *peer_name;
extern const Row rows[];
void peer_begin(void);
void peer_restore_backdrop(void);
/* Waits until everything is on the canvas. */
void peer_finish(void);

/* A soft disc as premultiplied pixels, its center `dx`, `dy` pixels off the middle. */
void paint_sprite(uint32_t *pixels, int side, double radius, double dx, double dy, Color color);

/* The sprites of all radii at 4 by 4 positions within a pixel, and which of them a disc needs. */
enum { PHASES = 4, SPRITES = DISC_RADII * PHASES * PHASES };
typedef struct { int sprite, x, y; } Placement;
int sprite_side(int sprite);
void make_sprite(int sprite, uint32_t *pixels);
Placement place_sprite(int index, int frame);

#endif
