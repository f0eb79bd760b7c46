// For posix_spawn_file_actions_addchdir_np.
#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "CPlatform.h"

#if defined(__APPLE__)
enum { peak_resident_unit = 1 };
#else
enum { peak_resident_unit = 1024 };
#endif

static int32_t prepare_files(
    posix_spawn_file_actions_t *actions, const char *working_directory,
    const int32_t descriptors[3]) {
  if (working_directory != NULL) {
    int failure = posix_spawn_file_actions_addchdir_np(actions, working_directory);
    if (failure != 0) return failure;
  }
  for (int32_t target = 0; target < 3; target++) {
    int failure = posix_spawn_file_actions_adddup2(actions, descriptors[target], target);
    if (failure != 0) return failure;
  }
  return 0;
}

static int32_t prepare_signals(posix_spawnattr_t *attributes, bool own_group) {
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  sigemptyset(&none);
  int failure = posix_spawnattr_setsigdefault(attributes, &all);
  if (failure == 0) failure = posix_spawnattr_setsigmask(attributes, &none);
  if (failure != 0) return failure;
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (own_group) {
    failure = posix_spawnattr_setpgroup(attributes, 0);
    if (failure != 0) return failure;
    flags |= POSIX_SPAWN_SETPGROUP;
  }
  return posix_spawnattr_setflags(attributes, flags);
}

int32_t simbench_spawn(
    const char *path, char *const arguments[], char *const environment[],
    const char *working_directory, const int32_t descriptors[3], bool own_group, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }
  failure = prepare_files(&actions, working_directory, descriptors);
  if (failure == 0) failure = prepare_signals(&attributes, own_group);
  if (failure == 0) {
    failure = posix_spawnp(process, path, &actions, &attributes, arguments, environment);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int32_t simbench_wait(
    pid_t process, bool wait, bool own_group, int32_t ticket, simbench_process_end *end) {
  siginfo_t found;
  int failure;
  do {
    found.si_pid = 0;
    // Not reaped yet: its number, and its group's, stay its own.
    failure = waitid(P_PID, (id_t)process, &found, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG));
  } while (failure != 0 && errno == EINTR);
  if (failure != 0) return -errno;
  if (found.si_pid == 0) return 0;
  if (own_group && simbench_interrupt_is_requested()) kill(-process, SIGKILL);
  simbench_child_forget(ticket);
  int status = 0;
  struct rusage usage;
  pid_t ended;
  do {
    ended = wait4(process, &status, 0, &usage);
  } while (ended < 0 && errno == EINTR);
  if (ended < 0) return -errno;
  end->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  int64_t seconds = (int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
  int64_t microseconds = (int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  end->processor_nanoseconds = seconds * 1000000000 + microseconds * 1000;
  end->peak_resident_bytes = (int64_t)usage.ru_maxrss * peak_resident_unit;
  return 1;
}

int64_t simbench_peak_resident_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return -1;
  return (int64_t)usage.ru_maxrss * peak_resident_unit;
}
