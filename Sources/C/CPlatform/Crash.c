// What becomes of a trap: a thread under guard stops there, while the process runs on; any other
// ends the process, which says what it was doing.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__GLIBC__) || defined(__APPLE__)
#include <execinfo.h>
#endif
#if defined(__APPLE__)
#include <sys/ucontext.h>
#else
#include <ucontext.h>
#endif

#include "CPlatform.h"

enum { note_capacity = 2048 };

// Each thread does something else, and the trap is handled on the thread that met it.
static _Thread_local char note[note_capacity];
static _Thread_local volatile size_t note_length;

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { signal_count = sizeof signals / sizeof signals[0] };
static struct sigaction before[signal_count];
static bool is_installed;

enum { signal_stack_bytes = 1 << 16 };

struct simbench_trap_guard {
  /// What waits for the end, and what tells of it: one byte.
  int descriptors[2];
  /// Whether a thread has trapped; the others that do stop as well, but do not count.
  atomic_flag is_taken;
  atomic_bool is_cancelled;
  simbench_trap trap;
};

static _Thread_local simbench_trap_guard *guard;
static _Thread_local volatile int64_t step = -1;
static _Thread_local void *signal_stack;

/// The instruction that trapped; NULL where that is unknown.
static void *trapped_address(void *context) {
  ucontext_t *machine = context;
#if defined(__linux__) && defined(__x86_64__)
  return (void *)machine->uc_mcontext.gregs[REG_RIP];
#elif defined(__linux__) && defined(__aarch64__)
  return (void *)machine->uc_mcontext.pc;
#elif defined(__APPLE__) && defined(__x86_64__)
  return (void *)machine->uc_mcontext->__ss.__rip;
#elif defined(__APPLE__) && defined(__aarch64__)
  return (void *)__darwin_arm_thread_state64_get_pc(machine->uc_mcontext->__ss);
#else
  (void)machine;
  return NULL;
#endif
}

static void note_trap(simbench_trap *trap, int number, void *context) {
  trap->signal = number;
  trap->step = step;
  size_t length = note_length < sizeof trap->note ? note_length : sizeof trap->note - 1;
  memcpy(trap->note, note, length);
  trap->note[length] = 0;
  void *address = trapped_address(context);
  trap->addresses[0] = address;
  trap->depth = address == NULL ? 0 : 1;
#if defined(__GLIBC__) || defined(__APPLE__)
  void *all[simbench_trap_depth + 8];
  int count = backtrace(all, simbench_trap_depth + 8);
  // The first ones are this handler and what called it.
  int start = 2;
  for (int index = 0; index < count; index++) {
    if (all[index] == address) start = index + 1;
  }
  for (int index = start; index < count && trap->depth < simbench_trap_depth; index++) {
    trap->addresses[trap->depth++] = all[index];
  }
#endif
}

/// Never returns: what trapped cannot go on, and its frames may not be left.
static void stop_thread(int number, void *context) {
  simbench_trap_guard *mine = guard;
  if (!atomic_flag_test_and_set(&mine->is_taken)) {
    note_trap(&mine->trap, number, context);
    while (write(mine->descriptors[1], "t", 1) < 0 && errno == EINTR) {}
  }
  for (;;) pause();
}

static void tell(int number, siginfo_t *information, void *context) {
  (void)information;
  if (guard != NULL) stop_thread(number, context);
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
  action.sa_sigaction = tell;
  // A thread that overflowed its stack tells of it where it has another one for signals.
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++) {
    sigaction(signals[index], &action, &before[index]);
  }
}

// MARK: - Guarded threads

simbench_trap_guard *simbench_trap_guard_create(void) {
  simbench_trap_guard *made = calloc(1, sizeof(simbench_trap_guard));
  if (made == NULL) return NULL;
  atomic_flag_clear(&made->is_taken);
  if (pipe(made->descriptors) != 0) {
    free(made);
    return NULL;
  }
  for (int index = 0; index < 2; index++) fcntl(made->descriptors[index], F_SETFD, FD_CLOEXEC);
#if defined(__GLIBC__) || defined(__APPLE__)
  // The first call loads the unwinder's library, which a signal handler must not do.
  void *addresses[4];
  (void)backtrace(addresses, 4);
#endif
  return made;
}

void simbench_trap_guard_destroy(simbench_trap_guard *old) {
  close(old->descriptors[0]);
  close(old->descriptors[1]);
  free(old);
}

simbench_trap_guard *simbench_trap_guard_current(void) { return guard; }

void simbench_trap_guard_enter(simbench_trap_guard *wanted) {
  if (wanted == NULL) return;
  signal_stack = malloc(signal_stack_bytes);
  if (signal_stack != NULL) {
    stack_t stack = {.ss_sp = signal_stack, .ss_size = signal_stack_bytes};
    sigaltstack(&stack, NULL);
  }
  step = -1;
  guard = wanted;
}

void simbench_trap_guard_leave(void) {
  if (guard == NULL) return;
  guard = NULL;
  step = -1;
  if (signal_stack == NULL) return;
  stack_t none = {.ss_flags = SS_DISABLE, .ss_size = signal_stack_bytes};
  sigaltstack(&none, NULL);
  free(signal_stack);
  signal_stack = NULL;
}

void simbench_trap_guard_cancel(simbench_trap_guard *cancelled) {
  atomic_store(&cancelled->is_cancelled, true);
}

bool simbench_trap_guard_is_cancelled(void) {
  return guard != NULL && atomic_load(&guard->is_cancelled);
}

void simbench_trap_guard_end(simbench_trap_guard *ended) {
  while (write(ended->descriptors[1], "e", 1) < 0 && errno == EINTR) {}
}

simbench_trap_state simbench_trap_guard_wait(
    simbench_trap_guard *waited, int32_t milliseconds, simbench_trap *trap) {
  struct pollfd wanted = {.fd = waited->descriptors[0], .events = POLLIN};
  if (poll(&wanted, 1, milliseconds) <= 0) return SIMBENCH_TRAP_RUNNING;
  char word;
  if (read(waited->descriptors[0], &word, 1) != 1) return SIMBENCH_TRAP_RUNNING;
  if (word == 'e') return SIMBENCH_TRAP_ENDED;
  *trap = waited->trap;
  return SIMBENCH_TRAP_TRAPPED;
}

void simbench_trap_step_set(uint32_t value) { step = value; }

// MARK: - What a trap says

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void run_and_end(int descriptor, void (*body)(void *context), void *context) {
  for (int index = 0; index < signal_count; index++) signal(signals[index], SIG_DFL);
  struct rlimit nothing = {0, 0};
  setrlimit(RLIMIT_CORE, &nothing);
  int null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  dup2(descriptor, STDERR_FILENO);
  body(context);
  _exit(0);
}

size_t simbench_trap_text(
    void (*body)(void *context), void *context, int32_t milliseconds, char *text,
    size_t capacity) {
  int descriptors[2];
  if (pipe(descriptors) != 0) return 0;
  for (int index = 0; index < 2; index++) fcntl(descriptors[index], F_SETFD, FD_CLOEXEC);
  pid_t child = fork();
  if (child == 0) run_and_end(descriptors[1], body, context);
  close(descriptors[1]);
  size_t length = 0;
  int64_t end = milliseconds_now() + milliseconds;
  while (child > 0 && length < capacity) {
    int64_t left = end - milliseconds_now();
    struct pollfd wanted = {.fd = descriptors[0], .events = POLLIN};
    if (left <= 0 || poll(&wanted, 1, (int)left) <= 0) break;
    ssize_t count = read(descriptors[0], text + length, capacity - length);
    if (count <= 0) break;
    length += (size_t)count;
  }
  close(descriptors[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  }
  return length;
}
