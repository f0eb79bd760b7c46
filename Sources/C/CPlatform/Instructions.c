#define _GNU_SOURCE

#include <errno.h>
#include <unistd.h>

#include "CPlatform.h"

// MARK: - Hardware counters

#if defined(__linux__)

#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>

int32_t simbench_counter_open(simbench_counter_kind kind) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  if (kind == SIMBENCH_COUNTER_INSTRUCTIONS) {
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  } else {
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_PAGE_FAULTS;
  }
  // The kernel's own instructions depend on whatever else the machine does.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long file = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return file < 0 ? -errno : (int32_t)file;
}

bool simbench_counter_read(int32_t counter, uint64_t *count) {
  uint64_t values[3];
  if (read(counter, values, sizeof values) != sizeof values) return false;
  *count = values[0];
  // A counter that had to share the hardware was stopped for a while: no exact count.
  return values[1] == values[2];
}

#else

int32_t simbench_counter_open(simbench_counter_kind kind) {
  (void)kind;
  return -ENOSYS;
}

bool simbench_counter_read(int32_t counter, uint64_t *count) {
  (void)counter;
  (void)count;
  return false;
}

#endif

void simbench_counter_close(int32_t counter) { close(counter); }

// MARK: - valgrind

// A request is six words and an instruction sequence that does nothing on a real processor and
// that valgrind recognizes. Its header is not needed, so neither is its development package.
typedef uint64_t request_words[6];

#if defined(__linux__) && defined(__x86_64__)

static uint64_t request(request_words words) {
  uint64_t result = 0;
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "=d"(result)
      : "a"(words), "0"(result)
      : "cc", "memory");
  return result;
}

bool simbench_valgrind_can_mark(void) { return true; }

#elif defined(__linux__) && defined(__aarch64__)

static uint64_t request(request_words words) {
  uint64_t result = 0;
  __asm__ volatile(
      "mov x3, %1\n\t"
      "mov x4, %2\n\t"
      "ror x12, x12, #3; ror x12, x12, #13\n\t"
      "ror x12, x12, #51; ror x12, x12, #61\n\t"
      "orr x10, x10, x10\n\t"
      "mov %0, x3"
      : "=r"(result)
      : "r"(result), "r"(words)
      : "cc", "memory", "x3", "x4");
  return result;
}

bool simbench_valgrind_can_mark(void) { return true; }

#else

static uint64_t request(request_words words) {
  (void)words;
  return 0;
}

bool simbench_valgrind_can_mark(void) { return false; }

#endif

enum {
  request_running_on_valgrind = 0x1001,
  // 'C' and 'T' for callgrind in the upper bytes, then the number of the request.
  request_toggle_collect = 0x43540002,
};

bool simbench_valgrind_is_running(void) {
  return request((request_words){request_running_on_valgrind}) > 0;
}

__attribute__((noinline)) void simbench_valgrind_toggle_collection(void) {
  (void)request((request_words){request_toggle_collect});
}
