// Kills the process that it is loaded into at its nth change to the disk, counted from 1; see
// .ci/long-parts/fuzz.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long done;

// Whether this change is the nth. Death comes before it, but in the middle of a write.
static int is_time(void) {
  const char *text = getenv("SIMBENCH_FUZZ_KILL_AT");
  return text && atomic_fetch_add(&done, 1) + 1 == strtol(text, NULL, 10);
}

static void die(void) { kill(getpid(), SIGKILL); }

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) =
      NEXT(ssize_t (*)(int, const void *, size_t), "write");
  if (file > 2 && is_time()) {
    next(file, bytes, count / 2);
    die();
  }
  return next(file, bytes, count);
}

int rename(const char *old, const char *name) {
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
  if (flags & (O_CREAT | O_TRUNC) && is_time()) die();
  return NEXT(int (*)(const char *, int, ...), "open")(name, flags, mode);
}
