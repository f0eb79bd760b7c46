// For RTLD_NEXT.
#define _GNU_SOURCE

#include "CAllocationProbe.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) \
    || __has_feature(memory_sanitizer) || __has_feature(hwaddress_sanitizer)
#define SIMBENCH_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) \
    || defined(__SANITIZE_HWADDRESS__)
#define SIMBENCH_SANITIZED 1
#endif

// <stdlib.h> is what defines __GLIBC__; asking before including it would always say no.
#include <stdlib.h>

#if defined(SIMBENCH_SANITIZED) || !defined(__linux__) || !defined(__GLIBC__)

simbench_probe_source_kind simbench_probe_source(void) {
#if defined(SIMBENCH_SANITIZED)
  return SIMBENCH_PROBE_SANITIZER;
#else
  return SIMBENCH_PROBE_UNKNOWN_SYSTEM;
#endif
}

bool simbench_probe_available(void) { return false; }

simbench_probe_snapshot simbench_probe_snapshot_thread(void) {
  return (simbench_probe_snapshot){0, 0, 0, 0};
}

simbench_probe_snapshot simbench_probe_snapshot_process(void) {
  return (simbench_probe_snapshot){0, 0, 0, 0};
}

void simbench_probe_on_exhaustion(void (*handler)(size_t size)) { (void)handler; }

void simbench_stacks_prepare(void) {}
void simbench_stacks_begin(uint32_t frame, uint32_t phase) {
  (void)frame;
  (void)phase;
}
void simbench_stacks_end(void) {}
uint32_t simbench_stacks_count(void) { return 0; }
const simbench_stack *simbench_stacks_at(uint32_t index) {
  (void)index;
  return NULL;
}
uint64_t simbench_stacks_lost(void) { return 0; }

#else

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

// MARK: - Counters

// A cache line of its own, so that threads counting at the same time do not slow each other down.
typedef struct {
  _Alignas(64) _Atomic(uint64_t) allocations;
  _Atomic(uint64_t) frees;
  _Atomic(uint64_t) bytes;
  _Atomic(int64_t) live_bytes;
} counters;

// One per thread there ever was; a slot is never reused, which is what keeps the counts of ended
// threads. Untouched pages of this array take no memory. Threads past the last slot share
// `overflow` and pay for read-modify-write instructions there, so that the sum stays exact.
enum { slot_count = 8192 };
static counters slots[slot_count];
static counters overflow;
static _Atomic(uint64_t) slots_claimed;

// The initial-exec model makes this one load relative to the thread register; the default model
// may call a function that itself allocates.
static _Thread_local counters *own __attribute__((tls_model("initial-exec")));

static __attribute__((noinline, cold)) counters *claim_counters(void) {
  uint64_t slot = atomic_fetch_add_explicit(&slots_claimed, 1, memory_order_relaxed);
  own = slot < slot_count ? &slots[slot] : &overflow;
  return own;
}

static inline counters *own_counters(void) {
  counters *mine = own;
  return __builtin_expect(mine != NULL, 1) ? mine : claim_counters();
}

// Only the owner writes its slot, so a relaxed load and store do; readers still never see half a
// value. The shared slot needs the indivisible form.
#define ADD(mine, field, amount)                                                             \
  do {                                                                                       \
    if (__builtin_expect((mine) == &overflow, 0)) {                                          \
      atomic_fetch_add_explicit(&(mine)->field, (amount), memory_order_relaxed);             \
    } else {                                                                                 \
      atomic_store_explicit(                                                                 \
          &(mine)->field, atomic_load_explicit(&(mine)->field, memory_order_relaxed) + (amount), \
          memory_order_relaxed);                                                             \
    }                                                                                        \
  } while (0)

// MARK: - Block sizes

// The allocator hands out whole chunks: a word of bookkeeping and the block, a multiple of two
// words, four words at least. What would be left of a larger chunk that is cut, when it is less than the
// least chunk, stays with the block, so the same request may get two words more, depending on what
// was freed before. Swift's arrays take their capacity from the size of the block they got, and
// grow the sooner the smaller it is; so a run's number of allocations depended on the heap, down to
// the length of a file's name in the command line. Therefore chunks are asked for in multiples of
// four words, and the two words that may come on top are kept secret: the size of a block is that
// of its request alone.
enum { granule = 4 * sizeof(size_t) };

static inline size_t whole_request(size_t size) {
  // What is far too large is passed on, to be refused.
  if (__builtin_expect(size > SIZE_MAX / 2, 0)) return size;
  return ((size + sizeof(size_t) + granule - 1) & ~(size_t)(granule - 1)) - sizeof(size_t);
}

// Asking the C library for a size costs about 3 ns per call, more than all the counting. The size
// is in the word before the block: bits 0 to 2 are flags, bit 1 says the block is a mapping of its
// own, whose bookkeeping takes one word more, and which consists of whole pages.
static inline size_t size_before(const void *block) {
  size_t word = ((const size_t *)block)[-1];
  if (__builtin_expect((word & 2) != 0, 0)) return (word & ~(size_t)7) - 2 * sizeof(size_t);
  return (word & ~(size_t)(granule - 1)) - sizeof(size_t);
}

// The C library's own answer, should `check_layout` find the word before a block to mean something
// else; NULL otherwise.
static size_t (*foreign_size)(void *block);

static inline size_t usable_size(void *block) {
  if (__builtin_expect(foreign_size == NULL, 1)) return size_before(block);
  return foreign_size(block);
}

__attribute__((constructor)) static void check_layout(void) {
  size_t (*library_size)(void *) = (size_t (*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  if (library_size == NULL) return;
  // The last is a mapping of its own. Sizes between 128 KiB and 32 MiB would be too, but freeing
  // one of those makes the allocator raise its mapping threshold for the rest of the process.
  const size_t sizes[] = {1, 24, 25, 1000, 4096, 1 << 16, 1 << 26};
  bool agrees = true;
  for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index++) {
    for (size_t alignment = 16; alignment <= 4096; alignment *= 16) {
      size_t request = whole_request(sizes[index]);
      void *block = __libc_memalign(alignment, request);
      if (block == NULL) return;
      size_t size = size_before(block), library = library_size(block);
      agrees = agrees && size >= request && size <= library && library - size < granule;
      __libc_free(block);
    }
  }
  if (!agrees) foreign_size = library_size;
}

// MARK: - Call stacks

// All memory is here before the first frame; untouched pages of it take none.
enum { stack_capacity = 4096 };
static simbench_stack stacks[stack_capacity];
static uint32_t stack_count;
static uint64_t stacks_lost;
static uint32_t stack_frame;
static uint32_t stack_phase;
static atomic_bool stacks_wanted;
static atomic_flag stacks_busy = ATOMIC_FLAG_INIT;
// What the unwinder allocates is no allocation of the frame.
static _Thread_local bool is_unwinding __attribute__((tls_model("initial-exec")));

static simbench_stack *stack_like(void *const *addresses, uint32_t depth) {
  for (uint32_t index = 0; index < stack_count; index++) {
    simbench_stack *known = &stacks[index];
    if (known->phase == stack_phase && known->depth == depth
        && memcmp(known->addresses, addresses, depth * sizeof *addresses) == 0) {
      return known;
    }
  }
  if (stack_count == stack_capacity) return NULL;
  simbench_stack *fresh = &stacks[stack_count++];
  *fresh = (simbench_stack){.depth = depth, .phase = stack_phase, .first_frame = stack_frame};
  memcpy(fresh->addresses, addresses, depth * sizeof *addresses);
  return fresh;
}

static __attribute__((noinline, cold)) void note_stack(size_t size) {
  if (is_unwinding) return;
  is_unwinding = true;
  void *addresses[simbench_stack_depth];
  uint32_t depth = (uint32_t)backtrace(addresses, simbench_stack_depth);
  while (atomic_flag_test_and_set_explicit(&stacks_busy, memory_order_acquire)) {}
  simbench_stack *stack = stack_like(addresses, depth);
  if (stack == NULL) {
    stacks_lost++;
  } else {
    stack->count++;
    stack->bytes += size;
  }
  atomic_flag_clear_explicit(&stacks_busy, memory_order_release);
  is_unwinding = false;
}

void simbench_stacks_prepare(void) {
  // The first call loads the unwinder's library, which allocates.
  void *addresses[4];
  (void)backtrace(addresses, 4);
  stack_count = 0;
  stacks_lost = 0;
}

void simbench_stacks_begin(uint32_t frame, uint32_t phase) {
  stack_frame = frame;
  stack_phase = phase;
  atomic_store_explicit(&stacks_wanted, true, memory_order_release);
}

void simbench_stacks_end(void) {
  atomic_store_explicit(&stacks_wanted, false, memory_order_release);
}

uint32_t simbench_stacks_count(void) { return stack_count; }

const simbench_stack *simbench_stacks_at(uint32_t index) { return &stacks[index]; }

uint64_t simbench_stacks_lost(void) { return stacks_lost; }

// MARK: - Counting

static void (*_Atomic on_exhaustion)(size_t size);

void simbench_probe_on_exhaustion(void (*handler)(size_t size)) {
  atomic_store_explicit(&on_exhaustion, handler, memory_order_release);
}

// More bytes than any process can address are a mistake of the caller.
enum { address_bits = 47 };

static __attribute__((noinline, cold)) void *refused(size_t size) {
  void (*handler)(size_t) = atomic_load_explicit(&on_exhaustion, memory_order_acquire);
  if (handler != NULL && errno == ENOMEM && (uint64_t)size >> address_bits == 0) handler(size);
  return NULL;
}

static inline void *counted(void *block, size_t size) {
  if (__builtin_expect(block == NULL, 0)) return refused(size);
  counters *mine = own_counters();
  ADD(mine, allocations, 1);
  ADD(mine, bytes, size);
  ADD(mine, live_bytes, (int64_t)usable_size(block));
  if (__builtin_expect(atomic_load_explicit(&stacks_wanted, memory_order_relaxed), 0)) {
    note_stack(size);
  }
  return block;
}

// MARK: - The allocator's names

#define EXPORTED __attribute__((visibility("default"), used))

EXPORTED void *malloc(size_t size) { return counted(__libc_malloc(whole_request(size)), size); }

EXPORTED void *calloc(size_t count, size_t size) {
  size_t product;
  if (__builtin_mul_overflow(count, size, &product)) {
    errno = ENOMEM;
    return NULL;
  }
  return counted(__libc_calloc(1, whole_request(product)), product);
}

EXPORTED void free(void *block) {
  if (block == NULL) return;
  counters *mine = own_counters();
  ADD(mine, frees, 1);
  ADD(mine, live_bytes, -(int64_t)usable_size(block));
  __libc_free(block);
}

EXPORTED void *realloc(void *block, size_t size) {
  if (block == NULL) return malloc(size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  int64_t before = (int64_t)usable_size(block);
  void *moved = __libc_realloc(block, whole_request(size));
  if (moved == NULL) return refused(size);
  counters *mine = own_counters();
  ADD(mine, frees, 1);
  ADD(mine, live_bytes, -before);
  return counted(moved, size);
}

EXPORTED void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, whole_request(size)), size);
}

// What arrays take their capacity from.
EXPORTED size_t malloc_usable_size(void *block) { return block == NULL ? 0 : usable_size(block); }

EXPORTED void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

EXPORTED int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void *made = memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

EXPORTED void *valloc(size_t size) { return memalign((size_t)getpagesize(), size); }

EXPORTED void *pvalloc(size_t size) {
  size_t page = (size_t)getpagesize();
  size_t rounded = (size + page - 1) & ~(page - 1);
  if (rounded < size) {
    errno = ENOMEM;
    return NULL;
  }
  return memalign(page, rounded);
}

// MARK: - Reading

static simbench_probe_snapshot read_counters(counters *from) {
  return (simbench_probe_snapshot){
      .allocations = atomic_load_explicit(&from->allocations, memory_order_relaxed),
      .frees = atomic_load_explicit(&from->frees, memory_order_relaxed),
      .bytes = atomic_load_explicit(&from->bytes, memory_order_relaxed),
      .live_bytes = atomic_load_explicit(&from->live_bytes, memory_order_relaxed),
  };
}

static void add_snapshot(simbench_probe_snapshot *sum, simbench_probe_snapshot one) {
  sum->allocations += one.allocations;
  sum->frees += one.frees;
  sum->bytes += one.bytes;
  sum->live_bytes += one.live_bytes;
}

simbench_probe_snapshot simbench_probe_snapshot_thread(void) {
  return read_counters(own_counters());
}

simbench_probe_snapshot simbench_probe_snapshot_process(void) {
  uint64_t claimed = atomic_load_explicit(&slots_claimed, memory_order_relaxed);
  uint64_t used = claimed < slot_count ? claimed : slot_count;
  simbench_probe_snapshot sum = read_counters(&overflow);
  for (uint64_t slot = 0; slot < used; slot++) add_snapshot(&sum, read_counters(&slots[slot]));
  return sum;
}

simbench_probe_source_kind simbench_probe_source(void) {
  // The C library calls `malloc` by name from inside `strdup`. When that call does not arrive
  // here, as in a library opened at run time, the counts would be a silent zero.
  uint64_t before = simbench_probe_snapshot_thread().allocations;
  char *(*volatile duplicate)(const char *) = strdup;
  free(duplicate("probe"));
  uint64_t after = simbench_probe_snapshot_thread().allocations;
  return after == before ? SIMBENCH_PROBE_BYPASSED : SIMBENCH_PROBE_INTERPOSED;
}

bool simbench_probe_available(void) {
  return simbench_probe_source() == SIMBENCH_PROBE_INTERPOSED;
}

#endif
