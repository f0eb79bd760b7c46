// For O_NOFOLLOW, and reading directories without memory on Linux.
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "CPlatform.h"
#include "Cleanup.h"

enum { pending_capacity = 4096, folder_capacity = 512, child_capacity = 64 };

// MARK: - Files being written

// Taking a path out by exchange decides who owns it when a signal arrives during a removal.
static _Atomic(char *) pending[pending_capacity];
static _Atomic(int32_t) pending_hint;
static _Atomic(char *) folders[folder_capacity];
static _Atomic(int32_t) folder_hint;

static int32_t add_path(
    _Atomic(char *) *slots, int32_t capacity, _Atomic(int32_t) *hint, const char *path) {
  char *copy = strdup(path);
  if (copy == NULL) return -1;
  uint32_t start = (uint32_t)atomic_fetch_add(hint, 1);
  for (uint32_t step = 0; step < (uint32_t)capacity; step++) {
    uint32_t slot = (start + step) % (uint32_t)capacity;
    char *empty = NULL;
    if (atomic_compare_exchange_strong(&slots[slot], &empty, copy)) return (int32_t)slot;
  }
  free(copy);
  return -1;
}

int32_t simbench_pending_add(const char *path) {
  return add_path(pending, pending_capacity, &pending_hint, path);
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

// MARK: - Folders to be removed

int32_t simbench_folder_add(const char *path) {
  return add_path(folders, folder_capacity, &folder_hint, path);
}

void simbench_folder_remove(int32_t ticket) {
  if (ticket < 0 || ticket >= folder_capacity) return;
  free(atomic_exchange(&folders[ticket], NULL));
}

static void remove_below(int directory, int depth);

static void remove_entry(int directory, const char *name, int depth) {
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return;
  if (unlinkat(directory, name, 0) == 0 || errno == ENOENT) return;
  int inner = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner < 0) return;
  remove_below(inner, depth + 1);
  close(inner);
  unlinkat(directory, name, AT_REMOVEDIR);
}

#if defined(__linux__)

// `readdir` allocates, which a signal handler must not.
static void remove_below(int directory, int depth) {
  struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
  };
  if (depth > 64) return;
  // Removing entries moves those behind them, so each pass starts over until nothing is left.
  for (int pass = 0; pass < 64; pass++) {
    _Alignas(8) char buffer[2048];
    long count;
    bool is_empty = true;
    if (lseek(directory, 0, SEEK_SET) < 0) return;
    while ((count = syscall(SYS_getdents64, directory, buffer, sizeof buffer)) > 0) {
      for (long place = 0; place < count;) {
        const struct entry *entry = (const struct entry *)(buffer + place);
        bool is_own = strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0;
        if (!is_own) is_empty = false;
        remove_entry(directory, entry->name, depth);
        place += entry->length;
      }
    }
    if (is_empty || count < 0) return;
  }
}

#else

// Not allowed in a handler that interrupted `malloc`; whoever calls sets an alarm for that.
static void remove_below(int directory, int depth) {
  if (depth > 64) return;
  int copy = dup(directory);
  DIR *stream = copy < 0 ? NULL : fdopendir(copy);
  if (stream == NULL) return;
  for (const struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    remove_entry(directory, entry->d_name, depth);
  }
  closedir(stream);
}

#endif

static void pause_briefly(void) {
  struct timespec pause = {.tv_sec = 0, .tv_nsec = 10 * 1000 * 1000};
  nanosleep(&pause, NULL);
}

static void remove_folder(const char *path) {
  // A child that was just ended may still put something in.
  for (int attempt = 0; attempt < 50; attempt++) {
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0) return;
    remove_below(directory, 0);
    close(directory);
    if (rmdir(path) == 0 || errno == ENOENT) return;
    pause_briefly();
  }
}

void simbench_delete_everything(void) {
  delete_pending(true);
  for (int32_t slot = 0; slot < folder_capacity; slot++) {
    char *path = atomic_exchange(&folders[slot], NULL);
    if (path != NULL) remove_folder(path);
  }
}

// MARK: - Children

typedef struct child {
  int32_t process;
  uint8_t is_used;
  uint8_t has_group;
  uint8_t cleans_up;
} child;

// One word, so that a handler never sees half of it.
static _Atomic(uint64_t) children[child_capacity];

static uint64_t packed(child one) {
  uint64_t flags = one.is_used | one.has_group << 1 | one.cleans_up << 2;
  return flags << 32 | (uint32_t)one.process;
}

static child unpacked(uint64_t word) {
  uint32_t flags = (uint32_t)(word >> 32);
  return (child){(int32_t)(uint32_t)word, flags & 1, flags >> 1 & 1, flags >> 2 & 1};
}

int32_t simbench_child_note(pid_t process, bool has_group, bool cleans_up) {
  uint64_t word = packed((child){process, 1, has_group, cleans_up});
  for (int32_t slot = 0; slot < child_capacity; slot++) {
    uint64_t empty = 0;
    if (atomic_compare_exchange_strong(&children[slot], &empty, word)) return slot;
  }
  return -1;
}

void simbench_child_forget(int32_t ticket) {
  if (ticket >= 0 && ticket < child_capacity) atomic_store(&children[ticket], 0);
}

bool simbench_signal_children(int number, bool cleaners_too) {
  bool found = false;
  for (int32_t slot = 0; slot < child_capacity; slot++) {
    child one = unpacked(atomic_load(&children[slot]));
    if (!one.is_used || (one.cleans_up && !cleaners_too)) continue;
    kill(one.has_group ? -one.process : one.process, number);
    found = true;
  }
  return found;
}

void simbench_await_children(void) {
  for (int attempt = 0; attempt < 200; attempt++) {
    bool is_any_left = false;
    for (int32_t slot = 0; slot < child_capacity; slot++) {
      child one = unpacked(atomic_load(&children[slot]));
      if (!one.is_used) continue;
      if (waitpid(one.process, NULL, WNOHANG) == 0) {
        is_any_left = true;
      } else {
        atomic_store(&children[slot], 0);
      }
    }
    if (!is_any_left) return;
    pause_briefly();
  }
}
