/// Functions that Embedded Swift and the bare programs need on a target without a C library:
/// memory, copying, input and output. They exist only on bare wasm32 (with WASI's `fd_write`) and
/// on bare aarch64 (with Linux system calls); on a host this library is empty.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Writes bytes to standard output; ends the program if that fails.
void embedded_write(const uint8_t *bytes, size_t count);

/// Reads up to `count` bytes from standard input; returns the number read, 0 at its end.
size_t embedded_read(uint8_t *bytes, size_t count);
