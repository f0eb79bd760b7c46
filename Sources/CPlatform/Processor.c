#define _GNU_SOURCE
#include "CPlatform.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int32_t simbench_queue_open(void) {
#ifdef __linux__
  return open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
#else
  return -1;
#endif
}

void simbench_queue_close(int32_t queue) {
  if (queue >= 0) close(queue);
}

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return 0;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void simbench_processor_read(int32_t queue, bool is_threaded, simbench_processor_use *use) {
  use->own_nanoseconds = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  // Every reading takes half a microsecond to one, so nothing is read twice.
  use->all_nanoseconds =
      is_threaded ? nanoseconds(CLOCK_PROCESS_CPUTIME_ID) : use->own_nanoseconds;
  struct rusage usage;
#ifdef RUSAGE_THREAD
  int who = is_threaded ? RUSAGE_SELF : RUSAGE_THREAD;
#else
  int who = RUSAGE_SELF;
#endif
  use->involuntary_switches = getrusage(who, &usage) == 0 ? usage.ru_nivcsw : 0;
  use->queue_nanoseconds = -1;
  if (queue < 0) return;
  // Three numbers: time on a processor, time in the queue for one, and turns.
  char text[96];
  ssize_t count = pread(queue, text, sizeof text - 1, 0);
  if (count <= 0) return;
  text[count] = 0;
  char *rest = text;
  strtoll(text, &rest, 10);
  char *end = rest;
  long long waited = strtoll(rest, &end, 10);
  if (end != rest) use->queue_nanoseconds = waited;
}

struct simbench_busy {
  atomic_bool ends;
  int32_t count;
  pthread_t threads[64];
};

static void *keep_busy(void *context) {
  simbench_busy *busy = context;
  // An atomic reading is work enough: the thread is never off its processor by its own will.
  while (!atomic_load_explicit(&busy->ends, memory_order_relaxed)) {
  }
  return NULL;
}

simbench_busy *simbench_busy_start(int32_t count) {
  simbench_busy *busy = calloc(1, sizeof *busy);
  if (busy == NULL) return NULL;
  while (busy->count < count && busy->count < 64) {
    if (pthread_create(&busy->threads[busy->count], NULL, keep_busy, busy) != 0) break;
    busy->count++;
  }
  return busy;
}

void simbench_busy_stop(simbench_busy *busy) {
  atomic_store(&busy->ends, true);
  for (int32_t index = 0; index < busy->count; index++) pthread_join(busy->threads[index], NULL);
  free(busy);
}
