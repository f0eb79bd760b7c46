#include <errno.h>
#include <sys/file.h>

#include "CPlatform.h"

int32_t simbench_lock(int32_t descriptor) {
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}
