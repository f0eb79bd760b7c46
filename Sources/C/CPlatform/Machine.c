#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CPlatform.h"

#if defined(__APPLE__)
#include <mach/mach.h>
#endif

int32_t simbench_terminal_columns(int32_t descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

#if defined(__clang_version__)
const char *simbench_compiler_version(void) { return "clang " __clang_version__; }
#else
const char *simbench_compiler_version(void) { return __VERSION__; }
#endif

#if defined(__APPLE__)

int64_t simbench_resident_bytes(void) {
  struct mach_task_basic_info info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count) != 0) {
    return -1;
  }
  return (int64_t)info.resident_size;
}

#else

int64_t simbench_resident_bytes(void) {
  // Not through <stdio.h>, which allocates a buffer and would disturb what is being measured.
  char text[128];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return -1;
  text[length] = 0;
  char *rest = text;
  strtoll(rest, &rest, 10);
  long long pages = strtoll(rest, &rest, 10);
  return pages > 0 ? (int64_t)pages * sysconf(_SC_PAGESIZE) : -1;
}

#endif
