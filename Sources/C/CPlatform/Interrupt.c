#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CPlatform.h"
#include "Cleanup.h"

// Children that go on after the first signal are ended after so long.
enum { grace_seconds = 5 };

static atomic_int signals_seen;
static atomic_int critical_sections;
static atomic_bool is_end_wanted;
static atomic_bool is_installed;

typedef struct caught {
  int number;
  void (*handler)(int);
  struct sigaction previous;
} caught;

static void note_signal(int number);
static void stop_all(int number);

static caught caught_signals[] = {
    {.number = SIGINT, .handler = note_signal},  {.number = SIGTERM, .handler = note_signal},
    {.number = SIGHUP, .handler = note_signal},  {.number = SIGQUIT, .handler = note_signal},
    {.number = SIGALRM, .handler = note_signal}, {.number = SIGTSTP, .handler = stop_all},
};
enum { caught_count = sizeof caught_signals / sizeof caught_signals[0] };

// MARK: - Ending

static atomic_bool is_ending;
static atomic_bool waits_at_exit;
static atomic_int ending_code;

static void give_up(int number) {
  (void)number;
  _exit(atomic_load(&ending_code));
}

static void clean_up_and_exit(int code) {
  atomic_store(&ending_code, code);
  signal(SIGALRM, give_up);
  alarm(2 * grace_seconds);
  simbench_signal_children(SIGKILL, true);
  simbench_await_children();
  simbench_delete_everything();
  _exit(code);
}

static void end_now(void) {
  // A third signal must not cut the removal short.
  if (!atomic_exchange(&is_ending, true)) clean_up_and_exit(130);
}

void simbench_end_without_memory(size_t size) {
  // Another thread is ending the process already.
  while (atomic_exchange(&is_ending, true)) pause();
  char digits[24];
  size_t place = sizeof digits;
  do {
    digits[--place] = (char)('0' + size % 10);
  } while ((size /= 10) > 0);
  const char *words[] = {
      "simbench: out of memory: the system refuses ", NULL,
      " more bytes; raise the memory limit (ulimit -v, container) or use fewer --jobs\n"};
  char line[160];
  size_t length = 0;
  for (size_t index = 0; index < sizeof words / sizeof words[0]; index++) {
    const char *text = words[index] != NULL ? words[index] : digits + place;
    size_t count = words[index] != NULL ? strlen(text) : sizeof digits - place;
    memcpy(line + length, text, count);
    length += count;
  }
  ssize_t written = write(STDERR_FILENO, line, length);
  (void)written;
  clean_up_and_exit(75);
}

// Another thread may end the process while this one, whose child is gone, comes to its own end.
static void leave_the_end_to_it(void) {
  while (atomic_load(&is_ending)) pause();
}

static void pass_on(void) {
  // The one signal that everything run from here ends in order for, builds included.
  if (simbench_signal_children(SIGINT, false)) alarm(grace_seconds);
}

static void note_signal(int number) {
  int saved = errno;
  if (number == SIGALRM) {
    if (atomic_load(&signals_seen) > 0) simbench_signal_children(SIGKILL, false);
  } else if (atomic_fetch_add(&signals_seen, 1) == 0 && number != SIGQUIT) {
    pass_on();
  } else if (atomic_load(&critical_sections) > 0) {
    // Files are taking their names, or a child is not noted yet; that takes no time, and half of
    // it is worse than either.
    atomic_store(&is_end_wanted, true);
  } else {
    end_now();
  }
  errno = saved;
}

// Children have groups of their own, which a terminal does not stop with this one.
static void stop_all(int number) {
  int saved = errno;
  simbench_signal_children(SIGSTOP, true);
  struct sigaction own;
  struct sigaction normal;
  memset(&normal, 0, sizeof normal);
  normal.sa_handler = SIG_DFL;
  sigemptyset(&normal.sa_mask);
  sigaction(number, &normal, &own);
  sigset_t stop;
  sigset_t before;
  sigemptyset(&stop);
  sigaddset(&stop, number);
  raise(number);
  // It stops here, until somebody continues it.
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(number, &own, NULL);
  simbench_signal_children(SIGCONT, true);
  errno = saved;
}

// MARK: - Signals

void simbench_interrupt_install(void) {
  if (atomic_exchange(&is_installed, true)) return;
  if (!atomic_exchange(&waits_at_exit, true)) atexit(leave_the_end_to_it);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  // Without SA_RESTART: a signal ends every wait, and whoever waits asks for the flag.
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < caught_count; index++) {
    caught *one = &caught_signals[index];
    action.sa_handler = one->handler;
    sigaction(one->number, &action, &one->previous);
    // Whoever started it with nohup means it; so does a shell without job control.
    bool may_be_ignored = one->number == SIGHUP || one->number == SIGTSTP;
    if (may_be_ignored && one->previous.sa_handler == SIG_IGN) {
      sigaction(one->number, &one->previous, NULL);
    }
  }
}

void simbench_interrupt_uninstall(void) {
  if (!atomic_exchange(&is_installed, false)) return;
  for (size_t index = 0; index < caught_count; index++) {
    sigaction(caught_signals[index].number, &caught_signals[index].previous, NULL);
  }
}

bool simbench_interrupt_is_installed(void) { return atomic_load(&is_installed); }

bool simbench_interrupt_is_requested(void) {
  return atomic_load_explicit(&signals_seen, memory_order_relaxed) > 0;
}

void simbench_interrupt_reset(void) { atomic_store(&signals_seen, 0); }

void simbench_ignore_write_signals(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

// MARK: - What signals wait for

void simbench_critical_begin(void) { atomic_fetch_add(&critical_sections, 1); }

void simbench_critical_end(void) {
  if (atomic_fetch_sub(&critical_sections, 1) == 1 && atomic_load(&is_end_wanted)) end_now();
}

int32_t simbench_child_add(pid_t process, bool has_group, bool cleans_up) {
  int32_t ticket = simbench_child_note(process, has_group, cleans_up);
  // A signal that came just before was not passed on to it.
  if (!cleans_up && simbench_interrupt_is_requested()) pass_on();
  return ticket;
}
