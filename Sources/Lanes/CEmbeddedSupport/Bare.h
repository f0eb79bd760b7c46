// Whether the target is one of the bare ones, and what its files share.
#pragma once

#if defined(__wasm__)
#define BARE 1
#elif defined(__aarch64__) && defined(__ELF__) && !defined(__linux__)
#define BARE 1
#else
#define BARE 0
#endif
