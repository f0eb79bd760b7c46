#include <stdlib.h>

#include "CPlatform.h"

#if defined(__linux__)
#include <sys/auxv.h>
#endif

static int argument_count;
static char *const *arguments;

// <stdlib.h> defines __GLIBC__. Other C libraries pass nothing to constructors.
#if defined(__linux__) && defined(__GLIBC__)
__attribute__((constructor(101))) static void keep(int count, char *words[], char *environment[]) {
  (void)environment;
  argument_count = count;
  arguments = words;
}
#endif

char *const *simbench_arguments(int32_t *count) {
  *count = argument_count;
  return arguments;
}

const char *simbench_executed_path(void) {
#if defined(__linux__)
  return (const char *)getauxval(AT_EXECFN);
#else
  return NULL;
#endif
}
