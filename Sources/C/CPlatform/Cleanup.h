/// What a signal handler may undo: unfinished files, temporary folders and children.
///
/// Everything here but the functions of `CPlatform.h` may be called from a signal handler.
#pragma once

#include <stdbool.h>

/// Sends a signal to every child that was noted, in its own group to all of that; those that clean
/// up are left out unless asked for. Returns whether there was any.
bool simbench_signal_children(int number, bool cleaners_too);

/// Waits, at most for two seconds, until no child that was noted runs any more.
void simbench_await_children(void);

/// Deletes all unfinished files and all temporary folders with what they hold.
void simbench_delete_everything(void);
