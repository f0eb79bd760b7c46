// Arithmetic functions that compilers call if the CPU has no instruction for them, or after a
// check. IEEE 754 requires exactly rounded square roots, so these agree with every target.
#include "Bare.h"

#if defined(__wasm__)
#include <stdint.h>

__extension__ typedef unsigned __int128 uint128;

// The product of two 128-bit integers modulo 2^128, needed by checked 64-bit multiplications.
uint128 __multi3(uint128 a, uint128 b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
  uint64_t low = x0 * y0;
  uint64_t middle = x1 * y0 + (low >> 32);
  uint64_t other = x0 * y1 + (uint32_t)middle;
  uint64_t high = x1 * y1 + (middle >> 32) + (other >> 32);
  high += (uint64_t)(a >> 64) * y + x * (uint64_t)(b >> 64);
  return (uint128)high << 64 | (other << 32 | (uint32_t)low);
}
#elif BARE
float sqrtf(float value) {
  float root;
  __asm__("fsqrt %s0, %s1" : "=w"(root) : "w"(value));
  return root;
}

double sqrt(double value) {
  double root;
  __asm__("fsqrt %d0, %d1" : "=w"(root) : "w"(value));
  return root;
}
#endif
