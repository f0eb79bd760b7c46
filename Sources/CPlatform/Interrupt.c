#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CPlatform.h"

// MARK: - Files being written

enum { pending_capacity = 4096 };

// Taking a path out by exchange decides who owns it when a signal arrives during a removal.
static _Atomic(char *) pending[pending_capacity];
static _Atomic(int32_t) pending_hint;

int32_t simbench_pending_add(const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return -1;
  uint32_t start = (uint32_t)atomic_fetch_add(&pending_hint, 1);
  for (uint32_t step = 0; step < pending_capacity; step++) {
    uint32_t slot = (start + step) % pending_capacity;
    char *empty = NULL;
    if (atomic_compare_exchange_strong(&pending[slot], &empty, copy)) return (int32_t)slot;
  }
  free(copy);
  return -1;
}

void simbench_pending_remove(int32_t ticket) {
  if (ticket < 0 || ticket >= pending_capacity) return;
  free(atomic_exchange(&pending[ticket], NULL));
}

// `free` is not allowed inside a signal handler; the process ends there anyway.
static void delete_pending(bool in_handler) {
  for (int32_t slot = 0; slot < pending_capacity; slot++) {
    char *path = atomic_exchange(&pending[slot], NULL);
    if (path == NULL) continue;
    unlink(path);
    if (!in_handler) free(path);
  }
}

void simbench_pending_delete_all(void) { delete_pending(false); }

int32_t simbench_pending_count(void) {
  int32_t count = 0;
  for (int32_t slot = 0; slot < pending_capacity; slot++) {
    count += atomic_load(&pending[slot]) != NULL;
  }
  return count;
}

// MARK: - Signals

static atomic_int signals_seen;
static atomic_bool is_installed;
static struct sigaction previous_interrupt;
static struct sigaction previous_terminate;

static void note_signal(int number) {
  (void)number;
  int saved = errno;
  if (atomic_fetch_add(&signals_seen, 1) > 0) {
    delete_pending(true);
    _exit(130);
  }
  errno = saved;
}

void simbench_interrupt_install(void) {
  if (atomic_exchange(&is_installed, true)) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_signal;
  // Reads and writes under way carry on; whoever loops asks for the flag.
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &previous_interrupt);
  sigaction(SIGTERM, &action, &previous_terminate);
}

void simbench_interrupt_uninstall(void) {
  if (!atomic_exchange(&is_installed, false)) return;
  sigaction(SIGINT, &previous_interrupt, NULL);
  sigaction(SIGTERM, &previous_terminate, NULL);
}

bool simbench_interrupt_is_requested(void) {
  return atomic_load_explicit(&signals_seen, memory_order_relaxed) > 0;
}

void simbench_interrupt_reset(void) { atomic_store(&signals_seen, 0); }

void simbench_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
