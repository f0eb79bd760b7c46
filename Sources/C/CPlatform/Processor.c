#define _GNU_SOURCE
#include "CPlatform.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// Where the switches of one thread are not counted, those of all are: never fewer.
#if defined(RUSAGE_THREAD)
enum { one_thread = RUSAGE_THREAD };
#else
enum { one_thread = RUSAGE_SELF };
#endif

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return -1;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int32_t simbench_queue_open(void) {
#ifdef __linux__
  // Brings the figures of a thread up to date that has only just begun: they would be zero.
  nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  // The name stands for the thread that opens it, whoever reads it later.
  int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (file >= 0 && simbench_queue_nanoseconds(file) < 0) {
    close(file);
    return -1;
  }
  return file;
#else
  return -1;
#endif
}

void simbench_queue_close(int32_t queue) {
  if (queue >= 0) close(queue);
}

static const char *number(const char *text, uint64_t *value) {
  *value = 0;
  while (*text >= '0' && *text <= '9') *value = *value * 10 + (uint64_t)(*text++ - '0');
  return text;
}

int64_t simbench_queue_nanoseconds(int32_t queue) {
  if (queue < 0) return -1;
  // Three numbers: time on a processor, time in the queue for one, and turns.
  char text[96];
  ssize_t length = pread(queue, text, sizeof text - 1, 0);
  if (length <= 0) return -1;
  text[length] = 0;
  uint64_t running;
  uint64_t waiting;
  const char *rest = number(text, &running);
  // A system that keeps no such figures writes zeros; whoever can be asked for has run.
  if (*rest != ' ' || running == 0) return -1;
  rest = number(rest + 1, &waiting);
  return *rest == ' ' ? (int64_t)waiting : -1;
}

void simbench_processor_read(int32_t queue, bool is_threaded, simbench_processor_use *use) {
  use->own_nanoseconds = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  // Every reading takes half a microsecond to one, so nothing is read twice.
  use->all_nanoseconds =
      is_threaded ? nanoseconds(CLOCK_PROCESS_CPUTIME_ID) : use->own_nanoseconds;
  use->queue_nanoseconds = simbench_queue_nanoseconds(queue);
  struct rusage usage;
  bool is_known = getrusage(is_threaded ? RUSAGE_SELF : one_thread, &usage) == 0;
  use->involuntary_switches = is_known ? usage.ru_nivcsw : -1;
  use->voluntary_switches = is_known ? usage.ru_nvcsw : -1;
}

bool simbench_counts_switches(void) {
  struct rusage before;
  struct rusage after;
  if (getrusage(one_thread, &before) != 0) return false;
  struct timespec moment = {0, 1000};
  nanosleep(&moment, NULL);
  return getrusage(one_thread, &after) == 0 && after.ru_nvcsw > before.ru_nvcsw;
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
