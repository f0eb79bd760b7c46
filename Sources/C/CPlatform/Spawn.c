// For execvpe, pipe2 and prctl; elsewhere for posix_spawn_file_actions_addchdir_np.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "CPlatform.h"

#if defined(__linux__)

#include <sys/prctl.h>

// What a child needs to know.
typedef struct plan {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *working_directory;
  const int32_t *descriptors;
  bool own_group;
  pid_t parent;
} plan;

// Runs in the child, which may share the parent's memory: it only calls the system, and returns an
// errno value or not at all.
static int become(const plan *plan) {
  // The kernel ends it with the thread that started it, however that one ends. What ended before it
  // could ask is told by another parent.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  if (getppid() != plan->parent) return ESRCH;
  if (plan->own_group && setpgid(0, 0) != 0) return errno;
  if (plan->working_directory != NULL && chdir(plan->working_directory) != 0) return errno;
  for (int target = 0; target < 3; target++) {
    if (plan->descriptors[target] == target) {
      if (fcntl(target, F_SETFD, 0) != 0) return errno;
    } else if (dup2(plan->descriptors[target], target) < 0) {
      return errno;
    }
  }
  // The handlers of the parent stay its own; only this process's table changes.
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return errno;
  execvpe(plan->path, plan->arguments, plan->environment);
  return errno;
}

int32_t simbench_spawn(
    const char *path, char *const arguments[], char *const environment[],
    const char *working_directory, const int32_t descriptors[3], bool own_group, pid_t *process) {
  // posix_spawn cannot ask for a signal at the parent's end.
  plan plan = {path, arguments, environment, working_directory, descriptors, own_group, getpid()};
  // Holds what went wrong, or ends empty when the program has taken over.
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  // Not fork: that copies the page tables of scenes, and a strict system has no room for them.
  pid_t child = vfork();
  if (child == 0) {
    int failure = become(&plan);
    ssize_t written = write(report[1], &failure, sizeof failure);
    _exit(written == sizeof failure ? 127 : 126);
  }
  int failure = child < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (child > 0) {
    ssize_t count;
    do {
      count = read(report[0], &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
    if (count != sizeof failure) failure = 0;
    simbench_process_end end;
    if (failure != 0) simbench_wait(child, true, false, -1, &end);
  }
  close(report[0]);
  *process = child;
  return failure;
}

#else

#include <spawn.h>
#include <sys/event.h>
#include <sys/wait.h>

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

// Waits for the end of both, and ends the child when the parent's comes first.
static void watch(pid_t parent, pid_t child, bool own_group) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
  setsid();
  // A reader of the parent's output must not wait for this process.
  int limit = getdtablesize();
  for (int descriptor = 0; descriptor < limit && descriptor < 65536; descriptor++) {
    close(descriptor);
  }
  int queue = kqueue();
  struct kevent wanted[2];
  struct kevent found[2];
  EV_SET(&wanted[0], parent, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  EV_SET(&wanted[1], child, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  // A process that is gone already comes back as an event with an error.
  int count = kevent(queue, wanted, 2, found, 2, NULL);
  bool has_child_ended = count <= 0;
  for (int index = 0; index < count; index++) {
    has_child_ended |= found[index].ident == (uintptr_t)child;
  }
  if (!has_child_ended) kill(own_group ? -child : child, SIGKILL);
}

// Starts a process that watches, as no child of this one: nothing has to wait for it.
static void start_watch(pid_t child, bool own_group) {
  pid_t parent = getpid();
  pid_t between = fork();
  if (between == 0) {
    if (fork() == 0) watch(parent, child, own_group);
    _exit(0);
  }
  if (between < 0) return;
  while (waitpid(between, NULL, 0) < 0 && errno == EINTR) {
  }
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
  // Nothing but another process can do it here.
  if (failure == 0) start_watch(*process, own_group);
  return failure;
}

#endif
