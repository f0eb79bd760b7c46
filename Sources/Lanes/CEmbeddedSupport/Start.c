// The entry point of a bare program, and its input and output.
#include "Bare.h"
#include "CEmbeddedSupport.h"

#if BARE
void lane_main(void);
#endif

#if defined(__wasm__)
struct vector {
  const uint8_t *bytes;
  size_t count;
};

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int32_t wasi_fd_write(
    int32_t descriptor, const struct vector *vectors, size_t count, size_t *written);

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_read")))
int32_t wasi_fd_read(int32_t descriptor, const struct vector *vectors, size_t count, size_t *read);

static size_t write_some(const uint8_t *bytes, size_t count) {
  struct vector vector = {bytes, count};
  size_t written = 0;
  return wasi_fd_write(1, &vector, 1, &written) == 0 ? written : 0;
}

static size_t read_some(uint8_t *bytes, size_t count) {
  struct vector vector = {bytes, count};
  size_t read = 0;
  return wasi_fd_read(0, &vector, 1, &read) == 0 ? read : 0;
}

__attribute__((export_name("_start"))) void _start(void) { lane_main(); }
#elif BARE
static size_t transfer(long call, long descriptor, const uint8_t *bytes, size_t count) {
  register long number __asm__("x8") = call;
  register long result __asm__("x0") = descriptor;
  register const uint8_t *first __asm__("x1") = bytes;
  register size_t length __asm__("x2") = count;
  __asm__ volatile("svc #0"
                   : "+r"(result)
                   : "r"(number), "r"(first), "r"(length)
                   : "memory");
  return result > 0 ? (size_t)result : 0;
}

static size_t write_some(const uint8_t *bytes, size_t count) {
  return transfer(64, 1, bytes, count);
}

static size_t read_some(uint8_t *bytes, size_t count) { return transfer(63, 0, bytes, count); }

// The kernel jumps here with an aligned stack and no return address; 94 is exit_group.
__asm__(".globl _start\n"
        "_start:\n"
        "  mov x29, #0\n"
        "  mov x30, #0\n"
        "  bl lane_main\n"
        "  mov x0, #0\n"
        "  mov x8, #94\n"
        "  svc #0\n");
#endif

#if BARE
void embedded_write(const uint8_t *bytes, size_t count) {
  while (count > 0) {
    size_t written = write_some(bytes, count);
    if (written == 0) __builtin_trap();
    bytes += written;
    count -= written;
  }
}

size_t embedded_read(uint8_t *bytes, size_t count) { return read_some(bytes, count); }
#endif
