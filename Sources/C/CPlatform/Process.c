#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "CPlatform.h"

#if defined(__APPLE__)
enum { peak_resident_unit = 1 };
#else
enum { peak_resident_unit = 1024 };
#endif

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
