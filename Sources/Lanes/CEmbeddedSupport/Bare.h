// Whether the target is bare, that is, without an operating system's C library.
#pragma once

#if defined(__wasm__)
#define BARE 1
#elif defined(__aarch64__) && defined(__ELF__) && !defined(__linux__)
#define BARE 1
#else
#define BARE 0
#endif
