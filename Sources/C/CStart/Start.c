#include "CPlatform.h"
#include "CStart.h"

// The constructors of the libraries, Foundation's among them, take several milliseconds before
// main, in which a signal would end the process in its own way. Before the loader has linked them,
// nothing of this program runs at all.
#if defined(__ELF__)

static void start(int count, char *arguments[], char *environment[]) {
  (void)count;
  (void)arguments;
  (void)environment;
  simbench_interrupt_install();
}

// Runs before the constructors of all libraries; only an executable has such a section.
__attribute__((section(".preinit_array"), used)) static void (*const entry)(int, char **, char **) =
    start;

#else

__attribute__((constructor(101))) static void start(void) { simbench_interrupt_install(); }

#endif
