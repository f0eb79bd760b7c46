/// The few things of the operating system that Swift cannot reach, or not the same way everywhere:
/// signal handlers, variadic calls, macros, and structures that differ between systems.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: - Interrupts

/// Makes SIGINT, SIGTERM and SIGHUP set a flag and end the children in order. A second one, or
/// SIGQUIT, ends the children at once, deletes pending files and folders and ends the process with
/// 130. SIGTSTP stops the children as well, until this process goes on. A SIGHUP or SIGTSTP that is
/// ignored stays so. Installing twice changes nothing.
void simbench_interrupt_install(void);

/// Gives the signals back what they did before `simbench_interrupt_install`.
void simbench_interrupt_uninstall(void);

/// Whether the handlers are installed.
bool simbench_interrupt_is_installed(void);

/// Whether a signal came since the last reset.
bool simbench_interrupt_is_requested(void);

/// Forgets the signals that came.
void simbench_interrupt_reset(void);

/// Writing to a pipe that nobody reads, or beyond the size that files may have, then returns an
/// error instead of ending the process.
void simbench_ignore_write_signals(void);

/// Keeps a second signal from ending the process between two renames, or between the start of a
/// child and the note of it. Not for what takes long.
void simbench_critical_begin(void);

/// Lets a second signal end the process again, at once if it came meanwhile.
void simbench_critical_end(void);

/// Says in one line that an allocation of a size was refused, ends the children, deletes pending
/// files and folders and ends the process with 75. Allocates nothing, and never returns.
void simbench_end_without_memory(size_t size);

// MARK: - Traps

/// Lets a process that is ended by a trap write the note of the thread that met it, and then do
/// what it would have done. Not to be called by two threads at once; installing twice changes
/// nothing.
void simbench_crash_note_install(void);

/// Sets this thread's note, up to 2,048 bytes of a text that ends with 0; NULL for none.
void simbench_crash_note_set(const char *text);

/// The most call sites that are kept of a trap.
enum { simbench_trap_depth = 48 };

/// A trap of a guarded thread.
typedef struct simbench_trap {
  /// The signal.
  int32_t signal;
  /// The step that the thread had begun, or -1.
  int64_t step;
  /// The first bytes of the thread's note; ends with 0.
  char note[256];
  /// How many addresses there are.
  uint32_t depth;
  /// The instruction that trapped, then the return addresses of its callers.
  const void *addresses[simbench_trap_depth];
} simbench_trap;

/// Guards threads: one that traps stops there forever, and the process runs on.
typedef struct simbench_trap_guard simbench_trap_guard;

/// What the guarded threads are doing.
typedef enum simbench_trap_state {
  SIMBENCH_TRAP_RUNNING = 0,
  SIMBENCH_TRAP_ENDED = 1,
  SIMBENCH_TRAP_TRAPPED = 2,
} simbench_trap_state;

/// Makes a guard; NULL without memory or descriptors. `simbench_crash_note_install` comes first.
simbench_trap_guard *simbench_trap_guard_create(void);

/// Frees a guard. Not for one whose thread trapped: others may stop there, too.
void simbench_trap_guard_destroy(simbench_trap_guard *old);

/// The guard of this thread, or NULL.
simbench_trap_guard *simbench_trap_guard_current(void);

/// Puts this thread under a guard, with a stack of its own for signals. Does nothing for NULL.
void simbench_trap_guard_enter(simbench_trap_guard *wanted);

/// Ends the guard of this thread. Does nothing without one.
void simbench_trap_guard_leave(void);

/// Asks the guarded threads to stop.
void simbench_trap_guard_cancel(simbench_trap_guard *cancelled);

/// Whether the guarded thread that calls is asked to stop; false without a guard.
bool simbench_trap_guard_is_cancelled(void);

/// Says that the work is done.
void simbench_trap_guard_end(simbench_trap_guard *ended);

/// Waits until the work is done or a thread traps, which fills `trap`.
simbench_trap_state simbench_trap_guard_wait(
    simbench_trap_guard *waited, int32_t milliseconds, simbench_trap *trap);

/// Sets the step that this thread begins.
void simbench_trap_step_set(uint32_t value);

/// Runs `body` in a copy of this process until it ends or traps, and returns how many bytes of
/// standard error it left. The copy is killed when the time is over.
size_t simbench_trap_text(
    void (*body)(void *context), void *context, int32_t milliseconds, char *text,
    size_t capacity);

// MARK: - Files being written

/// Remembers a file to delete if the process is made to end. Copies the path; safe on any thread.
///
/// Returns a ticket for `simbench_pending_remove`, or -1 when 4,096 files are pending already.
int32_t simbench_pending_add(const char *path);

/// Forgets a file. Does nothing for -1.
void simbench_pending_remove(int32_t ticket);

/// Deletes every file that is pending. Not for signal handlers.
void simbench_pending_delete_all(void);

/// How many files are pending.
int32_t simbench_pending_count(void);

/// Remembers a folder to remove with all it holds if the process is made to end by a second signal.
///
/// Returns a ticket for `simbench_folder_remove`, or -1 when 512 folders are pending already.
int32_t simbench_folder_add(const char *path);

/// Forgets a folder. Does nothing for -1.
void simbench_folder_remove(int32_t ticket);

/// Takes an exclusive lock on what a descriptor leads to, without waiting: 0, or an errno value,
/// which is EWOULDBLOCK when somebody else has it. Closing gives it back.
int32_t simbench_lock(int32_t descriptor);

// MARK: - Command line

/// The argument vector with which the process was started and its length; NULL and 0 where the C
/// library passes none to constructors. It is read without /proc, which a sandbox may not have.
char *const *simbench_arguments(int32_t *count);

/// The path that was executed, relative to the folder at that time; NULL if the system does not
/// pass it. It is read without /proc.
const char *simbench_executed_path(void);

// MARK: - Terminal

/// Columns of the terminal behind a descriptor, or 0 when there is none or it does not say.
int32_t simbench_terminal_columns(int32_t descriptor);

// MARK: - Processes

/// What a process used and how it ended.
typedef struct simbench_process_end {
  /// The exit code, or -1 when a signal ended the process.
  int32_t exit_code;
  /// The signal that ended the process, or 0.
  int32_t signal;
  /// Processor time, in user and system mode together.
  int64_t processor_nanoseconds;
  /// The largest resident memory.
  int64_t peak_resident_bytes;
} simbench_process_end;

/// Starts a program with all signals at their defaults.
///
/// It is killed when this process ends in any way, SIGKILL included; on Linux, when the calling
/// thread ends: the thread that starts it has to wait for it.
///
/// `working_directory` may be NULL. The three descriptors become 0, 1 and 2 of the child. With
/// `own_group` it leads a process group of its own. Returns 0 or an errno value.
int32_t simbench_spawn(
    const char *path, char *const arguments[], char *const environment[],
    const char *working_directory, const int32_t descriptors[3], bool own_group, pid_t *process);

/// Waits for a child: 1 when it ended, 0 when `wait` is false and it runs on, or a negative errno.
///
/// When it ended, what is left of its group after an interrupt is ended too, and `ticket` is
/// forgotten before its number can be another's.
int32_t simbench_wait(
    pid_t process, bool wait, bool own_group, int32_t ticket, simbench_process_end *end);

/// Notes a child that signals are passed on to, unless it cleans up; then only the second ends it.
///
/// Returns a ticket for `simbench_wait`, or -1 when 64 children are noted already.
int32_t simbench_child_add(pid_t process, bool has_group, bool cleans_up);

/// Notes a child without looking whether a signal came. Does nothing else.
int32_t simbench_child_note(pid_t process, bool has_group, bool cleans_up);

/// Forgets a child. Does nothing for -1.
void simbench_child_forget(int32_t ticket);

// MARK: - Threads

/// Threads that wait for work.
typedef struct simbench_crew simbench_crew;

/// Does one item of work; `worker` is 0 for the thread that asked and never used twice at a time.
typedef void (*simbench_crew_body)(void *context, int32_t worker, int32_t item);

/// Starts `worker_count - 1` threads. NULL when the system has none left.
simbench_crew *simbench_crew_create(int32_t worker_count);

/// Calls `body` once for each item of `0 ..< item_count`, on this thread and the others, and
/// returns when all calls have. Allocates nothing. One call at a time.
void simbench_crew_run(
    simbench_crew *crew, int32_t item_count, simbench_crew_body body, void *context);

/// Starts a thread by itself, with a stack of so many bytes, and never waits for it.
///
/// Returns false if the system cannot start another.
bool simbench_thread_start(void *(*body)(void *context), void *context, size_t stack_bytes);

/// How long a crew's threads have waited so far, in nanoseconds.
typedef struct simbench_crew_waits {
  /// Time in which the other threads could have run and had no processor; -1 where the system
  /// does not say.
  int64_t queue;
  /// Time in which `simbench_crew_run` had nothing left to do and waited for the other threads.
  int64_t caller;
} simbench_crew_waits;

/// Reads them: a system call for each of the other threads. Allocates nothing.
simbench_crew_waits simbench_crew_waits_read(const simbench_crew *crew);

/// Ends the threads.
void simbench_crew_destroy(simbench_crew *crew);

// MARK: - Processor time

/// What a thread and its process have had of the processors so far. -1 stands for what the system
/// does not say.
typedef struct simbench_processor_use {
  /// Processor time of the calling thread.
  int64_t own_nanoseconds;
  /// Processor time of all threads; that of the calling one unless threaded.
  int64_t all_nanoseconds;
  /// How often a thread was taken off its processor while it had more to do: of the calling thread,
  /// or of all when threaded or where the system counts only all.
  int64_t involuntary_switches;
  /// How often a thread left its processor by itself, to wait for something; counted alike.
  int64_t voluntary_switches;
  /// How long the calling thread was ready to run and had to wait.
  int64_t queue_nanoseconds;
} simbench_processor_use;

/// Opens what tells how long the calling thread waits for a processor: a descriptor that any
/// thread may read, or -1 where the system does not say.
int32_t simbench_queue_open(void);

/// How long the thread that opened it was ready to run and had to wait; -1 when it cannot be read.
int64_t simbench_queue_nanoseconds(int32_t queue);

/// Closes it. Does nothing for -1.
void simbench_queue_close(int32_t queue);

/// Reads all of it for the thread that opened `queue`. Allocates nothing.
void simbench_processor_read(int32_t queue, bool is_threaded, simbench_processor_use *use);

/// Whether the system counts how often a thread waits for something; sleeps a moment to see it.
bool simbench_counts_switches(void);

/// Threads that do nothing but keep processors busy.
typedef struct simbench_busy simbench_busy;

/// Starts threads, at most 64 and as many as the system has. NULL without memory.
simbench_busy *simbench_busy_start(int32_t count);

/// Ends them.
void simbench_busy_stop(simbench_busy *busy);

// MARK: - Machine

/// Resident bytes of this process now, or -1 when the system does not say.
int64_t simbench_resident_bytes(void);

/// The version of the compiler of this target, which is part of the Swift toolchain.
const char *simbench_compiler_version(void);

/// The largest resident bytes of this process so far, or -1 when the system does not say.
int64_t simbench_peak_resident_bytes(void);

// MARK: - Instruction counts

/// What a counter counts.
typedef enum simbench_counter_kind {
  /// Instructions of the calling thread in user mode.
  SIMBENCH_COUNTER_INSTRUCTIONS = 0,
  /// Page faults of the calling thread; there on every Linux, so that reading can be tried.
  SIMBENCH_COUNTER_PAGE_FAULTS = 1,
} simbench_counter_kind;

/// Opens a counter of the calling thread that runs from now on: a descriptor or a negative errno.
int32_t simbench_counter_open(simbench_counter_kind kind);

/// Reads a counter. False when it could not be read or did not run all the time.
bool simbench_counter_read(int32_t counter, uint64_t *count);

/// Closes a counter.
void simbench_counter_close(int32_t counter);

/// Whether this process can tell valgrind where a region begins and ends.
bool simbench_valgrind_can_mark(void);

/// Whether valgrind executes this process.
bool simbench_valgrind_is_running(void);

/// Makes callgrind begin to count, or stop; does nothing elsewhere.
void simbench_valgrind_toggle_collection(void);

// MARK: - Names of functions

/// What the loader knows of an address.
typedef struct simbench_location {
  /// The file that was loaded there.
  const char *file;
  /// Where its first byte is.
  const void *base;
  /// The exported symbol that the address follows, or NULL.
  const char *symbol;
} simbench_location;

/// Finds the file that an address was loaded from. False for one that is in none.
bool simbench_locate(const void *address, simbench_location *location);

/// The Swift runtime's demangler: the text in memory from `malloc`, or NULL for another name.
char *swift_demangle(
    const char *name, size_t name_length, char *output, size_t *output_size, uint32_t flags);

// MARK: - Arithmetic

/// Makes the calling thread flush subnormal numbers to zero, or stop to. False where that is
/// unknown to this processor.
bool simbench_flush_subnormals(bool flush);
