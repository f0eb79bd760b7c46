// For dladdr.
#define _GNU_SOURCE

#include <dlfcn.h>

#include "CPlatform.h"

bool simbench_locate(const void *address, simbench_location *location) {
  Dl_info found;
  if (dladdr(address, &found) == 0 || found.dli_fname == NULL) return false;
  location->file = found.dli_fname;
  location->base = found.dli_fbase;
  location->symbol = found.dli_sname;
  return true;
}
