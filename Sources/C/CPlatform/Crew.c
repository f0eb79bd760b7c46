#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "CPlatform.h"

typedef struct member {
  simbench_crew *crew;
  pthread_t thread;
  int32_t worker;
  /// Tells how long the thread waits for a processor.
  _Atomic(int32_t) queue;
} member;

/// A thread that has not opened its queue yet.
enum { not_open = -2 };

struct simbench_crew {
  pthread_mutex_t lock;
  pthread_cond_t job_came;
  pthread_cond_t all_left;
  // What follows is guarded by the lock, but for `next_item`.
  bool is_open;
  bool is_ending;
  uint64_t job;
  int32_t joined;
  int32_t item_count;
  simbench_crew_body body;
  void *context;
  _Atomic(int32_t) next_item;
  // Only the caller's.
  int64_t caller_wait;
  int32_t member_count;
  member members[];
};

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void take_items(
    simbench_crew *crew, int32_t worker, int32_t item_count, simbench_crew_body body,
    void *context) {
  for (;;) {
    int32_t item = atomic_fetch_add_explicit(&crew->next_item, 1, memory_order_relaxed);
    if (item >= item_count) return;
    body(context, worker, item);
  }
}

static void *serve(void *argument) {
  member *self = argument;
  simbench_crew *crew = self->crew;
  uint64_t last_job = 0;
  atomic_store(&self->queue, simbench_queue_open());
  pthread_mutex_lock(&crew->lock);
  for (;;) {
    while (!crew->is_ending && !(crew->is_open && crew->job != last_job)) {
      pthread_cond_wait(&crew->job_came, &crew->lock);
    }
    if (crew->is_ending) break;
    last_job = crew->job;
    crew->joined++;
    int32_t item_count = crew->item_count;
    simbench_crew_body body = crew->body;
    void *context = crew->context;
    pthread_mutex_unlock(&crew->lock);
    take_items(crew, self->worker, item_count, body, context);
    pthread_mutex_lock(&crew->lock);
    if (--crew->joined == 0) pthread_cond_signal(&crew->all_left);
  }
  pthread_mutex_unlock(&crew->lock);
  return NULL;
}

bool simbench_thread_start(void *(*body)(void *context), void *context, size_t stack_bytes) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

simbench_crew *simbench_crew_create(int32_t worker_count) {
  int32_t others = worker_count - 1;
  simbench_crew *crew = calloc(1, sizeof(simbench_crew) + (size_t)others * sizeof(member));
  if (crew == NULL) return NULL;
  pthread_mutex_init(&crew->lock, NULL);
  pthread_cond_init(&crew->job_came, NULL);
  pthread_cond_init(&crew->all_left, NULL);
  for (int32_t index = 0; index < others; index++) {
    crew->members[index].crew = crew;
    crew->members[index].worker = index + 1;
    atomic_init(&crew->members[index].queue, not_open);
    if (pthread_create(&crew->members[index].thread, NULL, serve, &crew->members[index]) != 0) {
      simbench_crew_destroy(crew);
      return NULL;
    }
    crew->member_count++;
  }
  return crew;
}

void simbench_crew_run(
    simbench_crew *crew, int32_t item_count, simbench_crew_body body, void *context) {
  pthread_mutex_lock(&crew->lock);
  atomic_store_explicit(&crew->next_item, 0, memory_order_relaxed);
  crew->item_count = item_count;
  crew->body = body;
  crew->context = context;
  crew->job++;
  crew->is_open = true;
  pthread_cond_broadcast(&crew->job_came);
  pthread_mutex_unlock(&crew->lock);
  take_items(crew, 0, item_count, body, context);
  int64_t start = nanoseconds();
  pthread_mutex_lock(&crew->lock);
  // Who wakes up from now on is too late and sleeps on; there is no need to wait for them.
  crew->is_open = false;
  while (crew->joined > 0) pthread_cond_wait(&crew->all_left, &crew->lock);
  pthread_mutex_unlock(&crew->lock);
  crew->caller_wait += nanoseconds() - start;
}

simbench_crew_waits simbench_crew_waits_read(const simbench_crew *crew) {
  simbench_crew_waits waits = {0, crew->caller_wait};
  for (int32_t index = 0; index < crew->member_count && waits.queue >= 0; index++) {
    int32_t queue = atomic_load(&crew->members[index].queue);
    if (queue == not_open) continue;
    int64_t time = simbench_queue_nanoseconds(queue);
    waits.queue = time < 0 ? -1 : waits.queue + time;
  }
  return waits;
}

void simbench_crew_destroy(simbench_crew *crew) {
  pthread_mutex_lock(&crew->lock);
  crew->is_ending = true;
  pthread_cond_broadcast(&crew->job_came);
  pthread_mutex_unlock(&crew->lock);
  for (int32_t index = 0; index < crew->member_count; index++) {
    pthread_join(crew->members[index].thread, NULL);
    simbench_queue_close(crew->members[index].queue);
  }
  pthread_cond_destroy(&crew->all_left);
  pthread_cond_destroy(&crew->job_came);
  pthread_mutex_destroy(&crew->lock);
  free(crew);
}
