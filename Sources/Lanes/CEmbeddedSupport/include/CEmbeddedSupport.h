/// What Embedded Swift and the lanes expect of a target that has no C library: memory, copying and
/// a way to write. Everything here exists on bare wasm32 (with WASI's `fd_write`) and on bare
/// aarch64 (with Linux system calls) only; on a host this library is empty.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Writes bytes to standard output; ends the program when that fails.
void embedded_write(const uint8_t *bytes, size_t count);

/// Reads up to so many bytes from standard input: how many there were, 0 at its end.
size_t embedded_read(uint8_t *bytes, size_t count);
