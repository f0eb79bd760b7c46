/// Exact counts of heap allocations, made by standing in for the allocator of the C library.
///
/// Linking this target is enough: on Linux with glibc it defines `malloc` and its relatives,
/// counts, and forwards to the allocator that was there. Under a sanitizer, with another C library
/// or on another operating system it defines nothing and `simbench_probe_source` says why.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Where the counts come from, or why there are none.
typedef enum simbench_probe_source_kind {
  /// Every allocation of the process passes through the probe.
  SIMBENCH_PROBE_INTERPOSED = 0,
  /// A sanitizer owns the allocator.
  SIMBENCH_PROBE_SANITIZER = 1,
  /// The C library or the operating system is not one the probe knows.
  SIMBENCH_PROBE_UNKNOWN_SYSTEM = 2,
  /// The probe is linked, but another allocator was put in front of it.
  SIMBENCH_PROBE_BYPASSED = 3,
} simbench_probe_source_kind;

/// Running totals since a thread or the process began.
typedef struct simbench_probe_snapshot {
  /// Calls that returned memory: a resize counts as one, whether or not the block moved.
  uint64_t allocations;
  /// Blocks given back: a successful resize of an existing block counts as one, so that
  /// `allocations - frees` is the number of live blocks.
  uint64_t frees;
  /// Bytes asked for by the calls counted in `allocations`.
  uint64_t bytes;
  /// Usable bytes of the blocks handed out, minus those given back. For one thread this is
  /// negative when it frees what others allocated.
  int64_t live_bytes;
} simbench_probe_snapshot;

/// Where the counts come from. Allocates and frees one small block to find out.
simbench_probe_source_kind simbench_probe_source(void);

/// Whether the counts cover every allocation of the process.
bool simbench_probe_available(void);

/// The totals of the calling thread. Allocates nothing and takes a few nanoseconds.
simbench_probe_snapshot simbench_probe_snapshot_thread(void);

/// The totals of all threads, those that ended included.
///
/// Allocates nothing; cost grows with the number of threads there ever were. While other threads
/// allocate, each counter is current but the four need not be of the same instant.
simbench_probe_snapshot simbench_probe_snapshot_process(void);

/// Calls a function whenever the system refuses an allocation, with the bytes asked for; NULL for
/// none, as at the start. If the function returns, the caller gets NULL. Without the probe it is
/// never called.
void simbench_probe_on_exhaustion(void (*handler)(size_t size));

// MARK: - Call stacks

/// Return addresses kept of a call stack.
enum { simbench_stack_depth = 32 };

/// Allocations made in one phase by one call stack.
typedef struct simbench_stack {
  /// How many there were.
  uint64_t count;
  /// Bytes asked for.
  uint64_t bytes;
  /// The frame of the first.
  uint32_t first_frame;
  /// The number of the phase.
  uint32_t phase;
  /// How many addresses follow.
  uint32_t depth;
  /// Return addresses, the innermost first; the probe's own come before the caller's.
  void *addresses[simbench_stack_depth];
} simbench_stack;

/// Forgets all stacks and makes ready. Call it before anything is to be counted: it allocates.
void simbench_stacks_prepare(void);

/// From here on, until `simbench_stacks_end`, every allocation of any thread leaves its stack.
void simbench_stacks_begin(uint32_t frame, uint32_t phase);

/// Stacks are no longer wanted.
void simbench_stacks_end(void);

/// How many different stacks there are.
uint32_t simbench_stacks_count(void);

/// A stack, in the order of their first allocations.
const simbench_stack *simbench_stacks_at(uint32_t index);

/// Allocations whose stack found no room.
uint64_t simbench_stacks_lost(void);
