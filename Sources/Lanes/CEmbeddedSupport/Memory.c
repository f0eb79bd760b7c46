// A single-threaded allocator with a fixed arena. Block sizes are powers of two; a freed block is
// added to the list of its size and reused. Memory never returns to the arena.
#include "Bare.h"

#if BARE
#include <stddef.h>
#include <stdint.h>

#define ARENA_BYTES (512u << 20)
#define LEAST_SHIFT 5u
#define CLASS_COUNT 28u

struct block {
  struct block *next;
  uint32_t shift;
};

// Placed directly before the allocated bytes.
struct header {
  struct block *block;
};

static _Alignas(64) unsigned char arena[ARENA_BYTES];
static size_t used;
static struct block *freed[CLASS_COUNT];

static struct block *take(uint32_t shift) {
  struct block *block = freed[shift];
  if (block) {
    freed[shift] = block->next;
    return block;
  }
  size_t size = (size_t)1 << shift;
  if (size > ARENA_BYTES - used) return NULL;
  block = (struct block *)(arena + used);
  used += size;
  block->shift = shift;
  return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  if (size > ARENA_BYTES || alignment > 4096) __builtin_trap();
  size_t needed = size + alignment + sizeof(struct block) + sizeof(struct header);
  uint32_t shift = LEAST_SHIFT;
  while (((size_t)1 << shift) < needed) ++shift;
  // Swift cannot handle an error here, and a trap shows the location.
  struct block *block = shift < CLASS_COUNT ? take(shift) : NULL;
  if (!block) __builtin_trap();
  uintptr_t first = (uintptr_t)(block + 1) + sizeof(struct header);
  uintptr_t address = (first + alignment - 1) & ~(uintptr_t)(alignment - 1);
  ((struct header *)address - 1)->block = block;
  *result = (void *)address;
  return 0;
}

void free(void *pointer) {
  if (!pointer) return;
  struct block *block = ((struct header *)pointer - 1)->block;
  block->next = freed[block->shift];
  freed[block->shift] = block;
}

static void copy_word(unsigned char *to, const unsigned char *from) {
  uint64_t word;
  __builtin_memcpy(&word, from, sizeof word);
  __builtin_memcpy(to, &word, sizeof word);
}

void *memmove(void *target, const void *source, size_t count) {
  unsigned char *to = target;
  const unsigned char *from = source;
  if ((uintptr_t)to - (uintptr_t)from >= count) {
    for (; count >= 8; count -= 8, to += 8, from += 8) copy_word(to, from);
    for (; count > 0; --count) *to++ = *from++;
  } else {
    for (; count >= 8; count -= 8) copy_word(to + count - 8, from + count - 8);
    for (; count > 0; --count) to[count - 1] = from[count - 1];
  }
  return target;
}

void *memcpy(void *target, const void *source, size_t count) {
  return memmove(target, source, count);
}

void *memset(void *target, int value, size_t count) {
  unsigned char *to = target;
  uint64_t word = (unsigned char)value * UINT64_C(0x0101010101010101);
  for (; count >= 8; count -= 8, to += 8) __builtin_memcpy(to, &word, sizeof word);
  for (; count > 0; --count) *to++ = (unsigned char)value;
  return target;
}
#endif
