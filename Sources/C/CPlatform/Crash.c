// What a process says when it is ended by a trap: what it was doing.
#define _GNU_SOURCE

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "CPlatform.h"

enum { note_capacity = 2048 };

// Each thread does something else, and the trap is handled on the thread that met it.
static _Thread_local char note[note_capacity];
static _Thread_local volatile size_t note_length;

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { signal_count = sizeof signals / sizeof signals[0] };
static struct sigaction before[signal_count];
static bool is_installed;

static void tell(int number) {
  const char *next = note;
  size_t left = note_length;
  while (left > 0) {
    ssize_t written = write(STDERR_FILENO, next, left);
    if (written <= 0) break;
    next += written;
    left -= (size_t)written;
  }
  note_length = 0;
  // What trapped traps again, and then what was there before takes it: a backtrace, or the end.
  for (int index = 0; index < signal_count; index++) {
    if (signals[index] == number) sigaction(number, &before[index], NULL);
  }
}

void simbench_crash_note_set(const char *text) {
  size_t length = text == NULL ? 0 : strnlen(text, note_capacity);
  // Not there while it is half written.
  note_length = 0;
  atomic_signal_fence(memory_order_seq_cst);
  if (length > 0) memcpy(note, text, length);
  atomic_signal_fence(memory_order_seq_cst);
  note_length = length;
}

void simbench_crash_note_install(void) {
  if (is_installed) return;
  is_installed = true;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = tell;
  // A thread that overflowed its stack tells of it where it has another one for signals.
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++) {
    sigaction(signals[index], &action, &before[index]);
  }
}
