// Kills the process that it is loaded into at its nth change to the disk, kills a process that it
// starts at its nth call, or lets its nth call of one kind fail; counted from 1. See
// .ci/long-parts/fuzz.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_long done;

// Whether this change is the nth. Death comes before it, but in the middle of a write.
static int is_time(void) {
  const char *text = getenv("SIMBENCH_FUZZ_KILL_AT");
  return text && atomic_fetch_add(&done, 1) + 1 == strtol(text, NULL, 10);
}

static void die(void) { kill(getpid(), SIGKILL); }

// Whether this call fails, with errno set. SIMBENCH_FUZZ_FAIL is CALL:NTH:ERRNO, or CALL:NTH+:ERRNO
// for that call and all after it. Every process counts for itself.
static int fails(const char *name, atomic_long *calls) {
  const char *text = getenv("SIMBENCH_FUZZ_FAIL");
  size_t length = strlen(name);
  if (!text || strncmp(text, name, length) != 0 || text[length] != ':') return 0;
  char *rest;
  long nth = strtol(text + length + 1, &rest, 10);
  long number = atomic_fetch_add(calls, 1) + 1;
  int lasts = *rest == '+';
  if (number < nth || (number > nth && !lasts)) return 0;
  errno = (int)strtol(rest + lasts + 1, NULL, 10);
  return 1;
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

// The first process names itself here, and those that it starts find the name.
static int is_child;

__attribute__((constructor)) static void find_parent(void) {
  is_child = getenv("SIMBENCH_FUZZ_PARENT") != NULL;
  setenv("SIMBENCH_FUZZ_PARENT", "yes", 1);
}

// Ends a child at its nth call of any kind: the first child that gets there, or all of them with a
// plus sign behind the number. The first one makes the file SIMBENCH_FUZZ_KILLED.
static void end_child(void) {
  static atomic_long calls;
  int before = errno;
  if (is_child && fails("child", &calls)) {
    const char *text = getenv("SIMBENCH_FUZZ_FAIL");
    const char *marker = getenv("SIMBENCH_FUZZ_KILLED");
    int (*next)(const char *, int, ...) = NEXT(int (*)(const char *, int, ...), "open");
    if (strchr(text, '+') || !marker || next(marker, O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0) die();
  }
  errno = before;
}

#define FAILS(name) ({ static atomic_long calls; end_child(); fails(name, &calls); })

ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) =
      NEXT(ssize_t (*)(int, const void *, size_t), "write");
  if (file > 2 && FAILS("write")) return -1;
  if (file > 2 && is_time()) {
    next(file, bytes, count / 2);
    die();
  }
  return next(file, bytes, count);
}

int rename(const char *old, const char *name) {
  if (FAILS("rename")) return -1;
  if (is_time()) die();
  return NEXT(int (*)(const char *, const char *), "rename")(old, name);
}

int link(const char *old, const char *name) {
  if (is_time()) die();
  return NEXT(int (*)(const char *, const char *), "link")(old, name);
}

int unlink(const char *name) {
  if (is_time()) die();
  return NEXT(int (*)(const char *), "unlink")(name);
}

int mkdir(const char *name, mode_t mode) {
  if (FAILS("mkdir")) return -1;
  if (is_time()) die();
  return NEXT(int (*)(const char *, mode_t), "mkdir")(name, mode);
}

int fsync(int file) {
  if (is_time()) die();
  return NEXT(int (*)(int), "fsync")(file);
}

int open(const char *name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (FAILS("open")) return -1;
  if (flags & (O_CREAT | O_TRUNC) && is_time()) die();
  return NEXT(int (*)(const char *, int, ...), "open")(name, flags, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
  if (file > 2 && FAILS("read")) return -1;
  return NEXT(ssize_t (*)(int, void *, size_t), "read")(file, bytes, count);
}

int flock(int file, int operation) {
  if (FAILS("flock")) return -1;
  return NEXT(int (*)(int, int), "flock")(file, operation);
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  if (FAILS("thread")) return errno;
  int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      NEXT(int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), "pthread_create");
  return next(thread, attributes, body, context);
}

int waitid(idtype_t kind, id_t process, siginfo_t *end, int options) {
  if (FAILS("wait")) return -1;
  return NEXT(int (*)(idtype_t, id_t, siginfo_t *, int), "waitid")(kind, process, end, options);
}

pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) {
  if (FAILS("wait")) return -1;
  return NEXT(pid_t (*)(pid_t, int *, int, struct rusage *), "wait4")(
      process, status, options, usage);
}

// It returns twice, so nothing may be left of this call on the stack.
pid_t vfork(void) {
  if (FAILS("spawn")) return -1;
  pid_t (*next)(void) = NEXT(pid_t (*)(void), "vfork");
  __attribute__((musttail)) return next();
}
